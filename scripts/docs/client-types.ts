import type { FieldSchema } from './fields.ts';

export interface DescribedApi {
  paths: Record<string, { get: DescribedOperation }>;
  components: { schemas: Record<string, FieldSchema> };
}

const JSON_TYPE = 'application/json';

interface DescribedOperation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; description: string; schema: FieldSchema }[];
  responses: { 200: { content: Record<string, { schema?: FieldSchema }> } };
}

/** Values of the client's `as`, by media type. */
const FORMATS: Readonly<Record<string, string>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/geo+json': 'geojson',
};
/** Parameters that the client sets by itself, or has no use for: `fetch` drops a byte order mark. */
const OF_THE_CLIENT = ['api_key', 'format', 'bom'];

/** What can be asked with values as the answer. @returns the schema of the answer with each */
export function askedOperations({ paths }: DescribedApi) {
  return Object.entries(paths).flatMap(([path, { get: operation }]) => {
    const answer = operation.responses[200].content[JSON_TYPE];
    // The response of a download is a file.
    return answer === undefined ? [] : [{ path, operation, answer: answer.schema ?? {} }];
  });
}

/** The parameters that users of a client set. */
export function ownParameters({ parameters }: DescribedOperation) {
  return parameters.filter(
    (parameter) => parameter.in === 'query' && !OF_THE_CLIENT.includes(parameter.name),
  );
}

/**
 * The API's TypeScript types for the client: an interface per schema and per query, and `Paths`, which has each path's
 * parameters and response. It knows only the keywords that our schemas use, and throws at any other.
 */
export function clientTypes(api: DescribedApi): string {
  const operations = askedOperations(api);
  return [
    '// Generated from the OpenAPI document by `npm run docs`.',
    ...Object.entries(api.components.schemas).map(([name, schema]) =>
      name === 'Problem' ? problemTypes(schema) : declaration(name, schema),
    ),
    ...operations.map(({ operation }) => queryType(operation)),
    block(
      'export interface Paths',
      operations.map(({ path, operation, answer }) => `'${path}': ${operationType(operation, answer)};`),
    ),
  ].join('\n\n');
}

function declaration(name: string, schema: FieldSchema): string {
  const isNullable = [schema.type ?? []].flat().includes('null');
  const kind = isNullable ? `type ${name} =` : `interface ${name}`;
  return `${comment(schema.description)}export ${kind} ${typeOf(schema)}${isNullable ? ';' : ''}`;
}

/** A later version of the service may add codes. */
function problemTypes(schema: FieldSchema): string {
  const { code, ...others } = schema.properties ?? {};
  if (code === undefined) throw new Error('a problem has no code');
  const { description = '' } = code;
  const named = { $ref: '#/components/schemas/ProblemCode', description };
  return [
    `${comment(description)}export type ProblemCode = ${typeOf(code)} | (string & {});`,
    declaration('Problem', { ...schema, properties: { ...others, code: named } }),
  ].join('\n\n');
}

function queryType(operation: DescribedOperation): string {
  const fields = ownParameters(operation).map(({ name, required, description, schema }) =>
    member(name, { ...schema, description }, !required),
  );
  return block(`export interface ${queryName(operation)}`, fields);
}

export function queryName({ operationId }: DescribedOperation): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
}

function operationType(operation: DescribedOperation, answer: FieldSchema): string {
  const formats = Object.keys(operation.responses[200].content).flatMap((type) => FORMATS[type] ?? []);
  return object([
    `query: ${queryName(operation)};`,
    `response: ${typeOf(answer)};`,
    `formats: ${formats.length === 0 ? 'never' : union(formats)};`,
  ]);
}

function typeOf(schema: FieldSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.const !== undefined) return union([schema.const]);
  if (schema.enum !== undefined) return union(schema.enum);
  return (
    [schema.type ?? []]
      .flat()
      .map((type) => ofType(type, schema))
      .join(' | ') || unknownSchema(schema)
  );
}

function ofType(type: string, schema: FieldSchema): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'number':
      return type;
    case 'integer':
      return 'number';
    case 'array':
      return `Array<${typeOf(schema.items ?? unknownSchema(schema))}>`;
    case 'object':
      return objectType(schema);
    default:
      return unknownSchema(schema);
  }
}

function objectType(schema: FieldSchema): string {
  const [values] = Object.values(schema.patternProperties ?? {});
  if (values !== undefined) return `Record<string, ${typeOf(values)}>`;
  const { properties, required = [] } = schema;
  if (properties === undefined) return unknownSchema(schema);
  return object(
    Object.entries(properties).map(([name, field]) => member(name, field, !required.includes(name))),
  );
}

export function unknownSchema(schema: FieldSchema): never {
  throw new Error(`the client types do not know a schema such as ${JSON.stringify(schema)}`);
}

function member(name: string, schema: FieldSchema, optional: boolean): string {
  return `${comment(schema.description)}${name}${optional ? '?' : ''}: ${typeOf(schema)};`;
}

function union(values: readonly unknown[]): string {
  return values
    .map((value) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value)))
    .join(' | ');
}

function comment(description: string | undefined): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '*\\/')} */\n`;
}

function block(head: string, members: readonly string[]): string {
  return `${head} ${object(members)}`;
}

function object(members: readonly string[]): string {
  const inner = members.join('\n').replaceAll(/^/gm, '  ');
  return `{\n${inner}\n}`;
}

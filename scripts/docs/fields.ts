import { MOST_VALUES_LISTED } from '../../src/site/open-api.ts';
import { code, table } from './markdown.ts';

/** The parts of a JSON Schema that the tables show. */
export interface FieldSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  items?: FieldSchema;
  patternProperties?: Record<string, FieldSchema>;
  additionalProperties?: boolean | FieldSchema;
}

/** Every field of every schema of the OpenAPI document. */
export class FieldTables {
  readonly #schemas: Record<string, FieldSchema>;

  constructor(schemas: Record<string, FieldSchema>) {
    this.#schemas = schemas;
  }

  table(name: string): string {
    const schema = this.#schemas[name];
    if (schema === undefined) throw new Error(`there is no schema ${name}`);
    return table(
      ['Field', 'Type', 'Meaning'],
      fieldsOf(schema).map(({ path, field, optional }) => [
        code(path),
        optional ? `${typeOf(field)}, optional` : typeOf(field),
        field.description ?? this.#describedElsewhere(field),
      ]),
    );
  }

  #describedElsewhere(field: FieldSchema): string {
    return this.#schemas[referenced(field) ?? '']?.description ?? '';
  }
}

interface Field {
  path: string;
  field: FieldSchema;
  optional: boolean;
}

/** The fields of an object and of the objects inside it, such as `time_zone.id`; a named schema has its own table. */
export function fieldsOf({ properties = {}, required = [] }: FieldSchema, prefix = ''): Field[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const inner = field.items ?? field;
    return [
      { path, field, optional: !required.includes(name) },
      ...(inner.$ref === undefined ? fieldsOf(inner, `${path}${field.items ? '[]' : ''}.`) : []),
    ];
  });
}

export function typeOf(schema: FieldSchema): string {
  const name = referenced(schema);
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  if (schema.enum !== undefined && schema.enum.length > MOST_VALUES_LISTED)
    return `string, one of ${schema.enum.length}`;
  if (schema.enum !== undefined) return schema.enum.map((value) => code(String(value))).join(', ');
  const types = [schema.type ?? 'object'].flat();
  const words = types.map((type) => (type === 'null' ? 'null' : (containerOf(type, schema) ?? type)));
  return words.join(' or ');
}

function containerOf(type: string, schema: FieldSchema): string | undefined {
  if (type === 'array') return `array of ${schema.items === undefined ? 'anything' : typeOf(schema.items)}`;
  const member =
    Object.values(schema.patternProperties ?? {})[0] ??
    (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
  return type === 'object' && member !== undefined ? `map of ${typeOf(member)}` : undefined;
}

function referenced({ $ref }: FieldSchema): string | undefined {
  return $ref?.replace('#/components/schemas/', '');
}

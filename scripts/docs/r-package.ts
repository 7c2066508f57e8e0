import { ENDPOINTS } from '../../src/engine/operations.ts';
import { askedOperations, type DescribedApi, ownParameters, unknownSchema } from './client-types.ts';
import { type FieldSchema, fieldsOf } from './fields.ts';

const FOLDER = 'client/r';
const EXAMPLES: Readonly<Record<string, string>> = { cities: 'c("lisbon", "porto")', limit: 'limit = 3' };
type Asked = ReturnType<typeof askedOperations>[number];

/** The files of the client for R that are generated: a function per endpoint with its help, and the help of fields. */
export const R_FILES: Readonly<Record<string, (api: DescribedApi) => string>> = {
  [`${FOLDER}/R/endpoints.R`]: (api) =>
    [
      '# Generated from the OpenAPI document by `npm run docs`.',
      ...askedOperations(api).map(functionOf),
    ].join('\n\n'),
  [`${FOLDER}/man/fields.Rd`]: (api) => fieldHelp(api),
  ...Object.fromEntries(
    ENDPOINTS.map(({ operationId, path }) => [
      `${FOLDER}/man/${nameOf(operationId)}.Rd`,
      (api: DescribedApi) => {
        const asked = askedOperations(api).find((each) => each.path === path);
        if (asked === undefined) throw new Error(`${path} has no answer with values`);
        return functionHelp(asked);
      },
    ]),
  ),
};

/** `getCity` is `get_city`. */
function nameOf(operationId: string): string {
  return operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function functionOf(asked: Asked): string {
  const { path, operation, answer } = asked;
  const [place] = placeIn(path);
  const names = ownParameters(operation).map(({ name }) => name);
  const query = `list(${names.map((name) => `${name} = ${name}`).join(', ')})`;
  const [before] = path.split('{');
  const body =
    place === undefined
      ? `${answer.type === 'array' ? '.rows' : '.whole'}(lds, "${path}", ${query})`
      : `.place(lds, "${before}", ${place}, ${query})`;
  return `${signatureOf(asked, 'function')} {\n  ${body}\n}`.replace(
    'function',
    `${nameOf(operation.operationId)} <- function`,
  );
}

/** Places come first, so that they need no name. Parameters without a value are not sent. */
function signatureOf({ path, operation }: Asked, name: string): string {
  const optional = ownParameters(operation).map((parameter) => `${parameter.name} = NULL`);
  const own = [...optional.filter(isCities), ...optional.filter((parameter) => !isCities(parameter))];
  return `${name}(${wrapped(['lds', ...placeIn(path), ...own])})`;
}

/** R's checks want lines of at most 90 characters in the help. */
function wrapped(parameters: readonly string[]): string {
  return parameters
    .join(', ')
    .replaceAll(/(.{1,80}(?:,|$)) ?/g, '$1\n  ')
    .trimEnd();
}

function isCities(parameter: string): boolean {
  return parameter.startsWith('cities ');
}

function placeIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function functionHelp(asked: Asked): string {
  const { path, operation, answer } = asked;
  const name = nameOf(operation.operationId);
  const { summary = '', description = '' } = ENDPOINTS.find((each) => each.path === path) ?? {};
  const places = placeIn(path).map((place) => [place, 'Id, code, or a name such as `Lisbon, Portugal`.']);
  const own = ownParameters(operation).map((parameter) => [parameter.name, parameter.description]);
  const items = [['lds', 'A service: `location_data()`.'], ...places, ...own].map(
    ([argument = '', meaning = '']) => `\\item{${escaped(argument)}}{${prose(meaning)}}`,
  );
  return [
    ...[`\\name{${name}}`, `\\alias{${name}}`, `\\title{${prose(summary)}}`],
    `\\description{${prose(description)}}`,
    `\\usage{${signatureOf(asked, name)}}`,
    `\\arguments{\n${items.join('\n')}\n}`,
    `\\value{${valueText(answer)}}`,
    `\\examples{\n\\dontrun{\nlds <- location_data()\n${exampleOf(asked, name)}\n}\n}`,
  ].join('\n');
}

function exampleOf({ path, operation }: Asked, name: string): string {
  const places = placeIn(path).map((place) => (place === 'city_id' ? '"lisbon"' : '"portugal"'));
  const own = ownParameters(operation).flatMap((parameter) => EXAMPLES[parameter.name] ?? []);
  return `${name}(${['lds', ...places, ...own].join(', ')})`;
}

function valueText(answer: FieldSchema): string {
  const { $ref } = answer.items ?? answer;
  if ($ref === undefined) return unknownSchema(answer);
  const schema = `\\sQuote{${$ref.replace('#/components/schemas/', '')}} in \\link{fields}`;
  return answer.items === undefined
    ? `A list with the fields of ${schema}.`
    : `A data frame with a column per field of ${schema}.`;
}

function fieldHelp({ components }: DescribedApi): string {
  const sections = Object.entries(components.schemas).map(([name, schema]) => {
    const items = fieldsOf(schema).map(
      ({ path, field }) =>
        `\\item{\\code{${escaped(path)}}}{${prose(field.description ?? reference(field))}}`,
    );
    return `\\section{${name}}{\n${prose(schema.description ?? '')}\n\\describe{\n${items.join('\n')}\n}\n}`;
  });
  return [
    ...['\\name{fields}', '\\alias{fields}', '\\title{Fields of answers}'],
    '\\description{Fields inside others have a dot, as in the columns of data frames: \\code{time_zone.id}.}',
    ...sections,
  ].join('\n');
}

function reference({ $ref, items }: FieldSchema): string {
  const name = ($ref ?? items?.$ref)?.replace('#/components/schemas/', '');
  return name === undefined ? '' : `See ${name}.`;
}

/** Markdown's code becomes code of R's help. */
function prose(text: string): string {
  return escaped(text).replaceAll(/`([^`]*)`/g, '\\code{$1}');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%{}]/g, '\\$&');
}

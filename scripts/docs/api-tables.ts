import { type Operation, permissionsOf } from '../../src/api/endpoint.ts';
import { ANSWER_HEADERS } from '../../src/api/reference/response-headers.ts';
import { typeOf } from './fields.ts';
import { code, table } from './markdown.ts';

export function endpointTable(operations: readonly Operation[]): string {
  return table(
    ['Endpoint', 'What it does', 'Permission'],
    operations.map((operation) => [
      code(`GET /v1${operation.path}`),
      operation.summary,
      permissionsOf(operation).map(code).join(', '),
    ]),
  );
}

/** Parameters of the path and of the query. `api_key`, which every endpoint takes, stands beside it in the text. */
export function parameterTable(operations: readonly Operation[]): string {
  const rows = operations.flatMap(({ path, parameters, query }) =>
    (
      [
        ['path', parameters],
        ['query', query],
      ] as const
    ).flatMap(([location, schema]) =>
      Object.entries(schema.properties as Record<string, ParameterSchema>).map(([name, parameter]) => [
        code(path),
        code(name),
        location,
        [typeOf(parameter), limitsOf(parameter)].filter(Boolean).join(', '),
        parameter.description,
      ]),
    ),
  );
  return table(['Endpoint', 'Parameter', 'In', 'Type', 'Meaning'], rows);
}

export function headerTable(): string {
  return table(
    ['Header', 'Meaning', 'Example'],
    Object.entries(ANSWER_HEADERS).map(([name, { description, example }]) => [
      code(name),
      description,
      code(String(example)),
    ]),
  );
}

interface ParameterSchema {
  type?: string;
  description: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxLength?: number;
}

function limitsOf({ minimum, exclusiveMinimum, maximum, maxLength }: ParameterSchema): string {
  const number = (value: number) => value.toLocaleString('en');
  if (maxLength !== undefined) return `up to ${maxLength} characters`;
  if (maximum === undefined) return '';
  return exclusiveMinimum === undefined
    ? `${number(minimum ?? 0)} to ${number(maximum)}`
    : `above ${exclusiveMinimum}, up to ${number(maximum)}`;
}

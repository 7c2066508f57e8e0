import { type Operation, permissionsOf } from '../../src/engine/endpoint.ts';
import { pathParameters } from '../../src/engine/places/place-resolution.ts';
import { ANSWER_HEADERS } from '../../src/v1/reference/response-headers.ts';
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

/** A table per endpoint: parameters of the path, then of the query. The page has those that all endpoints take. */
export function parameterTables(operations: readonly Operation[]): string {
  return operations
    .map(({ path, query }) => ({ path, parameters: pathParameters(path), query }))
    .filter(({ parameters, query }) => [parameters, query].some((schema) => schemasOf(schema).length > 0))
    .map(
      ({ path, parameters, query }) =>
        `## GET /v1${path}\n\n${table(
          ['Parameter', 'In', 'Type', 'Meaning'],
          [...parameterRows('path', parameters), ...parameterRows('query', query)],
        )}`,
    )
    .join('\n\n');
}

function parameterRows(location: 'path' | 'query', schema: Operation['query']): string[][] {
  return schemasOf(schema).map(([name, parameter]) => [
    code(name),
    location,
    [typeOf(parameter), limitsOf(parameter)].filter(Boolean).join(', '),
    parameter.description,
  ]);
}

function schemasOf({ properties }: Operation['query']): [string, ParameterSchema][] {
  return Object.entries(properties as Record<string, ParameterSchema>);
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

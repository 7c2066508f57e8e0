import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TObject } from 'typebox';
import { Problem } from '../problems.ts';

type Query = Record<string, unknown>;

/** Converts a query to the types of its parameters. */
export type ReadQuery = (query: Query) => Query;

/** Validating the schemas themselves would take a tenth of the start; a test of the OpenAPI document does it. */
const ajv = new Ajv({ allErrors: true, strict: false, validateSchema: false });

/** A JSON number without an exponent. */
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Compiles the query schema of an operation. */
export function queryReader(schema: TObject): ReadQuery {
  const validate = ajv.compile(schema);
  const numbers = Object.entries<{ type?: unknown }>(schema.properties)
    .filter(([, { type }]) => type === 'integer' || type === 'number')
    .map(([name]) => name);
  return (query) => readQuery(query, numbers, validate);
}

/**
 * Converts numbers. Other texts that JavaScript accepts as numbers (`0x10`, `1e2`, ` 5`, an empty text) stay texts, so the schema
 * refuses them.
 *
 * @param numbers the names of the numeric parameters
 */
function readQuery(query: Query, numbers: readonly string[], validate: ValidateFunction): Query {
  for (const name of numbers) {
    const text = query[name];
    if (typeof text === 'string' && DECIMAL.test(text)) query[name] = Number(text);
  }
  if (!validate(query)) throw invalidQuery(validate.errors ?? []);
  return query;
}

/** A Problem that describes every invalid parameter. */
function invalidQuery(violations: readonly ErrorObject[]): Problem {
  const errors = violations.map((violation) => ({
    parameter: parameterOf(violation),
    message: messageOf(violation),
  }));
  const unknown = violations.every(({ keyword }) => keyword === 'additionalProperties');
  const names = [...new Set(errors.map(({ parameter }) => parameter))].join(', ');
  return unknown
    ? new Problem('unknown_parameter', `This endpoint has no query parameter ${names}.`, { errors })
    : new Problem('invalid_parameter', `Not valid: ${names}.`, { errors });
}

function parameterOf({ keyword, instancePath, params }: ErrorObject): string {
  if (keyword === 'additionalProperties') return String(params.additionalProperty).slice(0, 100);
  if (keyword === 'required') return String(params.missingProperty);
  return instancePath.split('/')[1] ?? '';
}

/** Messages for people: those of the validator are about patterns and characters. */
const MESSAGES: Record<string, (params: Record<string, unknown>) => string> = {
  additionalProperties: () => 'is not a parameter of this endpoint',
  required: () => 'is required',
  type: ({ type }) => `must be one ${type}${type === 'string' ? '' : ' in decimal digits'}, given once`,
  pattern: () => 'does not have the format described in the API reference',
  minLength: () => 'is empty',
  maxLength: ({ limit }) => `has more than ${limit} characters`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().join(', ')}`,
};

function messageOf({ keyword, params }: ErrorObject): string {
  return MESSAGES[keyword]?.(params) ?? 'is not valid';
}

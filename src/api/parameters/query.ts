import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TObject } from 'typebox';
import { withApiKey } from '../../access/credentials.ts';
import { Problem } from '../../http/problems.ts';

type Query = Record<string, unknown>;

/** A query as its parameters are typed. @throws Problem naming every parameter that is not valid */
export type ReadQuery = (query: Query) => Query;

const ajv = new Ajv({ allErrors: true, strict: false });

/** As JSON writes a number, but without an exponent. */
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Compiles the schema of an operation's query, to which `api_key` is added. */
export function queryReader(schema: TObject): ReadQuery {
  const validate = ajv.compile(withApiKey(schema));
  const numbers = Object.entries<{ type?: unknown }>(schema.properties)
    .filter(([, { type }]) => type === 'integer' || type === 'number')
    .map(([name]) => name);
  return (query) => readQuery(query, numbers, validate);
}

/**
 * What else JavaScript takes for a number (`0x10`, `1e2`, ` 5`, an empty text) stays text, which the schema then refuses.
 *
 * @param numbers names of the parameters that are numbers
 */
function readQuery(query: Query, numbers: readonly string[], validate: ValidateFunction): Query {
  for (const name of numbers) {
    const text = query[name];
    if (typeof text === 'string' && DECIMAL.test(text)) query[name] = Number(text);
  }
  if (!validate(query)) throw invalidQuery(validate.errors ?? []);
  return query;
}

/** Every parameter that is not valid, in words. */
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

/** In words for a person: the validator's own speak of patterns and characters. */
const MESSAGES: Record<string, (params: Record<string, unknown>) => string> = {
  additionalProperties: () => 'is not a parameter of this endpoint',
  required: () => 'is needed',
  type: ({ type }) => `must be one ${type}${type === 'string' ? '' : ' in decimal digits'}, given once`,
  pattern: () => 'does not have the form that the reference describes',
  minLength: () => 'is empty',
  maxLength: ({ limit }) => `has more than ${limit} characters`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
};

function messageOf({ keyword, params }: ErrorObject): string {
  return MESSAGES[keyword]?.(params) ?? 'is not valid';
}

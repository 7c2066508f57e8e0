import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TObject } from 'typebox';
import { perhaps, similarNames } from '../../release/similar-names.ts';
import { type Problem, wrongParameters } from '../problems.ts';
import ELSEWHERE from './called-elsewhere.json' with { type: 'json' };

type Query = Record<string, unknown>;

/** Converts a query to the types of its parameters. */
export type ReadQuery = (query: Query) => Query;

/** Validating the schemas themselves would take a tenth of the start; a test of the OpenAPI document does it. */
const ajv = new Ajv({ allErrors: true, strict: false, validateSchema: false, verbose: true });

/** A JSON number without an exponent. */
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Reads the query of an operation. Its schema is compiled by the first one: all of them would take a tenth of the start. */
export function queryReader(schema: TObject): ReadQuery {
  let validate: ValidateFunction | undefined;
  const numbers = Object.entries<{ type?: unknown }>(schema.properties)
    .filter(([, { type }]) => type === 'integer' || type === 'number')
    .map(([name]) => name);
  return (query) => {
    validate ??= ajv.compile(schema);
    return readQuery(query, numbers, validate);
  };
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

/** A Problem with one message for every invalid parameter. */
function invalidQuery(violations: readonly ErrorObject[]): Problem {
  const byParameter = new Map<string, ErrorObject>();
  for (const violation of violations) {
    const parameter = parameterOf(violation);
    // An example says more than a length.
    if (!byParameter.has(parameter) || violation.keyword === 'pattern') byParameter.set(parameter, violation);
  }
  const unknown = violations.every(({ keyword }) => keyword === 'additionalProperties');
  const errors = [...byParameter].map(([parameter, violation], index) => ({
    parameter,
    message: index < MOST_MESSAGES ? messageOf(parameter, violation) : 'is not valid',
  }));
  return wrongParameters(errors, unknown ? 'unknown_parameter' : 'invalid_parameter');
}

/** Looking for similar names takes time, and a query may have a thousand parameters. */
const MOST_MESSAGES = 20;

function parameterOf({ keyword, instancePath, params }: ErrorObject): string {
  if (keyword === 'additionalProperties') return String(params.additionalProperty).slice(0, 100);
  if (keyword === 'required') return String(params.missingProperty);
  return instancePath.split('/')[1] ?? '';
}

/** What the schema of a parameter may say. */
interface Bounds {
  [other: string]: unknown;
  type?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  examples?: readonly unknown[];
}

/** `2015, 2015-06 or 2015-06-30` */
const ANY = new Intl.ListFormat('en-GB', { type: 'disjunction' });

type Message = (params: Record<string, unknown>, bounds: Bounds, value: unknown) => string;

/** Messages for people: those of the validator are about patterns and characters. */
const MESSAGES: Record<string, Message> = {
  required: () => 'is required',
  type: (_, bounds) => `must be ${typeOf(bounds)}`,
  pattern: ({ pattern }, { examples = [] }, value) => {
    // A query has a space where an address has a plus.
    const withPlus = String(value).replaceAll(' ', '+');
    const hint = new RegExp(String(pattern)).test(withPlus) ? '; in an address, a + is %2B' : '';
    return `must look like ${ANY.format(examples.map(String))}${hint}`;
  },
  minLength: () => 'is empty',
  maxLength: ({ limit }) => `has more than ${limit} characters`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  minItems: ({ limit }) => `must list at least ${limit}`,
  maxItems: ({ limit }) => `must list at most ${limit}`,
  uniqueItems: () => 'names something twice',
  minProperties: () => 'is empty',
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().join(', ')}`,
};

/** What other APIs call parameters of ours, where the names are not similar. */
const CALLED_ELSEWHERE: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(ELSEWHERE));

function messageOf(parameter: string, violation: ErrorObject): string {
  const { keyword, data, parentSchema } = violation;
  if (keyword === 'additionalProperties') {
    const known = Object.keys(parentSchema?.properties ?? {});
    const near = (CALLED_ELSEWHERE.get(parameter) ?? []).filter((name) => known.includes(name));
    if (near.length === 0) near.push(...similarNames(parameter, known));
    return `is not one of this endpoint${near.length > 0 ? perhaps(near) : '; the API reference lists them'}`;
  }
  return Array.isArray(data) ? 'is given more than once' : violationText(violation);
}

/** What is wrong with a value that its schema refuses, to follow its name: `must be at most 50`. */
export function violationText({ keyword, params, parentSchema, data }: ErrorObject): string {
  return MESSAGES[keyword]?.(params, parentSchema ?? {}, data) ?? 'is not valid';
}

const OTHER_TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  object: 'an object',
  string: 'a text',
};

/** What a value must be: a text; of a number also its range: an integer from 1 to 12, in decimal digits. */
function typeOf({ type = 'number', minimum, exclusiveMinimum, maximum }: Bounds): string {
  const other = OTHER_TYPES[type];
  if (other !== undefined) return other;
  const noun = type === 'integer' ? 'an integer' : `a ${type}`;
  const from = minimum === undefined ? `above ${exclusiveMinimum}, up` : `from ${minimum}`;
  const isBounded = (minimum ?? exclusiveMinimum) !== undefined && maximum !== undefined;
  return `${noun}${isBounded ? ` ${from} to ${maximum}` : ''}, in decimal digits`;
}

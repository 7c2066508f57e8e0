import fc from 'fast-check';
import type { DocumentedParameter } from '../../test/support/api/documented-api.ts';

interface Schema {
  type?: string;
  enum?: readonly string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

/** Longer than any URL may be. */
const OVERSIZED = 5000;
const BROKEN_ENCODINGS = ['%', '%zz', 'a%', '%4', '%FF', '%C0%AF', '%ED%A0%80', '%F5%80%80%80'];

/** Values of one kind for a parameter, as they are sent: percent-encoded. Undefined where the schema allows none of the kind. */
export type Values = (parameter: DocumentedParameter, known: Known) => fc.Arbitrary<string> | undefined;

/** Values that exist on this server, by the name of the parameter. */
export type Known = Readonly<Record<string, readonly string[]>>;

export const valid: Values = ({ name, schema }, known) => {
  const { type, pattern, minimum = 0, maximum = 1e6, exclusiveMinimum }: Schema = schema;
  const words = (schema as Schema).enum ?? known[name];
  if (words !== undefined && words.length > 0) return fc.constantFrom(...words).map(encodeURIComponent);
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum }).map(String);
  if (type === 'number')
    return fc
      .double({ min: exclusiveMinimum ?? minimum, max: maximum, noNaN: true })
      .map((value) => value.toFixed(3));
  return encoded(
    pattern === undefined
      ? fc.string({ minLength: 1, maxLength: 12 })
      : fc.stringMatching(new RegExp(pattern)),
  );
};

export const atTheEdge: Values = ({ schema }) => {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength }: Schema = schema;
  const numbers = [minimum, maximum, exclusiveMinimum].filter((value) => value !== undefined).map(String);
  const texts = [minLength, maxLength]
    .filter((length) => length !== undefined)
    .map((length) => 'a'.repeat(length));
  const all = [...numbers, ...texts];
  return all.length === 0 ? undefined : fc.constantFrom(...all);
};

/** The schema rules them out. */
export const invalid: Values = ({ in: place, schema }) => {
  const {
    type,
    minimum,
    maximum,
    exclusiveMinimum,
    minLength = 0,
    maxLength,
    pattern,
    ...rest
  }: Schema = schema;
  const wrong: string[] = [];
  if (minimum !== undefined) wrong.push(String(minimum - 1));
  if (exclusiveMinimum !== undefined) wrong.push(String(exclusiveMinimum));
  if (maximum !== undefined) wrong.push(String(maximum + 1), '1e999');
  if (type === 'integer') wrong.push('1.5', '1e3.');
  if (type === 'integer' || type === 'number')
    wrong.push('', 'abc', 'NaN', 'Infinity', '0x10', '1,5', '--1', '%201', '1%00', 'null', '[]', '%EF%BC%91');
  if (type === 'boolean') wrong.push('', 'yes', '2', 'TRUE%00');
  if (minLength > 0 && place === 'query') wrong.push('');
  if (maxLength !== undefined && maxLength < OVERSIZED) wrong.push('a'.repeat(maxLength + 1));
  if (pattern !== undefined) wrong.push('%0A', 'a%0Ab', '%F0%9F%8F%99');
  if (rest.enum !== undefined) wrong.push('', 'no-such-word', '__proto__', 'constructor');
  return wrong.length === 0 ? undefined : fc.constantFrom(...wrong);
};

export const oversized: Values = () =>
  fc.constantFrom('a', '%C3%BC', '%20', ',', '0').map((text) => text.repeat(OVERSIZED));

export const brokenEncoding: Values = () => fc.constantFrom(...BROKEN_ENCODINGS);

export const unicode: Values = () =>
  encoded(
    fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
      fc.constantFrom(
        '\u0000',
        '\u202e',
        '\ufeff',
        '\u0301'.repeat(50),
        'ﷺ',
        'İ',
        '１',
        'Ⅳ',
        '👩‍👩‍👧‍👦',
        '../',
        '__proto__',
      ),
    ),
  );

function encoded(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  // A lone surrogate has no UTF-8, and so no encoding.
  return text.map((value) => encodeURIComponent(value.toWellFormed()));
}

import Type, {
  type Static,
  type TArrayOptions,
  type TNumberOptions,
  type TObject,
  type TProperties,
  type TSchema,
  type TStringOptions,
} from 'typebox';

/**
 * Schemas of single fields, each with its description, to be imported as `field`. Options tell clients more than a description
 * does: a format, the pattern of a code, bounds.
 */

/** The value or null. In `/v1`, null means that no source has the value, never zero. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  const { type = 'string', enum: values, ...rest } = schema as Schema & { type?: string; enum?: unknown[] };
  return Type.Unsafe<Static<Schema> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values === undefined ? {} : { enum: [...values, null] }),
  });
}

/** The object or null. @param description instead of its own */
export function objectOrNull<Schema extends TObject>(schema: Schema, description?: string) {
  return Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: ['object', 'null'],
    ...(description !== undefined && { description }),
  });
}

export const text = (description: string, options: TStringOptions = {}, ...examples: string[]) =>
  Type.String({ ...options, description, ...(examples.length === 0 ? {} : { examples }) });
export const textOrNull = (description: string, options?: TStringOptions) =>
  nullable(text(description, options));

export const number = (description: string, options: TNumberOptions = {}) =>
  Type.Number({ ...options, description });
export const numberOrNull = (description: string, options?: TNumberOptions) =>
  nullable(number(description, options));
export const integer = (description: string, options: TNumberOptions = {}) =>
  Type.Integer({ ...options, description });
export const integerOrNull = (description: string, options?: TNumberOptions) =>
  nullable(integer(description, options));

export const flag = (description: string) => Type.Boolean({ description });
export const flagOrNull = (description: string) => nullable(flag(description));

/** One of these texts. Says so, because generators of clients do not look at the values for their type. */
export function oneOf<const Values extends string[]>(
  values: readonly [...Values],
  description: string,
  ...examples: Values[number][]
) {
  return Type.Enum(values, {
    type: 'string',
    description,
    ...(examples.length === 0 ? {} : { examples }),
  });
}
export function oneOfOrNull<const Values extends string[]>(
  values: readonly [...Values],
  description: string,
) {
  return nullable(oneOf(values, description));
}

export function list<Schema extends TSchema>(
  items: Schema,
  description: string,
  options: TArrayOptions = {},
) {
  return Type.Array(items, { ...options, description });
}

/** An object with these fields, and no others. */
export function only<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

/** A nested object without `$id`. */
export function part<Properties extends TProperties>(description: string, properties: Properties) {
  return Type.Object(properties, { description, additionalProperties: false });
}

/** A nested object, or null. */
export function partOrNull<Properties extends TProperties>(description: string, properties: Properties) {
  return nullable(part(description, properties));
}

/** Fields that may be absent. */
export const optional = {
  text: (...given: Parameters<typeof text>) => Type.Optional(text(...given)),
  number: (...given: Parameters<typeof number>) => Type.Optional(number(...given)),
  integer: (...given: Parameters<typeof integer>) => Type.Optional(integer(...given)),
  flag: (description: string) => Type.Optional(flag(description)),
  oneOf: <const Values extends string[]>(
    values: readonly [...Values],
    description: string,
    ...examples: Values[number][]
  ) => Type.Optional(oneOf(values, description, ...examples)),
};

/** The ends of an estimate. */
export const interval = {
  low: number('Lower end of the 80 % interval.'),
  high: number('Upper end of the 80 % interval.'),
};
/** The ends of a difference from the first place. */
export const difference = {
  ...interval,
  significant: flag('Whether the 80 % interval excludes 0. If false, the two places cannot be told apart.'),
};

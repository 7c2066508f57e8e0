import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { GRAINS } from '../release/grain.ts';
import { CITED_LATER, CITED_PROPERTIES } from '../release/source.ts';

/**
 * Schemas that several resources share. A schema with `$id` becomes a component of the OpenAPI document under that name. All
 * other schemas are in the file of their resource.
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

/** @param form tells clients more than a description does: a format, or the pattern of a code */
export const text = (description: string, form: Form = {}) => Type.String({ ...form, description });
export const textOrNull = (description: string, form: Form = {}) => nullable(text(description, form));

type Form = { format: 'uri' | 'date' | 'date-time' } | { pattern: string } | Record<string, never>;

/** Code patterns that several resources use. */
export const CURRENCY_CODE = { pattern: '^[A-Z]{3}$' };
export const SHA256 = { pattern: '^[0-9a-f]{64}$' };
export const UTC_OFFSET = { pattern: '^[+-]\\d{2}:\\d{2}$' };
/** An operator’s own release has a hash behind its version. */
export const RELEASE_VERSION = {
  pattern: '^\\d{4}\\.\\d{1,2}\\.\\d{1,9}(\\+own\\.[0-9a-f]{8})?$',
  maxLength: 32,
};

/** The longest id of a place in a path or a parameter; longer texts name no place. */
export const MAX_ID_LENGTH = 200;

/** A response object with exactly these fields. */
export function resource<Properties extends TProperties>(
  id: string,
  description: string,
  properties: Properties,
) {
  return Type.Object(properties, { $id: id, description, additionalProperties: false });
}

/** A nested object without `$id`. */
export function part<Properties extends TProperties>(description: string, properties: Properties) {
  return Type.Object(properties, { description, additionalProperties: false });
}

/** The form of the id of a metric. */
export const METRIC_ID = '^[a-z][a-z0-9_]*$';

/** An object with a value for each of some metrics, by id. */
export function byMetric<Schema extends TSchema>(schema: Schema, options: { description: string }) {
  return Type.Record(Type.String({ pattern: METRIC_ID }), schema, options);
}

/** An object with a value for each of some of these names. */
export function byName<Schema extends TSchema>(
  names: readonly string[],
  schema: Schema,
  options: { description: string },
) {
  return Type.Record(Type.String({ pattern: `^(${names.join('|')})$` }), schema, options);
}

export const PlaceId = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  description: 'Lower-case slug; never reused for another place.',
});

export const CountryReference = resource('CountryReference', 'Id and name of a country.', {
  id: PlaceId,
  name: Type.String({ description: 'Common name, in English or in the language of `lang`.' }),
  name_language: Type.Optional(
    Type.Literal('en', { description: 'Only if there is no name in the language of `lang`: `en`.' }),
  ),
});

export const CityReference = resource('CityReference', 'Id, name and country of a city.', {
  id: PlaceId,
  name: Type.String({ description: 'Name in GeoNames.' }),
  country: CountryReference,
});

export const GrainSchema = Type.Enum([...GRAINS], {
  description: 'The kind of place that was actually measured.',
});

/** Shares of a weight by kind of place, from 0 to 1. */
export const MEASURED_SHARES = {
  city: Type.Number({ description: 'The city itself.' }),
  metro: Type.Number({ description: 'Its metropolitan area.' }),
  region: Type.Number({ description: 'Its region or county.' }),
  country: Type.Number({ description: 'Its country.' }),
};

export const MethodSchema = Type.Enum(['observed', 'derived', 'estimated'], {
  description:
    'observed: as published; derived: computed from published values, without a model; estimated: computed by a model.',
});

export const SourceIds = Type.Array(Type.String(), { description: 'Ids in `sources`.', minItems: 1 });

/** An exchange rate, or null: its value, its period, and its source. */
export function exchangeRate(of: { value: string; period: string; description: string }) {
  return nullable(
    Type.Object(
      {
        value: Type.Number({ description: of.value }),
        period: text(of.period),
        sources: Type.Array(Type.String(), { description: 'Ids in `sources`.' }),
      },
      { additionalProperties: false, description: of.description },
    ),
  );
}

/** Where a value comes from: the fields next to every figure. */
export const provenance = {
  period: nullable(
    Type.String({
      description:
        'ISO 8601 date, month, year or interval that the value is for; null if the publisher states none.',
    }),
  ),
  grain: GrainSchema,
  place: Type.String({ description: 'Name of the place that was actually measured.' }),
  method: MethodSchema,
  note: nullable(
    Type.String({
      description:
        'What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add.',
    }),
  ),
  sources: SourceIds,
};

export const Figure = resource('Figure', 'A number, with everything that you need to cite it.', {
  value: Type.Number({ description: 'The value, in `unit`.' }),
  unit: Type.String({ description: 'Unit id, as listed in the data dictionary.' }),
  title: Type.String({ description: 'What the number is, in words.' }),
  standard_error: nullable(
    Type.Number({
      description: 'Standard error stated by the publisher, in `unit`; null if none is stated.',
    }),
  ),
  ...provenance,
});

export const Source = resource('Source', 'A data set that the figures of this response cite.', {
  ...CITED_PROPERTIES,
  ...CITED_LATER,
});

export const ReleaseVersion = Type.String({
  ...RELEASE_VERSION,
  description: 'Version of the data release; also in the header `X-Dataset-Release`.',
});
export const Sources = Type.Array(Source, { description: 'Every source that this response cites, once.' });

export const Coverage = resource(
  'Coverage',
  'How local the figures of this response are, and which groups of metrics have none.',
  {
    figures: part('Number of figures by the kind of place that was actually measured.', {
      city: Type.Integer({ description: 'The city itself.' }),
      metro: Type.Integer({ description: 'Its metropolitan area.' }),
      region: Type.Integer({ description: 'Its region or county.' }),
      country: Type.Integer({ description: 'Its country.' }),
    }),
    groups_without_figures: Type.Array(Type.String(), {
      description: 'Groups of metrics for which no source has a figure here: unknown, not zero.',
    }),
  },
);

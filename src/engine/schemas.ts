import Type, { type TProperties, type TSchema } from 'typebox';
import { GRAINS } from '../release/grain.ts';
import { CITED_LATER, CITED_PROPERTIES } from '../release/source.ts';
import * as field from './field.ts';

/**
 * Schemas that several resources share. A schema with `$id` becomes a component of the OpenAPI document under that name. All
 * other schemas are in the file of their resource.
 */

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

/** The form of the id of a metric. */
export const METRIC_ID = '^[a-z][a-z0-9_]*$';

/** An object with a value for each of some metrics, by id. */
export function byMetric<Schema extends TSchema>(schema: Schema, description: string) {
  return Type.Record(Type.String({ pattern: METRIC_ID }), schema, { description });
}

/** An object with a value for each of some of these names. */
export function byName<Schema extends TSchema>(
  names: readonly string[],
  schema: Schema,
  description: string,
) {
  return Type.Record(Type.String({ pattern: `^(${names.join('|')})$` }), schema, { description });
}

export const PlaceId = field.text('Lower-case slug; never reused for another place.', {
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
});

export const CountryReference = resource('CountryReference', 'Id and name of a country.', {
  id: PlaceId,
  name: field.text('Common name, in English or in the language of `lang`.'),
  name_language: Type.Optional(
    Type.Literal('en', { description: 'Only if there is no name in the language of `lang`: `en`.' }),
  ),
});

export const CityReference = resource('CityReference', 'Id, name and country of a city.', {
  id: PlaceId,
  name: field.text('Name in GeoNames.'),
  country: CountryReference,
});

export const GrainSchema = field.oneOf(GRAINS, 'The kind of place that was actually measured.');

/** An object with a value for each kind of place. */
export function byGrain<Schema extends TSchema>(of: (description: string) => Schema) {
  return {
    city: of('The city itself.'),
    metro: of('Its metropolitan area.'),
    region: of('Its region or county.'),
    country: of('Its country.'),
  };
}
/** Shares of a weight by kind of place, from 0 to 1. */
export const MEASURED_SHARES = byGrain(field.number);

export const MethodSchema = field.oneOf(
  ['observed', 'derived', 'estimated'],
  'observed: as published; derived: computed from published values, without a model; estimated: computed by a model.',
);

export const SourceIds = Type.Array(Type.String(), { description: 'Ids in `sources`.', minItems: 1 });

/** An exchange rate, or null. @param units what the rate is: `Units of … for one US dollar.` */
export function exchangeRate(description: string, units: string, period = 'Day that the rate is for.') {
  return field.partOrNull(description, {
    value: field.number(units),
    period: field.text(period),
    sources: field.list(Type.String(), 'Ids in `sources`.'),
  });
}

/** Where a value comes from: the fields next to every figure. */
export const provenance = {
  period: field.textOrNull(
    'ISO 8601 date, month, year or interval that the value is for; null if the publisher states none.',
  ),
  grain: GrainSchema,
  place: field.text('Name of the place that was actually measured.'),
  method: MethodSchema,
  note: field.textOrNull(
    'What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add.',
  ),
  sources: SourceIds,
};

export const Figure = resource('Figure', 'A number, with everything that you need to cite it.', {
  value: field.number('The value, in `unit`.'),
  unit: field.text('Unit id, as listed in the data dictionary.'),
  title: field.text('What the number is, in words.'),
  standard_error: field.numberOrNull(
    'Standard error stated by the publisher, in `unit`; null if none is stated.',
  ),
  ...provenance,
});

export const Source = resource('Source', 'A data set that the figures of this response cite.', {
  ...CITED_PROPERTIES,
  ...CITED_LATER,
});

export const ReleaseVersion = field.text(
  'Version of the data release; also in the header `X-Dataset-Release`.',
  RELEASE_VERSION,
);
export const Sources = field.list(Source, 'Every source that this response cites, once.');

export const Coverage = resource(
  'Coverage',
  'How local the figures of this response are, and which groups of metrics have none.',
  {
    figures: field.part(
      'Number of figures by the kind of place that was actually measured.',
      byGrain(field.integer),
    ),
    groups_without_figures: field.list(
      Type.String(),
      'Groups of metrics for which no source has a figure here: unknown, not zero.',
    ),
  },
);

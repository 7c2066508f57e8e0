import { filled, recordTable, text, word } from '../../building/files/records.ts';

/**
 * Values that we publish for a country instead of the sources' values, each with its reason: the reviewed table
 * data/places/country-overrides.tsv. The parts of a value are separated by `|` (calling codes) or
 * commas (currencies, the first one first).
 */
const OVERRIDE_FIELDS = [
  'id',
  'name',
  /** `short`: CLDR's shorter name, in every language. */
  'name_style',
  'official_name',
  'calling_codes',
  'currencies',
  /** A neighbour that GeoNames lacks or has in error; one row applies to both countries. */
  'border_added',
  'border_removed',
] as const;
type OverrideField = (typeof OVERRIDE_FIELDS)[number];

const COUNTRY_OVERRIDES = recordTable('places/country-overrides', {
  iso2: text,
  field: word(OVERRIDE_FIELDS),
  value: filled,
  reason: filled,
});
export type CountryOverrides = ReturnType<typeof readCountryOverrides>;

export function readCountryOverrides(dataDirectory: string) {
  const rows = COUNTRY_OVERRIDES.read(dataDirectory);
  return {
    rows,
    /** The value that replaces what the sources say; undefined if nothing replaces it. */
    value: (iso2: string, field: OverrideField): string | undefined =>
      rows.find((row) => row.iso2 === iso2 && row.field === field)?.value,
    /** All pairs of countries for `border_added` or `border_removed`. */
    borders: (field: 'border_added' | 'border_removed') =>
      rows.filter((row) => row.field === field).map(({ iso2, value }): [string, string] => [iso2, value]),
  };
}

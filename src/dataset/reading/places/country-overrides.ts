import { SourceFileError } from '../../building/files/source-file-error.ts';
import { placeTable } from '../../building/places/place-table.ts';

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
export type OverrideField = (typeof OVERRIDE_FIELDS)[number];

export interface CountryOverride {
  iso2: string;
  field: OverrideField;
  value: string;
  reason: string;
}

const COUNTRY_OVERRIDES = placeTable('country-overrides', ['iso2', 'field', 'value', 'reason']);

export class CountryOverrides {
  readonly rows: readonly CountryOverride[];

  constructor(rows: readonly CountryOverride[]) {
    this.rows = rows;
  }

  /** The value that replaces what the sources say; undefined if nothing replaces it. */
  value(iso2: string, field: OverrideField): string | undefined {
    return this.rows.find((row) => row.iso2 === iso2 && row.field === field)?.value;
  }

  /** All pairs of countries for `border_added` or `border_removed`. */
  borders(field: 'border_added' | 'border_removed'): [string, string][] {
    return this.rows.filter((row) => row.field === field).map(({ iso2, value }) => [iso2, value]);
  }
}

export function readCountryOverrides(dataDirectory: string): CountryOverrides {
  const file = COUNTRY_OVERRIDES.path(dataDirectory);
  const rows = COUNTRY_OVERRIDES.read(dataDirectory).map(({ line, iso2, field, value, reason }) => {
    const known = OVERRIDE_FIELDS.find((name) => name === field);
    if (known === undefined) throw new SourceFileError(file, line, 'field', `no such field: ${field}`);
    if (value === '') throw new SourceFileError(file, line, 'value', 'the cell is empty');
    if (reason === '') throw new SourceFileError(file, line, 'reason', 'an override without a reason');
    return { iso2, field: known, value, reason };
  });
  return new CountryOverrides(rows);
}

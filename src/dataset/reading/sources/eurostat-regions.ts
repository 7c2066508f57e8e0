import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey, nutsAreaId, readAreaIds } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { SourceReader } from './reader.ts';

const PHYSICIANS_SOURCE = 'eurostat-physicians-2024-01';
const PRODUCT_SOURCE = 'ardeco-2025-01';

const PHYSICIANS_FILE = 'estat_hlth_rs_physreg.tsv.gz';
const PRODUCT_FILE = 'ARDECO-SUVGDP.2021.table.csv.gz';

/** Later years are the publisher's own estimates. */
const LAST_OBSERVED_YEAR = '2021';
/** The publisher's columns of years; older ones are not used. */
const PHYSICIAN_YEARS = ['2022', '2021', '2020', '2019'];

/** Eurostat's own letters of countries, where they are not those of ISO 3166-1. */
export const EUROSTAT_LETTERS: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' };

/**
 * Europe: practising physicians of countries and regions (Eurostat, NUTS 2), and gross domestic product per person of regions
 * (ARDECO, NUTS 3).
 */
export const eurostatRegions: SourceReader = {
  id: 'eurostat-regions',
  folder: 'eurostat-regional-gdp-physicians',
  sources: [PHYSICIANS_SOURCE, PRODUCT_SOURCE],
  read(directory, gazetteer) {
    const ours = readAreaIds(gazetteer.dataDirectory);
    return {
      facts: [...physicians(directory, gazetteer, ours), ...products(directory, ours)],
      matches: [],
    };
  },
};

function physicians(directory: string, gazetteer: Gazetteer, ours: ReadonlySet<string>): Fact[] {
  const { header, rows } = readPublishedTable(join(directory, PHYSICIANS_FILE), {
    columns: ['unit', 'geo', ...PHYSICIAN_YEARS],
  });
  return rows
    .filter((row) => row.required('unit') === 'P_HTHAB')
    .flatMap((row): Fact[] => {
      const region = row.matching('geo', /^[A-Z]{2}[0-9A-Z]{0,3}$/, 'a NUTS code');
      const place = placeOf(region, gazetteer, ours);
      const period = PHYSICIAN_YEARS.filter((year) => header.includes(year)).find(
        (year) => publishedValue(row, year) !== null,
      );
      const value = period === undefined ? null : publishedValue(row, period);
      if (place === undefined || period === undefined || value === null) return [];
      return [
        {
          place,
          metric: 'practising_physicians',
          period,
          grain: place.startsWith('country/') ? 'country' : 'region',
          value,
          unit: 'per_100000_inhabitants',
          source: PHYSICIANS_SOURCE,
          note: '',
        },
      ];
    });
}

/** A country, or a region of level 2 that is ours. */
function placeOf(region: string, gazetteer: Gazetteer, ours: ReadonlySet<string>): string | undefined {
  if (region.length === 2) return gazetteer.countryByCode(EUROSTAT_LETTERS[region] ?? region)?.key;
  const id = nutsAreaId(region);
  return region.length === 4 && ours.has(id) ? areaKey(id) : undefined;
}

/** `221.25b`: a number, with letters for a break, an estimate or another definition; `:` where there is none. */
export function publishedValue(row: PublishedRow, year: string): number | null {
  const text = row.required(year);
  if (/^:/.test(text)) return null;
  const [, digits] = /^(\d+(?:\.\d+)?) ?[a-z]*$/.exec(text) ?? [];
  if (digits === undefined) throw row.fault(year, `neither a number nor missing: ${text}`);
  return Number(digits);
}

function products(directory: string, ours: ReadonlySet<string>): Fact[] {
  const { rows } = readPublishedTable(join(directory, PRODUCT_FILE), {
    columns: ['TERRITORY_ID', 'LEVEL_ID', 'UNIT', LAST_OBSERVED_YEAR],
  });
  return rows
    .filter((row) => row.required('UNIT') === 'PPS' && row.required('LEVEL_ID') === '3')
    .flatMap((row): Fact[] => {
      const id = nutsAreaId(row.required('TERRITORY_ID'));
      const value = row.number(LAST_OBSERVED_YEAR);
      if (!ours.has(id) || value === null) return [];
      return [
        {
          place: areaKey(id),
          metric: 'regional_product_per_person',
          period: LAST_OBSERVED_YEAR,
          grain: 'region',
          value,
          unit: 'purchasing_power_standards_per_person',
          source: PRODUCT_SOURCE,
          note: '',
        },
      ];
    });
}

import { join } from 'node:path';
import type { Grain } from '../../../release/grain.ts';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey, readAreaIds } from '../../building/places/areas.ts';
import { citeEdition } from './citations.ts';
import type { SourceReader } from './reader.ts';
import { seasonNote } from './us-government-posts.ts';

export const PER_DIEM_FILE = 'conus_fy2026.csv';
const LOCATION = 'COUNTY/LOCATION DEFINED';
/** The federal fiscal year begins in October of the year before. */
const FIRST_MONTH = 10;

/**
 * Federal per diem rates of GSA for the contiguous United States: one line per destination and season, and a
 * first line with the standard rate, which holds wherever no destination does. A destination is one or more
 * whole counties, named after the towns for which people travel there.
 */
export const usGsaPerDiem: SourceReader = {
  id: 'us-gsa-per-diem',
  folder: 'us-federal-per-diem',
  read(directory, gazetteer) {
    const ours = readAreaIds(gazetteer.dataDirectory);
    const { fiscalYear, standard, destinations } = readPerDiem(directory);
    const source = `us-gsa-per-diem-fy${fiscalYear}`;
    const period = `${firstDayOf(fiscalYear)}/${lastDayOf(fiscalYear)}`;
    const factsOf = (id: string, grain: Grain, rates: Rates): Fact[] => {
      if (!ours.has(id)) return [];
      const common = { place: areaKey(id), grain, unit: 'USD', source };
      return [
        { ...common, metric: 'meals_per_diem', period, value: rates.meals, note: '' },
        ...rates.lodging.map((season) => ({
          ...common,
          metric: 'lodging_per_diem',
          period: `${season.firstDay}/${season.lastDay}`,
          value: season.rate,
          note: rates.lodging.length === 1 ? '' : seasonNote(season.firstDay, season.lastDay),
        })),
      ];
    };
    return {
      sources: [
        citeEdition(gazetteer.dataDirectory, 'us-gsa-per-diem', {
          id: source,
          title: `Per diem rates for the contiguous United States, fiscal year ${fiscalYear}`,
          attribution: `U.S. General Services Administration: Per Diem Rates FY${fiscalYear}`,
          vintage: `FY${fiscalYear}, effective ${firstDayOf(fiscalYear)}`,
        }),
      ],
      facts: [
        ...factsOf(STANDARD_RATE_ID, 'country', standard),
        ...destinations.flatMap((destination) =>
          factsOf(destinationId(destination.code), 'region', destination),
        ),
      ],
      matches: [],
    };
  },
};

/** The area of the standard rate: the contiguous states without the destinations. */
export const STANDARD_RATE_ID = 'us-per-diem-standard';

export function destinationId(code: string): string {
  return `us-per-diem-${code}`;
}

interface Rates {
  /** USD per night, without tax, by season; one season when the rate holds all year. */
  lodging: { firstDay: string; lastDay: string; rate: number }[];
  /** USD per day for meals and incidentals, the same in all seasons. */
  meals: number;
}

export interface Destination extends Rates {
  /** The publisher's number of the destination. */
  code: string;
  /** Postal letters. */
  state: string;
  name: string;
  /** The counties, as the publisher writes them: `Bronx / Kings / New York / Queens / Richmond`. */
  location: string;
}

export function readPerDiem(directory: string) {
  const { rows } = readPublishedTable(join(directory, PER_DIEM_FILE), {
    columns: [
      ...['ID', 'STATE', 'DESTINATION', LOCATION, 'SEASON BEGIN', 'SEASON END'],
      ...['Lodging Rate', 'M&IE', 'Effective Date'],
    ],
  });
  const [first, ...others] = rows as [PublishedRow, ...PublishedRow[]];
  if (first.text('ID') !== '') throw first.fault('ID', 'the first line is not the standard rate');
  const fiscalYear = fiscalYearFrom(first);
  const destinations = new Map<string, Destination>();
  for (const row of others) {
    if (fiscalYearFrom(row) !== fiscalYear) throw row.fault('Effective Date', 'another fiscal year');
    const destination: Destination = {
      code: row.required('ID'),
      state: row.required('STATE'),
      name: row.required('DESTINATION'),
      location: row.required(LOCATION),
      ...ratesOf(row, fiscalYear),
    };
    const known = destinations.get(destination.code);
    if (known === undefined) {
      destinations.set(destination.code, destination);
      continue;
    }
    if (known.location !== destination.location)
      throw row.fault(LOCATION, 'not that of the earlier seasons of the destination');
    if (known.meals !== destination.meals)
      throw row.fault('M&IE', 'varies with the season, which it never did');
    known.lodging.push(...destination.lodging);
  }
  return { fiscalYear, standard: ratesOf(first, fiscalYear), destinations: [...destinations.values()] };
}

function ratesOf(row: PublishedRow, fiscalYear: number): Rates {
  const isAllYear = row.text('SEASON BEGIN') === '' && row.text('SEASON END') === '';
  const firstDay = isAllYear ? firstDayOf(fiscalYear) : dayIn(fiscalYear, row, 'SEASON BEGIN');
  const lastDay = isAllYear ? lastDayOf(fiscalYear) : dayIn(fiscalYear, row, 'SEASON END');
  if (lastDay < firstDay)
    throw row.fault('SEASON END', `${lastDay} is before the season begins, ${firstDay}`);
  return {
    lodging: [{ firstDay, lastDay, rate: amount(row, 'Lodging Rate') }],
    meals: amount(row, 'M&IE'),
  };
}

/** `October 1` of the fiscal year 2026 → `2025-10-01` */
function dayIn(fiscalYear: number, row: PublishedRow, column: string): string {
  const text = row.matching(column, /^[A-Z][a-z]+ \d{1,2}$/, 'a month and day');
  const date = new Date(`${text}, ${fiscalYear} UTC`);
  if (Number.isNaN(date.getTime())) throw row.fault(column, `not a month and day: ${text}`);
  const isBefore = date.getUTCMonth() + 1 >= FIRST_MONTH;
  return `${isBefore ? fiscalYear - 1 : fiscalYear}${date.toISOString().slice('yyyy'.length, 'yyyy-mm-dd'.length)}`;
}

function fiscalYearFrom(row: PublishedRow): number {
  const [, year] = /^October 1, (\d{4})$/.exec(row.required('Effective Date')) ?? [];
  if (year === undefined) throw row.fault('Effective Date', 'not the first day of a fiscal year');
  return Number(year) + 1;
}

function firstDayOf(fiscalYear: number): string {
  return `${fiscalYear - 1}-10-01`;
}

function lastDayOf(fiscalYear: number): string {
  return `${fiscalYear}-09-30`;
}

function amount(row: PublishedRow, column: string): number {
  const value = row.requiredNumber(column);
  if (value <= 0) throw row.fault(column, `${value} is no rate`);
  return value;
}

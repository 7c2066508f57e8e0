import { join } from 'node:path';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey, readAreaIds } from '../../building/places/areas.ts';
import { byCode } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';
import { seasonNote } from './us-government-posts.ts';

/** Federal per diem rates of GSA: a destination is one or more whole counties, named after the towns for which people travel there. */
export const PER_DIEM_FOLDER = 'us-federal-per-diem';
export const PER_DIEM_FILE = 'conus_fy2026.csv';
const LOCATION = 'COUNTY/LOCATION DEFINED';
/** The federal fiscal year begins in October of the year before. */
const FIRST_MONTH = 10;

/** A first line has the standard rate, which holds wherever no destination does. */
export const usGsaPerDiem: TableRules = {
  rows(rows) {
    const [first] = rows;
    if (first?.text('ID') !== '') throw first?.fault('ID', 'the first line is not the standard rate');
    const year = fiscalYearOf(rows);
    return [...byDestination(rows).values()].flatMap((seasons) =>
      seasons.map((row) => {
        const [firstDay, lastDay] = seasonOf(row, year);
        return row.with({
          '(year)': daysOf(year).join('/'),
          '(season)': `${firstDay}/${lastDay}`,
          '(note)': seasons.length === 1 ? '' : seasonNote(firstDay, lastDay),
        });
      }),
    );
  },
  places(_, { dataDirectory }) {
    const ours = readAreaIds(dataDirectory);
    return (row) => {
      const code = row.text('ID');
      const id = code === '' ? STANDARD_RATE_ID : destinationId(code);
      return ours.has(id) ? byCode(areaKey(id), code === '' ? 'country' : 'region') : [];
    };
  },
  edition(rows) {
    const year = fiscalYearOf(rows);
    return {
      id: `us-gsa-per-diem-fy${year}`,
      title: `Per diem rates for the contiguous United States, fiscal year ${year}`,
      attribution: `U.S. General Services Administration: Per Diem Rates FY${year}`,
      vintage: `FY${year}, effective ${daysOf(year)[0]}`,
    };
  },
};

/** The area of the standard rate: the contiguous states without the destinations. */
export const STANDARD_RATE_ID = 'us-per-diem-standard';

export function destinationId(code: string): string {
  return `us-per-diem-${code}`;
}

export type Destination = ReturnType<typeof readDestinations>[number];

export function readDestinations(directory: string) {
  const { rows } = readPublishedTable(join(directory, PER_DIEM_FILE));
  const destinations = [...byDestination(rows.filter((row) => row.text('ID') !== '')).values()];
  return destinations.flatMap(([row]) =>
    row === undefined
      ? []
      : {
          /** The publisher's number of the destination. */
          code: row.required('ID'),
          /** Postal letters. */
          state: row.required('STATE'),
          name: row.required('DESTINATION'),
          /** The counties, as the publisher writes them: `Bronx / Kings / New York / Queens / Richmond`. */
          location: row.required(LOCATION),
        },
  );
}

/** The seasons of each destination, by its number. */
function byDestination(rows: readonly PublishedRow[]): Map<string, PublishedRow[]> {
  const destinations = Map.groupBy(rows, (row) => row.text('ID'));
  for (const [first, ...others] of destinations.values())
    for (const row of others) {
      if (row.text(LOCATION) !== first?.text(LOCATION))
        throw row.fault(LOCATION, 'not that of the earlier seasons of the destination');
      if (row.text('M&IE') !== first.text('M&IE'))
        throw row.fault('M&IE', 'varies with the season, which it never did');
    }
  return destinations;
}

/** ISO 8601. Without a season, a rate holds all year. */
function seasonOf(row: PublishedRow, fiscalYear: number): [firstDay: string, lastDay: string] {
  const isAllYear = row.text('SEASON BEGIN') === '' && row.text('SEASON END') === '';
  if (isAllYear) return daysOf(fiscalYear);
  const [firstDay, lastDay] = [dayIn(fiscalYear, row, 'SEASON BEGIN'), dayIn(fiscalYear, row, 'SEASON END')];
  if (lastDay < firstDay)
    throw row.fault('SEASON END', `${lastDay} is before the season begins, ${firstDay}`);
  return [firstDay, lastDay];
}

/** `October 1` of the fiscal year 2026 → `2025-10-01` */
function dayIn(fiscalYear: number, row: PublishedRow, column: string): string {
  const text = row.matching(column, /^[A-Z][a-z]+ \d{1,2}$/, 'a month and day');
  const date = new Date(`${text}, ${fiscalYear} UTC`);
  if (Number.isNaN(date.getTime())) throw row.fault(column, `not a month and day: ${text}`);
  const isBefore = date.getUTCMonth() + 1 >= FIRST_MONTH;
  return `${isBefore ? fiscalYear - 1 : fiscalYear}${date.toISOString().slice('yyyy'.length, 'yyyy-mm-dd'.length)}`;
}

/** All rates hold from the same first day of a fiscal year, `October 1, 2025`. */
function fiscalYearOf(rows: readonly PublishedRow[]): number {
  const date = rows[0]?.text('Effective Date') ?? '';
  const other = rows.find((row) => row.text('Effective Date') !== date);
  if (other !== undefined) throw other.fault('Effective Date', 'another fiscal year');
  return Number(date.slice(-'yyyy'.length)) + 1;
}

/** The first and the last day of a fiscal year. */
function daysOf(fiscalYear: number): [firstDay: string, lastDay: string] {
  return [`${fiscalYear - 1}-10-01`, `${fiscalYear}-09-30`];
}

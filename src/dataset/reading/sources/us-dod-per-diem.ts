import type { PublishedRow } from '../../building/files/published-file.ts';
import { type Figure, figuresIn, tableReader } from './table-reader.ts';
import { governmentPosts, seasonNote } from './us-government-posts.ts';

/** Only this publisher states meals and incidentals separately. */
const RATES = figuresIn('USD', {
  Lodging: 'lodging_per_diem',
  'Local Meal Rate': 'meals_per_diem_without_incidentals',
  'Local Incidental': 'incidentals_per_diem',
});

/**
 * Per diem rates of the US Department of Defense for Alaska, Hawaii and the territories, in US dollars: one line
 * per place and season. Most of the names are military installations, which are none of our places.
 */
export const usDodPerDiem = tableReader({
  id: 'us-dod-per-diem',
  folder: 'us-federal-per-diem',
  sources: ['us-dod-per-diem-2026-04'],
  file: 'oconus_2026-04.csv',
  columns: [
    'State/Country',
    'Location',
    'Season Begin',
    'Season End',
    ...RATES.map(({ column }) => column),
    'Maximum Per Diem',
    'Effective Date',
  ],
  places: governmentPosts({
    country: 'State/Country',
    post: 'Location',
    rest: '[OTHER]',
    regions: new Map([
      ['ALASKA', 'AK'],
      ['HAWAII', 'HI'],
    ]),
  }),
  period: (row) => dateIn(row, 'Effective Date'),
  figures: ratesOf,
});

function ratesOf(row: PublishedRow): Figure[] {
  const sum = RATES.reduce((total, { column }) => total + row.requiredNumber(column), 0);
  if (sum !== row.requiredNumber('Maximum Per Diem'))
    throw row.fault('Maximum Per Diem', 'not the sum of lodging, meals and incidentals');
  const note = seasonNote(dateIn(row, 'Season Begin'), dateIn(row, 'Season End'));
  return RATES.map((rate) => ({ ...rate, note }));
}

/** ISO 8601, from the publisher's month/day/year. */
function dateIn(row: PublishedRow, column: string): string {
  const text = row.required(column);
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  if (month === undefined || day === undefined || year === undefined)
    throw row.fault(column, `not a date: ${JSON.stringify(text)}`);
  return `${year}-${month}-${day}`;
}

import type { PublishedRow } from '../../building/files/published-file.ts';
import type { TableRules } from './table-reader.ts';
import { governmentPosts, seasonNote } from './us-government-posts.ts';

export const usDodPerDiem: TableRules = {
  columns: ['Season Begin', 'Season End', 'Maximum Per Diem', 'Effective Date'],
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
  figures(row, listed) {
    const sum = listed.reduce((total, { column }) => total + row.requiredNumber(column), 0);
    if (sum !== row.requiredNumber('Maximum Per Diem'))
      throw row.fault('Maximum Per Diem', 'not the sum of lodging, meals and incidentals');
    const note = seasonNote(dateIn(row, 'Season Begin'), dateIn(row, 'Season End'));
    return listed.map((figure) => ({ ...figure, note }));
  },
};

/** ISO 8601, from the publisher's month/day/year. */
function dateIn(row: PublishedRow, column: string): string {
  const text = row.required(column);
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  if (month === undefined || day === undefined || year === undefined)
    throw row.fault(column, `not a date: ${JSON.stringify(text)}`);
  return `${year}-${month}-${day}`;
}

import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import type { SourceReader } from './reader.ts';
import { Posts } from './us-government-posts.ts';
import { rateNote } from './us-per-diem-note.ts';

const ID = 'us-dod-per-diem';
const SOURCE = 'us-dod-per-diem-2026-04';

/** The month of the edition, as in the file's name. */
const EDITION = '2026-04';

/** The file's column → our metric. Only this publisher states meals and incidentals separately. */
const FIGURES: ReadonlyMap<string, string> = new Map([
  ['Lodging', 'lodging_per_diem'],
  ['Local Meal Rate', 'meals_per_diem_without_incidentals'],
  ['Local Incidental', 'incidentals_per_diem'],
]);

/**
 * Per diem rates of the US Department of Defense for Alaska, Hawaii and the territories, in US dollars: one line
 * per place and season. Most of the names are military installations, which are none of our places.
 */
export const usDodPerDiem: SourceReader = {
  id: ID,
  folder: 'us-federal-per-diem',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, `oconus_${EDITION}.csv`), {
      columns: [
        'State/Country',
        'Location',
        'Season Begin',
        'Season End',
        ...FIGURES.keys(),
        'Maximum Per Diem',
        'Effective Date',
      ],
    });
    const posts = new Posts(
      ID,
      gazetteer,
      {
        country: 'State/Country',
        post: 'Location',
        rest: '[OTHER]',
        regions: new Map([
          ['ALASKA', 'AK'],
          ['HAWAII', 'HI'],
        ]),
      },
      rows,
    );
    const facts: Fact[] = [];
    for (const row of rows) {
      const { place, grain, note: part } = posts.postOf(row);
      const rates = [...FIGURES].map(([column, metric]) => ({ metric, value: row.requiredNumber(column) }));
      const sum = rates.reduce((total, { value }) => total + value, 0);
      if (sum !== row.requiredNumber('Maximum Per Diem'))
        throw row.fault('Maximum Per Diem', 'not the sum of lodging, meals and incidentals');
      const period = dateIn(row, 'Effective Date');
      const note = rateNote(part, dateIn(row, 'Season Begin'), dateIn(row, 'Season End'));
      if (place === '') continue;
      for (const { metric, value } of rates)
        facts.push({ place, metric, period, grain, value, unit: 'USD', source: SOURCE, note });
    }
    return { facts, matches: posts.matches() };
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

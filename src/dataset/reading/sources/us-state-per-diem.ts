import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import type { SourceReader } from './reader.ts';
import { Posts } from './us-government-posts.ts';
import { rateNote } from './us-per-diem-note.ts';

const ID = 'us-state-per-diem';
const SOURCE = 'us-state-per-diem-2026-04';

/** The month of the edition, as in the file's name. */
const EDITION = '2026-04';

/**
 * Per diem rates of the US Department of State for official travel abroad, in US dollars: one line per place and
 * season. The rate of a place holds since its own effective date, which may be decades back: that is the
 * period. Lodging of 0 means that travellers are housed, and mostly fed, by the government (war zones,
 * Antarctica): such a row prices nothing and is left out.
 */
export const usStatePerDiem: SourceReader = {
  id: ID,
  folder: 'us-federal-per-diem',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, `foreign_${EDITION}.csv`), {
      columns: [
        'Country',
        'Location',
        'Season Start Date',
        'Season End Date',
        'Lodging',
        'Meals & Incidentals',
        'Per Diem',
        'Effective Date',
      ],
    });
    const posts = new Posts(ID, gazetteer, { country: 'Country', post: 'Location', rest: '[Other]' }, rows);
    const facts: Fact[] = [];
    for (const row of rows) {
      const { place, grain, note: part } = posts.postOf(row);
      const lodging = row.requiredNumber('Lodging');
      const meals = row.requiredNumber('Meals & Incidentals');
      if (lodging + meals !== row.requiredNumber('Per Diem'))
        throw row.fault('Per Diem', 'not the sum of lodging and meals');
      const period = row.date('Effective Date');
      const note = rateNote(part, row.date('Season Start Date'), row.date('Season End Date'));
      if (place === '' || lodging === 0) continue;
      const figure = { place, period, grain, unit: 'USD', source: SOURCE, note };
      facts.push({ ...figure, metric: 'lodging_per_diem', value: lodging });
      facts.push({ ...figure, metric: 'meals_per_diem', value: meals });
    }
    return { facts, matches: posts.matches() };
  },
};

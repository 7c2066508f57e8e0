import type { PublishedRow } from '../../building/files/published-file.ts';
import { type Figure, tableReader } from './table-reader.ts';
import { governmentPosts, seasonNote } from './us-government-posts.ts';

/**
 * Per diem rates of the US Department of State for official travel abroad, in US dollars: one line per place and
 * season. The rate of a place holds since its own effective date, which may be decades back: that is the
 * period. Lodging of 0 means that travellers are housed, and mostly fed, by the government (war zones,
 * Antarctica): such a row prices nothing and is left out.
 */
export const usStatePerDiem = tableReader({
  id: 'us-state-per-diem',
  folder: 'us-federal-per-diem',
  sources: ['us-state-per-diem-2026-04'],
  file: 'foreign_2026-04.csv',
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
  places: governmentPosts({ country: 'Country', post: 'Location', rest: '[Other]' }),
  period: (row) => row.date('Effective Date'),
  figures: ratesOf,
});

function ratesOf(row: PublishedRow): Figure[] {
  const lodging = row.requiredNumber('Lodging');
  if (lodging + row.requiredNumber('Meals & Incidentals') !== row.requiredNumber('Per Diem'))
    throw row.fault('Per Diem', 'not the sum of lodging and meals');
  const note = seasonNote(row.date('Season Start Date'), row.date('Season End Date'));
  if (lodging === 0) return [];
  return [
    { column: 'Lodging', metric: 'lodging_per_diem', unit: 'USD', note },
    { column: 'Meals & Incidentals', metric: 'meals_per_diem', unit: 'USD', note },
  ];
}

import type { TableRules } from './table-reader.ts';
import { governmentPosts, seasonNote } from './us-government-posts.ts';

export const usStatePerDiem: TableRules = {
  columns: ['Season Start Date', 'Season End Date', 'Per Diem', 'Effective Date'],
  places: governmentPosts({ country: 'Country', post: 'Location', rest: '[Other]' }),
  period: (row) => row.date('Effective Date'),
  figures(row, listed) {
    const lodging = row.requiredNumber('Lodging');
    if (lodging + row.requiredNumber('Meals & Incidentals') !== row.requiredNumber('Per Diem'))
      throw row.fault('Per Diem', 'not the sum of lodging and meals');
    const note = seasonNote(row.date('Season Start Date'), row.date('Season End Date'));
    return lodging === 0 ? [] : listed.map((figure) => ({ ...figure, note }));
  },
};

import { join } from 'node:path';
import { median } from 'simple-statistics';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import type { TableRules } from './table-reader.ts';

const RENT = 'median_rent_sgd_month';
const CITY = 'city/singapore';

export const singaporeHdbRents: TableRules = {
  further(directory) {
    const { rows } = readPublishedTable(join(directory, 'median_rents_4room_2026q2.csv'), {
      columns: [RENT],
    });
    const city: Fact = {
      place: CITY,
      metric: 'derived_city_rent',
      period: '2026-04-01/2026-06-30',
      grain: 'city',
      value: median(rows.map((row) => row.requiredNumber(RENT))),
      unit: 'SGD',
      source: 'hdb-rents-2026-q2',
      note: 'whole public flats of four rooms, about 90 m², let by their owners; median of the towns’ medians',
    };
    return {
      facts: [city],
      matches: [{ published: 'all towns', place: CITY, how: 'the city is the country' }],
    };
  },
};

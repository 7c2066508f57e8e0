import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { RegionMatches } from '../places/match-regions.ts';
import type { SourceReader } from './reader.ts';

const ID = 'rosstat-fixed-basket';
const SOURCE = 'rosstat-fixed-basket-2025-12';
const YEAR = '2025';
/** Regions, and the parts of the two that contain autonomous districts; the country and its federal districts are left out. */
const LEVELS = ['2', '3'];

/** The cost of one basket of goods and services in each region of Russia in December, by Rosstat. Only the last year is kept. */
export const rosstatFixedBasket: SourceReader = {
  id: ID,
  folder: 'rosstat-fixed-basket-2025',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'fixed_basket_december_long.csv'), {
      columns: ['name_as_published', 'level', 'year', 'rubles_december'],
    });
    const regions = new RegionMatches(gazetteer.dataDirectory, ID);
    const facts = rows
      .filter((row) => row.year('year') === YEAR && LEVELS.includes(row.required('level')))
      .flatMap((row) =>
        regions.of(row.required('name_as_published')).map(
          (place): Fact => ({
            place,
            metric: 'fixed_basket_cost',
            period: `${YEAR}-12`,
            grain: 'region',
            value: row.requiredNumber('rubles_december'),
            unit: 'RUB',
            source: SOURCE,
            note: '',
          }),
        ),
      );
    return { facts, matches: regions.matches() };
  },
};

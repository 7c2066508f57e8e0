import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { RegionMatches } from '../places/match-regions.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const ID = 'rosstat-fixed-basket';
const SOURCE = 'rosstat-fixed-basket-2025-12';
const YEAR = '2025';
/** Regions, and the parts of the two that contain autonomous districts; the country and its federal districts are left out. */
const LEVELS = ['2', '3'];

/** The cost of one basket of goods and services in each region of Russia in December, by Rosstat. Only the last year is kept. */
export const rosstatFixedBasket: SourceReader = {
  id: ID,
  folder: 'rosstat-fixed-basket-2025',
  read(directory: string, gazetteer: Gazetteer): SourceReading {
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
    return {
      sources: [
        {
          id: SOURCE,
          publisher: 'Federal State Statistics Service (Rosstat)',
          title: 'Cost of the fixed basket of consumer goods and services, December 2025 (EMISS)',
          url: 'https://www.fedstat.ru/indicator/31052',
          licence: 'Rosstat open data (attribution) (our understanding, not confirmed by the publisher)',
          licence_url: null,
          attribution: 'Rosstat (Federal State Statistics Service)',
          vintage: '2026-01-20',
        },
      ],
      facts,
      matches: regions.matches(),
    };
  },
};

import type { Static } from 'typebox';
import { MEASURES } from '../../release/measures.ts';
import { isCity, type Place } from '../catalogue/place.ts';
import { BANDS } from '../catalogue/rank-pool.ts';
import { LEAST_PEOPLE, ranksOf } from '../catalogue/ranks.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';

export const Ranking = field.partOrNull(
  `Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least ${LEAST_PEOPLE.toLocaleString('en')} people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places.`,
  {
    among: field.oneOf(
      ['cities', 'regions', 'countries'],
      '`cities` for a city and `countries` for a country; no longer `regions`.',
    ),
    place: field.text('Name of the city or country with this rank.'),
    rank: field.integer(
      '1 for the best score or the highest price level; equal figures share a rank. Read it with `first` and `last`.',
    ),
    of: field.integer('Number of ranked places.'),
    percentile: field.number(
      'Percentage of these places that are lower; a place with the same figure counts half.',
    ),
    first: field.integer('The best rank that is possible: every place before it is surely higher.'),
    last: field.integer(
      'The worst rank that is possible. The place cannot be told apart from `last` - `first` others, because their 80 % intervals overlap.',
    ),
    band: field.oneOfOrNull(
      BANDS,
      'The part of the ranking that both `first` and `last` are in; null if they are too far apart for any. For price levels, top is expensive.',
    ),
  },
);
export type Ranking = Static<typeof Ranking>;

/** @param name a measure; anything else, such as a group without scores, has no ranks */
export function rankingOf(release: Release, place: Place, name: string): Ranking {
  const measure = MEASURES.find((id) => id === name);
  if (measure === undefined) return null;
  const rank = ranksOf(release).of(measure, place);
  return rank && { among: isCity(place) ? 'cities' : 'countries', place: place.name, ...rank };
}

import type { DatabaseSync } from 'node:sqlite';
import { isKnown } from '../../../release/cost-estimates.ts';
import {
  type CostBasisRow,
  type CostRow,
  toCityCost,
  toCostBases,
  toCountryCost,
} from '../../../release/cost-records.ts';
import { type PlaceCost, pastIndexes } from '../../../release/past-index.ts';
import { BASE_CITY } from '../estimates/cost-inputs.ts';
import { number, type PackageTable, text } from './package-fields.ts';

type Row = (string | number)[];

/** The index of each city and country through the years, as the histories of the API have it. */
export const HISTORY_TABLE: PackageTable = {
  name: 'cost-history',
  title:
    'Price level of cities and countries in each year since 2015, as in the API: New York is 100 in each',
  rows: historyRows,
  fields: [
    text('place_kind', 'city or country.'),
    text('place_id', 'Id of the city or country.'),
    text('period', 'ISO 8601 year; the last row of a place is the day of its index of today.'),
    number('cost_overall', 'Price level of all categories together, by their weights; New York is 100.'),
    number('cost_overall_low', 'Lower end of its 80 % interval.'),
    number('cost_overall_high', 'Upper end of its 80 % interval.'),
    text('note', 'What the level of the year is based on.'),
  ],
  primaryKey: ['place_kind', 'place_id', 'period'],
};

function* historyRows(database: DatabaseSync): Generator<Row> {
  const bases = toCostBases(
    database.prepare('SELECT * FROM cost_basis').iterate() as unknown as Iterable<CostBasisRow>,
  );
  const countries = new Map<string, PlaceCost>();
  // Countries before cities: 'country/' comes after 'city/'.
  const places = database.prepare(`
    SELECT cost.*, coalesce('country/' || city.country, place) AS country
    FROM cost LEFT JOIN city ON city.id = substr(place, ${'city/'.length + 1}) ORDER BY place DESC`);
  const costs = (): Iterable<CostRow & { country: string }> => places.iterate() as never;
  const costOf = ({ country, ...row }: CostRow & { country: string }): PlaceCost | undefined => {
    if (row.place === country) {
      const national = toCountryCost(row, bases);
      if (isKnown(national)) countries.set(country, { place: country, country, cost: national, national });
      return countries.get(country);
    }
    const [cost, of] = [toCityCost(country, row, bases), countries.get(country)];
    return isKnown(cost) && of !== undefined
      ? { place: row.place, country, cost, national: of.national }
      : undefined;
  };
  const base = Iterator.from(costs())
    .filter(({ place, country }) => place === country || place === BASE_CITY)
    .map(costOf)
    .find((cost) => cost?.place === BASE_CITY);
  if (base === undefined) return;
  for (const row of costs()) {
    const today = costOf(row);
    if (today === undefined) continue;
    const [kind = '', id = ''] = row.place.split('/');
    for (const { period, value, low, high, note } of pastIndexes(today, base))
      yield [kind, id, period, value, low, high, note];
  }
}

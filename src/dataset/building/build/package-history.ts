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

type Row = (string | number)[];

/** The index of each city and country through the years, as the histories of the API have it. */
export function* historyRows(database: DatabaseSync): Generator<Row> {
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

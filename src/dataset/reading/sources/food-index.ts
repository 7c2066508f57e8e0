import { mean } from 'simple-statistics';
import type { Fact } from '../../building/facts/fact.ts';

/** A price of one item in one place and month. */
export interface FoodPrice {
  /** A market, province or zone. */
  place: string;
  /** The compared item: the article with its unit and currency. */
  item: string;
  month: string;
  price: number;
}

/** With fewer places or items, a few odd prices would decide. */
const FEWEST_PLACES = 5;
const FEWEST_ITEMS = 5;

/**
 * How expensive food is in each place, relative to places of its country with the same items, whose mean is 100. The price
 * of an item in a month is divided by the geometric mean of all places; a place's index is the mean over months, then over
 * items, so that an item counts once, however often it was priced. Left out are an item in a month in which fewer than
 * `fewestPlaces` places have it, and places with fewer than five items.
 *
 * @returns the index by place, to two decimals
 */
export function foodIndices(
  prices: readonly FoodPrice[],
  fewestPlaces = FEWEST_PLACES,
): ReadonlyMap<string, number> {
  const departures = new Map<string, Map<string, number[]>>();
  for (const group of Map.groupBy(prices, ({ item, month }) => `${item} ${month}`).values()) {
    const logs = [...Map.groupBy(group, ({ place }) => place)].map(
      ([place, priced]) => [place, Math.log(mean(priced.map(({ price }) => price)))] as const,
    );
    const item = group[0]?.item;
    if (item === undefined || logs.length < fewestPlaces) continue;
    const average = mean(logs.map(([, log]) => log));
    for (const [place, log] of logs)
      departures
        .getOrInsertComputed(place, () => new Map())
        .getOrInsertComputed(item, () => [])
        .push(log - average);
  }
  return new Map(
    [...departures]
      .filter(([, items]) => items.size >= FEWEST_ITEMS)
      .map(([place, items]) => [
        place,
        Math.round(10_000 * Math.exp(mean([...items.values()].map(mean)))) / 100,
      ]),
  );
}

/** The fact for such an index, which is an input of the estimates. */
export function foodIndexFact(index: Pick<Fact, 'place' | 'period' | 'grain' | 'value' | 'source'>): Fact {
  return { ...index, metric: 'derived_food_price_level', unit: 'national_average_100', note: '' };
}

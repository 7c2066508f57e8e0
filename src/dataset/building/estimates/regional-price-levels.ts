import { type Category, ONE_INDEX } from '../../../release/cost-basket.ts';
import { compareGrains, type Grain } from '../../../release/grain.ts';
import { type Fact, latestBy } from '../facts/fact.ts';
import type { CostCity } from './cost-inputs.ts';
import { populationShares } from './rent-model.ts';

/** An official price level of the city's own metropolitan area or region, against the country. */
export interface RegionalLevel {
  /** Natural logarithm; 0 is the country. */
  log: number;
  grain: Grain;
  period: string;
  source: string;
}

export type RegionalLevels = ReadonlyMap<Category, RegionalLevel>;

/** The published index for each category; categories without one are modelled. */
const METRIC_OF_CATEGORY: readonly (readonly [metric: string, categories: readonly Category[]])[] = [
  ['regional_price_parity_housing', ['housing']],
  ['regional_price_parity_utilities', ['utilities']],
  ['regional_price_parity_goods', ONE_INDEX.Goods],
  ['regional_price_parity_other_services', ONE_INDEX.Services],
  ['regional_price_level_housing', ['housing']],
  ['regional_price_level_utilities', ['utilities']],
  // Eating out is part of food in the Japanese index; telephone tariffs are the same all over the country.
  ['regional_price_level_food', ['food', 'restaurants']],
  ['regional_price_level_clothing', ['clothing']],
  ['regional_price_level_transport_and_communication', ['transport']],
  ['regional_price_level_recreation', ['recreation']],
  ['regional_price_level_health', ['health']],
  ['regional_price_level_education', ['education']],
];

/** Older indices say too little about today: they serve as a check of the estimates instead. */
const SINCE = '2022';

/** The official levels of every city, by its key: of the most local of its areas that has them. */
export function regionalPriceLevels(
  cities: readonly CostCity[],
  facts: readonly Fact[],
): Map<string, RegionalLevels> {
  const byPlace = indicesByPlace(facts);
  return new Map(
    cities.flatMap(({ key, areas }) => {
      const levels = [key, ...areas]
        .flatMap((place) => byPlace.get(place) ?? [])
        .sort((left, right) => compareGrains(left.grain, right.grain));
      if (levels.length === 0) return [];
      const categories = new Map<Category, RegionalLevel>();
      for (const fact of levels) {
        const { grain, period, source } = fact;
        for (const category of categoriesOf(fact.metric)) {
          if (!categories.has(category))
            categories.set(category, { log: Math.log(fact.value / 100), grain, period, source });
        }
      }
      return [[key, categories] as const];
    }),
  );
}

function indicesByPlace(facts: readonly Fact[]): Map<string, Fact[]> {
  const known = facts.filter(({ period, metric }) => period >= SINCE && categoriesOf(metric).length > 0);
  const latest = latestBy(known, ({ place, metric }) => `${place} ${metric}`);
  return Map.groupBy(latest.values(), ({ place }) => place);
}

const CATEGORIES_OF = new Map(METRIC_OF_CATEGORY);

function categoriesOf(metric: string): readonly Category[] {
  return CATEGORIES_OF.get(metric) ?? [];
}

/**
 * How much more expensive the cities of the United States are than the whole country, whose average is the base of all levels:
 * the housing parities of their metropolitan areas, weighted by population.
 */
export function housingParity(
  cities: readonly CostCity[],
  regional: ReadonlyMap<string, RegionalLevels>,
): { log: number; sources: string[] } {
  const shares = populationShares(cities);
  const parities = cities.flatMap(({ key }, city) => {
    const parity = regional.get(key)?.get('housing');
    return parity === undefined ? [] : [{ ...parity, share: shares[city] ?? 0 }];
  });
  const people = parities.reduce((sum, { share }) => sum + share, 0);
  const log = parities.reduce((sum, parity) => sum + parity.share * parity.log, 0);
  return {
    log: people === 0 ? 0 : log / people,
    sources: [...new Set(parities.map(({ source }) => source))],
  };
}

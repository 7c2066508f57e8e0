import { bestByMetric } from './best-figures.ts';
import type { Level } from './pay.ts';
import { roundTo } from './round-to.ts';
import type { Observation } from './schema.ts';

/** Fair Market Rents: of a dwelling let now, in the market, with utilities. */
export const DWELLING_RENTS = {
  one: 'rent_fair_market_one_bedroom',
  two: 'rent_fair_market_two_bedroom',
  three: 'rent_fair_market_three_bedroom',
} as const;
export type Bedrooms = keyof typeof DWELLING_RENTS;

/** US dollars a month: published for the place itself, or estimated with an 80 % interval. */
export interface DwellingRent extends Level {
  evidence: 'official' | 'estimated';
  /** The published rent: of the place, or of the base city. */
  from: Observation;
}

/**
 * The rent of a dwelling let now: the official one of the place if there is one of the same kind, else that of the base city
 * times the level of housing. Other official rents are of another kind (sitting tenants, without utilities, of all sizes): they
 * are in the level of housing.
 *
 * @param known the latest figures of the place and the areas around it
 * @param ofBase the same of the base city
 * @param housing the level of housing, where the base city is 100; null if it is unknown
 */
export function dwellingRent(
  bedrooms: Bedrooms,
  known: readonly Observation[],
  ofBase: readonly Observation[],
  housing: Level | null,
): DwellingRent | undefined {
  const official = rentIn(known, bedrooms);
  if (official !== undefined) {
    const { value } = official;
    return { value, low: value, high: value, evidence: 'official', from: official };
  }
  const base = rentIn(ofBase, bedrooms);
  if (base === undefined || housing === null) return undefined;
  const at = (level: number) => roundTo((base.value * level) / 100, 100);
  const [value, low, high] = [at(housing.value), at(housing.low), at(housing.high)];
  return { value, low, high, evidence: 'estimated', from: base };
}

function rentIn(figures: readonly Observation[], bedrooms: Bedrooms): Observation | undefined {
  const metric = DWELLING_RENTS[bedrooms];
  return bestByMetric(figures.filter((figure) => figure.metric === metric)).get(metric);
}

import type { Evidence } from '../../../release/cost-estimates.ts';
import { HOUSEHOLDS, type HomeRents, type Household } from '../../../release/household-budgets.ts';
import { roundTo } from '../../../release/round-to.ts';
import { type Fact, latestBy } from '../facts/fact.ts';
import type { CostCity, CostInputs } from './cost-inputs.ts';
import { readPriceHistory } from './national-price-levels.ts';
import { type ComparableRents, DWELLING } from './series-tables.ts';

/** The metrics of rents by number of bedrooms, in one publisher's terms: those of two bedrooms are in comparable-rents.tsv. */
const BY_BEDROOMS: readonly Readonly<Record<Household, string>>[] = [
  { one: 'rent_one_bedroom', couple: 'rent_two_bedroom', family: 'rent_three_bedroom' },
  {
    one: 'rent_fair_market_one_bedroom',
    couple: 'rent_fair_market_two_bedroom',
    family: 'rent_fair_market_three_bedroom',
  },
];

/**
 * Official rents of the homes of the three households in the city or its area, brought to a home let now without utilities, as the
 * publisher's two-bedroom homes are. A city has them only if one publisher has all three, none below the smaller one's.
 */
export function homeRents(inputs: CostInputs): HomeRents[] {
  const terms = new Map(
    inputs.comparableRents
      .filter(({ basis }) => basis === DWELLING)
      .map((row) => [`${row.source} ${row.metric}`, row]),
  );
  const { dayRates, compiledRates } = readPriceHistory(inputs.facts);
  const perDollar = (currency: string) =>
    currency === 'USD' ? 1 : (dayRates.get(currency) ?? compiledRates.get(currency))?.value;
  const metrics = new Set(BY_BEDROOMS.flatMap((names) => Object.values(names)));
  const byPlace = Map.groupBy(
    inputs.facts.filter(({ metric }) => metrics.has(metric)),
    ({ place }) => place,
  );
  return inputs.cities.flatMap((city): HomeRents[] => {
    const sets = [city.key, ...city.areas].flatMap((place) => setsOf(byPlace.get(place) ?? [], terms));
    const [best] = sets.sort((left, right) => locality(left) - locality(right) || left.row.sd - right.row.sd);
    const rate = best === undefined ? undefined : perDollar(best.facts.couple.unit);
    return best === undefined || rate === undefined ? [] : [rentsOf(city, best, rate)];
  });
}

interface RentSet {
  facts: Readonly<Record<Household, Fact>>;
  row: ComparableRents;
}

/** The latest rents of a place, from each publisher that has all three. */
function setsOf(facts: readonly Fact[], terms: ReadonlyMap<string, ComparableRents>): RentSet[] {
  const latest = latestBy(facts, ({ source, metric }) => `${source} ${metric}`);
  const sources = new Set(facts.map(({ source }) => source));
  return [...sources].flatMap((source) =>
    BY_BEDROOMS.flatMap((names) => {
      const row = terms.get(`${source} ${names.couple}`);
      if (row === undefined) return [];
      const [one, couple, family] = HOUSEHOLDS.map((household) =>
        latest.get(`${source} ${names[household]}`),
      );
      if (one === undefined || couple === undefined || family === undefined) return [];
      const isOrdered = one.value <= couple.value && couple.value <= family.value;
      return isOrdered ? [{ facts: { one, couple, family }, row }] : [];
    }),
  );
}

const GRAINS_BY_LOCALITY = ['city', 'metro', 'region', 'country'] as const;

function locality({ facts }: RentSet): number {
  return GRAINS_BY_LOCALITY.indexOf(facts.couple.grain);
}

function rentsOf({ key }: CostCity, { facts, row }: RentSet, rate: number): HomeRents {
  const { grain, period, source } = facts.couple;
  const evidence: Evidence = grain === 'region' ? 'official_regional' : 'official_local';
  const usd = Object.fromEntries(
    HOUSEHOLDS.map((household) => [household, roundTo((facts[household].value * row.factor) / rate, 100)]),
  ) as Record<Household, number>;
  const sd = roundTo(Math.hypot(row.sd, row.sharedSd), 1e4);
  return { city: key, ...usd, sd, evidence, grain, period, source };
}

import { CATEGORIES, type Category } from '../../../release/cost-basket.ts';
import {
  type BasketPart,
  HOUSEHOLDS,
  type HomeRents,
  type Household,
} from '../../../release/household-budgets.ts';
import { roundTo } from '../../../release/round-to.ts';
import type { Fact } from '../facts/fact.ts';
import { BASE_CITY, type CostInputs, UNITED_STATES } from './cost-inputs.ts';
import { rentsBySize } from './home-rents.ts';
import { readPriceHistory } from './national-price-levels.ts';
import type { PriceHistory } from './price-level-carry.ts';
import { decimalYear } from './yearly-series.ts';

/** What one adult spends, and how many times as much larger households do. */
const SPENDING = 'spending_of_one_adult';
const RATIOS: Readonly<Partial<Record<Household, string>>> = {
  couple: 'spending_of_couple',
  family: 'spending_of_family',
};

const MONTHS = 12;

/**
 * The basket of each household: what one adult spends in the United States, carried to the day of the release by consumer prices,
 * times what larger households spend against one adult, and the rent of the base city by the size of the home. So all three have one
 * standard of living.
 *
 * @param homes the official rents of cities
 */
export function householdBaskets(inputs: CostInputs, homes: readonly HomeRents[]): BasketPart[] {
  const rents = homes.find(({ city }) => city === BASE_CITY);
  if (rents === undefined) return [];
  const history = readPriceHistory(inputs.facts);
  const bySize = rentsBySize(inputs.facts);
  const categoryOf = new Map(inputs.householdItems.map((one) => [`${one.source} ${one.item}`, one.category]));
  const byMetric = Map.groupBy(
    inputs.facts.filter(({ metric }) => metric === SPENDING || Object.values(RATIOS).includes(metric)),
    ({ metric }) => metric,
  );
  const factsOf = (metric: string, category: Category) =>
    (byMetric.get(metric) ?? []).filter((fact) => categoryOf.get(`${fact.source} ${fact.note}`) === category);
  return CATEGORIES.flatMap((category): BasketPart[] => {
    if (category === 'housing')
      return HOUSEHOLDS.map((household) => ({
        household,
        category,
        usd: roundTo(rents.couple * bySize.ratios[household], 100),
        sources: [...new Set([rents.source, ...bySize.sources])].sort().join(' '),
      }));
    const items = factsOf(SPENDING, category);
    const yearly = items.reduce((sum, fact) => sum + fact.value * pricesSince(fact, history, inputs.asOf), 0);
    return orderedRatios((household) => factsOf(RATIOS[household] ?? '', category)).map(
      ({ household, ratio, facts }) => {
        const sources = new Set([...items, ...facts].map(({ source }) => source));
        return {
          household,
          category,
          usd: roundTo((yearly * ratio) / MONTHS, 100),
          sources: [...sources].sort().join(' '),
        };
      },
    );
  });
}

interface HouseholdRatio {
  household: Household;
  /** How many times as much it spends as one adult. */
  ratio: number;
  facts: readonly Fact[];
}

/**
 * The geometric mean over surveys. A larger household never needs less: where its ratio is below that of the smaller one (couples
 * without children are older, and spend more on health), both have their common mean, and nobody less than one adult.
 */
function orderedRatios(factsOf: (household: Household) => readonly Fact[]): HouseholdRatio[] {
  const [ofCouple, ofFamily] = [factsOf('couple'), factsOf('family')];
  const [couple, family] = [meanLog(ofCouple), meanLog(ofFamily)];
  const pooled = family < couple ? (couple + family) / 2 : undefined;
  const ratio = (log: number) => Math.exp(Math.max(0, pooled ?? log));
  return [
    { household: 'one', ratio: 1, facts: [] },
    { household: 'couple', ratio: ratio(couple), facts: ofCouple },
    { household: 'family', ratio: ratio(family), facts: ofFamily },
  ];
}

/** 0 without a fact. */
function meanLog(facts: readonly Fact[]): number {
  return facts.reduce((sum, { value }) => sum + Math.log(value), 0) / Math.max(1, facts.length);
}

/** By how much American consumer prices rose from the middle of the year of the fact to the day. */
function pricesSince(
  { period }: Fact,
  { inflation, projectedInflation }: PriceHistory,
  asOf: string,
): number {
  const rates = new Map(
    [...(projectedInflation.get(UNITED_STATES) ?? []), ...(inflation.get(UNITED_STATES) ?? [])].map(
      ([year, { value }]) => [year, Math.log(1 + value / 100)] as const,
    ),
  );
  const until = decimalYear(asOf);
  let log = 0;
  let last = 0;
  for (let from = Number(period.slice(0, 4)) + 0.5; from < until; from++) {
    last = rates.get(Math.ceil(from)) ?? last;
    log += last * Math.min(1, until - from);
  }
  return Math.exp(log);
}

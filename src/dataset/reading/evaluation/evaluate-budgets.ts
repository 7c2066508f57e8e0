import { readFileSync, writeFileSync } from 'node:fs';
import { median } from 'simple-statistics';
import { type ByCategory, byCategory, type Category } from '../../../release/cost-basket.ts';
import { atSpot, isKnown } from '../../../release/cost-estimates.ts';
import { type BasketPart, householdBudget } from '../../../release/household-budgets.ts';
import { readCostInputs } from '../../building/build/release-cost-inputs.ts';
import { estimateCostIndex } from '../../building/estimates/cost-index.ts';
import { BASE_CITY, type CostCity, type CostInputs } from '../../building/estimates/cost-inputs.ts';
import { homeRents } from '../../building/estimates/home-rents.ts';
import { householdBaskets } from '../../building/estimates/household-baskets.ts';
import { readPriceHistory } from '../../building/estimates/national-price-levels.ts';
import { accuracyOf, type Trial } from './accuracy.ts';
import { hundredths, markdownTable, withGenerated } from './markdown.ts';

/** Canada's official budget of a family, and the categories of ours that its parts are. */
const TOTAL = 'official_family_budget';
const PART = 'official_family_budget_part';
const YEAR = '2024';
const CURRENCY = 'CAD';
const MONTHS = 12;
const PARTS: readonly { title: string; part: string | undefined; ours: readonly Category[] | undefined }[] = [
  { title: 'All of it', part: undefined, ours: undefined },
  { title: 'Shelter: rent and utilities', part: 'shelter', ours: ['housing', 'utilities'] },
  { title: 'Food', part: 'food', ours: ['food'] },
  { title: 'Clothing', part: 'clothing', ours: ['clothing'] },
  { title: 'Transport', part: 'transportation', ours: ['transport'] },
];

/**
 * `data evaluate --budgets`: prints how well the budgets of families agree with Canada's official ones, which no estimate uses;
 * with `page`, also writes this between its markers.
 *
 * @param page path of docs/budgets.md
 */
export function evaluateBudgetsCommand(
  dataDirectory: string,
  print: (text: string) => void,
  page?: string,
): void {
  const text = budgetTable(readCostInputs(dataDirectory));
  print(`${text}\n`);
  if (page !== undefined) writeFileSync(page, withGenerated(readFileSync(page, 'utf8'), 'budgets', text));
}

function budgetTable(inputs: CostInputs): string {
  const regions = comparedRegions(inputs);
  const rows = PARTS.map(({ title, part, ours }) => {
    const pairs = regions.flatMap(({ official, amounts }) => {
      const observed = official(part);
      const { usd, variance } = amounts(ours);
      return observed === undefined ? [] : [{ log: Math.log(usd / observed), observed, variance }];
    });
    const level = median(pairs.map(({ log }) => log));
    const middle = median(pairs.map(({ observed }) => Math.log(observed)));
    // Only differences between regions: a modest budget is below that of an average household.
    const trials = pairs.map(
      ({ log, observed, variance }): Trial => ({
        group: 'Canada',
        observed: Math.log(observed),
        predicted: Math.log(observed) + log - level,
        baseline: middle,
        variance,
      }),
    );
    const { points, rankCorrelation, medianError, baselineMedianError } = accuracyOf(trials);
    const errors = [medianError, baselineMedianError].map((error) => (100 * error).toFixed(1));
    return [title, points, hundredths(rankCorrelation), ...errors, Math.exp(level).toFixed(2)];
  });
  return markdownTable(
    [
      'Part',
      '>Regions',
      '>Rank correlation',
      '>Median error, %',
      '>of the same everywhere',
      '>Ours ÷ official',
    ],
    rows,
  );
}

interface ComparedRegion {
  /** CAD a year; without a part, all of the official budget. */
  official(part: string | undefined): number | undefined;
  /** CAD a year; without categories, all of our budget. */
  amounts(categories: readonly Category[] | undefined): { usd: number; variance: number };
}

/** The regions of the official budget, each with its largest city. */
function comparedRegions(inputs: CostInputs): ComparedRegion[] {
  const facts = inputs.facts.filter(
    ({ metric, period }) => (metric === TOTAL || metric === PART) && period === YEAR,
  );
  const byPlace = Map.groupBy(facts, ({ place }) => place);
  const largest = new Map<number, { city: CostCity; place: string }>();
  for (const city of inputs.cities) {
    const place = [city.key, ...city.areas].find((key) => byPlace.has(key));
    if (place === undefined) continue;
    // A region's total is its own: those of two regions differ.
    const total = byPlace.get(place)?.find(({ metric }) => metric === TOTAL)?.value ?? 0;
    const known = largest.get(total);
    if (known === undefined || city.population > known.city.population) largest.set(total, { city, place });
  }
  const budgetOf = familyBudgets(inputs);
  return [...largest.values()].map(({ city, place }) => {
    const { total, categories } = budgetOf(city);
    return {
      official: (part) =>
        byPlace.get(place)?.find((fact) => (part === undefined ? fact.metric === TOTAL : fact.note === part))
          ?.value,
      amounts: (asked) => {
        if (asked === undefined) return total;
        const parts = asked.map((category) => categories[category]);
        const usd = parts.reduce((sum, part) => sum + part.usd, 0);
        return { usd, variance: Math.max(...parts.map(({ variance }) => variance)) };
      },
    };
  });
}

/** In Canadian dollars a year. */
function familyBudgets(inputs: CostInputs) {
  const costs = estimateCostIndex(inputs);
  const rents = new Map(homeRents(inputs).map((ofCity) => [ofCity.city, ofCity]));
  const [base, baseRents] = [costs.cities.get(BASE_CITY), rents.get(BASE_CITY)];
  const { dayRates } = readPriceHistory(inputs.facts);
  const rate = (dayRates.get(CURRENCY)?.value ?? Number.NaN) * MONTHS;
  const parts = householdBaskets(inputs).filter(({ household }) => household === 'family');
  const basket: ByCategory<Pick<BasketPart, 'usd'>> = byCategory((category) => ({
    usd: rate * (parts.find((part) => part.category === category)?.usd ?? Number.NaN),
  }));
  return (city: CostCity) => {
    const [cost, country] = [costs.cities.get(city.key), costs.countries.get(city.country)];
    if (!isKnown(cost) || !isKnown(country) || !isKnown(base) || baseRents === undefined)
      throw new Error(`${city.key} has no budget`);
    const official = rents.get(city.key);
    return householdBudget(
      atSpot(cost, country),
      basket,
      { housing: base.categories.housing, variance: baseRents.sd ** 2 },
      official && { usd: rate * official.family, sd: official.sd },
    );
  };
}

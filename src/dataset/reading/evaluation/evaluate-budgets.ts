import { readFileSync, writeFileSync } from 'node:fs';
import { median } from 'simple-statistics';
import type { Category } from '../../../release/cost-basket.ts';
import { readCostInputs } from '../../building/build/release-cost-inputs.ts';
import { cityBudgets } from '../../building/estimates/city-budgets.ts';
import { estimateCostIndex } from '../../building/estimates/cost-index.ts';
import type { CostCity, CostInputs } from '../../building/estimates/cost-inputs.ts';
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
    const pairs = regions.flatMap(({ official, ours: amountOf }) => {
      const observed = official(part);
      return observed === undefined ? [] : [{ log: Math.log(amountOf(ours) / observed), observed }];
    });
    const level = median(pairs.map(({ log }) => log));
    const middle = median(pairs.map(({ observed }) => Math.log(observed)));
    // Only differences between regions: a modest budget is below that of an average household.
    const trials = pairs.map(
      ({ log, observed }): Trial => ({
        group: 'Canada',
        observed: Math.log(observed),
        predicted: Math.log(observed) + log - level,
        baseline: middle,
        // Only errors are shown.
        variance: 0,
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
  /** The same of our budget; without categories, all of it. */
  ours(categories: readonly Category[] | undefined): number;
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
  const rents = homeRents(inputs);
  const budgetOf = cityBudgets(estimateCostIndex(inputs), householdBaskets(inputs, rents), rents);
  const perDollar = (readPriceHistory(inputs.facts).dayRates.get(CURRENCY)?.value ?? Number.NaN) * MONTHS;
  return [...largest.values()].flatMap(({ city, place }) => {
    const budget = budgetOf('family', city.key);
    if (budget === undefined) return [];
    const { total, categories } = budget;
    const region: ComparedRegion = {
      official: (part) =>
        byPlace.get(place)?.find((fact) => (part === undefined ? fact.metric === TOTAL : fact.note === part))
          ?.value,
      ours: (asked) =>
        perDollar *
        (asked === undefined
          ? total.usd
          : asked.reduce((sum, category) => sum + categories[category].usd, 0)),
    };
    return [region];
  });
}

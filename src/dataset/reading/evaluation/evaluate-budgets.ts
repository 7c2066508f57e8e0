import { median } from 'simple-statistics';
import type { Category } from '../../../release/cost-basket.ts';
import { cityBudgets } from '../../building/estimates/city-budgets.ts';
import { estimateCostIndex } from '../../building/estimates/cost-index.ts';
import type { CostCity, CostInputs } from '../../building/estimates/cost-inputs.ts';
import { homeRents } from '../../building/estimates/home-rents.ts';
import { householdBaskets } from '../../building/estimates/household-baskets.ts';
import { readPriceHistory } from '../../building/estimates/national-price-levels.ts';
import { accuracyOf, worldTrial } from './accuracy.ts';
import { hundredths, markdownTable, percent } from './markdown.ts';
import { payErrors } from './pay-errors.ts';

/** Official budgets of one publisher, which no estimate here uses. */
const CANADA = {
  source: 'statcan-market-basket-2024',
  year: '2024',
  metric: 'official_family_budget',
  currency: 'CAD',
  /** What our budget of a family for a month is multiplied by. */
  times: 12,
};
const PART = 'official_family_budget_part';
/** For one person, of whom the family of our budget has four. */
const LINE = { metric: 'poverty_line', times: 1 / 4 };
const INDONESIA = { ...LINE, source: 'bps-poverty-lines-2025', year: '2025', currency: 'IDR' };
const PERU = { ...LINE, source: 'inei-poverty-lines-2023', year: '2023', currency: 'PEN' };

/** What is compared, and the categories of ours that a part is. */
interface Compared {
  title: string;
  official: typeof CANADA;
  part?: string;
  ours?: readonly Category[];
}
const ROWS: readonly Compared[] = [
  { title: 'Canada, modest budget: all of it', official: CANADA },
  {
    title: 'Shelter: rent and utilities',
    official: CANADA,
    part: 'shelter',
    ours: ['housing', 'utilities'],
  },
  { title: 'Food', official: CANADA, part: 'food', ours: ['food'] },
  { title: 'Clothing', official: CANADA, part: 'clothing', ours: ['clothing'] },
  { title: 'Transport', official: CANADA, part: 'transportation', ours: ['transport'] },
  { title: 'Indonesia, poverty lines', official: INDONESIA },
  { title: 'Peru, poverty lines', official: PERU },
];

/** The errors of earnings, in a sentence. */
export function payErrorsText({ facts }: CostInputs): string {
  const { survey, cityInCountry, buyingInCountry } = payErrors(facts);
  const error = ({ sd, figures }: typeof survey) => `${sd.toFixed(2)} (${figures} figures)`;
  return [
    `Earnings, standard deviation (ln): what a survey counts ${error(survey)},`,
    `a national figure as that of a city ${error(cityInCountry)},`,
    `what it buys at national prices as what a city’s buys there ${error(buyingInCountry)}`,
  ].join('\n');
}

/** How well the budgets of families agree with official ones, without which they are estimated. */
export function budgetTable(inputs: CostInputs): string {
  // The estimates of a release use poverty lines. Those here must not, or the lines would be compared with themselves.
  const checked = new Set(ROWS.map(({ official }) => official.source));
  const without = { ...inputs, facts: inputs.facts.filter(({ source }) => !checked.has(source)) };
  const costs = estimateCostIndex(without);
  const rents = homeRents(without, costs);
  const budgetOf = cityBudgets(costs, householdBaskets(without, rents), rents);
  const rows = ROWS.map((row) => {
    const amounts = comparedRegions(inputs, row, budgetOf);
    const observed = amounts.map(({ official }) => Math.log(official));
    const differences = amounts.map(({ ours, official }) => Math.log(ours / official));
    const [level, middle] = [median(differences), median(observed)];
    // Only differences between regions: what an official budget counts as enough is below what an average household buys.
    // Only errors are shown: there are no variances.
    const trials = observed.map((log, at) =>
      worldTrial(log, log + (differences[at] ?? Number.NaN) - level, middle, 0),
    );
    const { points, rankCorrelation, medianError, baselineMedianError } = accuracyOf(trials);
    const errors = [medianError, baselineMedianError].map(percent);
    return [row.title, points, hundredths(rankCorrelation), ...errors, Math.exp(level).toFixed(2)];
  });
  return markdownTable(
    [
      'Budget',
      '>Regions',
      '>Rank correlation',
      '>Median error, %',
      '>of the same everywhere',
      '>Ours ÷ official',
    ],
    rows,
  );
}

/** The amounts of each region of the official budget, ours those of its largest city. */
function comparedRegions(
  { facts, cities }: CostInputs,
  { official: { source, metric, year, currency, times }, part, ours }: Compared,
  budgetOf: ReturnType<typeof cityBudgets>,
): { official: number; ours: number }[] {
  const byPlace = Map.groupBy(
    facts.filter((fact) => fact.source === source && fact.period === year),
    ({ place }) => place,
  );
  const totalAt = (place: string) => byPlace.get(place)?.find((fact) => fact.metric === metric)?.value;
  const largest = new Map<number, { city: CostCity; place: string }>();
  for (const city of cities) {
    const place = [city.key, ...city.areas].find((key) => byPlace.has(key));
    const total = place === undefined ? undefined : totalAt(place);
    if (place === undefined || total === undefined) continue;
    // A region's total is its own: those of two regions differ.
    const known = largest.get(total);
    if (known === undefined || city.population > known.city.population) largest.set(total, { city, place });
  }
  const { dayRates, compiledRates } = readPriceHistory(facts);
  const rate = (dayRates.get(currency) ?? compiledRates.get(currency))?.value ?? Number.NaN;
  return [...largest].flatMap(([total, { city, place }]) => {
    const budget = budgetOf('family', city.key);
    const official =
      part === undefined
        ? total
        : byPlace.get(place)?.find((fact) => fact.metric === PART && fact.note === part)?.value;
    if (budget === undefined || official === undefined) return [];
    const usd = ours?.reduce((sum, category) => sum + budget.categories[category].usd, 0) ?? budget.total.usd;
    return { official, ours: rate * times * usd };
  });
}

import Type, { type TSchema } from 'typebox';
import type { Household } from '../../release/household-budgets.ts';
import type { BudgetMeasure, MeasuredFigure } from '../../release/measures.ts';
import { roundTo } from '../../release/round-to.ts';
import type { Finding } from '../catalogue/city-finder.ts';
import type { Release } from '../catalogue/release.ts';
import { householdParameter } from '../cost/budget.ts';
import * as field from '../field.ts';
import { checkCurrency, latestRate } from '../figures/currency.ts';
import { intervalColumns, optional } from '../formats/table.ts';
import { invalidParameter } from '../problems.ts';

/* Finding cities by what a household needs in a month. A release has the budgets in dollars; requests have any currency. */

export const BUDGET = 'budget';
const MOST = 1_000_000_000_000;

export const budgetParameters: Record<string, TSchema> = {
  ...Object.fromEntries(
    (['min', 'max'] as const).map((end) => [
      `${BUDGET}_${end}`,
      field.optional.number(
        `Only cities where \`household\` needs at ${end === 'min' ? 'least' : 'most'} this much a month, in \`currency\`.`,
        { minimum: 0, maximum: MOST, examples: [1800] },
      ),
    ]),
  ),
  household: Type.Optional({
    ...householdParameter,
    description:
      'The household of `budget`: `one` adult (the default), a `couple`, or a `family` of two adults and two children of school age. Needs `budget` in a filter, in `sort` or in `include`.',
  }),
  currency: field.optional.text(
    'The currency of `budget` (ISO 4217), which needs to be in a filter, in `sort` or in `include`. Default: USD.',
    { maxLength: 3, pattern: '^[A-Za-z]{3}$' },
    'EUR',
  ),
};

export const BUDGET_COLUMNS = optional([
  ...intervalColumns('budget_per_month', `figures.${BUDGET}`),
  { name: 'budget_currency', path: `figures.${BUDGET}.currency` },
  { name: 'budget_evidence', path: `figures.${BUDGET}.evidence` },
]);
/** After all others, where it was added. */
export const BUDGET_GRAIN_COLUMN = optional([{ name: 'budget_grain', path: `figures.${BUDGET}.grain` }]);

export type AskedBudget = ReturnType<typeof budgetAsked>;

/** Of the household and in the currency that the request names. */
export function budgetAsked(query: Readonly<Record<string, unknown>>) {
  const { household = 'one', currency = 'USD' } = query as { household?: Household; currency?: string };
  const measure: BudgetMeasure = `budget_${household}`;
  return { household, measure, currency: currency.toUpperCase() };
}

/** @throws Problem for parameters that change nothing, because the request asks for no budget */
export function refuseWithoutBudget(query: Readonly<Record<string, unknown>>): void {
  for (const name of ['household', 'currency'])
    if (query[name] !== undefined)
      throw invalidParameter(name, 'needs budget_max, budget_min, or budget in sort or include');
}

/** The bounds of budgets in dollars. @throws Problem for a currency without a rate */
export function boundsInDollars(
  release: Release,
  finding: Finding,
  { measure, currency }: AskedBudget,
): Finding {
  checkCurrency(release, currency);
  const rate = rateOf(release, currency);
  const inDollars = (bound: number | undefined) => bound && bound / rate;
  const ranges = finding.ranges.map((range) =>
    range.measure === measure ? { measure, min: inDollars(range.min), max: inDollars(range.max) } : range,
  );
  return { ...finding, ranges };
}

/** A budget in the currency of the request. The release has whole dollars, so it can be half a dollar off the city's own one. */
export function budgetInCurrency(
  release: Release,
  { value, low, high, ...figure }: MeasuredFigure,
  { currency }: AskedBudget,
) {
  const rate = rateOf(release, currency);
  const converted = (usd: number) => roundTo(usd * rate, 1);
  return { value: converted(value), low: converted(low), high: converted(high), currency, ...figure };
}

function rateOf(release: Release, currency: string): number {
  return latestRate(release, 'USD', currency)?.value ?? Number.NaN;
}

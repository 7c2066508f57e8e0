import { type Budget, COVERED } from '../../engine/cost/budget.ts';
import type { CostOfLiving, CountryCostOfLiving } from '../../engine/cost/cost-of-living.ts';
import type { Body } from '../../engine/operations.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { BUDGET_TITLES, HOMES, HOUSEHOLD_WORDS } from '../../engine/summaries/budget-words.ts';
import {
  amountInWords,
  EVIDENCE_WORDS,
  periodInWords,
  whole,
  wholeInterval,
} from '../../engine/summaries/words.ts';
import { CATEGORIES } from '../../release/cost-basket.ts';
import { HOUSEHOLDS, type Household } from '../../release/household-budgets.ts';
import { attribute, type Html, html } from '../html.ts';
import type { PageRequest } from '../page-request.ts';
import { heading, numeric, scrollTable, words } from '../table.ts';

/* What a household needs in a month, in the reader's currency. Household and currency are in the address. */

const NOT_HABITS =
  'It is not what people there buy: habits differ most in transport (a car is in it), health care and education. Alcohol, tobacco, insurance and care for children are not in it.';

export const BUDGET_QUERY = ['household', 'currency'] as const;

/** What a page passes on to the API: the parameters as typed, which may be refused. */
export function budgetQuery({ query }: Pick<PageRequest, 'query'>): {
  household?: string;
  currency?: string;
} {
  const { household, currency } = query;
  return {
    ...(household !== undefined && { household }),
    ...(currency !== undefined && { currency: currency.trim() }),
  };
}

/** @param name of the place */
export function budgetSection(
  cost: CostOfLiving | CountryCostOfLiving,
  name: string,
  request: PageRequest,
): Html | undefined {
  const { budget } = cost;
  if (budget === null) return undefined;
  const { household, total, categories } = budget;
  return html`<section><h2 id="budget">What ${HOUSEHOLD_WORDS[household]} needs in a month</h2>
${householdSwitch(request, household)}
${scrollTable({
  name: 'Monthly budget',
  className: 'budget',
  columns: [
    heading('For'),
    numeric(`${budget.currency} a month`),
    numeric('80 % interval'),
    words('Based on'),
  ],
  rows: [
    totalRow('Together', [whole(total.value), wholeInterval(total), '']),
    ...CATEGORIES.map((category) => {
      const part = categories[category];
      const what = category === 'housing' ? HOMES[household] : COVERED[category];
      return [
        html`${BUDGET_TITLES[category]} <small>${what}</small>`,
        part === null ? 'too uncertain' : whole(part.value),
        part !== null && wholeInterval(part),
        part !== null && EVIDENCE_WORDS[part.evidence],
      ];
    }),
  ],
})}
${currencyForm(request, budget)}
${officialBudgets(cost)}
<p><small>The same basket everywhere: what an average American household buys, at the prices of ${name}, before taxes, and a home rented now on the market. ${NOT_HABITS} <a href="/guides/budgets">How we compute it</a></small></p>
</section>`;
}

/** What a statistical office counts as enough there: by item of `prices`. */
const OFFICIAL_BUDGETS: Readonly<Record<string, string>> = {
  official_family_budget: 'own budget for a modest family of four',
  poverty_line: 'poverty line of one person',
};

function officialBudgets({ prices, sources }: CostOfLiving | CountryCostOfLiving) {
  return prices.flatMap(({ item, amount, currency, per, place, period, sources: [id] }) => {
    const what = OFFICIAL_BUDGETS[item];
    if (what === undefined) return [];
    const publisher = sources.find((source) => source.id === id)?.publisher ?? '';
    const monthly = { amount: Math.round(per === 'year' ? amount / 12 : amount), currency, per: 'month' };
    return html`<p>${publisher}’s ${what}: about ${amountInWords(monthly)} (<a href="/metrics/${item}">${place}, ${periodInWords(period)}</a>).</p>`;
  });
}

/** Compared places side by side: what each part of the budget costs there, and what is left of the amount. */
export function budgetsSection(
  { cities, amount }: Body<'/data/cost-of-living'>,
  request: PageRequest,
): Html | undefined {
  const [first] = cities.flatMap(({ budget }) => budget ?? []);
  if (first === undefined) return undefined;
  const { household, currency } = first;
  const row = (title: string, of: (city: (typeof cities)[number]) => string | null | undefined) => [
    title,
    ...cities.map((city) => of(city) ?? '–'),
  ];
  return html`<section><h2 id="budget">What ${HOUSEHOLD_WORDS[household]} needs in a month</h2>
${householdSwitch(request, household)}
${scrollTable({
  name: 'Monthly budgets',
  caption: `${currency} a month, before taxes: the same basket everywhere, and a home rented now.`,
  columns: [heading('For'), ...cities.map(({ city }) => numeric(city.name))],
  rows: [
    totalRow(
      'Together',
      cities.map(({ budget }) => (budget ? whole(budget.total.value) : '–')),
    ),
    row('80 % interval', ({ budget }) => budget && wholeInterval(budget.total)),
    ...(amount === undefined
      ? []
      : [
          row(
            `Left of ${whole(amount.value)} ${amount.currency} a month`,
            ({ remaining }) =>
              remaining && `${money(remaining.value)} (${money(remaining.low)} to ${money(remaining.high)})`,
          ),
        ]),
    ...CATEGORIES.map((category) =>
      row(BUDGET_TITLES[category], ({ budget }) => {
        const part = budget?.categories[category];
        return part && whole(part.value);
      }),
    ),
  ],
})}
${currencyForm(request, first)}
<p><small>${NOT_HABITS} <a href="/guides/budgets">How we compute it</a></small></p>
</section>`;
}

/** Less than nothing with a real minus. */
function money(value: number): string {
  return `${value < 0 ? '−' : ''}${whole(Math.abs(value))}`;
}

function totalRow(title: string, cells: readonly string[]) {
  return [title, ...cells].map((cell) => html`<strong>${cell}</strong>`);
}

/** Links, so that the choice works without a script and is in the address. */
function householdSwitch({ path, query }: PageRequest, shown: Household): Html {
  return html`<nav class="pills" aria-label="Household">${HOUSEHOLDS.map((household) => {
    const address = `${path}${queryText({ ...query, household: household === 'one' ? undefined : household })}#budget`;
    return html`<a href="${address}"${attribute('aria-current', household === shown && 'true')}>${HOUSEHOLD_WORDS[household]}</a>`;
  })}</nav>`;
}

function currencyForm({ path, query }: PageRequest, { currency, exchange_rate: rate }: Budget): Html {
  const { currency: _, ...others } = query;
  return html`<form class="inline-form" action="${path}#budget">
${Object.entries(others).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}<label>Currency <input name="currency" size="4" maxlength="3" value="${currency}"></label>
<button class="button small quiet">Show in this currency</button>${rate !== null && html` <small>Rate of ${rate.period}</small>`}
</form>`;
}

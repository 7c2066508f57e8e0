import type { Budget } from '../../engine/cost/budget.ts';
import type { CostOfLiving, CountryCostOfLiving } from '../../engine/cost/cost-of-living.ts';
import type { Body } from '../../engine/operations.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { CATEGORIES } from '../../release/cost-basket.ts';
import { HOUSEHOLDS, type Household } from '../../release/household-budgets.ts';
import { attribute, type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../page-request.ts';
import { heading, numeric, scrollTable, words as wordy } from '../table.ts';

/* What a household needs in a month, in the reader's currency. Household and currency are in the address. */

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
  const { budget: words, figures } = request.messages;
  const { roughly, roughInterval } = figures;
  return html`<section><h2 id="budget">${words.title(household)}</h2>
${householdSwitch(request, household)}
${scrollTable({
  name: words.name,
  className: 'budget',
  columns: [
    heading(words.for),
    numeric(words.perMonth(budget.currency)),
    numeric(figures.interval80),
    wordy(figures.basedOn),
  ],
  rows: [
    totalRow(words.together, [roughly(total.value), roughInterval(total), '']),
    ...CATEGORIES.map((category) => {
      const part = categories[category];
      const what = category === 'housing' ? words.homes[household] : words.covered[category];
      return [
        html`${words.titles[category]} <small>${what}</small>`,
        part === null ? words.tooUncertain : roughly(part.value),
        part !== null && roughInterval(part),
        part !== null && figures.evidence[part.evidence],
      ];
    }),
  ],
})}
${currencyForm(request, budget)}
${cost.index_notes.filter(({ code }) => code === 'other_homes').map((note) => html`<p>${request.messages.cost.remark(note)}</p>`)}
${officialBudgets(cost, request.messages)}
<p><small>${words.basket(name)} ${words.notHabits} <a href="/guides/budgets">${words.method}</a></small></p>
</section>`;
}

/** What a statistical office counts as enough there. */
function officialBudgets(
  { prices, sources }: CostOfLiving | CountryCostOfLiving,
  { budget: words, figures }: Messages,
) {
  return prices.flatMap(({ item, amount, currency, per, place, period, sources: [id] }) => {
    const what = words.official[item];
    if (what === undefined) return [];
    const publisher = sources.find((source) => source.id === id)?.publisher ?? '';
    const monthly = { amount: Math.round(per === 'year' ? amount / 12 : amount), currency, per: 'month' };
    return html`<p>${words.officially(publisher, what, figures.amount(monthly))} (<a href="/metrics/${item}">${place}, ${figures.period(period)}</a>).</p>`;
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
  const { budget: words, figures, compare } = request.messages;
  const { roughly, roughInterval } = figures;
  const row = (title: string, of: (city: (typeof cities)[number]) => string | null | undefined) => [
    title,
    ...cities.map((city) => of(city) ?? '–'),
  ];
  return html`<section><h2 id="budget">${words.title(household)}</h2>
${householdSwitch(request, household)}
${scrollTable({
  name: words.name,
  caption: compare.budgetCaption(currency),
  columns: [heading(words.for), ...cities.map(({ city }) => numeric(city.name))],
  rows: [
    totalRow(
      words.together,
      cities.map(({ budget }) => (budget ? roughly(budget.total.value) : '–')),
    ),
    row(figures.interval80, ({ budget }) => budget && roughInterval(budget.total)),
    ...(amount === undefined
      ? []
      : [
          row(
            compare.left(`${figures.whole(amount.value)} ${amount.currency}`),
            ({ remaining }) =>
              remaining &&
              `${roughly(remaining.value)} (${figures.between(roughly(remaining.low), roughly(remaining.high))})`,
          ),
        ]),
    ...CATEGORIES.map((category) =>
      row(words.titles[category], ({ budget }) => {
        const part = budget?.categories[category];
        return part && roughly(part.value);
      }),
    ),
  ],
})}
${currencyForm(request, first)}
<p><small>${words.notTheIndex} ${words.notHabits} <a href="/guides/budgets">${words.method}</a></small></p>
</section>`;
}

function totalRow(title: string, cells: readonly string[]) {
  return [title, ...cells].map((cell) => html`<strong>${cell}</strong>`);
}

/** Links, so that the choice works without a script and is in the address. */
function householdSwitch({ path, query, messages }: PageRequest, shown: Household): Html {
  return html`<nav class="pills" aria-label="${messages.budget.household}">${HOUSEHOLDS.map((household) => {
    const address = `${path}${queryText({ ...query, household: household === 'one' ? undefined : household })}#budget`;
    return html`<a href="${address}"${attribute('aria-current', household === shown && 'true')}>${messages.budget.households[household]}</a>`;
  })}</nav>`;
}

function currencyForm(
  { path, query, messages }: PageRequest,
  { currency, exchange_rate: rate }: Budget,
): Html {
  const { currency: _, ...others } = query;
  const { budget: words } = messages;
  return html`<form class="inline-form" action="${path}#budget">
${Object.entries(others).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}<label>${words.currency} <input name="currency" size="4" maxlength="3" value="${currency}"></label>
<button class="button small quiet">${words.show}</button>${rate !== null && html` <small>${words.rate(rate.period)}</small>`}
</form>`;
}

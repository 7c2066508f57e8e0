import type { Budget } from '../../engine/cost/budget.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import type { Estimate } from '../../engine/summaries/document.ts';
import { CATEGORIES } from '../../release/cost-basket.ts';
import { HOUSEHOLDS, type Household } from '../../release/household-budgets.ts';
import { hiddenFields } from '../addresses.ts';
import { attribute, type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../site-page.ts';
import { heading, numeric, scrollTable, words as wordy } from '../table.ts';
import type { ComparedCost, ReadableComparison } from './comparison.ts';
import type { PlaceCost } from './pay.ts';

/* What a household needs in a month, in the reader's currency. Household and currency are in the address. */

export const BUDGET_QUERY = ['household', 'currency'] as const;

/** What a page passes on to the API: the parameters as typed, which may be refused. */
export function budgetQuery({ query }: Pick<PageRequest, 'query'>) {
  const { household, currency } = query;
  return {
    ...(household !== undefined && { household }),
    ...(currency !== undefined && { currency: currency.trim() }),
  };
}

/** @param name of the place */
export function budgetSection(cost: PlaceCost, name: string, request: PageRequest): Html | undefined {
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
    totalRow([words.together, roughly(total.value), roughInterval(total), '']),
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
${compareForm(cost, budget, request.messages)}
<p><small>${words.basket(name)} ${words.notHabits} <a href="/guides/budgets">${words.method}</a></small></p>
</section>`;
}

/** In the money of the page. */
function compareForm(cost: PlaceCost, { household, currency }: Budget, { cost: words }: Messages): Html {
  const [name, place] = 'city' in cost ? ['cities', cost.city] : ['countries', cost.country];
  return html`<form class="inline-form" action="/compare"><h3>${words.compareTitle}</h3>
<input type="hidden" name="${name}" value="${place.id}"><input type="hidden" name="household" value="${household}"><input type="hidden" name="currency" value="${currency}">
<label>${words.otherPlace} <input name="with" placeholder="${words.example}" required></label>
<label>${words.pay(currency)} <input name="amount" inputmode="decimal" size="9" placeholder="5000"></label>
<button class="button small">${words.compare}</button>
</form>`;
}

/** What a statistical office counts as enough there. */
function officialBudgets({ prices, sources }: PlaceCost, { budget: words, figures }: Messages) {
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
  { places, amount }: ReadableComparison['cost'],
  request: PageRequest,
): Html | undefined {
  const [first] = places.flatMap(({ budget }) => budget ?? []);
  if (first === undefined) return undefined;
  const { household, currency } = first;
  const { budget: words, figures, compare } = request.messages;
  const { roughly, roughInterval } = figures;
  const row = (title: string, of: (place: ComparedCost) => string | null | undefined) => [
    title,
    ...places.map((place) => of(place) ?? '–'),
  ];
  const totals = places.map(({ budget }) => budget?.total.value ?? 0);
  const months = amount !== undefined && isYearly(request.query.per, amount.value, totals) ? 12 : 1;
  const monthly = (amount?.value ?? 0) / months;
  const left = ({ remaining }: ComparedCost) => {
    const ofMonth = (year: number) => roughly(year - (amount?.value ?? 0) + monthly);
    return (
      remaining &&
      `${ofMonth(remaining.value)} (${figures.between(ofMonth(remaining.low), ofMonth(remaining.high))})`
    );
  };
  const payFields = html`<label>${compare.payIn(places[0]?.place.name ?? '')} <input name="amount" inputmode="decimal" size="9"${attribute('value', request.query.amount)} placeholder="5000"></label>\n`;
  return html`<section><h2 id="budget">${words.title(household)}</h2>
${householdSwitch(request, household)}
${currencyForm(request, first, payFields)}
${amount !== undefined && payNote(request, amount, months > 1)}
${scrollTable({
  name: words.name,
  caption: compare.budgetCaption(currency),
  columns: [heading(words.for), ...places.map(({ place }) => numeric(place.name))],
  rows: [
    totalRow(row(words.together, ({ budget }) => budget && roughly(budget.total.value))),
    row(figures.interval80, ({ budget }) => budget && roughInterval(budget.total)),
    ...(amount === undefined ? [] : [row(compare.left(`${figures.whole(monthly)} ${currency}`), left)]),
    ...CATEGORIES.map((category) =>
      row(words.titles[category], ({ budget }) => {
        const part = budget?.categories[category];
        return part && roughly(part.value);
      }),
    ),
  ],
})}
<p><small>${words.notTheIndex} ${words.notHabits} <a href="/guides/budgets">${words.method}</a></small></p>
</section>`;
}

/** How many times what a month costs an amount is that is rather a year’s pay. */
const YEARLY = 5;

/**
 * Whether pay is a year's: as `per` says, else by what a month costs.
 *
 * @param totals what a household needs in a month in the places
 */
export function isYearly(per: string | undefined, amount: number, totals: readonly number[]): boolean {
  return per === undefined ? totals.every((total) => amount > YEARLY * total) : per === 'year';
}

function payNote(
  { path, query, messages: { compare: words, figures } }: PageRequest,
  { value, currency }: NonNullable<ReadableComparison['cost']['amount']>,
  yearly: boolean,
): Html {
  const other = queryText({ ...query, per: yearly ? 'month' : 'year' });
  return html`<p>${words.readAs(`${figures.whole(value)} ${currency}`, yearly)} <a href="${path}${other}#budget">${words.readOther(yearly)}</a></p>`;
}

/** An estimate in money. */
export type Money = Estimate & { currency: string };

/** An amount in a table, with its interval if it is not known exactly. */
export function moneyCell(amount: Money | null | undefined, { figures }: Messages): Html | undefined {
  if (amount == null) return undefined;
  const { value, low, high, currency } = amount;
  return html`${figures.roughly(value)} ${currency} ${low !== high && html`<small>${figures.roughInterval({ low, high })}</small>`}`;
}

function totalRow(cells: readonly string[]) {
  return cells.map((cell) => html`<strong>${cell}</strong>`);
}

/** Links, so that the choice works without a script and is in the address. */
function householdSwitch({ path, query, messages }: PageRequest, shown: Household): Html {
  return html`<nav class="pills" aria-label="${messages.budget.household}">${HOUSEHOLDS.map((household) => {
    const address = `${path}${queryText({ ...query, household: household === (query.household ?? 'one') ? query.household : household })}#budget`;
    return html`<a href="${address}"${attribute('aria-current', household === shown && 'true')}>${messages.budget.households[household]}</a>`;
  })}</nav>`;
}

/** @param more fields before the currency */
function currencyForm(
  { path, query, messages }: PageRequest,
  { currency, exchange_rate: rate }: Budget,
  more?: Html,
): Html {
  const { budget: words, compare } = messages;
  const asked = more === undefined ? ['currency'] : ['currency', 'amount', 'per'];
  const others = Object.keys(query).filter((name) => !asked.includes(name));
  return html`<form class="inline-form" action="${path}#budget">
${hiddenFields(query, others)}${more}<label>${words.currency} <input name="currency" size="4" maxlength="3" value="${currency}"></label>
<button class="button small quiet">${more === undefined ? words.show : compare.show}</button>${rate !== null && html` <small>${words.rate(rate.period)}</small>`}
</form>`;
}

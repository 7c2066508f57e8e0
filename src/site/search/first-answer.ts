import { type Budget, budgetCurrency, budgetOf, type budgetTotal } from '../../engine/cost/budget.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { budgetAsked } from '../../engine/places/budget-finding.ts';
import { isCity, type Place } from '../../engine/places/place.ts';
import { isYearly, moneyCell } from '../explorer/budget-section.ts';
import { comparisonOf, readable } from '../explorer/comparison.ts';
import { cheapestOf, firstFound } from '../explorer/find-page.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../site-page.ts';
import { heading, numeric, scrollTable } from '../table.ts';
import type { Asked } from './asked.ts';
import { figureColumns, figureSentences } from './asked-figures.ts';
import type { AskedPay } from './asked-pay.ts';
import type { SearchEntry } from './found-places.ts';

/* The first result of a search in money, so that many questions are answered before anything is opened. */

/** Cities of a list. */
const SHOWN = 5;
/** Columns beside the money, so that a narrow screen shows them. */
const MOST_FIGURES = 2;

/**
 * @param first the first result
 * @param asked what the question asks of it; undefined if the text only names the place
 */
export function firstAnswer(
  request: PageRequest,
  { to, place }: SearchEntry,
  asked: Asked | undefined,
): Html | undefined {
  const [path, text] = to.split('?');
  const about = { ...request, query: Object.fromEntries(new URLSearchParams(text)) };
  if (place !== undefined) return placeAnswer(about, place, to, asked);
  if (path === '/find') return foundAnswer(about, asked);
  return path === '/compare' ? comparedAnswer(about, asked) : undefined;
}

/** @param to its page, for the household and in the money of the question */
function placeAnswer(request: PageRequest, place: Place, to: string, asked: Asked | undefined): Html {
  const { release, query, messages } = request;
  const { budget: words, pay, quality, cost, history } = messages;
  const { household } = budgetAsked(query);
  const budget = budgetOf(release, place, household, budgetCurrency(release, place, query.currency));
  const amount = asked?.pay && { amount: asked.pay.amount, per: asked.pay.per };
  const compare = queryText({ [isCity(place) ? 'cities' : 'countries']: place.id, ...query, ...amount });
  const links = [
    ...(budget === null ? [] : [[`${to}#budget`, words.title(household)]]),
    [`${to}#pay`, pay.title],
    [`${to}#history`, history.title],
    ...(isCity(place) ? [[`${to}#quality-of-life`, quality.title]] : []),
    [`/compare${compare}`, cost.compareTitle],
  ];
  return html`${figureSentences(request, place, asked, budget !== null)}
${budget && html`<p class="answer">${words.sentence(place.name, budget)}${asked?.pay && asked.topic?.sort !== 'housing' && ` ${enough(budget, asked.pay, messages)}`}</p>`}
<ul class="chips">${links.map(([address, title]) => html`<li><a href="${address}">${title}</a></li>\n`)}</ul>`;
}

/** Whether the pay in a question is enough. */
function enough(
  { currency, total }: Budget,
  { amount, per }: AskedPay,
  { search, figures }: Messages,
): string {
  const typed = Number(amount);
  const isYear = isYearly(per, typed, [total.value]);
  const monthly = isYear ? typed / 12 : typed;
  const [whole, rough] = [figures.whole(typed), figures.roughly(monthly)].map((sum) => `${sum} ${currency}`);
  const pay = isYear ? search.aYear(whole ?? '', rough ?? '') : search.aMonth(whole ?? '');
  const left = monthly < total.low ? 'nothing' : monthly > total.high ? 'some' : 'unsure';
  return search.enough(pay, left, `${figures.roughly(Math.abs(monthly - total.value))} ${currency}`);
}

interface Priced {
  place: Place;
  name: string;
  to: string;
  country?: string | undefined;
  budget: ReturnType<typeof budgetTotal> | undefined;
  /** What buys the same as the pay in the question. */
  equivalent?: { amount: number; low: number; high: number; currency: string } | null | undefined;
}

/** If no city costs so little, the cheapest ones. */
function foundAnswer(request: PageRequest, asked: Asked | undefined): Html | undefined {
  const places = foundPlaces(request);
  if (places.length > 0 || request.query.budget_max === undefined) return moneyTable(request, places, asked);
  const cheapest = foundPlaces({ ...request, query: cheapestOf(request.query) });
  return html`<p>${request.messages.find.tooLittle}</p>${moneyTable(request, cheapest, asked)}`;
}

function foundPlaces(request: PageRequest): Priced[] {
  return firstFound(request, SHOWN).flatMap(({ id, name, country, budget }) => {
    const place = request.release.city(id);
    return place === undefined ? [] : [{ place, name, to: `/cities/${id}`, country: country.name, budget }];
  });
}

function comparedAnswer(request: PageRequest, asked: Asked | undefined): Html | undefined {
  const { release } = request;
  const { places, amount } = readable(comparisonOf(request), request).cost;
  const priced = places.flatMap(({ place: { id, country, ...about }, budget, equivalent }) => {
    const place = country === undefined ? release.country(id) : release.city(id);
    const total = budget && { ...budget.total, currency: budget.currency };
    return place === undefined ? [] : [{ ...about, place, country, budget: total, equivalent }];
  });
  return moneyTable(request, priced, asked, amount);
}

/** @param pay in the question, as the comparison read it */
function moneyTable(
  request: PageRequest,
  places: readonly Priced[],
  asked: Asked | undefined,
  pay?: { value: number; currency: string },
): Html | undefined {
  const { query, messages } = request;
  const { find, compare, figures, budget: words } = messages;
  const [first] = places;
  if (first === undefined) return undefined;
  const about = { household: query.household, currency: query.currency };
  const currency = first.budget?.currency ?? budgetCurrency(request.release, first.place, query.currency);
  const columns =
    asked === undefined
      ? []
      : figureColumns(request, asked, currency, [budgetAsked(query).household]).slice(0, MOST_FIGURES);
  return scrollTable({
    name: words.name,
    // A narrow screen has room for two figures of a place.
    cards: columns.length + (pay === undefined ? 0 : 1) > 1,
    columns: [
      heading(compare.place),
      numeric(find.needed(query.household)),
      pay !== undefined && numeric(compare.asMuchAs(`${figures.whole(pay.value)} ${pay.currency}`)),
      ...columns.map(({ title }) => numeric(title)),
    ],
    rows: places.map(({ place, name, to, country, budget, equivalent }) => [
      html`<a href="${to}${queryText(about)}">${name}</a>${country !== undefined && country !== name && html` <small>${country}</small>`}`,
      moneyCell(budget, messages) ?? '–',
      equivalent && moneyCell({ ...equivalent, value: equivalent.amount }, messages),
      ...columns.map(({ of }) => {
        const figure = of(place);
        return figure === undefined ? '–' : html`${figure.text} <small>${figure.range}</small>`;
      }),
    ]),
  });
}

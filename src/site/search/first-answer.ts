import type { City } from '../../engine/catalogue/place.ts';
import { budgetCurrency, budgetOf, type budgetTotal } from '../../engine/cost/budget.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { budgetAsked } from '../../engine/places/budget-finding.ts';
import { isCity, type Place } from '../../engine/places/place.ts';
import { QUALITY_MEASURES } from '../../release/measures.ts';
import { moneyCell } from '../explorer/budget-section.ts';
import { comparisonOf, readable } from '../explorer/comparison.ts';
import { cheapestOf, firstFound } from '../explorer/find-page.ts';
import { type Html, html } from '../html.ts';
import type { PageRequest } from '../page-request.ts';
import { heading, numeric, scrollTable } from '../table.ts';

/* The first result of a search in money, so that many questions are answered before anything is opened. */

/** Cities of a list. */
const SHOWN = 5;

/**
 * @param to the address of the first result
 * @param topic that of the page about what is asked: `/rankings/safety`
 */
export function firstAnswer(request: PageRequest, to: string, topic: string | undefined): Html | undefined {
  const [, kind = '', id = '', text = ''] = /^\/(\w+)(?:\/([\w-]+))?(?:\?(.*))?$/.exec(to) ?? [];
  const asked = { ...request, query: Object.fromEntries(new URLSearchParams(text)) };
  const { release } = request;
  if (kind === 'find') return foundAnswer(asked);
  if (kind === 'compare') return comparedAnswer(asked);
  if (kind === 'cities') return placeAnswer(asked, release.city(id), `/cities/${id}`, topic);
  return kind === 'countries'
    ? placeAnswer(asked, release.country(id), `/countries/${id}`, topic)
    : undefined;
}

function placeAnswer(
  { release, query, messages }: PageRequest,
  place: Place | undefined,
  path: string,
  topic: string | undefined,
): Html | undefined {
  if (place === undefined) return undefined;
  const { budget: words, pay, quality, cost, history } = messages;
  const { household } = budgetAsked(query);
  const budget = budgetOf(release, place, household, budgetCurrency(release, place, undefined));
  const to = `${path}${queryText(query)}`;
  const compare = queryText({ [isCity(place) ? 'cities' : 'countries']: place.id, ...query });
  const links = [
    [`${to}#budget`, words.title(household)],
    [`${to}#pay`, pay.title],
    [`${to}#history`, history.title],
    ...(isCity(place) ? [[`${to}#quality-of-life`, quality.title]] : []),
    [`/compare${compare}`, cost.compareTitle],
  ];
  return html`${budget && html`<p class="answer">${words.sentence(place.name, budget)}</p>`}
${isCity(place) && scoreOf(messages, release, place, topic)}
<ul class="chips">${links.map(([address, title]) => html`<li><a href="${address}">${title}</a></li>\n`)}</ul>`;
}

/** The score that a question asks for: `is Toronto safe?` */
function scoreOf(
  { figures, place: words }: PageRequest['messages'],
  release: PageRequest['release'],
  city: City,
  topic: string | undefined,
): Html | undefined {
  const measure = QUALITY_MEASURES.find((id) => topic === `/rankings/${id}`);
  const score = measure && release.measures.figure(measure, city);
  return (
    score &&
    html`<p>${figures.measures[measure]}: ${words.ofHundred(`${figures.tenths(score.value)} (${figures.interval80}: ${figures.interval(score)})`)}</p>`
  );
}

interface Priced {
  name: string;
  to: string;
  country?: string | undefined;
  budget: ReturnType<typeof budgetTotal> | undefined;
  /** What buys the same as the pay in the question. */
  equivalent?: { amount: number; low: number; high: number; currency: string } | null | undefined;
}

/** If no city costs so little, the cheapest ones. */
function foundAnswer(request: PageRequest): Html | undefined {
  const places = foundPlaces(request);
  if (places.length > 0 || request.query.budget_max === undefined) return moneyTable(request, places);
  const cheapest = foundPlaces({ ...request, query: cheapestOf(request.query) });
  return html`<p>${request.messages.find.tooLittle}</p>${moneyTable(request, cheapest)}`;
}

function foundPlaces(request: PageRequest): Priced[] {
  return firstFound(request, SHOWN).map(({ id, name, country, budget }) => ({
    name,
    to: `/cities/${id}`,
    country: country.name,
    budget,
  }));
}

function comparedAnswer(request: PageRequest): Html | undefined {
  const { places, amount } = readable(comparisonOf(request), request).cost;
  const priced = places.map(({ place, budget, equivalent }) => ({
    ...place,
    budget: budget && { ...budget.total, currency: budget.currency },
    equivalent,
  }));
  return moneyTable(request, priced, amount);
}

/** @param pay in the question */
function moneyTable(
  { query, messages }: PageRequest,
  places: readonly Priced[],
  pay?: { value: number; currency: string },
): Html | undefined {
  const { find, compare, figures, budget: words } = messages;
  if (places.length === 0) return undefined;
  const about = { household: query.household, currency: query.currency };
  return scrollTable({
    name: words.name,
    columns: [
      heading(compare.place),
      numeric(find.needed(query.household)),
      pay !== undefined && numeric(compare.asMuchAs(`${figures.whole(pay.value)} ${pay.currency}`)),
    ],
    rows: places.map(({ name, to, country, budget, equivalent }) => [
      html`<a href="${to}${queryText(about)}">${name}</a>${country !== undefined && html` <small>${country}</small>`}`,
      moneyCell(budget, messages) ?? '–',
      equivalent && moneyCell({ ...equivalent, value: equivalent.amount }, messages),
    ]),
  });
}

import { ask } from '../../engine/ask.ts';
import { isCity, type Place } from '../../engine/catalogue/place.ts';
import { type Budget, budgetCurrency, budgetOf, type budgetTotal } from '../../engine/cost/budget.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { budgetAsked } from '../../engine/places/budget-finding.ts';

import { type Estimate, estimateOf } from '../../engine/summaries/document.ts';
import { CATEGORIES, type Category } from '../../release/cost-basket.ts';
import { fold } from '../../release/fold.ts';
import { HOUSEHOLDS, type Household } from '../../release/household-budgets.ts';
import { QUALITY_MEASURES, type QualityMeasure } from '../../release/measures.ts';
import { type MonthlyMeasure, plainColumn } from '../../release/plain-measures.ts';
import { isYearly, type Money, moneyCell } from '../explorer/budget-section.ts';
import { isOfWiderArea } from '../explorer/city-page.ts';
import { comparisonOf, readable } from '../explorer/comparison.ts';
import { cheapestOf, firstFound } from '../explorer/find-page.ts';
import { amountOf, earningsSentence } from '../explorer/pay.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../site-page.ts';
import { heading, numeric, scrollTable } from '../table.ts';
import type { Asked } from './asked.ts';
import type { AskedPay } from './asked-pay.ts';
import type { SearchEntry } from './found-places.ts';

/* The first result of a search in money, so that many questions are answered before anything is opened. */

/** Cities of a list. */
const SHOWN = 5;
/** Columns beside the money, so that a narrow screen shows them. */
const MOST_FIGURES = 2;
const MONTHS = Array.from({ length: 12 }, (_, month) => month + 1);

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
  equivalent?: (Omit<Money, 'value'> & { amount: number }) | null | undefined;
}

/** If no city costs so little, the cheapest ones. */
function foundAnswer(request: PageRequest, asked: Asked | undefined): Html | undefined {
  const places = firstFound(request, SHOWN);
  if (places.length > 0 || request.query.budget_max === undefined) return moneyTable(request, places, asked);
  const cheapest = firstFound({ ...request, query: cheapestOf(request.query) }, SHOWN);
  return html`<p>${request.messages.find.tooLittle}</p>${moneyTable(request, cheapest, asked)}`;
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

/* The figure that a question is about, beside what a month costs: rents, pay, a score. */

/** A column of the table of a list or a comparison. */
interface FigureColumn {
  title: string;
  kind: 'money' | 'score' | 'plain';
  /** The figure, with its 80 % interval; what is plain has none. */
  of(place: Place): { text: string; range: string } | undefined;
}

/** Homes by their bedrooms, as the households rent them. */
const BEDROOMS = [
  /\b(?:1|one) ?(?:bed|br|bhk)/,
  /\b(?:2|two) ?(?:bed|br|bhk)/,
  /\b(?:3|three) ?(?:bed|br|bhk)/,
];

/**
 * What a question asks about in figures, the topic first.
 *
 * @param currency of the amounts
 * @param homes whose rents answer, if the question doesn't say how large the home is
 */
function figureColumns(
  request: PageRequest,
  { topics, beside, month }: Asked,
  currency: string,
  homes: readonly Household[],
): FigureColumn[] {
  const { release, messages, query } = request;
  const { budget: words, figures, search } = messages;
  const money = ({ value, ...range }: Estimate, inMoney: string) => ({
    text: `${figures.roughly(value)} ${inMoney}`,
    range: figures.roughInterval(range),
  });
  const part = (title: string, household: Household, category: Category): FigureColumn => ({
    title,
    kind: 'money',
    of: (place) => {
      const amount = budgetOf(release, place, household, currency)?.categories[category];
      return amount == null ? undefined : money(amount, currency);
    },
  });
  const wanted = HOUSEHOLDS.filter((_, at) => BEDROOMS[at]?.test(fold(beside)));
  return [...new Set(topics.map(({ sort }) => sort.replace('-', '')))].flatMap((of): FigureColumn[] => {
    if (of === 'housing')
      return (wanted.length > 0 ? wanted : homes).map((each) => part(search.rentOf(each), each, of));
    const category = CATEGORIES.find((each) => each === of && each !== 'education');
    if (category !== undefined) return [part(words.titles[category], budgetAsked(query).household, category)];
    if (of === 'resident_climate' && month !== undefined) return [warmthOf(month, request)];
    if (of === 'earnings') {
      const pay = (place: Place) => {
        const figure = isCity(place) ? release.measures.figure(of, place) : undefined;
        return figure && money(figure, 'USD');
      };
      return [{ title: search.earnings, kind: 'money', of: pay }];
    }
    const measure = QUALITY_MEASURES.find((each) => each === of);
    if (measure === undefined) return plainFigures(of, request);
    const score = (place: Place) => {
      const figure = scoreOf(request, measure, place);
      return figure == null
        ? undefined
        : { text: figures.tenths(figure.value), range: figures.interval(figure) };
    };
    const column = { title: figures.measures[measure], kind: 'score', of: score } as const;
    return of === 'resident_climate' ? weatherAsked(column, fold(beside), request) : [column];
  });
}

function scoreOf(request: PageRequest, measure: QualityMeasure, place: Place): Estimate | null | undefined {
  if (isCity(place)) return request.release.measures.figure(measure, place);
  const asked = { place: place.id, query: {} };
  const { score, groups } = ask(request, '/data/quality-of-life/countries/{country_id}', asked).body;
  if (measure === 'quality') return estimateOf(score);
  const group = measure === 'resident_climate' ? undefined : groups[measure];
  return group && estimateOf({ ...group, value: group.score });
}

/** People, or the distance to the sea. */
function plainFigures(of: string, request: PageRequest): FigureColumn[] {
  const { release, messages } = request;
  const { figures, place: words } = messages;
  const whole = (people: number | null, caveat = '') =>
    people === null ? undefined : `${figures.whole(people)}${caveat}`;
  if (of === 'population')
    return [
      plain(words.population, (place) => {
        const asked = { place: place.id, query: {} };
        if (!isCity(place)) return whole(ask(request, '/countries/{country_id}', asked).body.population);
        const { body } = ask(request, '/cities/{city_id}', asked);
        return whole(body.population, isOfWiderArea(body) ? ` (${words.widerArea})` : '');
      }),
    ];
  if (of !== 'sea') return [];
  return [
    plain(figures.metric('distance_to_coast', 'Distance to the coast'), (place) => {
      const distance = isCity(place) ? release.measures.plain('sea', place) : undefined;
      return distance === undefined ? undefined : `${figures.whole(distance)} km`;
    }),
  ];
}

function plain(title: string, textOf: (place: Place) => string | undefined): FigureColumn {
  const of = (place: Place) => {
    const text = textOf(place);
    return text === undefined ? undefined : { text, range: '' };
  };
  return { title, kind: 'plain', of };
}

/**
 * Beside the score, rain and sunshine of a year, and its coldest and warmest month: what the question names first.
 *
 * @param beside folded
 */
function weatherAsked(
  score: FigureColumn,
  beside: string,
  { release: { measures }, messages: { figures, search } }: PageRequest,
): FigureColumn[] {
  const normals = (measure: MonthlyMeasure, place: Place) =>
    MONTHS.flatMap(
      (month) => (isCity(place) ? measures.plain(plainColumn(measure, month), place) : undefined) ?? [],
    );
  const yearly = (measure: MonthlyMeasure, unit: string) => (place: Place) => {
    const values = normals(measure, place);
    if (values.length < MONTHS.length) return undefined;
    return `${figures.whole(values.reduce((sum, value) => sum + value))} ${unit}`;
  };
  const highs = (place: Place) => {
    const values = normals('high', place);
    if (values.length < MONTHS.length) return undefined;
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const [cold, warm] = [low, high].map((value) => figures.month(values.indexOf(value)));
    return search.highs(figures.tenths(low), cold ?? '', figures.tenths(high), warm ?? '');
  };
  const weather: [about: RegExp, FigureColumn][] = [
    [/rain|wet/, plain(search.rain, yearly('rain', 'mm'))],
    [/sun|sonn|soleil/, plain(search.sunshine, yearly('sun', 'h'))],
    [/warm|hot|temperat/, plain(search.high, highs)],
  ];
  const [named = [], others = []] = [true, false].map((wanted) =>
    weather.flatMap(([about, column]) => (about.test(beside) === wanted ? [column] : [])),
  );
  return [...named, score, ...others];
}

/** How warm the days of a month are. */
function warmthOf(
  month: number,
  { release: { measures }, messages: { figures, search } }: PageRequest,
): FigureColumn {
  return plain(search.warmth(figures.month(month - 1)), (place) => {
    const high = isCity(place) ? measures.plain(plainColumn('high', month), place) : undefined;
    return high === undefined ? undefined : `${figures.tenths(high)} °C`;
  });
}

/** What a place has of it, in words; and if the place has no budget, why. */
function figureSentences(
  request: PageRequest,
  place: Place,
  asked: Asked | undefined,
  hasBudget: boolean,
): Html {
  const { release, messages, query } = request;
  const { figures, search, place: words, cost } = messages;
  const currency = budgetCurrency(release, place, query.currency);
  const isOfPay = asked?.topics.some(({ sort }) => sort === '-earnings') ?? false;
  const body = isOfPay || !hasBudget ? costOf(request, place) : undefined;
  const columns = asked === undefined ? [] : figureColumns(request, asked, currency, HOUSEHOLDS);
  const parts = columns.flatMap(({ title, kind, of }) => {
    const { text, range } = (title !== search.earnings && of(place)) || { text: '', range: '' };
    if (text === '') return [];
    const amount = kind === 'money' ? search.aMonth(text) : text;
    const sentence = range === '' ? amount : `${amount} (${figures.interval80}: ${range})`;
    return [html`<li>${title}: ${kind === 'score' ? words.ofHundred(sentence) : sentence}</li>\n`];
  });
  return html`${isOfPay && body && earningsOf(body, place, messages)}
${parts.length > 0 && html`<ul class="plain-list" aria-label="${search.asked}">${parts}</ul>`}
${!hasBudget && body && html`<p>${cost.unknown(body.index_reason)}</p>`}`;
}

function costOf(request: PageRequest, place: Place) {
  const asked = { place: place.id, query: { currency: request.query.currency } };
  return isCity(place)
    ? ask(request, '/data/cost-of-living/{city_id}', asked).body
    : ask(request, '/data/cost-of-living/countries/{country_id}', asked).body;
}

function earningsOf(body: ReturnType<typeof costOf>, { name }: Place, messages: Messages): Html {
  const { pay, figures } = messages;
  const withheld = body.pay_withheld.filter(({ measure }) => measure === 'earnings');
  const minimum = body.pay.find(({ kind }) => kind === 'minimum_wage');
  return html`${earningsSentence(body, messages) ?? html`<p>${withheld.map((reason) => pay.withheld(reason, name))}</p>`}
${minimum && html`<p>${figures.metric(minimum.item, minimum.title)}: ${amountOf(minimum, messages)} (${figures.period(minimum.period)}).</p>`}`;
}

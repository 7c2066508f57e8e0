import { ask } from '../../engine/ask.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { budgetCurrency, budgetOf } from '../../engine/cost/budget.ts';
import { budgetAsked } from '../../engine/places/budget-finding.ts';
import { isCity, type Place } from '../../engine/places/place.ts';
import { CATEGORIES, type Category } from '../../release/cost-basket.ts';
import { fold } from '../../release/fold.ts';
import { HOUSEHOLDS, type Household } from '../../release/household-budgets.ts';
import { QUALITY_MEASURES } from '../../release/measures.ts';
import { plainColumn } from '../../release/plain-measures.ts';
import { amountOf, earningsSentence } from '../explorer/pay.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../site-page.ts';
import type { Asked } from './asked.ts';

/* The figure that a question is about, beside what a month costs: rents, pay, a score. */

/** A column of the table of a list or a comparison. */
interface FigureColumn {
  title: string;
  /** Whether it is of 100, and no money. */
  isScore: boolean;
  /** The figure, with its 80 % interval. */
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
export function figureColumns(
  { release, messages, query }: PageRequest,
  { topics, beside, month }: Asked,
  currency: string,
  homes: readonly Household[],
): FigureColumn[] {
  const { budget: words, figures, search } = messages;
  const money = ({ value, ...range }: { value: number; low: number; high: number }, inMoney: string) => ({
    text: `${figures.roughly(value)} ${inMoney}`,
    range: figures.roughInterval(range),
  });
  const part = (title: string, household: Household, category: Category): FigureColumn => ({
    title,
    isScore: false,
    of: (place) => {
      const amount = budgetOf(release, place, household, currency)?.categories[category];
      return amount == null ? undefined : money(amount, currency);
    },
  });
  const wanted = HOUSEHOLDS.filter((_, at) => BEDROOMS[at]?.test(fold(beside)));
  return [...new Set(topics.map(({ sort }) => sort.replace('-', '')))].flatMap((of) => {
    if (of === 'housing')
      return (wanted.length > 0 ? wanted : homes).map((each) => part(search.rentOf(each), each, of));
    const category = CATEGORIES.find((each) => each === of && each !== 'education');
    if (category !== undefined) return part(words.titles[category], budgetAsked(query).household, category);
    const measure = [...QUALITY_MEASURES, 'earnings' as const].find((each) => each === of);
    if (measure === undefined) return [];
    const isScore = measure !== 'earnings';
    if (measure === 'resident_climate' && month !== undefined) return warmthOf(month, release, messages);
    return {
      title: isScore ? figures.measures[measure] : search.earnings,
      isScore,
      of: (place: Place) => {
        const figure = isCity(place) ? release.measures.figure(measure, place) : undefined;
        if (figure === undefined) return undefined;
        return isScore
          ? { text: figures.tenths(figure.value), range: figures.interval(figure) }
          : money(figure, 'USD');
      },
    };
  });
}

/** How warm the days of a month are. */
function warmthOf(month: number, { measures }: Release, { figures, search }: Messages): FigureColumn {
  return {
    title: search.warmth(figures.month(month - 1)),
    isScore: false,
    of: (place) => {
      const high = isCity(place) ? measures.plain(plainColumn('high', month), place) : undefined;
      return high === undefined ? undefined : { text: `${figures.tenths(high)} °C`, range: '' };
    },
  };
}

/** What a place has of it, in words; and if the place has no budget, why. */
export function figureSentences(
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
  const parts = columns.flatMap(({ title, isScore, of }) => {
    const { text, range } = (title !== search.earnings && of(place)) || { text: '', range: '' };
    if (text === '') return [];
    // The weather has no interval.
    const amount = isScore || range === '' ? text : search.aMonth(text);
    const sentence = range === '' ? amount : `${amount} (${figures.interval80}: ${range})`;
    return [html`<li>${title}: ${isScore ? words.ofHundred(sentence) : sentence}</li>\n`];
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

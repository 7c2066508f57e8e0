import { ask } from '../../engine/ask.ts';
import { budgetCurrency, budgetOf } from '../../engine/cost/budget.ts';
import { budgetAsked } from '../../engine/places/budget-finding.ts';
import { isCity, type Place } from '../../engine/places/place.ts';
import { CATEGORIES, type Category } from '../../release/cost-basket.ts';
import { fold } from '../../release/fold.ts';
import { HOUSEHOLDS, type Household } from '../../release/household-budgets.ts';
import { QUALITY_MEASURES } from '../../release/measures.ts';
import { amountOf, earningsSentence } from '../explorer/pay.ts';
import { type Html, html } from '../html.ts';
import type { PageRequest } from '../page-request.ts';
import type { Asked } from './asked.ts';

/* The figure that a question is about, beside what a month costs: rents, pay, a score. */

/** A column of the table of a list or a comparison. */
interface FigureColumn {
  title: string;
  of(place: Place): Figure | undefined;
}

interface Figure {
  text: string;
  /** Its 80 % interval. */
  range: string;
}

/** Homes by their bedrooms, as the households rent them. */
const BEDROOMS = [
  /\b(?:1|one) ?(?:bed|br|bhk)/,
  /\b(?:2|two) ?(?:bed|br|bhk)/,
  /\b(?:3|three) ?(?:bed|br|bhk)/,
];

/**
 * @param currency of the amounts
 * @param homes whose rents answer, if the question doesn't say how large the home is
 */
export function figureColumns(
  request: PageRequest,
  asked: Asked | undefined,
  currency: string,
  homes: readonly Household[],
): FigureColumn[] {
  const { release, messages, query } = request;
  const { budget: words, figures, search } = messages;
  const of = asked?.topic?.sort.replace('-', '');
  const money = ({ value, ...range }: { value: number; low: number; high: number }, inMoney: string) => ({
    text: `${figures.roughly(value)} ${inMoney}`,
    range: figures.roughInterval(range),
  });
  const part = (household: Household, category: Category) => (place: Place) => {
    const amount = budgetOf(release, place, household, currency)?.categories[category];
    return amount == null ? undefined : money(amount, currency);
  };
  if (asked !== undefined && of === 'housing') {
    const wanted = HOUSEHOLDS.filter((_, at) => BEDROOMS[at]?.test(fold(asked.beside)));
    const shown = wanted.length > 0 ? wanted : homes;
    return shown.map((each) => ({ title: search.rentOf(each), of: part(each, 'housing') }));
  }
  const category = CATEGORIES.find((each) => each === of && each !== 'education');
  const { household } = budgetAsked(query);
  if (category !== undefined) return [{ title: words.titles[category], of: part(household, category) }];
  const measure = [...QUALITY_MEASURES, 'earnings' as const].find((each) => each === of);
  if (measure === undefined) return [];
  const isScore = measure !== 'earnings';
  return [
    {
      title: isScore ? figures.measures[measure] : search.earnings,
      of: (place) => {
        const figure = isCity(place) ? release.measures.figure(measure, place) : undefined;
        if (figure === undefined) return undefined;
        return isScore
          ? { text: figures.tenths(figure.value), range: figures.interval(figure) }
          : money(figure, 'USD');
      },
    },
  ];
}

/** What a place has of it, in words. */
export function figureSentence(request: PageRequest, place: Place, asked: Asked): Html | undefined {
  const { release, messages, query } = request;
  if (asked.topic?.sort === '-earnings') return earningsOf(request, place);
  const currency = budgetCurrency(release, place, query.currency);
  const { figures, search, place: words } = messages;
  const isScore = QUALITY_MEASURES.some((each) => asked.topic?.sort.endsWith(each));
  const parts = figureColumns(request, asked, currency, HOUSEHOLDS).flatMap(({ title, of }) => {
    const figure = of(place);
    if (figure === undefined) return [];
    const { text, range } = figure;
    const sentence = `${isScore ? text : search.aMonth(text)} (${figures.interval80}: ${range})`;
    return [html`<li>${title}: ${isScore ? words.ofHundred(sentence) : sentence}</li>\n`];
  });
  return parts.length === 0
    ? undefined
    : html`<ul class="plain-list" aria-label="${search.asked}">${parts}</ul>`;
}

function earningsOf(request: PageRequest, place: Place): Html | undefined {
  const { messages, query } = request;
  const asked = { place: place.id, query: { currency: query.currency } };
  const { body } = isCity(place)
    ? ask(request, '/data/cost-of-living/{city_id}', asked)
    : ask(request, '/data/cost-of-living/countries/{country_id}', asked);
  const minimum = body.pay.find(({ kind }) => kind === 'minimum_wage');
  return html`${
    earningsSentence(body, messages) ??
    html`<p>${body.pay_withheld.filter(({ measure }) => measure === 'earnings').map((reason) => messages.pay.withheld(reason, place.name))}</p>`
  }${minimum && html`<p>${messages.figures.metric(minimum.item, minimum.title)}: ${amountOf(minimum, messages)} (${messages.figures.period(minimum.period)}).</p>`}`;
}

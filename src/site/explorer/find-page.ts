import { ask } from '../../engine/ask.ts';
import type { City } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { budgetCurrency, budgetTotal } from '../../engine/cost/budget.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { BUDGET, budgetAsked } from '../../engine/places/budget-finding.ts';
import { listCities } from '../../engine/places/city-list.ts';
import { partOfWorldNamed, SUBREGIONS } from '../../engine/places/parts-of-world.ts';
import { Problem } from '../../engine/problems.ts';
import { csvOf } from '../../engine/summaries/csv-rows.ts';
import { citiesDocument, conditionOf } from '../../engine/summaries/found-places.ts';
import { markdown } from '../../engine/summaries/markdown.ts';
import { CONTINENTS } from '../../release/continents.ts';
import { HOUSEHOLDS } from '../../release/household-budgets.ts';
import { localShare, MEASURES, type MeasureId } from '../../release/measures.ts';
import { PLAIN_MEASURES } from '../../release/plain-measures.ts';
import { dataLinks, hiddenFields, permanentAddress } from '../addresses.ts';
import { attribute, type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { inEnglish } from '../languages/quoted.ts';
import type { DataSuffix, PageRequest, PageView, Redirect, SitePage } from '../site-page.ts';
import { heading, numeric, scrollTable } from '../table.ts';
import { moneyCell } from './budget-section.ts';
import { CHART_AREA, chartFile, frameOf } from './chart-file.ts';
import { type Asked, conditionsInWords, foundInWords, QUESTIONS } from './find-questions.ts';
import { keyFigures } from './key-figures.ts';
import { evidenceBar, NO_BREAK_PERCENT } from './marks.ts';
import { scatterDots, scatterMarks } from './scatter.ts';

/** How many cities the page shows, those that want more see, and its Markdown has. */
const [SHOWN, MORE, IN_MARKDOWN] = [25, 100, 50];
/** The largest page of the list. */
const MOST = 1000;

const NAMES = Object.keys(listCities.query.properties).filter(
  (name) => !['q', 'near', 'radius_km', 'limit', 'cursor'].includes(name),
);

/** Cities by their figures: ready questions, the filters of the API as a form, and the cities. */
export const FIND_PAGE: SitePage = {
  path: '/find',
  query: [...NAMES, 'more', 'each'],
  showsFigures: true,
  translated: 'countries',
  render: (request) => continentInstead(request) ?? view(request),
  data: {
    json: (request) => foundBy(request).body,
    csv: (request) => csvOf(foundBy(request).body.map((item) => rowOf(request.release, item))),
    md: (request) => markdown(documentOf(request)),
    svg: scatterFile,
  },
};

/** A part of the world that was typed as a country is a filter of its own. */
function continentInstead({ release, query }: PageRequest): Redirect | undefined {
  const { country, ...others } = query;
  if (country === undefined || release.resolveCountry(country).kind === 'found') return undefined;
  const part = partOfWorldNamed(country);
  return part && { location: `/find${queryText({ ...others, ...part })}`, status: 302 };
}

type Found = ReturnType<typeof foundBy>;
type Item = Found['body'][number];

function foundBy(request: PageRequest) {
  return ask(request, '/cities', { query: { ...apiQuery(withDefaults(request)), limit: MOST } });
}

/** The first cities, as the page lists them. */
export function firstFound(request: PageRequest, limit: number) {
  const asked = withDefaults(request);
  // The first of each country may be far down the list.
  const length = request.query.each === undefined ? limit : MOST;
  const { body } = ask(request, '/cities', { query: { ...apiQuery(asked), limit: length } });
  const first = listed(request, body).slice(0, limit);
  return first.flatMap(({ id, name, country }) => {
    const place = request.release.city(id);
    const budget = budgetShown(request.release, id, asked);
    return place === undefined ? [] : { place, name, to: `/cities/${id}`, country: country.name, budget };
  });
}

/** The cities in the table, with cost of living and quality of life whatever the filters are. */
function documentOf(request: PageRequest) {
  const asked = apiQuery(withDefaults(request));
  const include = [asked.include, 'cost', 'quality'].filter((names) => names !== undefined).join();
  const found = ask(request, '/cities', { query: { ...asked, include, limit: IN_MARKDOWN } });
  return citiesDocument(found, { url: permanentAddress(request, '/find', request.query) });
}

/** Instead of cities that cost at most an amount, the cheapest ones. */
export function cheapestOf({ budget_max: _, ...others }: PageRequest['query']): PageRequest['query'] {
  return { ...others, sort: BUDGET };
}

/** All that were found or, if the address asks for `each=country`, the first of each country: many have alike figures. */
function listed({ query }: PageRequest, items: Found['body']): Found['body'] {
  if (query.each !== 'country') return items;
  const seen = new Set<string>();
  return items.filter(({ country: { id } }) => seen.size < seen.add(id).size);
}

function citiesOf({ release }: PageRequest, { body }: Found): City[] {
  return body.flatMap(({ id }) => release.city(id) ?? []);
}

/**
 * By default leaves out parts of cities and of agglomerations (`fold=none` lists them, which the API does without a parameter),
 * and small places, most of which have the same modelled figures. Capitals may be small.
 */
function withDefaults({ release, query }: PageRequest): Record<string, string> {
  const { fold = 'agglomeration', more: _, each: __, ...others } = query;
  const country = query.country === undefined ? undefined : release.resolveCountry(query.country);
  return {
    sort: '-quality',
    kind: 'city',
    min_population: query.capital === undefined ? '100000' : '0',
    ...(fold !== 'none' && { fold }),
    currency: country?.kind === 'found' ? budgetCurrency(release, country.place, undefined) : 'USD',
    ...others,
  };
}

/** What the page shows in money even if no budget is asked for; the API refuses household and currency alone. */
function apiQuery(asked: Asked): Asked {
  const { household, currency, ...others } = asked;
  const asksFor = [others.sort, others.include].some((names) => names?.includes(BUDGET));
  return asksFor || others.budget_max !== undefined || others.budget_min !== undefined ? asked : others;
}

function view(request: PageRequest): PageView {
  const { query, messages } = request;
  const { find: words } = messages;
  const asked = withDefaults(request);
  const { shown, data, isFault = false } = results(request, asked);
  return {
    title: words.title,
    description: words.about,
    width: 'wide',
    indexed: false,
    data,
    main: html`<div class="find"><header><h1>${words.title}</h1>
<ul class="chips">${QUESTIONS.map(({ title, query }) => html`<li><a href="/find?${query}">${words.questions[title]}</a></li>\n`)}</ul></header>
<details${attribute('open', isFault)}><summary>${words.own(Object.keys(query).length === 0)}</summary>
${findForm(query, asked, messages)}</details>
${shown}</div>`,
  };
}

/** The list, or what is wrong with the filters. Either way, the form keeps them. */
function results(request: PageRequest, asked: Asked) {
  const { messages } = request;
  const { find: words } = messages;
  try {
    const found = foundBy(request);
    const { body, total = body.length, excluded = 0 } = found;
    const chart = scatter(request, citiesOf(request, found));
    const { more, ...fewer } = request.query;
    const count = more === undefined ? SHOWN : MORE;
    const data: DataSuffix[] = ['json', 'csv', 'md', ...(chart === undefined ? [] : ['svg' as const])];
    const shown = html`<section class="found"><h2 id="found">${foundInWords(request, asked, total)}</h2>
<p>${conditionsInWords(asked, messages)}${excluded > 0 && words.excluded(excluded)}${total > count && words.shown(count, total > MOST ? MOST : undefined)} ${foldSwitch(request)}${eachSwitch(request, body)}</p>
${body.length === 0 && request.query.budget_max !== undefined && html`<p>${words.tooLittle} <a href="/find${queryText(cheapestOf(request.query))}">${words.cheapest}</a></p>`}
${body.length > 0 && table(request, listed(request, body).slice(0, count), asked)}
${total > SHOWN && more === undefined && html`<p><a href="/find${queryText({ ...fewer, more: 'yes' })}">${words.more(Math.min(total, MORE))}</a></p>`}
<p>${words.download(dataLinks(request, ['json', 'csv', 'md']), chart && dataLinks(request, ['svg']))}</p></section>
${chart}`;
    return { shown, data };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { errors = [] } = error.extras;
    const lacksMonth = errors.some(({ message }) => message.startsWith('needs month'));
    const shown = lacksMonth
      ? html`<div class="panel bad"><p>${words.chooseMonth}</p></div>`
      : html`<div class="panel bad"${inEnglish(messages)}><p>${error.detail}</p>${errors.map(({ parameter, message }) => html`<p>${parameter}: ${message}</p>`)}</div>`;
    return { shown, data: [], isFault: true };
  }
}

/** Both are the same question: an address with the parts of agglomerations, or without. */
function foldSwitch({ query: { fold, ...others }, messages: { rankings } }: PageRequest): Html {
  const unfolded = fold === 'none';
  return html`<a href="/find${queryText({ ...others, fold: unfolded ? undefined : 'none' })}">${rankings.fold(unfolded)}</a>`;
}

/** Where cities of several countries were found. */
function eachSwitch(
  { query: { each, ...others }, messages: { find } }: PageRequest,
  body: Found['body'],
): Html | false {
  const isOn = each === 'country';
  return (
    new Set(body.map(({ country: { id } }) => id)).size > 1 &&
    html` · <a href="/find${queryText({ ...others, each: isOn ? undefined : 'country' })}">${find.each(isOn)}</a>`
  );
}

const SIZE = { width: 440, height: 360 };

function scatter({ release, messages }: PageRequest, cities: readonly City[]): Html | undefined {
  const { find: words } = messages;
  const marks = scatterMarks(scatterDots(release, cities), SIZE, messages);
  return (
    marks &&
    html`<figure class="scatter"><svg viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="${words.scatter}">${marks}</svg><figcaption>${words.scatterCaption}</figcaption></figure>`
  );
}

function scatterFile(request: PageRequest): string {
  const { release, messages } = request;
  const { find: words } = messages;
  const found = foundBy(request);
  const cities = citiesOf(request, found);
  const { left: x, width } = CHART_AREA;
  const height = 380;
  const marks = scatterMarks(scatterDots(release, cities), { width, height }, messages);
  if (marks === undefined)
    throw new Problem('path_not_found', 'There is no chart of fewer than three cities with both figures.');
  const title = words.scatterOf(foundInWords(request, withDefaults(request), found.total ?? cities.length));
  return chartFile(
    frameOf(request, title, words.scatterCaption),
    height,
    (y) => html`<svg x="${x}" y="${y}" width="${width}" height="${height}">${marks}</svg>`,
  );
}

/** In place of a figure that a city lacks. */
const UNKNOWN = '–';

function table({ release, messages }: PageRequest, items: readonly Item[], asked: Asked): Html {
  const { find: words, figures: f, similar } = messages;
  const measures = MEASURES.filter(
    (id) => id === 'cost' || id === 'quality' || items.some(({ figures }) => figures?.[id] != null),
  );
  const conditions = PLAIN_MEASURES.filter((id) => items.some((item) => conditionOf(item, id) != null));
  return scrollTable({
    name: words.name,
    cards: true,
    columns: [
      heading(similar.city),
      numeric(words.needed(asked.household)),
      ...measures.map((measure) => numeric(f.measures[measure])),
      ...conditions.map((measure) => numeric(words.conditionTitles[measure])),
    ],
    rows: items.map((item) => [
      html`<a href="/cities/${item.id}">${item.name}</a> <small>${item.country.name}${item.population !== null && ` · ${f.whole(item.population)}`}</small>`,
      moneyCell(budgetShown(release, item.id, asked), messages) ?? UNKNOWN,
      ...measures.map((measure) => figureCell(release, item.id, measure, messages) ?? UNKNOWN),
      ...conditions.map((measure) => {
        const value = conditionOf(item, measure);
        return value == null ? UNKNOWN : f.tenths(value);
      }),
    ]),
  });
}

function figureCell(release: Release, id: string, measure: MeasureId, messages: Messages): Html | undefined {
  const { tenths, interval } = messages.figures;
  const city = release.city(id);
  const figure = city && release.measures.figure(measure, city);
  if (figure === undefined) return undefined;
  const { value, measured } = figure;
  // How much of a score was measured in the city or around it.
  const local = `${messages.figures.whole(100 * localShare(figure))}${NO_BREAK_PERCENT}`;
  return html`${tenths(value)} <small>${interval(figure)}</small>${measured !== null && html` <small>${evidenceBar({ score: value, measured })} ${messages.find.local(local)}</small>`}`;
}

/** What the household that is asked for needs there in a month, if that is known. */
function budgetShown(release: Release, id: string, asked: Asked) {
  const city = release.city(id);
  const { household, currency } = budgetAsked(asked);
  return (city && budgetTotal(release, city, household, currency)) ?? undefined;
}

function rowOf(release: Release, { id, name, country, population, conditions }: Item) {
  const city = release.city(id);
  return { id, name, country: country.id, population, ...(city && keyFigures(release, city)), ...conditions };
}

/** A question of the form, and the answers to choose from. */
interface Choice {
  label: string;
  /** The answer that asks for nothing, if there is one. */
  any?: string;
  /** In words, by value. */
  answers: Readonly<Record<string, string>>;
}

/** The parameters that have a question, in their groups. */
const GROUPS = {
  where: ['continent', 'subregion', 'min_population'],
  life: [
    ...['household', 'cost_max', 'housing_max', 'quality_min', 'safety_min', 'healthcare_min'],
    ...['education_min', 'infrastructure_min'],
  ],
  weather: ['month', 'high_min', 'high_max', 'rain_max', 'sun_min', 'station_max', 'sea_max', 'airport_max'],
  answer: ['sort'],
};

function choicesIn({ find: words, budget, figures }: Messages): Readonly<Record<string, Choice>> {
  const places = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, words.place(id)]));
  const [one, ...others] = HOUSEHOLDS;
  const months = Array.from({ length: 12 }, (_, month) => [month + 1, figures.month(month)]);
  return {
    ...words.choices,
    continent: { label: words.continent, any: words.anywhere, answers: places(CONTINENTS) },
    subregion: { label: words.subregion, any: words.anywhere, answers: places(SUBREGIONS) },
    household: {
      label: budget.for,
      any: budget.households[one],
      answers: Object.fromEntries(others.map((household) => [household, budget.households[household]])),
    },
    month: { label: words.month, any: words.noMonth, answers: Object.fromEntries(months) },
    sort: { label: words.order, answers: words.orders },
  };
}

const CHECKS = [
  ['capital', 'true'],
  ['certainty', 'sure'],
  ['evidence', 'official_local,official_regional'],
] as const;

/** What is typed: an amount of money has no list to choose from. */
const TYPED = [
  { name: 'budget_max', placeholder: '1800' },
  { name: 'currency', placeholder: 'EUR' },
] as const;

/**
 * The filters as questions with answers to choose from. What the address asks besides stays: an answer that is not on a list
 * joins it, and a parameter without a question is hidden.
 *
 * @param given as in the address
 * @param asked with defaults
 */
function findForm(given: Asked, asked: Asked, messages: Messages): Html {
  const { find: words } = messages;
  const choices = choicesIn(messages);
  const [capital, ...others] = CHECKS.map(([name, value]) => check(name, value, words.checks[name], asked));
  const names = new Set([
    'country',
    ...TYPED.map(({ name }) => name),
    ...Object.values(GROUPS).flat(),
    ...CHECKS.map(([name]) => name),
  ]);
  const selects = (group: keyof typeof GROUPS) =>
    GROUPS[group].map((name) => select(name, choices[name], asked[name]));
  return html`<form class="find-form" action="/find">
<fieldset><legend>${words.where}</legend>
<label>${words.country} <input name="country" placeholder="${words.anyCountry}"${attribute('value', asked.country)}></label>
${selects('where')}${capital}</fieldset>
<fieldset><legend>${words.life}</legend>
${TYPED.map(({ name, placeholder }) => html`<label>${words.typed[name]} <input name="${name}" size="6" placeholder="${placeholder}"${attribute('value', given[name])}></label>\n`)}${selects('life')}</fieldset>
<fieldset><legend>${words.weather}</legend>
${selects('weather')}</fieldset>
<fieldset><legend>${words.answer}</legend>
${selects('answer')}${others}</fieldset>
${hiddenFields(
  given,
  Object.keys(given).filter((name) => !names.has(name)),
)}<p><button class="button small">${words.button}</button> <a class="quiet" href="/find">${words.startAgain}</a></p>
</form>`;
}

function select(name: string, choice: Choice | undefined, value = ''): Html | undefined {
  if (choice === undefined) return undefined;
  const { label, any, answers } = choice;
  const known = (value === '' && any !== undefined) || Object.hasOwn(answers, value);
  return html`<label>${label} <select name="${name}">${any !== undefined && html`<option value="">${any}</option>`}${[...Object.entries(answers), ...(known ? [] : [[value, value] as const])].map(([answer, words]) => html`<option value="${answer}"${attribute('selected', answer === value)}>${words}</option>`)}</select></label>\n`;
}

function check(name: string, value: string, words: string, asked: Asked): Html {
  return html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${attribute('checked', asked[name] !== undefined)}> ${words}</label>\n`;
}

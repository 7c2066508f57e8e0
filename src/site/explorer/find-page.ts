import { ask } from '../../engine/ask.ts';
import type { City } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { BUDGET } from '../../engine/places/budget-finding.ts';
import { listCities } from '../../engine/places/city-list.ts';
import { partOfWorldNamed } from '../../engine/places/parts-of-world.ts';
import { Problem } from '../../engine/problems.ts';
import { csvOf } from '../../engine/summaries/csv-rows.ts';
import { citiesDocument, conditionOf } from '../../engine/summaries/found-places.ts';
import { markdown } from '../../engine/summaries/markdown.ts';
import {
  CONDITION_TITLES,
  decimals,
  interval,
  MEASURE_TITLES,
  tenths,
  whole,
  wholeInterval,
} from '../../engine/summaries/words.ts';
import { localShare, MEASURES, type MeasuredFigure, type MeasureId } from '../../release/measures.ts';
import { PLAIN_MEASURES, type PlainMeasure } from '../../release/plain-measures.ts';
import { permanentAddress } from '../addresses.ts';
import { dataLinks } from '../data-links.ts';
import { attribute, type Html, html } from '../html.ts';
import type { PageRequest } from '../page-request.ts';
import type { DataSuffix, PageView, Redirect, SitePage } from '../site-page.ts';
import { heading, numeric, scrollTable } from '../table.ts';
import { CHART_AREA, chartFile, sourceLine } from './chart-file.ts';
import { evidenceBar, NO_BREAK_PERCENT } from './evidence-badge.ts';
import { findForm } from './find-form.ts';
import { type Asked, conditionsInWords, foundInWords, QUESTIONS } from './find-questions.ts';
import { keyFigures } from './key-figures.ts';
import { SCATTER_CAPTION, scatterDots, scatterMarks } from './scatter.ts';

/** How many cities the page and its Markdown show. */
const SHOWN = 50;
/** The largest page of the list. */
const MOST = 1000;

const NAMES = Object.keys(listCities.query.properties).filter(
  (name) => !['q', 'near', 'radius_km', 'limit', 'cursor'].includes(name),
);

/** Cities by their figures: ready questions, the filters of the API as a form, and the cities. */
export function findPage(): SitePage {
  return {
    path: '/find',
    query: NAMES,
    explorer: true,
    translated: 'countries',
    render: (request) => continentInstead(request) ?? view(request),
    data: {
      json: (request) => foundBy(request).body,
      csv: (request) => csvOf(foundBy(request).body.map((item) => rowOf(request.release, item))),
      md: (request) => markdown(documentOf(request)),
      svg: scatterFile,
    },
  };
}

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
  return ask(request, '/cities', { query: { ...withDefaults(request.query), limit: MOST } });
}

/** The cities in the table, with cost of living and quality of life whatever the filters are. */
function documentOf(request: PageRequest) {
  const asked = withDefaults(request.query);
  const include = [asked.include, 'cost', 'quality'].filter((names) => names !== undefined).join();
  const found = ask(request, '/cities', { query: { ...asked, include, limit: SHOWN } });
  return citiesDocument(found, { url: permanentAddress(request, '/find', request.query) });
}

function citiesOf({ release }: PageRequest, { body }: Found): City[] {
  return body.flatMap(({ id }) => release.city(id) ?? []);
}

/**
 * By default leaves out parts of cities and of agglomerations (`fold=none` lists them, which the API does without a parameter),
 * and small places, most of which have the same modelled figures. Capitals may be small.
 */
function withDefaults(query: PageRequest['query']): Record<string, string> {
  const { fold = 'agglomeration', ...others } = query;
  return {
    sort: '-quality',
    kind: 'city',
    min_population: query.capital === undefined ? '100000' : '0',
    ...(fold !== 'none' && { fold }),
    ...withoutIdleBudget(others),
  };
}

/** The form sends household and currency even if no budget is asked for; the API refuses them alone. */
function withoutIdleBudget(query: PageRequest['query']): PageRequest['query'] {
  const { household, currency, ...others } = query;
  const asksFor = [others.sort, others.include].some((names) => names?.includes(BUDGET));
  return asksFor || others.budget_max !== undefined || others.budget_min !== undefined ? query : others;
}

function view(request: PageRequest): PageView {
  const asked = withDefaults(request.query);
  const { shown, data, isFault = false } = results(request, asked);
  return {
    title: 'Find cities',
    description:
      'Find cities by cost of living, quality of life, continent, climate of a month, and the sea.',
    width: 'wide',
    indexed: false,
    data,
    main: html`<div class="find"><header><h1>Find cities</h1>
<ul class="chips">${QUESTIONS.map(({ title, query }) => html`<li><a href="/find${queryText(query)}">${title}</a></li>\n`)}</ul></header>
<details${attribute('open', isFault)}><summary>${Object.keys(request.query).length === 0 ? 'Ask your own question' : 'Change the question'}</summary>
${findForm(request.query, asked)}</details>
${shown}</div>`,
  };
}

/** The list, or what is wrong with the filters. Either way, the form keeps them. */
function results(request: PageRequest, asked: Asked) {
  const { release } = request;
  try {
    const found = foundBy(request);
    const { body, total = body.length, excluded = 0 } = found;
    const chart = scatter(release, citiesOf(request, found));
    const data: DataSuffix[] = ['json', 'csv', 'md', ...(chart === undefined ? [] : ['svg' as const])];
    const shown = html`<section class="found"><h2 id="found">${foundInWords(release, asked, total)}</h2>
<p>${conditionsInWords(asked)}${excluded > 0 && ` We left out ${whole(excluded)} more, because they lack a figure that this needs.`}${total > SHOWN && ` These are the first ${SHOWN}${total > MOST ? `; the chart and the files have the first ${whole(MOST)}` : ''}.`} ${foldSwitch(request)}</p>
${body.length > 0 && table(release, body.slice(0, SHOWN))}
<p>Download this list as ${dataLinks(request, ['json', 'csv', 'md'])}${chart && html`, or the chart as ${dataLinks(request, ['svg'])}`}. Cost of living: New York is 100. Scores: 0 to 100. Small figures are 80 % intervals.</p></section>
${chart}`;
    return { shown, data };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { errors = [] } = error.extras;
    const lacksMonth = errors.some(({ message }) => message.startsWith('needs month'));
    const shown = lacksMonth
      ? html`<div class="panel bad"><p>Choose a month: warmth, rain and sunshine are figures of a month.</p></div>`
      : html`<div class="panel bad"><p>${error.detail}</p>${errors.map(({ parameter, message }) => html`<p>${parameter}: ${message}</p>`)}</div>`;
    return { shown, data: [], isFault: true };
  }
}

/** Both are the same question: an address with the parts of agglomerations, or without. */
function foldSwitch({ query: { fold, ...others } }: PageRequest): Html {
  const unfolded = fold === 'none';
  return html`<a href="/find${queryText({ ...others, fold: unfolded ? undefined : 'none' })}">${unfolded ? 'List each urban agglomeration once' : 'List parts of agglomerations too'}</a>`;
}

const SIZE = { width: 440, height: 360 };

function scatter(release: Release, cities: readonly City[]): Html | undefined {
  const marks = scatterMarks(scatterDots(release, cities), SIZE);
  return (
    marks &&
    html`<figure class="scatter"><svg viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="Quality of life against cost of living of the cities found">${marks}</svg><figcaption>${SCATTER_CAPTION}</figcaption></figure>`
  );
}

function scatterFile(request: PageRequest): string {
  const { release } = request;
  const found = foundBy(request);
  const cities = citiesOf(request, found);
  const { left: x, width } = CHART_AREA;
  const height = 380;
  const marks = scatterMarks(scatterDots(release, cities), { width, height });
  if (marks === undefined)
    throw new Problem('path_not_found', 'There is no chart of fewer than three cities with both figures.');
  return chartFile(
    {
      title: `Quality of life against cost of living: ${foundInWords(release, withDefaults(request.query), found.total ?? cities.length)}`,
      note: SCATTER_CAPTION,
      source: sourceLine(request),
    },
    height,
    (y) => html`<svg x="${x}" y="${y}" width="${width}" height="${height}">${marks}</svg>`,
  );
}

function table(release: Release, items: readonly Item[]): Html {
  const measures = MEASURES.filter(
    (id) => id === 'cost' || id === 'quality' || items.some(({ figures }) => figures?.[id] != null),
  );
  const withBudget = items.some(({ figures }) => figures?.budget != null);
  const conditions = PLAIN_MEASURES.filter((id) => items.some((item) => conditionOf(item, id) != null));
  return scrollTable({
    name: 'Cities found',
    cards: true,
    columns: [
      heading('City'),
      withBudget && numeric('Needed a month'),
      ...measures.map((measure) => numeric(MEASURE_TITLES[measure])),
      ...conditions.map((measure) => numeric(CONDITION_TITLES[measure])),
    ],
    rows: items.map((item) => [
      html`<a href="/cities/${item.id}">${item.name}</a> <small>${item.country.name}${item.population !== null && ` · ${whole(item.population)}`}</small>`,
      withBudget && budgetCell(item),
      ...measures.map((measure) => figureCell(release, item.id, measure)),
      ...conditions.map((measure) => conditionCell(item, measure)),
    ]),
  });
}

function figureCell(release: Release, id: string, measure: MeasureId): Html | undefined {
  const city = release.city(id);
  const figure = city && release.measures.figure(measure, city);
  return figure && html`${tenths(figure.value)} <small>${interval(figure)}</small>${localWords(figure)}`;
}

function budgetCell({ figures }: Item): Html | undefined {
  const budget = figures?.budget;
  if (budget == null) return undefined;
  return html`${whole(budget.value)} ${budget.currency} <small>${wholeInterval(budget)}</small>`;
}

function conditionCell(item: Item, measure: PlainMeasure): string | undefined {
  const value = conditionOf(item, measure);
  return value == null ? undefined : decimals(value, 1);
}

/** How much of a score was measured in the city or around it. */
function localWords(figure: MeasuredFigure): Html | undefined {
  const { value, measured } = figure;
  if (measured === null) return undefined;
  return html` <small>${evidenceBar({ score: value, measured })} ${whole(100 * localShare(figure))}${NO_BREAK_PERCENT} local</small>`;
}

function rowOf(release: Release, { id, name, country, population, conditions }: Item) {
  const city = release.city(id);
  return { id, name, country: country.id, population, ...(city && keyFigures(release, city)), ...conditions };
}

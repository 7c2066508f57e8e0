import { ask } from '../../engine/ask.ts';
import type { City } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { listCities } from '../../engine/places/city-list.ts';
import { Problem } from '../../engine/problems.ts';
import { csvOf } from '../../engine/summaries/csv-rows.ts';
import { citiesDocument } from '../../engine/summaries/found-places.ts';
import { markdown } from '../../engine/summaries/markdown.ts';
import { interval, MEASURE_TITLES, tenths, whole } from '../../engine/summaries/words.ts';
import { localShare, type MeasuredFigure, type MeasureId } from '../../release/measures.ts';
import { dataLinks } from '../data-links.ts';
import { attribute, type Html, html } from '../html.ts';
import type { PageRequest } from '../page-request.ts';
import type { DataSuffix, PageView, SitePage } from '../site-page.ts';
import { heading, numeric, scrollTable } from '../table.ts';
import { CHART_AREA, chartFile, sourceLine } from './chart-file.ts';
import { evidenceBar, NO_BREAK_PERCENT } from './evidence-badge.ts';
import { keyFigures } from './key-figures.ts';
import { SCATTER_CAPTION, scatterDots, scatterMarks } from './scatter.ts';

/** The filters of the form: the most used of the API. Others work in the address, except `q`, `near` and `radius_km`. */
const BOUNDS: readonly { name: string; measure: MeasureId; label: string }[] = [
  { name: 'cost_max', measure: 'cost', label: 'Cost of living at most' },
  { name: 'housing_max', measure: 'housing', label: 'Housing at most' },
  { name: 'quality_min', measure: 'quality', label: 'Quality of life at least' },
  { name: 'safety_min', measure: 'safety', label: 'Safety at least' },
  { name: 'healthcare_min', measure: 'healthcare', label: 'Healthcare at least' },
  { name: 'climate_min', measure: 'climate', label: 'Climate at least' },
  { name: 'purchasing_power_min', measure: 'purchasing_power', label: 'Purchasing power at least' },
  { name: 'resident_climate_min', measure: 'resident_climate', label: 'Climate for residents at least' },
];
const SORTS = [
  ['-quality', 'best quality of life first'],
  ['cost', 'cheapest first'],
  ['-purchasing_power', 'highest purchasing power first'],
  ['-population', 'largest first'],
] as const;
const SHOWN = 100;
/** The largest page of the list. */
const MOST = 1000;

const NAMES = Object.keys(listCities.query.properties).filter(
  (name) => !['q', 'near', 'radius_km', 'limit', 'cursor'].includes(name),
);

/** Cities by their figures: the filters of the API as a form. */
export function findPage(): SitePage {
  return {
    path: '/find',
    query: NAMES,
    explorer: true,
    render: view,
    data: {
      json: (request) => itemsOf(request),
      csv: (request) => csvOf(citiesOf(request).map((city) => rowOf(request.release, city))),
      md: (request) => markdown(documentOf(request)),
      svg: scatterFile,
    },
  };
}

function itemsOf(request: PageRequest) {
  return ask(request, '/cities', { query: { ...withDefaults(request.query), limit: MOST } }).body;
}

/** The cities in the table, with cost of living and quality of life whatever the filters are. */
function documentOf(request: PageRequest) {
  const asked = withDefaults(request.query);
  const include = [asked.include, 'cost', 'quality'].filter((names) => names !== undefined).join();
  const found = ask(request, '/cities', { query: { ...asked, include, limit: SHOWN } });
  return citiesDocument(found, { url: `${request.publicUrl}/find${queryText(request.query)}` });
}

function citiesOf(request: PageRequest): City[] {
  return itemsOf(request).flatMap(({ id }) => request.release.city(id) ?? []);
}

/** By default leaves out parts of cities, and small places, most of which have the same modelled figures. */
function withDefaults(query: PageRequest['query']): Record<string, string> {
  return { sort: '-quality', min_population: '100000', kind: 'city', ...query };
}

function view(request: PageRequest): PageView {
  const asked = withDefaults(request.query);
  const { shown, data } = results(request, asked);
  return {
    title: 'Find cities',
    description: 'Find cities by cost of living, quality of life, country and evidence.',
    width: 'wide',
    indexed: false,
    data,
    main: html`<div class="place"><header><h1>Find cities</h1>
<p class="lead">Filter by cost of living (New York is 100) and quality of life (0 to 100). “Certainly” keeps only cities whose whole 80 % interval passes, not just the estimate.</p>
${form(asked)}</header>
${shown}</div>`,
  };
}

/** The list, or what is wrong with the filters. Either way, the form keeps them. */
function results(request: PageRequest, asked: Readonly<Record<string, string>>) {
  const { release } = request;
  try {
    const cities = citiesOf(request);
    const chart = scatter(release, cities);
    const measures = BOUNDS.filter(({ name }) => asked[name] !== undefined).map(({ measure }) => measure);
    const data: DataSuffix[] = ['json', 'csv', 'md', ...(chart === undefined ? [] : ['svg' as const])];
    const shown = html`<section><h2 id="found">${countOf(cities.length)}</h2>
${cities.length > SHOWN && html`<p>The table shows the first ${SHOWN}.</p>`}
${chart}
${cities.length > 0 && table(release, cities.slice(0, SHOWN), [...new Set<MeasureId>(['cost', 'quality', ...measures])])}
<p>Download this list as ${dataLinks(request, ['json', 'csv', 'md'])}${chart && html`, or the chart as ${dataLinks(request, ['svg'])}`}.</p></section>`;
    return { shown, data };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { errors = [] } = error.extras;
    const shown = html`<div class="panel bad"><p>${error.detail}</p>${errors.map(({ parameter, message }) => html`<p>${parameter}: ${message}</p>`)}</div>`;
    return { shown, data: [] };
  }
}

function countOf(cities: number): string {
  if (cities === 1) return 'One city';
  return `${cities < Number(MOST) ? '' : 'At least '}${whole(cities)} cities`;
}

function form(asked: Readonly<Record<string, string>>): Html {
  return html`<form class="inline-form" action="/find">
${BOUNDS.map(
  ({ name, label }) =>
    html`<label>${label} <input name="${name}" inputmode="decimal" size="5"${attribute('value', asked[name])}></label>\n`,
)}
<label>Country <input name="country"${attribute('value', asked.country)} placeholder="any"></label>
<label>Inhabitants at least <input name="min_population" inputmode="numeric" size="9"${attribute('value', asked.min_population)}></label>
<label>Order <select name="sort">${SORTS.map(([value, label]) => html`<option value="${value}"${attribute('selected', asked.sort === value)}>${label}</option>`)}</select></label>
<label class="check"><input type="checkbox" name="certainty" value="sure"${attribute('checked', asked.certainty === 'sure')}> Certainly</label>
<label class="check"><input type="checkbox" name="evidence" value="official_local,official_regional"${attribute('checked', asked.evidence !== undefined)}> Only with official figures of the city or its region</label>
<button class="button small">Find</button>
</form>`;
}

const SIZE = { width: 640, height: 320 };

function scatter(release: Release, cities: readonly City[]): Html | undefined {
  const marks = scatterMarks(scatterDots(release, cities), SIZE);
  return (
    marks &&
    html`<figure class="scatter"><svg viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="Quality of life against cost of living of the cities found">${marks}</svg><figcaption>${SCATTER_CAPTION}</figcaption></figure>`
  );
}

function scatterFile(request: PageRequest): string {
  const { release } = request;
  const cities = citiesOf(request);
  const { left: x, width } = CHART_AREA;
  const height = 380;
  const marks = scatterMarks(scatterDots(release, cities), { width, height });
  if (marks === undefined)
    throw new Problem('path_not_found', 'There is no chart of fewer than three cities with both figures.');
  return chartFile(
    {
      title: `Quality of life against cost of living: ${countOf(cities.length).toLowerCase()}`,
      note: SCATTER_CAPTION,
      source: sourceLine(request),
    },
    height,
    (y) => html`<svg x="${x}" y="${y}" width="${width}" height="${height}">${marks}</svg>`,
  );
}

function table(release: Release, cities: readonly City[], measures: readonly MeasureId[]): Html {
  return scrollTable({
    name: 'Cities found',
    columns: [
      heading('City'),
      numeric('Inhabitants'),
      ...measures.map((measure) => numeric(MEASURE_TITLES[measure])),
    ],
    rows: cities.map((city) => [
      html`<a href="/cities/${city.id}">${city.name}</a> <small>${release.country(city.country).name}</small>`,
      city.population !== null && whole(city.population),
      ...measures.map((measure) => {
        const figure = release.measures.figure(measure, city);
        return (
          figure && html`${tenths(figure.value)} <small>${interval(figure)}</small>${localWords(figure)}`
        );
      }),
    ]),
  });
}

/** How much of a score was measured in the city or around it. */
function localWords(figure: MeasuredFigure): Html | undefined {
  const { value, measured } = figure;
  if (measured === null) return undefined;
  return html` ${evidenceBar({ score: value, measured })} <small>${whole(100 * localShare(figure))}${NO_BREAK_PERCENT} local</small>`;
}

function rowOf(release: Release, city: City) {
  return {
    id: city.id,
    name: city.name,
    country: city.country,
    population: city.population,
    ...keyFigures(release, city),
  };
}

import { ask } from '../../engine/ask.ts';
import { staysFolded } from '../../engine/catalogue/agglomerations.ts';
import type { City, Country } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { countryName } from '../../engine/places/country-names.ts';
import { resolveCountryOrThrow } from '../../engine/places/place-resolution.ts';
import { budgetSentence } from '../../engine/summaries/budget-words.ts';
import { csvOf } from '../../engine/summaries/csv-rows.ts';
import { markdown } from '../../engine/summaries/markdown.ts';
import { placeDocument } from '../../engine/summaries/place.ts';
import {
  categoryName,
  counted,
  decimals,
  EVIDENCE_WORDS,
  interval,
  lowerFirst,
  periodInWords,
  tenths,
  unitInWords,
  whole,
} from '../../engine/summaries/words.ts';
import { EVIDENCE, type Evidence } from '../../release/cost-estimates.ts';
import { permanentAddress } from '../addresses.ts';
import { cardDrawing } from '../cards/card.ts';
import { countryCard } from '../cards/place-cards.ts';
import { dataLinks } from '../data-links.ts';
import { pictureLinks } from '../embed/embed-section.ts';
import { evidenceCounts } from '../evidence-counts.ts';
import { attribute, type Html, html, jsonScript } from '../html.ts';
import type { PageRequest } from '../page-request.ts';
import { wrongFigure } from '../report-page.ts';
import type { PageView, Redirect, SitePage } from '../site-page.ts';
import { CHART, heading, numeric, scrollTable, words } from '../table.ts';
import { BUDGET_QUERY, budgetQuery, budgetSection } from './budget-section.ts';
import { EVIDENCE_LEGEND, evidenceBadge } from './evidence-badge.ts';
import { historyCharts, historyDrawing, seriesOf } from './history.ts';
import { intervalMark, logScale } from './interval-marks.ts';
import { keyFigures } from './key-figures.ts';
import { paySection } from './pay.ts';
import { valueMap } from './value-map.ts';

const SHOWN_CITIES = 30;
const COUNTRY_PICTURES = [
  ['Map of its cities', ''],
  ['Over time', '/history'],
  ['Card', '/card'],
] as const;

/** Everything about one country: facts, figures, and its cities with their key figures. */
export function countryPage(): SitePage {
  return {
    path: '/countries/{country_id}',
    query: BUDGET_QUERY,
    explorer: true,
    translated: 'countries',
    render: (request) => {
      const { place, canonical } = resolveCountryOrThrow(
        request.release,
        request.parameters.country_id ?? '',
      );
      return canonical
        ? view(place, request)
        : ({
            location: `/countries/${place.id}${queryText(budgetQuery(request))}`,
            status: 302,
          } satisfies Redirect);
    },
    data: {
      json: (request) => detailOf(request),
      csv: (request) => csvOf(citiesTable(request)),
      md: (request) => markdown(documentOf(request)),
      svg: citiesMap,
    },
    drawings: {
      card: cardOf,
      history: (request) => {
        const country = countryOf(request);
        const about = { place: country.id };
        const { observations } = ask(request, '/data/history/countries/{country_id}', about).body;
        return historyDrawing(observations, country.name, request);
      },
    },
  };
}

function countryOf({ release, parameters }: PageRequest): Country {
  return resolveCountryOrThrow(release, parameters.country_id ?? '').place;
}

function detailOf(request: PageRequest) {
  return ask(request, '/countries/{country_id}', { place: countryOf(request).id }).body;
}

function costOf(request: PageRequest) {
  const about = { place: countryOf(request).id, query: budgetQuery(request) };
  return ask(request, '/data/cost-of-living/countries/{country_id}', about).body;
}

function figuresOf(request: PageRequest) {
  const country = countryOf(request);
  const about = { place: country.id };
  return {
    country,
    detail: detailOf(request),
    cost: costOf(request),
    quality: ask(request, '/data/quality-of-life/countries/{country_id}', about).body,
  };
}

function documentOf(request: PageRequest) {
  const { country, detail: place, ...figures } = figuresOf(request);
  return placeDocument({ place, ...figures }, { url: permanentAddress(request, `/countries/${country.id}`) });
}

function cardOf(request: PageRequest): string {
  const figures = figuresOf(request);
  const cities = request.release.citiesOf(figures.country.id);
  return cardDrawing(countryCard({ ...figures, cities }), request);
}

function view(country: Country, request: PageRequest): PageView {
  const { release } = request;
  const { detail, cost, quality } = figuresOf(request);
  const languages = officialLanguages(detail);
  const name = countryName(request, country);
  const cities = release.citiesOf(country.id);
  const counts = evidenceCounts(release, cities);
  const local = counts.official_local + counts.official_regional;
  return {
    title: name,
    description: `${name}: ${counted(cities.length, 'city', 'cities')} with cost of living and quality of life, ${whole(local)} of them with official figures of the city or its region.`,
    width: 'wide',
    indexed: local > 0,
    head: jsonScript('application/ld+json', {
      '@context': 'https://schema.org',
      '@type': 'Country',
      name,
      url: `${request.publicUrl}/countries/${country.id}`,
      sameAs: country.wikidata === null ? [] : [`https://www.wikidata.org/entity/${country.wikidata}`],
    }),
    main: html`<article class="place">
<header>
<p class="crumbs">${detail.subregion ?? detail.region}</p>
<h1>${name}</h1>
${cost.budget !== null && html`<p class="lead">${budgetSentence(name, cost.budget)}</p>`}
<p${attribute('class', cost.budget === null && 'lead')}>${coverageSentence(country, cities.length, counts)}</p>
<dl class="tiles">
${detail.capital !== null && html`<div><dt>Capital</dt><dd><a href="/cities/${detail.capital.id}">${detail.capital.name}</a></dd></div>`}
${detail.population !== null && html`<div><dt>Population</dt><dd>${whole(detail.population)} <small>${detail.population_year}</small></dd></div>`}
${detail.currencies.length > 0 && html`<div><dt>Currency</dt><dd>${detail.currencies.map(({ code }) => code).join(', ')}</dd></div>`}
${languages.length > 0 && html`<div><dt>Official ${languages.length === 1 ? 'language' : 'languages'}</dt><dd>${languages.join(', ')}</dd></div>`}
${cost.index !== null && html`<div><dt>Price level</dt><dd>${tenths(cost.index.overall.value)} <small>${interval(cost.index.overall)}; New York is 100</small></dd></div>`}
${quality.score.value !== null && html`<div><dt>Quality of life</dt><dd>${tenths(quality.score.value)} <small>${quality.score.low !== null && quality.score.high !== null && interval({ low: quality.score.low, high: quality.score.high })} of 100</small></dd></div>`}
</dl>
</header>
${budgetSection(cost, name, request)}
${mapSection(country, request)}
${rankedSection(country, request)}
${citiesSection(country, cities, release)}
${paySection(cost)}
<section><h2 id="figures">Figures of the country</h2>
${scrollTable({
  name: 'Figures of the country',
  columns: [words('Figure'), numeric('Value'), 'Unit', 'Period', 'Source'],
  rows: shownFigures(detail).map(([id, { title, value, unit, period, sources }]) => [
    html`<a href="/metrics/${id}">${title}</a>`,
    decimals(value, 2),
    unitInWords(unit),
    periodInWords(period),
    html`${sources.map((source) => html`<a href="/sources/${source}">${source}</a> `)}${wrongFigure({ place: `country/${country.id}`, metric: id, value: String(value), source: sources.join(' '), release: release.version })}`,
  ]),
})}
</section>
${historySection(country, request)}
<section><h2 id="use">Use</h2><p>Download the country as ${dataLinks(request, ['json', 'md'])}, or its cities with their figures as ${dataLinks(request, ['csv'])}. Pictures: ${pictureLinks(`/countries/${country.id}`, '', COUNTRY_PICTURES)}.</p></section>
</article>`,
  };
}

type Detail = ReturnType<typeof detailOf>;

/** Those of the whole country; where the law names none, those that are official in fact. */
function officialLanguages({ languages }: Detail): string[] {
  const named = (status: string) =>
    languages.filter((language) => language.status === status).map(({ name }) => name);
  const official = named('official');
  return official.length > 0 ? official : named('de_facto_official');
}

/** By how current it is, the page has one of them; the data has all. */
const GDP_PER_HEAD: ReadonlySet<string> = new Set([
  'gdp_per_capita',
  'gdp_per_capita_imf',
  'gdp_per_capita_ppp',
  'gdp_per_capita_ppp_constant_2021',
]);

function shownFigures({ figures }: Detail) {
  const all = Object.entries(figures);
  const gdp = ['gdp_per_capita', 'gdp_per_capita_imf']
    .filter((id) => figures[id] !== undefined)
    .toSorted((one, other) => (figures[other]?.period ?? '').localeCompare(figures[one]?.period ?? ''));
  const shown = gdp[0] ?? all.find(([id]) => GDP_PER_HEAD.has(id))?.[0];
  return all.filter(([id]) => id === shown || !GDP_PER_HEAD.has(id));
}

/** Its cities that have a price level, on a map. */
function citiesMap(request: PageRequest): string {
  const { release } = request;
  const country = countryOf(request);
  return valueMap(request, pricedCities(country, release), {
    title: `Cost of living in ${countryName(request, country)}`,
    note: 'Each dot is a city. New York is 100.',
  });
}

function pricedCities({ id }: Country, release: Release) {
  return release.citiesOf(id).flatMap((city) => {
    const figure = release.measures.figure('cost', city);
    return figure === undefined ? [] : { city, value: figure.value };
  });
}

function mapSection(country: Country, request: PageRequest): Html | undefined {
  if (pricedCities(country, request.release).length < 2) return undefined;
  return html`<section><h2 id="map">Map</h2>
<p><img class="chart" src="${request.path}.svg" alt="Map of the cities of ${countryName(request, country)} by cost of living" width="760" height="456" loading="lazy"></p>
<p><a href="/explore?country=${country.id}">The map to zoom, also by quality of life</a></p></section>`;
}

const RANKED = 5;

/** The first of its cities by cost and quality, as in its rankings. */
function rankedSection(country: Country, request: PageRequest): Html | undefined {
  const { release } = request;
  const { id } = country;
  const cities = release.citiesOf(id).filter(staysFolded);
  const ranked = (measure: 'cost' | 'quality') =>
    cities
      .flatMap((city) => {
        const figure = release.measures.figure(measure, city);
        return figure === undefined ? [] : { city, value: figure.value };
      })
      .sort((one, other) => one.value - other.value);
  const [cost, quality] = [ranked('cost'), ranked('quality')];
  if (cost.length <= RANKED) return undefined;
  const lists = [cost.slice(0, RANKED), cost.slice(-RANKED).reverse(), quality.slice(-RANKED).reverse()];
  return html`<section><h2 id="ranked">Ranked</h2>
${scrollTable({
  name: `Cities of ${countryName(request, country)} ranked`,
  columns: [numeric('No.'), 'Cheapest', 'Most expensive', 'Best quality of life'],
  rows: Array.from({ length: RANKED }, (_, index) => [
    whole(index + 1),
    ...lists.map((list) => {
      const at = list[index];
      return (
        at && html`<a href="/cities/${at.city.id}">${at.city.name}</a> <small>${tenths(at.value)}</small>`
      );
    }),
  ]),
})}
<p>All ${whole(cost.length)}: <a href="/rankings/cost?country=${id}&amp;order=lowest">by cost of living</a>, <a href="/rankings/quality?country=${id}">by quality of life</a>.</p></section>`;
}

function coverageSentence(
  { name }: Country,
  cities: number,
  counts: Readonly<Record<Evidence, number>>,
): string {
  if (cities === 0) return `We have no cities in ${name}.`;
  const known = `${counted(cities, 'city', 'cities')} in ${name}`;
  const parts = EVIDENCE.filter((evidence) => counts[evidence] > 0).map(
    (evidence) => `${lowerFirst(EVIDENCE_WORDS[evidence])} (${whole(counts[evidence])})`,
  );
  if (parts.length === 0)
    return `We have ${known}. The country has no recent price level, so there is no cost index.`;
  return `We have ${known}. ${cities === 1 ? 'Its' : 'Their'} cost index is based on: ${parts.join(', ')}.`;
}

function citiesSection(
  { id, name }: Country,
  cities: readonly City[],
  { measures }: Release,
): Html | undefined {
  if (cities.length === 0) return undefined;
  const rows = cities.slice(0, SHOWN_CITIES).map((city) => ({
    city,
    cost: measures.figure('cost', city),
    quality: measures.figure('quality', city),
  }));
  const known = rows.flatMap(({ cost }) => cost ?? []);
  const scale = known.length === 0 ? undefined : logScale(known);
  return html`<section><h2 id="cities">Largest cities</h2>
${scrollTable({
  name: 'Largest cities',
  className: 'marks',
  caption: `Cost of living (New York is 100) and quality of life (0 to 100), with 80 % intervals. A hollow dot is modelled. ${EVIDENCE_LEGEND}`,
  columns: [
    heading('City'),
    CHART,
    ...['Cost', '80 % interval', 'Quality', '80 % interval'].map(numeric),
    'Cost based on',
    'Quality measured for',
  ],
  rows: rows.map(({ city, cost, quality }) => [
    html`<a href="/cities/${city.id}">${city.name}</a>`,
    cost && scale && intervalMark(cost, scale, { hollow: cost.grain === 'country' }),
    cost && tenths(cost.value),
    cost && interval(cost),
    quality && tenths(quality.value),
    quality && interval(quality),
    cost?.evidence != null && EVIDENCE_WORDS[cost.evidence],
    quality?.measured != null && evidenceBadge({ score: quality.value, measured: quality.measured }),
  ]),
})}
<p>${cities.length > SHOWN_CITIES && `The ${SHOWN_CITIES} largest of ${whole(cities.length)} cities. `}<a href="/find?country=${id}">Find cities of ${name} by cost and quality</a>, or see the <a href="/rankings/cost?country=${id}">ranking</a>.</p>
</section>`;
}

/** By group of metrics, all folded except the largest: some countries have sixty charts. */
function historySection(country: Country, request: PageRequest): Html | undefined {
  const { release } = request;
  const { observations } = ask(request, '/data/history/countries/{country_id}', { place: country.id }).body;
  const series = seriesOf(observations);
  const estimates = series.filter(([{ method }]) => method === 'estimated');
  const groups = Map.groupBy(
    series.filter((one) => !estimates.includes(one)),
    ([{ metric }]) => release.metrics.get(metric)?.grouping ?? '',
  );
  if (series.length === 0) return undefined;
  const largestFirst = [...groups].sort(([, one], [, other]) => other.length - one.length);
  return html`<section><h2 id="history">Over time</h2>
<p>Figures for ${countryName(request, country)} with at least three periods: our estimate of its price level in each year, with New York as 100, and figures as published. Each chart runs from its lowest to its highest figure.</p>
${historyCharts(estimates)}
${largestFirst.map(([group, series], index) => html`<details${attribute('open', index === 0)}><summary>${categoryName(group)}: ${counted(series.length, 'chart')}</summary>${historyCharts(series)}</details>`)}
</section>`;
}

function citiesTable(request: PageRequest) {
  const { release } = request;
  return release.citiesOf(countryOf(request).id).map((city) => ({
    id: city.id,
    name: city.name,
    region: city.region,
    population: city.population,
    ...keyFigures(release, city),
  }));
}

import { ask } from '../../engine/ask.ts';
import { staysFolded } from '../../engine/catalogue/agglomerations.ts';
import type { City, Country } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { type Budget, budgetTotal } from '../../engine/cost/budget.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { countryInText, countryName } from '../../engine/places/country-names.ts';
import { partOfWorldId } from '../../engine/places/parts-of-world.ts';
import { resolveCountryOrThrow } from '../../engine/places/place-resolution.ts';
import { markdown } from '../../engine/summaries/markdown.ts';
import { placeDocument } from '../../engine/summaries/place.ts';
import { EVIDENCE, type Evidence } from '../../release/cost-estimates.ts';
import { permanentAddress } from '../addresses.ts';
import { cardDrawing } from '../cards/card.ts';
import { countryCard } from '../cards/place-cards.ts';
import { dataLinks } from '../data-links.ts';
import { pictureLinks } from '../embed/embed-section.ts';
import { evidenceCounts } from '../evidence-counts.ts';
import { attribute, type Html, html, jsonScript } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { csvPieces, LongData } from '../long-data.ts';
import type { PageRequest } from '../page-request.ts';
import { wrongFigure } from '../report-page.ts';
import type { PageView, Redirect, SitePage } from '../site-page.ts';
import { chart, heading, numeric, scrollTable, words as wordy } from '../table.ts';
import { BUDGET_QUERY, budgetQuery, budgetSection } from './budget-section.ts';
import { contentsOf, type Section } from './contents.ts';
import { evidenceBadge } from './evidence-badge.ts';
import { historyCharts, historyDrawing, seriesOf } from './history.ts';
import { axisRow, intervalMark, levelAxis, logScale } from './interval-marks.ts';
import { keyFigures } from './key-figures.ts';
import { paySection } from './pay.ts';
import { mapPicture, valueMap } from './value-map.ts';

const SHOWN_CITIES = 30;

/** Everything about one country: facts, figures, and its cities with their key figures. */
export function countryPage(): SitePage {
  return {
    path: '/countries/{country_id}',
    query: BUDGET_QUERY,
    showsFigures: true,
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
      csv: new LongData((request) => {
        const { release } = request;
        return csvPieces(release.citiesOf(countryOf(request).id), (city: City) => ({
          id: city.id,
          name: city.name,
          region: city.region,
          population: city.population,
          ...keyFigures(release, city),
        }));
      }),
      md: (request) => markdown(documentOf(request)),
      svg: citiesMap,
    },
    drawings: {
      card: (request) => {
        const figures = figuresOf(request);
        const cities = request.release.citiesOf(figures.country.id);
        return cardDrawing(countryCard({ ...figures, cities }, request.messages), request);
      },
      history: (request) => {
        const name = countryName(request, countryOf(request));
        return historyDrawing(historyOf(request), name, request, name);
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

function figuresOf(request: PageRequest) {
  const country = countryOf(request);
  const about = { place: country.id };
  return {
    country,
    detail: detailOf(request),
    cost: ask(request, '/data/cost-of-living/countries/{country_id}', {
      ...about,
      query: budgetQuery(request),
    }).body,
    quality: ask(request, '/data/quality-of-life/countries/{country_id}', about).body,
  };
}

function documentOf(request: PageRequest) {
  const { country, detail: place, ...figures } = figuresOf(request);
  return placeDocument({ place, ...figures }, { url: permanentAddress(request, `/countries/${country.id}`) });
}

function view(country: Country, request: PageRequest): PageView {
  const { release, messages } = request;
  const { country: words, figures, budget, cost: costWords, quality: qualityWords } = messages;
  const { place: placeWords, find } = messages;
  const { tenths, interval } = figures;
  const { detail, cost, quality } = figuresOf(request);
  const languages = officialLanguages(detail);
  const part = detail.subregion ?? detail.region;
  const name = countryName(request, country);
  const inText = countryInText(request, country);
  const cities = release.citiesOf(country.id);
  const counts = evidenceCounts(release, cities);
  const local = counts.official_local + counts.official_regional;
  const sections: Section[] = [
    ['budget', budget.name, budgetSection(cost, inText, request)],
    ['map', messages.frame.links.map, mapSection(country, request)],
    ['ranked', words.ranked, rankedSection(country, request)],
    ['cities', words.largest, citiesSection(country, cities, cost.budget, request)],
    ['pay', messages.pay.title, paySection(cost, messages)],
    ['figures', words.figures, figuresSection(country, detail, request)],
    ['history', messages.history.title, historySection(country, request)],
    ['use', messages.use.title, downloadSection(country, request)],
  ];
  return {
    title: name,
    description: words.description(name, cities.length, local),
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
<p class="crumbs">${part !== null && find.place(partOfWorldId(part))}</p>
<h1>${name}</h1>
${cost.budget !== null && html`<p class="lead">${budget.sentence(inText, cost.budget)}</p>`}
<p${attribute('class', cost.budget === null && 'lead')}>${coverageSentence(inText, cities.length, counts, messages)}</p>
${contentsOf(sections, messages)}
<dl class="tiles">
${detail.capital !== null && html`<div><dt>${words.capital}</dt><dd><a href="/cities/${detail.capital.id}">${detail.capital.name}</a></dd></div>`}
${detail.population !== null && html`<div><dt>${placeWords.population}</dt><dd>${figures.whole(detail.population)} <small>${detail.population_year}</small></dd></div>`}
${detail.currencies.length > 0 && html`<div><dt>${budget.currency}</dt><dd>${detail.currencies.map(({ code }) => code).join(', ')}</dd></div>`}
${languages.length > 0 && html`<div><dt>${words.languages(languages.length)}</dt><dd>${languages.join(', ')}</dd></div>`}
${cost.index !== null && html`<div><dt>${words.level}</dt><dd>${tenths(cost.index.overall.value)} <small>${interval(cost.index.overall)}; ${costWords.axis}</small></dd></div>`}
${quality.score.value !== null && html`<div><dt>${qualityWords.title}</dt><dd>${tenths(quality.score.value)} <small>${quality.score.low !== null && quality.score.high !== null && placeWords.ofHundred(interval({ low: quality.score.low, high: quality.score.high }))}</small></dd></div>`}
</dl>
</header>
${sections.map(([, , section]) => section)}
</article>`,
  };
}

function figuresSection(country: Country, detail: Detail, { release, messages }: PageRequest): Html {
  const { country: words, figures, quality: qualityWords } = messages;
  return html`<section><h2 id="figures">${words.figures}</h2>
${scrollTable({
  name: words.figures,
  columns: [wordy(qualityWords.figure), numeric(figures.value), figures.inUnit, figures.time, figures.source],
  rows: shownFigures(detail).map(([id, { title, value, unit, period, sources }]) => [
    html`<a href="/metrics/${id}">${figures.metric(id, title)}</a>`,
    figures.decimals(value, 2),
    figures.unit(unit),
    figures.period(period),
    html`${sources.map((source) => html`<a href="/sources/${source}">${source}</a> `)}${wrongFigure({ place: `country/${country.id}`, metric: id, value: String(value), source: sources.join(' '), release: release.version }, messages)}`,
  ]),
})}
</section>`;
}

function downloadSection(country: Country, request: PageRequest): Html {
  const { country: words, use, history, embed } = request.messages;
  return html`<section><h2 id="use">${use.title}</h2><p>${words.download(
    dataLinks(request, ['json', 'md']),
    dataLinks(request, ['csv']),
  )} ${embed.pictures}: ${pictureLinks(
    `/countries/${country.id}`,
    '',
    [
      [words.mapOf, ''],
      [history.title, '/history'],
      [embed.card, '/card'],
    ],
    request.messages,
  )}.</p></section>`;
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
  const shown = gdpPerHead(figures);
  return Object.entries(figures).filter(([id]) => id === shown || !GDP_PER_HEAD.has(id));
}

function gdpPerHead(figures: Detail['figures']): string | undefined {
  const [latest] = ['gdp_per_capita', 'gdp_per_capita_imf']
    .filter((id) => figures[id] !== undefined)
    .toSorted((one, other) => (figures[other]?.period ?? '').localeCompare(figures[one]?.period ?? ''));
  return latest ?? Object.keys(figures).find((id) => GDP_PER_HEAD.has(id));
}

/** With one GDP per head, that of the page if it has a history. */
function historyOf(request: PageRequest) {
  const about = { place: countryOf(request).id };
  const { observations } = ask(request, '/data/history/countries/{country_id}', about).body;
  const drawn = new Set(seriesOf(observations).map(([{ metric }]) => metric));
  const shown = [gdpPerHead(detailOf(request).figures), ...GDP_PER_HEAD].find(
    (id) => id !== undefined && drawn.has(id),
  );
  return observations.filter(({ metric }) => metric === shown || !GDP_PER_HEAD.has(metric));
}

/** Its cities that have a price level, on a map. */
function citiesMap(request: PageRequest): string {
  const { release } = request;
  const country = countryOf(request);
  return valueMap(request, pricedCities(country, release), {
    title: request.messages.country.mapTitle(countryName(request, country)),
    note: request.messages.country.mapNote,
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
  const { country: words, frame } = request.messages;
  return html`<section><h2 id="map">${frame.links.map}</h2>
${mapPicture(request.path, words.mapAlt(countryName(request, country)))}
<p><a href="/explore?country=${country.id}">${words.toMap}</a></p></section>`;
}

const RANKED = 5;

/** The first of its cities by cost and quality, as in its rankings. */
function rankedSection(country: Country, request: PageRequest): Html | undefined {
  const { release, messages } = request;
  const { country: words, figures } = messages;
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
  return html`<section><h2 id="ranked">${words.ranked}</h2>
${scrollTable({
  name: words.citiesRanked(countryName(request, country)),
  caption: `${messages.cost.title}: ${messages.cost.axis}. ${messages.quality.title}: ${messages.climate.zeroToHundred}.`,
  columns: [numeric(words.number), words.cheapest, words.dearest, words.best],
  rows: Array.from({ length: RANKED }, (_, index) => [
    figures.whole(index + 1),
    ...lists.map((list) => {
      const at = list[index];
      return (
        at &&
        html`<a href="/cities/${at.city.id}">${at.city.name}</a> <small>${figures.tenths(at.value)}</small>`
      );
    }),
  ]),
})}
<p>${words.allRanked(cost.length, `/rankings/cost?country=${id}&order=lowest`, `/rankings/quality?country=${id}`)}</p></section>`;
}

function coverageSentence(
  name: string,
  cities: number,
  counts: Readonly<Record<Evidence, number>>,
  { country: words, figures }: Messages,
): string {
  const parts = EVIDENCE.filter((evidence) => counts[evidence] > 0).map((evidence) =>
    words.coveredBy(figures.evidence[evidence], counts[evidence]),
  );
  return words.coverage(name, cities, parts);
}

function citiesSection(
  country: Country,
  cities: readonly City[],
  budget: Budget | null,
  request: PageRequest,
): Html | undefined {
  if (cities.length === 0) return undefined;
  const { messages } = request;
  const { measures } = request.release;
  const { country: words, figures, quality: qualityWords, similar, find } = messages;
  const rows = cities.slice(0, SHOWN_CITIES).map((city) => ({
    city,
    needed: budget && budgetTotal(request.release, city, budget.household, budget.currency),
    cost: measures.figure('cost', city),
    quality: measures.figure('quality', city),
  }));
  const known = rows.flatMap(({ cost }) => cost ?? []);
  const scale = known.length === 0 ? undefined : logScale(known);
  const { id } = country;
  const { tenths, interval, interval80 } = figures;
  return html`<section><h2 id="cities">${words.largest}</h2>
${scrollTable({
  name: words.largest,
  className: 'marks',
  caption: `${words.citiesCaption} ${qualityWords.legend}`,
  columns: [
    heading(similar.city),
    budget !== null && numeric(`${find.needed(budget.household)}, ${budget.currency}`),
    chart(figures.chart),
    ...[words.cost, interval80, words.quality, interval80].map(numeric),
    words.costBasedOn,
    words.qualityMeasured,
  ],
  rows: [
    ...rows.map(({ city, needed, cost, quality }) => [
      html`<a href="/cities/${city.id}">${city.name}</a>`,
      needed && html`${figures.roughly(needed.value)} <small>${figures.roughInterval(needed)}</small>`,
      cost && scale && intervalMark(cost, scale, { base: 100, hollow: cost.grain === 'country' }),
      cost && tenths(cost.value),
      cost && interval(cost),
      quality && tenths(quality.value),
      quality && interval(quality),
      cost?.evidence != null && figures.evidence[cost.evidence],
      quality?.measured != null &&
        evidenceBadge({ score: quality.value, measured: quality.measured }, messages),
    ]),
    ...(scale === undefined
      ? []
      : [axisRow(levelAxis(scale, messages), messages, [], budget === null ? [] : [''])]),
  ],
})}
<p>${cities.length > SHOWN_CITIES && words.someOf(SHOWN_CITIES, cities.length)}${words.moreCities(
    countryName(request, country),
    `/find${queryText({ country: id, ...budgetQuery(request), sort: 'budget' })}`,
    `/rankings/cost?country=${id}`,
  )}</p>
</section>`;
}

/** By group of metrics, all folded except the largest: some countries have sixty charts. */
function historySection(country: Country, request: PageRequest): Html | undefined {
  const { release, messages } = request;
  const { country: words, history } = messages;
  const name = countryInText(request, country);
  const series = seriesOf(historyOf(request));
  const estimates = series.filter(([{ method }]) => method === 'estimated');
  const groups = Map.groupBy(
    series.filter((one) => !estimates.includes(one)),
    ([{ metric }]) => release.metrics.get(metric)?.grouping ?? '',
  );
  if (series.length === 0) return undefined;
  const largestFirst = [...groups].sort(([, one], [, other]) => other.length - one.length);
  return html`<section><h2 id="history">${history.title}</h2>
<p>${history.lead(name)}</p>
${historyCharts(estimates, messages, name)}
${largestFirst.map(([group, series], index) => html`<details${attribute('open', index === 0)}><summary>${words.charts(group, series.length)}</summary>${historyCharts(series, messages, name)}</details>`)}
</section>`;
}

import type { City } from '../../engine/catalogue/place.ts';
import { LEAST_PEOPLE } from '../../engine/catalogue/ranks.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { resolveCityOrThrow } from '../../engine/places/place-resolution.ts';
import { csv } from '../../engine/summaries/csv.ts';
import { markdown } from '../../engine/summaries/markdown.ts';
import { isCostMeasure, type MeasureId } from '../../release/measures.ts';
import { contentsOf, dataLinks, permanentAddress, type Section } from '../addresses.ts';
import { cityEmbed, embedLinks, embedSection } from '../embed/embed.ts';
import { codeBlock } from '../field-markup.ts';
import { fullName } from '../full-name.ts';
import { type Html, html, jsonScript } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest, PageView, Redirect, SitePage } from '../site-page.ts';
import { heading, numeric, scrollTable, words as wordy } from '../table.ts';
import { BUDGET_QUERY, budgetQuery, budgetSection } from './budget-section.ts';
import { costChart, costSection, pricesSection } from './city-cost.ts';
import { type CityData, cityData, documentOf, figuresOf, summary } from './city-data.ts';
import { CITY_DRAWINGS, cityPictures } from './city-drawings.ts';
import { knownSection, knownSentence } from './city-evidence.ts';
import { qualitySection, ranksSection } from './city-quality.ts';
import { climateSection } from './climate.ts';
import { estimatesFirst, historyCharts, seriesOf } from './history.ts';
import { paySection } from './pay.ts';

/** Everything about one city, from the responses of the API. */
export const CITY_PAGE: SitePage = {
  path: '/cities/{city_id}',
  query: BUDGET_QUERY,
  showsFigures: true,
  translated: 'all',
  render: (request) => {
    const { place, canonical } = resolveCityOrThrow(request.release, request.parameters.city_id ?? '');
    return canonical
      ? view(cityData(request, place), request)
      : ({
          location: `/cities/${place.id}${queryText(budgetQuery(request))}`,
          status: 302,
        } satisfies Redirect);
  },
  data: {
    json: (request) => {
      const { detail, cost, quality, history, similar } = cityData(request);
      return { city: detail, cost_of_living: cost, quality_of_life: quality, history, similar };
    },
    csv: (request) => csv(documentOf(request)),
    md: (request) => markdown(documentOf(request)),
    svg: (request) => costChart(figuresOf(request), request),
  },
  drawings: CITY_DRAWINGS,
};

function view(data: CityData, request: PageRequest): PageView {
  const { city, detail, cost, quality } = data;
  const { messages } = request;
  const { budget, pay, prices, climate, similar, history, use } = messages;
  const embed = cityEmbed(request, city);
  const sections: Section[] = [
    ['budget', budget.name, budgetSection(cost, city.name, request)],
    ['cost-of-living', messages.cost.title, costSection(data, messages)],
    ['pay', pay.title, paySection(cost, messages)],
    ['prices', prices.title, pricesSection(cost, messages)],
    ['quality-of-life', messages.quality.title, qualitySection(data, messages)],
    ['', '', ranksSection(data, messages)],
    ['climate', climate.title, climateSection(quality.climate, city.name, messages)],
    ['', '', knownSection(data, messages)],
    ['similar', similar.title, similarSection(data, messages)],
    ['', '', nearbySection(request, city)],
    ['history', history.title, historySection(data, messages)],
    ['use', use.title, citeSection(data, request)],
  ];
  return {
    title: fullName(request, city),
    description: summary(data, messages),
    width: 'wide',
    indexed: cost.evidence === 'official_local' || cost.evidence === 'official_regional',
    head: html`${jsonScript('application/ld+json', {
      '@context': 'https://schema.org',
      '@type': 'City',
      name: city.name,
      url: `${request.publicUrl}/cities/${city.id}`,
      sameAs: [`https://sws.geonames.org/${detail.geonames_id}/`],
      // No page says which codes are its airports', so they are values of a property.
      identifier: (detail.iata ?? []).map((value) => ({
        '@type': 'PropertyValue',
        propertyID: 'IATA',
        value,
      })),
      containedInPlace: { '@type': 'Country', name: detail.country.name },
      geo: { '@type': 'GeoCoordinates', latitude: city.latitude, longitude: city.longitude },
    })}${embedLinks(embed, request)}`,
    main: html`<article class="place">
<header>
<p class="crumbs"><a href="/countries/${detail.country.id}">${detail.country.name}</a>${city.region !== null && ` · ${city.region}`}</p>
<h1>${city.name}</h1>
<p class="lead">${cost.budget === null ? summary(data, messages) : messages.budget.sentence(city.name, cost.budget)}</p>
${contentsOf(sections, messages)}
${placeFacts(data, messages)}
${knownSentence(data, messages)}
</header>
${sections.map(([, , section]) => section)}
${embedSection(embed, request, cityPictures(messages, quality.climate))}
</article>`,
  };
}

/** Whether the population is probably of more than the city. */
export function isOfWiderArea({
  agglomeration,
  population,
  population_record: record,
}: Pick<CityData['detail'], 'agglomeration' | 'population' | 'population_record'>): boolean {
  return record.note !== null && (population ?? 0) > (agglomeration?.population ?? Infinity);
}

function placeFacts({ detail, quality }: CityData, { place: words, figures, quality: q }: Messages): Html {
  const { agglomeration, population } = detail;
  const { score } = quality;
  const { whole, tenths, interval } = figures;
  return html`<dl class="tiles">
${population !== null && html`<div><dt>${words.population}</dt><dd>${whole(population)}${isOfWiderArea(detail) && html` <small>${words.widerArea}</small>`}</dd></div>`}
${agglomeration !== null && html`<div><dt>${words.agglomeration}</dt><dd>${whole(agglomeration.population)} <small>${agglomeration.year}</small></dd></div>`}
${score.value !== null && html`<div><dt>${q.title}</dt><dd>${tenths(score.value)} <small>${words.ofHundred(score.low === null || score.high === null ? '' : interval({ low: score.low, high: score.high }))}</small></dd></div>`}
${detail.iata !== null && html`<div><dt>${words.airports(detail.iata.length)}</dt><dd>${detail.iata.join(', ')}</dd></div>`}
<div><dt>${words.timeZone}</dt><dd>${detail.time_zone.id.split('/').map((part, at) => (at === 0 ? part : html`/<wbr>${part}`))} <small>UTC${detail.time_zone.standard_offset}</small></dd></div>
${detail.elevation_m !== null && html`<div><dt>${words.elevation}</dt><dd>${whole(detail.elevation_m)} m</dd></div>`}
</dl>`;
}

function historySection({ city, detail, history }: CityData, messages: Messages): Html | undefined {
  const series = estimatesFirst(seriesOf(history.observations));
  if (series.length === 0) return undefined;
  return html`<section><h2 id="history">${messages.history.title}</h2>
<p>${messages.history.lead(city.name)} <a href="/countries/${detail.country.id}#history">${messages.history.ofCountry(detail.country.name)}</a></p>
${historyCharts(series, messages, detail.country.name)}
</section>`;
}

function citeSection({ city, cost }: CityData, request: PageRequest): Html {
  const { baseUrl, release, query } = request;
  const { use: words } = request.messages;
  const at = `${baseUrl}/data/cost-of-living/${city.id}${queryText({ release: query.release })}`;
  return html`<section><h2 id="use">${words.title}</h2>
<p>${words.citation(release.version, city.name, permanentAddress(request, `/cities/${city.id}`, budgetQuery(request)))} ${words.sources(cost.sources.length)}</p>
<p>${words.download(dataLinks(request, ['json', 'csv', 'md']), dataLinks(request, ['svg']))}</p>
${codeBlock(`curl -H "Authorization: Bearer $LDS_API_KEY" ${at}`)}
</section>`;
}

type Similar = CityData['similar'];
type SimilarCity = Similar['similar'][number];

/** The most similar cities in prices and quality of life, and what each distance consists of. */
function similarSection(
  { city, similar: { similar, among } }: CityData,
  { similar: words, place, figures }: Messages,
): Html | undefined {
  const titleOf = (measure: string) => figures.inSentence(figures.measures[measure as MeasureId]);
  const differenceIn = (measure: string, { parts }: SimilarCity) => {
    const difference = parts[measure]?.difference ?? 0;
    return words.difference(titleOf(measure), isCostMeasure(measure), difference > 0, Math.abs(difference));
  };
  if (similar.length === 0) return undefined;
  return html`<section><h2 id="similar">${words.title}</h2>
<p>${words.lead(among, LEAST_PEOPLE)}</p>
${scrollTable({
  name: words.title,
  caption: words.caption,
  columns: [
    heading(words.city),
    numeric(words.distance),
    numeric(words.uncertain),
    wordy(words.alike),
    wordy(words.different),
  ],
  rows: similar.map((other) => [
    html`<a href="/cities/${other.city.id}">${other.city.name}</a> <small>${other.city.country.name}</small> <a class="quiet" href="/compare?cities=${city.id},${other.city.id}">${place.compare}</a>`,
    figures.hundredths(other.distance),
    `${figures.whole(100 * other.uncertainty)} %`,
    other.most_alike.map((measure) => titleOf(measure)).join(', '),
    other.most_different.map((measure) => differenceIn(measure, other)).join(', '),
  ]),
})}</section>`;
}

const NEARBY = 6;

/** Cities around it. */
function nearbySection({ release, messages }: PageRequest, city: City): Html | undefined {
  const { place: words, figures } = messages;
  const { cities, distances } = release.findCities({
    near: { latitude: city.latitude, longitude: city.longitude, radiusKm: 200 },
    minPopulation: 50_000,
  });
  const near = cities
    .map((place, index) => ({ place, distance: distances?.[index] ?? 0 }))
    .filter(({ place }) => place !== city)
    .slice(0, NEARBY);
  if (near.length === 0) return undefined;
  return html`<section><h2 id="nearby">${words.nearby}</h2>
<ul class="chips">${near.map(
    ({ place, distance }) =>
      html`<li><a href="/cities/${place.id}">${place.name}</a> <small>${figures.whole(distance)} km</small> <a class="quiet" href="/compare?cities=${city.id},${place.id}">${words.compare}</a></li>\n`,
  )}</ul></section>`;
}

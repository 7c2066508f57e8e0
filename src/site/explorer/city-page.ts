import { queryText } from '../../engine/parameters/query-text.ts';
import { resolveCityOrThrow } from '../../engine/places/place-resolution.ts';
import { budgetSentence } from '../../engine/summaries/budget-words.ts';
import { csv } from '../../engine/summaries/csv.ts';
import { markdown } from '../../engine/summaries/markdown.ts';
import { counted, interval, tenths, whole } from '../../engine/summaries/words.ts';
import { dataLinks } from '../data-links.ts';
import { cityEmbed } from '../embed/embed.ts';
import { embedLinks, embedSection } from '../embed/embed-section.ts';
import { fullName } from '../full-name.ts';
import { type Html, html, jsonScript } from '../html.ts';
import type { PageRequest } from '../page-request.ts';
import type { PageView, Redirect, SitePage } from '../site-page.ts';
import { BUDGET_QUERY, budgetQuery, budgetSection } from './budget-section.ts';
import { climateSection } from './city-climate.ts';
import { costChart, costSection, pricesSection } from './city-cost.ts';
import { type CityData, dataOf, documentOf, figuresOf, summary } from './city-data.ts';
import { CITY_DRAWINGS, CITY_PICTURES } from './city-drawings.ts';
import { knownSection, knownSentence } from './city-evidence.ts';
import { nearbySection, similarSection } from './city-neighbours.ts';
import { qualitySection } from './city-quality.ts';
import { ranksSection } from './city-ranks.ts';
import { estimatesFirst, historyCharts, seriesOf } from './history.ts';
import { paySection } from './pay.ts';

/** Everything about one city, from the responses of the API. */
export function cityPage(): SitePage {
  return {
    path: '/cities/{city_id}',
    query: BUDGET_QUERY,
    explorer: true,
    render: (request) => {
      const { place, canonical } = resolveCityOrThrow(request.release, request.parameters.city_id ?? '');
      return canonical
        ? view(dataOf(request, place), request)
        : ({
            location: `/cities/${place.id}${queryText(budgetQuery(request))}`,
            status: 302,
          } satisfies Redirect);
    },
    data: {
      json: (request) => {
        const { detail, cost, quality, history, similar } = dataOf(request);
        return { city: detail, cost_of_living: cost, quality_of_life: quality, history, similar };
      },
      csv: (request) => csv(documentOf(request)),
      md: (request) => markdown(documentOf(request)),
      svg: (request) => costChart(figuresOf(request), request),
    },
    drawings: CITY_DRAWINGS,
  };
}

function view(data: CityData, request: PageRequest): PageView {
  const { city, detail, cost, quality } = data;
  const { release } = request;
  const embed = cityEmbed(request, city);
  return {
    title: fullName(release, city),
    description: summary(data),
    width: 'wide',
    indexed: cost.evidence === 'official_local' || cost.evidence === 'official_regional',
    head: html`${jsonScript('application/ld+json', {
      '@context': 'https://schema.org',
      '@type': 'City',
      name: city.name,
      url: `${request.publicUrl}/cities/${city.id}`,
      sameAs: [`https://sws.geonames.org/${detail.geonames_id}/`],
      identifier: iataCodes(detail),
      containedInPlace: { '@type': 'Country', name: detail.country.name },
      geo: { '@type': 'GeoCoordinates', latitude: city.latitude, longitude: city.longitude },
    })}${embedLinks(embed, request)}`,
    main: html`<article class="place">
<header>
<p class="crumbs"><a href="/countries/${detail.country.id}">${detail.country.name}</a>${city.region !== null && ` · ${city.region}`}</p>
<h1>${city.name}</h1>
<p class="lead">${cost.budget === null ? summary(data) : budgetSentence(city.name, cost.budget)}</p>
${placeFacts(data)}
${knownSentence(data)}
</header>
${budgetSection(cost, city.name, request)}
${costSection(data)}
${paySection(cost)}
${pricesSection(cost)}
${qualitySection(data)}
${ranksSection(data)}
${climateSection(quality.climate, city.name)}
${knownSection(data)}
${similarSection(data)}
${nearbySection(release, city)}
${historySection(data)}
${citeSection(data, request)}
${embedSection(embed, request, CITY_PICTURES)}
</article>`,
  };
}

/** A city has no page that says which codes are its airports', so they are values of a property. */
function iataCodes({ iata }: CityData['detail']) {
  return (iata ?? []).map((value) => ({ '@type': 'PropertyValue', propertyID: 'IATA', value }));
}

function placeFacts({ detail, quality }: CityData): Html {
  const { agglomeration, population } = detail;
  const { score } = quality;
  return html`<dl class="tiles">
${population !== null && html`<div><dt>Population</dt><dd>${whole(population)}</dd></div>`}
${agglomeration !== null && html`<div><dt>Urban agglomeration</dt><dd>${whole(agglomeration.population)} <small>${agglomeration.year}</small></dd></div>`}
${score.value !== null && html`<div><dt>Quality of life</dt><dd>${tenths(score.value)} <small>${score.low !== null && score.high !== null && interval({ low: score.low, high: score.high })} of 100</small></dd></div>`}
${detail.iata !== null && html`<div><dt>${detail.iata.length === 1 ? 'Airport' : 'Airports'}</dt><dd>${detail.iata.join(', ')}</dd></div>`}
<div><dt>Time zone</dt><dd>${detail.time_zone.id} <small>UTC${detail.time_zone.standard_offset}</small></dd></div>
${detail.elevation_m !== null && html`<div><dt>Elevation</dt><dd>${whole(detail.elevation_m)} m</dd></div>`}
</dl>`;
}

function historySection({ city, detail, history }: CityData): Html | undefined {
  const series = estimatesFirst(seriesOf(history.observations));
  if (series.length === 0) return undefined;
  return html`<section><h2 id="history">Over time</h2>
<p>Figures for ${city.name} with at least three periods: our estimate of its price level in each year, with New York as 100, and figures as published. Each chart runs from its lowest to its highest figure. <a href="/countries/${detail.country.id}#history">Figures of ${detail.country.name} over time</a></p>
${historyCharts(series)}
</section>`;
}

function citeSection({ city, cost }: CityData, request: PageRequest): Html {
  const { publicUrl, release } = request;
  const at = `${publicUrl}/v1/data/cost-of-living/${city.id}`;
  return html`<section><h2 id="use">Cite and use</h2>
<p>Location Data Service, data release ${release.version}: ${city.name}, ${publicUrl}/cities/${city.id}. The cost of living uses ${counted(cost.sources.length, 'source')}; see their <a href="/sources">licences and attribution</a>.</p>
<p>Download this page as ${dataLinks(request, ['json', 'csv', 'md'])}, or its price levels as a chart (${dataLinks(request, ['svg'])}), or get the same figures from the API with <a href="/keys">your key</a>:</p>
<div class="code-block"><pre tabindex="0"><code>curl -H "Authorization: Bearer $LDS_API_KEY" ${at}</code></pre></div>
</section>`;
}

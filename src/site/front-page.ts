import { ask } from '../engine/ask.ts';
import type { Release } from '../engine/catalogue/release.ts';
import type { CostOfLiving } from '../engine/cost/cost-of-living.ts';
import { levelRows } from '../engine/cost/shown-levels.ts';
import type { QualityOfLife } from '../engine/quality/quality-of-life.ts';
import {
  amountInWords,
  EVIDENCE_WORDS,
  lowerFirst,
  methodInWords,
  periodInWords,
  whole,
} from '../engine/summaries/words.ts';
import { EVIDENCE } from '../release/cost-estimates.ts';
import { evidenceCounts } from './evidence-counts.ts';
import { evidenceBadge } from './explorer/evidence-badge.ts';
import { intervalMark, logScale } from './explorer/interval-marks.ts';
import { attribute, type Html, html, jsonScript } from './html.ts';
import type { PageRequest } from './page-request.ts';
import type { PageView, SitePage } from './site-page.ts';
import { CHART, heading, numeric, scrollTable } from './table.ts';

/** Cities whose complete response visitors see without a key. */
const CITIES = ['lisbon', 'london', 'new-york', 'tokyo', 'sydney', 'warsaw', 'nairobi'];

/** The front page: the search, a complete response, what the figures are based on, and how to get a key. */
export function frontPage({ hasCities }: { hasCities: boolean }): SitePage {
  return {
    path: '/',
    translated: 'countries',
    query: ['city'],
    render: (request) => render(request, hasCities),
  };
}

/** @param hasCities whether the search leads to pages of cities */
function render(request: PageRequest, hasCities: boolean): PageView {
  const { release } = request;
  const { countries, cities, sources } = release.manifest.counts;
  return {
    title: 'Location Data Service',
    description: `Cost of living and quality of life of ${whole(cities)} cities, with the source and the uncertainty of every figure.`,
    width: 'wide',
    head: datasetData(request),
    main: html`<div class="front">
<section class="pitch">
<h1>What a city costs, what life is like there, and who measured it.</h1>
<p class="lead">Cost of living and quality of life of ${whole(cities)} cities in ${whole(countries)} countries and territories. Every figure names its source, its period and the place that was measured. Every estimate has an interval.</p>
<form class="front-search" role="search" aria-label="Front page" action="/search">
<label class="hidden" for="front-search">Search ${hasCities ? 'for a city, a country or a topic' : 'metrics, sources and guides'}</label>
<input id="front-search" type="search" name="q" placeholder="${hasCities ? 'Lisbon, 東京, Portland, OR' : 'Rent, safety, licences'}" autocomplete="off" data-search="/search.json">
<button class="button" type="submit">Search</button>
</form>
<p class="actions"><a class="button" href="/sign-up">Get an API key</a> <a class="button quiet" href="/guides/quickstart">Quickstart</a></p>
<p class="note">From <a href="/sources">${whole(sources)} sources</a>, each with a stated licence.</p>
</section>
${answerCard(request)}
${coverage(release)}
</div>`,
  };
}

/** The data set for search engines (schema.org). It names no licence, because each source has its own. */
function datasetData({ release, publicUrl }: PageRequest): Html {
  const { cities, sources } = release.manifest.counts;
  return jsonScript('application/ld+json', {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: 'Location Data Service: cost of living and quality of life',
    description: `Cost of living and quality of life of ${whole(cities)} cities, from ${whole(sources)} official and open sources, with the source, the period and the uncertainty of every figure.`,
    url: `${publicUrl}/`,
    version: release.version,
    dateModified: release.publishedAt.toISOString().slice(0, 10),
    citation: `${publicUrl}/sources`,
  });
}

/** A real response of this installation, as a person reads it, and the request that returns it. */
function answerCard(request: PageRequest): Html | undefined {
  const { release, baseUrl, query } = request;
  // Every index needs New York, its base. A release made for tests may lack it.
  const offered =
    release.city('new-york') === undefined ? [] : CITIES.flatMap((id) => release.city(id) ?? []);
  const city = offered.find(({ id }) => id === query.city) ?? offered[0];
  if (city === undefined) return undefined;
  const about = { place: city.id };
  const cost = ask(request, '/data/cost-of-living/{city_id}', about).body;
  const quality = ask(request, '/data/quality-of-life/{city_id}', about).body;
  return html`<section class="answer-card" id="answer" aria-labelledby="answer-title">
<nav class="pills" aria-label="City">${offered.map(
    ({ id, name }) =>
      html`<a href="${id === CITIES[0] ? '/' : `/?city=${id}`}#answer"${attribute('aria-current', id === city.id && 'true')}>${name}</a>`,
  )}</nav>
<h2 id="answer-title">Cost of living in ${cost.city.name}, ${cost.city.country.name}</h2>
${budgetFigure(cost)}
${indexFigure(cost)}
<div class="pair">${priceFigure(cost)}${qualityFigure(quality)}</div>
<div class="code-block"><pre tabindex="0"><code>curl -H "Authorization: Bearer $LDS_API_KEY" \\
  ${baseUrl}/data/cost-of-living/${cost.city.id}</code></pre></div>
</section>`;
}

/** The money that one adult needs in a month. */
function budgetFigure({ budget, city }: CostOfLiving): Html | undefined {
  if (budget === null) return undefined;
  const { total, currency, categories } = budget;
  const rent = categories.housing;
  return html`<p class="big"><strong>${whole(total.value)} ${currency}</strong><span>for one adult, a month<small>Between ${whole(total.low)} and ${whole(total.high)}. 80 % interval.</small></span></p>
<p class="provenance">${rent !== null && html`${whole(rent.value)} ${currency} of it for a home with one bedroom, from ${lowerFirst(EVIDENCE_WORDS[rent.evidence])}. `}<a href="/cities/${city.id}#budget">All of it with its sources, and for families</a></p>`;
}

function indexFigure(cost: CostOfLiving): Html | undefined {
  const { index, reference, sources } = cost;
  if (index === null) return undefined;
  const { overall } = index;
  const isReference = cost.city.id === reference.id;
  return html`<p class="big"><strong>${overall.value}</strong><span>${
    isReference
      ? html`by definition<small>Every other city is compared with this one.</small>`
      : html`between <b>${overall.low}</b> and <b>${overall.high}</b><small>${reference.name} is ${reference.value}. 80 % interval.</small>`
  }</span></p>
${indexChart(
  levelRows((part) => index[part], [cost.index_notes]),
  reference,
)}
<p class="provenance">${methodInWords(overall)}. As of ${periodInWords(overall.period)}. ${publishersOf(overall.sources, sources)}</p>`;
}

interface Level {
  part: string;
  title: string;
  figure: NonNullable<CostOfLiving['index']>['overall'];
}

/** The overall level and those of the categories on one axis, with the reference as a line. */
function indexChart(levels: readonly Level[], reference: CostOfLiving['reference']): Html {
  const scale = logScale(
    levels.map(({ figure }) => figure),
    [reference.value],
  );
  return html`${scrollTable({
    name: 'Price levels',
    className: 'index-table',
    quiet: true,
    caption: `Price level by category, with 80 % intervals; ${reference.name} is ${reference.value}`,
    columns: [heading('Category'), CHART, numeric('80 % interval'), numeric('Level')],
    rows: levels.map(({ part, title, figure }) => ({
      className: part === 'overall' ? part : undefined,
      cells: [
        title,
        intervalMark(figure, scale, { against: reference.value, hollow: figure.grain === 'country' }),
        html`<span class="hidden">${figure.low} to ${figure.high}, measured for the ${figure.grain}</span>`,
        figure.value,
      ],
    })),
  })}
<p class="legend" aria-hidden="true"><svg class="mark" width="10" height="10"><circle class="local" cx="5" cy="5" r="4"/></svg> measured in the city or around it <svg class="mark" width="10" height="10"><circle class="national" cx="5" cy="5" r="3.5"/></svg> in the country <svg class="mark" width="4" height="12"><line class="reference" x1="2" x2="2" y1="0" y2="12"/></svg> ${reference.name}, ${reference.value}</p>`;
}

function priceFigure({ prices, sources }: CostOfLiving): Html | undefined {
  const price = prices.find(({ item }) => item.includes('rent')) ?? prices[0];
  return (
    price &&
    html`<div><h3>${price.title}</h3>
<p class="medium">${amountInWords(price)}</p>
<p class="provenance">${methodInWords(price)}, ${periodInWords(price.period)}, for ${price.place} (${price.grain}). ${publishersOf(price.sources, sources)}</p></div>`
  );
}

/** With a badge that says what the score was measured for. */
function qualityFigure({ score }: QualityOfLife): Html | undefined {
  if (score.value === null) return undefined;
  return html`<div><h3>Quality of life</h3>
<p class="medium">${score.value} of 100</p>
<p class="provenance">Between ${score.low} and ${score.high}. ${score.coverage.scored} of ${score.coverage.of} groups are scored. Measured for: ${evidenceBadge({ score: score.value, measured: score.measured })}.</p></div>`;
}

function publishersOf(ids: readonly string[], sources: CostOfLiving['sources']): string {
  const publishers = ids.flatMap((id) => sources.find((source) => source.id === id)?.publisher ?? []);
  return [...new Set(publishers)].join(' · ');
}

/** The number of cities by the most local figure behind their cost index. */
function coverage(release: Release): Html {
  const byEvidence = evidenceCounts(release, release.cities);
  const total = release.cities.length;
  const withIndex = Object.values(byEvidence).reduce((sum, cities) => sum + cities, 0);
  const rows = [
    ...EVIDENCE.map((evidence) => ({ name: EVIDENCE_WORDS[evidence], cities: byEvidence[evidence] })),
    { name: 'No index: the country’s price level is unknown', cities: total - withIndex },
  ].filter(({ cities }) => cities > 0);
  return html`<section class="coverage" aria-labelledby="coverage-title">
<h2 id="coverage-title">What the figures are based on</h2>
<p>For ${whole(byEvidence.official_local)} of ${whole(total)} cities, an official body measured prices or rents in the city or its metropolitan area. The index of all others is estimated from their region, from rents that others computed, or from their country, with a wider interval.</p>
<table><caption class="hidden">Cities by the most local evidence behind their cost index</caption>
<thead class="hidden"><tr><th scope="col">Evidence</th><th scope="col">Share</th><th scope="col">Cities</th></tr></thead>
<tbody>${rows.map(
    ({ name, cities }) =>
      html`<tr><th scope="row">${name}</th><td class="share"><svg height="10" width="100%" aria-hidden="true"><rect class="share-of" width="${(100 * cities) / total}%" height="10" rx="2"/></svg></td><td class="number">${whole(cities)}</td></tr>\n`,
  )}</tbody></table>
<p><a href="/guides/method">How the index is estimated, and how well</a></p>
</section>`;
}

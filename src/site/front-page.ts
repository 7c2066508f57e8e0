import { ask } from '../engine/ask.ts';
import type { Release } from '../engine/catalogue/release.ts';
import type { CostOfLiving } from '../engine/cost/cost-of-living.ts';
import type { IndexNote } from '../engine/cost/index-notes.ts';
import { levelRows } from '../engine/cost/shown-levels.ts';
import type { QualityOfLife } from '../engine/quality/quality-of-life.ts';
import { whole } from '../engine/summaries/words.ts';
import { EVIDENCE } from '../release/cost-estimates.ts';
import { evidenceCounts } from './evidence-counts.ts';
import { evidenceBadge } from './explorer/evidence-badge.ts';
import { axisRow, intervalMark, levelAxis, logScale } from './explorer/interval-marks.ts';
import { levelNames } from './explorer/level-names.ts';
import { codeBlock } from './field-markup.ts';
import { attribute, type Html, html, jsonScript } from './html.ts';
import type { Messages } from './languages/english.ts';
import type { PageRequest } from './page-request.ts';
import type { PageView, SitePage } from './site-page.ts';
import { chart, heading, numeric, scrollTable } from './table.ts';

/** Cities whose complete response visitors see without a key. */
const CITIES = ['lisbon', 'london', 'new-york', 'tokyo', 'sydney', 'warsaw', 'nairobi'];

/** What people come to decide, as questions that are answered already, and the cities that each needs. */
const QUESTIONS = [
  { title: 'live', to: '/find?budget_max=1500&currency=EUR&sort=-quality&each=country', cities: [] },
  {
    title: 'move',
    to: '/compare?cities=madrid,zurich,toronto&household=family',
    cities: ['madrid', 'zurich', 'toronto'],
  },
  {
    title: 'pay',
    to: '/compare?cities=berlin,new-york,singapore&amount=60000&currency=EUR',
    cities: ['berlin', 'new-york', 'singapore'],
  },
  { title: 'rent', to: '/countries/portugal#cities', cities: ['lisbon'] },
] as const;

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
  const { release, messages } = request;
  const { front: words } = messages;
  const { countries, cities, sources } = release.manifest.counts;
  return {
    title: words.title,
    description: words.description(cities),
    width: 'wide',
    head: datasetData(request),
    main: html`<div class="front">
<section class="pitch">
<h1>${words.pitch}</h1>
<p class="lead">${words.lead(cities, countries)}</p>
<form class="front-search" role="search" aria-label="${words.search}" action="/search">
<label class="hidden" for="front-search">${words.searchFor(hasCities)}</label>
<input id="front-search" type="search" name="q" placeholder="${words.example(hasCities)}" autocomplete="off" data-search="/search.json">
<button class="button" type="submit">${words.button}</button>
</form>
${hasCities && html`<ul class="chips">${QUESTIONS.filter(({ cities }) => cities.every((id) => release.city(id))).map(({ title, to }) => html`<li><a href="${to}">${words.questions[title]}</a></li>\n`)}</ul>`}
<p class="actions"><a class="button" href="/sign-up">${words.getKey}</a> <a class="button quiet" href="/guides/quickstart">${words.quickstart}</a></p>
<p class="note">${words.sources(sources)}</p>
</section>
${answerCard(request)}
${coverage(release, messages)}
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
  const { release, baseUrl, query, messages } = request;
  // Every index needs New York, its base. A release made for tests may lack it.
  const offered =
    release.city('new-york') === undefined ? [] : CITIES.flatMap((id) => release.city(id) ?? []);
  const city = offered.find(({ id }) => id === query.city) ?? offered[0];
  if (city === undefined) return undefined;
  const about = { place: city.id };
  const cost = ask(request, '/data/cost-of-living/{city_id}', about).body;
  const quality = ask(request, '/data/quality-of-life/{city_id}', about).body;
  return html`<section class="answer-card" id="answer" aria-labelledby="answer-title">
<nav class="pills" aria-label="${messages.front.city}">${offered.map(
    ({ id, name }) =>
      html`<a href="${id === CITIES[0] ? '/' : `/?city=${id}`}#answer"${attribute('aria-current', id === city.id && 'true')}>${name}</a>`,
  )}</nav>
<h2 id="answer-title">${messages.front.costIn(cost.city.name, cost.city.country.name)}</h2>
${budgetFigure(cost, messages)}
${indexFigure(cost, messages)}
<div class="pair">${priceFigure(cost, messages)}${qualityFigure(quality, messages)}</div>
${codeBlock(`curl -H "Authorization: Bearer $LDS_API_KEY" \\\n  ${baseUrl}/data/cost-of-living/${cost.city.id}`)}
</section>`;
}

/** The money that one adult needs in a month. */
function budgetFigure({ budget, city }: CostOfLiving, { front: words, figures }: Messages): Html | undefined {
  const { roughly } = figures;
  if (budget === null) return undefined;
  const { total, currency, categories } = budget;
  const rent = categories.housing;
  return html`<p class="big"><strong>${roughly(total.value)} ${currency}</strong><span>${words.adult}<small>${words.between(roughly(total.low), roughly(total.high))}</small></span></p>
<p class="provenance">${rent !== null && words.rent(`${roughly(rent.value)} ${currency}`, figures.evidence[rent.evidence])} <a href="/cities/${city.id}#budget">${words.allOfIt}</a></p>`;
}

function indexFigure(cost: CostOfLiving, messages: Messages): Html | undefined {
  const { front: words, figures } = messages;
  const { index, reference, sources } = cost;
  if (index === null) return undefined;
  const { overall } = index;
  const isReference = cost.city.id === reference.id;
  return html`<p class="big"><strong>${figures.tenths(overall.value)}</strong><span>${
    isReference
      ? html`${figures.byDefinition}<small>${words.compared}</small>`
      : html`${words.betweenLevels(figures.tenths(overall.low), figures.tenths(overall.high))}<small>${words.reference(reference.name, reference.value)}</small>`
  }</span></p>
${indexChart(
  levelRows((part) => index[part], [cost.index_notes]),
  reference,
  messages,
)}
<p class="provenance">${words.asOf(words.method(overall), figures.period(overall.period))} ${publishersOf(overall.sources, sources)}</p>`;
}

interface Level {
  part: string;
  together?: IndexNote;
  figure: NonNullable<CostOfLiving['index']>['overall'];
}

/** The overall level and those of the categories on one axis, with the reference as a line. */
function indexChart(
  levels: readonly Level[],
  reference: CostOfLiving['reference'],
  messages: Messages,
): Html {
  const { front: words, figures, cost } = messages;
  const scale = logScale(
    levels.map(({ figure }) => figure),
    [reference.value],
  );
  return html`${scrollTable({
    name: cost.name,
    className: 'index-table',
    quiet: true,
    caption: words.levels(reference.name, reference.value),
    columns: [heading(cost.category), chart(figures.chart), numeric(figures.interval80), numeric(cost.level)],
    rows: [
      ...levels.map(({ part, together, figure }) => ({
        className: part === 'overall' ? part : undefined,
        cells: [
          levelNames(part, together, messages).title,
          intervalMark(figure, scale, { against: reference.value, hollow: figure.grain === 'country' }),
          html`<span class="hidden">${words.range(figures.interval(figure), figures.shares[figure.grain])}</span>`,
          figures.tenths(figure.value),
        ],
      })),
      axisRow(levelAxis(scale, messages), messages),
    ],
  })}
<p class="legend" aria-hidden="true"><svg class="mark" width="10" height="10"><circle class="local" cx="5" cy="5" r="4"/></svg> ${words.measured} <svg class="mark" width="10" height="10"><circle class="national" cx="5" cy="5" r="3.5"/></svg> ${words.inCountry} <svg class="mark" width="4" height="12"><line class="reference" x1="2" x2="2" y1="0" y2="12"/></svg> ${reference.name}, ${reference.value}</p>`;
}

function priceFigure(
  { prices, sources }: CostOfLiving,
  { front: words, figures }: Messages,
): Html | undefined {
  const price = prices.find(({ item }) => item.includes('rent')) ?? prices[0];
  return (
    price &&
    html`<div><h3>${figures.metric(price.item, price.title)}</h3>
<p class="medium">${figures.amount(price)}</p>
<p class="provenance">${words.price(words.method(price), figures.period(price.period), price.place)} ${publishersOf(price.sources, sources)}</p></div>`
  );
}

/** With a badge that says what the score was measured for. */
function qualityFigure({ score }: QualityOfLife, messages: Messages): Html | undefined {
  const { front: words, figures, place, quality } = messages;
  if (score.value === null) return undefined;
  return html`<div><h3>${quality.title}</h3>
<p class="medium">${place.ofHundred(figures.tenths(score.value))}</p>
<p class="provenance">${words.score(score.low, score.high, score.coverage.scored, score.coverage.of)} ${figures.measured}: ${evidenceBadge({ score: score.value, measured: score.measured }, messages)}.</p></div>`;
}

function publishersOf(ids: readonly string[], sources: CostOfLiving['sources']): string {
  const publishers = ids.flatMap((id) => sources.find((source) => source.id === id)?.publisher ?? []);
  return [...new Set(publishers)].join(' · ');
}

/** The number of cities by the most local figure behind their cost index. */
function coverage(release: Release, { front: words, figures }: Messages): Html {
  const byEvidence = evidenceCounts(release, release.cities);
  const total = release.cities.length;
  const withIndex = Object.values(byEvidence).reduce((sum, cities) => sum + cities, 0);
  const rows = [
    ...EVIDENCE.map((evidence) => ({ name: figures.evidence[evidence], cities: byEvidence[evidence] })),
    { name: words.noIndex, cities: total - withIndex },
  ].filter(({ cities }) => cities > 0);
  return html`<section class="coverage" aria-labelledby="coverage-title">
<h2 id="coverage-title">${words.basedOn}</h2>
<p>${words.coverage(byEvidence.official_local, total)}</p>
<table><caption class="hidden">${words.byEvidence}</caption>
<thead class="hidden"><tr><th scope="col">${words.evidence}</th><th scope="col">${words.share}</th><th scope="col">${words.cities}</th></tr></thead>
<tbody>${rows.map(
    ({ name, cities }) =>
      html`<tr><th scope="row">${name}</th><td class="share"><svg height="10" width="100%" aria-hidden="true"><rect class="share-of" width="${(100 * cities) / total}%" height="10" rx="2"/></svg></td><td class="number">${figures.whole(cities)}</td></tr>\n`,
  )}</tbody></table>
<p><a href="/guides/method">${words.howWell}</a></p>
</section>`;
}

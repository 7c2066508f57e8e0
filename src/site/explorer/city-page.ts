import type { Static } from 'typebox';
import type { CostOfLiving } from '../../api/cost/cost-of-living.ts';
import { getCostOfLiving } from '../../api/cost/cost-of-living.ts';
import { type CityDetail, getCity } from '../../api/places/cities.ts';
import { resolveCityOrThrow } from '../../api/places/place-resolution.ts';
import type { Climate } from '../../api/quality/climate.ts';
import { getQualityOfLife, type QualityOfLife } from '../../api/quality/quality-of-life.ts';
import type { City, Release } from '../../catalogue/release.ts';
import { CATEGORIES } from '../../release/cost-basket.ts';
import type { Grain } from '../../release/grain.ts';
import { costMeasure } from '../../release/measures.ts';
import { csvOf } from '../csv.ts';
import { amountInWords, categoryName, periodInWords } from '../figure-words.ts';
import { type Html, html, jsonScript } from '../html.ts';
import type { PageRequest, PageView, Redirect, SitePage } from '../site-page.ts';
import { CHART, heading, numeric, scrollTable } from '../table.ts';
import { amountFields } from './compare-page.ts';
import { intervalMark, logScale, scoreScale } from './interval-marks.ts';
import {
  evidenceSentence,
  fullName,
  interval,
  MEASURE_TITLES,
  measuredWords,
  SHARE_WORDS,
  tenths,
  whole,
} from './words.ts';

/** What the page and its twins are made from: the three responses about the city. */
interface CityData {
  city: City;
  detail: Static<typeof CityDetail>;
  cost: CostOfLiving;
  quality: QualityOfLife;
}

/** Everything about one city, as its three API responses say it. */
export function cityPage(): SitePage {
  return {
    path: '/cities/{city_id}',
    explorer: true,
    render: (request) => {
      const { place, canonical } = resolveCityOrThrow(request.release, request.parameters.city_id ?? '');
      return canonical
        ? view(dataOf(request, place), request)
        : ({ location: `/cities/${place.id}`, status: 302 } satisfies Redirect);
    },
    data: {
      json: (request) => {
        const { detail, cost, quality } = dataOf(request);
        return { city: detail, cost_of_living: cost, quality_of_life: quality };
      },
      csv: (request) => csvOf(figuresOf(dataOf(request))),
      md: (request) => markdown(dataOf(request), request),
    },
  };
}

function dataOf(
  request: PageRequest,
  city = resolveCityOrThrow(request.release, request.parameters.city_id ?? '').place,
): CityData {
  const parameters = { city_id: city.id };
  return {
    city,
    detail: getCity.resolve(request, parameters, {}).answer().body as CityData['detail'],
    cost: getCostOfLiving.resolve(request, parameters, {}).answer().body as CostOfLiving,
    quality: getQualityOfLife.resolve(request, parameters, {}).answer().body as QualityOfLife,
  };
}

function view(data: CityData, request: PageRequest): PageView {
  const { city, detail, cost, quality } = data;
  const { release } = request;
  return {
    title: fullName(release, city),
    description: summary(data),
    width: 'wide',
    indexed: cost.evidence === 'official_local' || cost.evidence === 'official_regional',
    head: jsonScript('application/ld+json', {
      '@context': 'https://schema.org',
      '@type': 'City',
      name: city.name,
      url: `${request.publicUrl}/cities/${city.id}`,
      containedInPlace: { '@type': 'Country', name: detail.country.name },
      geo: { '@type': 'GeoCoordinates', latitude: city.latitude, longitude: city.longitude },
    }),
    main: html`<article class="place">
<header>
<p class="crumbs"><a href="/countries/${detail.country.id}">${detail.country.name}</a>${city.region !== null && ` · ${city.region}`}</p>
<h1>${city.name}</h1>
<p class="lead">${summary(data)}</p>
${placeFacts(data)}
</header>
${costSection(data)}
${pricesSection(cost)}
${qualitySection(data)}
${climateSection(quality.climate, city.name)}
${nearbySection(release, city)}
${citeSection(data, request)}
</article>`,
  };
}

function summary({ city, detail, cost: { index, index_reason, evidence } }: CityData): string {
  if (index === null || evidence === null)
    return `There is no price level of ${city.name}: ${index_reason?.detail ?? 'no source has one'}`;
  const { overall } = index;
  if (city.id === 'new-york')
    return `${city.name} is what other cities are compared with: its price level is 100.`;
  return `Prices in ${city.name} are at ${tenths(overall.value)} where New York is 100, and with 80 % certainty between ${interval(overall)}. ${evidenceSentence(evidence, city.name, detail.country.name)}`;
}

function placeFacts({ detail, quality }: CityData): Html {
  const { agglomeration, population } = detail;
  const { score } = quality;
  return html`<dl class="tiles">
${population !== null && html`<div><dt>Population</dt><dd>${whole(population)}</dd></div>`}
${agglomeration !== null && html`<div><dt>With its agglomeration</dt><dd>${whole(agglomeration.population)} <small>${agglomeration.year}</small></dd></div>`}
${score.value !== null && html`<div><dt>Quality of life</dt><dd>${tenths(score.value)} <small>${score.low !== null && score.high !== null && interval({ low: score.low, high: score.high })}, of 100</small></dd></div>`}
<div><dt>Time zone</dt><dd>${detail.time_zone.id} <small>UTC${detail.time_zone.standard_offset}</small></dd></div>
${detail.elevation_m !== null && html`<div><dt>Elevation</dt><dd>${whole(detail.elevation_m)} m</dd></div>`}
</dl>`;
}

function costSection({ city, cost }: CityData): Html {
  const { index } = cost;
  const title = html`<h2 id="cost-of-living">Cost of living</h2>`;
  if (index === null)
    return html`<section>${title}<p>${cost.index_reason?.detail ?? 'No source has a price level.'}</p></section>`;
  const rows = (['overall', ...CATEGORIES] as const).map((part) => ({
    title: part === 'overall' ? 'Overall' : MEASURE_TITLES[costMeasure(part)],
    figure: index[part],
    country: (100 * index[part].value) / index[part].country_average_100,
  }));
  const byPrice = rows.slice(1).sort((one, other) => other.figure.value - one.figure.value);
  const [dearest, cheapest] = [byPrice[0], byPrice.at(-1)];
  const scale = logScale(
    rows.map(({ figure }) => figure),
    rows.map(({ country }) => country),
  );
  return html`<section>${title}
<p>New York is 100. Dearest in comparison: ${dearest?.title.toLowerCase()} (${tenths(dearest?.figure.value ?? 0)}); cheapest: ${cheapest?.title.toLowerCase()} (${tenths(cheapest?.figure.value ?? 0)}).</p>
${scrollTable({
  name: 'Price levels',
  className: 'marks',
  caption: `The line is the 80 % interval, the dot the estimate: full where it rests on a local figure, hollow where on a national one. The upright stroke is the average of the cities of ${cost.city.country.name}. Equal ratios are equally long.`,
  columns: [heading('Category'), CHART, numeric('Level'), numeric('80 % interval'), 'Measured for'],
  rows: rows.map(({ title, figure, country }) => ({
    className: title === 'Overall' ? 'total' : undefined,
    cells: [
      title,
      intervalMark(figure, scale, { against: country, hollow: figure.grain === 'country' }),
      tenths(figure.value),
      interval(figure),
      measuredFor(figure.grain, cost.city),
    ],
  })),
})}
<form class="inline-form" action="/compare"><h3>Compare with another place</h3>
<input type="hidden" name="cities" value="${city.id}">
<label>Place <input name="with" placeholder="Berlin, Germany" required></label>
${amountFields()}
<button class="button small">Compare</button>
</form>
</section>`;
}

/** Whose figure a price level rests on. */
function measuredFor(grain: Grain, { name, country }: CostOfLiving['city']): string {
  if (grain === 'country') return `${country.name}’s figure`;
  return grain === 'city' ? name : SHARE_WORDS[grain];
}

function pricesSection({ prices, sources }: CostOfLiving): Html | undefined {
  if (prices.length === 0) return undefined;
  const publishers = new Map(sources.map(({ id, publisher }) => [id, publisher]));
  return html`<section><h2 id="prices">Observed prices</h2>
<p>As their publishers state them. Definitions differ: compare within one publisher.</p>
${scrollTable({
  name: 'Observed prices',
  columns: ['What', numeric('Amount'), 'Place', 'Period', 'Source'],
  rows: prices.map((price) => [
    html`<a href="/metrics/${price.item}">${price.title}</a>${price.note !== null && html` <small>${price.note}</small>`}`,
    amountInWords(price),
    price.place,
    periodInWords(price.period),
    price.sources.map((id) => html`<a href="/sources/${id}">${publishers.get(id) ?? id}</a> `),
  ]),
})}</section>`;
}

function qualitySection({ city, quality }: CityData): Html {
  const { score, groups, weights } = quality;
  const { ranking } = score;
  const shown = Object.entries(groups).filter(
    ([, { score: points, estimate }]) => (points ?? estimate) !== null,
  );
  return html`<section><h2 id="quality-of-life">Quality of life</h2>
<p>${
    score.value === null || score.low === null || score.high === null
      ? 'Too little is known for an overall score.'
      : `Overall ${tenths(score.value)} of 100, with 80 % certainty between ${interval({ low: score.low, high: score.high })}.`
  }${ranking !== null && ` Rank ${ranking.rank} of ${ranking.of} ${ranking.among} that were measured in the same way.`} Where a score rests on figures of the country alone, it says nothing about how ${city.name} differs from other cities there.</p>
${scrollTable({
  name: 'Scores',
  className: 'marks',
  caption:
    'Scores from 0 to 100 with their 80 % intervals. Hollow: measured for the country alone, or estimated.',
  columns: [
    heading('Group'),
    CHART,
    numeric('Score'),
    numeric('80 % interval'),
    'Measured for',
    numeric('Weight'),
  ],
  rows: shown.map(([name, group]) => {
    const points = group.score ?? group.estimate?.value ?? null;
    const range = group.score === null ? group.estimate : group;
    const known = points !== null && range?.low != null && range.high != null;
    const ends = { low: range?.low ?? 0, high: range?.high ?? 0 };
    const hollow = group.score === null || group.measured.country === 1;
    return [
      categoryName(name),
      known && intervalMark({ value: points, ...ends }, scoreScale, { hollow }),
      points !== null && tenths(points),
      known && interval(ends),
      group.score === null ? 'estimated from the other groups' : measuredWords(group.measured),
      `${whole(100 * (weights[name as keyof typeof weights] ?? 0))} %`,
    ];
  }),
})}
<div>${Object.entries(groups).map(([name, { indicators }]) => indicatorList(name, Object.entries(indicators)))}</div>
</section>`;
}

function indicatorList(
  name: string,
  indicators: [
    string,
    { title: string; value: number; unit: string; place: string; period: string | null },
  ][],
): Html | undefined {
  if (indicators.length === 0) return undefined;
  return html`<details><summary>${categoryName(name)}: ${indicators.length} figures</summary>
${scrollTable({
  name: `Figures of ${name}`,
  columns: ['Figure', numeric('Value'), 'Unit', 'Place', 'Period'],
  rows: indicators.map(([id, { title, value, unit, place, period }]) => [
    html`<a href="/metrics/${id}">${title}</a>`,
    Number(value.toPrecision(4)).toLocaleString('en', { maximumFractionDigits: 3 }),
    unit.replaceAll('_', ' '),
    place,
    periodInWords(period),
  ]),
})}</details>`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function climateSection({ koppen, normals, holiday_climate_index }: Climate, name: string): Html | undefined {
  const elements = Object.values(normals);
  if (elements.length === 0 && koppen === null) return undefined;
  const stations = [
    ...new Set(elements.map(({ station }) => `${station.name} (${whole(station.distance_km)} km)`)),
  ];
  const rows = [
    ...elements.map(({ title, unit, values, year }) => ({ title, unit, values, year })),
    ...(holiday_climate_index === null
      ? []
      : [{ ...holiday_climate_index, title: 'Holiday Climate Index for cities', unit: '0 to 100' }]),
  ];
  return html`<section><h2 id="climate">Climate</h2>
<p>${koppen !== null && `Köppen class ${koppen.class}: ${koppen.title}. `}${stations.length > 0 && `From the weather stations nearest to ${name}: ${stations.join(', ')}.`}</p>
${
  rows.length > 0 &&
  scrollTable({
    name: 'Climate by month',
    columns: [heading('Normals'), ...[...MONTHS, 'Year'].map(numeric)],
    rows: rows.map(({ title, unit, values, year }) => [
      html`${title} <small>${unit.replaceAll('_', ' ')}</small>`,
      ...[...values, year].map((value) => value.toFixed(unit === 'degrees_celsius' ? 1 : 0)),
    ]),
  })
}
</section>`;
}

const NEARBY = 6;

function nearbySection(release: Release, city: City): Html | undefined {
  const { cities, distances } = release.findCities({
    near: { latitude: city.latitude, longitude: city.longitude, radiusKm: 200 },
    minPopulation: 50_000,
  });
  const near = cities
    .map((place, index) => ({ place, distance: distances?.[index] ?? 0 }))
    .filter(({ place }) => place !== city)
    .slice(0, NEARBY);
  if (near.length === 0) return undefined;
  return html`<section><h2 id="nearby">Nearby</h2>
<ul class="chips">${near.map(
    ({ place, distance }) =>
      html`<li><a href="/cities/${place.id}">${place.name}</a> <small>${whole(distance)} km</small> <a class="quiet" href="/compare?cities=${city.id},${place.id}">compare</a></li>\n`,
  )}</ul></section>`;
}

function citeSection({ city, cost }: CityData, { publicUrl, release }: PageRequest): Html {
  const at = `${publicUrl}/v1/data/cost-of-living/${city.id}`;
  return html`<section><h2 id="use">Cite and use</h2>
<p>Location Data Service, data release ${release.version}: ${city.name}, ${publicUrl}/cities/${city.id}. The figures are by ${cost.sources.length} sources, each with its licence: <a href="/sources">sources</a>.</p>
<p>This page as data: <a href="/cities/${city.id}.json">JSON</a>, <a href="/cities/${city.id}.csv">CSV</a>, <a href="/cities/${city.id}.md">Markdown</a>. The same from the API, with <a href="/keys">your key</a>:</p>
<div class="code-block"><pre tabindex="0"><code>curl -H "Authorization: Bearer $LDS_API_KEY" ${at}</code></pre></div>
</section>`;
}

/** One row for each estimate, score, price and indicator, for a spreadsheet. */
function figuresOf({ city, cost, quality }: CityData) {
  const row = (group: string, id: string, figure: Partial<Record<string, unknown>>) => ({
    city_id: city.id,
    group,
    id,
    value: figure.value ?? null,
    low: figure.low ?? null,
    high: figure.high ?? null,
    unit: figure.unit ?? null,
    period: figure.period ?? null,
    grain: figure.grain ?? null,
    place: figure.place ?? null,
    method: figure.method ?? null,
    sources: Array.isArray(figure.sources) ? figure.sources.join(' ') : null,
  });
  return [
    ...Object.entries(cost.index ?? {}).map(([part, figure]) =>
      row('price_level', part, { ...figure, unit: 'New York = 100' }),
    ),
    ...cost.prices.map((price) =>
      row('price', price.item, { ...price, value: price.amount, unit: `${price.currency} per ${price.per}` }),
    ),
    ...Object.entries(cost.indicators).map(([id, figure]) => row('indicator', id, figure)),
    row('score', 'overall', { ...quality.score, unit: '0 to 100' }),
    ...Object.entries(quality.groups).map(([name, group]) =>
      row('score', name, { ...group, value: group.score, unit: '0 to 100' }),
    ),
    ...Object.values(quality.groups).flatMap(({ indicators }) =>
      Object.entries(indicators).map(([id, figure]) => row('indicator', id, figure)),
    ),
  ];
}

function markdown(data: CityData, { release, publicUrl }: PageRequest): string {
  const { city, cost, quality } = data;
  const lines = [`# ${fullName(release, city)}`, '', summary(data), ''];
  if (cost.index !== null) {
    lines.push(
      '| Price level (New York is 100) | estimate | 80 % interval | measured for |',
      '|---|--:|--:|---|',
    );
    for (const [part, figure] of Object.entries(cost.index))
      lines.push(`| ${part} | ${tenths(figure.value)} | ${interval(figure)} | ${figure.grain} |`);
    lines.push('');
  }
  lines.push('| Quality of life (0 to 100) | score | 80 % interval | measured for |', '|---|--:|--:|---|');
  const { score } = quality;
  if (score.value !== null)
    lines.push(
      `| overall | ${tenths(score.value)} | ${interval({ low: score.low ?? 0, high: score.high ?? 0 })} | |`,
    );
  for (const [name, group] of Object.entries(quality.groups))
    if (group.score !== null)
      lines.push(
        `| ${name} | ${tenths(group.score)} | ${interval({ low: group.low ?? 0, high: group.high ?? 0 })} | ${measuredWords(group.measured)} |`,
      );
  lines.push('', `Data release ${release.version}, ${publicUrl}/cities/${city.id}`, '');
  return lines.join('\n');
}

import type { Static } from 'typebox';
import type { CostOfLiving } from '../../api/cost/cost-of-living.ts';
import { getCostOfLiving } from '../../api/cost/cost-of-living.ts';
import { type CityDetail, getCity } from '../../api/places/cities.ts';
import { resolveCityOrThrow } from '../../api/places/place-resolution.ts';
import type { Climate } from '../../api/quality/climate.ts';
import { getQualityOfLife, type QualityOfLife } from '../../api/quality/quality-of-life.ts';
import type { City, Release } from '../../catalogue/release.ts';
import { CATEGORIES } from '../../release/cost-basket.ts';
import { costMeasure } from '../../release/measures.ts';
import { csvOf } from '../csv.ts';
import { amountInWords, categoryName, periodInWords } from '../figure-words.ts';
import { attribute, type Html, html, jsonScript } from '../html.ts';
import type { PageRequest, PageView, Redirect, SitePage } from '../site-page.ts';
import { amountFields } from './compare-page.ts';
import { intervalMark, logScale, scoreScale } from './interval-marks.ts';
import {
  evidenceSentence,
  fullName,
  interval,
  MEASURE_TITLES,
  measuredWords,
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
  const heading = html`<h2 id="cost-of-living">Cost of living</h2>`;
  if (index === null)
    return html`<section>${heading}<p>${cost.index_reason?.detail ?? 'No source has a price level.'}</p></section>`;
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
  return html`<section>${heading}
<p>New York is 100. Dearest in comparison: ${dearest?.title.toLowerCase()} (${tenths(dearest?.figure.value ?? 0)}); cheapest: ${cheapest?.title.toLowerCase()} (${tenths(cheapest?.figure.value ?? 0)}).</p>
<div class="scroll" role="group" aria-label="Price levels" tabindex="0"><table class="marks">
<caption>The line is the 80 % interval, the dot the estimate: full where it rests on a local figure, hollow where on a national one. The upright stroke is the average of the cities of ${cost.city.country.name}. Equal ratios are equally long.</caption>
<thead><tr><th scope="col">Category</th><th scope="col"><span class="hidden">Chart</span></th><th scope="col" class="number">Level</th><th scope="col" class="number">80 % interval</th><th scope="col">Measured for</th></tr></thead>
<tbody>${rows.map(
    ({ title, figure, country }) =>
      html`<tr${attribute('class', title === 'Overall' && 'total')}><th scope="row">${title}</th><td class="chart">${intervalMark(figure, scale, { against: country, hollow: figure.grain === 'country' })}</td><td class="number">${tenths(figure.value)}</td><td class="number">${interval(figure)}</td><td>${figure.grain === 'country' ? `${cost.city.country.name}’s figure` : figure.grain === 'city' ? city.name : `its ${figure.grain === 'metro' ? 'metropolitan area' : 'region'}`}</td></tr>\n`,
  )}</tbody></table></div>
<form class="inline-form" action="/compare"><h3>Compare with another place</h3>
<input type="hidden" name="cities" value="${city.id}">
<label>Place <input name="with" placeholder="Berlin, Germany" required></label>
${amountFields()}
<button class="button small">Compare</button>
</form>
</section>`;
}

function pricesSection({ prices, sources }: CostOfLiving): Html | undefined {
  if (prices.length === 0) return undefined;
  const publishers = new Map(sources.map(({ id, publisher }) => [id, publisher]));
  return html`<section><h2 id="prices">Observed prices</h2>
<p>As their publishers state them. Definitions differ: compare within one publisher.</p>
<div class="scroll" role="group" aria-label="Observed prices" tabindex="0"><table>
<thead><tr><th scope="col">What</th><th scope="col" class="number">Amount</th><th scope="col">Place</th><th scope="col">Period</th><th scope="col">Source</th></tr></thead>
<tbody>${prices.map(
    (price) =>
      html`<tr><td><a href="/metrics/${price.item}">${price.title}</a>${price.note !== null && html` <small>${price.note}</small>`}</td><td class="number">${amountInWords(price)}</td><td>${price.place}</td><td>${periodInWords(price.period)}</td><td>${price.sources.map((id) => html`<a href="/sources/${id}">${publishers.get(id) ?? id}</a> `)}</td></tr>\n`,
  )}</tbody></table></div></section>`;
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
<div class="scroll" role="group" aria-label="Scores" tabindex="0"><table class="marks">
<caption>Scores from 0 to 100 with their 80 % intervals. Hollow: measured for the country alone, or estimated.</caption>
<thead><tr><th scope="col">Group</th><th scope="col"><span class="hidden">Chart</span></th><th scope="col" class="number">Score</th><th scope="col" class="number">80 % interval</th><th scope="col">Measured for</th><th scope="col" class="number">Weight</th></tr></thead>
<tbody>${shown.map(([name, group]) => {
    const points = group.score ?? group.estimate?.value ?? null;
    const range = group.score === null ? group.estimate : group;
    const known = points !== null && range?.low != null && range.high != null;
    return html`<tr><th scope="row">${categoryName(name)}</th><td class="chart">${known && intervalMark({ value: points, low: range.low ?? 0, high: range.high ?? 0 }, scoreScale, { hollow: group.score === null || group.measured.country === 1 })}</td><td class="number">${points !== null && tenths(points)}</td><td class="number">${known && interval({ low: range.low ?? 0, high: range.high ?? 0 })}</td><td>${group.score === null ? 'estimated from the other groups' : measuredWords(group.measured)}</td><td class="number">${whole(100 * (weights[name as keyof typeof weights] ?? 0))} %</td></tr>\n`;
  })}</tbody></table></div>
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
<div class="scroll" role="group" aria-label="Figures of ${name}" tabindex="0"><table>
<thead><tr><th scope="col">Figure</th><th scope="col" class="number">Value</th><th scope="col">Unit</th><th scope="col">Place</th><th scope="col">Period</th></tr></thead>
<tbody>${indicators.map(
    ([id, { title, value, unit, place, period }]) =>
      html`<tr><td><a href="/metrics/${id}">${title}</a></td><td class="number">${Number(value.toPrecision(4)).toLocaleString('en', { maximumFractionDigits: 3 })}</td><td>${unit.replaceAll('_', ' ')}</td><td>${place}</td><td>${periodInWords(period)}</td></tr>\n`,
  )}</tbody></table></div></details>`;
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
  html`<div class="scroll" role="group" aria-label="Climate by month" tabindex="0"><table>
<thead><tr><th scope="col">Normals</th>${MONTHS.map((month) => html`<th scope="col" class="number">${month}</th>`)}<th scope="col" class="number">Year</th></tr></thead>
<tbody>${rows.map(
    ({ title, unit, values, year }) =>
      html`<tr><th scope="row">${title} <small>${unit.replaceAll('_', ' ')}</small></th>${values.map((value) => html`<td class="number">${value.toFixed(unit === 'degrees_celsius' ? 1 : 0)}</td>`)}<td class="number">${year.toFixed(unit === 'degrees_celsius' ? 1 : 0)}</td></tr>\n`,
  )}</tbody></table></div>`
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

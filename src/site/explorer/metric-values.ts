import type { City } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { toFigure } from '../../engine/figures/figures.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import type { MetricRecord, Observation } from '../../release/schema.ts';
import { dataLinks } from '../data-links.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../page-request.ts';
import { heading, numeric, scrollTable, words as wordy } from '../table.ts';
import { pageLinks } from './page-links.ts';
import { valueMap } from './value-map.ts';

const PAGE = 100;
/** Every value of a metric: ranked, on a map, and as files. */
export function valuesSection(request: PageRequest, metric: MetricRecord): Html | undefined {
  const { release, path, query, messages } = request;
  const { metrics: words, figures, country } = messages;
  const values = orderedValues(request, metric);
  if (values.length === 0) return undefined;
  const pages = Math.ceil(values.length / PAGE);
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(query.page ?? 1)) || 1));
  const from = (page - 1) * PAGE;
  const isLowest = query.order === 'lowest';
  const address = (asked: { order?: string | undefined; page?: string | undefined }) =>
    `${path}${queryText({ order: query.order, ...asked })}#values`;
  const turn = (to: number) => address({ page: to > 1 ? String(to) : undefined });
  const everything = { ...request, query: {} };
  return html`<h2 id="values">${words.values(values.length)}</h2>
<p>${words.order(isLowest, metric.kind === 'price')} <a href="${address({ order: isLowest ? undefined : 'lowest' })}">${words.turn(isLowest)}</a>. ${words.download(dataLinks(everything, ['csv', 'json']), dataLinks(everything, ['svg']))}</p>
<p><img class="chart" src="${path}.svg" alt="${words.mapAlt(figures.metric(metric.id, metric.title))}" width="760" height="456" loading="lazy"></p>
${scrollTable({
  name: words.name,
  columns: [
    numeric(country.number),
    heading(figures.place),
    numeric(figures.value),
    figures.measured,
    figures.time,
    wordy(figures.source),
  ],
  rows: values.slice(from, from + PAGE).map((observation, index) => {
    const { period, sources } = toFigure(release, observation);
    return [
      figures.whole(isLowest ? values.length - from - index : from + index + 1),
      placeCell(release, observation, messages),
      valueInWords(observation, metric, messages),
      words.measured(figures.shares[observation.grain]),
      figures.period(period),
      html`${sources.map((source) => html`<a href="/sources/${source}">${source}</a> `)}`,
    ];
  }),
})}
${pageLinks(page, pages, turn, messages)}`;
}

function orderedValues({ release, query }: PageRequest, metric: MetricRecord): readonly Observation[] {
  const values = release.metricValues.of(metric);
  return query.order === 'lowest' ? values.toReversed() : values;
}

/** The values as rows of a table. */
export function valueRows({ release }: PageRequest, metric: MetricRecord) {
  return release.metricValues.of(metric).map((observation) => {
    const { value, unit, place, period, grain, method, note, sources } = toFigure(release, observation);
    const [kind, id] = observation.place.split('/', 2);
    return {
      kind,
      id,
      place,
      country: countryIdOf(release, observation),
      value,
      unit,
      usd: observation.usd,
      period,
      grain,
      method,
      note,
      sources: sources.join(' '),
    };
  });
}

function placeCell(release: Release, { place }: Observation, { metrics: words }: Messages): Html {
  const [kind, id = ''] = place.split('/', 2);
  const name = release.placeName(place);
  if (kind === 'country') return html`<a href="/countries/${id}">${name}</a>`;
  const city = cityOf(release, place);
  const country = city && html` <small>${release.country(city.country).name}</small>`;
  if (kind === 'city') return html`<a href="/cities/${id}">${name}</a>${country}`;
  return html`${name}${country}${city && html` <small>· ${words.includes(html`<a href="/cities/${city.id}">${city.name}</a>`)}</small>`}`;
}

function countryIdOf(release: Release, { place }: Observation): string | undefined {
  return place.startsWith('country/') ? place.slice('country/'.length) : cityOf(release, place)?.country;
}

/** Where a value is on the map: in the city, or in the largest city of the area or country. */
function cityOf(release: Release, place: string): City | undefined {
  const [kind, id = ''] = place.split('/', 2);
  if (kind === 'country') return release.citiesOf(id)[0];
  const city = kind === 'city' ? id : release.metricValues.mainCityOf(id);
  return city === undefined ? undefined : release.city(city);
}

function valueInWords(
  { value, unit }: Observation,
  { kind, per }: MetricRecord,
  { figures }: Messages,
): string {
  if (kind === 'price') return figures.amount({ amount: value, currency: unit, per });
  return `${figures.decimals(Number(value.toPrecision(5)), 3)} ${figures.unit(unit)}`;
}

/** A dot for each value. */
export function valuesMap(request: PageRequest, metric: MetricRecord): string {
  const { release, messages } = request;
  const { metrics: words, figures } = messages;
  const values = release.metricValues.of(metric).flatMap((observation) => {
    const city = cityOf(release, observation.place);
    const value = metric.kind === 'price' && observation.unit !== 'USD' ? observation.usd : observation.value;
    return city === undefined || value === null ? [] : { city, value };
  });
  const unit = metric.kind === 'price' ? words.dollars : figures.unit(metric.unit);
  return valueMap(request, values, {
    title: figures.metric(metric.id, metric.title),
    note: words.mapNote(unit),
  });
}

import type { City } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { LongList } from '../../engine/endpoint.ts';
import { toFigure } from '../../engine/figures/figures.ts';
import { batches } from '../../engine/formats/pieces.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import type { MetricRecord, Observation } from '../../release/schema.ts';
import { dataLinks } from '../addresses.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { Pieces } from '../long-data.ts';
import type { PageRequest } from '../site-page.ts';
import { heading, numeric, pageAsked, pageLinks, scrollTable, words as wordy } from '../table.ts';
import { type MappedValue, mapPicture, valueMap } from './value-map.ts';

/** Every value of a metric: ranked, on a map, and as files. */
export function valuesSection(request: PageRequest, metric: MetricRecord): Html | undefined {
  const { release, path, query, messages } = request;
  const { metrics: words, figures, country } = messages;
  const { positions: count } = metric;
  if (count === 0) return undefined;
  const asked = pageAsked(query.page, count);
  const { from, to } = asked;
  const isLowest = query.order === 'lowest';
  const values = isLowest
    ? release.valuesOf(metric, count - to, count - from).reverse()
    : release.valuesOf(metric, from, to);
  const address = (other: { order?: string | undefined; page?: string | undefined }) =>
    `${path}${queryText({ order: query.order, ...other })}#values`;
  const turn = (to: number) => address({ page: to > 1 ? String(to) : undefined });
  const everything = { ...request, query: {} };
  return html`<h2 id="values">${words.values(count)}</h2>
<p>${words.order(isLowest, metric.kind === 'price')} <a href="${address({ order: isLowest ? undefined : 'lowest' })}">${words.turn(isLowest)}</a>. ${words.download(dataLinks(everything, ['csv', 'json']), dataLinks(everything, ['svg']))}</p>
${mapPicture(path, words.mapAlt(figures.metric(metric.id, metric.title)))}
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
  rows: values.map((observation, index) => {
    const { period, sources } = toFigure(release, observation);
    return [
      figures.whole(isLowest ? count - from - index : from + index + 1),
      placeCell(release, observation, messages),
      valueInWords(observation, metric, messages),
      words.measured(figures.shares[observation.grain]),
      figures.period(period),
      html`${sources.map((source) => html`<a href="/sources/${source}">${source}</a> `)}`,
    ];
  }),
})}
${pageLinks(asked, turn, messages)}`;
}

/** All of them, the highest first. */
export function everyValue(release: Release, metric: MetricRecord): LongList<Observation> {
  return new LongList(metric.positions, (from, to) => release.valuesOf(metric, from, to));
}

/** A value as a row of a table. */
export function valueRow(release: Release) {
  return (observation: Observation) => {
    const { value, unit, place, period, grain, method, note, sources } = toFigure(release, observation);
    const [kind, id] = observation.place.split('/', 2);
    return {
      kind,
      id,
      place,
      country: kind === 'country' ? id : cityOf(release, observation.place)?.country,
      value,
      unit,
      usd: observation.usd,
      period,
      grain,
      method,
      note,
      sources: sources.join(' '),
    };
  };
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

/** Where a value is on the map: in the city, or in the largest city of the area or country. */
function cityOf(release: Release, place: string): City | undefined {
  const [kind, id = ''] = place.split('/', 2);
  if (kind === 'country') return release.citiesOf(id)[0];
  return kind === 'city' ? release.city(id) : release.mainCityOf(id);
}

function valueInWords(
  { value, unit }: Observation,
  { kind, per, unit: ofMetric }: MetricRecord,
  { figures }: Messages,
): string {
  if (kind === 'price') return figures.amount({ amount: value, currency: unit, per });
  const number = figures.decimals(Number(value.toPrecision(5)), 3);
  const words = figures.unit(unit);
  // A unit of several words is above the table, once.
  return unit === ofMetric && words.includes(' ') ? number : `${number} ${words}`;
}

/** A dot for each value. */
export function* valuesMap(request: PageRequest, metric: MetricRecord): Pieces {
  const { release, messages } = request;
  const { metrics: words, figures } = messages;
  const shown: MappedValue[] = [];
  for (const values of batches(everyValue(release, metric))) {
    for (const { place, unit, usd, value: amount } of values) {
      const city = cityOf(release, place);
      const value = metric.kind === 'price' && unit !== 'USD' ? usd : amount;
      if (city !== undefined && value !== null) shown.push({ city, value });
    }
    yield '';
  }
  const unit = metric.kind === 'price' ? words.dollars : figures.unit(metric.unit);
  yield valueMap(request, shown, {
    title: figures.metric(metric.id, metric.title),
    note: words.mapNote(unit),
  });
}

import type { CostOfLiving } from '../../engine/cost/cost-of-living.ts';
import { levelRows } from '../../engine/cost/shown-levels.ts';
import { WIDEST_SPAN } from '../../release/cost-estimates.ts';
import type { Grain } from '../../release/grain.ts';
import { costMeasure } from '../../release/measures.ts';
import { pricesBesidePay } from '../../release/pay.ts';
import { fullName } from '../full-name.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { inEnglish } from '../languages/quoted.ts';
import { wrongFigure } from '../report-page.ts';
import type { PageRequest } from '../site-page.ts';
import { chart, heading, numeric, scrollTable, words as wordy } from '../table.ts';
import { frameOf, rowsChart } from './chart-file.ts';
import { type CityData, type CityFigures, summary } from './city-data.ts';
import { costAsOf, lodgingNote } from './city-evidence.ts';
import { levelNames } from './level-names.ts';
import { axisRow, intervalMark, levelAxis, logScale, scoreScale } from './marks.ts';

/** Price levels by category, with a form to compare the city with another. */
export function costSection(data: CityData, messages: Messages): Html {
  const { city, cost } = data;
  const { cost: words, figures } = messages;
  const { tenths, interval } = figures;
  const { index } = cost;
  const title = html`<h2 id="cost-of-living">${words.title}</h2>`;
  if (index === null) return html`<section>${title}<p>${words.unknown(cost.index_reason)}</p></section>`;
  const { rows, scale } = levelsOf(cost, index, messages);
  const withheld = cost.index_withheld.map(({ category }) =>
    figures.inSentence(figures.measures[costMeasure(category)]),
  );
  const byPrice = rows.slice(1).sort((one, other) => other.figure.value - one.figure.value);
  return html`<section>${title}
<p>${cost.budget === null ? words.newYork : summary(data, messages)}${extremes(byPrice, messages)}</p>
${scrollTable({
  name: words.name,
  className: 'marks',
  caption: words.caption(cost.city.country.name),
  columns: [
    heading(words.category),
    chart(figures.chart),
    numeric(words.level),
    numeric(figures.interval80),
    figures.measured,
  ],
  rows: [
    ...rows.map(({ part, title, figure, country }) => ({
      className: part === 'overall' ? 'total' : undefined,
      cells: [
        title,
        intervalMark(figure, scale, { against: country, base: 100, hollow: figure.grain === 'country' }),
        tenths(figure.value),
        interval(figure),
        measuredFor(figure.grain, cost.city, messages),
      ],
    })),
    axisRow(levelAxis(scale, messages), messages),
  ],
})}
${cost.index_notes.filter(({ code }) => code !== 'other_homes').map((note) => html`<p>${words.remark(note)}</p>`)}
${withheld.length > 0 && html`<p>${words.withheld(withheld, WIDEST_SPAN)}</p>`}
${costAsOf(cost, messages)}
<p>${wrongFigure({ place: `city/${city.id}`, metric: 'cost', value: tenths(index.overall.value), release: cost.release }, messages)}</p>
</section>`;
}

/** The ends of the list, unless there is no difference, as in the city that all others are compared with. */
function extremes(
  byPrice: readonly { name: string; figure: { value: number } }[],
  { cost: words }: Messages,
): string {
  const [most, least] = [byPrice[0], byPrice.at(-1)];
  if (most === undefined || least === undefined || most.figure.value === least.figure.value) return '';
  return words.extremes(most.name, most.figure.value, least.name, least.figure.value);
}

/** The price levels as a separate drawing. */
export function costChart(data: CityFigures, request: PageRequest): string {
  const { city, cost } = data;
  const { messages } = request;
  const { cost: words, figures } = messages;
  const { tenths, interval } = figures;
  const { rows, scale } =
    cost.index === null ? { rows: [], scale: scoreScale } : levelsOf(cost, cost.index, messages);
  const note = cost.index === null ? '' : ` ${words.caption(cost.city.country.name)}`;
  return rowsChart(
    frameOf(request, words.chartTitle(fullName(request, city)), `${summary(data, messages)}${note}`),
    rows.map(({ part, title, figure, country }) => ({
      label: title,
      mark: intervalMark(figure, scale, { against: country, hollow: figure.grain === 'country' }),
      figures: `${tenths(figure.value)} (${interval(figure)})`,
      strong: part === 'overall',
    })),
    levelAxis(scale, messages),
  );
}

/** The overall level and those by category, on one axis. */
export function levelsOf(
  { index_notes: notes }: CostOfLiving,
  index: NonNullable<CostOfLiving['index']>,
  messages: Messages,
) {
  const rows = levelRows((part) => index[part], [notes]).map(({ part, together, figure }) => ({
    part,
    ...levelNames(part, together, messages),
    figure,
    country: (100 * figure.value) / figure.country_average_100,
  }));
  const scale = logScale(
    rows.map(({ figure }) => figure),
    [100, ...rows.map(({ country }) => country)],
  );
  return { rows, scale };
}

/** What the figure behind a price level was measured for. */
function measuredFor(
  grain: Grain,
  { name, country }: CostOfLiving['city'],
  { cost: words, figures }: Messages,
): string {
  if (grain === 'country') return words.nationalFigure(country.name);
  return grain === 'city' ? name : figures.shares[grain];
}

/** What publishers observed. */
export function pricesSection(cost: CostOfLiving, messages: Messages): Html | undefined {
  const { city, release, sources } = cost;
  const prices = pricesBesidePay(cost.prices);
  if (prices.length === 0) return undefined;
  const { prices: words, figures } = messages;
  const publishers = new Map(sources.map(({ id, publisher }) => [id, publisher]));
  return html`<section><h2 id="prices">${words.title}</h2>
<p>${words.lead}</p>
${lodgingNote(cost, messages)}
${scrollTable({
  name: words.title,
  columns: [wordy(words.price), numeric(figures.sum), figures.place, figures.time, wordy(figures.source)],
  rows: prices.map((price) => [
    html`<a href="/metrics/${price.item}">${figures.metric(price.item, price.title)}</a>${price.note !== null && html` <small${inEnglish(messages)}>${price.note}</small>`}`,
    figures.amount(price),
    price.grain === 'country' ? city.country.name : price.place,
    figures.period(price.period),
    html`${price.sources.map((id) => html`<a href="/sources/${id}">${publishers.get(id) ?? id}</a> `)}${wrongFigure({ place: `city/${city.id}`, metric: price.item, value: `${price.amount} ${price.currency}`, source: price.sources.join(' '), release }, messages)}`,
  ]),
})}</section>`;
}

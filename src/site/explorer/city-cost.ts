import type { CostOfLiving } from '../../engine/cost/cost-of-living.ts';
import { levelRows } from '../../engine/cost/shown-levels.ts';
import {
  amountInWords,
  ENUMERATION,
  interval,
  MEASURE_TITLES,
  periodInWords,
  SHARE_WORDS,
  tenths,
} from '../../engine/summaries/words.ts';
import { WIDEST_SPAN } from '../../release/cost-estimates.ts';
import type { Grain } from '../../release/grain.ts';
import { costMeasure } from '../../release/measures.ts';
import { fullName } from '../full-name.ts';
import { type Html, html } from '../html.ts';
import type { PageRequest } from '../page-request.ts';
import { wrongFigure } from '../report-page.ts';
import { CHART, heading, numeric, scrollTable, words } from '../table.ts';
import { rowsChart, sourceLine } from './chart-file.ts';
import { type CityData, type CityFigures, summary } from './city-data.ts';
import { costAsOf, lodgingNote } from './city-evidence.ts';
import { amountFields } from './compare-page.ts';
import { intervalMark, levelAxis, logScale, scoreScale } from './interval-marks.ts';

/** Price levels by category, with a form to compare the city with another. */
export function costSection(data: CityData): Html {
  const { city, cost } = data;
  const { index } = cost;
  const title = html`<h2 id="cost-of-living">Cost of living</h2>`;
  if (index === null)
    return html`<section>${title}<p>${cost.index_reason?.detail ?? 'No source has a price level.'}</p></section>`;
  const { rows, scale } = levelsOf(cost, index);
  const byPrice = rows.slice(1).sort((one, other) => other.figure.value - one.figure.value);
  return html`<section>${title}
<p>${cost.budget === null ? 'New York is 100.' : summary(data)}${extremes(byPrice)}</p>
${scrollTable({
  name: 'Price levels',
  className: 'marks',
  caption: captionOf(cost),
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
${cost.index_notes.map(({ detail }) => html`<p>${detail}</p>`)}
${withheldNote(cost)}
${costAsOf(cost)}
<p>${wrongFigure({ place: `city/${city.id}`, metric: 'cost', value: tenths(index.overall.value), release: cost.release })}</p>
<form class="inline-form" action="/compare"><h3>Compare with another place</h3>
<input type="hidden" name="cities" value="${city.id}">
<label>Place <input name="with" placeholder="Berlin, Germany" required></label>
${amountFields()}
<button class="button small">Compare</button>
</form>
</section>`;
}

/** The ends of the list, unless there is no difference, as in the city that all others are compared with. */
function extremes(byPrice: readonly { name: string; figure: { value: number } }[]): string {
  const [most, least] = [byPrice[0], byPrice.at(-1)];
  if (most === undefined || least === undefined || most.figure.value === least.figure.value) return '';
  return ` Most expensive: ${most.name} (${tenths(most.figure.value)}); cheapest: ${least.name} (${tenths(least.figure.value)}).`;
}

/** In one sentence, the categories of which too little is known. */
function withheldNote({ index_withheld: withheld }: CostOfLiving): Html | undefined {
  if (withheld.length === 0) return undefined;
  const names = withheld.map(({ category }) => MEASURE_TITLES[costMeasure(category)].toLowerCase());
  const interval = withheld.length === 1 ? 'Its 80 % interval spans' : 'Their 80 % intervals span';
  return html`<p>Not shown: ${ENUMERATION.format(names)}. ${interval} more than a factor of ${WIDEST_SPAN}, which says too little; the overall level counts them.</p>`;
}

/** The price levels as a separate drawing. */
export function costChart(data: CityFigures, request: PageRequest): string {
  const { city, cost } = data;
  const { rows, scale } = cost.index === null ? { rows: [], scale: scoreScale } : levelsOf(cost, cost.index);
  const note = cost.index === null ? '' : ` ${captionOf(cost)}`;
  return rowsChart(
    {
      title: `Price levels in ${fullName(request.release, city)}`,
      note: `${summary(data)}${note}`,
      source: sourceLine(request),
    },
    rows.map(({ title, figure, country }) => ({
      label: title,
      mark: intervalMark(figure, scale, { against: country, hollow: figure.grain === 'country' }),
      figures: `${tenths(figure.value)} (${interval(figure)})`,
      strong: title === 'Overall',
    })),
    levelAxis(scale),
  );
}

/** The overall level and those by category, on one axis. */
export function levelsOf({ index_notes: notes }: CostOfLiving, index: NonNullable<CostOfLiving['index']>) {
  const rows = levelRows((part) => index[part], [notes]).map(({ title, name, figure }) => ({
    title,
    name,
    figure,
    country: (100 * figure.value) / figure.country_average_100,
  }));
  const scale = logScale(
    rows.map(({ figure }) => figure),
    rows.map(({ country }) => country),
  );
  return { rows, scale };
}

function captionOf({ city: { country } }: CostOfLiving): string {
  return `The dot is the estimate: solid if it is based on a local or regional figure, hollow if on a national one. The line is the 80 % interval, and the grey mark the level of ${country.name} as a whole. Logarithmic scale.`;
}

/** What the figure behind a price level was measured for. */
function measuredFor(grain: Grain, { name, country }: CostOfLiving['city']): string {
  if (grain === 'country') return `${country.name}’s figure`;
  return grain === 'city' ? name : SHARE_WORDS[grain];
}

/** What publishers observed. */
export function pricesSection(cost: CostOfLiving): Html | undefined {
  const { city, release, prices, sources } = cost;
  if (prices.length === 0) return undefined;
  const publishers = new Map(sources.map(({ id, publisher }) => [id, publisher]));
  return html`<section><h2 id="prices">Observed prices</h2>
<p>As published. Definitions differ, so compare figures of the same publisher only.</p>
${lodgingNote(cost)}
${scrollTable({
  name: 'Observed prices',
  columns: [words('Price'), numeric('Amount'), 'Place', 'Period', words('Source')],
  rows: prices.map((price) => [
    html`<a href="/metrics/${price.item}">${price.title}</a>${price.note !== null && html` <small>${price.note}</small>`}`,
    amountInWords(price),
    price.place,
    periodInWords(price.period),
    html`${price.sources.map((id) => html`<a href="/sources/${id}">${publishers.get(id) ?? id}</a> `)}${wrongFigure({ place: `city/${city.id}`, metric: price.item, value: `${price.amount} ${price.currency}`, source: price.sources.join(' '), release })}`,
  ]),
})}</section>`;
}

import type { CostOfLiving } from '../../engine/cost/cost-of-living.ts';
import { counted, ENUMERATION, periodInWords, tenths, whole } from '../../engine/summaries/words.ts';
import { GRAINS, type Grain } from '../../release/grain.ts';
import { type Html, html } from '../html.ts';
import { numeric, scrollTable, words } from '../table.ts';
import type { CityFigures } from './city-data.ts';

/* What the figures of a city rest on: which of them are its own, from when they are, and what they do not say. */

/** How many figures of one kind of place are named. */
const NAMED = 12;

interface Known {
  title: string;
  grain: Grain;
}

/** The published figures of the page, each metric once, as local as it is known, by what it was measured for. */
function knownOf({ cost, quality }: CityFigures): Map<Grain, Known[]> {
  const all: [string, Known][] = [
    ...[...cost.prices, ...cost.pay].map((figure): [string, Known] => [figure.item, figure]),
    ...[cost.indicators, ...Object.values(quality.groups).map(({ indicators }) => indicators)].flatMap(
      (figures): [string, Known][] => Object.entries(figures),
    ),
  ];
  const best = new Map<string, Known>();
  for (const [metric, figure] of all) {
    const known = best.get(metric);
    if (known === undefined || GRAINS.indexOf(figure.grain) < GRAINS.indexOf(known.grain))
      best.set(metric, figure);
  }
  return Map.groupBy(best.values(), ({ grain }) => grain);
}

/** What a figure was measured for, as a heading. */
function placeWords(grain: Grain, { city, detail }: CityFigures): string {
  if (grain === 'city') return `${city.name} itself`;
  if (grain === 'metro') return 'its metropolitan area';
  return grain === 'region' ? 'its region' : detail.country.name;
}

/** `3 of 74 figures are of Barru itself, 1 of its region, 70 of Indonesia.` */
export function knownSentence(figures: CityFigures): Html | undefined {
  const known = knownOf(figures);
  const total = [...known.values()].reduce((sum, { length }) => sum + length, 0);
  if (total === 0) return undefined;
  const parts = GRAINS.flatMap((grain) => {
    const count = known.get(grain)?.length ?? 0;
    if (count === 0 && grain !== 'city') return [];
    return `${count === 0 ? 'none' : whole(count)} ${grain === 'city' ? 'are ' : ''}of ${placeWords(grain, figures)}`;
  });
  return html`<p>Of ${counted(total, 'published figure')}, ${ENUMERATION.format(parts)}. <a href="#known">Which are which</a></p>`;
}

/** The figures by what they were measured for, so that a reader sees what is known of the city and what only of its country. */
export function knownSection(figures: CityFigures): Html | undefined {
  const known = knownOf(figures);
  if (known.size === 0) return undefined;
  return html`<section><h2 id="known">What is known of ${figures.city.name} itself</h2>
${scrollTable({
  name: 'Figures by what they were measured for',
  columns: ['Measured for', numeric('Figures'), words('Which')],
  rows: GRAINS.flatMap((grain) => {
    const titles = (known.get(grain) ?? []).map(({ title }) => title);
    if (titles.length === 0 && grain !== 'city') return [];
    const more = titles.length > NAMED ? `, and ${whole(titles.length - NAMED)} more` : '';
    const named = titles.length === 0 ? 'none' : titles.slice(0, NAMED).join(', ') + more;
    return [[placeWords(grain, figures), whole(titles.length), named]];
  }),
})}</section>`;
}

/** From when the evidence of the price levels is: rents, national price levels and exchange rates are of different years. */
export function costAsOf({ index, prices, indicators }: CostOfLiving): Html | undefined {
  if (index === null) return undefined;
  const used = new Set(index.overall.sources);
  const isUsed = ({ sources }: { sources: readonly string[] }) => sources.every((source) => used.has(source));
  const periods = (figures: readonly { period: string | null }[]) =>
    ENUMERATION.format(new Set(figures.map(({ period }) => periodInWords(period))));
  const rents = prices.filter((price) => price.item.startsWith('rent_') && isUsed(price));
  const levels = Object.entries(indicators).flatMap(([metric, figure]) =>
    metric.startsWith('price_level_') && isUsed(figure) ? [figure] : [],
  );
  const parts = [
    rents.length > 0 && `rents of ${periods(rents)}`,
    levels.length > 0 && `national price levels of ${periods(levels)}, carried forward with inflation`,
    `exchange rates up to ${periodInWords(index.overall.period)}`,
  ].filter((part) => part !== false);
  return html`<p>As of: ${parts.join('; ')}.</p>`;
}

const ALLOWANCES = ['lodging_per_diem', 'overnight_lump_sum_germany'];

/** Readers compare the level of housing with what officials get for a hotel. */
export function lodgingNote({ index, prices }: CostOfLiving): Html | undefined {
  const allowance = ALLOWANCES.flatMap((of) => prices.find(({ item }) => item === of) ?? [])[0];
  if (allowance === undefined || index?.housing == null) return undefined;
  const { title, place, amount, currency, grain } = allowance;
  return html`<p id="lodging">Housing is ${tenths(index.housing.value)} where New York is 100, beside ${whole(amount)} ${currency} for a night (${title}): these don’t contradict each other. The level is of the homes that residents rent. The allowance is the most that a government pays its travellers for a hotel of international standard${grain === 'country' && `, one amount for all places of ${place} that have none of their own`}; the cost index doesn’t use it.</p>`;
}

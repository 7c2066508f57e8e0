import type { CostOfLiving } from '../../engine/cost/cost-of-living.ts';
import { GRAINS, type Grain } from '../../release/grain.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { numeric, scrollTable, words as wordy } from '../table.ts';
import type { CityFigures } from './city-data.ts';

/* What the figures of a city rest on: which of them are its own, from when they are, and what they do not say. */

/** How many figures of one kind of place are named. */
const NAMED = 12;

interface Known {
  /** The metric. */
  id: string;
  title: string;
  grain: Grain;
}

/** The published figures of the page, each metric once, as local as it is known, by what it was measured for. */
function knownOf({ cost, quality }: CityFigures): Map<Grain, Known[]> {
  const indicators = [cost.indicators, ...Object.values(quality.groups).map((group) => group.indicators)];
  const all: Known[] = [
    ...[...cost.prices, ...cost.pay].map((figure) => ({ ...figure, id: figure.item })),
    ...indicators.flatMap((figures) => Object.entries(figures).map(([id, figure]) => ({ ...figure, id }))),
  ];
  const best = new Map<string, Known>();
  for (const figure of all) {
    const known = best.get(figure.id);
    if (known === undefined || GRAINS.indexOf(figure.grain) < GRAINS.indexOf(known.grain))
      best.set(figure.id, figure);
  }
  return Map.groupBy(best.values(), ({ grain }) => grain);
}

/** What a figure was measured for, as a heading. */
function placeWords(
  grain: Grain,
  { city, detail }: CityFigures,
  { known: words, figures: names }: Messages,
): string {
  if (grain === 'city') return words.itself(city.name);
  if (grain === 'country') return words.country(detail.country.name, city.name);
  return names.shares[grain];
}

/** `3 of 74 figures are of Barru itself, 1 of its region, 70 of Indonesia.` */
export function knownSentence(figures: CityFigures, messages: Messages): Html | undefined {
  const { known: words } = messages;
  const known = knownOf(figures);
  const total = [...known.values()].reduce((sum, { length }) => sum + length, 0);
  if (total === 0) return undefined;
  const parts = GRAINS.flatMap((grain) => {
    const count = known.get(grain)?.length ?? 0;
    if (count === 0 && grain !== 'city') return [];
    return words.part(count, grain, figures.city.name, figures.detail.country.name);
  });
  return html`<p>${words.sentence(total, parts)} <a href="#known">${words.which}</a></p>`;
}

/** The figures by what they were measured for, so that a reader sees what is known of the city and what only of its country. */
export function knownSection(figures: CityFigures, messages: Messages): Html | undefined {
  const { known: words, figures: names } = messages;
  const known = knownOf(figures);
  if (known.size === 0) return undefined;
  return html`<section><h2 id="known">${words.title(figures.city.name)}</h2>
${scrollTable({
  name: words.name,
  columns: [names.measured, numeric(words.figures), wordy(words.those)],
  rows: GRAINS.flatMap((grain) => {
    const titles = (known.get(grain) ?? []).map(({ id, title }) => names.metric(id, title));
    if (titles.length === 0 && grain !== 'city') return [];
    const named = words.named(titles.slice(0, NAMED), Math.max(0, titles.length - NAMED));
    return [[placeWords(grain, figures, messages), names.whole(titles.length), named]];
  }),
})}</section>`;
}

/** From when the evidence of the price levels is: rents, national price levels and exchange rates are of different years. */
export function costAsOf(
  { index, prices, indicators }: CostOfLiving,
  { known: words, figures }: Messages,
): Html | undefined {
  if (index === null) return undefined;
  const used = new Set(index.overall.sources);
  const isUsed = ({ sources }: { sources: readonly string[] }) => sources.every((source) => used.has(source));
  const periods = (of: readonly { period: string | null }[]) =>
    figures.list([...new Set(of.map(({ period }) => figures.period(period)))]);
  const rents = prices.filter((price) => price.item.startsWith('rent_') && isUsed(price));
  const levels = Object.entries(indicators).flatMap(([metric, figure]) =>
    metric.startsWith('price_level_') && isUsed(figure) ? [figure] : [],
  );
  const parts = [
    rents.length > 0 && words.rents(periods(rents)),
    levels.length > 0 && words.levels(periods(levels)),
    words.rates(figures.period(index.overall.period)),
  ].filter((part) => part !== false);
  return html`<p>${words.asOf(parts)}</p>`;
}

const ALLOWANCES = ['lodging_per_diem', 'overnight_lump_sum_germany'];

/** Readers compare the level of housing with what officials get for a hotel. */
export function lodgingNote(
  { city, index, prices }: CostOfLiving,
  { known: words, figures }: Messages,
): Html | undefined {
  const allowance = ALLOWANCES.flatMap((of) => prices.find(({ item }) => item === of) ?? [])[0];
  if (allowance === undefined || index?.housing == null) return undefined;
  const { item, title, amount, currency, grain } = allowance;
  const country = grain === 'country' ? city.country.name : undefined;
  return html`<p id="lodging">${words.lodging(index.housing.value, `${figures.whole(amount)} ${currency}`, figures.metric(item, title), country)}</p>`;
}

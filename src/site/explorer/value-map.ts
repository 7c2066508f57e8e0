import type { City } from '../../engine/catalogue/place.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../page-request.ts';
import { CHART_AREA, type ChartFrame, chartFile, sourceLine, text } from './chart-file.ts';
import { MAP_HEIGHT, MAP_WIDTH, toMap } from './equal-earth.ts';
import { BORDERS, LAND } from './land.ts';
import { dots, type MapPoint } from './map-points.ts';
import { type Box, boxAround } from './map-view.ts';

/** How many values the map shows: those of the largest cities. */
const MAPPED = 5000;
/** The height of the scale of colours. */
export const SCALE = 30;
/** The light colours of tokens.css, from the lowest level. */
const LEVELS = ['#e09a2b', '#d97a2b', '#cc5a3c', '#b53a56', '#8f2468', '#61186a', '#2f1054'];
const [LAND_COLOUR, BORDER_COLOUR] = ['#e8e9e4', '#b9bfba'];

export interface MappedValue {
  city: City;
  value: number;
}

/** The map beside a path as a picture, all of it. On a phone, the link leads to a size at which its words can be read. */
export function mapPicture(path: string, alt: string): Html {
  return html`<a href="${path}.svg"><img class="chart" src="${path}.svg" alt="${alt}" width="760" height="456" loading="lazy"></a>`;
}

/** A map as a file: a dot for each value, where its city is, in a colour for each seventh of the values. */
export function valueMap(
  request: PageRequest,
  values: readonly MappedValue[],
  { title, note }: Pick<ChartFrame, 'title' | 'note'>,
): string {
  // Finding the rank of the last one first takes a tenth of the time of sorting all values.
  const lastRank =
    Uint32Array.from(values, ({ city }) => city.rank).sort()[MAPPED - 1] ?? Number.POSITIVE_INFINITY;
  const shown = values
    .filter(({ city }) => city.rank <= lastRank)
    .toSorted((one, other) => one.city.rank - other.city.rank)
    .slice(0, MAPPED)
    .map(({ city, value }) => {
      const [x, y] = toMap(city.longitude, city.latitude).map(Math.round) as [number, number];
      return { value, x, y };
    });
  const bounds = boundsOf(shown.map(({ value }) => value));
  const classes = Map.groupBy(shown, ({ value }) => bounds.filter((bound) => value >= bound).length);
  const { left, width } = CHART_AREA;
  const height = Math.round((width * MAP_HEIGHT) / MAP_WIDTH);
  const box = boxAround(shown);
  const pixel = box.width / width;
  const dot = (shown.length > 1000 ? 2 : 4) * pixel;
  const { messages } = request;
  const more = values.length > MAPPED ? messages.metrics.more(MAPPED, values.length) : '';
  return chartFile({ title, note: note + more, source: sourceLine(request) }, height + SCALE, (y) => [
    mapMarks([{ classes: LEVELS.map((_, level) => classes.get(level) ?? []), dot, opacity: 1 }], box, {
      x: left,
      y,
      width,
      height,
    }),
    scaleOfColours(
      shown.length === 0 ? [] : [undefined, ...bounds].map((_, level) => rangeOf(bounds, level, messages)),
      { x: left, y: y + height + 15, width },
    ),
  ]);
}

/** Dots of one size, by level. */
export interface Layer {
  classes: readonly (readonly Pick<MapPoint, 'x' | 'y'>[])[];
  /** In units of the map. */
  dot: number;
  opacity: number;
}

export function mapMarks(
  layers: readonly Layer[],
  box: Box,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Html {
  return html`<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${box.x} ${box.y} ${box.width} ${box.height}">
<g fill="${LAND_COLOUR}">${LAND}</g><g fill="none" stroke="${BORDER_COLOUR}" stroke-width="${box.width / width}">${BORDERS}</g>
${layers.map(
  ({ classes, dot, opacity }) =>
    html`<g fill="none" stroke-width="${dot}" stroke-opacity="${opacity}" stroke-linecap="round">${classes.map(
      (points, level) => points.length > 0 && html`<path d="${dots(points)}" stroke="${LEVELS[level]}"/>\n`,
    )}</g>`,
)}</svg>\n`;
}

/** @param ranges what each level means, from the lowest */
export function scaleOfColours(
  ranges: readonly string[],
  { x: left, y, width }: { x: number; y: number; width: number },
): Html {
  return html`${ranges.map((range, level) => {
    const x = Math.round(left + (level * width) / LEVELS.length);
    return html`<circle cx="${x + 5}" cy="${y}" r="5" fill="${LEVELS[level]}"/>${text({ x: x + 14, y: y + 4, size: 11 }, range)}`;
  })}`;
}

/** @param level of the class between two bounds */
function rangeOf(bounds: readonly number[], level: number, { metrics, figures }: Messages): string {
  const short = (bound: number | undefined) => (bound === undefined ? undefined : figures.short(bound));
  return metrics.range(short(bounds[level - 1]), short(bounds[level]));
}

/** Between classes of as many values each, because the values of a metric may have any distribution. */
function boundsOf(values: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  const bounds = LEVELS.slice(1).map(
    (_, index) => sorted[Math.floor(((index + 1) * sorted.length) / LEVELS.length)],
  );
  return [...new Set(bounds.filter((bound) => bound !== undefined))];
}

import type { City } from '../../engine/catalogue/place.ts';
import { decimals, whole } from '../../engine/summaries/words.ts';
import { type Html, html } from '../html.ts';
import type { PageRequest } from '../page-request.ts';
import { CHART_AREA, type ChartFrame, chartFile, sourceLine, text } from './chart-file.ts';
import { MAP_HEIGHT, MAP_WIDTH, toMap } from './equal-earth.ts';
import { BORDERS, LAND } from './land.ts';
import { dots } from './map-points.ts';
import { boxAround } from './map-view.ts';

/** How many values the map shows: those of the largest cities. */
const MAPPED = 5000;
/** The height of the scale of colours. */
const SCALE = 30;
/** The light colours of tokens.css, from the lowest level. */
const LEVELS = ['#e09a2b', '#d97a2b', '#cc5a3c', '#b53a56', '#8f2468', '#61186a', '#2f1054'];
const [LAND_COLOUR, BORDER_COLOUR] = ['#e8e9e4', '#b9bfba'];

/** A map as a file: a dot for each value, where its city is, in a colour for each seventh of the values. */
export function valueMap(
  request: PageRequest,
  values: readonly { city: City; value: number }[],
  { title, note }: Pick<ChartFrame, 'title' | 'note'>,
): string {
  const shown = values
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
  const more =
    values.length > MAPPED
      ? ` These are the ${whole(MAPPED)} largest places of ${whole(values.length)}.`
      : '';
  return chartFile(
    { title, note: note + more, source: sourceLine(request) },
    height + SCALE,
    (
      y,
    ) => html`<svg x="${left}" y="${y}" width="${width}" height="${height}" viewBox="${box.x} ${box.y} ${box.width} ${box.height}">
<g fill="${LAND_COLOUR}">${LAND}</g><g fill="none" stroke="${BORDER_COLOUR}" stroke-width="${pixel}">${BORDERS}</g>
${LEVELS.map((colour, level) => {
  const points = classes.get(level) ?? [];
  return (
    points.length > 0 &&
    html`<path d="${dots(points)}" fill="none" stroke="${colour}" stroke-width="${dot}" stroke-linecap="round"/>\n`
  );
})}</svg>
${scaleOfColours(bounds, y + height + 15)}`,
  );
}

function scaleOfColours(bounds: readonly number[], y: number): Html {
  const { left, width } = CHART_AREA;
  return html`${LEVELS.slice(0, bounds.length + 1).map((colour, level) => {
    const x = left + (level * width) / LEVELS.length;
    const [from, to] = [bounds[level - 1], bounds[level]];
    const words =
      from === undefined
        ? `under ${short(to)}`
        : to === undefined
          ? `${short(from)} or more`
          : `${short(from)} to ${short(to)}`;
    return html`<circle cx="${x + 5}" cy="${y}" r="5" fill="${colour}"/>${text({ x: x + 14, y: y + 4, size: 11 }, words)}`;
  })}`;
}

/** Between classes of as many values each, because the values of a metric may have any distribution. */
function boundsOf(values: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  const bounds = LEVELS.slice(1).map(
    (_, index) => sorted[Math.floor(((index + 1) * sorted.length) / LEVELS.length)],
  );
  return [...new Set(bounds.filter((bound) => bound !== undefined))];
}

function short(bound = 0): string {
  return decimals(Number(bound.toPrecision(3)), 3);
}

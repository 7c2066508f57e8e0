import { isMainCity } from '../../engine/catalogue/agglomerations.ts';
import { attribute, type Html, html } from '../html.ts';
import type { MapPoint } from './map-points.ts';
import type { Box } from './map-view.ts';

/** How many of the largest cities have their names in the drawing: an island shows more of them as it zooms. */
const NAMES = 400;
/** Of a letter and of a line, as parts of the width of the drawing, where it is 1,150 pixels wide. */
const SIZE = 13 / 1150;
/** Of wide fonts, since it is the reader's system that chooses. */
const [LETTER, WIDE_LETTER] = [0.66 * SIZE, SIZE];
const GAP = 0.5 * SIZE;

/**
 * Names of large cities. Those that would overlap a larger city's name have the class `more`, which is not visible in the
 * drawing: the island places all of them anew.
 */
export function cityNames(points: readonly MapPoint[], box: Box): Html {
  const size = Math.round(SIZE * box.width * 10) / 10;
  const placed: Box[] = [];
  const largest = points
    .filter(({ city }) => isMainCity(city))
    .toSorted((one, other) => one.city.rank - other.city.rank)
    .slice(0, NAMES);
  return html`<g class="names" font-size="${size}">${largest.map(({ city: { name }, x, y }) => {
    const wide = name.match(/[mw]/gi)?.length ?? 0;
    const width = (wide * WIDE_LETTER + (name.length - wide) * LETTER) * box.width;
    const label = { x: x + GAP * box.width, y: y - size / 2, width, height: size * 1.1 };
    const fits =
      x >= box.x &&
      y >= box.y &&
      y <= box.y + box.height &&
      label.x + width <= box.x + box.width &&
      !placed.some((other) => overlap(label, other));
    if (fits) placed.push(label);
    return html`<text x="${x}" y="${y}"${attribute('class', !fits && 'more')}>${name}</text>`;
  })}</g>`;
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

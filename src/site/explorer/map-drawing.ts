import { isMainCity } from '../../engine/catalogue/agglomerations.ts';
import { pictureCard } from '../cards/card.ts';
import { attribute, type Html, html } from '../html.ts';
import type { PageRequest } from '../site-page.ts';
import type { ChartFrame } from './chart-file.ts';
import { type Box, MAP_HEIGHT, MAP_WIDTH } from './equal-earth.ts';
import { LOCAL_PARTS, type MapPoint } from './map-points.ts';
import { type Layer, mapFile, mapMarks, SCALE, scaleOfColours } from './value-map.ts';

/** How large and how strong dots are, in pixels, by how much of a figure was measured there. */
const DOTS = {
  none: { size: 2.2, opacity: 0.4 },
  some: { size: 2.4, opacity: 0.75 },
  most: { size: 2.8, opacity: 1 },
} as const;
/** Units of the map in a pixel. Nearer than this, there is room for larger dots. */
const NEAR = 2;

/** The dots of a map, and what their colours mean. */
interface MapShown {
  classes: readonly (readonly MapPoint[])[];
  /** Of each class. */
  ranges: readonly string[];
  box: Box;
}

/** The map as a separate drawing. */
export function mapDrawing(frame: ChartFrame, { classes, ranges, box }: MapShown): string {
  return mapFile(frame, { ranges, box }, (pixel) => layersOf(classes, pixel));
}

/** The preview image of shared links to the map. */
export function mapCard(title: string, { classes, ranges, box }: MapShown, request: PageRequest): string {
  return pictureCard({ title, note: request.messages.map.faint, request }, ({ x, y, width, height }) => {
    const ofMap = { height: height - SCALE, width: Math.round(((height - SCALE) * MAP_WIDTH) / MAP_HEIGHT) };
    return html`${mapMarks(layersOf(classes, box.width / ofMap.width), box, { ...ofMap, x: x + (width - ofMap.width) / 2, y })}${scaleOfColours(ranges, { x, y: y + height - 12, width })}`;
  });
}

/** @param pixel in units of the map */
function layersOf(classes: MapShown['classes'], pixel: number): Layer[] {
  const unit = pixel < NEAR ? 2 * pixel : pixel;
  return LOCAL_PARTS.map((part) => ({
    classes: classes.map((ofClass) => ofClass.filter(({ local }) => local === part)),
    dot: Math.round(10 * DOTS[part].size * unit) / 10,
    opacity: DOTS[part].opacity,
  }));
}

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

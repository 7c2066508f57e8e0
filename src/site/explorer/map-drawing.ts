import { pictureCard } from '../cards/card.ts';
import { html } from '../html.ts';
import type { PageRequest } from '../page-request.ts';
import { CHART_AREA, type ChartFrame, chartFile } from './chart-file.ts';
import { MAP_HEIGHT, MAP_WIDTH } from './equal-earth.ts';
import { LOCAL_PARTS, type MapPoint } from './map-points.ts';
import type { Box } from './map-view.ts';
import { type Layer, mapMarks, SCALE, scaleOfColours } from './value-map.ts';

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
  const { left: x, width } = CHART_AREA;
  const height = Math.round((width * MAP_HEIGHT) / MAP_WIDTH);
  return chartFile(frame, height + SCALE, (y) => [
    mapMarks(layersOf(classes, box.width / width), box, { x, y, width, height }),
    scaleOfColours(ranges, { x, y: y + height + 15, width }),
  ]);
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

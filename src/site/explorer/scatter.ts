import { scaleLinear } from 'd3-scale';
import type { City } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { tenths } from '../../engine/summaries/words.ts';
import { type Html, html } from '../html.ts';
import { axis, type Estimate, type Scale } from './interval-marks.ts';

const MARGIN = 28;
const MOST_DOTS = 1000;
/** With more cities, intervals would hide each other. */
const MOST_INTERVALS = 40;
/** About how many lines cross the chart in each direction. */
const TICKS = 5;

/** A city on the chart. */
export interface Dot {
  name: string;
  cost: Estimate;
  quality: Estimate;
  /** Whether the cost is modelled from national figures. */
  hollow: boolean;
}

/**
 * Cost of living against quality of life: further right is more expensive, on a logarithmic scale; further up is better. Up to
 * `MOST_INTERVALS` cities have their intervals as crosses.
 *
 * @param size in units of the drawing
 * @returns undefined for fewer than three cities, because a table shows them better
 */
export function scatterMarks(
  dots: readonly Dot[],
  size: { width: number; height: number },
): Html | undefined {
  if (dots.length < 3) return undefined;
  const crosses = dots.length <= MOST_INTERVALS;
  const ends = (of: 'cost' | 'quality') =>
    dots.flatMap((dot) => (crosses ? [dot[of].low, dot[of].high] : [dot[of].value]));
  const [costs, scores] = [ends('cost'), ends('quality')];
  const alongCost = axis(costs.map(level), size.width, MARGIN);
  const upwards = axis(scores, size.height, MARGIN);
  const x: Scale = (cost) => alongCost(level(cost));
  const y: Scale = (quality) => size.height - upwards(quality);
  return html`${ticksWithin(costs).map(
    (tick) =>
      html`<line class="axis" x1="${x(tick)}" x2="${x(tick)}" y1="0" y2="${size.height - 18}"/><text class="tick" text-anchor="middle" x="${x(tick)}" y="${size.height - 5}">${tick}</text>`,
  )}${ticksWithin(scores).map(
    (tick) =>
      html`<line class="axis" x1="22" x2="${size.width}" y1="${y(tick)}" y2="${y(tick)}"/><text class="tick" x="4" y="${y(tick) + 4}">${tick}</text>`,
  )}${crosses && dots.map((dot) => cross(dot, x, y))}${dots.map(
    ({ name, cost, quality, hollow }) =>
      html`<circle class="${hollow ? 'national' : 'local'}" cx="${x(cost.value)}" cy="${y(quality.value)}" r="4"><title>${name}: cost ${tenths(cost.value)}, quality ${tenths(quality.value)}</title></circle>`,
  )}`;
}

/** The cities that have both figures. */
export function scatterDots({ measures }: Release, cities: readonly City[]): Dot[] {
  return cities.slice(0, MOST_DOTS).flatMap((city) => {
    const [cost, quality] = [measures.figure('cost', city), measures.figure('quality', city)];
    if (cost === undefined || quality === undefined) return [];
    return [{ name: city.name, cost, quality, hollow: cost.grain === 'country' }];
  });
}

export const SCATTER_CAPTION =
  'Further right is more expensive (New York is 100), further up is better (out of 100). A dot is solid if the cost of living is based on figures of the city, its metropolitan area or its region, and hollow if it is modelled from national figures. Up to 40 cities are shown with their 80 % intervals.';

function cross({ cost, quality }: Dot, x: Scale, y: Scale): Html {
  return html`<line class="range" x1="${x(cost.low)}" x2="${x(cost.high)}" y1="${y(quality.value)}" y2="${y(quality.value)}"/><line class="range" x1="${x(cost.value)}" x2="${x(cost.value)}" y1="${y(quality.low)}" y2="${y(quality.high)}"/>`;
}

function ticksWithin(values: readonly number[]): number[] {
  return scaleLinear()
    .domain([Math.min(...values), Math.max(...values)])
    .ticks(TICKS);
}

function level(cost: number): number {
  return Math.log(Math.max(cost, 1));
}

import { scaleLinear } from 'd3-scale';
import type { City } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import type { Estimate } from '../../engine/summaries/document.ts';
import { attribute, type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { Box } from './equal-earth.ts';
import { axis, type Scale } from './marks.ts';

const MARGIN = 28;
const MOST_DOTS = 1000;
/** With more cities, intervals would hide each other. */
const MOST_INTERVALS = 40;
/** The most names beside dots. */
const MOST_NAMES = 9;
/** What a character of a name takes at most on average, at its size and in wide fonts, and its line. */
const [CHARACTER, LINE] = [7.7, 14];
/** About how many lines cross the chart in each direction. */
const TICKS = 5;

/** In units of the drawing. */
type Size = Omit<Box, 'x' | 'y'>;

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
 * `MOST_INTERVALS` cities have their intervals as crosses. The outstanding ones have their names.
 *
 * @returns undefined for fewer than three cities, because a table shows them better
 */
export function scatterMarks(
  dots: readonly Dot[],
  size: Size,
  { find: words, cost: costWords }: Messages,
): Html | undefined {
  if (dots.length < 3) return undefined;
  const crosses = dots.length <= MOST_INTERVALS;
  const spread = (of: 'cost' | 'quality') =>
    dots.flatMap((dot) => (crosses ? [dot[of].low, dot[of].high] : [dot[of].value]));
  const [costs, scores] = [spread('cost'), spread('quality')];
  const alongCost = axis(costs.map(level), size.width, MARGIN);
  const upwards = axis(scores, size.height, MARGIN);
  const x: Scale = (cost) => alongCost(level(cost));
  const y: Scale = (quality) => size.height - upwards(quality);
  return html`${ticksWithin(costs).map(
    (tick) =>
      html`<line class="${tick === 100 ? 'reference' : 'axis'}" x1="${x(tick)}" x2="${x(tick)}" y1="0" y2="${size.height - 18}"/><text class="tick" text-anchor="middle" x="${x(tick)}" y="${size.height - 5}">${tick}</text>`,
  )}${ticksWithin(scores).map(
    (tick) =>
      html`<line class="axis" x1="22" x2="${size.width}" y1="${y(tick)}" y2="${y(tick)}"/><text class="tick" x="4" y="${y(tick) + 4}">${tick}</text>`,
  )}${crosses && dots.map((dot) => cross(dot, x, y))}${dots.map(
    ({ name, cost, quality, hollow }) =>
      html`<circle class="${hollow ? 'national' : 'local'}" cx="${x(cost.value)}" cy="${y(quality.value)}" r="4"><title>${words.dot(name, cost.value, quality.value)}</title></circle>`,
  )}${names(dots, x, y, size)}<text class="tick" x="26" y="14">${words.scatterQuality}</text><text class="tick" text-anchor="end" x="${size.width - 4}" y="${size.height - 22}">${costWords.title}</text>`;
}

/**
 * The names of cities that no other one beats in both cost and quality, as far as there is room for them, then those of the ends
 * of both scales.
 */
function names(dots: readonly Dot[], x: Scale, y: Scale, { width, height }: Size): Html[] {
  // The words about the axes have their places already.
  const taken = [
    { left: 0, right: 150, base: 14 },
    { left: width - 110, right: width, base: height - 22 },
  ];
  const own = taken.length;
  return [...outstanding(dots), ...ends(dots)].flatMap(({ name, cost, quality }) => {
    const [at, base, length] = [x(cost.value), y(quality.value) + 4, name.length * CHARACTER];
    // To the right of its dot, or else to the left.
    const left = [at + 8, at - 8 - length].find(
      (from) =>
        from >= 0 &&
        from + length <= width &&
        taken.every(
          (other) => from > other.right || from + length < other.left || Math.abs(base - other.base) >= LINE,
        ),
    );
    if (taken.length - own === MOST_NAMES || left === undefined || base < LINE || base > height - LINE)
      return [];
    const isRight = left > at;
    taken.push({ left, right: left + length, base });
    return html`<text class="name" x="${isRight ? at + 8 : at - 8}" y="${base}"${attribute('text-anchor', !isRight && 'end')}>${name}</text>`;
  });
}

/** The one with the best quality and the cheapest one, then those between them, from the best quality down. */
function outstanding(dots: readonly Dot[]): Dot[] {
  let cheapest = Number.POSITIVE_INFINITY;
  const found = dots
    .toSorted((one, other) => other.quality.value - one.quality.value || one.cost.value - other.cost.value)
    .filter(({ cost }) => {
      const isOutstanding = cost.value < cheapest;
      cheapest = Math.min(cheapest, cost.value);
      return isOutstanding;
    });
  return [...new Set([...found.slice(0, 1), ...found.slice(-1), ...found])];
}

/** The most expensive one, and the one with the lowest quality. */
function ends(dots: readonly Dot[]): Dot[] {
  const byCost = dots.toSorted((one, other) => other.cost.value - one.cost.value);
  const byQuality = dots.toSorted((one, other) => one.quality.value - other.quality.value);
  return [...byCost.slice(0, 1), ...byQuality.slice(0, 1)];
}

/** The cities that have both figures. */
export function scatterDots({ measures }: Release, cities: readonly City[]): Dot[] {
  return cities.slice(0, MOST_DOTS).flatMap((city) => {
    const [cost, quality] = [measures.figure('cost', city), measures.figure('quality', city)];
    if (cost === undefined || quality === undefined) return [];
    return [{ name: city.name, cost, quality, hollow: cost.grain === 'country' }];
  });
}

function cross({ cost, quality }: Dot, x: Scale, y: Scale): Html {
  return html`<line class="range" x1="${x(cost.low)}" x2="${x(cost.high)}" y1="${y(quality.value)}" y2="${y(quality.value)}"/><line class="range" x1="${x(cost.value)}" x2="${x(cost.value)}" y1="${y(quality.low)}" y2="${y(quality.high)}"/>`;
}

/** Round values between the least and the most. @param about how many */
export function ticksWithin(values: readonly number[], about = TICKS): number[] {
  return scaleLinear()
    .domain([Math.min(...values), Math.max(...values)])
    .ticks(about);
}

function level(cost: number): number {
  return Math.log(Math.max(cost, 1));
}

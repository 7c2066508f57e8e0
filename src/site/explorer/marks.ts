import type { Estimate } from '../../engine/summaries/document.ts';
import type { Grain } from '../../release/grain.ts';
import { type Html, html, type Part } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { Row } from '../table.ts';

/** Maps values to positions on an axis, from 0 to 1 or in units of the drawing. */
export type Scale = (value: number) => number;

/** An axis of price levels: equal ratios have equal lengths. */
export function logScale(estimates: readonly Estimate[], others: readonly number[] = []): Scale {
  const all = [...estimates.flatMap(({ low, high }) => [low, high]), ...others].filter((value) => value > 0);
  const [first, last] = [Math.log(Math.min(...all) * 0.95), Math.log(Math.max(...all) * 1.05)];
  return (value) => within((Math.log(Math.max(value, 1e-6)) - first) / (last - first));
}

/** An axis of scores. */
export const scoreScale: Scale = (value) => within(value / 100);

/** An axis of differences, with 0 in the middle. */
export function differenceScale(estimates: readonly Estimate[]): Scale {
  const reach = Math.max(1, ...estimates.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)])) * 1.05;
  return (value) => within(0.5 + value / (2 * reach));
}

/** Spreads values over a length, with a margin at both ends; if all are equal, they are in its middle. */
export function axis(values: readonly number[], length: number, margin: number): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = length - 2 * margin;
  const part = (value: number) => (most === least ? 0.5 : (value - least) / (most - least));
  return (value) => Math.round(10 * (margin + room * part(value))) / 10;
}

export interface MarkOptions {
  /** A value to compare with, drawn as a thin line: the average of the country, 0, 100. */
  against?: number;
  /** What all marks of the table are compared with, as a faint line from one row to the next: New York. */
  base?: number;
  /** A hollow dot: measured for a larger place, or not distinguishable from the value that it is compared with. */
  hollow?: boolean;
}

/**
 * One row of a chart, for a cell of a table that has the numbers: the interval as a line, the estimate as a dot. It is as wide as
 * the cell.
 */
export function intervalMark(
  { value, low, high }: Estimate,
  scale: Scale,
  { against, base, hollow = false }: MarkOptions = {},
): Html {
  const at = (each: number) => percentOf(scale(each));
  return html`<svg class="mark" aria-hidden="true" width="100%" height="16">${base !== undefined && isWithin(scale(base)) && html`<line class="axis" x1="${at(base)}" x2="${at(base)}" y1="-9" y2="25"/>`}${against !== undefined && html`<line class="reference" x1="${at(against)}" x2="${at(against)}" y1="0" y2="16"/>`}<line class="range" x1="${at(low)}" x2="${at(high)}" y1="8" y2="8"/><circle class="${hollow ? 'national' : 'local'}" cx="${at(value)}" cy="8" r="4"/></svg>`;
}

/** The axis of marks: its scale, the values that it names, and the one that all are compared with. */
export interface Axis {
  title: string;
  scale: Scale;
  ticks: readonly number[];
  base?: number;
}

/** Of price levels, where New York is 100. */
export function levelAxis(scale: Scale, { cost }: Messages): Axis {
  const ticks: number[] = [];
  for (const level of LEVELS) {
    const isFree = ticks.every((other) => Math.abs(scale(other) - scale(level)) > 0.3);
    if (isFree && isWithin(scale(level))) ticks.push(level);
  }
  return { title: cost.axis, scale, base: 100, ticks };
}

/** Of differences: 0 and one figure to each side, which have room where the chart is narrow, too. */
export function differenceAxis(title: string, scale: Scale): Axis {
  const step = STEPS.find((each) => !isWithin(scale(2 * each))) ?? 100;
  return { title, scale, base: 0, ticks: [-step, 0, step].filter((tick) => isWithin(scale(tick))) };
}

export function scoreAxis({ quality }: Messages): Axis {
  return { title: quality.axis, scale: scoreScale, ticks: [0, 50, 100] };
}

/** As far as there is room, these first. */
const LEVELS = [100, 50, 200, 25, 10, 5, 1, 400, 75, 150, 60, 40, 80, 125, 30, 20, 15, 90, 70, 2, 0.5];
const STEPS = [0.2, 0.5, 1, 2, 5, 10, 20, 50];

/** The axis of marks as a row of their table: its ticks with their values. @param before cells before that of its title */
export function axisRow(
  axis: Axis,
  { figures }: Messages,
  before: readonly Part[] = [],
  between: readonly Part[] = [],
): Row {
  const { scale, base, title } = axis;
  const ticks = axis.ticks.toSorted((one, other) => one - other);
  const at = (value: number) => percentOf(scale(value));
  const mark = html`<svg class="mark" role="img" aria-label="${figures.axis(title)}" width="100%" height="20">${ticks.map(
    (tick, index) =>
      html`<line class="reference" x1="${at(tick)}" x2="${at(tick)}" y1="0" y2="5"/><text class="${ticks.length > 3 && index % 2 === 1 && tick !== base ? 'tick between' : 'tick'}" text-anchor="middle" x="${at(tick)}" y="18">${tickName(axis, tick)}</text>`,
  )}</svg>`;
  return { className: 'axis-row', cells: [...before, title, ...between, mark] };
}

/** Differences have a sign. */
export function tickName({ base }: Axis, tick: number): string {
  return base === 0 && tick !== 0 ? `${tick > 0 ? '+' : '−'}${Math.abs(tick)}` : String(tick);
}

function percentOf(part: number): string {
  return `${Math.round(10_000 * part) / 100}%`;
}

function isWithin(part: number): boolean {
  return part > 0.03 && part < 0.97;
}

function within(part: number): number {
  return Math.min(1, Math.max(0, part));
}

const [WIDTH, HEIGHT] = [48, 10];
/** Keeps the sign in the line of its number. */
export const NO_BREAK_PERCENT = '\u00a0%';

interface Scored {
  score: number | null;
  /** The share of its weight that was measured for each kind of place. */
  measured: Readonly<Record<Grain, number>>;
}

/** What a score was measured for, the same on every page: a bar of its weight, with the shares in words. */
export function evidenceBadge(scored: Scored, { figures }: Messages): Html {
  return html`<span class="evidence">${evidenceBar(scored)} ${figures.measuredFor(scored).replaceAll(' %', NO_BREAK_PERCENT)}</span>`;
}

/** The bar is full for the city and its metropolitan area, pale for its region, and empty for its country and for estimates. */
export function evidenceBar({ score, measured: { city, metro, region } }: Scored): Html {
  const [here, around] = score === null ? [0, 0] : [WIDTH * (city + metro), WIDTH * region];
  const part = (className: string, from: number, width: number) =>
    width > 0 &&
    html`<rect class="${className}" x="${tenth(from)}" width="${tenth(width)}" height="${HEIGHT}"/>`;
  return html`<svg class="shares" width="${WIDTH}" height="${HEIGHT}" aria-hidden="true"><rect class="rest" x=".5" y=".5" width="${WIDTH - 1}" height="${HEIGHT - 1}"/>${part('here', 0, here)}${part('around', here, around)}</svg>`;
}

function tenth(length: number): number {
  return Math.round(length * 10) / 10;
}

import { type Html, html } from '../html.ts';

/** A figure with its 80 % interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

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
  { against, hollow = false }: MarkOptions = {},
): Html {
  const at = (each: number) => `${Math.round(10_000 * scale(each)) / 100}%`;
  return html`<svg class="mark" aria-hidden="true" width="100%" height="16">${against !== undefined && html`<line class="reference" x1="${at(against)}" x2="${at(against)}" y1="0" y2="16"/>`}<line class="range" x1="${at(low)}" x2="${at(high)}" y1="8" y2="8"/><circle class="${hollow ? 'national' : 'local'}" cx="${at(value)}" cy="8" r="4"/></svg>`;
}

function within(part: number): number {
  return Math.min(1, Math.max(0, part));
}

import { intervalMark } from './explorer/interval-marks.ts';
import { type Html, html } from './html.ts';

export interface IntervalRow {
  label: string;
  estimate: { value: number; low: number; high: number; grain: string };
}

/** Room beyond the widest interval, and always for the label of the reference. */
const LEAST_END = 140;
const MARGIN = 1.02;

/**
 * A table whose middle column draws each value and its 80 % interval to one scale, with the reference as a line. A full dot is a
 * figure of the city, a hollow one is of its country, region or metropolitan area.
 */
export function intervalChart(
  rows: readonly IntervalRow[],
  reference: { name: string; value: number },
): Html {
  const end = Math.max(LEAST_END, ...rows.map(({ estimate }) => estimate.high)) * MARGIN;
  const scale = (value: number) => value / end;
  return html`<table class="index-table"><caption class="hidden">Cost-of-living index by category, with 80 % intervals; ${reference.name} is ${reference.value}</caption>
<thead class="hidden"><tr><th scope="col">Category</th><th scope="col">Interval</th><th scope="col">Index</th></tr></thead>
<tbody>${rows.map(
    ({ label, estimate: { value, low, high, grain } }, index) =>
      html`<tr class="${index === 0 ? 'overall' : 'category'}"><th scope="row">${label}</th><td class="interval"><span class="hidden">${low} to ${high}, measured for the ${grain}</span>${intervalMark({ value, low, high }, scale, { against: reference.value, hollow: grain !== 'city' })}</td><td class="value">${value}</td></tr>\n`,
  )}</tbody></table>
<p class="legend" aria-hidden="true"><svg width="10" height="10"><circle class="local" cx="5" cy="5" r="4"/></svg> measured in the city <svg width="10" height="10"><circle class="national" cx="5" cy="5" r="3.5"/></svg> around it or in the country <svg width="4" height="12"><line class="reference" x1="2" x2="2" y1="0" y2="12"/></svg> ${reference.name}, ${reference.value}</p>`;
}

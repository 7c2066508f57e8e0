import type { Static } from 'typebox';
import type { CityHistory } from '../../engine/history/history.ts';
import { decimals, interval, periodInWords, unitInWords } from '../../engine/summaries/words.ts';
import { periodEnd } from '../../release/best-figures.ts';
import { Z80 } from '../../release/cost-estimates.ts';
import { type Html, html } from '../html.ts';
import { numeric, scrollTable, words } from '../table.ts';
import { axis } from './interval-marks.ts';

type PastFigure = Static<typeof CityHistory>['observations'][number];

/** Figures of one metric that can be compared: with the same place, definition and source; or estimates of a place. */
export type Series = readonly [PastFigure, ...PastFigure[]];

/** Fewer periods do not make a history. */
const LEAST_PERIODS = 3;
const [WIDTH, HEIGHT] = [220, 60];
const MARGIN = 6;

/** The series with at least three periods, each from the earliest figure, in the order of the history. */
export function seriesOf(observations: readonly PastFigure[]): Series[] {
  const groups = Map.groupBy(observations, ({ metric, place, note, unit, sources, method }) =>
    JSON.stringify(method === 'estimated' ? [metric, place] : [metric, place, note, unit, sources]),
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined || others.length + 1 < LEAST_PERIODS ? [] : [[first, ...others] as const],
  );
}

export function estimatesFirst(series: readonly Series[]): Series[] {
  const isEstimate = ([{ method }]: Series) => method === 'estimated';
  return [...series.filter(isEstimate), ...series.filter((one) => !isEstimate(one))];
}

/** Small multiples: a chart for each series, with its conclusion and its figures. */
export function historyCharts(series: readonly Series[]): Html {
  return html`<div class="multiples">${series.map(chart)}</div>`;
}

function chart(series: Series): Html {
  const [{ metric, title, note: ofFirst, place, unit, per, method }] = series;
  const isEstimate = method === 'estimated';
  // The years of an estimate have notes of their own.
  const note = isEstimate ? 'the band is the 80 % interval' : ofFirst;
  const shownUnit = per === null ? unitInWords(unit) : `${unit} per ${unitInWords(per)}`;
  return html`<figure><h3><a href="/metrics/${metric}">${title}</a></h3>
${seriesLine(series)}
<figcaption>${conclusion(series)} <small>${shownUnit}, ${place}${note !== null && `; ${note}`}</small>
<details><summary>Figures <span class="hidden">of: ${title}</span></summary>${scrollTable({
    name: `${title} by period`,
    columns: [
      'Period',
      numeric('Value'),
      ...(isEstimate ? [numeric('80 % interval'), words('Based on')] : []),
    ],
    rows: series.map(({ period, value, low, high, note: basis }) => [
      periodInWords(period),
      amount(value),
      ...(low === null || high === null ? [] : [interval({ low, high }), basis]),
    ]),
  })}</details></figcaption></figure>\n`;
}

/** `Rose from 1,150 (2021) to 1,350 (2023).` */
function conclusion(series: Series): string {
  const [first] = series;
  const last = series.at(-1) ?? first;
  const [from, to] = [amount(first.value), amount(last.value)];
  if (from === to) return `${from} in ${periodInWords(first.period)} and in ${periodInWords(last.period)}.`;
  const verb = last.value > first.value ? 'Rose' : 'Fell';
  return `${verb} from ${from} (${periodInWords(first.period)}) to ${to} (${periodInWords(last.period)}).`;
}

/**
 * The figures over time, from the lowest to the highest of them, with their 80 % intervals: a line where the publisher states an
 * error, a band of estimates.
 */
export function seriesLine(series: Series): Html {
  const isEstimate = series[0].method === 'estimated';
  const ends = series.map(({ value, standard_error, low, high }) => {
    const reach = Z80 * (standard_error ?? 0);
    return { value, low: low ?? value - reach, high: high ?? value + reach };
  });
  const x = axis(
    series.map(({ period }) => yearsOf(period)),
    WIDTH,
    MARGIN,
  );
  const height = axis(
    ends.flatMap(({ low, high }) => [low, high]),
    HEIGHT,
    MARGIN,
  );
  const y = (value: number) => Math.round(10 * (HEIGHT - height(value))) / 10;
  const points = ends.map(({ value }, index) => ({
    at: x(yearsOf(series[index]?.period ?? null)),
    to: y(value),
  }));
  const last = points.at(-1);
  const ranges = ends.map(({ low, high }, index) =>
    low === high || isEstimate
      ? false
      : html`<line class="range" x1="${points[index]?.at}" x2="${points[index]?.at}" y1="${y(low)}" y2="${y(high)}"/>`,
  );
  const corners = [
    ...ends.map(({ high }, index) => `${points[index]?.at},${y(high)}`),
    ...ends.map(({ low }, index) => `${points[index]?.at},${y(low)}`).reverse(),
  ];
  const band = isEstimate && html`<polygon class="band" points="${corners.join(' ')}"/>`;
  return html`<svg class="mark" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${band}${ranges}<polyline class="line" points="${points.map(({ at, to }) => `${at},${to}`).join(' ')}"/>${last && html`<circle class="local" cx="${last.at}" cy="${last.to}" r="3.5"/>`}</svg>`;
}

/** When a period ends, in years. */
function yearsOf(period: string | null): number {
  const [year = 0, month = 99, day = 99] = periodEnd(period ?? '')
    .split('-')
    .map(Number);
  return year + Math.min(month, 13) / 13 + Math.min(day, 32) / 400;
}

const FOUR_DIGITS = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

/** `1,350`, `85.8`, `0.3412`: whole above a thousand, otherwise four digits. */
function amount(value: number): string {
  return Math.abs(value) >= 1000 ? decimals(value, 0) : FOUR_DIGITS.format(value);
}

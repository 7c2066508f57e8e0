import type { Static } from 'typebox';
import type { CityHistory } from '../../engine/history/history.ts';
import { periodEnd } from '../../release/best-figures.ts';
import { Z80 } from '../../release/cost-estimates.ts';
import { type Html, html } from '../html.ts';
import { ENGLISH, type Messages } from '../languages/english.ts';
import { inEnglish } from '../languages/quoted.ts';
import { numeric, scrollTable, words as wordy } from '../table.ts';
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
export function historyCharts(series: readonly Series[], messages = ENGLISH, country?: string): Html {
  return html`<div class="multiples">${series.map((one) => chart(one, messages, country))}</div>`;
}

/** @param country the name of the country, where figures of it are among those of a city */
function chart(series: Series, messages: Messages, country: string | undefined): Html {
  const { history: words, figures } = messages;
  const [{ metric, title: english, note: ofFirst, grain, place: measured, unit, per, method }] = series;
  const title = figures.metric(metric, english);
  const place = (grain === 'country' ? country : undefined) ?? measured;
  const isEstimate = method === 'estimated';
  // The years of an estimate have notes of their own.
  const note = isEstimate
    ? words.band
    : ofFirst !== null && html`<span${inEnglish(messages)}>${ofFirst}</span>`;
  const shownUnit = per === null ? figures.unit(unit) : words.per(unit, per);
  return html`<figure><h3><a href="/metrics/${metric}">${title}</a></h3>
${seriesLine(series)}
<figcaption>${conclusion(series, messages)} <small>${shownUnit}, ${place}${note !== false && html`; ${note}`}</small>
<details><summary>${words.figures} <span class="hidden">${words.of(title)}</span></summary>${scrollTable({
    name: words.byPeriod(title),
    columns: [
      figures.time,
      numeric(figures.value),
      ...(isEstimate ? [numeric(figures.interval80), wordy(figures.basedOn)] : []),
    ],
    rows: series.map(({ period, value, low, high, note: basis }) => [
      figures.period(period),
      amount(value, messages),
      ...(low === null || high === null ? [] : [figures.interval({ low, high }), words.basis(basis)]),
    ]),
  })}</details></figcaption></figure>\n`;
}

function conclusion(series: Series, messages: Messages): string {
  const { history: words, figures } = messages;
  const [first] = series;
  const last = series.at(-1) ?? first;
  const [from, to] = [amount(first.value, messages), amount(last.value, messages)];
  const change = from === to ? 0 : last.value - first.value;
  return words.conclusion(change, from, figures.period(first.period), to, figures.period(last.period));
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

/** `1,350`, `85.8`, `0.3412`: whole above a thousand, otherwise four digits. */
function amount(value: number, { figures }: Messages): string {
  return Math.abs(value) >= 1000 ? figures.whole(value) : figures.fourDigits(value);
}

import type { Static } from 'typebox';
import { COST_INDEX } from '../../engine/history/cost-history.ts';
import type { CityHistory } from '../../engine/history/history.ts';
import { Problem } from '../../engine/problems.ts';
import { periodEnd } from '../../release/best-figures.ts';
import { Z80 } from '../../release/cost-estimates.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { inEnglish } from '../languages/quoted.ts';
import type { PageRequest } from '../page-request.ts';
import { numeric, scrollTable, words as wordy } from '../table.ts';
import { CHART_AREA, CHART_COLOURS, chartFile, shortened, sourceLine, text } from './chart-file.ts';
import { axis } from './interval-marks.ts';
import { ticksWithin } from './scatter.ts';

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
export function historyCharts(series: readonly Series[], messages: Messages, country?: string): Html {
  return html`<div class="multiples">${series.map((one) => chart(one, messages, country))}</div>`;
}

/** @param country as of `namesOf` */
function chart(series: Series, messages: Messages, country: string | undefined): Html {
  const { history: words, figures } = messages;
  const [{ metric, note: ofFirst, method }] = series;
  const { title, place } = namesOf(series, messages, country);
  const isEstimate = method === 'estimated';
  // The years of an estimate have notes of their own.
  const note = isEstimate
    ? words.band
    : ofFirst !== null && html`<span${inEnglish(messages)}>${ofFirst}</span>`;
  return html`<figure><h3><a href="/metrics/${metric}">${title}</a></h3>
${seriesLine(series)}
<figcaption>${conclusion(series, messages)} <small>${unitOf(series, messages)}, ${place}${note !== false && html`; ${note}`}</small>
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
  const [start, end] = [figures.period(first.period), figures.period(last.period)];
  if (from === to) return words.unchanged(from, start, end);
  return words.changed(last.value > first.value, from, start, to, end);
}

/** The figures over time, from the lowest to the highest of them. */
export function seriesLine(series: Series): Html {
  const { marks } = seriesMarks(series, { width: WIDTH, height: HEIGHT });
  return html`<svg class="mark" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${marks}</svg>`;
}

interface Size {
  width: number;
  height: number;
}

/** With their 80 % intervals: a line where the publisher states an error, a band of estimates. */
function seriesMarks(series: Series, { width, height }: Size) {
  const isEstimate = series[0].method === 'estimated';
  const ends = series.map(({ value, standard_error, low, high }) => {
    const reach = Z80 * (standard_error ?? 0);
    return { value, low: low ?? value - reach, high: high ?? value + reach };
  });
  const years = series.map(({ period }) => yearsOf(period));
  const values = ends.flatMap(({ low, high }) => [low, high]);
  const x = axis(years, width, MARGIN);
  const upwards = axis(values, height, MARGIN);
  const y = (value: number) => Math.round(10 * (height - upwards(value))) / 10;
  const points = ends.map(({ value }, index) => ({ at: x(years[index] ?? 0), to: y(value) }));
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
  const marks = html`${band}${ranges}<polyline class="line" points="${points.map(({ at, to }) => `${at},${to}`).join(' ')}"/>${last && html`<circle class="local" cx="${last.at}" cy="${last.to}" r="3.5"/>`}`;
  return { marks, x, y, values };
}

/** Pictures have at most this many series. */
const MOST_SERIES = 12;
const [PANEL, PLOT, GAP, LABELS] = [200, 120, 32, 44] as const;

/** The first series as a separate drawing, each with its axes. @param country as of `namesOf` @throws Problem if there is none */
export function historyDrawing(
  observations: readonly PastFigure[],
  name: string,
  request: PageRequest,
  country?: string,
): string {
  const { history: words } = request.messages;
  const all = estimatesFirst(seriesOf(observations));
  const series = all.slice(0, MOST_SERIES);
  if (series.length === 0)
    throw new Problem(
      'path_not_found',
      `We have no figures of ${name} over at least ${LEAST_PERIODS} periods.`,
    );
  const columns = Math.min(2, series.length);
  const width = (CHART_AREA.width - (columns - 1) * GAP) / columns;
  const frame = {
    title: words.chartTitle(name),
    note: `${all.length > series.length ? words.firstOf(series.length, all.length) : ''}${words.chartNote}`,
    source: sourceLine(request),
  };
  return chartFile(frame, Math.ceil(series.length / columns) * PANEL, (top) =>
    series.map((one, index) =>
      panel(one, request.messages, country, {
        x: CHART_AREA.left + (index % columns) * (width + GAP),
        y: top + Math.floor(index / columns) * PANEL,
        width,
      }),
    ),
  );
}

function panel(
  series: Series,
  messages: Messages,
  country: string | undefined,
  { x, y, width }: { x: number; y: number; width: number },
): Html {
  const { title, place } = namesOf(series, messages, country);
  const [{ metric }] = series;
  const size = { width: width - LABELS, height: PLOT };
  const drawn = seriesMarks(series, size);
  const most = Math.floor(width / 7.4);
  const line = (value: number) => (metric === COST_INDEX && value === 100 ? 'reference' : 'axis');
  return html`${text({ x, y: y + 18, bold: true }, shortened(title, most))}${text({ x, y: y + 34, size: 12, colour: CHART_COLOURS.muted }, shortened(`${unitOf(series, messages)}, ${place}`, most))}
<svg x="${x + LABELS}" y="${y + 44}" width="${size.width}" height="${PLOT}" overflow="visible">${ticksWithin(
    drawn.values,
    4,
  ).map(
    (value) =>
      html`<line class="${line(value)}" x1="0" x2="${size.width}" y1="${drawn.y(value)}" y2="${drawn.y(value)}"/><text class="tick" text-anchor="end" x="-6" y="${drawn.y(value) + 4}">${amount(value, messages)}</text>`,
  )}${yearsWithin(series).map(
    (year) =>
      html`<line class="axis" x1="${drawn.x(yearsOf(year))}" x2="${drawn.x(yearsOf(year))}" y1="${PLOT}" y2="${PLOT + 5}"/><text class="tick" text-anchor="middle" x="${drawn.x(yearsOf(year))}" y="${PLOT + 18}">${year}</text>`,
  )}${drawn.marks}</svg>\n`;
}

/** Some years of the series, each of which is marked where it ends, as figures of years are. */
function yearsWithin(series: Series): string[] {
  const years = series.map(({ period }) => Math.floor(yearsOf(period) - yearsOf('0000')));
  return ticksWithin(years, 5).filter(Number.isInteger).map(String);
}

/** What is measured, and where. @param country the name of the country, where figures of it are among those of a city */
function namesOf(
  [{ metric, title, grain, place }]: Series,
  { figures }: Messages,
  country: string | undefined,
): { title: string; place: string } {
  return {
    title: figures.metric(metric, title),
    place: (grain === 'country' ? country : undefined) ?? place,
  };
}

function unitOf([{ unit, per }]: Series, { history: words, figures }: Messages): string {
  return per === null ? figures.unit(unit) : words.per(unit, per);
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

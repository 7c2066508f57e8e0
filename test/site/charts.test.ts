import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartFile, rowsChart } from '../../src/site/explorer/chart-file.ts';
import { monthBars } from '../../src/site/explorer/climate.ts';
import { type Series, seriesLine } from '../../src/site/explorer/history.ts';
import { dots } from '../../src/site/explorer/map-points.ts';
import {
  differenceAxis,
  differenceScale,
  intervalMark,
  levelAxis,
  logScale,
  scoreAxis,
  scoreScale,
} from '../../src/site/explorer/marks.ts';
import { type Dot, scatterMarks } from '../../src/site/explorer/scatter.ts';
import { html } from '../../src/site/html.ts';
import { ENGLISH } from '../../src/site/languages/english.ts';
import { assertApproved } from '../support/approved.ts';

const frame = (title: string) => ({
  title,
  note: 'The line is the 80 % interval, the dot the estimate: full where it rests on a local figure, hollow where it rests on a national one.',
  source: 'Location Data Service, data release 1.2.3 · https://example.org/cities/here',
});
const looksLike = (name: string, text: string) =>
  assertApproved(new URL(`charts/${name}.svg`, import.meta.url), text);
const drawing = (width: number, height: number, marks: unknown) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${marks}</svg>\n`;

test('price levels are dots with intervals, in equal ratios', () => {
  const levels = [
    { label: 'Overall', value: 60, low: 50, high: 72, strong: true },
    { label: 'Housing', value: 30, low: 15, high: 60, hollow: true },
    { label: 'Food & <drink>', value: 120, low: 110, high: 130 },
  ];
  const scale = logScale(levels, [100]);
  const rows = levels.map(({ label, strong = false, hollow = false, ...level }) => ({
    label,
    strong,
    mark: intervalMark(level, scale, { against: 100, hollow }),
    figures: `${level.value} (${level.low} to ${level.high})`,
  }));
  looksLike('price-levels', rowsChart(frame('Price levels'), rows, levelAxis(scale, ENGLISH)));
});

test('months of a climate are bars with their figures, from the low to the high, below zero too', () => {
  const highs = [-3, 0, 6, 13, 19, 24, 26, 25, 20, 13, 5, -1];
  const lows = [-9, -7, -2, 4, 9, 14, 17, 16, 11, 5, -1, -6];
  looksLike(
    'high-and-low',
    drawing(360, 150, monthBars({ ends: highs, starts: lows, ink: 'local' }, ENGLISH)),
  );
  const none = drawing(360, 150, monthBars({ ends: Array<number>(12).fill(0), ink: 'rain' }, ENGLISH));
  if (/NaN|Infinity/.test(none)) throw new Error(none);
});

test('differences have zero in the middle, and places that cannot be told apart are hollow', () => {
  const differences = [
    { label: 'Overall', value: 12, low: 2, high: 23 },
    { label: 'Clothing', value: -4, low: -15, high: 8 },
  ];
  const scale = differenceScale(differences);
  const rows = differences.map(({ label, ...difference }) => ({
    label,
    mark: intervalMark(difference, scale, { against: 0, hollow: difference.low * difference.high < 0 }),
  }));
  const axis = differenceAxis('Per cent', scale);
  looksLike('differences', rowsChart(frame('Differences'), [{ label: 'There, Elsewhere' }, ...rows], axis));
});

test('scores go from 0 to 100', () => {
  const rows = [0, 50, 100].map((value) => ({
    label: String(value),
    mark: intervalMark({ value, low: Math.max(0, value - 10), high: Math.min(100, value + 10) }, scoreScale),
  }));
  looksLike('scores', rowsChart(frame('Scores'), rows, scoreAxis(ENGLISH)));
});

test('a scatter of few cities has crosses, and one of many has none', () => {
  const cities = Array.from({ length: 50 }, (_, index): Dot => {
    const [cost, quality] = [20 * 1.03 ** index, 40 + ((index * 7) % 50)];
    return {
      name: `City ${index}`,
      cost: { value: cost, low: cost * 0.9, high: cost * 1.1 },
      quality: { value: quality, low: quality - 5, high: quality + 5 },
      hollow: index % 3 === 0,
    };
  });
  const size = { width: 712, height: 380 };
  const draw = (some: readonly Dot[]) =>
    chartFile(
      frame('Scatter'),
      size.height,
      (y) => html`<svg x="24" y="${y}">${scatterMarks(some, size, ENGLISH)}</svg>`,
    );
  looksLike('scatter-of-few', draw(cities.slice(0, 12)));
  looksLike('scatter-of-many', draw(cities));
});

test('the name of a city stays within a scatter, on the side where there is room', () => {
  const estimate = (value: number) => ({ value, low: value, high: value });
  const dot = (name: string, cost: number, quality: number): Dot => ({
    name,
    cost: estimate(cost),
    quality: estimate(quality),
    hollow: false,
  });
  const dots = [dot('Montevideo', 68, 72), dot('Santiago', 45, 71), dot('Quito', 34, 57)];
  const { markup } = scatterMarks(dots, { width: 440, height: 360 }, ENGLISH) ?? html``;
  const side = (name: string) => new RegExp(`<text class="name"([^>]*)>${name}<`).exec(markup)?.[1] ?? '';
  assert.match(side('Montevideo'), /text-anchor="end"/, 'at the right edge');
  assert.match(side('Quito'), /x="(?!.*text-anchor)/, 'to the right of its dot');
  assert.notEqual(side('Santiago'), '');
});

test('a source that is longer than a chart is wide takes several lines, and its address, too', () => {
  const source = `Location Data Service · https://example.org/compare?cities=${'somewhere,'.repeat(20)}`;
  const lines = [
    ...chartFile({ ...frame('Long'), source }, 10, () => html``).matchAll(/font-size="12"[^>]*>([^<]*)</g),
  ];
  assert.equal(
    lines
      .map(([, line]) => line)
      .join('')
      .replaceAll(' ', ''),
    source.replaceAll(' ', ''),
  );
  assert.ok(lines.length > 2 && lines.every(([, line = '']) => line.length <= 100));
});

test('figures over time are a line that ends in a dot, with intervals if errors are known', () => {
  const figure = (period: string, value: number, standard_error: number | null): Series[number] => ({
    metric: 'rent',
    title: 'Rent',
    value,
    unit: 'EUR',
    per: 'month',
    usd: null,
    standard_error,
    low: null,
    high: null,
    period,
    grain: 'city',
    place: 'Here',
    method: 'observed',
    note: null,
    sources: ['publisher'],
    latest: false,
  });
  const series: Series = [
    figure('2020', 900, null),
    figure('2021-06', 950, 20),
    figure('2023-01-01', 930, 30),
  ];
  looksLike('history', drawing(220, 60, seriesLine(series)));
});

test('estimates over time have a band, from the lowest to the highest end of their intervals', () => {
  const estimate = (period: string, value: number, low: number, high: number): Series[number] => ({
    metric: 'cost_index',
    title: 'Cost index',
    value,
    unit: 'new_york_100',
    per: null,
    usd: null,
    standard_error: null,
    low,
    high,
    period,
    grain: 'country',
    place: 'Here',
    method: 'estimated',
    note: `of ${period}`,
    sources: ['publisher'],
    latest: false,
  });
  const series: Series = [
    estimate('2015', 70, 60, 80),
    estimate('2016', 72, 65, 80),
    estimate('2026-08-21', 60, 45, 80),
  ];
  looksLike('history-of-estimates', drawing(220, 60, seriesLine(series)));
});

test('the map is a path of dots by level', () => {
  const points = [
    { x: 10, y: 10 },
    { x: 10, y: 10 },
    { x: 30, y: 5 },
    { x: 25, y: 20 },
  ];
  looksLike(
    'map',
    drawing(
      40,
      30,
      `<path fill="none" stroke="#000" stroke-width="3" stroke-linecap="round" d="${dots(points)}"/>`,
    ),
  );
});

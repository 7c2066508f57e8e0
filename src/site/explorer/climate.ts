import { Problem } from '../../engine/problems.ts';
import type { Climate } from '../../engine/quality/climate.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../site-page.ts';
import { heading, numeric, scrollTable } from '../table.ts';
import { CHART_AREA, CHART_COLOURS, chartFile, frameOf, text } from './chart-file.ts';

const INDEXES = [
  ['holiday_climate_index', 'Holiday Climate Index for cities'],
  ['resident_climate_index', 'Climate index for residents'],
] as const;

function stationsOf({ normals }: Climate, { figures }: Messages): string[] {
  const each = Object.values(normals).map(
    ({ station }) => `${station.name} (${figures.whole(station.distance_km)} km)`,
  );
  return [...new Set(each)];
}

/** The months of the city, from the weather stations around it. */
export function climateSection(climate: Climate, name: string, messages: Messages): Html | undefined {
  const { climate: words, figures } = messages;
  const { koppen, normals } = climate;
  const stations = stationsOf(climate, messages);
  if (stations.length === 0 && koppen === null) return undefined;
  const rows = [
    ...Object.entries(normals).map(([id, { title, unit, ...normal }]) => ({
      title: words.element(id, title),
      unit: figures.unit(unit),
      digits: unit === 'degrees_celsius' ? 1 : 0,
      ...normal,
    })),
    ...INDEXES.flatMap(([id, name]) => {
      const index = climate[id];
      return index === null
        ? []
        : { ...index, title: figures.metric(id, name), unit: words.zeroToHundred, digits: 0 };
    }),
  ];
  return html`<section><h2 id="climate">${words.title}</h2>
<p>${koppen !== null && words.koppen(koppen.class, koppen.title)}${stations.length > 0 ? words.stations(name, stations) : words.noStation(name)}</p>
${farStations(normals, name, messages)}
${climateCharts(climate, messages)}
${
  rows.length > 0 &&
  scrollTable({
    name: words.name,
    columns: [
      heading(words.normals),
      ...[...Array(12).keys()].map((month) => numeric(figures.shortMonth(month))),
      numeric(words.year),
    ],
    rows: rows.map(({ title, unit, values, year, digits }) => [
      html`${title} <small>${unit}</small>`,
      ...[...values, year].map((value) => (digits === 1 ? figures.tenths(value) : figures.whole(value))),
    ]),
  })
}
</section>`;
}

/** What each figure of the page is, where its station is far from the city or much higher or lower. */
function farStations(
  normals: Climate['normals'],
  name: string,
  { climate: words }: Messages,
): Html | undefined {
  const notes = Map.groupBy(Object.entries(normals), ([, normal]) => normal.note && words.note(normal));
  const far = [...notes].flatMap(([note, elements]) =>
    note === null ? [] : [{ note, what: [...new Set(elements.map(([element]) => words.inShort(element)))] }],
  );
  if (far.length === 0) return undefined;
  return html`<div class="panel"><p>${words.far(name)}</p><ul>${far.map(
    ({ note, what }) => html`<li>${listed(what)}: ${note}</li>`,
  )}</ul></div>`;
}

function listed(words: readonly string[]): string {
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Twelve columns of 30; as wide as the box on a phone, so that texts keep their size. */
const [COLUMN, BAR, HEIGHT] = [30, 18, 150];
/** Room for the figures above and below the bars, and for the letters of the months. */
const [TOP, BOTTOM] = [18, 36];

type Normals = Climate['normals'][string];

interface MonthBars {
  title: string;
  /** The end of each bar, and its beginning; without beginnings, bars stand on zero. */
  ends: readonly number[];
  starts?: readonly number[];
  /** A class of the bars. */
  ink: 'local' | 'rain' | 'sun';
}

/** High and low, rain and sun by month, each as a small chart with its figures. The table below has the same. */
function climateCharts(climate: Climate, messages: Messages): Html | undefined {
  const charts = barsOf(climate, messages);
  if (charts.length === 0) return undefined;
  return html`<div class="multiples of-months">${charts.map(
    (chart) =>
      html`<figure><h3>${chart.title}</h3><svg class="months" viewBox="0 0 ${12 * COLUMN} ${HEIGHT}" role="img" aria-label="${inWords(chart, messages)}">${monthBars(chart, messages)}</svg></figure>\n`,
  )}</div>`;
}

/** Of a separate drawing: the height of a row of two charts, and that of their titles. */
const [ROW, TITLE] = [200, 24];

/** The same as a separate drawing. @throws Problem if nothing is known */
export function climateDrawing(
  climate: Climate,
  { name, fullName }: { name: string; fullName: string },
  request: PageRequest,
): string {
  const { messages } = request;
  const { climate: words } = messages;
  const charts = barsOf(climate, messages);
  if (charts.length === 0) throw new Problem('path_not_found', `We have no climate of ${fullName} by month.`);
  const notes = new Set(
    Object.values(climate.normals).flatMap((each) => (each.note === null ? [] : words.note(each))),
  );
  const width = CHART_AREA.width / 2 - 8;
  const note = [words.stations(name, stationsOf(climate, messages)), ...notes].join(' ');
  const frame = frameOf(request, words.chartTitle(fullName), note);
  return chartFile(frame, Math.ceil(charts.length / 2) * ROW, (top) =>
    charts.map((chart, index) => {
      const [x, y] = [CHART_AREA.left + (index % 2) * (width + 16), top + Math.floor(index / 2) * ROW];
      return html`${text({ x, y: y + 16, bold: true }, chart.title)}
<svg x="${x}" y="${y + TITLE}" width="${width}" height="${ROW - TITLE}" viewBox="0 0 ${12 * COLUMN} ${HEIGHT}" font-size="12" text-anchor="middle" fill="${CHART_COLOURS.text}">${monthBars(chart, messages)}</svg>\n`;
    }),
  );
}

function barsOf({ normals }: Climate, { climate: words, figures }: Messages): MonthBars[] {
  const titleOf = (what: string, { unit }: Normals) => `${what}, ${figures.unit(unit)}`;
  const { temperature_max: high, temperature_min: low, precipitation: rain, sunshine: sun } = normals;
  const bars: (MonthBars | undefined)[] = [
    high &&
      low && { title: titleOf(words.highAndLow, high), ends: high.values, starts: low.values, ink: 'local' },
    rain && { title: titleOf(words.rain, rain), ends: rain.values, ink: 'rain' },
    sun && { title: titleOf(words.sun, sun), ends: sun.values, ink: 'sun' },
  ];
  return bars.filter((each) => each !== undefined);
}

/** One bar for each month: from the low to the high, or from zero. */
export function monthBars({ ends, starts, ink }: Omit<MonthBars, 'title'>, { figures }: Messages): Html {
  const { whole } = figures;
  const [least, most] = [Math.min(...(starts ?? [0])), Math.max(...ends)];
  const room = HEIGHT - TOP - BOTTOM;
  const y = (value: number) =>
    Math.round(TOP + (most === least ? room : (room * (most - value)) / (most - least)));
  const middle = (month: number) => month * COLUMN + COLUMN / 2;
  return html`${(starts === undefined || least < 0) && most > 0 && html`<line class="axis" x1="0" x2="${12 * COLUMN}" y1="${y(0)}" y2="${y(0)}"/>`}${ends.map(
    (end, month) => {
      const start = starts?.[month] ?? 0;
      return html`<rect class="${ink}" x="${middle(month) - BAR / 2}" y="${y(end)}" width="${BAR}" height="${Math.max(1, y(start) - y(end))}" rx="2"/><text x="${middle(month)}" y="${y(end) - 4}">${whole(end)}</text>${starts !== undefined && html`<text x="${middle(month)}" y="${y(start) + 13}">${whole(start)}</text>`}<text class="tick" x="${middle(month)}" y="${HEIGHT - 4}">${figures.letterOfMonth(month)}</text>`;
    },
  )}`;
}

/** `Rain, mm: from 4 in July to 120 in November` */
function inWords({ title, ends, starts }: MonthBars, { climate, figures }: Messages): string {
  const range = (values: readonly number[]) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const month = (value: number) => figures.month(values.indexOf(value));
    return climate.range(least, month(least), most, month(most));
  };
  return `${title}: ${starts === undefined ? range(ends) : climate.highsAndLows(range(ends), range(starts))}`;
}

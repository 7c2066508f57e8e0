import { permanentAddress } from '../addresses.ts';
import { attribute, type Html, html, type Part } from '../html.ts';
import type { PageRequest } from '../site-page.ts';
import { type Axis, tickName } from './marks.ts';

/*
 * Charts as separate files, for reports and slides: on a light background, with title, description and source. The
 * content security policy allows no styles in them, so the classes of the marks become attributes.
 */

/** The text around a chart. */
export type ChartFrame = ReturnType<typeof frameOf>;

/** A row of a chart: a label, a mark as wide as its cell, and its figures. Without a mark it is a heading. */
export interface ChartRow {
  label: string;
  mark?: Html;
  figures?: string;
  strong?: boolean;
}

const WIDTH = 760;
const MARGIN = 24;
const [ROW, MARK_HEIGHT] = [24, 16];
const AXIS_HEIGHT = 24;
/** Where the marks are. */
const [MARKS_FROM, MARKS_WIDTH] = [220, 320];
/** Characters per line of the note, at its size. */
const NOTE_CHARACTERS = 104;
/** Those of the source, most of which are figures and capitals. */
const SOURCE_CHARACTERS = 96;
/** Characters of a label, which ends before the marks. */
const LABEL_CHARACTERS = 28;
const NOTE_LINE = 18;
export const FONTS = "system-ui, 'DejaVu Sans', sans-serif";
/** The light colours of tokens.css. */
export const CHART_COLOURS = {
  text: '#1a1d1c',
  muted: '#5a625f',
  ground: '#fbfbf9',
  line: '#e0e2dd',
  accent: '#0c6b5a',
} as const;
const { text: TEXT, muted: MUTED, ground: GROUND, line: LINE } = CHART_COLOURS;

/** Classes of marks. */
const INK: Readonly<Record<string, string>> = {
  reference: 'stroke="#8a928e" stroke-width="1"',
  range: 'stroke="#1d7f6c" stroke-width="2" stroke-opacity="0.55"',
  local: 'fill="#1d7f6c"',
  national: `fill="${GROUND}" stroke="#1d7f6c" stroke-width="1.5"`,
  band: 'fill="#1d7f6c" fill-opacity="0.18"',
  line: 'fill="none" stroke="#1d7f6c" stroke-width="2"',
  rain: 'fill="#7d5bb0"',
  sun: 'fill="#c98a1b"',
  axis: `stroke="${LINE}" stroke-width="1"`,
  name: `font-size="12" fill="${TEXT}" stroke="${GROUND}" stroke-width="3" paint-order="stroke"`,
  tick: `font-size="12" fill="${MUTED}"`,
};

/** With the release that the figures are from, and where the page is. */
export function frameOf(request: PageRequest, title: string, note: string) {
  const { release, path, query, messages } = request;
  const { use, figures } = messages;
  const source = `${use.release(release.version, figures.day(release.publishedAt))} · ${permanentAddress(request, path, query)}`;
  return { title, note, source };
}

/** Rows of intervals below each other, above their axis. */
export function rowsChart(frame: ChartFrame, rows: readonly ChartRow[], axis: Axis): string {
  const height = rows.length * ROW;
  return chartFile(frame, height + AXIS_HEIGHT, (top) => [
    axisMarkup(axis, top, height),
    rows.map((row, index) => rowMarkup(row, top + index * ROW)),
  ]);
}

/** Lines through all rows, with their values below. */
function axisMarkup(axis: Axis, top: number, height: number): Html {
  const { title, scale, ticks, base } = axis;
  const end = top + height + 4;
  const at = (value: number) => MARKS_FROM + Math.round(MARKS_WIDTH * scale(value));
  return html`${ticks.map(
    (tick) =>
      html`<line class="${tick === base ? 'reference' : 'axis'}" x1="${at(tick)}" x2="${at(tick)}" y1="${top}" y2="${end}"/>${text({ x: at(tick), y: end + 13, size: 12, colour: MUTED, bold: tick === base, anchor: 'middle' }, tickName(axis, tick))}\n`,
  )}${text({ x: MARGIN, y: end + 13, size: 12, colour: MUTED }, title)}\n`;
}

/**
 * A chart with its title above and its source below.
 *
 * @param height of the drawing
 * @param draw the drawing, from the y where it begins
 */
export function chartFile(
  { title, note, source }: ChartFrame,
  height: number,
  draw: (top: number) => Part,
): string {
  const lines = wrapped(note, NOTE_CHARACTERS);
  const sources = wrapped(source, SOURCE_CHARACTERS);
  const top = 62 + lines.length * NOTE_LINE;
  const end = top + height + 26;
  const full = end + sources.length * NOTE_LINE;
  const label = (y: number, size: number, content: string, bold = false) =>
    text({ x: MARGIN, y, size, colour: bold ? TEXT : MUTED, bold }, content);
  return inked(html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${full}" viewBox="0 0 ${WIDTH} ${full}" role="img" font-family="${FONTS}">
<title>${title}</title>
<rect width="${WIDTH}" height="${full}" fill="${GROUND}"/>
${label(38, 20, title, true)}
${lines.map((line, index) => html`${label(62 + index * NOTE_LINE, 13, line)}\n`)}${draw(top)}
${sources.map((line, index) => html`${label(end + index * NOTE_LINE, 12, line)}\n`)}</svg>
`);
}

/** The chart's own coordinates, for drawings without rows. */
export const CHART_AREA = { left: MARGIN, width: WIDTH - 2 * MARGIN } as const;

export interface TextStyle {
  x: number;
  y: number;
  size?: number;
  colour?: string;
  bold?: boolean;
  anchor?: 'end' | 'middle';
}

export function text(
  { x, y, size = 13, colour = TEXT, bold = false, anchor }: TextStyle,
  content: string,
): Html {
  return html`<text x="${x}" y="${y}" font-size="${size}" fill="${colour}"${attribute('font-weight', bold && 600)}${attribute('text-anchor', anchor)}>${content}</text>`;
}

function rowMarkup({ label, mark, figures, strong = mark === undefined }: ChartRow, y: number): Html {
  const base = y + 13;
  return html`${text({ x: MARGIN, y: base, bold: strong }, mark === undefined ? label : shortened(label))}${
    mark &&
    html`<svg x="${MARKS_FROM}" y="${y}" width="${MARKS_WIDTH}" height="${MARK_HEIGHT}" overflow="visible">${mark}</svg>`
  }${figures !== undefined && text({ x: WIDTH - MARGIN, y: base, bold: strong, anchor: 'end' }, figures)}\n`;
}

/** Attributes instead of the classes of marks. */
export function inked({ markup }: Html): string {
  return markup.replace(/ class="([a-z]+)"/g, (_, name: string) =>
    INK[name] === undefined ? '' : ` ${INK[name]}`,
  );
}

export function shortened(label: string, most = LABEL_CHARACTERS): string {
  return label.length <= most ? label : `${label.slice(0, most - 1).trimEnd()}…`;
}

/** Lines of at most this many characters, broken between words, and within those that are longer: addresses. */
export function wrapped(sentence: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of sentence.match(new RegExp(`[^ ]{1,${most}}`, 'g')) ?? []) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

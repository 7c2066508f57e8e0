import type { Estimate } from '../../engine/summaries/document.ts';
import { NAME, PIN_PATH } from '../brand.ts';
import {
  CHART_COLOURS,
  FONTS,
  inked,
  shortened,
  type TextStyle,
  text,
  wrapped,
} from '../explorer/chart-file.ts';
import { type Box, MAP_HEIGHT, MAP_TOP, MAP_WIDTH, type Point } from '../explorer/equal-earth.ts';
import { LAND } from '../explorer/land.ts';
import { dots } from '../explorer/map-points.ts';
import { intervalMark, logScale, scoreScale, type Axis as TitledAxis } from '../explorer/marks.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../site-page.ts';
import { charactersIn, lettered } from './lettering.ts';

/*
 * The preview image of a shared link, in the style of the charts: names, figures, intervals, and what the figures are based on.
 * All cards use the same two axes, so that readers can compare cards.
 */

export interface Card<Side = Panel> {
  title: string;
  /** Where the place is. */
  subtitle: string;
  /** Dots on the small map. */
  points: readonly Point[];
  /** The cost of living and the quality of life, side by side. */
  panels: readonly [Side, Side];
}

/** Several places below each other, above their axis. */
export interface RowsPanel {
  axis: Axis;
  rows: readonly (Pick<Panel, 'figure' | 'hollow'> & { name: string })[];
}

/** The most places of a panel. */
export const MOST_ROWS = 5;

/** A figure, large, above its axis. */
export interface Panel {
  axis: Axis;
  /** Null if it is unknown. */
  figure: Estimate | null;
  /** Whether it is based on national figures alone. */
  hollow: boolean;
  /** What it is based on, or why it is missing. */
  note: string;
}

type Axis = Pick<TitledAxis, 'scale' | 'ticks'>;

/** Intervals of almost all cities are within these levels. */
const LEVELS: Estimate = { value: 100, low: 9, high: 140 };
export const COST_AXIS: Axis = {
  scale: logScale([LEVELS]),
  ticks: [10, 25, 50, 100],
};
export const QUALITY_AXIS: Axis = {
  scale: scoreScale,
  ticks: [0, 25, 50, 75, 100],
};

export const [CARD_WIDTH, CARD_HEIGHT] = [1200, 630];
const MARGIN = 64;
const { text: TEXT, muted: MUTED, ground: GROUND, line: LINE, accent: ACCENT } = CHART_COLOURS;
/** The small map, at the upper right. */
const MAP = { x: 780, y: 44, width: 356 } as const;
const TITLE_WIDTH = MAP.x - MARGIN - 32;
/** The last line of the title. */
const TITLE_BASE = 172;
/** Font sizes of the title, and the most lines in that size. The first that fits is used. */
const TITLES = [
  { size: 84, lines: 1 },
  { size: 68, lines: 1 },
  { size: 50, lines: 2 },
  { size: 42, lines: 2 },
  { size: 36, lines: 2 },
] as const;
const SUBTITLE_SIZE = 30;
/** Baselines of the panels’ titles and of the first lines of their notes. */
const [PANELS_TOP, NOTES_TOP] = [290, 500];
const PANEL_WIDTH = 496;
/** Marks are made for cells of 16 units and enlarged to this height. */
const MARK_HEIGHT = 32;
const NOTE_SIZE = 20;
/** Of several places: the height of each, and the width of its name. */
const [ROW, ROW_LABEL] = [36, 150];
const TICK = '#b9bfbb';

/** The card as SVG. */
export function cardDrawing(card: Card<Panel | RowsPanel>, request: PageRequest): string {
  const [left, right] = card.panels;
  const { card: words, cost, quality } = request.messages;
  return framed(
    html`${map(card.points)}
${title(card.title)}
${line({ x: MARGIN, y: 224, size: SUBTITLE_SIZE, colour: MUTED }, fitting(card.subtitle, CARD_WIDTH - 2 * MARGIN, SUBTITLE_SIZE))}
${panel(left, { ...cost, x: MARGIN }, request.messages)}
${panel(right, { ...quality, x: CARD_WIDTH - MARGIN - PANEL_WIDTH }, request.messages)}`,
    words.lines,
    request,
  );
}

/** A card that shows one picture below its title. */
export function pictureCard(
  { title: name, note, request }: { title: string; note: string; request: PageRequest },
  draw: (place: Box) => Html,
): string {
  const width = CARD_WIDTH - 2 * MARGIN;
  return framed(
    html`${line({ x: MARGIN, y: 118, size: 36, bold: true }, fitting(name, width, 40))}
${draw({ x: MARGIN, y: 136, width, height: 420 })}`,
    note,
    request,
  );
}

/** What all cards have: our name above, address and release below. */
function framed(content: Html, note: string, { release, publicUrl, path, messages }: PageRequest): string {
  return inked(html`<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}" font-family="${FONTS}">
<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${GROUND}"/>
<rect width="${CARD_WIDTH}" height="8" fill="${ACCENT}"/>
<svg x="${MARGIN}" y="44" width="24" height="24" viewBox="0 0 16 16"><path fill="${ACCENT}" d="${PIN_PATH}"/></svg>
${line({ x: MARGIN + 34, y: 64, size: 22, colour: ACCENT, bold: true }, NAME)}
${content}
<path d="M${MARGIN} 566H${CARD_WIDTH - MARGIN}" stroke="${LINE}" stroke-width="2"/>
${line({ x: MARGIN, y: 600, size: NOTE_SIZE, colour: MUTED }, fitting(`${publicUrl}${path}`.replace(/^https?:\/\//, ''), 640, NOTE_SIZE))}
${line({ x: CARD_WIDTH - MARGIN, y: 600, size: NOTE_SIZE, colour: MUTED, anchor: 'end' }, `${note} · ${messages.frame.release(release.version)}`)}
</svg>
`);
}

function title(name: string): Html {
  const written = lettered(name);
  const fits = TITLES.map(({ size, lines }) => ({
    size,
    lines: wrapped(written, charactersIn(TITLE_WIDTH, size, true)),
    most: lines,
  }));
  const fitted =
    fits.find(
      ({ lines, most, size }) =>
        lines.length <= most && lines.every((each) => each.length <= charactersIn(TITLE_WIDTH, size, true)),
    ) ?? fits.at(-1);
  const { size, lines } = fitted ?? { size: 36, lines: [written] };
  return html`${lines.map((each, index) => line({ x: MARGIN - size / 20, y: TITLE_BASE - (lines.length - 1 - index) * size * 1.1, size, bold: true }, each))}`;
}

function map(points: Card['points']): Html {
  const height = Math.round((MAP.width * MAP_HEIGHT) / MAP_WIDTH);
  const [only] = points;
  const mark =
    only !== undefined && points.length === 1
      ? html`<circle cx="${only.x}" cy="${only.y}" r="150" fill="${ACCENT}" fill-opacity="0.18"/><circle cx="${only.x}" cy="${only.y}" r="55" fill="${ACCENT}"/>`
      : html`<path d="${dots(points)}" fill="none" stroke="${ACCENT}" stroke-width="45" stroke-linecap="round"/>`;
  return html`<svg x="${MAP.x}" y="${MAP.y}" width="${MAP.width}" height="${height}" viewBox="0 ${MAP_TOP} ${MAP_WIDTH} ${MAP_HEIGHT}"><g fill="${LINE}">${LAND}</g>${points.length > 0 && mark}</svg>`;
}

/** @param titles of the panel and its axis */
function panel(
  shown: Panel | RowsPanel,
  { title: name, axis: unit, x }: { title: string; axis: string; x: number },
  { figures: words }: Messages,
): Html {
  return html`${line({ x, y: PANELS_TOP, size: 24, bold: true }, name)}
${line({ x: x + PANEL_WIDTH, y: PANELS_TOP, size: NOTE_SIZE, colour: MUTED, anchor: 'end' }, unit)}
${'rows' in shown ? figureRows(shown, x, words) : html`${largeFigure(shown, x, words)}\n${noteLines(shown, x)}`}`;
}

function figureRows({ axis, rows }: RowsPanel, x: number, words: Messages['figures']): Html {
  const place = { x: x + ROW_LABEL, width: PANEL_WIDTH - ROW_LABEL - 80 };
  const top = PANELS_TOP + 22;
  return html`${rows.map(({ name, figure, hollow }, index) => {
    const y = top + index * ROW;
    return html`${line({ x, y: y + 23, size: NOTE_SIZE }, fitting(name, ROW_LABEL - 16, NOTE_SIZE))}${figure !== null && markAt(figure, hollow, axis, { ...place, y })}${line({ x: x + PANEL_WIDTH, y: y + 23, size: NOTE_SIZE, bold: true, anchor: 'end' }, figure === null ? words.notKnown : words.tenths(figure.value))}\n`;
  })}${ticks(axis, { ...place, y: top + rows.length * ROW + 8 })}`;
}

function largeFigure({ axis, figure, hollow }: Panel, x: number, words: Messages['figures']): Html {
  const y = PANELS_TOP + 86;
  if (figure === null) return line({ x, y, size: 44, bold: true, colour: MUTED }, words.notKnown);
  const { value, low, high } = figure;
  const range = low === high ? words.byDefinition : words.interval(figure);
  const place = { x, width: PANEL_WIDTH };
  return html`<text x="${x - 4}" y="${y}" font-size="80" font-weight="600" fill="${TEXT}">${words.tenths(value)}<tspan dx="20" font-size="30" font-weight="400" fill="${MUTED}">${range}</tspan></text>
${markAt(figure, hollow, axis, { ...place, y: PANELS_TOP + 104 })}
${ticks(axis, { ...place, y: PANELS_TOP + 146 })}`;
}

/** Position of an axis. */
type Place = Omit<Box, 'height'>;

function markAt(figure: Estimate, hollow: boolean, { scale }: Axis, { x, y, width }: Place): Html {
  const units = (16 * width) / MARK_HEIGHT;
  return html`<svg x="${x}" y="${y}" width="${width}" height="${MARK_HEIGHT}" viewBox="0 0 ${units} 16" overflow="visible">${intervalMark(figure, scale, { hollow })}</svg>`;
}

function ticks({ scale, ticks: values }: Axis, { x, y, width }: Place): Html {
  const at = (value: number) => x + Math.round(width * scale(value));
  return html`<path d="M${x} ${y}h${width}${values.map((value) => `M${at(value)} ${y - 4}v8`).join('')}" stroke="${TICK}" stroke-width="2"/>
${values.map((value) => line({ x: at(value), y: y + 25, size: 17, colour: MUTED, anchor: 'middle' }, String(value)))}`;
}

/** A known figure repeats its dot here as a legend. */
function noteLines({ figure, hollow, note }: Panel, x: number): Html {
  const dot = figure !== null;
  const left = dot ? x + 26 : x;
  const lines = wrapped(lettered(note), charactersIn(x + PANEL_WIDTH - left, NOTE_SIZE));
  return html`${dot && html`<circle class="${hollow ? 'national' : 'local'}" cx="${x + 9}" cy="${NOTES_TOP - 7}" r="7"/>\n`}${lines.map((each, index) => line({ x: left, y: NOTES_TOP + index * 25, size: NOTE_SIZE, colour: MUTED }, each))}`;
}

function line(style: TextStyle, content: string): Html {
  return text(style, lettered(content));
}

/** The text, shortened to one line. */
function fitting(content: string, width: number, size: number): string {
  return shortened(lettered(content), charactersIn(width, size));
}

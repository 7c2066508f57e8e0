import { cellText, filledTables, shownColumns } from './cells.ts';
import { citationLine } from './citation.ts';
import type { Column, SummaryDocument, SummaryTable } from './document.ts';

export interface TerminalOptions {
  /** Width of the terminal in characters; `Infinity` if the text goes elsewhere. */
  width: number;
  /** Makes text bold or dim; returns it unchanged if the terminal has no colours. */
  style(look: 'bold' | 'dim', text: string): string;
}

/** A narrower column of text is hard to read: then each row becomes a paragraph. */
const NARROWEST = 12;
/** The width of sentences on a wide terminal. */
const WIDEST_LINE = 100;
const GAP = '  ';

/** As text in columns for a terminal, with a final line break. No line is wider than the terminal. */
export function terminalText(document: SummaryDocument, { width, style }: TerminalOptions): string {
  const { title, conclusion, citation } = document;
  const tables = filledTables(document);
  const lineWidth = Math.min(width, WIDEST_LINE);
  const paragraph = (text: string) => wrapped(text, lineWidth).join('\n');
  const parts = [
    style('bold', paragraph(title)),
    ...conclusion.map(paragraph),
    ...tables.map((table) =>
      [
        ...(tables.length > 1 ? [style('bold', paragraph(table.title))] : []),
        tableText(table, width, style),
      ].join('\n'),
    ),
    ...(citation === undefined ? [] : [style('dim', paragraph(citationLine(citation)))]),
  ];
  return `${parts.join('\n\n')}\n`;
}

type Style = TerminalOptions['style'];

interface TextTable {
  columns: readonly Column[];
  /** The texts of the cells, without the heading. */
  rows: readonly (readonly string[])[];
}

function tableText(table: SummaryTable, width: number, style: Style): string {
  const columns = shownColumns(table);
  const rows = table.rows.map((row) => columns.map((column) => cellText(row[column.id], column)));
  const text = { columns, rows };
  const widths = widthsWithin(text, width);
  return widths === undefined ? paragraphs(text, width, style) : grid(text, widths, style);
}

/** The widths of the columns: text columns shrink until all fit; undefined if they cannot. */
function widthsWithin({ columns, rows }: TextTable, width: number): number[] | undefined {
  const ofCells = columns.map((_, at) => Math.max(...rows.map((row) => lengthOf(row[at] ?? ''))));
  const widths = columns.map(({ title }, at) => Math.max(lengthOf(title), ofCells[at] ?? 0));
  // Numbers are never broken; their headings may break between words.
  const least = columns.map((column, at) =>
    isText(column)
      ? Math.min(widths[at] ?? 0, NARROWEST)
      : Math.max(ofCells[at] ?? 0, ...column.title.split(' ').map(lengthOf)),
  );
  const room = width - GAP.length * (columns.length - 1);
  if (sum(least) > room) return undefined;
  while (sum(widths) > room) {
    const givers = widths.map((own, at) => (own > (least[at] ?? 0) ? own : 0));
    const widest = givers.indexOf(Math.max(...givers));
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function grid({ columns, rows }: TextTable, widths: readonly number[], style: Style): string {
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => padded(cell, widths[at] ?? 0, columns[at]))
      .join(GAP)
      .trimEnd();
  const lines = (cells: readonly string[]) => {
    const split = cells.map((cell, at) => wrapped(cell, widths[at] ?? 0));
    const height = Math.max(...split.map((each) => each.length));
    return Array.from({ length: height }, (_, index) => line(split.map((each) => each[index] ?? '')));
  };
  const heading = lines(columns.map(({ title }) => title)).map((each) => style('dim', each));
  return [...heading, ...rows.flatMap(lines)].join('\n');
}

/** A paragraph per row, a line per cell. */
function paragraphs({ columns, rows }: TextTable, width: number, style: Style): string {
  return rows
    .map((row) =>
      row
        .flatMap((cell, at) =>
          wrapped(`${columns[at]?.title}: ${cell}`, width).map((line) =>
            at === 0 ? style('bold', line) : line,
          ),
        )
        .join('\n'),
    )
    .join('\n\n');
}

function padded(text: string, width: number, column: Column | undefined): string {
  const space = ' '.repeat(Math.max(0, width - lengthOf(text)));
  return column === undefined || isText(column) ? text + space : space + text;
}

function isText({ kind }: Column): boolean {
  return kind === 'text' || kind === 'unit';
}

/** Lines of at most this width, broken at spaces and within longer words, but never within an address, which could not be opened. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (lengthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    if (word.includes('://')) {
      line = word;
      continue;
    }
    const characters = [...word];
    while (characters.length > width) lines.push(characters.splice(0, width).join(''));
    line = characters.join('');
  }
  return [...lines, line];
}

/** Removes control characters and line breaks, so that publishers' names and notes cannot move the cursor. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
}

/** Characters as a person counts them. */
function lengthOf(text: string): number {
  return [...text.normalize('NFC')].length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

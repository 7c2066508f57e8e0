import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { readBytes } from './file-bytes.ts';
import { SourceFileError } from './source-file-error.ts';

export interface PublishedTableOptions {
  /** Columns without which the file is refused at once, even if no row uses them. */
  columns?: readonly string[];
  /** Default `,`. */
  delimiter?: string;
  /** Lines before the header (titles, dates). Default 0. */
  linesBeforeHeader?: number;
  /** Header names for files without a header. */
  header?: readonly string[];
  /** Names that a copy of the file has for the publisher's columns. */
  renamed?: Readonly<Record<string, string>>;
  /** False for formats in which a quotation mark is an ordinary character (GeoNames). Default true. */
  quotes?: boolean;
  /** Lines that start with this are comments. */
  comment?: string;
  /** Footers below the table: a row that satisfies this ends it. */
  endsAt?: (firstCell: string) => boolean;
  /** How the file writes 1234.5, if otherwise: `1,234.5`, `1.234,5`, `1 234,5` or `1234,5`. */
  numbers?: string;
  /** True if the publisher's last line has no line end. In any other file, this means that it was truncated. */
  endsWithoutLineEnd?: boolean;
}

/** What the rows of a table share. */
interface TableOfRows {
  file: string;
  positions: ReadonlyMap<string, number>;
  /** Where a row is in a JSON document, which has no lines. */
  pointer?: string;
  /** How the file writes 1234.5. */
  numbers?: string | undefined;
  /** Columns that are not the file's. */
  computed?: ReadonlySet<string>;
  /** What is wrong with a header that lacks a column. */
  lacks?(column: string): SourceFileError;
}

/** One row of a publisher's table. Every accessor names file, line and column when it refuses a cell. */
export class PublishedRow {
  readonly line: number;
  readonly #cells: readonly string[];
  readonly #table: TableOfRows;

  constructor(line: number, cells: readonly string[], table: TableOfRows) {
    this.line = line;
    this.#cells = cells;
    this.#table = table;
  }

  /** The row with other or further cells, which follow from those of the file. */
  with(further: Readonly<Record<string, string | number>>): PublishedRow {
    const positions = new Map(this.#table.positions);
    const cells = [...this.#cells];
    for (const [column, cell] of Object.entries(further)) {
      const position = positions.get(column) ?? cells.length;
      positions.set(column, position);
      cells[position] = String(cell);
    }
    const computed = new Set([...(this.#table.computed ?? []), ...Object.keys(further)]);
    return new PublishedRow(this.line, cells, { ...this.#table, positions, computed });
  }

  /** The cell's text, trimmed; '' when empty. */
  text(column: string): string {
    const position = this.#table.positions.get(column);
    if (position === undefined)
      throw this.#table.lacks?.(column) ?? this.fault(column, 'the file has no such column');
    return this.#cells[position]?.trim() ?? '';
  }

  /** The cell's text; an empty cell is a fault. */
  required(column: string): string {
    const text = this.text(column);
    if (text === '') throw this.fault(column, 'the cell is empty');
    return text;
  }

  /** The cell's number, or null when it is empty or one of the publisher's `missing` marks. */
  number(column: string, missing: readonly string[] = []): number | null {
    const text = this.text(column);
    if (text === '' || missing.includes(text)) return null;
    const { numbers = PLAIN, computed } = this.#table;
    const written = computed?.has(column) ? PLAIN : numbers;
    const value = numberIn(text, written);
    if (Number.isFinite(value)) return value;
    if (written !== PLAIN)
      throw this.fault(column, `not a number such as ${written}: ${JSON.stringify(text)}`);
    const isSeparated = /^[-+]?\d[\d., \u00a0\u202f]*$/.test(text);
    const hint = isSeparated ? "; the reader's format must say how the file writes 1234.5 (numbers)" : '';
    throw this.fault(column, `not a number: ${JSON.stringify(text)}${hint}`);
  }

  /** The cell's number; an empty cell is a fault. */
  requiredNumber(column: string): number {
    const value = this.number(column);
    if (value === null) throw this.fault(column, 'the cell is empty');
    return value;
  }

  /** The cell's text, of the form that `what` names: `a year`. An empty cell is a fault. */
  matching(column: string, form: RegExp, what: string): string {
    const text = this.required(column);
    if (!form.test(text)) throw this.fault(column, `not ${what}: ${JSON.stringify(text)}`);
    return text;
  }

  /** ISO 8601: `2024`. */
  year(column: string): string {
    return this.matching(column, /^\d{4}$/, 'a year');
  }

  /** ISO 8601: `2024-06-30`. */
  date(column: string): string {
    return this.matching(column, /^\d{4}-\d{2}-\d{2}$/, 'a date');
  }

  fault(column: string, fault: string): SourceFileError {
    const { file, pointer = '' } = this.#table;
    const position = pointer === '' || column.startsWith('/') ? column : `${pointer}/${column}`;
    return new SourceFileError(file, this.line, position.replace(/\/key$/, ''), fault);
  }
}

const PLAIN = '1234.5';

/** Not a number if the text is none, or is not written like 1234.5 in `written`. */
function numberIn(text: string, written: string): number {
  if (written === PLAIN) return Number(text);
  const [, group = '', point = ''] = /^1([^\d]?)234([^\d])5$/.exec(written) ?? [];
  if (point === '') throw new Error(`${JSON.stringify(written)} is no way to write ${PLAIN}`);
  const spaced = text.replaceAll(/[\u00a0\u202f]/g, ' ');
  const [separator, decimal] = [RegExp.escape(group), RegExp.escape(point)];
  const form = new RegExp(`^-?(\\d*|\\d{1,3}(${separator}\\d{3})+)(${decimal}\\d+)?$`);
  return form.test(spaced) ? Number(spaced.replaceAll(group, '').replace(point, '.')) : Number.NaN;
}

export type PublishedTable = ReturnType<typeof parsePublishedTable>;

/**
 * Reads all of a publisher's CSV or TSV file. A truncated row, a missing column, bytes that are not
 * UTF-8, or a web page instead of the table end in a SourceFileError with the position.
 */
export function readPublishedTable(path: string, options: PublishedTableOptions = {}): PublishedTable {
  const file = basename(path);
  return parsePublishedTable(file, readBytes(path, file), options);
}

const SHOWN_COLUMNS = 20;

/** What a header without a column has: as a rule, its name is spelled otherwise, other characters separate the cells, or it is a title. */
function instead(header: readonly string[]): string {
  const [only = '', ...others] = header;
  const separator = [';', '\t', '|'].find((each) => header.length === 1 && only.includes(each));
  if (separator !== undefined)
    return `: its cells are separated by ${JSON.stringify(separator)}, which the reader's format must say (delimiter)`;
  if (others.every((cell) => cell === ''))
    return `: ${JSON.stringify(only)} is a title, and the reader's format must say how many lines are before the header (linesBeforeHeader)`;
  return `, which has ${header.slice(0, SHOWN_COLUMNS).join(', ')}`;
}

/** The same for bytes that were read already, such as a member of a ZIP archive. `file` is for messages only. */
export function parsePublishedTable(file: string, bytes: Uint8Array, options: PublishedTableOptions = {}) {
  const fault = (line: number, column: string, text: string) => new SourceFileError(file, line, column, text);
  const text = decodeText(file, bytes);
  if (!text.endsWith('\n') && options.endsWithoutLineEnd !== true)
    throw fault(text.split('\n').length, '', 'the last line has no line end: truncated');
  const records = parseRecords(file, text, options);
  let header = options.header;
  if (header === undefined) {
    const first = records.shift();
    if (first === undefined) throw fault(1, '', 'the file has no header line');
    header = first.record.map((name) => options.renamed?.[name.trim()] ?? name.trim());
  }
  const positions = new Map(header.map((name, position) => [name, position]));
  const lacks = (column: string) =>
    fault(
      (options.linesBeforeHeader ?? 0) + 1,
      column,
      `the column is missing from the header${instead(header)}`,
    );
  const table = { file, positions, numbers: options.numbers, lacks };
  const missing = options.columns?.find((column) => !positions.has(column));
  if (missing !== undefined) throw lacks(missing);
  const rows: PublishedRow[] = [];
  for (const { record, line } of records) {
    if (options.endsAt?.(record[0]?.trim() ?? '') === true) break;
    const { length } = record;
    if (length !== header.length) {
      const change = `the row has ${length} cells, the header ${header.length}: truncated or changed`;
      throw fault(line, String(length), change);
    }
    rows.push(new PublishedRow(line, record, table));
  }
  if (rows.length === 0) throw fault(0, '', 'the table has no rows');
  return { file, header, rows };
}

/** UTF-8 text of a published file, without byte order mark. Refuses empty files, other encodings, web pages and XML. */
export function decodeText(file: string, bytes: Uint8Array): string {
  if (bytes.length === 0) throw new SourceFileError(file, 0, '', 'the file is empty');
  const text = new TextDecoder().decode(bytes);
  if (!isUtf8(bytes)) {
    const [valid = ''] = text.split('\uFFFD', 1);
    const before = valid.split('\n');
    const column = Buffer.byteLength(before.at(-1) ?? '') + 1;
    throw new SourceFileError(file, before.length, `byte ${column}`, 'not UTF-8 text');
  }
  if (/^\s*<(!doctype|html|\?xml|head|body)/i.test(text)) {
    const fault = 'a web page (HTML or XML) in place of the table: the download went wrong';
    throw new SourceFileError(file, 1, '', fault);
  }
  return text;
}

/** JSON text of a published file; a syntax error names line and column. */
export function parsePublishedJson(file: string, bytes: Uint8Array): unknown {
  const text = decodeText(file, bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length);
    const before = text.slice(0, position).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    throw new SourceFileError(file, before.length, String(column), 'not JSON, or truncated');
  }
}

/** The rows of a CSV or TSV file, its header among them, each with its line. */
export function parseRecords(
  file: string,
  text: string,
  options: PublishedTableOptions,
): { record: string[]; line: number }[] {
  try {
    const parsed = parse(text, {
      delimiter: options.delimiter ?? ',',
      quote: options.quotes === false ? null : '"',
      from_line: (options.linesBeforeHeader ?? 0) + 1,
      relax_column_count: true,
      skip_empty_lines: true,
      // BEA writes ` "00000"`: a space before the opening quote.
      ltrim: options.quotes !== false,
      ...(options.comment === undefined ? {} : { comment: options.comment, comment_no_infix: true }),
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return parsed.map(({ record, info }) => ({ record, line: info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines = 0, column } = error as CsvError & { lines?: number; column?: string | number };
    throw new SourceFileError(file, lines, column === undefined ? '' : String(column), error.message);
  }
}

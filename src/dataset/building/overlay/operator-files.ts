import { Check, Errors } from 'typebox/schema';
import { OperatorError } from '../../../process/operator-error.ts';
import { Source } from '../../../release/source.ts';
import { FACT_COLUMNS } from '../facts/fact.ts';
import { decodeText, parseRecords } from '../files/published-file.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import type { OverlayFigure } from './overlay-store.ts';

/** One error to fix in an operator's file. */
export type Fault = Pick<SourceFileError, 'file' | 'line' | 'column' | 'fault'>;

/** A file with the wrong separator has an error in every line: this many are enough to see that. */
const SHOWN = 50;

/** All errors at once, by line, so that a file can be fixed in one pass. */
export function toOperatorError(faults: readonly Fault[]): OperatorError {
  const lines = faults
    .toSorted((left, right) => left.line - right.line)
    .slice(0, SHOWN)
    .map(({ file, line, column, fault }) => new SourceFileError(file, line, column, fault).message);
  const rest = faults.length - lines.length;
  if (rest > 0) lines.push(`… and ${rest} more`);
  return new OperatorError(`Nothing was imported.\n${lines.join('\n')}`);
}

/** Spreadsheets separate cells by a character that is not their country's decimal sign. */
const DELIMITERS = [',', ';', '\t'];
const MAY_BE_ABSENT = new Set(['note']);

/**
 * The rows of a CSV file with the columns of a fact, in any order: place, metric, period, grain, value, unit, source, and
 * optionally note. Cells are trimmed but not checked. Errors of the table are added to `faults`; a line of the wrong length is
 * left out.
 */
export function readOperatorFile(file: string, bytes: Uint8Array, faults: Fault[]): OverlayFigure[] {
  const fault = (line: number, column: string, text: string) =>
    faults.push({ file, line, column, fault: text });
  try {
    const text = decodeText(file, bytes);
    const [header, ...records] = parseRecords(file, text, { delimiter: delimiterOf(text) });
    if (header === undefined) {
      fault(1, '', 'the file has no header line');
      return [];
    }
    const names = header.record.map((name) => name.trim().toLowerCase());
    if (!isHeader(names, fault)) return [];
    const rows: OverlayFigure[] = [];
    for (const { record, line } of records) {
      const change = `${record.length} cells, the header has ${names.length}: a comma too many, or a quotation mark missing?`;
      if (record.length === names.length) rows.push(toRow(names, record, line));
      else fault(line, '', change);
    }
    if (records.length === 0) fault(0, '', 'the table has no rows');
    return rows;
  } catch (error) {
    if (!(error instanceof SourceFileError)) throw error;
    fault(error.line, error.column, error.fault);
    return [];
  }
}

function isHeader(names: readonly string[], fault: (line: number, column: string, text: string) => void) {
  const known: readonly string[] = FACT_COLUMNS;
  const missing = known.filter((column) => !names.includes(column) && !MAY_BE_ABSENT.has(column));
  for (const column of missing) fault(1, column, 'the column is missing from the header');
  for (const [position, name] of names.entries()) {
    if (!known.includes(name)) fault(1, String(position + 1), `no column is called ${JSON.stringify(name)}`);
    else if (names.indexOf(name) < position) fault(1, name, 'the column is there twice');
  }
  return missing.length === 0;
}

/** The separator with which the header has the most known columns. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const known = (delimiter: string) =>
    header
      .split(delimiter)
      .filter((name) =>
        (FACT_COLUMNS as readonly string[]).includes(name.trim().replaceAll('"', '').toLowerCase()),
      );
  return DELIMITERS.toSorted((left, right) => known(right).length - known(left).length)[0] ?? ',';
}

function toRow(names: readonly string[], record: readonly string[], line: number): OverlayFigure {
  const cell = (column: string) => record[names.indexOf(column)]?.trim() ?? '';
  const cells = Object.fromEntries(FACT_COLUMNS.map((column) => [column, cell(column)]));
  return { line, ...(cells as Omit<OverlayFigure, 'line'>) };
}

/** What the file must look like; messages show it. */
const EXAMPLE =
  '[{"id": "city-survey-2026", "publisher": "…", "title": "…", "url": "https://…", "licence": "…", "licence_url": null, "attribution": "…", "vintage": "2026-05"}]';

/** The sources beside an operator's figures, by id. Errors are added to `faults`. */
export function readOperatorSources(
  file: string,
  bytes: Uint8Array,
  taken: ReadonlySet<string>,
  faults: Fault[],
): Map<string, Source> {
  const sources = new Map<string, Source>();
  let content: unknown;
  try {
    content = JSON.parse(decodeText(file, bytes));
  } catch (error) {
    faults.push({ file, line: 0, column: '', fault: `not JSON: ${(error as Error).message}` });
    return sources;
  }
  if (!Array.isArray(content)) {
    faults.push({ file, line: 0, column: '', fault: `not a list of sources such as ${EXAMPLE}` });
    return sources;
  }
  for (const [index, source] of content.entries()) {
    const fault = (column: string, text: string) =>
      faults.push({ file, line: 0, column, fault: `source ${index + 1}: ${text}` });
    if (!Check(Source, source)) {
      // An unknown field has a second error for the whole; one error per field is enough.
      const errors = Errors(Source, source)[1].filter(({ keyword }) => keyword !== 'additionalProperties');
      for (const [path, [error]] of Map.groupBy(errors, ({ instancePath }) => instancePath))
        fault(path.slice(1), error?.keyword === 'boolean' ? 'no field is called so' : `${error?.message}`);
    } else if (taken.has(source.id)) {
      fault('id', `${source.id} is one of our own sources: give yours an id of its own`);
    } else if (sources.has(source.id)) {
      fault('id', `${source.id} is there twice`);
    } else {
      sources.set(source.id, source);
    }
  }
  return sources;
}

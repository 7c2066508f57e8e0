import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { publishedPath } from '../beside-published-files.ts';

/**
 * Reads the publishers' files with csv-parse and JSON, and without our own code. The tests in test/truth compare the figures
 * with them. Files are named by their path below the publishers' folder; each is read once.
 */

export type Row = Readonly<Record<string, string>>;

/** The rows of a table that have the wanted text in each wanted column. The first column is looked up in an index. */
export function rowsWhere(file: string, wanted: Row): Row[] {
  const [[column, text] = ['', '']] = Object.entries(wanted);
  return (indexOf(file, column).get(text) ?? []).filter((row) =>
    Object.entries(wanted).every(([name, value]) => row[name] === value),
  );
}

/** The cell's text, trimmed. Throws if the table has no such column, because that is an error in the test. */
export function cell(row: Row, column: string): string {
  const text = row[column];
  if (text === undefined) throw new Error(`no column ${column} beside ${Object.keys(row).slice(0, 9)}`);
  return text;
}

export function jsonFile(file: string): unknown {
  return once(file, () => JSON.parse(textOf(file)));
}

/** The rows of one sheet of a workbook, with their cells by column letter. */
export function sheetRows(file: string, sheet: number): Row[] {
  return once(`${file} sheet ${sheet}`, () => {
    const parts = unzipSync(readFileSync(publishedPath(file)));
    const xml = (name: string) => new TextDecoder().decode(parts[`xl/${name}.xml`]);
    const texts = [...xml('sharedStrings').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item = '']) =>
      [...item.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text]) => text).join(''),
    );
    const rows = xml(`worksheets/sheet${sheet}`).matchAll(/<row [^>]*?(?:\/>|>(.*?)<\/row>)/gs);
    return [...rows].map(([, cells = '']) =>
      Object.fromEntries(
        [...cells.matchAll(/<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>.*?<v>(.*?)<\/v><\/c>|><\/c>)/gs)].map(
          ([, column = '', attributes = '', value = '']) => [
            column,
            attributes.includes('t="s"') ? (texts[Number(value)] ?? '') : value,
          ],
        ),
      ),
    );
  });
}

/** The only file in a folder whose name begins with `beginning`. Names of downloads end with a number. */
export function fileBeginning(folder: string, beginning: string): string | undefined {
  const files = once(folder, () => readdirSync(publishedPath(folder)));
  const found = files.filter((name) => name.startsWith(beginning));
  if (found.length > 1) throw new Error(`several files of ${folder} begin with ${beginning}`);
  return found[0] === undefined ? undefined : `${folder}/${found[0]}`;
}

/** The cells of the GeoNames line about a place: the line that has `id` at `position`. */
export function geonamesLine(file: string, position: number, id: string): string[] | undefined {
  const lines = once(`${file} ${position}`, () => {
    const cells = textOf(file)
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .map((line) => line.split('\t'));
    return new Map(cells.map((line) => [line[position], line]));
  });
  return lines.get(id);
}

function indexOf(file: string, column: string): Map<string, Row[]> {
  return once(`${file} ${column}`, () => Map.groupBy(rowsOf(file, column), (row) => cell(row, column)));
}

/** Some files have a heading of a few lines above the table. */
const LONGEST_HEADING = 10;

/** The table whose header has the column; its cells are separated by commas or semicolons. */
function rowsOf(file: string, column: string): Row[] {
  const lines = once(`${file} lines`, () => textOf(file).split(/\r?\n/));
  const [{ delimiter, start } = { delimiter: ',', start: 0 }] = lines
    .slice(0, LONGEST_HEADING)
    .flatMap((line, start) => [',', ';'].map((delimiter) => ({ line, delimiter, start })))
    .filter(({ line, delimiter }) =>
      line.split(delimiter).some((name) => name.trim().replace(/^"|"$/g, '') === column),
    );
  return once(`${file} rows ${start}${delimiter}`, () =>
    parse(lines.slice(start).join('\n'), { columns: true, delimiter, trim: true, relax_column_count: true }),
  );
}

/** @param file its path below the publishers' folder, or its URL if an npm package has it */
function textOf(file: string): string {
  const bytes = readFileSync(file.startsWith('file:') ? fileURLToPath(file) : publishedPath(file));
  const unpacked = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  const [member] = file.endsWith('.zip') ? Object.values(unzipSync(bytes)) : [unpacked];
  // The decoder drops a byte order mark.
  return new TextDecoder().decode(member);
}

const read = new Map<string, unknown>();

function once<Content>(key: string, content: () => Content): Content {
  if (!read.has(key)) read.set(key, content());
  return read.get(key) as Content;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { PUBLISHED_DIRECTORY } from '../directories.ts';

/**
 * The publishers' files, read with csv-parse, JSON and nothing of ours: what the tests of truth hold the figures against.
 * Files are named by their path below the directory; all are read once.
 */

export type Row = Readonly<Record<string, string>>;

/** The rows of a table whose cells have the wanted texts, by column. The first column named is looked up in an index. */
export function rowsWhere(file: string, wanted: Row): Row[] {
  const [[column, text] = ['', '']] = Object.entries(wanted);
  return (indexOf(file, column).get(text) ?? []).filter((row) =>
    Object.entries(wanted).every(([name, value]) => row[name] === value),
  );
}

/** The cell's text, trimmed; a column that the table does not have is an error in the test. */
export function cell(row: Row, column: string): string {
  const text = row[column];
  if (text === undefined) throw new Error(`no column ${column} beside ${Object.keys(row).slice(0, 9)}`);
  return text;
}

export function jsonFile(file: string): unknown {
  return once(file, () => JSON.parse(textOf(file)));
}

/** A list or map that an npm package carries: `world-atlas/land-10m.json` */
export function packageJson(file: string): unknown {
  return once(file, () => JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(file)), 'utf8')));
}

/** The rows of one sheet of a workbook, each by the letters of its columns. */
export function sheetRows(file: string, sheet: number): Row[] {
  return once(`${file} sheet ${sheet}`, () => {
    const parts = unzipSync(readFileSync(join(PUBLISHED_DIRECTORY, file)));
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

/** The one file of a folder whose name begins so: downloads carry a number behind their name. */
export function fileBeginning(folder: string, beginning: string): string | undefined {
  const files = once(folder, () => readdirSync(join(PUBLISHED_DIRECTORY, folder)));
  const found = files.filter((name) => name.startsWith(beginning));
  if (found.length > 1) throw new Error(`several files of ${folder} begin with ${beginning}`);
  return found[0] === undefined ? undefined : `${folder}/${found[0]}`;
}

/** The line of GeoNames about one place, cells by position. */
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
  return once(`${file} ${column}`, () => Map.groupBy(rowsOf(file), (row) => cell(row, column)));
}

/** Some of the World Bank's files have a heading above the table. */
const FIRST_CELL_BELOW_HEADING = 'Country Name';

function rowsOf(file: string): Row[] {
  return once(`${file} rows`, () => {
    const lines = textOf(file).split(/\r?\n/);
    const header = lines.findIndex((line) => line.replace('"', '').startsWith(FIRST_CELL_BELOW_HEADING));
    const table = lines.slice(Math.max(0, header)).join('\n');
    return parse(table, { columns: true, trim: true, relax_column_count: true });
  });
}

function textOf(file: string): string {
  const bytes = readFileSync(join(PUBLISHED_DIRECTORY, file));
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

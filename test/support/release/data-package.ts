import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { fromBufferPromise } from 'yauzl';

/** The parts of datapackage.json that the tests read. */
export interface Descriptor {
  profile: string;
  name: string;
  version: string;
  created: string;
  hash: string;
  licenses: { title: string; path: string }[];
  sources: { title: string; path: string }[];
  share_alike: string[];
  resources: Resource[];
}

export interface Resource {
  name: string;
  path: string;
  schema: {
    fields: { name: string; type: string; description: string }[];
    missingValues: string[];
    primaryKey: string[];
    foreignKeys: { fields: string; reference: { resource: string; fields: string } }[];
  };
}

export type Row = Readonly<Record<string, string>>;

export interface DataPackage {
  files: string[];
  descriptor: Descriptor;
  /** By the resource's name. */
  tables: Map<string, { header: string[]; rows: Row[] }>;
}

/** Opens a data package with other tools than those that write it. */
export async function openPackage(archive: Buffer): Promise<DataPackage> {
  const zip = await fromBufferPromise(archive);
  const contents = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    contents.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  const descriptor = JSON.parse(contents.get('datapackage.json') ?? '') as Descriptor;
  const tables = new Map(
    descriptor.resources.map(({ name, path }) => {
      const [header = [], ...cells] = recordsOf(contents.get(path) ?? '');
      const TableRow = rowWith(header);
      return [name, { header, rows: cells.map((row) => new TableRow(row)) }];
    }),
  );
  return { files: [...contents.keys()], descriptor, tables };
}

/** A row is its cells: an object with a property per column would take twice as long to make, and four times the memory. */
class CellsOfRow implements Row {
  readonly [column: string]: string;
  readonly #cells: readonly string[];

  constructor(cells: readonly string[]) {
    this.#cells = cells;
  }

  static cell(row: CellsOfRow, index: number): string {
    return row.#cells[index] ?? '';
  }
}

/** The class of the rows of a table. */
function rowWith(header: readonly string[]): typeof CellsOfRow {
  class TableRow extends CellsOfRow {}
  for (const [index, column] of header.entries())
    Object.defineProperty(TableRow.prototype, column, {
      get(this: TableRow) {
        return CellsOfRow.cell(this, index);
      },
    });
  return TableRow;
}

/** Reads CSV (RFC 4180) without line ends in cells. Commas alone separate cells where nothing is quoted, so few lines need a parser. */
function recordsOf(csv: string): string[][] {
  const lines = csv.split('\r\n');
  assert.equal(lines.pop(), '', 'the last line has a line end');
  const isQuoted = (line: string) => line.includes('"');
  const quoted = (
    parse(lines.filter(isQuoted).join('\r\n'), { record_delimiter: '\r\n' }) as string[][]
  ).values();
  const records = lines.map((line) => (isQuoted(line) ? (quoted.next().value ?? []) : line.split(',')));
  const [{ length } = []] = records;
  const odd = records.findIndex((record) => record.length !== length);
  assert.equal(odd, -1, `line ${odd + 1} has another number of cells than the first`);
  return records;
}

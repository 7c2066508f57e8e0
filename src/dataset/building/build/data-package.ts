import { closeSync, openSync, writeFileSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { EVIDENCE } from '../../../release/cost-estimates.ts';
import { GRAINS } from '../../../release/grain.ts';
import {
  type MeasureColumns,
  type MeasureRow,
  measureSteps,
  NO_CODE,
  NO_TENTHS,
  toMeasureColumns,
} from '../../../release/measures.ts';
import { isShareAlike } from '../../../release/share-alike.ts';
import type { SourceRecord } from '../../../release/source.ts';
import { PACKAGE_TABLES, type PackageTable } from './data-package-tables.ts';
import { parquetTable } from './parquet-table.ts';

/** How many rows are written at a time: the largest table is never in memory as a whole. */
const ROWS_AT_A_TIME = 5000;

/** The files of the downloads that have a file per table. */
export interface PackageFiles {
  csv: string;
  parquet: string;
}

/**
 * Writes a release as two Frictionless data packages: ZIP archives with `datapackage.json`, which describes every table and
 * column, and the tables, as CSV in one and as Parquet in the other. The same release gives the same bytes, on every machine
 * and in every time zone.
 *
 * @param releaseFile the release's SQLite file
 */
export function writeDataPackages(releaseFile: string, { csv, parquet }: PackageFiles): void {
  using database = new DatabaseSync(releaseFile, { readOnly: true });
  const outputs = [csv, parquet].map((file) => openSync(file, 'w'));
  try {
    const header = readHeader(database);
    const [texts, columns] = outputs.map((output) =>
      archiveIn(output, String(header.get('published_at'))),
    ) as [Archive, Archive];
    texts.add('datapackage.json', [description(database, header, 'csv')]);
    columns.add('datapackage.json', [description(database, header, 'parquet')]);
    for (const table of PACKAGE_TABLES) {
      const rows = rowsOf(database, table);
      const file = isIn('parquet', table) ? parquetTable(table) : undefined;
      // The rows are read once, for both.
      texts.add(`${table.name}.csv`, csvOf(table, file?.taking(rows) ?? rows));
      if (file !== undefined) columns.addStored(`${table.name}.parquet`, file.end());
    }
    for (const archive of [texts, columns]) archive.end();
  } finally {
    for (const output of outputs) closeSync(output);
  }
}

/** Parquet leaves out the internals of the model: people who check it find them in the CSV and in the SQLite file. */
function isIn(format: keyof PackageFiles, { isModel }: PackageTable): boolean {
  return format === 'csv' || !isModel;
}

/** A ZIP archive, written as a stream. */
function archiveIn(output: number, publishedAt: string) {
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    // Unlike writeSync, it writes all of them or throws.
    writeFileSync(output, bytes);
  });
  const entered = <Entry extends ZipDeflate | ZipPassThrough>(entry: Entry): Entry => {
    entry.mtime = dayInLocalTime(publishedAt);
    zip.add(entry);
    return entry;
  };
  return {
    add(name: string, pieces: Iterable<string>): void {
      const entry = entered(new ZipDeflate(name, { level: 4 }));
      for (const piece of pieces) entry.push(Buffer.from(piece));
      entry.push(new Uint8Array(), true);
    },
    /** For bytes that are already compressed. */
    addStored: (name: string, bytes: Uint8Array) => entered(new ZipPassThrough(name)).push(bytes, true),
    end: () => zip.end(),
  };
}
type Archive = ReturnType<typeof archiveIn>;

/**
 * ZIP entries carry local time without saying which, so the day is given as a local one: else the archive would differ
 * between time zones. At noon, because some zones skip midnight when summer time begins.
 */
function dayInLocalTime(publishedAt: string): Date {
  const day = new Date(publishedAt);
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 12);
}

type Row = readonly SQLOutputValue[];

/** The rows of a table, in batches. */
function* rowsOf(database: DatabaseSync, table: PackageTable): Generator<Row[]> {
  const { measures, rows: made = queried } = table;
  const whole = measures.length === 0 ? (row: Row) => row : withMeasures(database, measures);
  let rows: Row[] = [];
  for (const row of made(database, table)) {
    if (rows.push(whole(row)) < ROWS_AT_A_TIME) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

function* queried(database: DatabaseSync, { query }: PackageTable): Generator<SQLOutputValue[]> {
  const statement = database.prepare(query);
  statement.setReturnArrays(true);
  for (const row of statement.iterate()) yield Array.isArray(row) ? row : Object.values(row);
}

/** Replaces the rank at the start of a row with the figures of that city. */
function withMeasures(database: DatabaseSync, measures: readonly string[]): (row: Row) => Row {
  const cities = Number(database.prepare('SELECT count(*) AS cities FROM city').get()?.cities);
  const rows = database.prepare('SELECT * FROM measure').all() as unknown as MeasureRow[];
  const columns = new Map(rows.map((row) => [row.id, toMeasureColumns(row, cities)]));
  const cells = measures.map((measure) => {
    const [id = '', part = ''] = measure.split('.');
    const ofMeasure = columns.get(id);
    if (ofMeasure === undefined) throw new Error(`the release has no measure ${id}`);
    return cellsOf(part, ofMeasure, measureSteps(id));
  });
  return ([rank, ...row]) => {
    for (const cell of cells) row.push(cell(Number(rank)));
    return row;
  };
}

/** A part of a measure, by the rank of a city: one of its numbers, its evidence or grain, or the share of a grain. */
function cellsOf(part: string, columns: MeasureColumns, steps: number): (rank: number) => SQLOutputValue {
  const { value, low, high, evidence, grain, measured } = columns;
  const scaled = (numbers: Uint16Array) => (rank: number) => (numbers[rank] ?? 0) / steps;
  const shares = GRAINS.map((of, position) => {
    const share = (rank: number) => (measured[rank * GRAINS.length + position] ?? 0) / 100;
    return [of, share] as const;
  });
  const cell = new Map<string, (rank: number) => SQLOutputValue | undefined>([
    ['value', scaled(value)],
    ['low', scaled(low)],
    ['high', scaled(high)],
    ['evidence', (rank) => EVIDENCE[evidence[rank] ?? NO_CODE]],
    ['grain', (rank) => GRAINS[grain[rank] ?? NO_CODE]],
    ...shares,
  ]).get(part);
  if (cell === undefined) throw new Error(`no measure has a part ${part}`);
  return (rank) => ((value[rank] ?? NO_TENTHS) === NO_TENTHS ? null : (cell(rank) ?? null));
}

/** RFC 4180, with a header line. Not by csv-stringify: it takes four times as long for the same bytes. */
function* csvOf({ fields }: PackageTable, batches: Iterable<readonly Row[]>): Generator<string> {
  yield csvLine(fields.map(({ name }) => name));
  for (const rows of batches) yield rows.map(csvLine).join('');
}

function csvLine(cells: Row): string {
  let line = '';
  for (let position = 0; position < cells.length; position++)
    line += position === 0 ? csvCell(cells[position]) : `,${csvCell(cells[position])}`;
  return `${line}\r\n`;
}

function csvCell(value: SQLOutputValue = null): string {
  if (value === null) return '';
  // Most cells are numbers, which need no quotation marks.
  if (typeof value === 'number') return String(value);
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function readHeader(database: DatabaseSync): Map<string, unknown> {
  const rows = database.prepare('SELECT key, value FROM release').all();
  return new Map(rows.map(({ key, value }) => [String(key), value]));
}

type SourceRow = Pick<SourceRecord, 'id' | 'title' | 'url' | 'licence' | 'licence_url'>;

/** `datapackage.json`, of the profile "tabular data package" (version 1 of the specification) where the tables are CSV. */
function description(
  database: DatabaseSync,
  header: ReadonlyMap<string, unknown>,
  format: keyof PackageFiles,
): string {
  const query = 'SELECT id, title, url, licence, licence_url FROM source ORDER BY id';
  const sources = database.prepare(query).all() as unknown as SourceRow[];
  const isCsv = format === 'csv';
  const descriptor = {
    profile: isCsv ? 'tabular-data-package' : 'data-package',
    name: 'location-data',
    title: 'Location Data Service: places, figures and their sources',
    version: header.get('version'),
    created: header.get('published_at'),
    hash: `sha256:${header.get('content_hash')}`,
    description:
      'Every figure names its source. The terms of reuse are those of the sources: see the table "sources".',
    licenses: licences(sources, `sources.${format}`),
    sources: sources.map(({ title, url }) => ({ title, path: url })),
    // A field of ours, not of the specification: sources with share-alike terms, so that users can keep their figures apart.
    share_alike: sources.filter(({ licence }) => isShareAlike(licence)).map(({ id }) => id),
    resources: PACKAGE_TABLES.filter((table) => isIn(format, table)).map(
      ({ name, title, fields, primaryKey, references }) => ({
        profile: isCsv ? 'tabular-data-resource' : 'data-resource',
        name,
        title,
        path: `${name}.${format}`,
        format,
        mediatype: isCsv ? 'text/csv' : 'application/vnd.apache.parquet',
        ...(isCsv ? { encoding: 'utf-8' } : {}),
        schema: {
          fields,
          ...(isCsv ? { missingValues: [''] } : {}),
          primaryKey,
          foreignKeys: Object.entries(references).map(([field, resource]) => ({
            fields: field,
            reference: { resource, fields: 'id' },
          })),
        },
      }),
    ),
  };
  return `${JSON.stringify(descriptor, null, 2)}\n`;
}

/** Each licence once. It needs a path in a data package, so terms without a page of their own refer to the table. */
function licences(sources: readonly SourceRow[], table: string): { title: string; path: string }[] {
  const pairs = sources.map(({ licence, licence_url }) => [licence, licence_url ?? table] as const);
  return [...new Map(pairs.map(([title, path]) => [`${title} ${path}`, { title, path }])).values()];
}

import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { Zip, ZipDeflate } from 'fflate';
import { isShareAlike } from '../facts/share-alike.ts';
import { PACKAGE_TABLES, type PackageTable } from './data-package-tables.ts';

/** How many rows are written at a time: the largest table is never in memory as a whole. */
const ROWS_AT_A_TIME = 5000;

/**
 * Writes a release as a Frictionless data package: one ZIP archive with `datapackage.json`, which describes every table
 * and column, and the tables as CSV. The same release gives the same bytes, on every machine and in every time zone.
 *
 * @param releaseFile the release's SQLite file
 */
export function writeDataPackage(releaseFile: string, packageFile: string): void {
  const database = new DatabaseSync(releaseFile, { readOnly: true });
  const output = openSync(packageFile, 'w');
  try {
    const header = readHeader(database);
    const archive = new Archive(output, String(header.get('published_at')));
    archive.add('datapackage.json', [`${JSON.stringify(descriptor(database, header), null, 2)}\n`]);
    for (const table of PACKAGE_TABLES) archive.add(`${table.name}.csv`, csv(database, table));
    archive.end();
  } finally {
    closeSync(output);
    database.close();
  }
}

/** A ZIP archive that is written while it is made. */
class Archive {
  readonly #zip: Zip;
  readonly #modified: Date;

  constructor(output: number, publishedAt: string) {
    this.#zip = new Zip((error, bytes) => {
      if (error !== null) throw error;
      writeSync(output, bytes);
    });
    this.#modified = dayInLocalTime(publishedAt);
  }

  add(name: string, pieces: Iterable<string>): void {
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = this.#modified;
    this.#zip.add(entry);
    for (const piece of pieces) entry.push(Buffer.from(piece));
    entry.push(new Uint8Array(), true);
  }

  end(): void {
    this.#zip.end();
  }
}

/**
 * ZIP entries carry local time without saying which, so the day is given as a local one: else the archive would differ
 * between time zones. At noon, because some zones skip midnight when summer time begins.
 */
function dayInLocalTime(publishedAt: string): Date {
  const day = new Date(publishedAt);
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 12);
}

/** RFC 4180, with a header line. Not by csv-stringify: it takes four times as long for the same bytes. */
function* csv(database: DatabaseSync, { query, fields }: PackageTable): Generator<string> {
  const statement = database.prepare(query);
  statement.setReturnArrays(true);
  let lines = [csvLine(fields.map(({ name }) => name))];
  for (const row of statement.iterate()) {
    if (lines.push(csvLine(Object.values(row))) < ROWS_AT_A_TIME) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

function csvLine(cells: readonly SQLOutputValue[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: SQLOutputValue): string {
  if (value === null) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function readHeader(database: DatabaseSync): Map<string, unknown> {
  const rows = database.prepare('SELECT key, value FROM release').all();
  return new Map(rows.map(({ key, value }) => [String(key), value]));
}

interface SourceRow {
  id: string;
  title: string;
  url: string;
  licence: string;
  licence_url: string | null;
}

/** `datapackage.json`, of the profile "tabular data package" (version 1 of the specification). */
function descriptor(database: DatabaseSync, header: ReadonlyMap<string, unknown>) {
  const query = 'SELECT id, title, url, licence, licence_url FROM source ORDER BY id';
  const sources = database.prepare(query).all() as unknown as SourceRow[];
  return {
    profile: 'tabular-data-package',
    name: 'location-data',
    title: 'Location Data Service: places, figures and their sources',
    version: header.get('version'),
    created: header.get('published_at'),
    hash: `sha256:${header.get('content_hash')}`,
    description:
      'Every figure names its source; the terms of re-use are those of the sources, in the table "sources" by id.',
    licenses: licences(sources),
    sources: sources.map(({ title, url }) => ({ title, path: url })),
    // Ours, not the specification's: the sources whose figures are to be kept apart where their terms do not suit.
    share_alike: sources.filter(({ licence }) => isShareAlike(licence)).map(({ id }) => id),
    resources: PACKAGE_TABLES.map(({ name, title, fields, primaryKey, foreignKeys }) => ({
      profile: 'tabular-data-resource',
      name,
      title,
      path: `${name}.csv`,
      format: 'csv',
      mediatype: 'text/csv',
      encoding: 'utf-8',
      schema: { fields, missingValues: [''], primaryKey, foreignKeys },
    })),
  };
}

/** Each once. A licence needs a path in a data package; terms without a page of their own are those of the table. */
function licences(sources: readonly SourceRow[]): { title: string; path: string }[] {
  const pairs = sources.map(({ licence, licence_url }) => [licence, licence_url ?? 'sources.csv'] as const);
  return [...new Map(pairs.map(([title, path]) => [`${title} ${path}`, { title, path }])).values()];
}

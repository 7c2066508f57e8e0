import { DatabaseSync } from 'node:sqlite';
import { stringify } from 'csv-stringify/sync';
import { strToU8, zipSync } from 'fflate';
import { PACKAGE_TABLES } from './data-package-tables.ts';

/**
 * A release as a Frictionless data package: one ZIP archive with `datapackage.json`, which describes every table and
 * column, and the tables as CSV. The same release gives the same bytes.
 *
 * @param releaseFile the release's SQLite file
 */
export function dataPackage(releaseFile: string): Uint8Array {
  const database = new DatabaseSync(releaseFile, { readOnly: true });
  try {
    const header = new Map(
      database
        .prepare('SELECT key, value FROM release')
        .all()
        .map(({ key, value }) => [String(key), String(value)]),
    );
    const sources = database.prepare('SELECT title, url, licence, licence_url FROM source ORDER BY id').all();
    const files: Record<string, Uint8Array> = {
      'datapackage.json': strToU8(
        `${JSON.stringify(descriptor(header, sources as unknown as SourceRow[]), null, 2)}\n`,
      ),
    };
    for (const { name, query } of PACKAGE_TABLES) files[`${name}.csv`] = strToU8(csv(database, query));
    // A fixed time, because the archive would otherwise differ from minute to minute.
    return zipSync(files, { level: 6, mtime: new Date(header.get('published_at') ?? '2000-01-01') });
  } finally {
    database.close();
  }
}

interface SourceRow {
  title: string;
  url: string;
  licence: string;
  licence_url: string | null;
}

function csv(database: DatabaseSync, query: string): string {
  const statement = database.prepare(query);
  const header = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  return stringify([header, ...(statement.all() as unknown as unknown[][])], { record_delimiter: 'windows' });
}

function descriptor(header: ReadonlyMap<string, string>, sources: readonly SourceRow[]) {
  const licences = new Map(sources.map(({ licence, licence_url }) => [licence, licence_url]));
  return {
    profile: 'tabular-data-package',
    name: 'location-data',
    title: 'Location Data Service: places, figures and their sources',
    version: header.get('version'),
    created: header.get('published_at'),
    hash: `sha256:${header.get('content_hash')}`,
    description:
      'Every figure names its source; the terms of re-use are those of the sources, in the table "sources" by id.',
    licenses: [...licences].map(([title, path]) => ({ title, ...(path === null ? {} : { path }) })),
    sources: sources.map(({ title, url }) => ({ title, path: url })),
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

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileSha256, ReleaseStore } from '../../src/catalogue/release-store.ts';

/** What the tests look at: a figure that the next release changes. */
export const FIGURE = { place: 'city/lisbon', metric: 'lodging_per_diem' };

/**
 * Adds to the store of an LDS_HOME a release that differs from the current one in its version and in FIGURE.
 *
 * @returns its name, for `data publish`
 */
export async function addRelease(home: string, version: string, figure: number): Promise<string> {
  const store = new ReleaseStore(home);
  const current = store.currentName() ?? '';
  const name = `${version}-next`;
  cpSync(join(store.directory, current), join(store.directory, name), { recursive: true, dereference: true });
  const file = store.releaseFile(name);
  const contentHash = name.padEnd(64, '0');
  const database = new DatabaseSync(file);
  const setHeader = database.prepare('UPDATE release SET value = ? WHERE key = ?');
  setHeader.run(version, 'version');
  setHeader.run(contentHash, 'content_hash');
  database
    .prepare('UPDATE observation SET value = ?, usd = ? WHERE place = ? AND metric = ? AND latest = 1')
    .run(figure, figure, FIGURE.place, FIGURE.metric);
  database.close();
  const manifest = { ...store.manifest(current), version, content_hash: contentHash };
  manifest.file_sha256 = await fileSha256(file);
  writeFileSync(join(store.directory, name, 'manifest.json'), JSON.stringify(manifest));
  return name;
}

/** Changes one byte in the middle of a release's file. */
export function damageRelease(home: string, name: string): void {
  const file = new ReleaseStore(home).releaseFile(name);
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
}

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  closeSync,
  cpSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ReleaseStore } from '../../../src/release/store.ts';

/** A figure that the next release changes and that the tests look at. */
export const FIGURE = { place: 'city/lisbon', metric: 'lodging_per_diem' };

/**
 * Adds to the store of an LDS_HOME a release that differs from the current one in its version and in FIGURE.
 *
 * @returns its name, for `data publish`
 */
export function addRelease(home: string, version: string, figure: number): string {
  return addChangedRelease(home, version, (database) =>
    database
      .prepare(
        'UPDATE figure SET value = ?, usd = ? WHERE place = ? AND latest = 1 AND series IN (SELECT id FROM series WHERE metric = ?)',
      )
      .run(figure, figure, FIGURE.place, FIGURE.metric),
  );
}

/**
 * Adds to the store of an LDS_HOME a copy of the current release with another version and this change, in much less time than it
 * would take to build one.
 *
 * @returns its name, for `data publish`
 */
export function addChangedRelease(
  home: string,
  version: string,
  change: (database: DatabaseSync) => void,
): string {
  const store = new ReleaseStore(home);
  const current = store.currentName() ?? '';
  const before = store.manifest(current);
  const name = `${version}-next`;
  const contentHash = createHash('sha256').update(name).digest('hex');
  cpSync(join(store.directory, current), join(store.directory, name), { recursive: true, dereference: true });

  const file = store.releaseFile(name);
  const replaced = readFileSync(file);
  const database = new DatabaseSync(file);
  const setHeader = database.prepare('UPDATE release SET value = ? WHERE key = ?');
  setHeader.run(version, 'version');
  setHeader.run(contentHash, 'content_hash');
  change(database);
  database.close();
  const replacement = readFileSync(file);
  assert.equal(replacement.length, replaced.length, 'the manifest names the size, which stays the same');

  const manifest = join(store.directory, name, 'manifest.json');
  const text = readFileSync(manifest, 'utf8')
    .replaceAll(`"${before.version}"`, `"${version}"`)
    .replaceAll(before.content_hash, contentHash)
    .replaceAll(sha256(replaced), sha256(replacement));
  writeFileSync(manifest, text);
  return name;
}

/** Makes the release's manifest say that it was built from other data. @param hash the hash of that data */
export function pretendData(home: string, name: string, hash: string): void {
  const store = new ReleaseStore(home);
  const manifest = join(store.directory, name, 'manifest.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(store.dataHash(name), hash));
}

/** Changes one byte in the middle of a release's file. It does so in place, like a faulty disk, so that it needs no space. */
export function damageRelease(home: string, name: string): void {
  const path = new ReleaseStore(home).releaseFile(name);
  const middle = Math.floor(statSync(path).size / 2);
  const file = openSync(path, 'r+');
  try {
    const byte = Buffer.alloc(1);
    readSync(file, byte, 0, 1, middle);
    writeSync(file, Buffer.from([(byte[0] ?? 0) ^ 0xff]), 0, 1, middle);
  } finally {
    closeSync(file);
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

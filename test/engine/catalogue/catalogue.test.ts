import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeDownloads } from '../../../src/dataset/building/build/downloads.ts';
import { Catalogue } from '../../../src/engine/catalogue/catalogue.ts';
import { DOWNLOAD_FILES } from '../../../src/release/download-files.ts';
import { isWhole } from '../../../src/release/manifest.ts';
import { atEnd } from '../../support/lifetime.ts';
import { edition, smallRelease } from '../../support/release/small-release.ts';

/** A release that is served before its downloads are made. */
async function withoutDownloads() {
  const { store, name, directory } = await smallRelease({ 'release.json': edition('2099.1.1') });
  store.publish(name);
  const catalogue = await Catalogue.open({
    store,
    name,
    missing: () => new Error('there is none'),
    keep: 0,
    log: { error: () => {} },
  });
  atEnd(() => catalogue.close());
  assert.ok(!isWhole(catalogue.release.manifest));
  return { store, name, directory, catalogue };
}

test('damaged downloads are reported once, and offered as soon as they are intact', async () => {
  const { store, name, directory, catalogue } = await withoutDownloads();
  await makeDownloads(store, name);
  const file = join(directory, DOWNLOAD_FILES.parquet);
  const intact = readFileSync(file);
  writeFileSync(file, Buffer.alloc(intact.length));
  await assert.rejects(catalogue.refresh(), /checksum/);
  assert.equal(await catalogue.refresh(), false);
  writeFileSync(file, intact);
  assert.equal(await catalogue.refresh(), true);
  assert.ok(isWhole(catalogue.release.manifest));
});

test('a damaged release that replaces one without downloads is reported once, and not mistaken for that one’s downloads', async () => {
  const { store, catalogue } = await withoutDownloads();
  const next = await smallRelease({ 'release.json': edition('2099.1.2') }, store);
  await makeDownloads(store, next.name);
  truncateSync(next.file, 4096);
  store.publish(next.name);
  await assert.rejects(catalogue.refresh(), /checksum/);
  assert.equal(await catalogue.refresh(), false);
  assert.equal(catalogue.version, '2099.1.1');
});

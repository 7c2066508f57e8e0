import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { dataHash } from '../../../../src/dataset/building/build/data-hash.ts';
import { changelogEntry } from '../../../../src/dataset/building/build/edition.ts';
import { readSourceCatalogue } from '../../../../src/dataset/building/facts/source-catalogue.ts';
import { DOWNLOAD_FORMATS } from '../../../../src/release/download-files.ts';
import { isShareAlike, NOT_CONFIRMED } from '../../../../src/release/share-alike.ts';
import { toSourceRecord } from '../../../../src/release/source.ts';
import { dataExcerpt } from '../../../support/dataset/data-excerpt.ts';
import { DATA_DIRECTORY, ROOT } from '../../../support/directories.ts';
import { writeMiniature } from '../../../support/refresh/miniature.ts';
import { smallRelease } from '../../../support/release/small-release.ts';
import { temporaryDirectory, testRelease, testReleaseStore } from '../../../support/service.ts';

test('the manifest counts the file’s figures by metric, by kind of place, by resource, and in total', async () => {
  const name = await testRelease();
  const { counts, figures } = testReleaseStore().manifest(name);
  const release = new DatabaseSync(testReleaseStore().releaseFile(name), { readOnly: true });
  const kinds = release
    .prepare(
      'SELECT resource, grain, metric, COUNT(*) AS rows FROM observation JOIN metric ON metric.id = metric GROUP BY 1, 2, 3',
    )
    .all();
  const count = (wanted: Readonly<Record<string, string>>) =>
    kinds
      .filter((kind) => Object.entries(wanted).every(([column, value]) => kind[column] === value))
      .reduce((total, { rows }) => total + Number(rows), 0);
  assert.ok(counts.observations > 200_000 && counts.cities >= 33_000 && counts.countries >= 245);
  assert.equal(counts.observations, count({}));
  for (const [resource, rows] of Object.entries(figures.by_resource))
    assert.equal(rows, count({ resource }), resource);
  for (const [grain, rows] of Object.entries(figures.by_grain)) assert.equal(rows, count({ grain }), grain);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  assert.equal(sum(Object.values(figures.by_resource)), counts.observations);
  assert.equal(sum(Object.values(figures.by_grain)), counts.observations);
  assert.equal(sum(Object.values(figures.by_metric).flatMap(Object.values)), counts.observations);
  assert.equal(Object.keys(figures.by_metric).length, counts.metrics);
  for (const metric of ['population', 'fair_market_rent_two_bedroom', 'elevation'].filter(
    (id) => id in figures.by_metric,
  )) {
    for (const [grain, rows] of Object.entries(figures.by_metric[metric] ?? {}))
      assert.equal(rows, count({ metric, grain }), `${metric} ${grain}`);
  }
  release.close();
});

test('the manifest names every source with its licence, its attribution and its vintage', async () => {
  const { sources, counts } = testReleaseStore().manifest(await testRelease());
  assert.equal(sources.length, counts.sources);
  const catalogue = [...readSourceCatalogue(DATA_DIRECTORY).values()].flat();
  for (const source of catalogue)
    assert.deepEqual(
      sources.find(({ id }) => id === source.id),
      toSourceRecord(source),
    );
  assert.deepEqual(new Set(sources.map(({ id }) => id)), new Set(catalogue.map(({ id }) => id)));
});

/** Every licence in data/sources.json, as read by a person: whether results must be shared under the same terms. */
const REVIEWED: Readonly<Record<string, boolean>> = Object.fromEntries(
  [
    'BNS open statistics (attribution)',
    'BPS terms (attribution)',
    'Brazilian federal open data policy, Decree 8.777/2016 (attribution)',
    'Bank Indonesia terms of use (attribution)',
    'CC BY 3.0 IGO',
    'CC BY 4.0 (360info); United Nations data, reusable with attribution',
    'CC BY 4.0 (DOSM)',
    'CC BY 4.0 (INEC)',
    'CC BY 4.0',
    'CC0',
    'Casen open microdata',
    'DLD open data (attribution)',
    'FSO OPEN-BY',
    'Free reuse if the source is named',
    'Government Open Data License - India',
    'Government of Japan Standard Terms of Use, compatible with CC BY 4.0',
    'Hong Kong Government open data, free reuse with attribution',
    'GODL-India',
    'GSO terms (attribution)',
    'Government of India, facts from a public press note',
    'IBGE, free use if the source is named',
    'IDECBA terms (attribution)',
    'IMF data terms: reuse, including commercial reuse, if the source is named',
    'INE Paraguay open data',
    'INE Portugal (attribution)',
    'INEGI terminos de libre uso',
    'INEI open microdata',
    'INEI terms (attribution)',
    'Israel CBS terms (attribution)',
    'KNBS (attribution)',
    'KSA Open Data License',
    'KOGL (public data, attribution)',
    'Licence Ouverte 2.0 (Etalab)',
    'MF CR open publication',
    'NBP statistics (attribution)',
    'NBS Nigeria terms (attribution)',
    'NSO Thailand open data',
    'ODC-PDDL 1.0',
    'OMI reuse terms (attribution)',
    'MIT',
    'Open Government Data License (Taiwan) v1.0',
    'Official work, free of copyright (section 5 of the German copyright act)',
    'Official work, free of copyright (section 7 of the Austrian copyright act)',
    'Open Government Licence v3.0',
    'PSA OpenSTAT terms (attribution)',
    'Public domain (work of the U.S. government)',
    'Public domain',
    'Reproduction permitted with acknowledgement of source',
    'Rosstat open data (attribution)',
    'Singapore Open Data Licence 1.0',
    'Statistics Canada Open Licence',
    'TCMB terms (attribution)',
    'U.S. Government work, public domain',
    'Unicode License v3',
    'WMO Unified Data Policy: free and unrestricted',
    'datos.gob.es reuse terms (attribution)',
    'e-Stat terms (CC BY 4.0 compatible)',
  ].map((licence) => [licence, false]),
);

test('no source in data/ is share-alike, and every licence has been reviewed', async () => {
  const licences = [...readSourceCatalogue(DATA_DIRECTORY).values()].flat().map(({ licence }) => licence);
  const plain = (licence: string) => licence.replace(NOT_CONFIRMED, '');
  const unread = [...new Set(licences.map(plain))].filter((licence) => !(licence in REVIEWED)).sort();
  assert.deepEqual(unread, [], 'a person reads these licences, then adds them to REVIEWED');
  for (const licence of licences) assert.equal(isShareAlike(licence), REVIEWED[plain(licence)], licence);
  assert.deepEqual(testReleaseStore().manifest(await testRelease()).share_alike, []);
});

test('share-alike licences are recognised by name, in any version, and others are not', () => {
  for (const licence of [
    'CC BY-SA 4.0',
    'CC BY-SA 3.0 IGO',
    'CC BY-NC-SA 4.0',
    'cc by-sa',
    'ODbL 1.0',
    'Open Database License (ODbL) v1.0',
    'GFDL 1.3',
    'CDLA-Sharing-1.0',
    'Creative Commons Attribution-ShareAlike 4.0 International',
    'Attribution, share alike',
  ])
    assert.ok(isShareAlike(licence), licence);
  for (const licence of ['CC BY 4.0', 'CC0', 'SA terms', 'BY', 'Shared statistics', '', 'ODC-PDDL 1.0'])
    assert.ok(!isShareAlike(licence), licence);
});

test('a share-alike source is listed by id, so that its figures can be distinguished from all others', async () => {
  const { manifest } = await smallRelease({
    'sources.json': (text) => text.replaceAll('"CC BY 3.0 IGO"', '"CC BY-SA 4.0"'),
  });
  const expected = manifest.sources.filter(({ licence }) => licence === 'CC BY-SA 4.0').map(({ id }) => id);
  assert.ok(expected.length > 0);
  assert.deepEqual(manifest.share_alike, expected);
});

test('the version in data/release.json has an entry in data/CHANGELOG.md, which is part of the release', async () => {
  const { version } = JSON.parse(readFileSync(join(DATA_DIRECTORY, 'release.json'), 'utf8'));
  const entry = changelogEntry(DATA_DIRECTORY, version) ?? '';
  assert.ok(entry !== '', `data/CHANGELOG.md has no entry "## ${version}"`);
  const { manifest } = await smallRelease();
  assert.equal(manifest.changelog, entry);
});

test('a release has only its own entry of the changelog, or none', async () => {
  const changelog =
    '# Changelog\n\nOf versions.\n\n## 2026.12.1\n\nNew.\n\n### Added\n\n- x\n\n## 2026.12\n\nOld.\n';
  const data = dataExcerpt({ 'CHANGELOG.md': () => changelog });
  assert.equal(changelogEntry(data, '2026.12.1'), 'New.\n\n### Added\n\n- x');
  assert.equal(changelogEntry(data, '2026.12'), 'Old.');
  assert.equal(changelogEntry(data, '2026.1'), null);
  const { manifest } = await smallRelease({ 'CHANGELOG.md': () => changelog });
  assert.equal(manifest.changelog, null);
});

// Builds every country and all estimates, but not the tens of thousands of small cities, which take four fifths of the time.
test('the same data give the same release, byte for byte, in any time zone, language and directory, and with or without a thread', async () => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const builds: { environment: NodeJS.ProcessEnv; threads: number }[] = [
    { environment: { TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' }, threads: 0 },
    { environment: { TZ: 'America/Havana', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }, threads: 1 },
  ];
  const [one, other] = await Array.fromAsync(builds, async ({ environment, threads }) => {
    const data = join(temporaryDirectory(), 'data');
    writeMiniature(data);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(ROOT, 'test/support/release/build-program.ts'), data, temporaryDirectory(), String(threads)],
      { env: { PATH, NODE_COMPILE_CACHE, ...environment }, cwd: temporaryDirectory(), maxBuffer: 1 << 24 },
    );
    const { manifest, timeZone, started } = JSON.parse(stdout);
    assert.equal(started, threads);
    assert.equal(timeZone, environment.TZ, 'the zone has no effect');
    assert.deepEqual(Object.keys(manifest.downloads), DOWNLOAD_FORMATS);
    return manifest;
  });
  assert.deepEqual(one, other);
});

test('a changed changelog makes the next start rebuild the release, and other texts in data/ do not', () => {
  const before = dataHash(dataExcerpt());
  assert.equal(dataHash(dataExcerpt({ 'README.md': (text) => `${text}\nMore.\n` })), before);
  assert.notEqual(dataHash(dataExcerpt({ 'CHANGELOG.md': (text) => `${text}\nMore.\n` })), before);
  assert.notEqual(dataHash(dataExcerpt({ 'sources.json': (text) => `${text}\n` })), before);
});

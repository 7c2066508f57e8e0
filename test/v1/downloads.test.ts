import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { Static } from 'typebox';
import { makeDownloads } from '../../src/dataset/building/build/downloads.ts';
import { SCOPES } from '../../src/engine/permissions.ts';
import type { DataRelease } from '../../src/engine/release/data-release.ts';
import { DOWNLOAD_FORMATS } from '../../src/release/download-files.ts';
import { MANIFEST_FILE } from '../../src/release/manifest.ts';
import { proofOf, type ReleaseStore } from '../../src/release/store.ts';
import { assertProblem } from '../support/api/problem.ts';
import { type Answer, bearer, beginUnread, exchange } from '../support/http/exchange.ts';
import { atEnd } from '../support/lifetime.ts';
import { until } from '../support/processes/lds.ts';
import {
  COMMITTED,
  edition,
  publishInTurn,
  sharedSmallRelease,
  smallRelease,
} from '../support/release/small-release.ts';
import {
  generousService,
  startService,
  temporaryDirectory,
  testRelease,
  testReleaseStore,
} from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';
import { usageOfDay } from '../support/storage/rows.ts';

const service = await startSmallService({
  LDS_PLANS: 'standard=1000000/10s+1000000/day,scarce=1000/10s+1/day',
});
const { address } = service.server;
const { token } = await service.key();
const small = await sharedSmallRelease();
const manifest = small.store.manifest(small.name);

/** The whole release, whose files are larger than what a connection holds, for tests that read little of them. */
const whole = await generousService();

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  exchange(address, `/v1${path}`, { method, headers: { ...bearer(token), ...headers } });

/** Each key counts as its own account, so that together they may have more downloads in progress than one account. */
const keys = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await whole.key()).token));

const FILES = [
  { path: '/release/sqlite', format: 'sqlite', type: 'application/vnd.sqlite3', extension: 'sqlite' },
  { path: '/release/data-package', format: 'data-package', type: 'application/zip', extension: 'zip' },
  { path: '/release/parquet', format: 'parquet', type: 'application/zip', extension: 'parquet.zip' },
] as const;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('/release describes the downloads correctly', async () => {
  const release = JSON.parse((await get('/release')).text);
  assert.deepEqual(
    release.downloads,
    FILES.map(({ path, format, type }) => ({
      format,
      url: `${address}/v1${path}`,
      ...manifest.downloads[format],
      media_type: type,
    })),
  );
  for (const { url, bytes, sha256: expected } of release.downloads) {
    const { body } = await exchange(address, url.slice(address.length), { headers: bearer(token) });
    assert.equal(body.length, bytes);
    assert.equal(sha256(body), expected);
  }
});

test('an account has at most four downloads in progress, a fifth is 429 and costs nothing, and others are not affected', async () => {
  const { address } = whole.server;
  const own = await whole.key();
  // The test does not read the body, so the download stays in progress.
  const download = async (key: string) => {
    const response = await beginUnread(address, '/release/sqlite', key);
    atEnd(() => response.destroy());
    return response;
  };
  const begun = [];
  for (let index = 0; index < 4; index++) begun.push(await download(own.token));
  assert.deepEqual(
    begun.map(({ statusCode }) => statusCode),
    [200, 200, 200, 200],
  );
  const remaining = (answer: Answer) => Number(/"daily";r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1]);
  const ask = (path: string, method = 'GET') =>
    exchange(address, `/v1${path}`, { method, headers: bearer(own.token) });
  const before = remaining(await ask('/countries/portugal'));
  const fifth = await ask('/release/data-package');
  assertProblem(fifth, 'too_many_downloads');
  assert.equal(fifth.headers['retry-after'], '10');
  assert.equal(remaining(await ask('/countries/portugal')), before - 1);
  assert.equal((await ask('/release/sqlite', 'HEAD')).status, 200);
  assert.equal((await download((await whole.key()).token)).statusCode, 200);

  begun[0]?.destroy();
  const part = { headers: { ...bearer(own.token), Range: 'bytes=0-0' } };
  await until('the place is free again', async () => {
    const { status } = await exchange(address, '/v1/release/sqlite', part);
    return status === 206;
  });
});

test('/release is the manifest of the served release', async () => {
  const release = JSON.parse((await get('/release')).text);
  for (const field of [
    'version',
    'content_hash',
    'published_at',
    'counts',
    'figures',
    'sources',
    'share_alike',
    'changelog',
  ] as const)
    assert.deepEqual(release[field], manifest[field], field);
  assert.equal((await get('/cities/lisbon')).headers['x-dataset-release'], release.version);
});

test('a release that is served before its downloads are made lists them when they are there; until then they are 503 starting', async () => {
  const { store, name } = await smallRelease({ 'release.json': edition('2099.1.1') });
  store.publish(name);
  const own = await startService({}, { release: { store, name } });
  const { token: holder } = await own.key();
  const formatsIn = async (answer: Response) =>
    ((await answer.json()) as Static<typeof DataRelease>).downloads.map(({ format }) => format);
  const formats = async () => formatsIn(await own.get('/release', holder));
  const formatsOnPage = async () => formatsIn(await fetch(`${own.server.address}/releases.json`));
  assert.deepEqual(await formats(), ['sqlite']);
  assert.deepEqual(await formatsOnPage(), ['sqlite']);
  const caching = async () => (await own.get('/release', holder)).headers.get('Cache-Control');
  assert.equal(await caching(), 'private, no-cache', 'no cache keeps the shorter list');
  assert.equal((await own.get('/release/sqlite', holder)).status, 200);
  for (const method of ['GET', 'HEAD'])
    for (const path of ['/release/data-package', '/release/parquet']) {
      const answer = await own.get(path, holder, { method, headers: { 'If-None-Match': '*' } });
      assert.equal(answer.status, 503, `${method} ${path}`);
      assert.match(answer.headers.get('Retry-After') ?? '', /^\d+$/);
      if (method === 'GET') assert.equal(((await answer.json()) as { code: string }).code, 'starting');
    }

  await makeDownloads(store, name);
  await until('they are listed', async () => (await formats()).length === 3);
  assert.deepEqual(await formats(), DOWNLOAD_FORMATS);
  assert.deepEqual(await formatsOnPage(), DOWNLOAD_FORMATS);
  assert.equal(await caching(), 'private, max-age=3600');
  for (const { path, format } of FILES) {
    const bytes = Buffer.from(await (await own.get(path, holder)).arrayBuffer());
    assert.equal(sha256(bytes), store.manifest(name).downloads[format]?.sha256, path);
  }
});

test('a download that is not made yet costs nothing, now and after a restart', async () => {
  const { store, name } = await smallRelease({ 'release.json': edition('2099.1.1') });
  store.publish(name);
  const own = await startService({}, { release: { store, name } });
  const { id, token: holder } = await own.key();
  const remaining = ({ headers }: Response) =>
    Number(/"daily";r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1]);
  const before = remaining(await own.get('/release', holder));
  assert.equal((await own.get('/release/parquet', holder)).status, 503);
  assert.equal(remaining(await own.get('/release', holder)), before - 1);
  const today = new Date().toISOString().slice(0, 10);
  const counts = async () =>
    (await usageOfDay(own.store.database, today))
      .filter(({ key_id }) => key_id === id)
      .map(({ endpoint, outcome, requests }) => `${endpoint} ${outcome} ${requests}`);
  await own.server.stop();
  assert.deepEqual(await counts(), ['getRelease 2xx 2'], 'what a restart charges again');
});

for (const { path, format, type, extension } of FILES) {
  const { bytes, sha256: hash } = manifest.downloads[format] ?? assert.fail();

  test(`${path} has its type, name and length, its SHA-256 as a strong tag, and is not compressed`, async () => {
    const answer = await get(path, { 'Accept-Encoding': 'gzip, br' });
    assert.equal(answer.status, 200);
    const { headers } = answer;
    assert.equal(headers['content-type'], type);
    assert.equal(
      headers['content-disposition'],
      `attachment; filename="location-data-${manifest.version}.${extension}"`,
    );
    assert.equal(headers['content-length'], String(bytes));
    assert.equal(headers['content-encoding'], undefined);
    assert.equal(headers['accept-ranges'], 'bytes');
    assert.equal(headers.etag, `"${hash}"`);
    assert.equal(headers['last-modified'], new Date(manifest.published_at).toUTCString());
    assert.equal(headers['x-dataset-release'], manifest.version);
    assert.equal(headers['cache-control'], 'private, max-age=3600');
    assert.match(String(headers.ratelimit), /"burst";r=\d+/);
    assert.equal(sha256(answer.body), hash);
  });

  test(`HEAD ${path} has the headers of GET and no body`, async () => {
    const [head, whole] = [await get(path, {}, 'HEAD'), await get(path)];
    assert.equal(head.body.length, 0);
    assert.deepEqual(lasting(head), lasting(whole));
    assert.deepEqual(lasting(await get(path, { Range: 'bytes=0-9' }, 'HEAD')), lasting(whole));
  });

  test(`${path} is 304 for a client that has it, which costs nothing`, async () => {
    const before = (await get(path, {}, 'HEAD')).headers['x-ratelimit-remaining'];
    for (const headers of [
      { 'If-None-Match': `"${hash}"` },
      { 'If-None-Match': `"x", W/"${hash}"`, Range: 'bytes=999999999999-' },
    ] as Record<string, string>[]) {
      const { status, body, headers: answered } = await get(path, headers);
      assert.equal(status, 304);
      assert.equal(body.length, 0);
      assert.equal(answered.etag, `"${hash}"`);
      assert.equal(answered['content-length'], undefined);
      assert.equal(answered['x-ratelimit-remaining'], before);
    }
    assert.equal((await get(path, { 'If-None-Match': '"other"' }, 'HEAD')).status, 200);
  });

  test(`${path} can be downloaded in parts that add up to the whole file`, async () => {
    const middle = Math.floor(bytes / 2);
    const parts = [`bytes=0-${middle - 1}`, `bytes=${middle}-`];
    const answers = await Promise.all(parts.map((Range) => get(path, { Range, 'If-Range': `"${hash}"` })));
    for (const { status, headers, body } of answers) {
      assert.equal(status, 206);
      assert.equal(headers['content-length'], String(body.length));
      assert.equal(headers.etag, `"${hash}"`);
    }
    assert.deepEqual(
      answers.map(({ headers }) => headers['content-range']),
      [`bytes 0-${middle - 1}/${bytes}`, `bytes ${middle}-${bytes - 1}/${bytes}`],
    );
    assert.equal(sha256(Buffer.concat(answers.map(({ body }) => body))), hash);
  });

  test(`${path}: If-Range with an old tag gives the whole file, so that two versions are never mixed`, async () => {
    const answer = await get(path, { Range: 'bytes=10-20', 'If-Range': '"old"' });
    assert.equal(answer.status, 200);
    assert.equal(answer.body.length, bytes);
  });

  test(`${path}: a range beyond the end is 416 with the size`, async () => {
    const answer = await get(path, { Range: `bytes=${bytes}-` });
    assertProblem(answer, 'range_not_satisfiable');
    assert.equal(answer.headers['content-range'], `bytes */${bytes}`);
  });

  test(`${path} needs a key with the permission, and a client that accepts the file type`, async () => {
    const ask = (headers: Record<string, string>) => exchange(address, `/v1${path}`, { headers });
    assertProblem(await ask({}), 'missing_credentials');
    assertProblem(await ask(bearer(`${token}x`)), 'invalid_token');
    const { token: other } = await service.key({ scopes: ['places:read', 'cost-of-living:read'] });
    assertProblem(await ask(bearer(other)), 'insufficient_scope');
    assertProblem(await ask({ ...bearer(token), Accept: 'application/json' }), 'not_acceptable');
    assert.equal((await get(path, { Accept: `text/html, ${type};q=0.5` }, 'HEAD')).status, 200);
    assertProblem(await get(`${path}?format=csv`), 'unknown_parameter');
    assertProblem(await get(path, {}, 'POST'), 'method_not_allowed');
    const inUrl = await exchange(address, `/v1${path}?api_key=${token}`, { method: 'HEAD' });
    assert.equal(inUrl.headers['cache-control'], 'private, no-store');
  });

  test(`${path} counts against the limits, but a 304 does not`, async () => {
    const { token: scarce } = await service.key({ plan: 'scarce' });
    const ask = (headers: Record<string, string> = {}) =>
      exchange(address, `/v1${path}`, { headers: { ...bearer(scarce), Range: 'bytes=0-0', ...headers } });
    assert.equal((await ask()).status, 206);
    assertProblem(await ask(), 'rate_limit_exceeded');
    assert.equal((await ask({ 'If-None-Match': `"${hash}"` })).status, 304);
    assertProblem(await ask({ 'If-None-Match': '"other"' }), 'rate_limit_exceeded');
  });
}

/** Headers without those that differ between any two responses. */
function lasting({ status, headers }: Answer): object {
  const passing = /^(date|x-request-id|ratelimit|x-ratelimit-(remaining|reset))$/;
  return { status, ...Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.test(name))) };
}

test('a key from before the permission existed keeps its permissions and gets no new one', async () => {
  const old = SCOPES.filter((scope) => scope !== 'release:read');
  const { token: before } = await whole.key({ scopes: old });
  const ask = (path: string) => exchange(whole.server.address, `/v1${path}`, { headers: bearer(before) });
  for (const path of ['/cities/lisbon', '/data/cost-of-living/lisbon', '/data/quality-of-life/lisbon'])
    assert.equal((await ask(path)).status, 200);
  for (const path of ['/release', '/release/sqlite', '/release/data-package'])
    assertProblem(await ask(path), 'insufficient_scope');
});

test('usage of downloads is counted by file and outcome', async () => {
  const { id, token: counted } = await service.key();
  const headers = bearer(counted);
  await exchange(address, '/v1/release/sqlite', { headers: { ...headers, Range: 'bytes=0-9' } });
  await exchange(address, '/v1/release/sqlite', { headers: { ...headers, 'If-None-Match': '*' } });
  await exchange(address, '/v1/release/data-package', { method: 'HEAD', headers });
  await exchange(address, '/v1/release', { headers });
  const today = new Date().toISOString().slice(0, 10);
  const counts = async () =>
    (await usageOfDay(service.store.database, today))
      .filter(({ key_id }) => key_id === id)
      .map(({ endpoint, outcome, requests }) => `${endpoint} ${outcome} ${requests}`)
      .sort();
  await until('usage is written', async () => (await counts()).length === 4);
  assert.deepEqual(await counts(), [
    'downloadReleaseDataPackage 2xx 1',
    'downloadReleaseSqlite 2xx 1',
    'downloadReleaseSqlite 304 1',
    'getRelease 2xx 1',
  ]);
});

test('the downloaded database opens, is complete, and matches the counts of the manifest', async () => {
  const file = join(temporaryDirectory(), 'downloaded.sqlite');
  writeFileSync(file, (await get('/release/sqlite')).body);
  const database = new DatabaseSync(file, { readOnly: true });
  assert.deepEqual({ ...database.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
  const tables = {
    countries: 'country',
    cities: 'city',
    observations: 'observation',
    sources: 'source',
    metrics: 'metric',
  };
  for (const [counted, table] of Object.entries(tables))
    assert.equal(
      database.prepare(`SELECT COUNT(*) AS rows FROM ${table}`).get()?.rows,
      manifest.counts[counted as keyof typeof tables],
      counted,
    );
  database.close();
});

/** Reads the rest of a download. */
async function finish(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const noProc = existsSync('/proc/self/fd') ? false : 'needs /proc';

test('cancelled downloads leave no open descriptor', { skip: noProc }, async () => {
  const { address } = whole.server;
  const port = Number(new URL(address).port);
  const [key = ''] = await keys(1);
  const first = () =>
    exchange(address, '/v1/release/sqlite', { headers: { ...bearer(key), Range: 'bytes=0-0' } });
  await first();
  const directory = join(testReleaseStore().directory, await testRelease());
  const before = { sockets: openSockets(port), files: heldFiles(directory) };
  for (let round = 0; round < 3; round++) {
    const begun = await Promise.all(
      (await keys(20)).map((key) => beginUnread(address, '/release/sqlite', key)),
    );
    assert.ok(openSockets(port) >= begun.length, 'their sockets show');
    for (const response of begun) response.destroy();
  }
  await until('their sockets are closed', () => openSockets(port) <= before.sockets);
  assert.equal(heldFiles(directory), before.files);
  assert.equal((await first()).status, 206);
});

/** The sockets on that port of 127.0.0.1 that the server has not closed. Other tests of this process open and close others. */
function openSockets(port: number): number {
  const CLOSED_BY_US = ['04', '05', '06'];
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/self/net/tcp', 'utf8').split('\n');
  return rows.filter((row) => {
    const [, from, , state = ''] = row.trim().split(/\s+/);
    return from === local && !CLOSED_BY_US.includes(state);
  }).length;
}

test('slow readers of a large file cost little memory, because the file is never loaded as a whole', async () => {
  const { address } = whole.server;
  const { bytes } = testReleaseStore().manifest(await testRelease()).downloads.sqlite;
  const before = process.memoryUsage.rss();
  const begun = await Promise.all(
    (await keys(30)).map((key) => beginUnread(address, '/release/sqlite', key)),
  );
  const [last = ''] = await keys(1);
  await exchange(address, '/v1/release/sqlite', { method: 'HEAD', headers: bearer(last) });
  const grown = process.memoryUsage.rss() - before;
  for (const response of begun) response.destroy();
  assert.ok(grown < 3 * bytes, `30 downloads of ${bytes} bytes took ${grown}`);
});

test('the served release describes its changes since the previous one, without naming directories', async () => {
  const { store, names } = await publishInTurn({}, { 'release.json': edition('2026.12.1') });
  const { at, key } = await serve(store);
  const ask = async () =>
    JSON.parse((await exchange(at, '/v1/release', { headers: bearer(key) })).text) as Record<string, object>;
  const first = store.manifest(names[0] ?? '');
  assert.deepEqual((await ask()).changes, {
    from: { version: COMMITTED.version, content_hash: first.content_hash },
    threshold: 0.05,
    countries: { appeared: 0, vanished: 0 },
    cities: { appeared: 0, vanished: 0 },
    figures: { appeared: 0, vanished: 0, moved: 0, revised: 0 },
    by_metric: {},
  });
  assert.equal((await ask()).changelog, null);
});

test('a download in progress finishes with the old release when a new one replaces it, and then the old files are closed', {
  skip: noProc,
}, async () => {
  // Padded to more than the sockets of a slow reader can buffer, so that part of the old file must be read later.
  const { store, names } = await publishInTurn({});
  const [old = ''] = names;
  const padded = await padRelease(store, old, 64 * 1024 * 1024);
  const { at, key, server } = await serve(store);
  const slow = await beginUnread(at, '/release/sqlite', key);
  for (let brokenOff = 0; brokenOff < 3; brokenOff++)
    (await beginUnread(at, '/release/sqlite', key)).destroy();
  const directory = join(store.directory, old);
  const whileServed = heldFiles(directory);
  assert.ok(whileServed > 0);

  const { name } = await smallRelease({ 'release.json': edition('2026.12.1') }, store);
  store.publish(name);
  await server.reload();
  rmSync(directory, { recursive: true });
  const fresh = await exchange(at, '/v1/release/sqlite', { headers: bearer(key) });
  assert.equal(fresh.headers['x-dataset-release'], '2026.12.1');
  assert.equal(sha256(fresh.body), store.manifest(name).downloads.sqlite.sha256);
  assert.ok(heldFiles(directory) > 0, 'held for the slow reader alone');

  assert.equal(sha256(await finish(slow)), padded.sha256);
  await until('the old files are let go', () => heldFiles(directory) === 0);
});

/** This process's descriptors for files of the release in that directory, including removed files. */
function heldFiles(directory: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).includes(directory);
    } catch {
      return false;
    }
  }).length;
}

/** Makes the file of a release larger with a table that is never read. Returns the file's new size and hash. */
async function padRelease(store: ReleaseStore, name: string, bytes: number) {
  const file = store.releaseFile(name);
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE padding (bytes BLOB)');
  database.prepare('INSERT INTO padding VALUES (zeroblob(?))').run(bytes);
  database.close();
  const padded = store.manifest(name);
  padded.downloads.sqlite = await proofOf(file);
  writeFileSync(join(store.directory, name, MANIFEST_FILE), JSON.stringify(padded));
  return padded.downloads.sqlite;
}

/** Starts the real server with the releases of a store, and makes a key for it. It stops with the running test or file. */
async function serve(releases: ReleaseStore) {
  const release = { store: releases, name: releases.currentName() ?? '' };
  const own = await startService({}, { release });
  const { token: key } = await own.key();
  return { server: own.server, at: own.server.address, key };
}

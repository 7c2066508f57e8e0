import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { allCities, type ListedCity, walk } from '../support/api/list.ts';
import { bearer, exchange } from '../support/http/exchange.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const PLAIN = {
  identity: (body: Buffer) => body,
  gzip: (body: Buffer) => gunzipSync(body),
  br: (body: Buffer) => brotliDecompressSync(body),
};
type Coding = keyof typeof PLAIN;
const CODINGS = Object.keys(PLAIN) as Coding[];

let world: ListedCity[] = [];
before(async () => {
  world = await allCities(service, token);
});

function ask(path: string, coding: Coding, headers: Record<string, string> = {}) {
  return exchange(service.server.address, `/v1${path}`, {
    headers: { ...bearer(token), 'Accept-Encoding': coding, ...headers },
  });
}

/** The bytes of the list of all cities, which every coding must have once it is decoded. */
let whole: Buffer | undefined;
for (const coding of CODINGS) {
  test(`all cities are one list in ${coding}, with its own tag, and 304 for a client that has it`, async () => {
    const { status, headers, body } = await ask('/cities', coding);
    assert.equal(status, 200);
    assert.equal(headers['content-encoding'], coding === 'identity' ? undefined : coding);
    assert.equal(Number(headers['content-length']), body.length);
    assert.equal(Number(headers['x-total-count']), world.length);
    const plain = PLAIN[coding](body);
    whole ??= plain;
    if (plain === whole) assert.deepEqual(JSON.parse(plain.toString()), world);
    else assert.ok(plain.equals(whole));
    const etag = String(headers.etag);
    assert.match(etag, coding === 'identity' ? /^"[\w-]{27}"$/ : new RegExp(`^"[\\w-]{27}-${coding}"$`));
    const again = await ask('/cities', coding, { 'If-None-Match': `"other", W/${etag}` });
    assert.equal(again.status, 304);
    assert.equal(again.headers.etag, etag);
  });
}

test('a long list is the same bytes in every coding, and its tag says so', async () => {
  const answers = await Promise.all(CODINGS.map((coding) => ask('/cities?min_population=20000', coding)));
  const digests = answers.map(({ body }, index) => {
    const plain = PLAIN[CODINGS[index] ?? 'identity'](body);
    return createHash('sha256').update(plain).digest('hex');
  });
  assert.equal(new Set(digests).size, 1);
  const tags = answers.map(({ headers }) => String(headers.etag).replace(/(-br|-gzip)?"$/, ''));
  assert.equal(new Set(tags).size, 1);
});

test('a filter that leaves more than a page of cities is one list too', async () => {
  for (const path of [
    '/cities?country=india',
    '/cities?sort=-quality&cost_max=40',
    '/cities?near=48,11&radius_km=1000',
  ]) {
    const { body } = await ask(path, 'identity');
    const pages = await walk(service, token, `${path}&limit=1000`, 'next');
    assert.ok(pages.length > 1, path);
    assert.deepEqual(
      JSON.parse(body.toString()),
      pages.flatMap(({ cities }) => cities),
    );
  }
});

test('a long list in another format equals its pages, joined', async () => {
  const csv = (await ask('/cities?country=india&format=csv', 'br')).body;
  const lines = brotliDecompressSync(csv).toString().split('\r\n');
  const inIndia = world.filter(({ country }) => country.id === 'india');
  assert.equal(lines.length, inIndia.length + 2, 'a header line, a line per city, and the end of the last');
  assert.deepEqual(
    lines.slice(1, -1).map((line) => line.split(',')[0]),
    inIndia.map(({ id }) => id),
  );
  const ndjson = brotliDecompressSync(
    (await ask('/cities?country=india&format=ndjson', 'br')).body,
  ).toString();
  assert.deepEqual(
    ndjson
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
    inIndia,
  );
  const geojson = brotliDecompressSync(
    (await ask('/cities?country=india&format=geojson', 'br')).body,
  ).toString();
  const { type, features } = JSON.parse(geojson) as { type: string; features: { id: string }[] };
  assert.equal(type, 'FeatureCollection');
  assert.deepEqual(
    features.map(({ id }) => id),
    inIndia.map(({ id }) => id),
  );
  const fields = (await ask('/cities?country=india&fields=id', 'identity')).body.toString();
  assert.deepEqual(
    JSON.parse(fields),
    inIndia.map(({ id }) => ({ id })),
  );
});

test('simultaneous requests for the same list get the same bytes', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ask('/cities?min_population=15001', 'br')),
  );
  assert.equal(new Set(answers.map(({ headers }) => headers.etag)).size, 1);
  assert.ok(answers.every(({ status }) => status === 200));
});

test('an account that requests many long lists at once gets as many as it may wait for, and 503 for the others', async () => {
  const lists = Array.from({ length: 20 }, (_, at) => `/cities?min_population=${200_000 + at}`);
  const answers = await Promise.all(lists.map((path) => ask(path, 'br')));
  const served = answers.filter(({ status }) => status === 200);
  assert.ok(served.length >= 8, String(served.length));
  for (const { status, headers } of answers.filter((answer) => !served.includes(answer))) {
    assert.equal(status, 503);
    assert.equal(headers['retry-after'], '1');
  }
  assert.equal((await ask('/cities?min_population=200019', 'br')).status, 200);
});

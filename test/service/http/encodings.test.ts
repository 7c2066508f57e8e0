import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { bearer, exchange } from '../../support/http/exchange.ts';
import { generousService } from '../../support/service.ts';

const service = await generousService();
const { token } = await service.key();

const get = (path: string, headers: Record<string, string> = {}) =>
  exchange(service.server.address, `/v1${path}`, { headers: { ...bearer(token), ...headers } });

const PATHS = [
  '/countries',
  '/countries/portugal',
  '/cities?country=japan',
  '/cities/tokyo',
  '/data/cost-of-living/tokyo',
  '/data/quality-of-life/tokyo',
];

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync };

for (const path of PATHS) {
  test(`${path} has the same content in every content coding, and an entity tag for each`, async () => {
    const identity = await get(path);
    assert.equal(identity.headers['content-encoding'], undefined);
    const tags = new Set([identity.headers.etag]);
    for (const [coding, decode] of Object.entries(DECODERS)) {
      const answer = await get(path, { 'Accept-Encoding': coding });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-encoding'], coding);
      assert.equal(Number(answer.headers['content-length']), answer.body.length);
      assert.ok(answer.body.length < identity.body.length);
      assert.deepEqual(decode(answer.body), identity.body);
      for (const name of ['content-type', 'last-modified', 'link', 'x-total-count', 'vary'])
        assert.equal(answer.headers[name], identity.headers[name], name);
      assert.match(String(answer.headers.etag), /^"[\w-]+"$/);
      tags.add(answer.headers.etag);

      const conditional = { 'Accept-Encoding': coding, 'If-None-Match': String(answer.headers.etag) };
      assert.equal((await get(path, conditional)).status, 304);
      const otherwise = { 'If-None-Match': String(answer.headers.etag) };
      assert.equal((await get(path, otherwise)).status, 200, 'other bytes are another representation');
    }
    assert.equal(tags.size, 3);
  });
}

test('the service sends no excluded coding; of the others, it sends the preferred one, then the smallest', async () => {
  const expectations: Record<string, string | undefined> = {
    '': undefined,
    identity: undefined,
    'identity;q=1, *;q=0': undefined,
    gzip: 'gzip',
    'gzip, deflate': 'gzip',
    'gzip, deflate, br, zstd': 'br',
    'br;q=0.5, gzip;q=1': 'gzip',
    'br;q=0.1, gzip': 'gzip',
    'gzip;q=0.9, br;q=0.9': 'br',
    'identity, br;q=0.5': undefined,
    'identity;q=0.5, gzip;q=0.6': 'gzip',
    'identity, gzip': 'gzip',
    'gzip;q=0': undefined,
    'gzip;q=0, br': 'br',
    'br;q=0, gzip': 'gzip',
    'br;q=0, gzip;q=0': undefined,
    'br;q=0, *': 'gzip',
    '*': 'br',
    GZIP: 'gzip',
    deflate: undefined,
    'identity;q=0': undefined,
    'identity;q=0, gzip': 'gzip',
    '*;q=0': undefined,
  };
  for (const [acceptEncoding, coding] of Object.entries(expectations)) {
    const answer = await get('/cities/tokyo', { 'Accept-Encoding': acceptEncoding });
    assert.equal(answer.status, 200, acceptEncoding);
    assert.equal(answer.headers['content-encoding'], coding, acceptEncoding);
  }
});

test('a short response is not compressed', async () => {
  const answer = await get('/cities?country=portugal&limit=1', { 'Accept-Encoding': 'br, gzip' });
  assert.ok(answer.body.length < 1024);
  assert.equal(answer.headers['content-encoding'], undefined);
});

test('problem documents are not compressed', async () => {
  const answer = await get('/cities/springfield', { 'Accept-Encoding': 'br, gzip' });
  assert.equal(answer.headers['content-encoding'], undefined);
  JSON.parse(answer.text);
});

test('no value of Accept-Encoding or Accept causes an error', async () => {
  const coding = fc.constantFrom('br', 'gzip', 'identity', 'deflate', '*', 'x-gzip', '', 'zstd');
  const quality = fc.constantFrom('', ';q=0', ';q=1', ';q=0.5', ';q=2', ';q=', ';q=x', ';', ';;q=0');
  const list = fc.array(
    fc.tuple(coding, quality).map((parts) => parts.join('')),
    { maxLength: 4 },
  );
  const anything = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  });
  const header = fc.oneof(
    list.map((items) => items.join(', ')),
    anything,
  );
  await fc.assert(
    fc.asyncProperty(header, header, async (acceptEncoding, accept) => {
      const answer = await get('/countries/portugal', { 'Accept-Encoding': acceptEncoding, Accept: accept });
      assert.ok([200, 406].includes(answer.status), String(answer.status));
      JSON.parse(decoded(answer.body, answer.headers['content-encoding']));
    }),
    { numRuns: 100 },
  );
});

function decoded(body: Buffer, coding: string | undefined): string {
  const decode = coding === 'br' || coding === 'gzip' ? DECODERS[coding] : (bytes: Buffer) => bytes;
  return decode(body).toString();
}

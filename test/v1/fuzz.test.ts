import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { ENDPOINTS } from '../../src/engine/operations.ts';
import { type Answer, bearer, exchange, exchangeBytes } from '../support/http/exchange.ts';
import { character } from '../support/http/request-arbitraries.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { address } = service.server;
const { token } = await service.key();

/** What Node.js can put on a request line: visible ASCII. */
const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const segment = fc.oneof(
  fc.string({ unit: visible, maxLength: 30 }),
  fc.string({ unit: character, maxLength: 20 }).map(encoded),
  fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%2F',
    '%5C',
    '%00',
    '%',
    '%zz',
    '%ED%A0%80',
    '__proto__',
    'constructor',
  ),
  fc.constantFrom(
    'lisbon',
    'PT',
    'geonames:2267057',
    'geonames:',
    'geonames:99999999999',
    '{city_id}',
    '*',
    '~',
    '@',
  ),
  fc.string({ unit: visible, minLength: 400, maxLength: 6000 }),
);
const prefix = fc.constantFrom(
  '/',
  '/countries/',
  '/cities/',
  '/data/',
  '/data/cost-of-living/',
  '/data/quality-of-life/',
  '/data/quality-of-life?cities=lisbon,',
);
const parameterName = fc.oneof(
  fc.constantFrom(
    'country',
    'q',
    'near',
    'radius_km',
    'min_population',
    'kind',
    'fold',
    'region',
    'cost_max',
    'education_min',
    'evidence',
    'certainty',
    'sort',
    'include',
    'limit',
    'cursor',
    'cities',
    'api_key',
    '__proto__',
    'q[]',
  ),
  fc.string({ unit: character, maxLength: 10 }).map(encoded),
);
const parameterValue = fc.oneof(
  fc.string({ unit: character, maxLength: 50 }).map(encoded),
  fc.string({ unit: character, maxLength: 20 }).map(encoded),
  fc.oneof(fc.double(), fc.integer(), fc.bigInt()).map((number) => encodeURIComponent(String(number))),
  fc.tuple(fc.double({ min: -200, max: 200 }), fc.double({ min: -200, max: 200 })).map(String),
  fc.constantFrom(
    '',
    '%',
    '%zz',
    'null',
    'true',
    '[]',
    '{}',
    "'",
    '"',
    '*%20OR%201',
    '0x10',
    '1e3',
    '-0',
    '+',
    'NEAR(',
    '50',
    'sure',
    'cost',
    '-quality,name',
    'modelled',
    'section',
    '%25',
    '_',
    '|',
  ),
);
const query = fc.array(
  fc.tuple(parameterName, parameterValue).map((pair) => pair.join('=')),
  { maxLength: 5 },
);

/** Every string survives, except that a lone surrogate, which has no UTF-8, becomes the replacement character. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

const target = fc
  .tuple(prefix, segment, query)
  .map(([start, end, pairs]) => `/v1${start}${end}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`);

test('no path and no query string gives a 5xx, and every response under /v1 is JSON', async () => {
  await fc.assert(
    fc.asyncProperty(target, fc.boolean(), async (path, withKey) => {
      assertSound(await exchange(address, path, { headers: withKey ? bearer(token) : {} }));
    }),
    { numRuns: 200 },
  );
});

test('no query gives a 5xx on an endpoint that takes parameters', async () => {
  await fc.assert(
    fc.asyncProperty(query, async (pairs) => {
      assertSound(
        await exchange(address, `/v1/cities?limit=1&${pairs.join('&')}`, { headers: bearer(token) }),
      );
    }),
    { numRuns: 200 },
  );
});

test('no method gives a 5xx, on any path, with any body', async () => {
  // CONNECT asks for a tunnel, which Node.js never passes on as a request.
  const method = fc.constantFrom(...METHODS.filter((name) => name !== 'CONNECT'));
  const path = fc.oneof(fc.constantFrom(...ENDPOINTS.map((endpoint) => `/v1${endpoint.path}`)), target);
  const contentType = fc.constantFrom(
    'application/json',
    'text/plain',
    'multipart/form-data',
    'nonsense',
    '',
  );
  await fc.assert(
    fc.asyncProperty(method, path, fc.string(), contentType, async (name, at, body, type) => {
      const headers = {
        ...bearer(token),
        'Content-Type': type,
        'Content-Length': String(Buffer.byteLength(body)),
      };
      const answer = await exchange(address, at, { method: name, headers, body });
      if (name === 'HEAD' || answer.status === 204) assert.ok(answer.status < 500);
      else assertSound(answer);
    }),
    { numRuns: 200 },
  );
});

test('no header value gives a 5xx, as raw bytes', async () => {
  const name = fc.constantFrom(
    'Accept',
    'Accept-Encoding',
    'Accept-Version',
    'Authorization',
    'Connection',
    'Content-Length',
    'Content-Type',
    'Cookie',
    'Expect',
    'Host',
    'If-Match',
    'If-Modified-Since',
    'If-None-Match',
    'Origin',
    'Range',
    'Transfer-Encoding',
    'Upgrade',
    'X-Forwarded-For',
    'X-HTTP-Method-Override',
  );
  const value = fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((bytes) =>
      Buffer.from(bytes)
        .toString('latin1')
        .replace(/[\r\n]/g, ' '),
    ),
    fc.constantFrom(
      '*',
      '',
      ',',
      '"',
      'W/',
      '0',
      '-1',
      'chunked',
      '100-continue',
      'websocket',
      'bytes=0-1',
      `Bearer ${token}`,
    ),
  );
  const header = fc.tuple(name, value).map((pair) => pair.join(': '));
  await fc.assert(
    fc.asyncProperty(fc.array(header, { maxLength: 4 }), async (headers) => {
      const lines = [
        'GET /v1/countries/portugal HTTP/1.0',
        `Authorization: Bearer ${token}`,
        ...headers,
        '',
        '',
      ];
      const answer = await exchangeBytes(address, Buffer.from(lines.join('\r\n'), 'latin1'));
      assert.ok(answer.status >= 200 && answer.status < 500, String(answer.status));
    }),
    { numRuns: 200 },
  );
});

test('random bytes instead of a request line cause no 5xx, and every error is JSON', async () => {
  const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array).toString('latin1'));
  const method = fc.oneof(fc.constantFrom('GET', 'get', 'FETCH', ''), bytes);
  const at = fc.oneof(
    bytes.map((text) => `/v1/${text}`),
    bytes.map((text) => `/v1/cities?q=${text}`),
    fc.constantFrom(
      '*',
      'http://x/v1/countries',
      '//v1',
      'v1/countries',
      '/v1/cities/m\u00fcnchen',
      '/v1/a b',
    ),
  );
  await fc.assert(
    fc.asyncProperty(method, at, async (name, path) => {
      const line = `${name} ${path} HTTP/1.0`.replace(/[\r\n]/g, '');
      const answer = await exchangeBytes(address, Buffer.from(`${line}\r\n\r\n`, 'latin1'));
      const isKnown = answer.status >= 200 && answer.status < 500;
      assert.ok(isKnown || answer.status === 501, `${answer.status} ${answer.text}`);
      if (answer.status >= 400) JSON.parse(answer.text);
    }),
    { numRuns: 200 },
  );
});

test('after all this, the service responds as before', async () => {
  assert.equal((await service.get('/countries/portugal', token)).status, 200);
});

function assertSound({ status, headers, text }: Answer): void {
  assert.ok(status >= 200 && status < 500, `${status} ${text}`);
  // A path with a trailing slash redirects to the one without.
  if (status === 308) return;
  assert.match(String(headers['content-type']), /^application\/(problem\+)?json; charset=utf-8$/);
  JSON.parse(text);
}

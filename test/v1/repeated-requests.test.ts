import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { expireKey, type KeyRequest, revokeKey } from '../../src/service/keys/lifecycle.ts';
import { openStore } from '../../src/service/storage/database.ts';
import { countReleaseReads } from '../support/api/release-reads.ts';
import { type Answer, bearer, exchange, exchangeBytes } from '../support/http/exchange.ts';
import {
  authorization,
  filled,
  host,
  line,
  method,
  ORIGIN,
  version,
} from '../support/http/request-arbitraries.ts';
import { until } from '../support/processes/lds.ts';
import { startSmallService } from '../support/small-service.ts';
import { usageOfDay } from '../support/storage/rows.ts';

/*
 * Api remembers what a URL named and the bytes rendered for it, by the URL as sent. A URL has many spellings (`lisbon`,
 * `%6Cisbon`), so the same request can be sent both as a repeated one, with a known spelling, and as a first one, with a
 * new spelling.
 */

// Every window lasts a day, because one that ended between the two requests of a pair would count them differently.
const service = await startSmallService({
  LDS_PLANS:
    'standard=1000000/86400s+1000000/day,scarce=1000000/86400s+120/day,used-up=1000000/86400s+1/day,brief=1/86400s+1000000/day',
  LDS_CORS_ORIGINS: ORIGIN,
  LDS_USAGE_FLUSH_SECONDS: '1',
  LDS_METRICS_PORT: '0',
});
const { address } = service.server;
const { token: other } = await service.key();

/** Two keys of one kind, one for each request of a pair, used in step. */
const KINDS: Record<string, Partial<KeyRequest>> = {
  standard: {},
  scarce: { plan: 'scarce' },
  'used-up': { plan: 'used-up' },
  brief: { plan: 'brief' },
  'for quality only': { scopes: ['quality-of-life:read'] },
  'header only': { headerOnly: true },
  expired: { expiresAt: new Date(0) },
};
const keys = new Map<string, { first: Holder; repeated: Holder }>();
for (const [kind, request] of Object.entries(KINDS))
  keys.set(kind, { first: await service.key(request), repeated: await service.key(request) });

interface Holder {
  id: string;
  token: string;
}

const PATHS = [
  '/countries',
  '/countries/portugal',
  '/countries/PT',
  '/cities/lisbon',
  '/cities/geonames:2267057',
  '/cities/nowhere',
  '/data/history/cities/lisbon',
  '/data/quality-of-life/lisbon',
  '/cities?country=portugal&limit=5',
  '/cities?country=portugal&limit=0',
];
const tags = new Map<string, string[]>();
for (const path of PATHS) {
  const answers = ['identity', 'gzip', 'br'].map((coding) =>
    exchange(address, `/v1${path}`, { headers: { ...bearer(other), 'Accept-Encoding': coding } }),
  );
  tags.set(
    path,
    (await Promise.all(answers)).flatMap(({ headers: { etag } }) => etag ?? []),
  );
}

const kind = fc.oneof(
  { weight: 1, arbitrary: fc.constant('standard') },
  { weight: 1, arbitrary: fc.constantFrom(...keys.keys()) },
);

test('a repeated request gets the same response as the first: status, headers, body and charge', async () => {
  const spellings = new Map(PATHS.map((path) => [path, spellingsOf(`/v1${path}`)]));
  // One spelling of each path that the service knows from the start, in every coding.
  const knownSpellings = new Map(
    PATHS.map((path) => [path, String(spellings.get(path)?.next().value)] as const),
  );
  for (const known of knownSpellings.values())
    for (const coding of ['identity', 'gzip', 'br'])
      await exchange(address, known, { headers: { ...bearer(other), 'Accept-Encoding': coding } });
  const request = fc.record({
    path: fc.constantFrom(...PATHS),
    kind,
    method,
    version,
    host,
    authorization,
    lines: fc.array(line, { maxLength: 3 }),
  });
  const statuses = new Set<number>();
  let successes = 0;
  await fc.assert(
    fc.asyncProperty(request, async ({ path, kind, ...rest }) => {
      const pair = keys.get(kind);
      const [etag = '"none"', gzip = '"none"', br = '"none"'] = tags.get(path) ?? [];
      const send = (target: string, token = '') => {
        const headers = [...rest.host, ...rest.authorization, ...rest.lines, 'Connection: close'];
        const text = [`${rest.method} ${target} HTTP/${rest.version}`, ...headers, '', ''].join('\r\n');
        return exchangeBytes(address, filled(text, { token, other, client: '192.0.2.1', etag, gzip, br }));
      };
      const known = knownSpellings.get(path) ?? path;
      const fresh = String(spellings.get(path)?.next().value);
      const asNew = await send(fresh, pair?.first.token);
      const asBefore = await send(known, pair?.repeated.token);
      if (asBefore.status < 400) successes++;
      statuses.add(asBefore.status);
      assert.deepEqual(lasting(asBefore, known), lasting(asNew, fresh));
    }),
    { numRuns: 600 },
  );
  for (const status of [200, 304, 400, 401, 403, 404, 405, 406, 412, 429])
    assert.ok(statuses.has(status), String(status));
  assert.ok(successes > 80, `only ${successes} requests succeeded`);

  const usage = async (side: 'first' | 'repeated') => {
    const rows = await usageOfDay(service.store.database, new Date().toISOString().slice(0, 10));
    return [...keys].map(([kind, pair]) => [
      kind,
      rows
        .filter(({ key_id }) => key_id === pair[side].id)
        .map(({ endpoint, outcome, requests }) => `${endpoint} ${outcome} ${requests}`)
        .toSorted(),
    ]);
  };
  await until('both are counted alike', async () => {
    const [first, repeated] = [await usage('first'), await usage('repeated')];
    return (
      JSON.stringify(first) === JSON.stringify(repeated) && JSON.stringify(first).includes('getCity 304')
    );
  });
});

test('a repeated request is served from memory: nothing is read from the release, and nothing is rendered', async () => {
  const reads = countReleaseReads();
  const rendered = async () => {
    const [, count] = /^lds_rendered_total (\d+)$/m.exec((await service.server.metrics?.()) ?? '') ?? [];
    return Number(count);
  };
  const paths = [...PATHS, '/cities?country=portugal'].filter((path) => !/nowhere|limit=0/.test(path));
  for (const path of paths) {
    const ask = (headers = {}) =>
      exchange(address, `/v1${path}`, { headers: { ...bearer(other), ...headers } });
    const codings = ['identity', 'gzip', 'br'];
    for (const coding of codings) assert.equal((await ask({ 'Accept-Encoding': coding })).status, 200, path);
    const before = { reads: reads(), rendered: await rendered() };
    for (const coding of codings) {
      const coded = await ask({ 'Accept-Encoding': coding });
      assert.equal(coded.status, 200);
      const { etag = '' } = coded.headers;
      assert.equal((await ask({ 'Accept-Encoding': coding, 'If-None-Match': etag })).status, 304);
    }
    assert.deepEqual({ reads: reads(), rendered: await rendered() }, before, path);
  }
  // A new request is read from the release and rendered, and both counts show it.
  const before = { reads: reads(), rendered: await rendered() };
  for (const path of ['/cities/faro', '/data/quality-of-life/porto', '/cities?country=andorra'])
    assert.equal((await service.get(path, other)).status, 200);
  assert.ok(reads() >= before.reads + 2, `${reads() - before.reads} reads`);
  assert.ok((await rendered()) >= before.rendered + 3);
});

test('pipelined responses keep their order, of repeated requests and of new ones', async () => {
  const paths = ['/v1/cities/lisbon', '/v1/cities/porto', '/v1/countries/portugal'];
  for (const path of paths) await exchange(address, path, { headers: bearer(other) });
  const answers = [];
  for (const path of paths) answers.push(await exchange(address, path, { headers: bearer(other) }));
  const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${other}\r\n`;
  const [first = '', second = '', third = ''] = paths.map(head);
  const together = await exchangeBytes(
    address,
    `${first}\r\n${second}\r\n${head('/v1/cities/nowhere')}\r\n${third}Connection: close\r\n\r\n`,
  );
  const positions = [...answers.map(({ text }) => text), '"city_not_found"'].map((text) =>
    together.text.indexOf(text, -1),
  );
  const [lisbon = -1, porto = -1, portugal = -1, nowhere = -1] = positions;
  assert.ok(lisbon === 0 && lisbon < porto && porto < nowhere && nowhere < portugal, positions.join());
});

test('a revoked or expired key stops working for repeated requests too', async () => {
  const revoked = await service.key();
  const expiring = await service.key();
  const status = async ({ token }: Holder) =>
    (await exchange(address, '/v1/cities/lisbon', { headers: bearer(token) })).status;
  for (const holder of [revoked, expiring, revoked, expiring]) assert.equal(await status(holder), 200);
  const elsewhere = await openStore(service.home, { busyMilliseconds: 1000 });
  await revokeKey(elsewhere.database, revoked.id);
  await expireKey(elsewhere.database, expiring.id, new Date(Date.now() + 1500));
  await elsewhere.close();
  await until('the revoked key is refused', async () => (await status(revoked)) === 401);
  await until('the expired key is refused', async () => (await status(expiring)) === 401);
});

/** New spellings of a target below /v1: each percent-encodes other letters of it. */
function* spellingsOf(target: string): Generator<string> {
  const start = '/v1/'.length;
  for (let mask = 1n; ; mask++) {
    let bits = mask;
    const spelt = target.slice(start).replace(/[a-z]/gi, (letter) => {
      const encoded = (bits & 1n) === 1n;
      bits >>= 1n;
      return encoded ? `%${letter.charCodeAt(0).toString(16)}` : letter;
    });
    yield target.slice(0, start) + spelt;
  }
}

/**
 * A response without the parts that always differ: time, id, URL, and seconds of the limits. Both keys send from one address, so
 * what is left of its failed authentications is excluded too.
 */
function lasting({ status, rawHeaders, text }: Answer, target: string): unknown {
  const ofAddress = rawHeaders.some((value) => value.startsWith('"failed-authentication"'));
  const passing = /^(Date|X-Request-Id|X-RateLimit-Reset|Retry-After|Content-Length)$/;
  const headers: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]];
    if (passing.test(name) || (ofAddress && /ratelimit/i.test(name))) headers.push(name);
    else headers.push(`${name}: ${value.replace(/t=\d+/g, 't=')}`);
  }
  const [path = ''] = target.split('?');
  const body = text
    .replaceAll(path, 'PATH')
    .replace(/"request_id":"[^"]*"/, '')
    .replace(/in \d+ seconds|"retry_after":\d+/g, '');
  return { status, headers, body };
}

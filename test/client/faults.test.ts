import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { getEventListeners, once } from 'node:events';
import { beforeEach, test } from 'node:test';
import { inspect } from 'node:util';
import { systemClock } from '../../client/src/clock.ts';
import {
  type ApiRequest,
  ConnectionError,
  DamagedDownloadError,
  LocationData,
  LocationDataError,
  type LocationDataOptions,
  MalformedResponseError,
  MemoryCache,
  ProblemError,
  ReleaseChangedError,
  TimeoutError,
  UnexpectedReleaseError,
} from '../../client/src/index.ts';
import {
  cut,
  json,
  partOf,
  problem,
  type Reaction,
  startFaultyService,
} from '../support/client/faulty-service.ts';
import { PatientClock } from '../support/client/patient-clock.ts';

const TIMEOUT = 30_000;
const service = await startFaultyService();
const LISBON = { id: 'lisbon' };
let clock = new PatientClock(TIMEOUT);

beforeEach(() => {
  clock = new PatientClock(TIMEOUT);
});

function client(options: LocationDataOptions = {}): LocationData {
  return new LocationData({
    baseUrl: service.url,
    apiKey: 'key',
    timeout: TIMEOUT,
    clock,
    random: () => 0,
    ...options,
  });
}

const lisbon = (options?: LocationDataOptions) => client(options).cities.get('lisbon');

test('after a 429, the client waits as long as Retry-After says', async () => {
  service.react(problem(429, 'rate_limit_exceeded', { 'retry-after': '7' }), json(LISBON));
  assert.deepEqual(await lisbon(), LISBON);
  assert.deepEqual(clock.waits, [7000]);
});

test('the error of a 429 has the seconds after which to ask again', async () => {
  service.react(problem(429, 'rate_limit_exceeded', { 'retry-after': '7' }));
  await assert.rejects(lisbon({ maxRetries: 0 }).withResponse(), { status: 429, retryAfter: 7 });
  service.react(problem(404, 'city_not_found'));
  await assert.rejects(lisbon().withResponse(), { status: 404, retryAfter: null });
});

test('a place without a name is refused, and no request is sent', async () => {
  const lds = client();
  const asked = service.requests.length;
  for (const ask of [
    lds.cities.get,
    lds.cities.similar,
    lds.countries.get,
    lds.costOfLiving.city,
    lds.costOfLiving.country,
    lds.qualityOfLife.city,
    lds.qualityOfLife.country,
    lds.history.city,
    lds.history.country,
  ] as ((id: unknown) => ApiRequest<unknown>)[])
    for (const id of ['', ' ', '..', null, ['a', 'b']])
      await assert.rejects(ask(id).withResponse(), {
        name: 'LocationDataError',
        message: `${JSON.stringify(id)} is not the id or name of a place.`,
      });
  assert.equal(service.requests.length, asked);
});

test('a list that was not read says how to read it', async () => {
  const { countries } = client();
  assert.match(inspect(await countries.list()), /^List, .*for await.*all\(\).*page\(\)/);
});

test('Retry-After may be a date', async () => {
  const date = new Date(clock.now() + 9000).toUTCString();
  service.react(problem(503, 'unavailable', { 'retry-after': date }), json(LISBON));
  await lisbon();
  assert.deepEqual(clock.waits, [9000]);
});

test('a request that would have to wait for more than a minute fails at once', async () => {
  service.react(problem(429, 'rate_limit_exceeded', { 'retry-after': '61' }));
  await assert.rejects(lisbon().withResponse(), { name: 'ProblemError', status: 429 });
  assert.deepEqual([clock.waits, service.requests.length], [[], 1]);
});

for (const [what, reaction, expected] of [
  ['a 500', problem(500, 'internal_error'), ProblemError],
  ['a 408', problem(408, 'request_timeout'), ProblemError],
  ['a connection that is cut', cut, ConnectionError],
  ['a body that is cut', partOf('{"id":', { closes: true }), ConnectionError],
  ['a body that is not JSON', json(undefined), MalformedResponseError],
] as const) {
  test(`${what} is tried three times in total, with longer and longer waits`, async () => {
    service.react(reaction);
    await assert.rejects(lisbon().withResponse(), expected);
    assert.deepEqual([clock.waits, service.requests.length], [[500, 1000], 3]);
  });

  test(`after ${what} the next response counts`, async () => {
    service.react(reaction, json(LISBON));
    assert.deepEqual(await lisbon(), LISBON);
  });
}

test('waits are shortened at random by up to a half', async () => {
  service.react(cut, json(LISBON));
  await lisbon({ random: () => 1 });
  assert.deepEqual(clock.waits, [250]);
});

test('a request that would fail again is not retried', async () => {
  service.react(problem(404, 'city_not_found'));
  await assert.rejects(lisbon().withResponse(), { code: 'city_not_found', requestId: 'r1' });
  assert.equal(service.requests.length, 1);
});

test('an error page of a proxy is an error too', async () => {
  service.react((response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
  await assert.rejects(lisbon({ maxRetries: 0 }).withResponse(), { status: 502, code: 'unknown' });
});

test('the key follows no redirect', async () => {
  service.react((response) => response.writeHead(308, { location: `${service.url}/elsewhere` }).end());
  await assert.rejects(lisbon().withResponse(), { status: 308 });
  assert.equal(service.requests.length, 1);
});

test('a slow response body times out', async () => {
  const sent = Promise.withResolvers<void>();
  service.react((response, request) => {
    partOf('{"id":', { closes: false })(response, request);
    sent.resolve();
  });
  const request = lisbon({ maxRetries: 0 }).withResponse();
  await sent.promise;
  clock.expire();
  await assert.rejects(request, TimeoutError);
});

test('a cancelled request rejects with the reason, ends its connection and leaves nothing behind', async () => {
  const arrived = Promise.withResolvers<Parameters<Reaction>>();
  service.react((...exchange) => arrived.resolve(exchange));
  const controller = new AbortController();
  const request = client().cities.get('lisbon', {}, { signal: controller.signal }).withResponse();
  const [response] = await arrived.promise;
  const closed = once(response, 'close');
  const reason = new Error('no longer needed');
  controller.abort(reason);
  await assert.rejects(request, reason);
  await closed;
  assert.deepEqual([getEventListeners(controller.signal, 'abort').length, clock.running], [0, 0]);
  assert.equal(service.requests.length, 1);
});

test('a request that ended leaves no listener and no timer', async () => {
  service.react(json(LISBON));
  const { signal } = new AbortController();
  await client().cities.get('lisbon', {}, { signal });
  assert.deepEqual([getEventListeners(signal, 'abort').length, clock.running], [0, 0]);
});

test('cancelling between two attempts ends the waiting', async () => {
  service.react(problem(503, 'unavailable'));
  const controller = new AbortController();
  const sleep = () => {
    controller.abort(new Error('enough'));
    return Promise.resolve();
  };
  const impatient = { now: () => 0, sleep: (ms: number) => (ms === TIMEOUT ? Promise.race([]) : sleep()) };
  const { signal } = controller;
  await assert.rejects(client({ clock: impatient }).cities.get('lisbon', {}, { signal }).withResponse(), {
    message: 'enough',
  });
  assert.equal(service.requests.length, 1);
});

test('responses of a new release replace cached responses of the old one', async () => {
  const release = (version: string, population: number) =>
    json({ id: 'lisbon', population }, { etag: `"${version}"`, 'x-dataset-release': version });
  const unchanged: Reaction = (response) =>
    response.writeHead(304, { etag: '"2026.1.1"', 'x-dataset-release': '2026.1.1' }).end();
  service.react(release('2026.1.1', 1), unchanged, release('2026.2.1', 2), release('2026.2.1', 2));
  const caching = client({ cache: new MemoryCache() });
  const seen = [];
  for (let request = 0; request < 4; request++) {
    const { data, response } = await caching.cities.get('lisbon').withResponse();
    seen.push([data.population, response.release, response.isCached]);
  }
  assert.deepEqual(seen, [
    [1, '2026.1.1', false],
    [1, '2026.1.1', true],
    [2, '2026.2.1', false],
    [2, '2026.2.1', false],
  ]);
  assert.deepEqual(
    service.requests.map(({ headers }) => headers['if-none-match']),
    [undefined, '"2026.1.1"', '"2026.1.1"', '"2026.2.1"'],
  );
});

test('a full cache drops the least recently used response', () => {
  const cache = new MemoryCache(10);
  const keep = (key: string) => cache.set(key, { etag: key, body: 'four', headers: [] });
  keep('one');
  keep('two');
  cache.get('one');
  keep('three');
  assert.deepEqual(
    ['one', 'two', 'three'].filter((key) => cache.get(key) !== undefined),
    ['one', 'three'],
  );
});

test('a response from another release than the expected one is refused, and not kept', async () => {
  service.react(json(LISBON, { etag: '"a"', 'x-dataset-release': '2026.2.1' }));
  const pinned = client({ cache: new MemoryCache(), expectRelease: '2026.1.1' });
  for (let request = 0; request < 2; request++)
    await assert.rejects(
      pinned.cities.get('lisbon').withResponse(),
      (error) => error instanceof UnexpectedReleaseError && error.actual === '2026.2.1',
    );
  assert.equal(service.requests[1]?.headers['if-none-match'], undefined);
});

test('if a release is published between two pages, the loop ends with a specific error', async () => {
  const link = `<${service.url}/v1/cities?limit=1000&cursor=next>; rel="next"`;
  service.react(json([LISBON], { link }), problem(400, 'invalid_cursor'));
  await assert.rejects(Array.fromAsync(client().cities.list()), ReleaseChangedError);
  assert.equal(service.requests[1]?.url, '/v1/cities?limit=1000&cursor=next');
});

const FILE = Buffer.alloc(100_000, 'location data ');
const FILE_HEADERS = { etag: `"${createHash('sha256').update(FILE).digest('hex')}"` };

/** Sends the file from the byte that the request asks for, and closes the connection after this many bytes. */
function fileUpTo(bytes: number): Reaction {
  return (response, { headers: { range } }) => {
    const start = Number(/\d+/.exec(range ?? '0')?.[0]);
    response.writeHead(start === 0 ? 200 : 206, { ...FILE_HEADERS, 'content-length': FILE.length - start });
    if (start + bytes >= FILE.length) response.end(FILE.subarray(start));
    else response.write(FILE.subarray(start, start + bytes), () => response.destroy());
  };
}

async function downloaded(): Promise<Buffer> {
  const { stream } = await client().release.download('parquet');
  return Buffer.concat(await Array.fromAsync(stream));
}

test('a download continues where its connection broke', async () => {
  service.react(fileUpTo(40_000));
  assert.ok((await downloaded()).equals(FILE));
  const [first, second] = service.requests.map(({ headers }) => headers);
  assert.deepEqual([first?.range, second?.['if-range']], [undefined, FILE_HEADERS.etag]);
  assert.match(String(second?.range), /^bytes=\d+-$/);
});

test('a download that is altered in transit fails at its end', async () => {
  service.react((response) => response.writeHead(200, FILE_HEADERS).end('something else'));
  await assert.rejects(downloaded, DamagedDownloadError);
});

test('a download without a hash is refused, and its connection is closed', async () => {
  const arrived = Promise.withResolvers<Parameters<Reaction>>();
  service.react((...exchange) => {
    exchange[0].writeHead(200).write('part');
    arrived.resolve(exchange);
  });
  const refused = assert.rejects(downloaded, DamagedDownloadError);
  const [response] = await arrived.promise;
  await Promise.all([once(response, 'close'), refused]);
});

test('if a file is replaced during its download, the old and new versions are not mixed', async () => {
  service.react(fileUpTo(40_000), (response) => response.writeHead(200, { etag: '"new"' }).end('new'));
  await assert.rejects(downloaded, DamagedDownloadError);
});

test('when a program stops reading a download, its connection is closed', async () => {
  const arrived = Promise.withResolvers<Parameters<Reaction>>();
  service.react((...exchange) => {
    exchange[0].writeHead(200, FILE_HEADERS).write('part');
    arrived.resolve(exchange);
  });
  const { stream } = await client().release.download('parquet');
  const [response] = await arrived.promise;
  const closed = once(response, 'close');
  await stream.cancel();
  await closed;
});

test('without arguments, address and key come from the environment', async () => {
  service.react(json(LISBON));
  Object.assign(process.env, { LDS_URL: `${service.url}/v1/`, LDS_API_KEY: 'from-environment' });
  try {
    await new LocationData().cities.get('lisbon');
  } finally {
    delete process.env.LDS_URL;
    delete process.env.LDS_API_KEY;
  }
  assert.equal(service.requests[0]?.headers.authorization, 'Bearer from-environment');
});

test('a client without address or key says what is missing', () => {
  assert.throws(() => new LocationData({ apiKey: 'key' }), /baseUrl/);
  assert.throws(() => new LocationData({ baseUrl: service.url }), /apiKey/);
  assert.throws(() => new LocationData({ baseUrl: 'example.org', apiKey: 'key' }), /https/);
});

test('a key that was copied with a line break is refused without being repeated', () => {
  assert.throws(
    () => client({ apiKey: 'secret\n' }),
    (error: Error) => !error.message.includes('secret'),
  );
});

test('cancelling a wait ends it at once, and leaves no timer', async () => {
  const controller = new AbortController();
  const timersBefore = process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
  const slept = systemClock.sleep(3_600_000, controller.signal);
  controller.abort();
  await slept;
  await systemClock.sleep(0, new AbortController().signal);
  await systemClock.sleep(3_600_000, controller.signal);
  const timers = process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
  assert.deepEqual([timers, getEventListeners(controller.signal, 'abort').length], [timersBefore, 0]);
});

test('in a browser, a client with a key refuses to start unless the program allows it', () => {
  Object.assign(globalThis, { document: {} });
  try {
    assert.throws(() => client(), LocationDataError);
    client({ dangerouslyAllowBrowser: true });
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { Pool } from 'undici';
import { Overload } from '../../src/service/http/overload.ts';
import { bearer } from '../support/http/exchange.ts';
import { atEnd, file, type Lifetime } from '../support/lifetime.ts';
import { completeHome, createKey, preparedHome, serve, UNLIMITED, until } from '../support/processes/lds.ts';

/** Each client has a request in progress that costs a millisecond or two: more than half a second of work at any time. */
const CONNECTIONS = 400;

/** For tests in which it does not matter what a request costs. */
const small = await serve(file, await preparedHome(file), { LDS_LOG_REQUESTS: 'none' });

test('while one account overloads the service, its successful responses stay fast, its others are immediate 503s, no look-up of another account is refused, and the service recovers', async (t) => {
  const home = await completeHome(t);
  const { address, token, stderr } = await serve(t, home, { ...UNLIMITED, LDS_LOG_REQUESTS: 'all' });
  const headers = bearer(token);
  // A key from the command line counts as an account of its own.
  const other = bearer(await createKey(home, 'other'));
  const pool = new Pool(address, { connections: CONNECTIONS, pipelining: 1 });
  atEnd(() => pool.destroy());
  const times = new Map<number, number[]>([
    [200, []],
    [503, []],
  ]);
  let refusal: { headers: Record<string, unknown>; body: string } | undefined;
  let flooding = true;
  let asked = 0;
  const client = async () => {
    // Until its first response a client also waits for its connection, and the server accepts one per turn.
    for (let turn = 0; flooding; turn++) {
      const startedAt = performance.now();
      const answer = await pool.request({ path: expensivePath(asked++), method: 'GET', headers });
      if (answer.statusCode === 503) refusal ??= { headers: answer.headers, body: await answer.body.text() };
      else await answer.body.dump();
      if (turn > 0) times.get(answer.statusCode)?.push(performance.now() - startedAt);
    }
  };
  const clients = Array.from({ length: CONNECTIONS }, client);
  const refusals = () => times.get(503)?.length ?? 0;
  await until('requests have been refused for a while', () => refusals() > CONNECTIONS / 2);
  const before = refusals();
  let lookUps = 0;
  const isRefused = async () => {
    const path = `/v1/cities?min_population=${50_000 + lookUps++}&limit=10`;
    const response = await fetch(address + path, { headers: other });
    await response.arrayBuffer();
    assert.ok(response.status === 200 || response.status === 503);
    return response.status === 503;
  };
  // On a machine busy with other things a look-up may be late without the account that overloads the service.
  let inARow = 0;
  for (let tries = 0; inARow < 50; tries++) {
    assert.ok(tries < 5, 'no fifty look-ups of another account without a refusal');
    for (inARow = 0; inARow < 50 && !(await isRefused()); inARow++);
  }
  await until('the other account’s requests are still refused', () => refusals() > before);

  // On a connection of its own, which has to be accepted first.
  const health = await fetch(`${address}/readyz`);
  assert.deepEqual(
    [health.status, ((await health.json()) as { degraded: string[] }).degraded],
    [200, ['load']],
  );
  flooding = false;
  await Promise.all(clients);

  assert.equal(refusal?.headers['retry-after'], '1');
  const problem = JSON.parse(refusal?.body ?? '{}') as Record<string, unknown>;
  assert.deepEqual(
    [problem.code, problem.status, problem.request_id],
    ['unavailable', 503, refusal?.headers['x-request-id']],
  );
  const [answered, refused] = [percentile99(times.get(200)), percentile99(times.get(503))];
  t.diagnostic(`p99: answered ${answered.toFixed(0)} ms, refused ${refused.toFixed(0)} ms`);
  // A request is started before it has waited for as long as those that are refused, or it is one of them. On a busy machine both
  // wait for longer.
  assert.ok(answered < 2 * refused, `p99: answered ${answered} ms, refused ${refused} ms`);

  const logged = stderr()
    .split('\n')
    .filter((line) => line.includes('"route":"listCities"'))
    .map((line) => (JSON.parse(line) as { ms: number }).ms);
  const median = logged.toSorted((one, other) => one - other)[Math.floor(logged.length / 2)] ?? 0;
  assert.ok(median > 100, `the log tells of ${median} ms, and not of those that a request waited`);

  const after = await fetch(`${address}/v1/cities/lisbon`, { headers });
  assert.equal(after.status, 200);
  await until('it is ready again', async () => {
    const { status } = (await (await fetch(`${address}/readyz`)).json()) as { status: string };
    return status === 'ready';
  });
});

test('connections that send without waiting for responses do not fill the queue for others', async (t) => {
  const floods = Array.from({ length: 25 }, () => flood(t, 15_000));
  await until('each of them is read', () => floods.every(({ bytesRead }) => bytesRead > 0));
  for (let index = 0; index < 10; index++) {
    const { status, body } = await fetch(`${small.address}/docs/none-${index}`);
    await body?.cancel();
    assert.equal(status, 404);
  }
});

test('a queued request gets its response even when its client has closed its side of the connection', async (t) => {
  const crowd = flood(t, 10);
  await until('it is read', () => crowd.bytesRead > 0);
  for (let index = 0; index < 40; index++) {
    const { hostname, port } = new URL(small.address);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.end('GET /v1/cities/lisbon HTTP/1.1\r\nHost: localhost\r\n\r\n');
    assert.match(await text(socket), /^HTTP\/1\.1 (401|429|503) /);
  }
});

/** Tasks for an Overload whose clock advances only while a task runs; records the outcome of each, in order. */
function desk() {
  let now = 1000;
  const lines: unknown[] = [];
  const overload = new Overload({ warn: (line: unknown) => lines.push(line) }, () => now);
  const fates: string[] = [];
  return {
    overload,
    fates,
    lines,
    admit(name: string, milliseconds: number, holder = 'one') {
      overload.schedule({
        connection: new Socket(),
        origin: { route: name, keyId: holder },
        holder,
        work() {
          fates.push(name);
          now += milliseconds;
        },
        refuse: () => fates.push(`${name} refused`),
      });
    },
  };
}

const nextTurn = () => new Promise(setImmediate);

test('a new client is accepted after a few turns, not after all clients that keep sending', async () => {
  // The clock advances only with work: turns are as long on a busy machine.
  let now = 1000;
  let worked = 0;
  const overload = new Overload({ warn() {} }, () => now);
  const server = createServer(({ socket }, response) =>
    overload.schedule({
      connection: socket,
      origin: { route: 'none' },
      holder: 'one',
      work() {
        now += 2;
        worked++;
        response.end();
      },
      refuse: () => response.writeHead(503).end(),
    }),
  );
  server.listen(0, '127.0.0.1');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (let client = 0; client < CONNECTIONS; client++) keepSending(port);
  await until('requests are refused', () => overload.refused > CONNECTIONS);
  for (let client = 0; client < 20; client++) {
    // While requests are read: the turn is yet to come.
    await once(server, 'request');
    const before = worked;
    let waitedFor = Number.POSITIVE_INFINITY;
    server.once('connection', () => {
      waitedFor = worked - before;
    });
    const socket = connect(port, '127.0.0.1');
    await until('it is accepted', () => waitedFor < Number.POSITIVE_INFINITY);
    socket.destroy();
    // A turn has time for three.
    assert.ok(waitedFor <= 10 * 3, `it waited for ${waitedFor} others`);
  }
});

test('a client does not wait behind those of another holder that open a connection for every request', async () => {
  let now = 1000;
  const overload = new Overload({ warn() {} }, () => now);
  const server = createServer({ keepAliveTimeout: 1 }, ({ socket, url = '' }, response) =>
    overload.schedule({
      connection: socket,
      origin: { route: 'none' },
      holder: url,
      work() {
        now += 10;
        response.setHeader('Connection', 'close').end();
      },
      refuse: () => response.writeHead(503, { Connection: 'close' }).end(),
    }),
  ).on('connection', () => overload.noteConnection());
  server.listen(0, '127.0.0.1');
  let flooding = true;
  atEnd(() => {
    flooding = false;
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let answered = 0;
  const flood = async () => {
    for (; flooding; answered++) await askOnce(port, '/flood');
  };
  for (let client = 0; client < CONNECTIONS; client++) void flood();
  await until('the flood is under way', () => answered > CONNECTIONS);
  for (let client = 0; client < 10; client++) {
    const before = now;
    assert.match(await askOnce(port, '/other'), /^HTTP\/1\.1 200/);
    assert.ok(now - before < 250, `it waited for ${now - before} ms of work`);
  }
});

test('under low load, every request runs as it arrives', async () => {
  const { admit, fates } = desk();
  for (let index = 0; index < 50; index++) {
    admit(String(index), 9);
    assert.equal(fates.length, index + 1);
    await nextTurn();
  }
});

test('each turn runs five milliseconds of a burst, and nothing is refused or overtaken', async () => {
  const { admit, fates } = desk();
  const names = Array.from({ length: 23 }, (_, index) => String(index));
  for (const name of names) admit(name, 2);
  assert.deepEqual(fates, names.slice(0, 3));
  for (const done of [6, 9, 12, 15, 18, 21]) {
    await nextTurn();
    assert.deepEqual(fates, names.slice(0, done));
  }
  admit('late', 2);
  await nextTurn();
  assert.deepEqual(fates, [...names, 'late']);
});

test('a request that has waited for more than a quarter of a second is refused, and later ones are not', async () => {
  const { admit, fates, overload } = desk();
  for (let index = 0; index < 200; index++) admit(String(index), 2);
  while (fates.length < 200) await nextTurn();
  assert.equal(fates.filter((fate) => fate.endsWith('refused')).length, overload.refused);
  // Three run at once; of the waiting ones, as many as can start within 250 ms.
  assert.equal(overload.refused, 200 - 3 - 126);
  assert.equal(overload.isPresent, true);
  admit('late', 2);
  assert.equal(fates.at(-1), 'late');
});

test('the log names the keys and routes that took most of the time before requests were refused', async () => {
  const { admit, fates, lines, overload } = desk();
  for (let index = 0; index < 4; index++) admit('cheap', 1, 'key_much');
  for (let index = 0; index < 200; index++) admit('dear', 4, 'key_dear');
  while (!fates.some((fate) => fate.endsWith('refused'))) await nextTurn();
  const { busiest } = lines[0] as { busiest: { key_id: string; route: string; ms: number }[] };
  assert.deepEqual(
    busiest.map(({ key_id, route }) => `${key_id} ${route}`),
    ['key_dear dear', 'key_much cheap'],
  );
  assert.equal(busiest[1]?.ms, 4);
  assert.equal(overload.worked.get('dear'), 4 * fates.filter((fate) => fate === 'dear').length);
});

test('one slow request does not cause those behind it to be refused', async () => {
  const { admit, fates } = desk();
  admit('long', 4000);
  for (const name of ['a', 'b', 'c']) admit(name, 2);
  await nextTurn();
  assert.deepEqual(fates, ['long', 'a', 'b', 'c']);
});

test('no more requests wait than can start in time, so that many connections do not fill the memory', async () => {
  const { admit, fates, overload } = desk();
  for (let index = 0; index < 2510; index++) admit(String(index), 10);
  assert.deepEqual(fates, ['0', ...Array.from({ length: 9 }, (_, index) => `${2501 + index} refused`)]);
  assert.equal(overload.refused, 9);
});

test('a holder with one request does not wait behind a hundred of another holder', async () => {
  const { admit, fates } = desk();
  for (let index = 0; index < 100; index++) admit(`many ${index}`, 3, 'many');
  await nextTurn();
  const begun = fates.length;
  admit('single', 3, 'single');
  await nextTurn();
  assert.ok(fates.slice(begun, begun + 2).includes('single'), fates.slice(begun).join());
});

test('holders get equal shares of the time, however many requests they send', async () => {
  const { admit, fates } = desk();
  for (let index = 0; index < 200; index++) admit('long', 4, 'long');
  for (let index = 0; index < 40; index++) admit('short', 1, 'short');
  while (fates.filter((name) => name === 'short').length < 40) await nextTurn();
  const long = fates.filter((name) => name === 'long').length;
  assert.ok(long >= 9 && long <= 14, `${long} requests of 4 ms beside 40 of 1 ms`);
});

test('a connection may bypass the queue a few times per turn, and is closed if it pipelines without limit', () => {
  let now = 1000;
  const overload = new Overload({ warn() {} }, () => now);
  const [busy, flooding, other] = [new Socket(), new Socket(), new Socket()];
  const places = (connection: Socket, requests: number) =>
    Array.from({ length: requests }, () => overload.positionOf(connection));
  assert.deepEqual(places(busy, 20), [...Array(16).fill('pass'), ...Array(4).fill('queue')]);
  assert.deepEqual(places(flooding, 202).slice(198), ['queue', 'last', 'late', 'late']);
  assert.deepEqual(places(other, 1), ['pass']);
  now += 6;
  assert.deepEqual(places(busy, 1), ['pass']);
  assert.deepEqual(places(flooding, 1), ['late']);
});

test('if too many requests wait, only the holder with the most loses one', async () => {
  const { admit, fates } = desk();
  for (let index = 0; index < 2501; index++) admit(`many ${index}`, 10, 'many');
  for (const name of ['a', 'b', 'c']) admit(name, 10, name);
  assert.deepEqual(
    fates,
    ['many 0', 'many 2500', 'many 2499', 'many 2498'].map((name, index) =>
      index === 0 ? name : `${name} refused`,
    ),
  );
  while (fates.length < 2504) await nextTurn();
  for (const name of ['a', 'b', 'c']) assert.ok(fates.includes(name), `${name} was refused`);
});

test('a request that waits too long is refused in time, even while others are served first', async () => {
  const { admit, fates } = desk();
  for (let index = 0; index < 300; index++) admit(`many ${index}`, 4, 'many');
  let others = 0;
  // Another holder sends a little work in every turn, and goes first.
  while (!fates.some((fate) => fate.endsWith('refused'))) {
    admit(`other ${others}`, 1, `other ${others++}`);
    await nextTurn();
    assert.ok(others < 500, 'nobody is ever refused');
  }
  assert.deepEqual(
    fates.filter((fate) => fate.startsWith('other') && fate.endsWith('refused')),
    [],
  );
});

/** The response to a request on a connection of its own. */
function askOnce(port: number, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  atEnd(() => socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return text(socket).catch(() => '');
}

/** A client that sends its next request when it has the response to the last one. */
function keepSending(port: number): void {
  const socket = connect(port, '127.0.0.1');
  atEnd(() => socket.destroy());
  const send = () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  socket.on('error', () => {}).on('data', send);
  send();
}

/** Requests with a header of that length, as many as the connection takes; responses are read and discarded. */
function flood(t: Lifetime, length: number): Socket {
  const { hostname, port } = new URL(small.address);
  const socket = connect(Number(port), hostname);
  atEnd(() => socket.destroy(), t);
  socket.on('error', () => {});
  socket.resume();
  const requests =
    `GET /v1/cities/lisbon HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(length)}\r\n\r\n`.repeat(1000);
  const send = () => {
    while (socket.writable && socket.write(requests));
  };
  socket.on('drain', send);
  send();
  return socket;
}

/** A different value each time, so that no response is in memory. */
function expensivePath(request: number): string {
  const latitude = (44 + ((request * 0.777) % 10)).toFixed(4);
  const longitude = ((request * 0.331) % 20).toFixed(4);
  return `/v1/cities?near=${latitude},${longitude}&radius_km=1000&limit=1`;
}

function percentile99(times: readonly number[] = []): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

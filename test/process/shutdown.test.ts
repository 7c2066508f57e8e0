import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { atEnd, type Lifetime } from '../support/lifetime.ts';
import { countedRequests } from '../support/processes/counted-requests.ts';
import {
  completeHome,
  get,
  preparedHome,
  type RunningService,
  serve,
  UNLIMITED,
  until,
} from '../support/processes/lds.ts';
import {
  answers,
  type Client,
  load,
  nodeClient,
  UNHURRIED_MILLISECONDS,
  undiciClient,
} from '../support/processes/load.ts';

/** Requests left at the deadline are cut and fail; a busy machine needs longer than an idle one. */
const SHUTDOWN = { LDS_SHUTDOWN_SECONDS: '4' };

const CLIENTS: Record<string, { client: (service: RunningService) => Client; parallel: number }> = {
  'kept-alive connections': {
    client: ({ address, token }) => undiciClient(address, token, 1),
    parallel: 8,
  },
  'kept-alive connections of node:http': {
    client: ({ address, token }) => nodeClient(address, token, { keepAlive: true, maxSockets: 8 }),
    parallel: 8,
  },
  'pipelined requests': {
    client: ({ address, token }) => undiciClient(address, token, 8),
    parallel: 64,
  },
  'a connection for every request': {
    client: ({ address, token }) => nodeClient(address, token, { keepAlive: false }),
    parallel: 8,
  },
};

describe('stopping', { concurrency: 2 }, () => {
  test('SIGTERM fails no request, however clients send them, and counts every response', async (t) => {
    const home = await preparedHome(t);
    const service = await serve(t, home, { ...UNLIMITED, ...SHUTDOWN });
    const paths = Array.from({ length: 30 }, (_, n) => `/v1/cities?country=portugal&limit=${1 + n}`);
    // What is in memory waits for no turn, so a busy machine does not make it an overload.
    const first = undiciClient(service.address, service.token, 1);
    for (const path of paths) assert.equal(await first.request(path), 200);
    await first.close();
    const path = (n: number) => String(paths[n % paths.length]);
    const loads = Object.entries(CLIENTS).map(([name, { client, parallel }]) => ({
      name,
      ...load(client(service), parallel, path),
    }));
    for (const { name, tally } of loads)
      await until(`the load is under way, with ${name}`, () => answers(tally) > 300);

    const { code, signal } = await service.end('SIGTERM');
    await Promise.all(loads.map(({ stop }) => stop()));

    for (const { name, tally } of loads) {
      // Refused connections are fine: once the server has stopped listening there is no other way, and no request was sent on
      // them.
      assert.deepEqual(tally.failed, new Map(), name);
      assert.deepEqual([...tally.answered.keys()], [200], name);
    }
    assert.deepEqual({ code, signal }, { code: 0, signal: null });
    assert.equal(
      countedRequests(home),
      loads.reduce((sum, { tally }) => sum + answers(tally), paths.length),
    );
  });

  test('while it stops, /readyz says 503 and requests still get responses; one that never completes is cut off at the deadline', async (t) => {
    const service = await serve(t, await preparedHome(t), { ...UNLIMITED, ...SHUTDOWN });
    const client = undiciClient(service.address, service.token, 1);
    const responses: string[] = [];
    const recorded = {
      ...client,
      async request(path: string) {
        const status = await client.request(path);
        responses.push(`${path} ${status}`);
        return status;
      },
    };
    // Requests that keep coming: without any, it stops listening.
    const paths = ['/readyz', '/v1/cities/lisbon'];
    const { tally, stop } = load(recorded, 8, (n) => String(paths[n % 2]), UNHURRIED_MILLISECONDS);
    await until('the load is under way', () => answers(tally) > 20);
    assert.ok(!responses.includes('/readyz 503'));
    const incomplete = await connected(t, service);
    incomplete.write('GET /v1/cities/lisbon HTTP/1.1\r\nHost: here\r\n');
    assert.equal((await service.end('SIGTERM')).code, 0);
    await stop();
    assert.deepEqual(tally.failed, new Map());
    const whileStopping = responses.slice(responses.indexOf('/readyz 503'));
    assert.ok(whileStopping.includes('/v1/cities/lisbon 200'), whileStopping.join());
    assert.deepEqual(new Set(responses), new Set(['/readyz 200', '/v1/cities/lisbon 200', '/readyz 503']));
  });

  test('a slow reader gets the complete response to a request from before SIGTERM', async (t) => {
    const home = await completeHome(t);
    const service = await serve(t, home, { ...UNLIMITED, LDS_USAGE_FLUSH_SECONDS: '1' });
    // More than the buffers of both sockets hold, so the rest waits in the server.
    const requests = 60;
    const socket = await connected(t, service);
    const request = requestText('/v1/cities?limit=1000', service.token);
    socket.pause().write(request.repeat(requests));
    await until('all have been answered', () => countedRequests(home) === requests);
    const ended = service.end('SIGTERM');
    await until('nobody listens', async () => !(await isListening(service)));
    // Enough time for a premature end to cut it off.
    await delay(400);
    const received = await readToEnd(socket);
    assert.equal(received.split('HTTP/1.1 200 OK\r\n').length - 1, requests);
    assert.equal(received.split('\r\n\r\n').filter(isWholeList).length, requests);
    assert.equal((await ended).code, 0);
  });

  test('idle connections and more signals do not delay the end, and usage is written although another process is writing', {
    timeout: 180_000,
  }, async (t) => {
    const home = await preparedHome(t);
    const settings = { LDS_SHUTDOWN_SECONDS: '300', LDS_USAGE_FLUSH_SECONDS: '60' };
    const service = await serve(t, home, settings);
    await connected(t, service);
    const used = await connected(t, service);
    used.write(requestText('/v1/cities/lisbon', service.token));
    await until('it is answered', () => used.bytesRead > 0);
    for (let request = 0; request < 2; request++) await get(service.address, '/v1/countries', service.token);
    const other = new DatabaseSync(join(home, 'lds.sqlite'));
    atEnd(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    service.process.kill('SIGINT');
    service.process.kill('SIGTERM');
    const ended = service.end('SIGINT');
    await until('nobody listens', async () => !(await isListening(service)));
    await delay(300);
    other.exec('COMMIT');
    // It ends by itself, long before the deadline.
    const { code, stderr } = await ended;
    assert.equal(code, 0, stderr);
    assert.equal(countedRequests(home), 3);
    assert.match(stderr, /"msg":"stopping"\}\n(.*\n)*.*"msg":"stopped"\}\n$/, 'not a crash');
  });
});

async function connected(t: Lifetime, { address }: RunningService): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  atEnd(() => socket.destroy(), t);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('connect', resolve).once('error', reject);
  await promise;
  return socket;
}

function requestText(path: string, token: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${token}\r\n\r\n`;
}

async function isListening(service: RunningService): Promise<boolean> {
  const ends: (() => void)[] = [];
  try {
    await connected({ after: (end) => ends.push(end) }, service);
    return true;
  } catch {
    return false;
  } finally {
    for (const end of ends) end();
  }
}

async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

/** A body, followed by the head of the next response. */
function isWholeList(text: string): boolean {
  return text.startsWith('[{') && /\}\](HTTP\/1\.1 200 OK\r\n.*)?$/s.test(text);
}

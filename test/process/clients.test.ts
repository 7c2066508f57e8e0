import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import type { ProblemDocument } from '../../src/engine/problem-document.ts';
import { atEnd } from '../support/lifetime.ts';
import { until } from '../support/processes/lds.ts';
import type { TestService } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const MAX_CONNECTIONS = 40;
/** Far more than a connection can buffer. */
const FLOOD_BYTES = 50_000_000;

const service = await startSmallService({
  LDS_CLIENT_SECONDS: '1',
  LDS_MAX_CONNECTIONS: String(MAX_CONNECTIONS),
  LDS_METRICS_PORT: '0',
  LDS_PLANS: 'standard=10000000/10s+10000000/day',
});
const { token } = await service.key();

describe('clients that are slow, silent or too many', { concurrency: 6 }, () => {
  test('headers that arrive character by character are 408 request_timeout, and the connection is closed', async () => {
    const client = new RawClient(service);
    const dripping = setInterval(() => client.socket.write('x'), 50);
    atEnd(() => clearInterval(dripping));
    client.socket.write('GET /v1/countries HTTP/1.1\r\nHost: here\r\nX-Slow: ');
    await client.closed;
    assertTimeout(client);
  });

  test('a body that never arrives is 408 request_timeout, and the connection is closed', async () => {
    const client = new RawClient(service);
    const { host } = new URL(service.server.address);
    client.socket.write(
      `POST /dashboard/found-key HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${service.server.address}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"token":`,
    );
    await client.closed;
    assertTimeout(client);
  });

  test('a connection on which nothing was sent is closed without a response', async () => {
    const client = new RawClient(service);
    await client.closed;
    assert.equal(client.received, '');
  });

  test('a client that stops reading a download is disconnected', async () => {
    const client = new RawClient(service);
    client.ask('/v1/release/sqlite', token);
    await until('the download has begun', () => client.received.startsWith('HTTP/1.1 200'));
    client.socket.pause();
    const port = client.socket.localPort;
    await until('it was noted that the client is gone', async () =>
      /lds_answers_total\{route="downloadReleaseSqlite",status="200"\} 1/.test(
        (await service.server.metrics?.()) ?? '',
      ),
    );
    assert.ok(client.socket.bytesRead < FLOOD_BYTES, `${port}`);
    client.socket.resume();
    await client.closed;
    assert.ok(client.socket.bytesRead < FLOOD_BYTES);
  });

  test('the service stops reading from a client that sends endless requests and reads no response, and disconnects it', async () => {
    const client = new RawClient(service);
    client.socket.pause();
    const requests = requestText('/v1/countries', token).repeat(1000);
    let sent = 0;
    while (sent < FLOOD_BYTES && !client.socket.destroyed) {
      sent += requests.length;
      if (client.socket.write(requests)) continue;
      await Promise.race([once(client.socket, 'drain').catch(() => {}), client.closed]);
    }
    assert.ok(sent < FLOOD_BYTES, 'all was read');
  });

  test('two hundred requests in one write get their responses in order', async () => {
    const limits = Array.from({ length: 200 }, (_, index) => 1 + (index % 5));
    const requests = limits.map((limit) => requestText(`/v1/cities?limit=${limit}`, token)).join('');
    // A machine busy with other things may make the service refuse some as overload. Clients then send them again.
    for (let refused = true, tries = 0; refused; tries++) {
      assert.ok(tries < 5, 'some were refused each time');
      const client = new RawClient(service);
      client.socket.write(requests);
      await until('all are answered', () => client.statuses().length === limits.length);
      client.socket.destroy();
      for (const [position, response] of client.received.split('HTTP/1.1 ').slice(1).entries()) {
        const body: unknown = JSON.parse(response.slice(response.indexOf('\r\n\r\n')));
        if (response.startsWith('200')) assert.equal((body as unknown[]).length, limits[position]);
        else assert.equal((body as ProblemDocument).code, 'unavailable');
      }
      refused = client.statuses().some((status) => status !== 200);
    }
  });

  test('a client that closes its side after the request gets its response', async () => {
    const client = new RawClient(service);
    client.socket.end(requestText('/v1/countries/portugal', token));
    await client.closed;
    assert.deepEqual(client.statuses(), [200]);
    assert.match(client.received, /"id":"portugal"/);
  });

  test('thousands of headers are 431, not silently dropped', async () => {
    const client = new RawClient(service);
    client.socket.write(`GET /v1/countries HTTP/1.1\r\nHost: here\r\n${'a:b\r\n'.repeat(5000)}\r\n`);
    await client.closed;
    assert.deepEqual(client.statuses(), [431]);
  });
});

test('excess connections are closed at once, open ones keep working, and freed places are used', async () => {
  const small = await startSmallService({ LDS_MAX_CONNECTIONS: String(MAX_CONNECTIONS) });
  const { token: key } = await small.key();
  const first = new RawClient(small);
  first.ask('/v1/countries/portugal', key);
  await until('the first is answered', () => first.statuses().length === 1);
  const others = Array.from({ length: MAX_CONNECTIONS + 20 }, () => new RawClient(small));
  let closed = 0;
  for (const { closed: gone } of others) void gone.then(() => closed++);
  await until('those beyond are closed', () => closed === 21);
  first.ask('/v1/countries/portugal', key);
  await until('it is answered again', () => first.statuses().length === 2);
  for (const { socket } of others) socket.destroy();
  await until('there is room again', async () => {
    const client = new RawClient(small);
    client.ask('/v1/countries/portugal', key);
    client.socket.end();
    await client.closed;
    return client.statuses()[0] === 200;
  });
  first.socket.destroy();
});

/** A raw connection, and everything received on it. */
class RawClient {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  received = '';

  constructor({ server }: TestService) {
    const { hostname, port } = new URL(server.address);
    this.socket = connect(Number(port), hostname);
    this.socket.setEncoding('latin1').on('data', (text: string) => {
      if (this.received.length < 10_000_000) this.received += text;
    });
    // A client that is cut off may still be writing.
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
    atEnd(() => this.socket.destroy());
  }

  ask(path: string, token: string): void {
    this.socket.write(requestText(path, token));
  }

  statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
  }
}

function requestText(path: string, token: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${token}\r\n\r\n`;
}

function assertTimeout(client: RawClient): void {
  assert.deepEqual(client.statuses(), [408]);
  const body = client.received.slice(client.received.indexOf('\r\n\r\n') + 4);
  assert.equal((JSON.parse(body) as ProblemDocument).code, 'request_timeout');
  assert.match(client.received, /^Connection: close\r$/m);
}

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { holdsUpNobody, LONGEST_BLOCK_MILLISECONDS } from '../../support/event-loop.ts';
import { exchange } from '../../support/http/exchange.ts';
import { RawConnection } from '../../support/http/raw-connection.ts';
import { startSmallService } from '../../support/small-service.ts';

const service = await startSmallService({ LDS_PLANS: 'standard=100000000/10s+1000000000/day' });
const { address } = service.server;
const { token } = await service.key();
const key = `Authorization: Bearer ${token}\r\n`;
const { headers } = await exchange(address, '/v1/cities/lisbon', {
  headers: { Authorization: `Bearer ${token}` },
});
const CONNECTIONS = 16;
/** Every response contains it once. */
const MARK = '\r\nDate: ';

/** Requests so cheap that only their number could block other clients. */
const REQUESTS: Record<string, string> = {
  'health checks': 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
  'readiness checks': 'GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n',
  'requests without a host': 'GET /v1/cities/lisbon HTTP/1.1\r\n\r\n',
  'look-ups that were answered before': `GET /v1/cities/lisbon HTTP/1.1\r\nHost: a\r\n${key}\r\n`,
  'unchanged look-ups': `GET /v1/cities/lisbon HTTP/1.1\r\nHost: a\r\n${key}If-None-Match: ${headers.etag}\r\n\r\n`,
  'requests without a key': 'GET /v1/cities/lisbon HTTP/1.1\r\nHost: a\r\n\r\n',
};

for (const [what, request] of Object.entries(REQUESTS)) {
  test(`thousands of ${what} on a few connections block no other client for ${LONGEST_BLOCK_MILLISECONDS} ms`, async () => {
    await holdsUpNobody(what, async () => {
      await Promise.all(Array.from({ length: CONNECTIONS }, () => pipeline(request, 2000)));
      return new Response(null, { status: 200 });
    });
  });

  test(`a connection gets a hundred responses to ${what} at once`, async () => {
    assert.equal(await pipeline(request, 100), 100);
  });
}

test('a connection that pipelines without limit gets some responses, the last with Connection: close, and is ended', async () => {
  const connection = new RawConnection(address);
  try {
    const request = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
    connection.write(request.repeat(5000));
    const statuses: number[] = [];
    let last: string | undefined;
    for (let answer = await connection.next(); answer !== undefined; answer = await connection.next()) {
      statuses.push(answer.status);
      last = answer.headers.get('connection');
    }
    assert.ok(statuses.length >= 100 && statuses.length < 5000, `${statuses.length} answers`);
    assert.equal(last, 'close');
  } finally {
    connection.close();
  }
});

test('a connection that is ended and sends on blocks no other client, not even when it closes', async () => {
  await holdsUpNobody('a client that does not stop', async () => {
    await flood('GET /v1/cities/lisbon HTTP/1.1\r\nHost: a\r\n\r\n');
    return new Response(null, { status: 200 });
  });
});

/** Sends requests for as long as the server takes them. */
function flood(request: string): Promise<void> {
  const { hostname, port } = new URL(address);
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(Number(port), hostname);
  const requests = request.repeat(1000);
  const send = () => {
    while (socket.writable && socket.write(requests));
  };
  socket.on('connect', send).on('drain', send).resume();
  socket.on('error', () => {}).on('close', () => resolve());
  return promise;
}

/** Sends this many requests at once on a connection of their own. */
function pipeline(request: string, depth: number): Promise<number> {
  const { hostname, port } = new URL(address);
  const { promise, resolve } = Promise.withResolvers<number>();
  const socket = connect(Number(port), hostname, () => socket.write(request.repeat(depth)));
  let answers = 0;
  let rest = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    const received = Buffer.concat([rest, bytes]);
    for (let at = received.indexOf(MARK); at >= 0; at = received.indexOf(MARK, at + 1)) answers++;
    // A response may arrive in two chunks.
    rest = received.subarray(-(MARK.length - 1));
    if (answers >= depth) socket.destroy();
  });
  // The server may end the connection before it has read everything.
  socket.on('error', () => {});
  socket.on('close', () => resolve(answers));
  socket.setTimeout(30_000, () => socket.destroy());
  return promise;
}

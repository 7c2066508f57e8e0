import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { Connections } from '../../../src/service/http/connections.ts';
import { until } from '../../support/processes/lds.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

test('requests pipelined on an open connection after the listener has closed all get a response, the last with "close"', async () => {
  const server = createServer((_request, response) => response.end('answered'));
  const connections = new Connections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  socket.write(REQUEST);
  await until('the connection is used', () => received.endsWith('answered'));

  const ended = connections.end(10_000);
  await until('nobody listens', () => !server.listening);
  socket.write(REQUEST.repeat(5));
  await once(socket, 'close');
  await ended;

  const answers = received.split('HTTP/1.1 200 OK\r\n').slice(2);
  assert.deepEqual(
    answers.map((answer) => /^Connection: (\S+)/m.exec(answer)?.[1]),
    ['keep-alive', 'keep-alive', 'keep-alive', 'keep-alive', 'close'],
  );
});

test('connections that wait to be accepted during long turns of the event loop get a response too', async () => {
  const server = createServer((_request, response) =>
    response.setHeader('Connection', 'close').end('answered'),
  );
  // Node accepts one connection per turn.
  server.on('connection', () => keepBusy(2));
  const connections = new Connections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const outcomes = new Set<string>();
  let answered = 0;
  const clients = Array.from({ length: 50 }, async () => {
    for (let outcome = 'answered'; outcome === 'answered'; outcomes.add(outcome)) {
      outcome = await outcomeOfRequest(port);
      if (outcome === 'answered') answered++;
    }
  });
  await until('they are answered', () => answered > 100);
  await connections.end(4000);
  await Promise.all(clients);
  assert.deepEqual(outcomes, new Set(['answered', 'ECONNREFUSED']));
});

test('without connections, stopping does not wait for the deadline', { timeout: 30_000 }, async () => {
  const server = createServer();
  const connections = new Connections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await connections.end(60_000);
  assert.equal(server.listening, false);
});

/** Sends one request on its own connection. Returns `answered`, or the code of the error. */
async function outcomeOfRequest(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  socket.write(REQUEST);
  try {
    await once(socket, 'close');
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
  return received.endsWith('answered') ? 'answered' : 'closed without an answer';
}

function keepBusy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { Connections } from '../../src/http/connections.ts';
import { until } from '../support/processes/lds.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

test('requests pipelined on an open connection after nobody listens are all answered, the last with "close"', async () => {
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

test('without connections the end comes at once when nobody asks', async () => {
  const server = createServer();
  const connections = new Connections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const startedAt = performance.now();
  await connections.end(60_000);
  assert.equal(server.listening, false);
  assert.ok(performance.now() - startedAt < 10_000);
});

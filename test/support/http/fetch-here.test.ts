import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { atEnd } from '../lifetime.ts';
import { fetchHere } from './fetch-here.ts';

test('a request on an idle connection that the server ends before it reads the request is sent again', async () => {
  const read: string[] = [];
  const { server, address } = await serverOf(({ url = '' }, response) => {
    read.push(url);
    response.end('read');
  });
  await (await fetchHere(`${address}/first`)).text();
  let sent = 0;
  // The client sends on the connection that the server has just ended.
  const onSending = () => {
    if (++sent === 1) server.closeIdleConnections();
  };
  subscribe('undici:client:sendHeaders', onSending);
  atEnd(() => unsubscribe('undici:client:sendHeaders', onSending));
  assert.equal(await (await fetchHere(`${address}/second`)).text(), 'read');
  assert.deepEqual(read, ['/first', '/second']);
  assert.equal(sent, 2);
});

test('a request that the server has read before it ends the connection fails', async () => {
  const read: string[] = [];
  const { address } = await serverOf(({ url = '', socket }, response) => {
    read.push(url);
    if (url === '/first') response.end();
    else socket.destroy();
  });
  await (await fetchHere(`${address}/first`)).text();
  await assert.rejects(fetchHere(`${address}/second`), TypeError);
  assert.deepEqual(read, ['/first', '/second']);
});

async function serverOf(respond: RequestListener) {
  const server = createServer(respond).listen(0, '127.0.0.1');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

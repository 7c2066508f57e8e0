import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import proxyAddr from '@fastify/proxy-addr';
import { clientOf, trustIn } from '../../../src/service/http/client-address.ts';
import type { TrustedProxies } from '../../../src/service/setting-values.ts';
import { exchange } from '../../support/http/exchange.ts';
import { startSmallService } from '../../support/small-service.ts';

/** Which proxies are trusted, the peer, the header, and the resulting client. */
const CASES: [TrustedProxies, from: string, says: string, client: string][] = [
  [0, '192.0.2.1', '198.51.100.1', '192.0.2.1'],
  [1, '10.0.0.1', '', '10.0.0.1'],
  [1, '10.0.0.1', '192.0.2.1', '192.0.2.1'],
  [1, '10.0.0.1', '198.51.100.1, 192.0.2.1', '192.0.2.1'],
  [2, '10.0.0.1', '198.51.100.1, 192.0.2.1, 10.0.0.2', '192.0.2.1'],
  [['10.0.0.0/8'], '10.9.8.7', '198.51.100.1, 192.0.2.1, 10.0.0.2', '192.0.2.1'],
  [['10.0.0.0/8'], '::ffff:10.9.8.7', '192.0.2.1', '192.0.2.1'],
  [['10.0.0.0/8'], '192.0.2.1', '198.51.100.1', '192.0.2.1'],
  [['10.0.0.0/8'], '10.0.0.1', 'no address', 'no address'],
  [['2001:db8::/32', '127.0.0.1'], '2001:db8::1', '2001:db9::1, 127.0.0.1', '2001:db9::1'],
];

test('the client is the address that the outermost trusted proxy names, whatever headers the client sends', () => {
  for (const [proxies, from, says, client] of CASES)
    assert.equal(
      proxyAddr(request(from, says), trustIn(proxies)),
      client,
      JSON.stringify([proxies, from, says]),
    );
});

test('a request whose connection has ended is from nobody, unless a proxy has said from whom it is', () => {
  for (const proxies of [0, 1, ['10.0.0.0/8']]) {
    const broken = new IncomingMessage(new Socket());
    assert.equal(clientOf(broken, trustIn(proxies)), '', JSON.stringify(proxies));
  }
  const forwarded = new IncomingMessage(new Socket());
  forwarded.headers['x-forwarded-for'] = '192.0.2.1';
  assert.equal(clientOf(forwarded, trustIn(1)), '192.0.2.1');
});

for (const trusted of ['1', '127.0.0.0/8,::1'])
  test(`a client behind a proxy cannot choose the address that its attempts count for (LDS_TRUST_PROXY=${trusted})`, async () => {
    const { server } = await startSmallService({ LDS_FAILED_AUTH_PER_MINUTE: '2', LDS_TRUST_PROXY: trusted });
    const statusOf = async (says: string) => {
      const headers = { 'X-Forwarded-For': says };
      return (await exchange(server.address, '/v1/countries/portugal', { headers })).status;
    };
    // The proxy adds the address that it sees to the header of the client.
    for (let tries = 0; (await statusOf(`198.51.100.${tries}, 192.0.2.1`)) !== 429; tries++)
      assert.ok(tries < 5);
    assert.equal(await statusOf('192.0.2.1'), 429);
    assert.equal(await statusOf('192.0.2.2'), 401);
  });

function request(from: string, says: string): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: from });
  const message = new IncomingMessage(socket);
  message.headers['x-forwarded-for'] = says;
  return message;
}

import assert from 'node:assert/strict';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { signedUp } from '../support/accounts/browser-session.ts';
import { atEnd } from '../support/lifetime.ts';
import { connectedAgent, HandmadeAgent, KeptAccess } from '../support/oauth.ts';
import { startSmallService } from '../support/small-service.ts';

const service = await startSmallService();
const { address } = service.server;

test('an editor that receives its code at a scheme of its own connects with the official client', async () => {
  const browser = await signedUp(service);
  for (const redirect of [
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode://publisher.extension/mcp-auth/callback?windowId=1',
    'com.example.agent:/callback',
    'com.example.agent://callback',
  ]) {
    const access = new KeptAccess('Editor', redirect);
    const client = await connectedAgent(address, browser, access);
    assert.equal((await client.listTools()).tools.length, 6, redirect);
    assert.deepEqual(Object(access.client).redirect_uris, [redirect]);
  }
});

test('an address that a browser or the device would open by itself is refused', async () => {
  await service.store.database.deleteFrom('attempt').execute();
  for (const wrong of [
    'javascript://cursor/%0aalert(1)',
    'data://text/html,x',
    'file:///etc/passwd',
    'vbscript://x/y',
    'mailto://a@b.example',
    'ms-settings://privacy',
    'unknown://callback',
    'cursor:callback',
    'cursor://user@host/callback',
    'cursor://host/callback#fragment',
    'cursor://host/<script>',
    'Cursor://host/callback',
  ]) {
    const redirect_uris = ['cursor://anysphere.cursor-mcp/oauth/callback', wrong];
    assert.equal((await new HandmadeAgent(address).register({ redirect_uris })).status, 400, wrong);
  }
});

test('below a path of a proxy, the official client finds its way, with and without a hint', async () => {
  // As docs/operating.md says: the path is stripped, and the metadata at the root of the host are passed on.
  let port = 0;
  const proxy = createServer((request, response) => {
    const path = /^\/places(\/.*)|^(\/\.well-known\/oauth-.*)/.exec(request.url ?? '');
    if (path === null) return response.writeHead(404).end();
    const { method, headers } = request;
    const passed = ask({ host: '127.0.0.1', port, method, headers, path: path[1] ?? path[2] }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
    return undefined;
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
  atEnd(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  const outside = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const published = await startSmallService({ LDS_PUBLIC_URL: `${outside}/places`, LDS_TRUST_PROXY: '1' });
  port = Number(new URL(published.server.address).port);
  const browser = await signedUp({ server: { address: `${outside}/places` } });
  const client = await connectedAgent(`${outside}/places`, browser, new KeptAccess('Agent'));
  assert.equal((await client.listTools()).tools.length, 6);

  const at = async (path: string) => {
    const { resource, issuer } = Object(await (await fetch(outside + path)).json());
    return resource ?? issuer;
  };
  assert.equal(await at('/.well-known/oauth-protected-resource/places/mcp'), `${outside}/places/mcp`);
  assert.equal(await at('/.well-known/oauth-authorization-server/places'), `${outside}/places`);
  assert.equal(await at('/places/.well-known/oauth-protected-resource/mcp'), `${outside}/places/mcp`);
});

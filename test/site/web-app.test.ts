import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { OperatorError } from '../../src/process/operator-error.ts';
import { PAGES } from '../../src/site/pages.ts';
import { webApp } from '../../src/site/web-app.ts';
import { BrowserSession, problemOf, signedUp } from '../support/accounts/browser-session.ts';
import { exchange, exchangeBytes } from '../support/http/exchange.ts';
import { type TestService, temporaryDirectory } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const service = await startSmallService();
const { address } = service.server;
const secure = await startSmallService({ LDS_PUBLIC_URL: 'https://example.org/places' });

for (const page of PAGES) {
  test(`/${page} is a page of the web app under a strict policy: no other origins, no inline code, no frames`, async () => {
    const { status, headers, text } = await exchange(address, `/${page}`);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.match(String(headers['x-request-id']), /./);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none';/);
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /base-uri 'none';.*frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/i, 'nothing inline');
    for (const [, url = ''] of text.matchAll(/\s(?:src|href)="([^"]*)"/g))
      assert.doesNotMatch(url, /^\/|^\w+:\/\//, `${url} breaks below a proxy with a path of its own`);
  });
}

test('every asset that a page names exists, may be cached forever, and is compressed', async () => {
  const { text } = await exchange(address, '/keys');
  for (const [, url = ''] of text.matchAll(/\s(?:src|href)="([^"]*assets\/[^"]*)"/g)) {
    const path = new URL(url, `${address}/`).pathname;
    const { status, headers, body } = await exchange(address, path, { headers: { 'Accept-Encoding': 'br' } });
    assert.equal(status, 200, path);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    if (headers['content-encoding'] === 'br') brotliDecompressSync(body);
  }
});

test('a missing asset is a problem document that is not cached, whatever the form of its path', async () => {
  for (const name of [
    'gone.js',
    '..%2findex.html',
    '%2e%2e%2findex.html',
    '..%5cindex.html',
    '__proto__',
    'a%00',
  ])
    for (const path of [`/assets/${name}`]) {
      const { status, headers, text } = await exchange(address, path);
      assert.equal(status, 404, path);
      assert.match(String(headers['content-type']), /^application\/problem\+json/);
      assert.doesNotMatch(String(headers['cache-control']), /immutable|max-age=[1-9]/);
      assert.equal((JSON.parse(text) as { status: number }).status, 404);
    }
});

test('every kind of asset that the build makes is served with the right type and bytes', async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'assets'));
  const files = {
    'app-1a2b3c.js': 'text/javascript; charset=utf-8',
    'app-1a2b3c.css': 'text/css; charset=utf-8',
    'icon-1a2b3c.svg': 'image/svg+xml',
  };
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>x</title>');
  for (const name of Object.keys(files)) writeFileSync(join(directory, 'assets', name), `/* ${name} é */`);
  const pages = webApp(directory);
  for (const [name, type] of Object.entries(files)) {
    const rendering = pages.find(({ path }) => path === `/assets/${name}`)?.render();
    assert.deepEqual(
      [rendering?.typeLine, rendering?.body],
      [`Content-Type: ${type}\r\n`, `/* ${name} é */`],
    );
  }
});

test('without a built web app the server says how to build it', () => {
  assert.throws(
    () => webApp(temporaryDirectory()),
    (error: Error) => error instanceof OperatorError && /npm start|npm run web/.test(error.message),
  );
});

test('every response has an id and forbids sniffing; with an https public URL it also has HSTS', async () => {
  const headers = { Accept: 'text/html' };
  const ask = ({ server }: TestService) => [
    ...[
      '/',
      '/keys',
      '/dashboard/session',
      '/dashboard/nothing',
      '/nothing',
      '/no/thing',
      '/healthz',
      '/readyz',
    ].map((path) => exchange(server.address, path, { headers })),
    exchange(server.address, '/nothing'),
    exchangeBytes(server.address, 'no request\r\n\r\n'),
  ];
  for (const [of, hsts] of [
    [service, undefined],
    [secure, 'max-age=31536000'],
  ] as const)
    for (const answer of await Promise.all(ask(of))) {
      assert.match(String(answer.headers['x-request-id']), /^[\w-]+$/, answer.text);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff', answer.text);
      assert.equal(answer.headers['strict-transport-security'], hsts, answer.text);
    }
});

test('no response of the dashboard may be cached or is raw text', async () => {
  const browser = await signedUp(service);
  const visitor = new BrowserSession(service);
  const sent: [BrowserSession, string, string, unknown?][] = [
    [browser, 'GET', '/session'],
    [browser, 'GET', '/keys'],
    [browser, 'GET', '/usage'],
    [browser, 'GET', '/usage.csv'],
    [browser, 'GET', '/export'],
    [visitor, 'GET', '/keys'],
    [visitor, 'GET', '/nothing'],
    [visitor, 'GET', ''],
    [visitor, 'GET', '/'],
    [visitor, 'GET', '/keys/%zz'],
    [visitor, 'GET', '/auth/get-session'],
    [visitor, 'GET', '/auth/ok'],
    [visitor, 'POST', '/auth/sign-in/social', { provider: 'github' }],
    [visitor, 'POST', '/auth/update-user', { name: 'x' }],
    [visitor, 'GET', '/auth/reset-password/x'],
    [visitor, 'PUT', '/keys'],
    [visitor, 'DELETE', '/keys/x'],
    [browser, 'POST', '/keys', { name: 'x'.repeat(2_000_000) }],
    [visitor, 'POST', '/auth/sign-in/email', { email: 'x'.repeat(100_000) }],
    [browser, 'POST', '/keys', []],
  ];
  for (const [from, method, path, body] of sent) {
    const response = await from.send(method, path, body);
    if (response.status < 400) {
      assert.equal(response.headers.get('cache-control'), 'no-store', path);
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff', path);
      continue;
    }
    assert.ok(response.status < 500, `${method} ${path}: ${response.status}`);
    await problemOf(response, response.status);
  }
});

test('while another process writes to the store, a change is refused with Retry-After and has no partial effect', async () => {
  const browser = await signedUp(service);
  const other = new DatabaseSync(join(service.home, 'lds.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  const wanted = { name: 'x', expires_at: null, header_only: false };
  const response = await browser.send('POST', '/keys', wanted);
  await new BrowserSession(service).refused(503, 'POST', '/auth/sign-in/email', {
    email: 'a@b.org',
    password: 'x',
  });
  other.exec('ROLLBACK');
  other.close();
  assert.equal(response.headers.get('retry-after'), '1');
  assert.equal((await problemOf(response, 503)).code, 'unavailable');
  assert.deepEqual(await browser.keys(), []);
});

test('malformed JSON is refused with a problem document', async () => {
  const browser = await signedUp(service);
  for (const path of ['/keys', '/found-key', '/auth/sign-in/email']) {
    const response = await fetch(`${address}/dashboard${path}`, {
      method: 'POST',
      headers: { Origin: address, Cookie: browser.cookie, 'Content-Type': 'application/json' },
      body: '{"name":',
    });
    await problemOf(response, 400);
  }
});

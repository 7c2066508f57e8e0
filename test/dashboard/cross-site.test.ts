import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT_REQUESTS } from '../../src/service/accounts/account-requests.ts';
import { type BrowserSession, newAddress, PASSWORD, signedUp } from '../support/accounts/browser-session.ts';
import { dashboardRoutes } from '../support/accounts/dashboard-routes.ts';
import { type Answer, exchange } from '../support/http/exchange.ts';
import type { TestService } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const { started: service, routes } = await dashboardRoutes(() => startSmallService());
const { host } = new URL(service.server.address);
const ours = service.server.address;

const CHANGING = routes.filter(
  (route) => !route.startsWith('GET ') && ACCOUNT_REQUESTS[route.slice('AUTH '.length)]?.method !== 'GET',
);

const FOREIGN: Record<string, Record<string, string>> = {
  'no Origin': {},
  'the Origin of another site': { Origin: 'https://evil.example' },
  'the Origin null of a sandboxed frame': { Origin: 'null' },
  'the Origin of another port': { Origin: 'http://127.0.0.1:1' },
  'an Origin that begins like ours': { Origin: `${ours}.evil.example` },
  'an Origin with ours as user': { Origin: `http://${host}@evil.example` },
  'only a Referer of ours': { Referer: `${ours}/keys` },
  'an Origin that is no URL': { Origin: host },
};

for (const [what, headers] of Object.entries(FOREIGN)) {
  test(`no request with ${what} changes anything`, async () => {
    const browser = await signedUp(service);
    const { key } = await browser.createKey('x');
    const before = await stored(service);
    for (const route of CHANGING) {
      const { status, text } = await change(browser, route, key.id, headers);
      assert.equal(status, 403, `${route}: ${text}`);
      assert.equal((JSON.parse(text) as { code: string }).code, 'cross_site_request');
    }
    assert.deepEqual(await stored(service), before);
  });
}

for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) {
  test(`a form of type ${type} changes nothing, even with our Origin`, async () => {
    const browser = await signedUp(service);
    const { key } = await browser.createKey('x');
    const before = await stored(service);
    for (const route of CHANGING) {
      // The one form that browsers send themselves; without words, it is refused (`test/site/reports.test.ts`).
      if (route === 'POST /reports' && type === 'application/x-www-form-urlencoded') continue;
      const headers = { Origin: ours, 'Content-Type': type };
      const { status, text } = await change(browser, route, key.id, headers);
      assert.equal(status, 415, `${route}: ${text}`);
    }
    assert.deepEqual(await stored(service), before);
  });
}

test('no page of another site can sign a browser in, because links from emails sign nobody in', async () => {
  const answer = await exchange(ours, '/dashboard/auth/verify-email?token=x');
  assert.equal(answer.status, 405);
  assert.equal(answer.headers['set-cookie'], undefined);
});

test('under any host name of the machine, a page may do everything, because Origin and Host are equal', async () => {
  const { port } = new URL(ours);
  for (const name of [`localhost:${port}`, `[::1]:${port}`, `places.example:${port}`]) {
    const browser = await signedUp(service);
    const headers = { Origin: `http://${name}`, Host: name };
    const { status, text } = await send(service, browser, 'POST', '/keys', headers, NEW_KEY);
    assert.equal(status, 201, text);
  }
});

test('behind a proxy that changes Host, pages of the public address may do everything, and other pages nothing', async () => {
  const behind = await startSmallService({ LDS_PUBLIC_URL: 'https://example.org/places' });
  const browser = await signedUp(behind);
  const create = (headers: Record<string, string>) =>
    send(behind, browser, 'POST', '/keys', headers, NEW_KEY);
  assert.equal((await create({ Origin: 'https://example.org', Host: 'backend:3000' })).status, 201);
  assert.equal((await create({ Origin: 'https://example.org', Host: 'example.org' })).status, 201);
  for (const origin of ['https://example.org:8443', 'https://www.example.org', 'https://evil.example'])
    assert.equal((await create({ Origin: origin, Host: 'backend:3000' })).status, 403, origin);
});

test('if the public address uses TLS, a page without TLS may change nothing', async () => {
  const behind = await startSmallService({ LDS_PUBLIC_URL: 'https://example.org' });
  const browser = await signedUp(behind);
  const headers = { Origin: 'http://example.org', Host: 'example.org' };
  assert.equal((await send(behind, browser, 'POST', '/keys', headers, NEW_KEY)).status, 403);
});

test('no other origin may read responses of the dashboard', async () => {
  const browser = await signedUp(service);
  for (const path of ['/session', '/keys', '/export']) {
    const { headers } = await exchange(ours, `/dashboard${path}`, {
      headers: { Cookie: browser.cookie, Origin: 'https://evil.example' },
    });
    assert.equal(headers['access-control-allow-origin'], undefined);
  }
});

const NEW_KEY = JSON.stringify({ name: 'x', expires_at: null, header_only: false });
const SOUND = JSON.stringify({
  ...JSON.parse(NEW_KEY),
  email: newAddress(),
  password: PASSWORD,
  token: 'x',
  newPassword: 'another-lantern-49-plum',
});

/** Sends a request that would change something, by a route such as `DELETE /keys/:id` or `AUTH /sign-out`. */
function change(
  browser: BrowserSession,
  route: string,
  id: string,
  headers: Record<string, string>,
): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ');
  return method === 'AUTH'
    ? send(service, browser, 'POST', `/auth${path}`, headers)
    : send(service, browser, method, path.replace(':id', id), headers);
}

/** Uses `node:http`, because `fetch` cannot send another Host. */
function send(
  { server }: TestService,
  browser: BrowserSession,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = SOUND,
): Promise<Answer> {
  return exchange(server.address, `/dashboard${path}`, {
    method,
    headers: {
      Cookie: browser.cookie,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    },
    body,
  });
}

async function stored({ store: { database } }: TestService): Promise<unknown> {
  const tables = ['account_holder', 'credential', 'session', 'activity', 'api_key', 'verification'] as const;
  return Promise.all(tables.map((table) => database.selectFrom(table).selectAll().orderBy('id').execute()));
}

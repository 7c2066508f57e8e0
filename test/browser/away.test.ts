import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { newAddress, PASSWORD } from '../support/accounts/browser-session.ts';
import { Site } from '../support/browser/site.ts';
import { atEnd } from '../support/lifetime.ts';
import { preparedHome, run, serve } from '../support/processes/lds.ts';

const site = await Site.shared();
const proxy = await strippingProxy('/atlas');
const behind = await Site.start({ LDS_PUBLIC_URL: `${proxy.origin}/atlas` });
proxy.forwardsTo(behind.service.server.address);

test('while the service is down, pages say so, and they work again once it is back', async (t) => {
  const home = await preparedHome(t);
  const before = await serve(t, home);
  const { port } = new URL(before.address);
  const page = await site.visit(t, { origin: `http://localhost:${port}`, offline: true });
  await page.goto('/sign-up');
  await page.getByLabel('Email').fill(newAddress());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Create your first key' }).waitFor();
  await before.end('SIGTERM');

  const words = 'We can’t reach the service. Check your connection, then try again.';
  await page.getByLabel('Name').fill('Website');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('alert').filter({ hasText: words }).waitFor();
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByText('We couldn’t show this page').waitFor();

  await serve(t, home, { PORT: port });
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByText('No requests in this period').waitFor();
});

test('if data could not be loaded, a button tries again', async (t) => {
  const { page } = await site.signedUp(t, { offline: true });
  await page.goto('/usage');
  await page.getByText('No requests in this period').waitFor();
  await page.context().setOffline(true);
  await page.getByRole('radio', { name: '90 days' }).check();
  const notice = page.getByRole('alert').filter({ hasText: 'We can’t reach the service.' });
  await notice.waitFor();
  await page.context().setOffline(false);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await notice.waitFor({ state: 'detached' });
});

test('behind a proxy that strips a path prefix, everything works and every request has the prefix', async (t) => {
  const { origin, outside } = proxy;
  const page = await behind.visit(t, { origin });
  await page.goto('/atlas/');
  await page.getByRole('heading', { name: 'Cost of living in Lisbon, Portugal' }).waitFor();
  await page.getByRole('link', { name: 'Get an API key' }).click();
  await page.getByLabel('Email').fill(newAddress());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Name').fill('Website');
  await page.getByRole('button', { name: 'Create key' }).click();
  const curl = await page.getByRole('region', { name: 'curl example' }).innerText();
  assert.ok(curl.includes(`${origin}/atlas/v1/`));
  assert.equal((await run('sh', ['-c', curl]).ended).code, 0);
  await page.getByText('Your key works').waitFor();
  for (const [link, heading] of [
    ['Usage', 'Usage'],
    ['Account', 'Account'],
    ['Found a key?', 'Is this key ours?'],
    ['Method', 'Cost index'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  }
  for (const cookie of await page.context().cookies()) assert.equal(cookie.path, '/atlas');
  assert.deepEqual(outside, []);
});

for (const path of ['/nowhere', '/nowhere/at/all', '/guides/nowhere'])
  test(`${path} says that the page was not found, and links to others`, async (t) => {
    const page = await site.visit(t, { refused: [404] });
    const response = await page.goto(path);
    assert.equal(response?.status(), 404);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'guides' }).click();
    await page.getByRole('heading', { name: 'Guides', level: 1 }).waitFor();
  });

interface StrippingProxy {
  origin: string;
  /** Requests for addresses outside of its path. */
  outside: string[];
  forwardsTo(address: string): void;
}

/** A proxy on a free port that publishes a service below a path. It is closed after the file's tests. */
async function strippingProxy(path: string): Promise<StrippingProxy> {
  const outside: string[] = [];
  let target = '';
  const server = createServer((asked, answer) => {
    const { method = 'GET', headers, url = '/' } = asked;
    if (!url.startsWith(`${path}/`)) {
      outside.push(url);
      answer.writeHead(404).end();
      return;
    }
    const passed = request(target + url.slice(path.length), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    outside,
    forwardsTo(address) {
      target = address;
    },
  };
}

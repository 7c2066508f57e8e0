import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { newAddress, PASSWORD } from '../support/accounts/browser-session.ts';
import { Site } from '../support/browser/site.ts';
import { atEnd } from '../support/lifetime.ts';
import { preparedHome, run, serve } from '../support/processes/lds.ts';

const site = await Site.start();
const proxy = await strippingProxy('/atlas');
const behind = await Site.start({ LDS_PUBLIC_URL: `${proxy.origin}/atlas` });
proxy.forwardsTo(behind.service.server.address);

test('while the service is away pages say so in words, and go on once it is back', async (t) => {
  const home = await preparedHome(t);
  const before = await serve(t, home);
  const { port } = new URL(before.address);
  const page = await site.visit(t, { origin: `http://localhost:${port}`, offline: true });
  await page.goto('/sign-up');
  await page.getByLabel('E-mail').fill(newAddress());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Make your first key' }).waitFor();
  await before.end('SIGTERM');

  const words = 'The service cannot be reached. Check your connection, then try again.';
  await page.getByLabel('Name').fill('Website');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('alert').filter({ hasText: words }).waitFor();
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByText('This page could not be shown').waitFor();

  await serve(t, home, { PORT: port });
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByText('No requests in this period').waitFor();
});

test('what could not be loaded is asked for again with a button', async (t) => {
  const home = await preparedHome(t);
  const before = await serve(t, home);
  const { port } = new URL(before.address);
  const page = await site.visit(t, { origin: `http://localhost:${port}`, offline: true });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Cost of living in Lisbon, Portugal' }).waitFor();
  await before.end('SIGTERM');
  await page.getByRole('radio', { name: 'Tokyo' }).check();
  const notice = page.getByRole('alert').filter({ hasText: 'The service cannot be reached.' });
  await notice.waitFor();
  await serve(t, home, { PORT: port });
  await notice.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Cost of living in Tokyo, Japan' }).waitFor();
});

test('below a path of a proxy that strips it, everything works and nothing is asked for outside of it', async (t) => {
  const { origin, outside } = proxy;
  const page = await behind.visit(t, { origin });
  await page.goto('/atlas/');
  await page.getByRole('heading', { name: 'Cost of living in Lisbon, Portugal' }).waitFor();
  await page.getByRole('link', { name: 'Get an API key' }).click();
  await page.getByLabel('E-mail').fill(newAddress());
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
    ['Method', 'Method'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  }
  for (const cookie of await page.context().cookies()) assert.equal(cookie.path, '/atlas');
  assert.deepEqual(outside, []);
});

for (const path of ['/nowhere', '/nowhere/at/all', '/docs/nowhere'])
  test(`${path} is a page that says that there is none, and leads on`, async (t) => {
    const page = await site.visit(t, { refused: [404] });
    const response = await page.goto(path);
    assert.equal(response?.status(), 404);
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
    await page.getByRole('link', { name: 'Using the API' }).last().click();
    await page.getByRole('heading', { name: 'Using the API', level: 1 }).waitFor();
  });

interface StrippingProxy {
  origin: string;
  /** What it was asked for that is not below its path. */
  outside: string[];
  forwardsTo(address: string): void;
}

/** A proxy on a free port, which publishes a service below a path; closed after the file's tests. */
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

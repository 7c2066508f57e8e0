import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchange } from '../support/http/exchange.ts';
import { startSmallService } from '../support/small-service.ts';

const BROWSER = { headers: { Accept: 'text/html,application/xhtml+xml' } };
const { address } = (await startSmallService()).server;

test('a page is public, has an entity tag, and nothing in it is inline or from another origin', async () => {
  const { status, headers, text } = await exchange(address, '/guides');
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'public, max-age=300');
  assert.match(String(headers.etag), /^"[\w-]+"$/);
  assert.doesNotMatch(String(headers['content-security-policy']), /unsafe|https?:|\*/);
  assert.doesNotMatch(text, /<script(?![^>]*\b(?:src=|type="application\/))|<style|\sstyle=|\son\w+=/i);
  const again = await exchange(address, '/guides', { headers: { 'If-None-Match': String(headers.etag) } });
  assert.equal(again.status, 304);
});

test('a parameter that a page does not read does not change the page', async () => {
  const [one, other] = await Promise.all(
    ['/guides', '/guides?utm_source=x&lds=1'].map((path) => exchange(address, path)),
  );
  assert.equal(one?.text, other?.text);
  assert.equal(one?.headers.etag, other?.headers.etag);
});

test('a path with a final slash leads to the page, below any path of a proxy', async () => {
  for (const [path, location] of [
    ['/guides/', '../guides'],
    ['/guides/errors/?a=b', '../../guides/errors?a=b'],
  ] as const) {
    const answer = await exchange(address, path);
    assert.deepEqual([answer.status, answer.headers.location], [308, location]);
  }
});

test('a 404 is a page for a browser and a problem document for a program', async () => {
  const page = await exchange(address, '/guides/no/such/<b>', BROWSER);
  assert.equal(page.status, 404);
  assert.match(page.text, /<h1>Page not found<\/h1>/);
  assert.match(page.text, /href="\.\.\/\.\.\/\.\.\/guides"/);
  assert.equal(page.headers['cache-control'], 'no-store');
  const problem = await exchange(address, '/guides/no/such');
  assert.equal(problem.headers['content-type'], 'application/problem+json; charset=utf-8');
});

test('a client may request a limited number of pages per minute and process; assets do not count', async () => {
  const few = (await startSmallService({ LDS_SITE_PER_MINUTE: '3' })).server.address;
  const statuses: number[] = [];
  for (let index = 0; index < 5; index++) statuses.push((await exchange(few, '/guides', BROWSER)).status);
  assert.equal(statuses.filter((status) => status === 429).length >= 1, true, String(statuses));
  const refused = await exchange(few, '/guides', BROWSER);
  assert.match(String(refused.headers['retry-after']), /^\d+$/);
  assert.match(refused.text, /<title>Too many requests from this address · /);
  assert.match(refused.text, /Try again in \d+ seconds/);
  assert.equal((await exchange(few, '/icon.svg')).status, 200);
});

test('the footer links to the operator’s pages, and to our privacy page if the operator has none', async () => {
  const links = {
    LDS_PRIVACY_URL: 'https://example.org/privacy?a=1&b=2',
    LDS_TERMS_URL: 'https://example.org/terms',
    LDS_CONTACT_URL: 'mailto:help@example.org',
    LDS_SOURCE_URL: 'https://example.org/source',
    LDS_STATUS_URL: 'https://example.org/status',
  };
  const { text } = await exchange((await startSmallService(links)).server.address, '/guides');
  for (const link of Object.values(links))
    assert.ok(text.includes(`href="${link.replace('&', '&amp;')}"`), link);
  const own = await exchange(address, '/guides');
  assert.match(own.text, /<a href="\.\/privacy">Privacy<\/a>/);
  assert.doesNotMatch(own.text, />Terms</);
});

for (const [path, type] of [
  ['/icon.svg', 'image/svg+xml'],
  ['/favicon.ico', 'image/x-icon'],
  ['/apple-touch-icon.png', 'image/png'],
  ['/card.png', 'image/png'],
] as const)
  test(`${path} is an image`, async () => {
    const { status, headers, body } = await exchange(address, path);
    assert.deepEqual([status, headers['content-type']], [200, type]);
    assert.ok(body.length > 200);
  });

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PAGES } from '../../scripts/docs/generated-sections.ts';
import { GUIDES } from '../../src/engine/guides/guides.ts';
import { ENDPOINTS } from '../../src/engine/operations.ts';
import { API_PROBLEM_CODES } from '../../src/engine/problems.ts';
import { ROOT } from '../support/directories.ts';
import { bearer, exchange } from '../support/http/exchange.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { address } = service.server;
const pages = [
  ...new Set(['/guides', '/reference', '/metrics', '/reference/getCity', ...GUIDES.map(({ to }) => to)]),
];

test('the API reference also has its old address, with or without a final slash, under any host name', async () => {
  for (const [path, location] of [
    ['/docs', '/reference'],
    ['/docs/', '/docs'],
  ] as const) {
    const { status, headers } = await exchange(address, path);
    assert.equal(status, 308);
    assert.equal(new URL(String(headers.location), `https://elsewhere.example${path}`).pathname, location);
    assert.doesNotMatch(String(headers.location), /:\/\//);
  }
});

for (const path of ['/guides/authentication', '/guides/authentication.md', '/errors/invalid_token'])
  test(`the examples in ${path} have the service’s public address, also without JavaScript`, async () => {
    const { text } = await exchange(address, path);
    assert.ok(text.includes(`${address}/`));
    assert.doesNotMatch(text, /127\.0\.0\.1:3000/);
  });

for (const path of pages) {
  test(`${path} is a page that needs no key and loads nothing from other origins`, async () => {
    const { status, headers, text } = await exchange(address, path);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(String(headers['x-request-id']), /./);
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/);
    assert.doesNotMatch(String(headers['content-security-policy']), /unsafe|https?:|\*/);
    const loaded = [
      ...text.matchAll(/<(?:script|img|link(?! rel="canonical"))[^>]+?(?:src|href)="([^"]+)"/g),
    ].map(([, url]) => url);
    for (const url of loaded) assert.match(String(url), /^\./);
  });

  test(`${path} has an entity tag, and comes in Brotli and gzip`, async () => {
    const plain = await exchange(address, path);
    for (const [coding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const compressed = await exchange(address, path, { headers: { 'Accept-Encoding': coding } });
      assert.equal(compressed.headers['content-encoding'], coding);
      assert.equal(decompress(compressed.body).toString(), plain.text);
      assert.notEqual(compressed.headers.etag, plain.headers.etag);
    }
    const again = await exchange(address, path, { headers: { 'If-None-Match': String(plain.headers.etag) } });
    assert.equal(again.status, 304);
    assert.equal(again.text, '');
  });
}

test('a guide’s old address leads to the guide', async () => {
  for (const { name, to } of GUIDES) {
    const { status, headers } = await exchange(address, `/docs/${name}`);
    assert.equal(status, 308);
    assert.equal(new URL(String(headers.location), `${address}/docs/${name}`).pathname, to);
  }
});

test('links to sections of Using the API from before it was split still work', async () => {
  const { text } = await exchange(address, '/guides/using-the-api');
  const sections =
    'endpoints authentication ids parameters lists finding-cities-by-figures history similar-cities formats parts-of-a-response figures countries-as-a-whole comparisons data-releases limits caching-and-compression errors answer-headers browsers versions';
  for (const id of sections.split(' ')) assert.ok(text.includes(`id="${id}"`), id);
});

test('every guide is also available as Markdown', async () => {
  for (const { name, to } of GUIDES) {
    const { status, headers, text } = await exchange(address, `${to}.md`);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/markdown; charset=utf-8');
    const guide = readFileSync(join(ROOT, 'docs', `${name}.md`), 'utf8');
    assert.equal(text.replaceAll(address, 'http://127.0.0.1:3000'), guide);
  }
});

test('guides have the address of this service, wherever they name one', async () => {
  for (const { to } of GUIDES)
    for (const path of [to, `${to}.md`])
      assert.doesNotMatch((await exchange(address, path)).text, /http:..127\.0\.0\.1:3000/, path);
});

test('the type of a problem leads to its row in the list of errors, and each error has a page', async () => {
  const { text } = await exchange(address, '/errors');
  for (const code of API_PROBLEM_CODES) {
    assert.ok(text.includes(`id="${code}"`), code);
    const page = await exchange(address, `/errors/${code}`);
    assert.equal(page.status, 200);
    assert.ok(page.text.includes('What to do:'), code);
  }
});

test('every schema and operation of the OpenAPI document, every metric and every source has a page', async () => {
  const document = JSON.parse((await exchange(address, '/v1/openapi.json')).text) as {
    paths: Record<string, { get: { operationId: string } }>;
    components: { schemas: object };
  };
  const ids = async (path: string) =>
    (JSON.parse((await exchange(address, path)).text) as { id: string }[]).map(({ id }) => id);
  const paths = [
    ...Object.values(document.paths).map(({ get }) => `/reference/${get.operationId}`),
    ...Object.keys(document.components.schemas).map((name) => `/fields/${name}`),
    ...(await ids('/metrics.json')).map((id) => `/metrics/${id}`),
    ...(await ids('/sources.json')).map((id) => `/sources/${id}`),
  ];
  for (const path of paths) assert.equal((await exchange(address, path)).status, 200, path);
  for (const path of ['/reference/x', '/fields/constructor', '/metrics/x', '/sources/__proto__'])
    assert.equal((await exchange(address, path)).status, 404, path);
  // A field has the same name.
  assert.match((await exchange(address, '/metrics/population')).text, /<h2 id="sources">/);
});

test('the request that the page of an operation shows gets a response, and its form sends the same', async () => {
  const { token } = await service.key();
  for (const { operationId } of ENDPOINTS) {
    const { text } = await exchange(address, `/reference/${operationId}`);
    const [, shown = ''] =
      /curl -H [^']*'([^']+)'/.exec(text.replaceAll('&#39;', "'").replaceAll('&amp;', '&')) ?? [];
    const { pathname, search } = new URL(shown);
    const { status } = await exchange(address, `${pathname}${search}`, {
      method: 'HEAD',
      headers: bearer(token),
    });
    assert.equal(status, 200, shown);
    const sent = [...text.matchAll(/name="(\w+)" data-in="query"[^>]* value="([^"]+)"/g)];
    assert.deepEqual(
      Object.fromEntries(sent.map(([, name, value]) => [name, value])),
      Object.fromEntries(new URLSearchParams(search)),
      operationId,
    );
  }
});

test('the search finds guides, fields, errors, settings, metrics, sources and endpoints', async () => {
  for (const [words, to] of [
    ['back-up', '/guides/operating#back-up'],
    ['index.overall', '/fields/IndexFigure'],
    ['invalid token', '/errors/invalid_token'],
    ['LDS_SITE_PER_MINUTE', '/guides/settings'],
    ['population growth', '/metrics/population_growth'],
    ['geonames', '/sources/geonames-cities'],
    ['one city', '/reference/getCity'],
  ] as const) {
    const { text } = await exchange(address, `/search?q=${encodeURIComponent(words)}`);
    assert.ok(
      text.includes(`href=".${to}"`) || (to.startsWith('/fields') && text.includes('/fields/')),
      words,
    );
  }
  const { text } = await exchange(address, `/search?q=${encodeURIComponent('<b>"nothing"')}`);
  assert.match(text, /We found nothing/);
  assert.doesNotMatch(text, /<b>/);
});

test('robots.txt and llms.txt tell machines which pages they may read', async () => {
  const robots = await exchange(address, '/robots.txt');
  assert.equal(robots.headers['content-type'], 'text/plain; charset=utf-8');
  assert.match(robots.text, /^User-agent: \*\nDisallow: \/dashboard\/$/m);
  assert.match(robots.text, new RegExp(`^Sitemap: ${address}/sitemap.xml$`, 'm'));
  const llms = await exchange(address, '/llms.txt');
  for (const [, link = ''] of llms.text.matchAll(/\]\((http[^)]+)\)/g))
    assert.equal((await exchange(address, new URL(link).pathname)).status, 200, link);
});

test('only the pages of docs/ are served, whatever the form of the path', async () => {
  const paths = [
    '/guides/nothing',
    '/guides/nothing.md',
    '/guides/errors.json',
    '/docs/errors.md',
    '/guides/ERRORS',
    '/guides/..%2fpackage',
    '/guides/%2e%2e%2fREADME',
    '/guides/..%5c..%5cpackage.json',
    '/guides/errors%00',
    '/guides/__proto__',
    '/guides/constructor',
    '/guides/../package.json',
    '/guides/....//package.json',
  ];
  for (const path of paths) {
    const { status, text } = await exchange(address, path);
    assert.equal(status, 404, path);
    assert.doesNotMatch(text, /"dependencies"|## Two commands/);
  }
});

test('links between the Markdown files point to existing files, so that they work on GitHub', () => {
  for (const page of [...PAGES, 'CONTRIBUTING.md', 'data/README.md']) {
    const markdown = readFileSync(join(ROOT, page), 'utf8');
    for (const [, href = ''] of markdown.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|#)/.test(href)) continue;
      const file = join(ROOT, dirname(page), href.split('#', 1)[0] ?? '');
      assert.ok(existsSync(file), `${page} links to ${href}`);
    }
  }
});

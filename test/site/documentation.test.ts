import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PAGES } from '../../scripts/docs/generated-sections.ts';
import { GUIDES } from '../../src/site/guides.ts';
import { ROOT } from '../support/directories.ts';
import { exchange } from '../support/http/exchange.ts';
import { startSmallService } from '../support/small-service.ts';

const { address } = (await startSmallService()).server;
const guides = GUIDES.map(({ name }) => `/guides/${name}`);
const pages = ['/docs', '/guides', ...guides];

test('the documentation is found with a final slash too, under any host name', async () => {
  const { status, headers } = await exchange(address, '/docs/');
  assert.equal(status, 302);
  assert.equal(new URL(String(headers.location), 'https://elsewhere.example/docs/').pathname, '/docs');
  assert.doesNotMatch(String(headers.location), /:\/\//);
});

for (const path of pages) {
  test(`${path} is a page that needs no key and loads nothing from other origins`, async () => {
    const { status, headers, text } = await exchange(address, path);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(String(headers['x-request-id']), /./);
    assert.match(String(headers['content-security-policy']), /^default-src '(self|none)'/);
    assert.doesNotMatch(String(headers['content-security-policy']), /https?:|\*/);
    const loaded = [
      ...text.matchAll(/<(?:script|img|link(?! rel="canonical"))[^>]+?(?:src|href)="([^"]+)"/g),
    ].map(([, url]) => url);
    for (const url of loaded) assert.match(String(url), /^(\.|docs|data:image\/svg)/);
  });

  test(`no link of ${path} is broken`, async () => {
    const { text } = await exchange(address, path);
    for (const href of new Set(
      [...text.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, url]) => String(url)),
    )) {
      if (/^https?:/.test(href)) continue;
      assert.doesNotMatch(href, /^\//, 'an absolute path breaks below a proxy with a path of its own');
      const target = new URL(href, address + path);
      let answer = await exchange(address, target.pathname);
      if (answer.status === 302) answer = await exchange(address, '/docs');
      assert.equal(answer.status, 200, href);
      const anchor = decodeURIComponent(target.hash.slice(1));
      if (anchor !== '') assert.ok(answer.text.includes(`id="${anchor}"`), `${href} has no such heading`);
    }
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

test('the script of the reference is bundled, compressed and kept by browsers', async () => {
  const { status, headers, body } = await exchange(address, '/docs/scalar.js', {
    headers: { 'Accept-Encoding': 'gzip, br' },
  });
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(headers['cache-control'], 'public, max-age=86400');
  const script = brotliDecompressSync(body).toString();
  assert.match(script, /createApiReference/);
  assert.equal((await exchange(address, '/docs/scalar.js')).text, script);
});

test('an address that a guide had before leads to the guide', async () => {
  for (const { name } of GUIDES) {
    const { status, headers } = await exchange(address, `/docs/${name}`);
    assert.equal(status, 308);
    assert.equal(new URL(String(headers.location), `${address}/docs/${name}`).pathname, `/guides/${name}`);
  }
});

test('every guide comes as Markdown too', async () => {
  for (const { name } of GUIDES) {
    const { status, headers, text } = await exchange(address, `/guides/${name}.md`);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/markdown; charset=utf-8');
    assert.equal(text, readFileSync(join(ROOT, 'docs', `${name}.md`), 'utf8'));
  }
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROBLEMS } from '../../src/engine/problems.ts';
import { exchange } from '../support/http/exchange.ts';
import { wholeKeptReleases } from '../support/release/kept-releases.ts';
import { startService } from '../support/service.ts';

const kept = await wholeKeptReleases();
const { current } = kept;
const { address } = (await startService({}, { release: kept })).server;
const BROWSER = { headers: { Accept: 'text/html,application/xhtml+xml' } };
const get = (path: string) => exchange(address, path, BROWSER);
const linksOf = (text: string) =>
  [...text.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

test('every page of figures has a permanent link to itself, which leads to the same figures', async () => {
  for (const path of [
    '/cities/lisbon',
    '/countries/portugal',
    '/explore',
    '/metrics/human_development_index',
    '/sources',
  ]) {
    const { status, text } = await get(path);
    assert.equal(status, 200, path);
    const link = linksOf(text).find((href) => href.startsWith('?') && href.includes('release='));
    assert.equal(link, `?release=${current}`, path);
    assert.match(text, new RegExp(`>Permanent link to this page with release ${current}<`), path);
    const again = await get(path + link);
    assert.equal(again.status, 200);
    assert.doesNotMatch(again.text, /This page shows data release/);
  }
  assert.doesNotMatch((await get('/guides')).text, /Permanent link/);
});

test('a page of an earlier release says so, leads back to the current one, and is not for search engines', async () => {
  const { status, text } = await get('/cities/lisbon?release=2020.1.1&household=family');
  assert.equal(status, 200);
  assert.match(text, />101,001</);
  assert.match(
    text,
    new RegExp(
      `This page shows data release 2020\\.1\\.1\\. The current one is ${current.replaceAll('.', '\\.')}\\.`,
    ),
  );
  assert.ok(linksOf(text).includes('?household=family'));
  assert.match(text, /<meta name="robots" content="noindex">/);
  const { text: now } = await get('/cities/lisbon');
  assert.doesNotMatch(now, /101,001|This page shows/);
});

test('links, forms, data and citations of such a page stay in its release', async () => {
  const { text } = await get('/cities/lisbon?release=2020.1.1');
  const pages = linksOf(text).filter((href) => /^\.\.?\/(?!v1)[^.]*$/.test(href.replace(/\?.*/, '')));
  assert.ok(pages.length > 5);
  for (const href of pages) assert.match(href, /[?&]release=2020\.1\.1(&|$|#)/, href);
  assert.match(text, /<input type="hidden" name="release" value="2020\.1\.1">/);
  assert.match(
    text,
    new RegExp(`data release 2020\\.1\\.1: Lisbon, ${address}/cities/lisbon\\?release=2020\\.1\\.1\\.`),
  );
  assert.match(text, /\/v1\/data\/cost-of-living\/lisbon\?release=2020\.1\.1</);

  const [json, csv] = [
    await get('/cities/lisbon.json?release=2020.1.1'),
    await get('/cities/lisbon.csv?release=2020.1.1'),
  ];
  assert.equal((JSON.parse(json.text) as { city: { population: number } }).city.population, 101_001);
  const { text: markdown } = await get('/cities/lisbon.md?release=2020.1.1');
  assert.match(markdown, /data release 2020\.1\.1, \S+\/cities\/lisbon\?release=2020\.1\.1/);
  for (const { headers } of [json, csv]) assert.equal(headers['cache-control'], 'public, max-age=604800');
  const plain = await get('/cities/lisbon.json');
  assert.equal(plain.headers['cache-control'], 'public, max-age=300');
  assert.notEqual(plain.headers.etag, json.headers.etag);
  const unchanged = await exchange(address, '/cities/lisbon.json?release=2020.1.1', {
    headers: { 'If-None-Match': String(json.headers.etag) },
  });
  assert.equal(unchanged.status, 304);
  assert.equal((await exchange(address, '/cities/lisbon?release=2020.1.1', { method: 'HEAD' })).text, '');
});

test('a release that is not kept is a page that leads to this page in those that are', async () => {
  const { status, text, headers } = await get('/cities/lisbon?household=family&release=1999.1.1');
  assert.equal(status, 404);
  assert.equal(headers['cache-control'], 'no-store');
  assert.match(text, new RegExp(`<h1>${PROBLEMS.release_not_found.title}</h1>`));
  assert.match(text, /Data release 1999\.1\.1 is not kept here/);
  const links = linksOf(text).filter((href) => href.startsWith('?'));
  assert.deepEqual(links, ['?household=family', '?household=family&release=2020.1.1']);
  for (const link of links) assert.equal((await get(`/cities/lisbon${link}`)).status, 200);

  const { status: forPrograms, text: problem } = await exchange(
    address,
    '/cities/lisbon.json?release=1999.1.1',
  );
  assert.equal(forPrograms, 404);
  assert.deepEqual((JSON.parse(problem) as { releases: string[] }).releases, [current, '2020.1.1']);
  for (const wrong of ['latest', '2020.1', '%3Cb%3E'])
    assert.equal((await get(`/cities/lisbon?release=${wrong}`)).status, 400);
});

test('a frame shows the release that its page was made with while it is kept, and later says that it does not', async () => {
  const notice = /This page was made with/;
  const pinned = await get('/embed/cities/lisbon?release=2020.1.1');
  assert.equal(pinned.status, 200);
  assert.doesNotMatch(pinned.text, notice);
  assert.match(pinned.text, />2020\.1\.1<\/a>/);
  assert.ok(linksOf(pinned.text).some((href) => href.endsWith('cities/lisbon?release=2020.1.1')));

  for (const gone of ['1999.1.1', '%3Cb%3E']) {
    const { status, text } = await get(`/embed/cities/lisbon?release=${gone}`);
    assert.equal(status, 200);
    assert.match(text, notice);
    assert.ok(text.includes(`>${current}</a>`));
    for (const href of linksOf(text)) assert.doesNotMatch(href, /release=/);
  }
  const shown = await exchange(
    address,
    `/oembed?url=${encodeURIComponent(`${address}/cities/lisbon?release=2020.1.1`)}`,
  );
  assert.match(
    (JSON.parse(shown.text) as { html: string }).html,
    /\/embed\/cities\/lisbon\?release=2020\.1\.1"/,
  );
});

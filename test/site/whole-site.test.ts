import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { HtmlValidate } from 'html-validate';
import { exchange } from '../support/http/exchange.ts';
import { generousService } from '../support/service.ts';

const { address } = (await generousService()).server;
/** Pages of one kind, such as /metrics/…, that are visited: enough to meet every link of a template. */
const MOST_OF_A_KIND = 24;
/** Files of one kind, such as /metrics/….csv, that are asked for: some hold every city. */
const FILES_OF_A_KIND = 2;
const VALIDATED_OF_A_KIND = 2;
/** Bytes, with Brotli. */
const PAGE_BYTES = 30_000;
const SCRIPT_BYTES = 15_000;
/** The map has every city in it. */
const MAP_BYTES = 75_000;

/** The most places that a comparison takes: the longest page of its kind. */
const TWENTY =
  'new-york,tokyo,delhi,shanghai,sao-paulo,mexico-city,cairo,mumbai,beijing,dhaka,osaka,karachi,istanbul,kinshasa,lagos,rio-de-janeiro,moscow,bogota,lima,jakarta';

const pages = await crawl([
  '/',
  '/guides',
  '/reference',
  '/metrics',
  '/sources',
  '/errors',
  '/privacy',
  '/releases',
  '/status',
  '/cities/lisbon',
  '/countries/portugal',
  '/compare',
  '/compare?cities=lisbon',
  '/compare?cities=lisbon,berlin',
  `/compare?cities=${TWENTY}`,
  '/explore',
  '/explore?measure=safety&evidence=local',
  '/find',
  '/find?month=1&high_min=18&safety_min=70&cost_max=60&include=sea,airport',
  '/rankings',
  '/search?q=rent',
  '/embed/cities/lisbon',
  `/embed/compare?cities=${TWENTY}&amount=60000&currency=EUR`,
  '/embed/map',
]);

test('no link on the site is broken, and every anchor exists', () => {
  const broken: string[] = [];
  for (const [path, { status, links }] of pages) {
    if (status !== 200) broken.push(`${path} is ${status}`);
    for (const { href, to, anchor } of links) {
      const target = pages.get(to);
      if (anchor !== '' && target !== undefined && !target.text.includes(`id="${anchor}"`))
        broken.push(`${path} links to ${href}, which has no such anchor`);
    }
  }
  assert.deepEqual(broken, []);
  assert.ok(pages.size > 100, `${pages.size} pages`);
});

test('the data that a page says it has in other formats is there', () => {
  const missing: string[] = [];
  const asked = new Set<string>();
  for (const [path, { formats }] of pages)
    for (const [to, status] of formats) {
      asked.add(to);
      if (status !== 200) missing.push(`${path} links to ${to}, which is ${status}`);
    }
  assert.deepEqual(missing, []);
  assert.ok(asked.size > 60, `${asked.size} addresses`);
});

test('no link begins at the root, because it would break below a proxy’s path prefix', () => {
  for (const [path, { text }] of pages)
    assert.deepEqual(text.match(/\s(?:href|src|action|data-[\w-]+)="\/[^"]*"/g), null, path);
});

test('every kind of page is valid HTML', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard'],
    rules: {
      // Ours is lower case, as the standard writes it.
      'doctype-style': 'off',
      // Markdown and templates leave spaces at the ends of lines.
      'no-trailing-whitespace': 'off',
      // Tables and code that scroll can be focused, and have a name.
      'prefer-native-element': 'off',
      // The longest titles name the service at their end.
      'long-title': 'off',
      // Code is text: `&` is escaped where it has to be.
      'no-raw-characters': 'off',
    },
  });
  const faults: string[] = [];
  for (const [, ofKind] of Map.groupBy(pages, ([path]) => kindOf(path)))
    for (const [path, { text }] of ofKind.slice(0, VALIDATED_OF_A_KIND)) {
      const { results } = await validator.validateString(text);
      for (const { messages } of results)
        for (const { ruleId, message, line } of messages)
          faults.push(`${path}:${line} ${ruleId}: ${message}`);
    }
  assert.deepEqual(faults, []);
});

test('a comparison of twenty places fits the budget as the service sends it, with Brotli and with gzip', async (t) => {
  for (const coding of ['br', 'gzip']) {
    const path = `/compare?cities=${TWENTY}&amount=60000&currency=EUR`;
    const { status, headers, body } = await exchange(address, path, {
      headers: { 'Accept-Encoding': coding },
    });
    assert.deepEqual([status, headers['content-encoding']], [200, coding]);
    t.diagnostic(`${body.length} bytes with ${coding}`);
    assert.ok(body.length <= PAGE_BYTES, `${coding}: ${body.length} bytes`);
  }
});

test('every page and its scripts fit the budget', async (t) => {
  const scripts = new Map<string, number>();
  const sizes: [number, string][] = [];
  for (const [path, { text }] of pages) {
    const budget = ['/explore', '/embed/map'].includes(path.replace(/\?.*/, '')) ? MAP_BYTES : PAGE_BYTES;
    const bytes = compressedBytes(text, budget);
    sizes.push([bytes, path]);
    assert.ok(bytes <= budget, `${path}: ${bytes} bytes`);
    let ofScripts = 0;
    for (const [, source = ''] of text.matchAll(/<script type="module" src="([^"]+)"/g)) {
      const { pathname } = new URL(source, address + path);
      const known =
        scripts.get(pathname) ?? brotliCompressSync((await exchange(address, pathname)).body).length;
      scripts.set(pathname, known);
      ofScripts += known;
    }
    assert.ok(ofScripts <= SCRIPT_BYTES, `${path}: ${ofScripts} bytes of scripts`);
  }
  const [largest] = sizes.sort(([one], [other]) => other - one);
  t.diagnostic(`${pages.size} pages; the largest is ${largest?.[1]} with ${largest?.[0]} bytes`);
});

/** As the service compresses, or, where that is more than the budget, as Brotli does at its best, which takes ten times as long. */
function compressedBytes(text: string, budget: number): number {
  const bytes = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
  return bytes <= budget ? bytes : brotliCompressSync(text).length;
}

interface VisitedPage {
  status: number;
  text: string;
  links: { href: string; to: string; anchor: string }[];
  /** The addresses of its data in other formats, with their statuses. */
  formats: [to: string, status: number][];
}

/** The pages that can be reached by links, by path. Data and the dashboard are not pages of the server. */
async function crawl(starts: readonly string[]): Promise<Map<string, VisitedPage>> {
  const visited = new Map<string, VisitedPage>();
  const asked = new Map<string, number>();
  const isWanted = (path: string) => {
    const kind = kindOf(path);
    const count = asked.get(kind) ?? 0;
    if (count >= (kind.includes('.') ? FILES_OF_A_KIND : MOST_OF_A_KIND)) return false;
    asked.set(kind, count + 1);
    return true;
  };
  const waiting = [...starts];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (visited.has(path) || !isWanted(path)) continue;
    const { status, headers, text } = await exchange(address, path);
    const isPage = String(headers['content-type']).startsWith('text/html');
    const links = isPage ? linksOf(path, text) : [];
    // Asked at once, while the service still has what it read for the page.
    const formats = isPage ? await askFormats(path, text, isWanted) : [];
    if (isPage || status !== 200) visited.set(path, { status, text, links, formats });
    waiting.push(...links.map(({ to }) => to));
  }
  return visited;
}

async function askFormats(
  path: string,
  text: string,
  isWanted: (path: string) => boolean,
): Promise<VisitedPage['formats']> {
  const formats = new Set(
    [...text.matchAll(/<link rel="alternate" type="[^"]*" href="([^"]+)"/g)].map(([, raw = '']) => {
      const { pathname, search } = new URL(raw.replaceAll('&amp;', '&'), address + path);
      return pathname + search;
    }),
  );
  return Array.fromAsync([...formats].filter(isWanted), async (to) => [
    to,
    (await exchange(address, to)).status,
  ]);
}

function linksOf(path: string, text: string): VisitedPage['links'] {
  return [...text.matchAll(/<a [^>]*?href="([^"]+)"/g)].flatMap(([, raw = '']) => {
    const href = raw.replaceAll('&amp;', '&');
    const url = new URL(href, address + path);
    if (url.origin !== address) return [];
    return [{ href, to: url.pathname + url.search, anchor: decodeURIComponent(url.hash.slice(1)) }];
  });
}

/** `/metrics/{}` for `/metrics/population`, and `/metrics/{}.csv` for its file. */
function kindOf(path: string): string {
  const [first = '', second] = path.replace(/\?.*/, '').slice(1).split('/');
  return second === undefined ? `/${first}` : `/${first}/{}${/\.[a-z]+$/.exec(second)?.[0] ?? ''}`;
}

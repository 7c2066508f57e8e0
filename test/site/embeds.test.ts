import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paintable } from '../../src/site/cards/paintable.ts';
import { historyDrawing, type Series } from '../../src/site/explorer/history.ts';
import { ENGLISH } from '../../src/site/languages/english.ts';
import type { PageRequest } from '../../src/site/site-page.ts';
import { exchange } from '../support/http/exchange.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const { address } = (await generousService()).server;
const release = await openedRelease();
const BROWSER = { headers: { Accept: 'text/html,application/xhtml+xml' } };
const FRAMES = [
  '/embed/cities/lisbon',
  '/embed/cities/pyongyang',
  '/embed/compare?cities=lisbon,berlin',
  '/embed/map',
  '/embed/map?measure=safety&country=portugal&evidence=local',
];
/** Of the longest comparison: twenty cities. */
const TWENTY = release.cities
  .toSorted((one, other) => one.rank - other.rank)
  .slice(0, 20)
  .map(({ id }) => id)
  .join();

const policyOf = (headers: Record<string, unknown>) => String(headers['content-security-policy']);
const oembed = (parameters: Record<string, string>) =>
  exchange(address, `/oembed?${new URLSearchParams(parameters)}`);
const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

test('any site may show the frames, which run no script and set no cookie, and no other page', async () => {
  for (const path of FRAMES) {
    const { status, headers, text } = await exchange(address, path, BROWSER);
    assert.equal(status, 200, path);
    assert.match(policyOf(headers), /^default-src 'none'; style-src 'self';.*frame-ancestors \*$/, path);
    assert.doesNotMatch(policyOf(headers), /script-src|connect-src/);
    assert.equal(headers['set-cookie'], undefined);
    assert.equal(headers['x-frame-options'], undefined);
    assert.equal(headers['cache-control'], 'public, max-age=300');
    assert.doesNotMatch(text, /<script|<form|\son\w+=|<iframe/, path);
    assert.match(text, /<meta name="robots" content="noindex">/);
    const again = await exchange(address, path, { headers: { 'If-None-Match': String(headers.etag) } });
    assert.equal(again.status, 304);
  }
  for (const path of [
    '/',
    '/cities/lisbon',
    '/compare?cities=lisbon,berlin',
    '/explore',
    '/embed/nothing',
    '/keys',
  ])
    assert.match(policyOf((await exchange(address, path, BROWSER)).headers), /frame-ancestors 'none'/, path);
});

test('a frame leads to its page, and names its source, the release and the day of the release', async () => {
  const day = release.publishedAt.toISOString().slice(0, 4);
  for (const path of FRAMES) {
    const { text } = await exchange(address, path);
    const page = /<h1><a target="_blank" rel="noopener" href="([^"]+)">/.exec(text)?.[1] ?? '';
    const { pathname, search } = new URL(unescaped(page), address + path);
    assert.equal((await exchange(address, pathname + search)).status, 200, page);
    assert.ok(text.includes(`data release <a target="_blank" rel="noopener" href="`), path);
    assert.match(text, new RegExp(`>${release.version}</a> of \\d+ \\w+ ${day},`));
    for (const [link] of text.matchAll(/<a [^>]*>/g)) assert.match(link, /target="_blank"/);
  }
});

test('a frame that was made with another release says so, and repeats nothing that is no release', async () => {
  const notice =
    /This page was made with ([^<]*?)\. The figures here are those of data release (\S+), the current/;
  const shown = async (asked: string) =>
    notice.exec((await exchange(address, `/embed/cities/lisbon?release=${encodeURIComponent(asked)}`)).text);
  assert.equal(await shown(release.version), null);
  assert.deepEqual((await shown('2020.1.1'))?.slice(1), ['data release 2020.1.1', release.version]);
  for (const asked of ['<script>', 'Call 555', '2020.1.1 ', '9'.repeat(500)])
    assert.equal((await shown(asked))?.[1], 'another data release', asked);
});

test('a frame has the household, the currency and the amount of its page', async () => {
  const { text } = await exchange(address, '/embed/cities/lisbon?household=family&currency=USD');
  assert.match(
    text,
    /At the standard of an average American household, a family of four needs about [\d,]+ USD a month/,
  );
  assert.match(text, /href="[^"]*cities\/lisbon\?household=family&amp;currency=USD"/);
  const compared = await exchange(address, '/embed/compare?cities=lisbon,berlin&amount=60000&currency=EUR');
  assert.match(compared.text, /Same as 60,000 EUR/);
});

test('a frame says on the other site what is wrong, and an embed counts as a page view', async () => {
  const missing = await exchange(address, '/embed/cities/nowhere-at-all', BROWSER);
  assert.equal(missing.status, 404);
  assert.match(missing.text, /<h1>No such city<\/h1>/);
  assert.match(policyOf(missing.headers), /frame-ancestors \*/);
  assert.match(
    (await exchange(address, '/embed/compare', BROWSER)).text,
    /<h1>A parameter is not valid<\/h1>/,
  );

  const few = (await startSmallService({ LDS_SITE_PER_MINUTE: '3' })).server.address;
  const statuses: number[] = [];
  for (let index = 0; index < 6; index++) statuses.push((await exchange(few, '/embed/map', BROWSER)).status);
  assert.deepEqual(statuses.slice(0, 3), [200, 200, 200]);
  const refused = await exchange(few, '/embed/map', BROWSER);
  assert.equal(refused.status, 429);
  assert.match(policyOf(refused.headers), /frame-ancestors \*/);
  for (const path of ['/oembed?url=x', '/cities/andorra-la-vella/card.png'])
    assert.equal((await exchange(few, path)).status, 429, path);
  const off = (await startSmallService({ LDS_SITE: 'off' })).server.address;
  assert.equal((await exchange(off, '/embed/cities/andorra-la-vella')).status, 404);
});

test('oEmbed describes cities, comparisons and maps, in JSON and XML alike', async () => {
  for (const [path, title] of [
    ['/cities/lisbon', 'Lisbon, Portugal: cost of living and quality of life'],
    ['/cities/lisbon?household=couple&currency=CHF#prices', 'Lisbon, Portugal'],
    ['/compare?cities=lisbon,berlin&amount=60000&currency=EUR', 'Lisbon and Berlin'],
    ['/explore?measure=safety&country=pt', 'Map of cities in Portugal: safety'],
  ] as const) {
    const url = address + path;
    const json = await oembed({ url });
    assert.deepEqual([json.status, json.headers['content-type']], [200, 'application/json; charset=utf-8']);
    assert.equal(json.headers['set-cookie'], undefined);
    const answer = JSON.parse(json.text) as Record<string, string | number>;
    // Required for `rich`, section 2.3.4.4, and for all with a thumbnail.
    assert.deepEqual([answer.version, answer.type], ['1.0', 'rich']);
    assert.ok(String(answer.title).includes(title), String(answer.title));
    for (const name of ['width', 'height', 'thumbnail_width', 'thumbnail_height'])
      assert.ok(Number.isInteger(answer[name]), name);
    assert.match(
      String(answer.html),
      /^<iframe src="[^"]+" width="\d+" height="\d+" title="[^"]+" [^<>]*><\/iframe>$/,
    );
    const frame = new URL(unescaped(/src="([^"]+)"/.exec(String(answer.html))?.[1] ?? ''));
    assert.equal(frame.searchParams.get('release'), release.version);
    for (const at of [frame, new URL(String(answer.thumbnail_url))]) {
      assert.equal(at.origin, address);
      assert.equal((await exchange(address, at.pathname + at.search)).status, 200, at.href);
    }
    const xml = await oembed({ url, format: 'xml' });
    assert.equal(xml.headers['content-type'], 'text/xml; charset=utf-8');
    assert.match(xml.text, /^<\?xml version="1\.0" encoding="utf-8" standalone="yes"\?>\n<oembed>\n/);
    const members = [...xml.text.matchAll(/^<(\w+)>([^<]*)<\/\1>$/gm)].map(([, name = '', value = '']) => [
      name,
      unescaped(value),
    ]);
    const texts = Object.entries(answer).map(([name, value]) => [name, String(value)]);
    assert.deepEqual(members, texts);
  }
});

test('oEmbed keeps frame and thumbnail within the limits', async () => {
  const url = `${address}/cities/lisbon`;
  const sizes = async (limits: Record<string, string>) => {
    const answer = JSON.parse((await oembed({ url, ...limits })).text) as Record<string, unknown>;
    assert.ok(String(answer.html).includes(`width="${answer.width}" height="${answer.height}"`));
    return [answer.width, answer.height, answer.thumbnail_width, answer.thumbnail_height];
  };
  assert.deepEqual(await sizes({}), [640, 640, 1200, 630]);
  assert.deepEqual(await sizes({ maxwidth: '700', maxheight: '400' }), [640, 400, 600, 315]);
  assert.deepEqual(await sizes({ maxwidth: '320' }), [320, 640, 300, 158]);
  assert.deepEqual(await sizes({ maxheight: '100' }), [640, 100, undefined, undefined]);
});

test('oEmbed refuses what it cannot show: other addresses with 404, other formats with 501', async () => {
  const url = `${address}/cities/lisbon`;
  const elsewhere = address.replace('127.0.0.1', 'localhost');
  assert.equal(
    (await oembed({ url: `${elsewhere}/cities/lisbon` })).status,
    200,
    'another name of this machine',
  );
  for (const other of [
    'https://example.org/cities/lisbon',
    `${address}.example.org/cities/lisbon`,
    'http://localhost:1/cities/lisbon',
    `${elsewhere}.example.org/cities/lisbon`,
    `${address}/guides`,
    `${address}/embed/cities/lisbon`,
    `${address}/cities/no-such-city`,
    `${address}/compare?cities=lisbon`,
    `${address}/explore?measure=love`,
    'lisbon',
  ])
    assert.equal((await oembed({ url: other })).status, 404, other);
  for (const format of ['yaml', 'JSON', 'html'])
    assert.equal((await oembed({ url, format })).status, 501, format);
  assert.equal((await exchange(address, '/oembed')).status, 400);
  for (const maxwidth of ['0', '-1', 'wide', '1e3', '9'.repeat(20)])
    assert.equal((await oembed({ url, maxwidth })).status, 400, maxwidth);
});

test('pages name their oEmbed addresses, and a line to copy whose frame is there', async () => {
  for (const path of ['/cities/lisbon?currency=USD', '/compare?cities=lisbon,berlin', '/explore']) {
    const { text } = await exchange(address, path);
    const links = [
      ...text.matchAll(/<link rel="alternate" type="(\S+)\+oembed" href="([^"]+)" title="[^"]+">/g),
    ];
    assert.deepEqual(
      links.map(([, type]) => type),
      ['application/json', 'text/xml'],
    );
    for (const [, type, link = ''] of links) {
      const { pathname, search } = new URL(unescaped(link));
      const { status, headers } = await exchange(address, pathname + search);
      assert.equal(status, 200);
      assert.ok(String(headers['content-type']).startsWith(type ?? '?'));
    }
    const line = unescaped(/<code>(&lt;iframe.*?)<\/code>/.exec(text)?.[1] ?? '');
    const src = new URL(unescaped(/ src="([^"]+)"/.exec(line)?.[1] ?? ''));
    assert.match(
      policyOf((await exchange(address, src.pathname + src.search)).headers),
      /frame-ancestors \*/,
    );
  }
  const { text } = await exchange(address, '/compare?cities=lisbon');
  assert.doesNotMatch(text, /oembed|compare\/card\.png/);
});

test('every chart and card is a picture of a fixed size, with source and release, as SVG and as PNG', async () => {
  const drawn = [
    ...['', '/quality', '/climate', '/history', '/card'].map((name) => ['/cities/lisbon', name, '']),
    ...['', '/card'].map((name) => ['/compare', name, '?cities=lisbon,berlin']),
    ...['', '/card'].map((name) => ['/explore', name, '?country=portugal']),
    ...['/history', '/card'].map((name) => ['/countries/portugal', name, '']),
    ['/find', '', '?country=portugal&min_population=30000'],
    ['/rankings/cost', '', '?country=portugal'],
  ] as const;
  for (const [page, name, query] of drawn) {
    const svg = await exchange(address, `${page}${name}.svg${query}`);
    assert.deepEqual(
      [svg.status, svg.headers['content-type']],
      [200, 'image/svg+xml; charset=utf-8'],
      page + name,
    );
    assert.ok(svg.text.toLowerCase().includes(`data release ${release.version}`), page + name);
    assert.doesNotMatch(svg.text, / class=|style=|undefined|NaN/, page + name);
    const [width = 0, height = 0] =
      /^<svg [^>]*?width="(\d+)" height="(\d+)"/.exec(svg.text)?.slice(1).map(Number) ?? [];
    const scale = name === '/card' ? 1 : 2;
    assert.equal(width * scale, name === '/card' ? 1200 : 1520);
    const png = await exchange(address, `${page}${name}.png${query}`);
    assert.deepEqual([png.status, png.headers['content-type']], [200, 'image/png'], page + name);
    assert.deepEqual(sizeOf(png.body), [width * scale, height * scale], page + name);
    assert.equal(png.headers['cache-control'], 'public, max-age=86400');
    const again = await exchange(address, `${page}${name}.png${query}`, {
      headers: { 'If-None-Match': String(png.headers.etag) },
    });
    assert.equal(again.status, 304);
    const { text } = await exchange(address, page + query);
    for (const suffix of ['svg', 'png'].slice(page === '/find' || page.startsWith('/rankings') ? 2 : 0))
      assert.match(
        text,
        new RegExp(`href="[^"]*${page.split('/').at(-1)}${name}\\.${suffix}[?"]`),
        page + name,
      );
  }
  const preview = await exchange(address, '/cities/lisbon/card.png?width=300');
  assert.deepEqual(sizeOf(preview.body), [300, 158]);
  for (const path of ['/cities/lisbon/card.png?width=301', '/cities/lisbon/card.png?width=100000'])
    assert.equal((await exchange(address, path)).status, 400, path);
  for (const path of [
    '/cities/lisbon/nothing.png',
    '/cities/lisbon/constructor.svg',
    '/guides.png',
    '/card.svg',
  ])
    assert.equal((await exchange(address, path)).status, 404, path);
});

test('a chart has its axis, with a line where New York, or no difference, is', async () => {
  const lines = async (path: string) => (await exchange(address, path)).text;
  for (const [path, base] of [
    ['/cities/lisbon.svg', '100'],
    ['/rankings/cost.svg?country=germany', '100'],
    ['/compare.svg?cities=lisbon,berlin', '0'],
  ] as const)
    assert.match(
      await lines(path),
      new RegExp(`stroke="#8a928e"[^>]*/><text[^>]*font-weight="600"[^>]*>${base}</text>`),
      path,
    );
  assert.match(await lines('/cities/lisbon/quality.svg'), />0<\/text>.*>100<\/text>/s);
  assert.match(
    await lines('/cities/lisbon/history.svg'),
    /<polygon fill="#1d7f6c" fill-opacity="0.18".*>202\d<\/text>/s,
  );
});

test('the work of a picture is bounded: by the pixels of its drawing, and by series and cities', async () => {
  const { headers, body } = await exchange(address, `/compare.png?cities=${TWENTY}`);
  assert.equal(headers['content-type'], 'image/png');
  const [width, height] = sizeOf(body);
  assert.equal(width, 760);
  assert.ok(width * height <= 8_000_000, `${width} by ${height}`);
  const card = await exchange(address, `/compare/card.svg?cities=${TWENTY}`);
  assert.ok(
    card.text
      .replaceAll(/<[^>]*>|\s+/g, ' ')
      .replaceAll(/ +/g, ' ')
      .includes('15 more'),
  );
  const size = (units: string) =>
    /width="(\d+)" height="(\d+)"/.exec(paintable(`<svg ${units}></svg>`))?.slice(1);
  assert.deepEqual(size('width="760" height="2000"'), ['1520', '4000']);
  assert.deepEqual(size('width="760" height="9000"'), ['760', '9000']);

  const figures = Array.from({ length: 60 }, (_, index): Series[number] => ({
    metric: `metric-${index % 20}`,
    title: 'Rent',
    value: index,
    unit: 'EUR',
    per: 'month',
    usd: null,
    standard_error: null,
    low: null,
    high: null,
    period: String(2000 + Math.floor(index / 20)),
    grain: 'city',
    place: 'Here',
    method: 'observed',
    note: null,
    sources: ['publisher'],
    latest: false,
  }));
  const at = { release, publicUrl: 'https://example.org', path: '/here', query: {} };
  const request = { ...at, messages: ENGLISH } as PageRequest;
  const drawing = historyDrawing(figures, 'Here', request);
  assert.equal(drawing.match(/<polyline/g)?.length, 12);
  assert.match(drawing, /The first 12 of 20 series/);

  // A name that is not an id is read at a cost, so a list that is too long is refused before any is.
  const long = await oembed({ url: `${address}/compare?cities=${Array(21).fill('Lisbon').join()}` });
  assert.match(long.text, /2 to 20 cities/);
});

test('what fonts lack is written in other letters, which never become markup', () => {
  const drawing =
    '<svg width="10" height="10"><title>‹</title><text x="1">‹b› &amp; → Łódź 東京</text></svg>';
  assert.match(paintable(drawing), /<text x="1">&lt;b&gt; &amp; (?:-)?&gt; Łódź \w+<\/text>/);
});

/** Width and height of a PNG. Source: https://www.w3.org/TR/png-3/#11IHDR */
function sizeOf(png: Buffer): [number, number] {
  assert.equal(png.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

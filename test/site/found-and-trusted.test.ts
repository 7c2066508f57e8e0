import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { DataRelease } from '../../src/engine/release/data-release.ts';
import { exchange } from '../support/http/exchange.ts';
import { COMMITTED, edition, publishInTurn, rows } from '../support/release/small-release.ts';
import { generousService, startService } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const service = await generousService();
const { address } = service.server;
const { token } = await service.key();
const release = (await (await service.get('/release', token)).json()) as Static<typeof DataRelease>;

test('the page of the release has the version, hash, counts and changes of the API', async () => {
  const { status, text } = await exchange(address, '/releases');
  assert.equal(status, 200);
  assert.ok(text.includes(release.version) && text.includes(release.content_hash));
  for (const count of Object.values(release.counts)) assert.ok(text.includes(count.toLocaleString('en')));
  for (const { sha256 } of release.downloads) assert.ok(text.includes(sha256));
  assert.deepEqual(JSON.parse((await exchange(address, '/releases.json')).text), release);
});

test('page and feed list the changes since the previous release, by metric', async () => {
  const { store, names } = await publishInTurn(
    {},
    {
      'release.json': edition('2026.12.1'),
      'facts/undp-hdr.tsv': rows((facts) =>
        facts.filter((row) => !row.startsWith('country/andorra\thuman_development_index\t')),
      ),
    },
  );
  const { server } = await startService({}, { release: { store, name: names[1] ?? '' } });
  const overview = (await exchange(server.address, '/releases')).text;
  const before = COMMITTED.version;
  assert.ok(overview.includes(`href="./releases/2026.12.1">2026.12.1</a>, <a href="./releases/${before}"`));
  const { text } = await exchange(server.address, '/releases/2026.12.1');
  assert.match(
    text,
    new RegExp(
      `<h2 id="changes">What changed since ${RegExp.escape(before)}</h2>\\s*<p>Cities: unchanged\\.`,
    ),
  );
  assert.match(
    text,
    /metrics\/human_development_index">[^<]+<\/a><\/th><td class="number">–<\/td><td class="number">1<\/td>/,
  );
  assert.match(
    text,
    /sources\/undp-hdr-\d+">[^<]+<\/a><\/th><td class="number">–<\/td><td class="number">1<\/td>/,
  );
  const earlier = await exchange(server.address, `/releases/${before}`);
  assert.ok(earlier.text.includes(`<h1>Data release ${before}</h1>`));
  const unknown = await exchange(server.address, '/releases/2020.1.1', { headers: { Accept: 'text/html' } });
  assert.equal(unknown.status, 404);
  assert.ok(unknown.text.includes(`does not keep data release 2020.1.1. It keeps 2026.12.1, ${before}.`));
  const feed = (await exchange(server.address, '/releases.xml')).text;
  assert.match(feed, /<link rel="alternate" type="text\/html" href="[^"]+\/releases\/2026\.12\.1"\/>/);
  assert.match(
    feed,
    new RegExp(`<summary>Since ${RegExp.escape(before)}: [\\d,]+ new figures, [1-9][\\d,]* removed`),
  );
});

test('the Atom feed has the release as an entry, with an identity that changes with its content', async () => {
  const { headers, text } = await exchange(address, '/releases.xml');
  assert.equal(headers['content-type'], 'application/atom+xml; charset=utf-8');
  assert.match(
    text,
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/,
  );
  assert.ok(text.includes(`<id>${address}/releases#${release.version}-${release.content_hash}</id>`));
  assert.ok(text.includes(`<updated>${release.published_at}</updated>`));
  assert.doesNotMatch(text, /href=&quot;(?!https?:)/);
  assert.match(
    (await exchange(address, '/releases')).text,
    /<link rel="alternate" type="application\/atom\+xml" href="\.\/releases\.xml">/,
  );
});

test('the status page agrees with /readyz, and has the latest period of every source', async () => {
  const answer = await exchange(address, '/status.json');
  const { status, sources } = JSON.parse(answer.text);
  assert.equal(answer.headers['cache-control'], 'no-cache');
  assert.equal(status, JSON.parse((await exchange(address, '/readyz')).text).status);
  assert.deepEqual(
    sources.map(({ id }: { id: string }) => id),
    release.sources.map(({ id }) => id),
  );
  const rents = sources.find(({ id }: { id: string }) => id === 'cmhc-rents-2025');
  assert.equal(rents.latest_period, '2025');
  assert.ok(rents.figures > 0);
  for (const { id, latest_period: latest } of sources as { id: string; latest_period: string | null }[]) {
    const [begin = ''] = latest?.split('/') ?? [];
    assert.ok(begin <= release.published_at.slice(0, 10), `${id} has figures of ${latest}`);
  }
  // GeoNames says where cities are; how long their days will be follows from that, and not from a newer file.
  const geonames = sources.find(({ id }: { id: string }) => id === 'geonames-cities');
  assert.equal(geonames.latest_period, null);
  const { text } = await exchange(address, '/status');
  for (const { id } of release.sources) assert.ok(text.includes(`/sources/${id}"`), id);
});

test('the sitemap lists the places that search engines may list, and no others', async () => {
  const { headers, text } = await exchange(address, '/sitemap.xml');
  assert.equal(headers['content-type'], 'application/xml; charset=utf-8');
  const paths = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => {
    assert.ok(loc.startsWith(address), loc);
    return loc.slice(address.length);
  });
  const listed = new Set(paths);
  assert.equal(listed.size, paths.length);
  assert.ok(paths.length <= 50_000);
  const isPlace = (path: string) => /^\/(cities|countries)\//.test(path);
  const samples = paths.filter(isPlace).filter((_, index) => index % 500 === 0);
  for (const path of [...paths.filter((path) => !isPlace(path)), ...samples]) {
    const page = await exchange(address, path);
    assert.equal(page.status, 200, path);
    assert.doesNotMatch(page.text, /content="noindex"/, path);
    assert.ok(page.text.includes(`<meta property="og:url" content="${address}${path}">`), path);
  }
  const cities = (await (await service.get('/cities', token)).json()) as { id: string }[];
  for (const { id } of cities.filter((_, index) => index % 997 === 0)) {
    const isIndexed = !(await exchange(address, `/cities/${id}`)).text.includes('content="noindex"');
    assert.equal(listed.has(`/cities/${id}`), isIndexed, id);
  }
});

test('if pages of places are turned off, the sitemap has none', async () => {
  const { server } = await startSmallService({ LDS_SITE: 'off' });
  const { text } = await exchange(server.address, '/sitemap.xml');
  assert.match(text, /\/sources\/geonames-cities</);
  assert.doesNotMatch(text, /\/(?:cities|countries|rankings)\b/);
});

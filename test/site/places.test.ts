import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchange } from '../support/http/exchange.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const service = await generousService();
const release = await openedRelease();
const { address } = service.server;

interface Found {
  kind: string;
  id: string;
  name: string;
}

const found = async (query: string) => {
  const { status, headers, text } = await exchange(address, `/places.json?${query}`);
  assert.equal(status, 200, query);
  return { headers, places: JSON.parse(text) as Found[] };
};

test('places.json finds without a key what the search of the site finds, in its order, and any origin may read it', async () => {
  for (const q of ['lisb', 'münchen', '東京', 'JFK', 'france', 'capital of spain', 'sprngfield', 'القاهرة']) {
    const { headers, places } = await found(`q=${encodeURIComponent(q)}`);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.match(String(headers['cache-control']), /^public, max-age=/);
    const page = await exchange(address, `/search.json?q=${encodeURIComponent(q)}`);
    const searched = (JSON.parse(page.text) as { kind: string; to: string }[])
      .filter(({ kind }) => kind === 'City' || kind === 'Country')
      .map(({ to }) => to.split('/').at(-1));
    assert.ok(searched.length > 0, q);
    assert.deepEqual(places.map(({ id }) => id).slice(0, searched.length), searched, q);
  }
});

test('a place has id, name, country, region and coordinates, and no figure; nothing is found for no text', async () => {
  const [lisbon] = (await found('q=lisbon')).places;
  const { latitude, longitude } = release.city('lisbon') ?? assert.fail('no Lisbon');
  assert.deepEqual(lisbon, {
    kind: 'city',
    id: 'lisbon',
    name: 'Lisbon',
    country: { id: 'portugal', name: 'Portugal' },
    region: 'Lisbon',
    latitude,
    longitude,
  });
  assert.deepEqual((await found('q=')).places, []);
  assert.deepEqual((await found('')).places, []);
});

test('an id finds its city, by any of its ids, and nothing if it is ambiguous or unknown', async () => {
  for (const id of ['lisbon', 'geonames:2267057', 'iata:LIS'])
    assert.deepEqual(
      (await found(`id=${id}`)).places.map((place) => place.id),
      ['lisbon'],
    );
  for (const id of ['springfield', 'iata:QBA', 'x'.repeat(3000)])
    assert.deepEqual((await found(`id=${id}`)).places, [], id.slice(0, 20));
});

test('a text of any length costs no more than one of 100 characters: the rest is not read', async () => {
  const start = 'san jose de las lajas '.repeat(5).slice(0, 100);
  const [short, long] = [
    await found(`q=${encodeURIComponent(start)}`),
    await found(`q=${encodeURIComponent(start + 'x '.repeat(300))}`),
  ];
  assert.deepEqual(long.places, short.places);
  const beyond = await exchange(address, `/places.json?q=${'x'.repeat(100_000)}`);
  assert.ok([414, 431].includes(beyond.status), String(beyond.status));
});

test('requests are limited per address, as pages are, and any origin may read why one is refused, as at /oembed', async () => {
  const limited = await startSmallService({ LDS_SITE_PER_MINUTE: '3' });
  const ask = async (path: string, Accept = 'application/json') => {
    const { status, headers } = await exchange(limited.server.address, path, { headers: { Accept } });
    return [status, headers['access-control-allow-origin']];
  };
  for (const q of ['a', 'b']) assert.deepEqual(await ask(`/places.json?q=lisbon${q}`), [200, '*']);
  const page = encodeURIComponent(`${limited.server.publicUrl}/cities/lisbon`);
  assert.deepEqual(await ask(`/oembed?url=${page}`), [200, '*']);
  for (const path of ['/places.json?q=lisbonc', '/places', '/oembed', '/oembed?url=x'])
    for (const accept of ['application/json', 'text/html'])
      assert.deepEqual(await ask(path, accept), [429, '*']);
  assert.deepEqual(await ask('/oembed?lang=zz'), [400, '*']);
  assert.deepEqual(await ask('/cities/lisbon.json'), [429, undefined]);
});

test('without the pages about places there is neither the search nor the element', async () => {
  const apiOnly = await startSmallService({ LDS_SITE: 'off' });
  for (const path of ['/places', '/places.json?q=lisbon', '/city-picker-1.js'])
    assert.equal((await exchange(apiOnly.server.address, path)).status, 404, path);
});

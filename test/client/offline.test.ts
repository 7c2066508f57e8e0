import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, LocationData, ProblemError } from '../../client/src/index.ts';
import { Snapshot } from '../../client/src/offline.ts';
import type { ApiRequest } from '../../client/src/request.ts';
import { sampleOf } from '../support/api/list.ts';
import { atEnd } from '../support/lifetime.ts';
import { generousService, testRelease, testReleaseStore } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const online = new LocationData({
  baseUrl: service.server.address,
  apiKey: token,
  // Asks for no compression, which would take longer than all the rest.
  fetch: (url, { headers, ...init }) =>
    fetch(url, {
      ...init,
      headers: { ...(headers as Record<string, string>), 'accept-encoding': 'identity' },
    }),
});
const offline = new Snapshot(testReleaseStore().releaseFile(await testRelease()), {
  baseUrl: service.server.publicUrl,
});
atEnd(() => offline.close());

/** Headers that describe the response. */
function heading({ response: { headers } }: Answer<unknown>): (string | null)[] {
  return HEADING.map((name) => headers.get(name));
}

const HEADING = [
  'content-type',
  'content-location',
  'link',
  'x-total-count',
  'x-excluded-count',
  'x-dataset-release',
];

async function assertSame(request: (lds: LocationData) => ApiRequest<unknown>): Promise<void> {
  const over = await request(online).withResponse();
  const without = await request(offline).withResponse();
  assert.deepEqual(without.data, over.data);
  assert.deepEqual(heading(without), heading(over));
}

const REQUESTS: Record<string, (lds: LocationData) => ApiRequest<unknown>> = {
  'the list of countries': (lds) => lds.countries.list().all(),
  'a country': (lds) => lds.countries.get('PT'),
  'a page of cities': (lds) => lds.cities.list({ q: 'san', limit: 5 }).all(),
  'cities found by figures': (lds) =>
    lds.cities.list({ cost_max: 60, quality_min: 60, sort: '-quality' }).all(),
  'cities as CSV': (lds) => lds.cities.list({ country: 'portugal' }).all().as('csv'),
  'a city': (lds) => lds.cities.get('Lisbon, Portugal'),
  'fields of a city': (lds) => lds.cities.get('lisbon', { fields: ['id', 'name'] }),
  'similar cities': (lds) => lds.cities.similar('lisbon'),
  'the cost of living in a city': (lds) => lds.costOfLiving.city('lisbon', { currency: 'USD' }),
  'the cost of living in a country': (lds) => lds.costOfLiving.country('portugal'),
  'a comparison of the cost of living': (lds) =>
    lds.costOfLiving.compare(['lisbon', 'porto'], { countries: ['spain'] }),
  'the quality of life in a city': (lds) => lds.qualityOfLife.city('lisbon'),
  'the quality of life in a country': (lds) => lds.qualityOfLife.country('portugal'),
  'a comparison of the quality of life': (lds) =>
    lds.qualityOfLife.compare(['lisbon', 'porto']).as('geojson'),
  'the history of a city': (lds) => lds.history.city('lisbon'),
  'the history of a country': (lds) => lds.history.country('portugal', { metric: ['population'] }),
};

for (const [what, request] of Object.entries(REQUESTS))
  test(`${what} has the same result over HTTP and offline`, () => assertSame(request));

test('200 random places have the same results over HTTP and offline', async () => {
  const places = sampleOf(await offline.cities.list().all(), 200).map(({ id }) => id);
  for (let start = 0; start < places.length; start += COMPARED) {
    const group = places.slice(start, start + COMPARED);
    await assertSame((lds) => lds.costOfLiving.compare(group));
    await assertSame((lds) => lds.qualityOfLife.compare(group));
    // Whole responses take three times as long, so only one place of each group is requested with them.
    const [id = ''] = group;
    for (const ask of WHOLE) await assertSame((lds) => ask(lds, id));
  }
});

const COMPARED = 20;
const WHOLE = [
  (lds: LocationData, id: string) => lds.cities.get(id, { lang: 'de' }),
  (lds: LocationData, id: string) => lds.costOfLiving.city(id),
  (lds: LocationData, id: string) => lds.qualityOfLife.city(id),
  (lds: LocationData, id: string) => lds.history.city(id),
];

test('offline, the release describes the file, without changes and downloads', async () => {
  const [over, without] = await Promise.all([online.release.get(), offline.release.get()]);
  assert.deepEqual(without, { ...over, changelog: null, changes: null, downloads: [] });
  await assert.rejects(offline.release.download('sqlite'), { code: 'path_not_found' });
});

test('pages and problems have the same results over HTTP and offline', async () => {
  const ids = async (lds: LocationData) => {
    const found: string[] = [];
    for await (const { id } of lds.cities.list({ country: 'portugal', min_population: 20_000, limit: 30 }))
      found.push(id);
    return found;
  };
  assert.deepEqual(await ids(offline), await ids(online));
  const problemOf = (lds: LocationData) =>
    lds.cities.get('springfield').catch((error) => {
      assert.ok(error instanceof ProblemError);
      const { status, code, detail, candidates } = error;
      return { status, code, detail, candidates };
    });
  assert.deepEqual(await problemOf(offline), await problemOf(online));
});

test('a file that is not a release is refused', () => {
  assert.throws(() => new Snapshot(import.meta.filename));
});

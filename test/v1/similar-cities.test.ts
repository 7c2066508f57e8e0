import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import { FIRM_EVIDENCE, PROFILE } from '../../src/engine/catalogue/city-profiles.ts';
import type { City } from '../../src/engine/catalogue/place.ts';
import { getSimilarCities, type SimilarCities } from '../../src/engine/similar/similar-cities.ts';
import { isCityOfToday } from '../../src/release/dominance.ts';
import { assertProblem } from '../support/api/problem.ts';
import { bearer, exchange } from '../support/http/exchange.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService } from '../support/service.ts';

type Similar = Static<typeof SimilarCities>;

const service = await generousService();
const { address } = service.server;
const { token } = await service.key();
const release = await openedRelease();

const get = (path: string) => exchange(address, `/v1${path}`, { headers: bearer(token) });

async function similarTo(path: string): Promise<Similar> {
  const answer = await get(`/data/similar/${path}`);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text) as Similar;
}

/** Whether a city can be similar to others. */
function isOffered(city: City): boolean {
  const { evidence = null } = release.measures.figure('cost', city) ?? {};
  return (
    city.partOf === null &&
    isCityOfToday({ feature: city.kind }) &&
    evidence !== null &&
    FIRM_EVIDENCE.includes(evidence) &&
    release.profiles.missing(city).length === 0
  );
}

test('the API reference names the evidence that a similar city needs', () => {
  assert.ok(getSimilarCities.description.includes(`official evidence (${FIRM_EVIDENCE.join(', ')})`));
});

const ASKED = [
  'lisbon?limit=50',
  'lisbon?limit=50&elsewhere=true&min_population=100000',
  'new-york?elsewhere=true',
  'tokyo?limit=50&country=japan',
  'nairobi?limit=50',
  'berlin?country=france&min_population=200000',
];

test('the most similar come first, never the city itself, and only existing cities with firm evidence', async () => {
  for (const path of ASKED) {
    const { city, reason, missing, among, similar } = await similarTo(path);
    assert.equal(reason, null);
    assert.deepEqual(missing, []);
    const { limit = '10' } = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
    assert.equal(similar.length, Math.min(Number(limit), among), path);
    const distances = similar.map(({ distance }) => distance);
    assert.deepEqual(
      distances,
      distances.toSorted((left, right) => left - right),
    );
    for (const { city: found } of similar) {
      assert.notEqual(found.id, city.id);
      const place = release.city(found.id);
      assert.ok(place && isOffered(place), found.id);
    }
  }
});

test('the explanation adds up to the distance, and follows from the figures that come along', async () => {
  for (const path of ASKED) {
    const { profile, figures, similar } = await similarTo(path);
    assert.deepEqual(
      Object.keys(profile),
      PROFILE.map(({ measure }) => measure),
    );
    const weights = Object.values(profile).map(({ weight }) => weight);
    assert.ok(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-5);
    for (const each of similar) {
      const squares = Object.values(each.parts).reduce((sum, { contribution }) => sum + contribution, 0);
      assert.ok(Math.abs(Math.sqrt(squares) - each.distance) < 1e-3, `${squares} ${each.distance}`);
      let explained = 0;
      for (const [position, { measure }] of PROFILE.entries()) {
        const [part, here, there] = [each.parts[measure], figures[measure], each.figures[measure]];
        const { weight, spread } = profile[measure] ?? {};
        assert.ok(part && here && there && weight && spread);
        // The first ten parts are prices.
        const difference =
          position < 10
            ? Math.log(there.value / here.value) / Math.log(spread)
            : (there.value - here.value) / spread;
        assert.ok(Math.abs(difference - part.difference) < 0.002, `${measure} of ${each.city.id}`);
        assert.ok(weight * difference ** 2 <= part.contribution + 1e-4);
        explained += weight * difference ** 2;
      }
      assert.ok(Math.abs(1 - explained / squares - each.uncertainty) < 0.002);
    }
  }
});

test('the named parts are those that differ least and most', async () => {
  for (const path of ASKED) {
    for (const { most_alike, most_different, parts } of (await similarTo(path)).similar) {
      const apart = (name: string) => Math.abs(parts[name]?.difference ?? Number.NaN);
      const sorted = Object.keys(parts)
        .map(apart)
        .sort((left, right) => left - right);
      assert.deepEqual(most_alike.map(apart), sorted.slice(0, 3));
      assert.deepEqual(
        most_different.map(apart),
        sorted
          .slice(-3)
          .reverse()
          .filter((difference) => difference > 0),
      );
    }
  }
});

test('the distance is the same in both directions, within a country and between countries', async () => {
  const offered = release.cities.filter(isOffered);
  const capitals = offered.filter(
    (city) => city.isCapital && offered.some((other) => other !== city && other.country === city.country),
  );
  for (const { id, country, population } of capitals.slice(0, 12)) {
    for (const query of [`country=${country}`, 'elsewhere=true&min_population=2000000']) {
      const [nearest] = (await similarTo(`${id}?limit=1&${query}`)).similar;
      assert.ok(nearest);
      const back = await similarTo(
        `${nearest.city.id}?limit=50&country=${country}&min_population=${population}`,
      );
      const same = back.similar.find(({ city }) => city.id === id);
      assert.equal(same?.distance, nearest.distance);
      assert.equal(same.uncertainty, nearest.uncertainty);
      for (const [name, { difference, contribution }] of Object.entries(same.parts)) {
        assert.equal(Math.abs(difference), Math.abs(nearest.parts[name]?.difference ?? Number.NaN));
        assert.equal(contribution, nearest.parts[name]?.contribution);
      }
    }
  }
});

test('a list with a lower limit is the beginning of the longer one', async () => {
  const { similar, ...rest } = await similarTo('lisbon?limit=50');
  for (const limit of [1, 3, 10, 49]) {
    assert.deepEqual(await similarTo(`lisbon?limit=${limit}`), { ...rest, similar: similar.slice(0, limit) });
  }
  assert.equal((await similarTo('lisbon')).similar.length, 10);
});

test('country, elsewhere and min_population keep exactly the cities that they describe', async () => {
  const spain = await similarTo('lisbon?country=ES&limit=50');
  assert.ok(spain.similar.every(({ city }) => city.country.id === 'spain'));
  const elsewhere = await similarTo('lisbon?elsewhere=true&limit=50');
  assert.ok(elsewhere.similar.every(({ city }) => city.country.id !== 'portugal'));
  const all = await similarTo('lisbon?elsewhere=false');
  assert.deepEqual(all, await similarTo('lisbon'));
  const portugal = await similarTo('lisbon?country=portugal&min_population=100000');
  assert.equal(all.among, elsewhere.among + portugal.among);
  const large = await similarTo('lisbon?min_population=500000&limit=50');
  assert.ok(large.similar.every(({ population }) => (population ?? 0) >= 500_000));
  const none = await similarTo('lisbon?country=north-korea');
  assert.deepEqual([none.reason, none.among, none.similar], ['no_candidates', 0, []]);
});

test('without a minimum, cities of 100,000 people and more are similar, or all of a country that is named', async () => {
  const { similar } = await similarTo('lisbon?limit=50');
  assert.ok(similar.every(({ population }) => (population ?? 0) >= 100_000));
  const all = await similarTo('lisbon?min_population=0');
  assert.ok(all.similar.some(({ population }) => (population ?? 0) < 100_000));
  const ofPortugal = await similarTo('lisbon?country=portugal');
  assert.deepEqual(ofPortugal, await similarTo('lisbon?country=portugal&min_population=0'));
  assert.ok(ofPortugal.similar.some(({ population }) => (population ?? 0) < 100_000));
});

test('a city without a price level has an empty list and the reason', async () => {
  const { reason, missing, among, similar, figures } = await similarTo('pyongyang');
  assert.deepEqual([reason, among, similar], ['no_figures', 0, []]);
  assert.ok(missing.includes('housing') && missing.every((name) => figures[name] === null));
});

test('every city with a price level has similar ones, also a modelled one, and capitals by name', async () => {
  for (const id of ['vienna', 'copenhagen', 'dublin', 'athens', 'dubai', 'beijing', 'cairo']) {
    const { reason, similar } = await similarTo(`${id}?min_population=100000`);
    assert.equal(reason, null, id);
    assert.equal(similar.length, 10, id);
  }
  const priced = release.cities.filter((city) => release.measures.figure('cost', city) !== undefined);
  assert.ok(priced.length > 60_000);
  for (const city of priced) assert.ok(release.profiles.isKnown(city), city.id);
  // Those that lack most have a list, too.
  const poorest = priced.toSorted(
    (left, right) => release.profiles.missing(right).length - release.profiles.missing(left).length,
  );
  for (const city of poorest.slice(0, 5))
    assert.equal(
      release.profiles.nearest(city, 3, { minPopulation: 0, accepts: () => true }).similar.length,
      3,
      city.id,
    );
});

test('no similar city is part of the same agglomeration, or of any', async () => {
  for (const id of ['new-york', 'brooklyn', 'tokyo', 'yokohama', 'tel-aviv', 'singapore', 'delhi']) {
    const main = release.city(id)?.partOf ?? id;
    for (const { city } of (await similarTo(`${id}?limit=50`)).similar) {
      assert.notEqual(city.id, main);
      assert.equal(release.city(city.id)?.partOf, null, `${city.id} for ${id}`);
    }
  }
});

test('a part that the city lacks makes nobody similar: it counts as any difference, for all alike', async () => {
  const city = release.cities.find(
    (one) => release.profiles.isKnown(one) && release.profiles.missing(one).length === 2,
  );
  assert.ok(city);
  const { missing, profile, similar } = await similarTo(`${city.id}?limit=50`);
  assert.equal(missing.length, 2);
  const unknown = missing.reduce((sum, name) => sum + 2 * (profile[name]?.weight ?? 0), 0);
  assert.equal(similar.length, 50);
  for (const { parts, distance } of similar) {
    for (const name of missing) assert.equal(parts[name], undefined);
    const squares = Object.values(parts).reduce((sum, { contribution }) => sum + contribution, unknown);
    assert.ok(Math.abs(Math.sqrt(squares) - distance) < 1e-3, `${squares} ${distance}`);
  }
  const distances = similar.map(({ distance }) => distance);
  assert.deepEqual(
    distances,
    distances.toSorted((left, right) => left - right),
  );
});

test('both permissions are needed', async () => {
  for (const scopes of [['cost-of-living:read'], ['quality-of-life:read']] as const) {
    const { token: lesser } = await service.key({ scopes: [...scopes] });
    const answer = await exchange(address, '/v1/data/similar/lisbon', { headers: bearer(lesser) });
    assertProblem(answer, 'insufficient_scope');
  }
  const { token: enough } = await service.key({ scopes: ['cost-of-living:read', 'quality-of-life:read'] });
  const answer = await exchange(address, '/v1/data/similar/lisbon', { headers: bearer(enough) });
  assert.equal(answer.status, 200);
});

test('a list by an alias names the canonical one, with its query', async () => {
  const { headers } = await get('/data/similar/Lisbon,%20Portugal?min_population=500000&country=ES&limit=3');
  assert.match(
    String(headers['content-location']),
    /\/v1\/data\/similar\/lisbon\?limit=3&country=spain&min_population=500000$/,
  );
});

test('other values are refused, with the name of the parameter', async () => {
  for (const [query, parameter] of [
    ['limit=0', 'limit'],
    ['limit=51', 'limit'],
    ['elsewhere=yes', 'elsewhere'],
    ['elsewhere=true&country=PT', 'elsewhere'],
    ['min_population=-1', 'min_population'],
    ['country=', 'country'],
  ] as const) {
    const { errors } = assertProblem(await get(`/data/similar/lisbon?${query}`), 'invalid_parameter');
    assert.equal(errors?.[0]?.parameter, parameter);
  }
  assertProblem(await get('/data/similar/lisbon?country=congo'), 'unknown_country');
  assertProblem(await get('/data/similar/springfield'), 'city_not_found');
});

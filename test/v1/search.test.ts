import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { fold } from '../../src/release/fold.ts';
import { allCities, cityPage, type ListedCity, walk } from '../support/api/list.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();

let world: ListedCity[] = [];
before(async () => {
  world = await allCities(service, token);
});

async function find(query: Record<string, string | number>): Promise<ListedCity[]> {
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const pages = await walk(service, token, `/cities?${new URLSearchParams(entries)}`, 'next');
  return pages.flatMap(({ cities }) => cities);
}

/** Queries that people type, and the city that must come first. */
const FIRST: Record<string, string> = {
  lond: 'london',
  'san fran': 'san-francisco',
  bali: 'denpasar',
  madeira: 'funchal',
  wien: 'vienna',
  münchen: 'munich',
  'mu\u0308nchen': 'munich',
  MUNCHEN: 'munich',
  munich: 'munich',
  Lisboa: 'lisbon',
  lisbon: 'lisbon',
  東京: 'tokyo',
  tokyo: 'tokyo',
  Москва: 'moscow',
  moskva: 'moscow',
  "xi'an": 'xian',
  'Xi\u2019an': 'xian',
  xian: 'xian',
  西安: 'xian',
  'são paulo': 'sao-paulo',
  'sao paulo': 'sao-paulo',
  'Saint Petersburg': 'saint-petersburg',
  القاهرة: 'cairo',
  'new york': 'new-york',
  'new yo': 'new-york',
  '  Köln ': 'cologne',
  nyc: 'new-york',
  NYC: 'new-york',
  rio: 'rio-de-janeiro',
};

for (const [q, id] of Object.entries(FIRST)) {
  test(`q=${q} finds ${id} first`, async () => {
    assert.equal((await find({ q }))[0]?.id, id);
  });
}

interface Named {
  id: string;
  name: string;
  ascii_name: string;
  alternative_names: string[];
  agglomeration: { name: string } | null;
}

async function detailOf(id: string): Promise<Named> {
  return (await (await service.get(`/cities/${id}`, token)).json()) as Named;
}

function namesIn({ id, name, ascii_name, alternative_names }: Named): string[] {
  return [name, ascii_name, id.replaceAll('-', ' '), ...alternative_names];
}

test('every listed name of a city finds it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), async (cityIndex, nameIndex) => {
      const city = world[cityIndex % world.length];
      assert.ok(city !== undefined);
      const names = namesIn(await detailOf(city.id)).filter(
        (name) => name.length <= 100 && fold(name).length >= 2,
      );
      const q = names[nameIndex % names.length];
      if (q === undefined) return;
      assert.ok(
        (await find({ q })).some(({ id }) => id === city.id),
        `${q} does not find ${city.id}`,
      );
    }),
    { numRuns: 40 },
  );
});

/** The city's own name, its id, and the names that people know it by: those in the name of its agglomeration. */
function wellKnown({ id, name, agglomeration }: Named): string[] {
  return [name, id.replaceAll('-', ' '), ...(agglomeration?.name.split(/[()]/) ?? [])].map(fold);
}

test('its own name or one that people know it by puts a city before those with another such name, then prominence decides', async () => {
  for (const q of ['springfield', 'kyot', 'porto a', 'petersburg', 'frankfurt', 'göteb', 'lond', 'wien']) {
    const cities = await find({ q });
    assert.ok(cities.length > 0 && cities.length < 120, `${q}: ${cities.length}`);
    const wanted = fold(q);
    const agreements = (names: readonly string[]) => [
      names.includes(wanted),
      names.some((name) => name.startsWith(wanted)),
      names.some((name) => name.includes(` ${wanted}`)),
    ];
    const found: { city: (typeof cities)[number]; rank: number; prominence: number }[] = [];
    // One after another: a hundred at once are refused on a busy machine.
    for (const city of cities) {
      const detail = await detailOf(city.id);
      const [known, any] = [agreements(wellKnown(detail)), agreements(namesIn(detail).map(fold))];
      const [whole = 9, beginning = 9, word = 9] = [0, 1, 3].map((rank, at) => (known[at] ? rank : 9));
      const [otherWhole = 9, otherBeginning = 9, otherWord = 9] = [2, 4, 5].map((rank, at) =>
        any[at] ? rank : 9,
      );
      const rank = Math.min(whole, beginning, otherWhole, word, otherBeginning, otherWord);
      found.push({ city, rank, prominence: (city.population ?? 0) * (city.is_capital ? 3 : 1) });
    }
    for (const { city, rank } of found) assert.ok(rank < 9, `${city.id} does not match ${q}`);
    // Sections of cities come after their city, however well they match.
    // A city that is far better known by its other name is second: Saint Petersburg.
    const isBetterKnown = (at: number) =>
      at === 1 && (found[at]?.prominence ?? 0) > 10 * (found[0]?.prominence ?? 0);
    const whole = found.filter(({ city }, at) => city.kind !== 'PPLX' && !isBetterKnown(at));
    assert.deepEqual(
      whole.map(({ city }) => city.id),
      whole
        .toSorted((left, right) => left.rank - right.rank || right.prominence - left.prominence)
        .map(({ city }) => city.id),
      q,
    );
  }
});

test('a city is listed when it matches all filters', async () => {
  const springfields = await find({ q: 'springfield', country: 'US', min_population: 100_000 });
  assert.ok(springfields.length >= 3);
  for (const city of springfields) {
    assert.equal(city.country.id, 'united-states');
    assert.ok((city.population ?? 0) >= 100_000);
  }
  const all = await find({ q: 'springfield' });
  const expected = all.filter(
    ({ country, population }) => country.id === 'united-states' && (population ?? 0) >= 100_000,
  );
  assert.deepEqual(springfields, expected);
  assert.ok(all.length > springfields.length);

  const near = await find({
    q: 'saint',
    country: 'france',
    near: '48.8566,2.3522',
    radius_km: 30,
    min_population: 30_000,
  });
  assert.ok(near.length > 0);
  for (const city of near) assert.ok(city.country.id === 'france' && (city.distance_km ?? 99) <= 30);
});

test('the country filter alone lists exactly its cities, by population, for every code of the country', async () => {
  for (const id of ['japan', 'portugal', 'malta', 'united-states']) {
    const cities = await find({ country: id });
    assert.deepEqual(
      cities,
      world.filter(({ country }) => country.id === id),
    );
    assertByPopulation(cities);
  }
  assert.deepEqual(await find({ country: 'JPN' }), await find({ country: 'japan' }));
});

test('min_population is a minimum, which a city without a population figure only meets at 0', async () => {
  const floor = 5_000_000;
  assert.deepEqual(
    await find({ min_population: floor }),
    world.filter(({ population }) => (population ?? 0) >= floor),
  );
  assert.equal((await cityPage(service, token, '/cities?min_population=0')).total, world.length);
});

test('only near gives distances', async () => {
  const [city] = await find({ q: 'lisboa' });
  assert.ok(city !== undefined && !('distance_km' in city));
});

test('near without radius_km searches within 50 km', async () => {
  const near = '38.72,-9.14';
  assert.deepEqual(await find({ near }), await find({ near, radius_km: 50 }));
});

test('the nearest city comes first', async () => {
  const [lisbon] = await find({ near: '38.72509,-9.1498' });
  assert.equal(lisbon?.id, 'lisbon');
  assert.equal(lisbon?.distance_km, 0);
  const [suva, next] = await find({ near: '-18.14161,178.44149', radius_km: 30 });
  assert.equal(suva?.country.id, 'fiji');
  assert.ok((suva?.distance_km ?? 0) <= (next?.distance_km ?? 0));
});

test('a circle across the 180th meridian finds the cities on its other side', async () => {
  const fromTheEast = await find({ near: '-17.8,-179.9', radius_km: 300 });
  const ids = fromTheEast.map(({ id }) => id);
  for (const id of ['suva', 'labasa', 'nadi']) assert.ok(ids.includes(id), `${id} of ${ids}`);
  const along = await find({ near: '-17.8,180', radius_km: 300 });
  assert.deepEqual(along, await find({ near: '-17.8,-180', radius_km: 300 }));
  assert.ok(along.length > 0);
});

test('a circle around a pole contains cities of every longitude', async () => {
  assert.deepEqual(await find({ near: '90,0', radius_km: 1000 }), []);
  const svalbard = await find({ near: '84,15', radius_km: 1000 });
  assert.ok(svalbard.every(({ latitude }) => latitude > 74));
  assert.deepEqual(
    await find({ near: '90,17', radius_km: 1000 }),
    await find({ near: '90,-120', radius_km: 1000 }),
  );
});

test('near finds exactly the cities within the great-circle distance, nearest first', async () => {
  const anywhere = fc.record({
    latitude: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(90, -90, 0)),
    longitude: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(180, -180, 0)),
  });
  const inhabited = fc.nat().map((index) => world[index % world.length] ?? { latitude: 0, longitude: 0 });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(anywhere, inhabited),
      fc.integer({ min: 1, max: 1000 }),
      async (point, radius) => {
        const latitude = Number(point.latitude.toFixed(5));
        const longitude = Number(point.longitude.toFixed(5));
        const found = await find({
          near: `${latitude.toFixed(5)},${longitude.toFixed(5)}`,
          radius_km: radius,
        });
        // A degree of latitude is more than 111 km, so no city further north or south is in the circle.
        const near = world.filter((city) => Math.abs(city.latitude - latitude) < (radius + 1) / 111);
        const distances = new Map(near.map((city) => [city.id, kilometres({ latitude, longitude }, city)]));
        const foundIds = new Set(found.map(({ id }) => id));
        // The last digit decides about a city that is exactly on the circle.
        const wrong = [...distances].filter(
          ([id, distance]) => Math.abs(distance - radius) > 0.01 && foundIds.has(id) !== distance < radius,
        );
        assert.deepEqual(wrong, []);
        const shown = found.map(({ distance_km = Number.NaN }) => distance_km);
        assert.deepEqual(
          shown,
          shown.toSorted((left, right) => left - right),
        );
        const mistaken = found.filter(
          ({ id, distance_km = Number.NaN }) =>
            !(Math.abs(distance_km - (distances.get(id) ?? Number.NaN)) <= 0.051),
        );
        assert.deepEqual(mistaken, []);
      },
    ),
    { numRuns: 30 },
  );
});

interface Point {
  latitude: number;
  longitude: number;
}

/** Great-circle distance on a sphere of 6,371 km, by the haversine formula. */
function kilometres(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const haversine = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const h =
    haversine(to.latitude - from.latitude) +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      haversine(to.longitude - from.longitude);
  return 2 * 6371 * Math.asin(Math.sqrt(h));
}

function assertByPopulation(cities: readonly ListedCity[]): void {
  const populations = cities.map(({ population }) => population ?? 0);
  assert.deepEqual(
    populations,
    populations.toSorted((left, right) => right - left),
  );
}

test('a section of a city comes after its city, even if it matches better', async () => {
  for (const q of ['kowloon', 'hong', 'new de', 'man', 'saint d', 'd']) {
    const found = await find({ q });
    for (const [index, section] of found.entries()) {
      if (section.kind !== 'PPLX') continue;
      const around = found.slice(index + 1).filter((city) => isAround(city, section));
      assert.deepEqual(around, [], `${q}: ${section.id} before its city`);
    }
  }
});

function isAround(city: ListedCity, section: ListedCity): boolean {
  return (
    city.kind !== 'PPLX' &&
    city.country.id === section.country.id &&
    (city.population ?? 0) > (section.population ?? 0) &&
    kilometres(city, section) < 25
  );
}

test('one letter finds the cities whose id begins with it, the largest first', async () => {
  assert.deepEqual(
    await find({ q: 'Q' }),
    world.filter(({ id }) => id.startsWith('q')),
  );
  assert.equal((await service.get('/cities?q=!', token)).status, 400);
});

for (const [q, id] of Object.entries({
  'Lisbno, Portugal': 'lisbon',
  'San Jose, Costa Rica': 'san-jose-san-jose-costa-rica',
  'portland oregon': 'portland',
  'Springfeild, Missouri': 'springfield-missouri-united-states',
  'Hamilton, Canada': 'hamilton-ontario-canada',
  'Lisbon, Portugal': 'lisbon',
  'Austin, TX': 'austin',
  Lisbno: 'lisbon',
  Berln: 'berlin',
  'Lisbon metropolitan area': 'lisbon',
  'Berlin 10115': 'berlin',
  ondon: 'london',
  Mosow: 'moscow',
  bogata: 'bogota',
})) {
  test(`q=${q} offers ${id} first, although no name matches exactly`, async () => {
    assert.equal((await find({ q }))[0]?.id, id);
  });
}

test('the IATA code of an airport finds its city and is a candidate for it, but is never a name of it', async () => {
  assert.deepEqual((await find({ q: 'LHR' })).map(({ id }) => id).slice(0, 1), ['london']);
  // LIS is also a name of Lyss that only the gazetteer knows.
  for (const [code, id] of [
    ['LHR', 'london'],
    ['LIS', 'lisbon'],
  ] as const) {
    const response = await service.get(`/cities/${code}`, token);
    assert.equal(response.status, 404);
    const { candidates } = (await response.json()) as { candidates: { id: string }[] };
    assert.equal(candidates[0]?.id, id);
  }
});

test('cities can be listed by island where no first-level region has the name', async () => {
  const cities = await find({ region: 'tenerife', country: 'ES' });
  assert.ok(cities.length > 20);
  for (const { longitude, latitude } of cities) {
    assert.ok(longitude > -17 && longitude < -16.1, String(longitude));
    assert.ok(latitude > 27.9 && latitude < 28.7, String(latitude));
  }
});

test('cities can be listed by an area that people name, though no first-level region has the name', async () => {
  const cornwall = await find({ region: 'cornwall', country: 'GB' });
  assert.ok(
    cornwall.some(({ id }) => id === 'truro') && cornwall.every(({ region }) => region === 'England'),
  );
  const states = new Set((await find({ region: 'new england' })).map(({ region }) => region));
  assert.equal(states.size, 6);
});

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { SUBREGIONS } from '../../src/engine/places/parts-of-world.ts';
import { CONTINENTS } from '../../src/release/continents.ts';
import { EVIDENCE, type Evidence } from '../../src/release/cost-estimates.ts';
import { fold } from '../../src/release/fold.ts';
import { GRAINS, type Grain } from '../../src/release/grain.ts';
import { COST_MEASURES, MEASURES, type MeasuredFigure, type MeasureId } from '../../src/release/measures.ts';
import { cityPage, type ListedCity, walk } from '../support/api/list.ts';
import { assertProblem } from '../support/api/problem.ts';
import { bearer, exchange } from '../support/http/exchange.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const release = await openedRelease();

type Figures = Record<string, MeasuredFigure | null>;
type Found = ListedCity & { figures: Figures };

interface Listing {
  cities: Found[];
  total: number;
  excluded: number | null;
}

async function listing(query: Record<string, unknown>): Promise<Listing> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await service.get(`/cities?${text}`, token);
  const body = await response.text();
  assert.equal(response.status, 200, `${text} ${body}`);
  const excluded = response.headers.get('x-excluded-count');
  return {
    cities: JSON.parse(body) as Found[],
    total: Number(response.headers.get('x-total-count')),
    excluded: excluded === null ? null : Number(excluded),
  };
}

/** The countries that the tests search, with all their cities and figures. */
const COUNTRIES = ['portugal', 'united-states', 'japan', 'nigeria', 'north-korea'];
const worlds = new Map<string, Found[]>();
before(async () => {
  for (const country of COUNTRIES) {
    const { cities, excluded, total } = await listing({ country, include: MEASURES.join() });
    assert.equal(excluded, null, 'include leaves nothing out');
    assert.equal(cities.length, total);
    worlds.set(country, cities);
  }
});

const bound = (measure: MeasureId) => {
  if (measure === 'earnings') return fc.integer({ min: 0, max: 8000 });
  return COST_MEASURES.some((cost) => cost === measure)
    ? fc.integer({ min: 100, max: 1500 }).map((tenths) => tenths / 10)
    : fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10);
};

interface Range {
  measure: MeasureId;
  min?: number;
  max?: number;
}

const range: fc.Arbitrary<Range> = fc.constantFrom(...MEASURES).chain((measure) =>
  fc
    .record({ min: bound(measure), max: bound(measure) }, { requiredKeys: [] })
    .filter(({ min, max }) => (min === undefined) !== (max === undefined) || (min ?? 0) < (max ?? 0))
    .map((ends) => ({ measure, ...ends })),
);

interface Asked {
  country: string;
  ranges: Range[];
  evidence?: Evidence[];
  grain?: Grain[];
  sort?: string[];
  kind?: 'city' | 'section';
}

const asked: fc.Arbitrary<Asked> = fc.record(
  {
    country: fc.constantFrom(...COUNTRIES),
    ranges: fc.uniqueArray(range, { maxLength: 4, selector: ({ measure }) => measure }),
    evidence: fc.subarray([...EVIDENCE], { minLength: 1 }),
    grain: fc.subarray([...GRAINS], { minLength: 1 }),
    sort: fc
      .uniqueArray(fc.constantFrom('name', 'population', ...MEASURES), { minLength: 1, maxLength: 3 })
      .chain((names) =>
        fc.tuple(...names.map((name) => fc.boolean().map((minus) => (minus ? '-' : '') + name))),
      ),
    kind: fc.constantFrom('city', 'section'),
  },
  { requiredKeys: ['country', 'ranges'] },
);

function queryOf({ ranges, ...rest }: Asked): Record<string, unknown> {
  return {
    ...rest,
    ...Object.fromEntries(
      ranges.flatMap(({ measure, min, max }) => [
        ...(min === undefined ? [] : [[`${measure}_min`, min]]),
        ...(max === undefined ? [] : [[`${measure}_max`, max]]),
      ]),
    ),
  };
}

function neededBy({ ranges, evidence, grain, sort = [] }: Asked): string[] {
  const sorted = sort
    .map((name) => name.replace('-', ''))
    .filter((name) => !['name', 'population'].includes(name));
  const cost = evidence === undefined && grain === undefined ? [] : ['cost'];
  return [...new Set([...ranges.map(({ measure }) => measure), ...cost, ...sorted])];
}

function satisfies(city: Found, { ranges, evidence, grain }: Asked, certainty: 'likely' | 'sure'): boolean {
  const within = ranges.every(({ measure, min = 0, max = Number.POSITIVE_INFINITY }) => {
    const figure = city.figures[measure];
    if (!figure) return false;
    const [least, most] = certainty === 'sure' ? [figure.low, figure.high] : [figure.value, figure.value];
    return least >= min && most <= max;
  });
  const { cost } = city.figures;
  return (
    within &&
    (evidence === undefined || (!!cost?.evidence && evidence.includes(cost.evidence))) &&
    (grain === undefined || (!!cost?.grain && grain.includes(cost.grain)))
  );
}

test('found, violating and excluded cities are all cities; a found one violates nothing and has the figures used', async () => {
  await fc.assert(
    fc.asyncProperty(asked, fc.constantFrom('likely', 'sure'), async (question, certainty) => {
      const needed = neededBy(question);
      const world = (worlds.get(question.country) ?? []).filter(
        ({ kind }) => question.kind === undefined || kindOf(kind) === question.kind,
      );
      const known = world.filter(({ figures }) => needed.every((id) => figures[id]));
      const expected = known.filter((city) => satisfies(city, question, certainty));
      const { cities, total, excluded } = await listing({
        ...queryOf(question),
        ...(question.ranges.length > 0 ? { certainty } : {}),
      });
      assert.equal(total, cities.length);
      assert.equal(excluded, needed.length === 0 ? null : world.length - known.length);
      assert.deepEqual(idsOf(cities).sort(), idsOf(expected).sort());
      const wholes = new Map(world.map((city) => [city.id, city]));
      for (const city of cities) {
        const shown = Object.keys(city.figures ?? {});
        assert.deepEqual(shown.sort(), needed.toSorted());
        for (const id of shown) assert.deepEqual(city.figures[id], wholes.get(city.id)?.figures[id]);
      }
    }),
    { numRuns: 30 },
  );
});

function kindOf(code: string): string {
  if (code === 'PPLX') return 'section';
  return ['PPLH', 'PPLQ', 'PPLW', 'PPLCH'].includes(code) ? 'former' : 'city';
}

test('sort orders by its names in turn, and keeps the usual order of cities that are equal in all of them', async () => {
  const sorted = fc.record({
    country: fc.constantFrom(...COUNTRIES),
    sort: asked.map(({ sort }) => sort ?? ['cost']),
  });
  await fc.assert(
    fc.asyncProperty(sorted, async ({ country, sort }) => {
      const world = worlds.get(country) ?? [];
      const place = new Map(world.map(({ id }, index) => [id, index]));
      const { cities } = await listing({ country, sort });
      for (const [index, city] of cities.entries()) {
        const next = cities[index + 1];
        if (next === undefined) break;
        const decided = sort.map((key) => compared(key, city, next)).find((order) => order !== 0);
        assert.ok(
          decided === undefined ? (place.get(city.id) ?? 0) < (place.get(next.id) ?? 0) : decided < 0,
          `${sort}: ${city.id} before ${next.id}`,
        );
      }
    }),
    { numRuns: 15 },
  );
});

/** Negative if the first comes before the second. */
function compared(key: string, left: Found, right: Found): number {
  const [by, sign] = key.startsWith('-') ? [key.slice(1), -1] : [key, 1];
  if (by === 'name') {
    const [one, other] = [left, right].map(({ name }) => [fold(name), name] as const);
    return sign * (order(one?.[0], other?.[0]) || order(one?.[1], other?.[1]));
  }
  if (by === 'population') {
    const [one, other] = [left.population, right.population];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other);
  }
  return sign * ((left.figures[by]?.value ?? 0) - (right.figures[by]?.value ?? 0));
}

function order(left = '', right = ''): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

test('names sort without regard to case, accents and spaces between words', async () => {
  const { cities } = await listing({ country: 'portugal', sort: 'name' });
  const names = cities.map(({ name }) =>
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/['’]/g, '')
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
  );
  assert.deepEqual(names, names.toSorted());
  const { cities: backwards } = await listing({ country: 'portugal', sort: '-name' });
  assert.deepEqual(
    backwards.map(({ name }) => name),
    cities.map(({ name }) => name).reverse(),
  );
});

test('cities that pass for certain also pass as likely', async () => {
  await fc.assert(
    fc.asyncProperty(
      asked.filter(({ ranges }) => ranges.length > 0),
      async (question) => {
        const query = queryOf(question);
        const likely = new Set(idsOf((await listing({ ...query, certainty: 'likely' })).cities));
        const sure = await listing({ ...query, certainty: 'sure' });
        for (const { id } of sure.cities) assert.ok(likely.has(id), id);
      },
    ),
    { numRuns: 25 },
  );
});

test('the pages of a list found by figures join to the complete list', async () => {
  await fc.assert(
    fc.asyncProperty(asked, fc.integer({ min: 1, max: 8 }), async (question, wantedPages) => {
      const query = queryOf(question);
      const { cities, total } = await listing(query);
      const limit = Math.min(1000, Math.max(1, Math.ceil(total / wantedPages)));
      const text = new URLSearchParams(
        Object.entries({ ...query, limit }).map(([name, value]) => [name, String(value)]),
      );
      const pages = await walk(service, token, `/cities?${text}`, 'next');
      assert.deepEqual(
        pages.flatMap((page) => page.cities),
        cities,
      );
    }),
    { numRuns: 15 },
  );
});

test('figures narrow and sort what q and near find, and distances come along', async () => {
  const near = '38.72,-9.14';
  const around = await listing({ near, radius_km: 100, include: 'cost' });
  const cheap = await listing({ near, radius_km: 100, cost_max: 60, sort: 'cost' });
  const distances = new Map(around.cities.map(({ id, distance_km }) => [id, distance_km]));
  assert.ok(cheap.cities.length > 3 && cheap.cities.length < around.cities.length);
  for (const { id, distance_km } of cheap.cities) assert.equal(distance_km, distances.get(id));
  const expected = around.cities
    .filter(({ figures }) => figures.cost && figures.cost.value <= 60)
    .sort((left, right) => (left.figures.cost?.value ?? 0) - (right.figures.cost?.value ?? 0));
  assert.deepEqual(idsOf(cheap.cities), idsOf(expected));
  const named = await listing({ q: 'porto', sort: '-cost' });
  const all = await listing({ q: 'porto', include: 'cost' });
  assert.deepEqual(
    idsOf(named.cities).sort(),
    idsOf(all.cities.filter(({ figures }) => figures.cost)).sort(),
  );
});

test('a bound is compared as written, to the tenth', async () => {
  const lisbon = release.city('lisbon');
  assert.ok(lisbon !== undefined);
  const value = release.measures.figure('cost', lisbon)?.value ?? 0;
  const finds = async (query: Record<string, unknown>) =>
    idsOf((await listing({ country: 'portugal', ...query })).cities).includes('lisbon');
  assert.equal(await finds({ cost_max: value }), true);
  assert.equal(await finds({ cost_min: value }), true);
  assert.equal(await finds({ cost_max: (value - 0.01).toFixed(2) }), false);
  assert.equal(await finds({ cost_min: (value + 0.01).toFixed(2) }), false);
});

test('kind distinguishes cities, sections and former places, which together are all', async () => {
  const fields = 'id,kind';
  const kinds = await Promise.all(['city', 'section', 'former'].map((kind) => listing({ kind, fields })));
  const all = await listing({ fields });
  assert.deepEqual(kinds.flatMap(({ cities }) => idsOf(cities)).sort(), idsOf(all.cities).sort());
  assert.ok(kinds[1]?.cities.every(({ kind }) => kind === 'PPLX'));
  assert.deepEqual(
    idsOf((await listing({ kind: 'section,city,former', fields })).cities),
    idsOf(all.cities),
    'in the usual order',
  );
  const { cities: capitals } = await listing({ kind: 'capital' });
  assert.ok(capitals.length > 200 && capitals.every(({ is_capital }) => is_capital));
});

test('fold keeps the main city of each agglomeration and capitals, with every other filter and in the same order', async () => {
  const japan = { country: 'japan', kind: 'city', sort: '-cost' };
  const all = await listing(japan);
  const folded = await listing({ ...japan, fold: 'agglomeration' });
  const kept = all.cities.filter(({ part_of, is_capital }) => part_of === null || is_capital);
  assert.deepEqual(folded.cities, kept);
  assert.ok(kept.length < all.cities.length);
  const ids = new Set(folded.cities.map(({ id }) => id));
  assert.ok(ids.has('tokyo') && !ids.has('yokohama') && ids.has('sapporo'));
  // Sections of cities are parts whatever the table of agglomerations says.
  const everywhere = await listing({ fold: 'agglomeration', min_population: 100_000 });
  assert.ok(everywhere.cities.every(({ kind, is_capital }) => kind !== 'PPLX' || is_capital));
  const capitals = { kind: 'capital' };
  assert.equal(
    (await listing({ ...capitals, fold: 'agglomeration' })).total,
    (await listing(capitals)).total,
  );
  assertProblem(
    await exchange(service.server.address, '/v1/cities?fold=country', { headers: bearer(token) }),
    'invalid_parameter',
  );
});

test('every part names a main city, which is itself part of nothing', async () => {
  for (const cities of worlds.values())
    for (const { id, part_of } of cities)
      if (part_of !== null) assert.equal(release.city(part_of)?.partOf, null, id);
});

test('region takes a name, a code or an alias, in any case, and only of the country that is given', async () => {
  const { cities } = await listing({ region: 'california' });
  assert.ok(cities.length > 300);
  assert.ok(cities.every(({ region }) => region === 'California'));
  assert.deepEqual(idsOf((await listing({ region: 'CA', country: 'US' })).cities), idsOf(cities));
  const { cities: everywhere } = await listing({ region: 'ca' });
  assert.ok(everywhere.length >= cities.length);
});

test('continent, subregion and capital keep the cities of these countries, and of the countries the same ones', async () => {
  interface Listed {
    id: string;
    continent: string;
    subregion: string | null;
  }
  const countries = async (query: string) =>
    (await (await service.get(`/countries?${query}`, token)).json()) as Listed[];
  const all = await countries('');
  const bySlug = await Promise.all(CONTINENTS.map((continent) => countries(`continent=${continent}`)));
  assert.deepEqual(idsOf(bySlug.flat()).sort(), idsOf(all).sort(), 'each country is on one continent');
  const european = await countries('continent=europe');
  assert.ok(['portugal', 'russia', 'cyprus', 'kosovo'].every((id) => idsOf(european).includes(id)));
  assert.ok(!idsOf(european).includes('turkiye') && !idsOf(european).includes('georgia'));
  const southern = await countries('subregion=southern-europe');
  assert.ok(southern.length > 10 && southern.every(({ subregion }) => subregion === 'Southern Europe'));
  assert.deepEqual(
    idsOf(await countries('continent=europe&subregion=western-asia')),
    ['cyprus'],
    'both must hold',
  );
  assert.ok(idsOf(await countries('subregion=caribbean,central-america')).includes('jamaica'));
  const { cities } = await listing({ continent: 'europe', capital: 'true' });
  assert.ok(cities.every(({ is_capital }) => is_capital));
  const capitals = await listing({ kind: 'capital' });
  const ids = new Set(idsOf(european));
  assert.deepEqual(idsOf(cities), idsOf(capitals.cities.filter(({ country }) => ids.has(country.id))));
  const known = new Set(
    release.countries.flatMap(({ detail }) => [detail.subregion, detail.intermediate_region]),
  );
  const slugs = [...known].flatMap((name) => name?.toLowerCase().replaceAll(' ', '-') ?? []);
  assert.deepEqual([...SUBREGIONS].sort(), slugs.sort(), 'the regions of UN M49 in the release');
});

test('the name of a continent as a country is a 400 that says how to ask', async () => {
  const answer = await exchange(service.server.address, '/v1/cities?country=Europe', {
    headers: bearer(token),
  });
  const problem = assertProblem(answer, 'unknown_country');
  assert.match(problem.detail, /Use continent=europe\./);
});

interface WithConditions extends Omit<Found, 'conditions'> {
  conditions: Partial<
    Record<'month' | 'high' | 'rain' | 'sun' | 'station' | 'sea' | 'airport', number | null>
  >;
}

const NUMBERS = ['high', 'rain', 'sun', 'station', 'sea', 'airport'] as const;

test('bounds of a month and of distances keep the cities within them, in the order asked for, and count those without the figure', async () => {
  const bounds = fc.record(
    {
      high_min: fc.integer({ min: -20, max: 30 }),
      rain_max: fc.integer({ min: 0, max: 200 }),
      sun_min: fc.integer({ min: 0, max: 300 }),
      station_max: fc.integer({ min: 0, max: 200 }),
      sea_max: fc.integer({ min: 0, max: 500 }),
      airport_max: fc.integer({ min: 0, max: 100 }),
    },
    { requiredKeys: [] },
  );
  const sorting = fc.tuple(fc.constantFrom(...NUMBERS), fc.boolean());
  const question = fc.record({
    country: fc.constantFrom(...COUNTRIES),
    month: fc.integer({ min: 1, max: 12 }),
    bounds,
    sorting,
  });
  await fc.assert(
    fc.asyncProperty(question, async ({ country, month, bounds, sorting: [by, descending] }) => {
      const world = await listing({ country, month, include: 'sea,airport' });
      assert.equal(world.excluded, null);
      const needed = new Set([by, ...Object.keys(bounds).map((name) => name.replace(/_.*/, ''))]);
      const all = world.cities as unknown as WithConditions[];
      const known = all.filter(({ conditions }) =>
        NUMBERS.every((name) => !needed.has(name) || typeof conditions[name] === 'number'),
      );
      const expected = known
        .filter(({ conditions }) =>
          Object.entries(bounds).every(([name, bound]) => {
            const value = conditions[name.replace(/_.*/, '') as 'high'] ?? Number.NaN;
            return name.endsWith('_min') ? value >= (bound ?? 0) : value <= (bound ?? 0);
          }),
        )
        .sort(
          (left, right) => (descending ? -1 : 1) * ((left.conditions[by] ?? 0) - (right.conditions[by] ?? 0)),
        );
      const found = await listing({ country, month, ...bounds, sort: `${descending ? '-' : ''}${by}` });
      assert.deepEqual(idsOf(found.cities), idsOf(expected));
      assert.equal(found.excluded, all.length - known.length);
      for (const city of found.cities as unknown as WithConditions[]) {
        assert.equal(city.conditions.month, month);
        const whole = all.find(({ id }) => id === city.id);
        for (const name of needed)
          assert.equal(city.conditions[name as 'high'], whole?.conditions[name as 'high']);
      }
    }),
    { numRuns: 25 },
  );
});

test('a month is listed with how far away its temperatures were measured, as the quality of life says', async () => {
  for (const city of ['lisbon', 'nairobi', 'hanoi']) {
    const listed = await service.get(`/cities?q=${city}&month=1&limit=1&sort=-population`, token);
    const [{ id, conditions } = assert.fail(city)] = (await listed.json()) as (WithConditions & {
      id: string;
    })[];
    const told = await service.get(
      `/data/quality-of-life/${id}?fields=climate.normals.temperature_max.station`,
      token,
    );
    const { climate } = (await told.json()) as {
      climate: { normals: { temperature_max: { station: { distance_km: number } } } };
    };
    assert.equal(conditions.station, climate.normals.temperature_max.station.distance_km);
  }
});

test('months and distances combine with prices and scores, and are columns of CSV', async () => {
  const query = { month: 1, high_min: 15, sea_max: 20, cost_max: 70, sort: '-safety,high', country: 'spain' };
  const { cities } = await listing(query);
  assert.ok(cities.length > 5);
  for (const { figures, conditions } of cities as unknown as WithConditions[]) {
    assert.deepEqual(Object.keys(figures).sort(), ['cost', 'safety']);
    assert.ok((conditions.high ?? 0) >= 15 && (conditions.sea ?? 99) <= 20 && !('airport' in conditions));
  }
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const csv = await (await service.get(`/cities?${text}&format=csv&limit=2`, token)).text();
  assert.match(csv.split('\n', 1)[0] ?? '', /,month,high_celsius,rain_mm,sun_hours,station_km,sea_km\r?$/);
});

/** Queries that must be a 400, and the parameter that it must name. */
const REFUSED: Record<string, string> = {
  'cost_min=80&cost_max=70': 'cost_min',
  'cost_max=-1': 'cost_max',
  'cost_max=1e2': 'cost_max',
  'quality_min=101': 'quality_min',
  'cost_max=': 'cost_max',
  'evidence=': 'evidence',
  'evidence=rumour': 'evidence',
  'evidence=modelled,': 'evidence',
  'evidence=modelled,modelled': 'evidence',
  'grain=street': 'grain',
  'sort=price': 'sort',
  'sort=cost,-cost': 'sort',
  'sort=': 'sort',
  'sort=name,cost,quality,food,housing,health': 'sort',
  'include=everything': 'include',
  'certainty=sure': 'certainty',
  'certainty=perhaps&cost_max=70': 'certainty',
  'kind=village': 'kind',
  'continent=atlantis': 'continent',
  'continent=': 'continent',
  'subregion=europe': 'subregion',
  'capital=yes': 'capital',
  'month=0': 'month',
  'month=13': 'month',
  'high_min=20': 'high_min',
  'rain_max=50': 'rain_max',
  'sun_min=100': 'sun_min',
  'sort=-high': 'sort',
  'include=rain': 'include',
  'month=1&high_min=20&high_max=10': 'high_min',
  'sea_max=-1': 'sea_max',
  'region=atlantis': 'region',
  'region=bavaria&country=japan': 'region',
};

for (const [query, parameter] of Object.entries(REFUSED)) {
  test(`${query} is 400 and names ${parameter}`, async () => {
    const answer = await exchange(service.server.address, `/v1/cities?${query}`, { headers: bearer(token) });
    const problem = assertProblem(answer, 'invalid_parameter');
    assert.ok(
      problem.errors?.some((error) => error.parameter === parameter),
      answer.text,
    );
  });
}

test('figures need the permission of the data that they come from', async () => {
  const { token: limited } = await service.key({ scopes: ['places:read', 'quality-of-life:read'] });
  const ask = (query: string) =>
    exchange(service.server.address, `/v1/cities?limit=2&${query}`, { headers: bearer(limited) });
  assert.equal((await ask('quality_min=70')).status, 200);
  assert.equal((await ask('sort=name')).status, 200);
  for (const query of [
    'cost_max=70',
    'purchasing_power_min=90',
    'sort=-housing',
    'include=cost',
    'evidence=modelled',
  ])
    assertProblem(await ask(query), 'insufficient_scope');
  const { token: priced } = await service.key({ scopes: ['places:read', 'cost-of-living:read'] });
  for (const query of ['month=1', 'sea_max=10', 'sort=airport'])
    assertProblem(
      await exchange(service.server.address, `/v1/cities?${query}`, { headers: bearer(priced) }),
      'insufficient_scope',
    );
});

test('CSV has a column for the grain of every figure that has one in JSON', async () => {
  const names = 'cost,housing,earnings,quality,safety,budget'.split(',');
  const asked = `/cities?country=portugal&limit=1&include=${names}`;
  const [city] = (await (await service.get(asked, token)).json()) as {
    figures: Record<string, { grain: string }>;
  }[];
  const [header = '', row = ''] = (await (await service.get(`${asked}&format=csv`, token)).text()).split(
    '\r\n',
  );
  const grains = header
    .split(',')
    .flatMap((name, at) => (name.endsWith('_grain') ? [row.split(',')[at]] : []));
  assert.deepEqual(
    grains,
    names.map((name) => city?.figures[name]?.grain),
  );
});

test('fields selects parts of figures', async () => {
  const response = await service.get(
    '/cities?country=portugal&sort=cost&limit=3&fields=id,figures.cost.value',
    token,
  );
  const cities = (await response.json()) as { figures: Figures }[];
  assert.equal(cities.length, 3);
  for (const { figures } of cities) assert.deepEqual(Object.keys(figures.cost ?? {}), ['value']);
});

test('a page without figures has no member for them', async () => {
  const response = await service.get('/cities?limit=2', token);
  assert.equal(response.headers.get('x-excluded-count'), null);
  for (const city of (await response.json()) as object[]) assert.ok(!('figures' in city));
  assert.equal((await cityPage(service, token, '/cities?sort=name&limit=2')).cities.length, 2);
});

function idsOf(cities: readonly { id: string }[]): string[] {
  return cities.map(({ id }) => id);
}

test('cities are found by what a household needs in a month, in any currency, and show it', async () => {
  const query = 'kind=city&budget_max=1800&currency=eur&household=couple&sort=-budget&limit=20';
  const response = await service.get(`/cities?${query}`, token);
  assert.equal(response.status, 200);
  const cities = (await response.json()) as { id: string; figures: { budget: Record<string, unknown> } }[];
  assert.equal(cities.length, 20);
  const amounts = cities.map(({ figures }) => Number(figures.budget.value));
  assert.deepEqual(
    amounts,
    amounts.toSorted((one, other) => other - one),
  );
  const [dearest] = cities;
  assert.ok((amounts[0] ?? 0) <= 1800 && (amounts[0] ?? 0) > 1790);
  assert.equal(dearest?.figures.budget.currency, 'EUR');
  const own = await service.get(`/data/cost-of-living/${dearest?.id}?household=couple&currency=EUR`, token);
  const { budget } = (await own.json()) as { budget: { total: { value: number } } };
  assert.ok(Math.abs(budget.total.value - (amounts[0] ?? 0)) < 2);
  assert.match(
    response.headers.get('Link') ?? '',
    /household=couple&currency=EUR|currency=EUR&household=couple/,
  );
});

test('a household or a currency without a budget, and a currency without a rate, are refused', async () => {
  for (const query of [
    'household=family',
    'currency=EUR',
    'budget_max=9&currency=XXX',
    'budget_max=9&household=six',
  ])
    assert.equal((await service.get(`/cities?${query}&limit=1`, token)).status, 400, query);
});

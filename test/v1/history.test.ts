import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Static } from 'typebox';
import { costIndex } from '../../src/engine/cost/cost-index.ts';
import { COST_INDEX, costHistory } from '../../src/engine/history/cost-history.ts';
import type { CityHistory, CountryHistory } from '../../src/engine/history/history.ts';
import { BASKET_WEIGHTS } from '../../src/release/cost-basket.ts';
import { sampleOf } from '../support/api/list.ts';
import { assertProblem } from '../support/api/problem.ts';
import { ROOT } from '../support/directories.ts';
import { bearer, exchange } from '../support/http/exchange.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService, testRelease, testReleaseStore } from '../support/service.ts';

const service = await generousService();
const { address } = service.server;
const { token } = await service.key();
const opened = await openedRelease();
const release = new DatabaseSync(testReleaseStore().releaseFile(await testRelease()), { readOnly: true });

const named = (id: string) => opened.city(id) ?? assert.fail(`there is no ${id}`);
const newYork = named('new-york');

const get = (path: string) => exchange(address, `/v1${path}`, { headers: bearer(token) });
const cityHistory = async (path: string) =>
  JSON.parse((await get(`/data/history/cities/${path}`)).text) as Static<typeof CityHistory>;
const countryHistory = async (path: string) =>
  JSON.parse((await get(`/data/history/countries/${path}`)).text) as Static<typeof CountryHistory>;

const count = (query: string, ...values: string[]) => Number(release.prepare(query).get(...values)?.figures);

const ofIndex = (observations: Static<typeof CityHistory>['observations']) =>
  observations.filter(({ metric }) => metric === COST_INDEX);
const published = (observations: Static<typeof CityHistory>['observations']) =>
  observations.filter(({ metric }) => metric !== COST_INDEX);

test('the history of a country has every figure of the country in the release, once', async () => {
  const countries = release.prepare('SELECT id FROM country').all();
  for (const { id } of sampleOf(countries, 30)) {
    const { observations } = await countryHistory(String(id));
    assert.equal(
      published(observations).length,
      count('SELECT count(*) AS figures FROM observation WHERE place = ?', `country/${id}`),
    );
  }
});

test('every national figure of the release is in the history of a country', () => {
  const figures = opened.countries.reduce((sum, place) => sum + opened.history(place).length, 0);
  assert.ok(figures > 0);
  assert.equal(figures, count("SELECT count(*) AS figures FROM observation WHERE place LIKE 'country/%'"));
});

test('the history of a city has every figure of the city and of the areas around it, with its source', async () => {
  for (const id of ['lisbon', 'new-york', 'tokyo', 'longyearbyen', 'munich']) {
    const { city, observations, sources } = await cityHistory(id);
    assert.equal(city.id, id);
    const around = `SELECT count(*) AS figures FROM observation WHERE place = 'city/' || ?1
      OR place IN (SELECT 'area/' || area FROM city_area WHERE city = ?1)`;
    assert.equal(published(observations).length, count(around, id));
    const known = new Set(sources.map((source) => source.id));
    for (const { sources: cited } of observations) assert.ok(cited.every((each) => known.has(each)));
  }
});

test('figures are sorted by metric and period, and stated as in the release', async () => {
  const { observations } = await countryHistory('portugal?metric=population');
  assert.ok(observations.length > 5);
  const periods = observations.map(({ period }) => period ?? '');
  assert.deepEqual(periods, periods.toSorted());
  for (const { value, period, sources } of observations)
    assert.equal(
      count(
        "SELECT count(*) AS figures FROM observation WHERE place = 'country/portugal' AND metric = 'population' AND period = ? AND source = ? AND value = ?",
        period ?? '',
        sources.join(' '),
        String(value),
      ),
      1,
    );
});

test('the latest figures of a history are those that other endpoints show', async () => {
  const { figures } = JSON.parse((await get('/countries/portugal')).text) as {
    figures: Record<string, { value: number; period: string | null }>;
  };
  const { observations } = await countryHistory('portugal');
  for (const [metric, { value, period }] of Object.entries(figures))
    assert.ok(
      observations.some(
        (each) => each.metric === metric && each.value === value && each.period === period && each.latest,
      ),
      metric,
    );
});

const year = fc.integer({ min: 1985, max: 2027 });

test('from and to leave out exactly the figures whose period ends before or begins after', async () => {
  const { observations: all } = await countryHistory('germany');
  await fc.assert(
    fc.asyncProperty(year, year, async (first, second) => {
      const [from, to] = [Math.min(first, second), Math.max(first, second)];
      const { observations } = await countryHistory(`germany?from=${from}&to=${to}`);
      const overlaps = (period: string | null) => {
        if (period === null) return false;
        const [begin = '', end = begin] = period.split('/');
        return Number(end.slice(0, 4)) >= from && Number(begin.slice(0, 4)) <= to;
      };
      assert.deepEqual(
        observations,
        all.filter(({ period }) => overlaps(period)),
      );
    }),
    { numRuns: 20 },
  );
});

test('several metrics are the union of each', async () => {
  const each = await Promise.all(
    ['population', 'price_level_ratio'].map((metric) => countryHistory(`japan?metric=${metric}`)),
  );
  const { observations } = await countryHistory('JP?metric=price_level_ratio,%20population,population');
  assert.deepEqual(
    observations,
    each.flatMap((one) => one.observations),
  );
});

test('a history by an alias names the canonical one, with its query', async () => {
  const { headers } = await get('/data/history/countries/PT?to=2020&metric=population&format=csv');
  assert.match(
    String(headers['content-location']),
    /\/v1\/data\/history\/countries\/portugal\?metric=population&to=2020&format=csv$/,
  );
});

const WHOLE_YEARS = Array.from({ length: 11 }, (_, index) => String(2015 + index));
let ends: ReturnType<typeof endsOfHistories> | undefined;

/** What the tests look at in the history of the index of every country, and of cities. Both share it. */
function endsOfHistories() {
  return [...opened.countries, ...sampleOf(opened.cities, 4000)].map((place) => {
    const history = costHistory(opened, place);
    const periods = history.map(({ period }) => period);
    const isWhole = WHOLE_YEARS.every((year) => periods.includes(year));
    return { place, length: history.length, last: history.at(-1), isWhole };
  });
}

test('the last index of every history is the one that is served, to the tenth, with its interval', () => {
  const options = { reference: newYork, weights: BASKET_WEIGHTS, rate: 'smoothed' } as const;
  ends ??= endsOfHistories();
  for (const { place, length, last } of ends) {
    const overall = costIndex(opened, place, options).index?.overall;
    assert.equal(length > 1, overall !== undefined, place.id);
    if (overall === undefined) continue;
    assert.deepEqual(
      [last?.value, last?.low, last?.high, last?.latest],
      [overall.value, overall.low, overall.high, true],
      place.id,
    );
  }
});

test('every year of an index is inside its interval, later than the one before, and has sources that exist', () => {
  for (const place of [...opened.countries, ...sampleOf(opened.cities, 2000)]) {
    const history = costHistory(opened, place);
    for (const [index, { value, low, high, period, sources, note }] of history.entries()) {
      const label = `${place.id} ${period}`;
      assert.ok(low <= value && value <= high && low > 0, label);
      assert.ok(sources.length > 0 && sources.every((id) => opened.sources.has(id)) && note !== '', label);
      assert.ok(index === 0 || period > (history[index - 1]?.period ?? ''), label);
    }
  }
});

test('nearly every place with an index has all years since 2015, and New York is 100 in each', async () => {
  const { observations } = await cityHistory('new-york?metric=cost_index');
  assert.deepEqual(
    observations.map(({ period, value, low, high }) => [period, value, low, high]),
    [...WHOLE_YEARS, '2026'].map((period) => [period, 100, 100, 100]),
  );
  ends ??= endsOfHistories();
  const histories = ends.filter(({ length }) => length > 0);
  const whole = histories.filter(({ isWhole }) => isWhole);
  assert.ok(whole.length > 0.98 * histories.length, `${whole.length} of ${histories.length}`);
});

test('a year as published is known better than one that was carried, and that better than one on the line to today', async () => {
  const { observations } = await countryHistory('portugal?metric=cost_index');
  const width = (year: string) => {
    const { low, high } = observations.find(({ period }) => period === year) ?? {};
    return Math.log((high ?? Number.NaN) / (low ?? Number.NaN));
  };
  assert.ok(width('2023') < width('2024') && width('2024') < width('2025'), JSON.stringify(observations));
});

test('cities of a country move alike, except where an official index says how they moved', () => {
  const change = (id: string) => {
    const [first, ...rest] = costHistory(opened, named(id));
    return (rest.find(({ period }) => period === '2023')?.value ?? 0) / (first?.value ?? 0);
  };
  assert.ok(Math.abs(change('lisbon') / change('porto') - 1) < 0.003);
  assert.ok(Math.abs(change('san-francisco') / change('houston') - 1) > 0.01);
});

test('the page about the method recomputes the index of 2015 as it is served', async () => {
  const page = readFileSync(join(ROOT, 'docs', 'method.md'), 'utf8');
  const [, shown, today, then, now, base, result] = (
    /shown as (\d[\d.]*), was (\d[\d.]*) · ([\d.]+) ÷ ([\d.]+) ÷ ([\d.]+) = ([\d.]+) in 2015/.exec(page) ?? []
  ).map(Number);
  const values = ofIndex((await cityHistory('lisbon')).observations).map(({ value }) => value);
  assert.deepEqual([values[0], values.at(-1)], [result, shown]);
  assert.equal(today?.toFixed(1), shown?.toFixed(1));
  assert.equal((((today ?? 0) * (then ?? 0)) / (now ?? 0) / (base ?? 0)).toFixed(1), result?.toFixed(1));
});

test('an unknown metric, an invalid date, and an end before the beginning are 400', async () => {
  const { errors } = assertProblem(
    await get('/data/history/cities/lisbon?metric=populaton,unemployment_rat'),
    'invalid_parameter',
  );
  assert.equal(errors?.length, 2);
  assert.match(errors?.[0]?.message ?? '', /population/);
  for (const query of [
    'metric=',
    'metric=,',
    'from=20',
    'from=2020-13',
    'to=2020-1',
    'to=yesterday',
    'from=2021&to=2020',
    'from=2020-02&to=2020-01-31',
    'from=2020&from=2021',
  ])
    assertProblem(await get(`/data/history/countries/portugal?${query}`), 'invalid_parameter');
  assertProblem(await get('/data/history/cities/springfield'), 'city_not_found');
});

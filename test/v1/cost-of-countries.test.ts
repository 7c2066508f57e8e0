import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Static } from 'typebox';
import type { CostComparison } from '../../src/engine/cost/cost-comparison.ts';
import type { CostOfLiving, CountryCostOfLiving } from '../../src/engine/cost/cost-of-living.ts';
import { shownLevels } from '../../src/engine/cost/shown-levels.ts';
import type { CountrySummary } from '../../src/engine/places/countries.ts';
import { basketLevel, isKnown } from '../../src/release/cost-estimates.ts';
import { isTown } from '../../src/release/dominance.ts';
import { sampleOf } from '../support/api/list.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const release = await openedRelease();

type Comparison = Static<typeof CostComparison>;
type Problem = { code: string; detail: string; errors?: { parameter: string; candidates?: unknown[] }[] };

async function ask<Body>(path: string, status = 200): Promise<Body> {
  const response = await service.get(path, token);
  assert.equal(response.status, status, path);
  return (await response.json()) as Body;
}
const costOf = (country: string, query = '') =>
  ask<CountryCostOfLiving>(`/data/cost-of-living/countries/${country}${query}`);
const compare = (query: string) => ask<Comparison>(`/data/cost-of-living?${query}`);

test('every country answers: with an index and its sources, or with the reason why there is none', async () => {
  const countries = await ask<Static<typeof CountrySummary>[]>('/countries');
  let indexed = 0;
  for (const { id, name } of countries) {
    const { country, index, index_reason, evidence, sources, indicators, prices } = await costOf(id);
    assert.deepEqual(country, { id, name });
    assert.equal(index === null, index_reason !== null, id);
    assert.ok([...prices, ...Object.values(indicators)].every(({ grain }) => grain === 'country'));
    if (index === null) continue;
    indexed++;
    assert.equal(evidence, 'national');
    const listed = new Set(sources.map((source) => source.id));
    for (const [part, figure] of shownLevels(index)) {
      assert.ok(figure.low <= figure.value && figure.value <= figure.high, `${id} ${part}`);
      assert.equal(figure.country_average_100, 100);
      assert.equal(figure.grain, 'country');
      assert.ok(
        figure.sources.every((source) => listed.has(source)),
        `${id} ${part}`,
      );
    }
  }
  assert.ok(indexed > 200, String(indexed));
});

test('the index of a country is the average of its cities without towns, weighted by inhabitants; in the United States it is lower', () => {
  const others = sampleOf(release.countries, 80).filter(({ id }) => id !== 'united-states');
  for (const country of [...others, release.country('united-states')]) {
    const average = release.countryCost(country);
    if (!isKnown(average)) continue;
    let [people, sum] = [0, 0];
    for (const city of release.citiesOf(country.id)) {
      const cost = release.cityCost(city);
      if (city.kind === 'PPLX' || isTown(city) || !isKnown(cost)) continue;
      people += city.population ?? 0;
      sum += (city.population ?? 0) * basketLevel(cost).log;
    }
    const distance = people === 0 ? 0 : sum / people - average.overall.log;
    if (country.id === 'united-states') assert.ok(distance > 0.01 && distance < 0.1, String(distance));
    else assert.ok(Math.abs(distance) < 0.02, `${country.id}: ${distance}`);
  }
});

test('a country is found by its codes and names; "countries" is not a city, and a city is not a country', async () => {
  assert.equal(release.city('countries'), undefined);
  for (const resource of ['cost-of-living', 'quality-of-life']) {
    const canonical = await service.get(`/data/${resource}/countries/portugal`, token);
    for (const alias of ['PT', 'prt', '620', 'Portugal']) {
      const response = await service.get(`/data/${resource}/countries/${alias}`, token);
      assert.match(
        String(response.headers.get('content-location')),
        new RegExp(`/v1/data/${resource}/countries/portugal$`),
      );
      assert.equal(response.headers.get('etag'), canonical.headers.get('etag'));
    }
    const unknown = await ask<Problem>(`/data/${resource}/countries/lisbon`, 404);
    assert.equal(unknown.code, 'country_not_found');
    const { code } = await ask<Problem>(`/data/${resource}/countries`, 404);
    assert.equal(code, 'city_not_found');
  }
});

test('a comparison has cities first, then countries; each place is as in its own response', async () => {
  const { cities, countries } = await compare('countries=PT,spain&cities=lisbon,tokyo');
  assert.deepEqual(
    cities.map(({ city }) => city.id),
    ['lisbon', 'tokyo'],
  );
  assert.deepEqual(
    countries.map(({ country }) => country.id),
    ['portugal', 'spain'],
  );
  assert.deepEqual(countries[1]?.index, (await costOf('spain')).index);
  assert.equal(cities[0]?.difference?.overall.percent, 0);
  const alone = await compare('countries=spain,portugal');
  assert.deepEqual(alone.cities, []);
  assert.deepEqual(alone.countries[0]?.difference?.overall, {
    percent: 0,
    low: 0,
    high: 0,
    significant: false,
  });
});

test('errors that a country and its cities share cancel: their difference is as certain as the departure of the city', async () => {
  const { countries } = await compare('cities=lisbon&countries=portugal,spain');
  const [portugal, spain] = countries.map(({ difference }) => difference?.overall);
  assert.ok(portugal && spain);
  const width = ({ low, high }: { low: number; high: number }) => Math.log((100 + high) / (100 + low));
  assert.ok(width(portugal) < width(spain) / 2, `${width(portugal)} and ${width(spain)}`);
  const lisbon = await ask<CostOfLiving>('/data/cost-of-living/lisbon');
  const ratio = 100 * (100 / (lisbon.index?.overall.country_average_100 ?? 0) - 1);
  assert.ok(Math.abs(portugal.percent - ratio) < 0.1, `${portugal.percent} and ${ratio}`);
});

test('a country with the id of its city is another place', async () => {
  const { cities, countries } = await compare('cities=singapore&countries=singapore');
  assert.deepEqual(cities[0]?.city.country, countries[0]?.country);
  assert.ok((countries[0]?.difference?.overall.high ?? 0) > (countries[0]?.difference?.overall.low ?? 0));
});

test('2 to 20 places together, none twice, none empty, none unknown', async () => {
  const many = release.countries.map(({ id }) => id);
  for (const query of [
    '',
    'countries=portugal',
    'cities=lisbon',
    'countries=portugal,PT',
    'countries=portugal,',
    `cities=lisbon&countries=${many.slice(0, 20).join(',')}`,
  ]) {
    const { code } = await ask<Problem>(`/data/cost-of-living?${query}`, 400);
    assert.equal(code, 'invalid_parameter', query);
  }
  const { countries } = await compare(`cities=lisbon&countries=${many.slice(0, 19).join(',')}`);
  assert.equal(countries.length, 19);
  const { code, errors } = await ask<Problem>('/data/quality-of-life?countries=congo,atlantis,spain', 400);
  assert.equal(code, 'unknown_country');
  assert.deepEqual(
    errors?.map(({ parameter }) => parameter),
    ['countries', 'countries'],
  );
  assert.equal(errors?.[0]?.candidates?.length, 2);
});

test('an equivalent amount is the index applied to the amount, before taxes, with its interval', async () => {
  const { amount, cities, countries } = await compare(
    'cities=lisbon,tokyo,new-york&countries=portugal&amount=60000&currency=eur',
  );
  assert.deepEqual(amount, { value: 60000, currency: 'EUR', basis: 'before_taxes' });
  const [lisbon, tokyo] = cities;
  assert.deepEqual(lisbon?.equivalent, {
    amount: 60000,
    low: 60000,
    high: 60000,
    currency: 'EUR',
    basis: 'before_taxes',
    own_currency: { amount: 60000, low: 60000, high: 60000, currency: 'EUR', rate: null },
  });
  for (const { equivalent, difference } of [...cities, ...countries]) {
    assert.ok(equivalent && difference);
    const { percent, low, high } = difference.overall;
    const pairs = [
      [equivalent.amount, percent],
      [equivalent.low, low],
      [equivalent.high, high],
    ] as const;
    for (const [found, per] of pairs) {
      const expected = 60000 * (1 + per / 100);
      assert.ok(Math.abs(found - expected) <= 60000 * 0.0006, `${found} and ${expected}`);
    }
  }
  const own = tokyo?.equivalent?.own_currency;
  assert.equal(own?.currency, 'JPY');
  assert.ok(own?.rate);
  assert.ok(Math.abs(own.amount / (tokyo?.equivalent?.amount ?? 0) - own.rate.value) < 0.01);
  assert.match(own.rate.period, /^\d{4}-\d{2}-\d{2}$/);
});

test('amounts need their currency, one that is in use, and numbers that are amounts', async () => {
  for (const [query, parameter] of [
    ['amount=1', 'currency'],
    ['currency=EUR', 'amount'],
    ['amount=1&currency=DEM', 'currency'],
    ['amount=1&currency=EURO', 'currency'],
    ['amount=0&currency=EUR', 'amount'],
    ['amount=-5&currency=EUR', 'amount'],
    ['amount=1e3&currency=EUR', 'amount'],
    ['amount=2000000000000&currency=EUR', 'amount'],
    ['amount=ten&currency=EUR', 'amount'],
  ] as const) {
    const { code, errors } = await ask<Problem>(`/data/cost-of-living?cities=lisbon,porto&${query}`, 400);
    assert.equal(code, 'invalid_parameter', query);
    assert.equal(errors?.[0]?.parameter, parameter, query);
  }
});

test('equivalent amounts are transitive within rounding: through another place as directly, in any basket', async () => {
  const places = ['lisbon', 'tokyo', 'mumbai', 'geneva', 'lagos', 'houston', 'istanbul', 'manila'];
  const basket = fc.constantFrom('', '&weights=housing:1', '&weights=food:2,transport:1', '&rate=spot');
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...places), { minLength: 3, maxLength: 3 }),
      fc.constantFrom('EUR', 'USD', 'NGN', 'JPY'),
      fc.integer({ min: 1000, max: 1_000_000_000 }),
      basket,
      async ([from, through, to], currency, amount, options) => {
        const equivalents = async (first: string, second: string, value: number) => {
          const query = `cities=${first},${second}&amount=${value}&currency=${currency}${options}`;
          return (await compare(query)).cities.map(({ equivalent }) => equivalent);
        };
        const [, direct] = await equivalents(from ?? '', to ?? '', amount);
        const [, half] = await equivalents(from ?? '', through ?? '', amount);
        const [first, whole] = await equivalents(through ?? '', to ?? '', half?.amount ?? 0);
        assert.equal(first?.amount, half?.amount);
        const expected = direct?.amount ?? 0;
        assert.ok(Math.abs((whole?.amount ?? 0) - expected) <= 0.01 + 2e-5 * expected);
      },
    ),
    { numRuns: 25 },
  );
});

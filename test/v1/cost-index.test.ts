import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();

interface IndexFigure {
  value: number;
  low: number;
  high: number;
  country_average_100: number;
  evidence: string;
  sources: string[];
}
interface Cost {
  city: { id: string };
  reference: { id: string; value: number };
  evidence: string | null;
  index: Record<string, IndexFigure> | null;
  index_reason: { code: string; detail: string } | null;
  weights: Record<string, number>;
  rate: string;
  prices: {
    amount: number;
    currency: string;
    usd: number | null;
    converted?: { amount: number; rate: { value: number } | null } | null;
  }[];
  sources: { id: string }[];
}
interface Comparison {
  cities: (Pick<Cost, 'city' | 'index' | 'index_reason'> & {
    difference: Record<string, { percent: number; low: number; high: number; significant: boolean }> | null;
  })[];
}

const ask = async (path: string, status = 200) => {
  const answer = await service.get(path, token);
  assert.equal(answer.status, status, path);
  return answer.json();
};
const costOf = async (city: string, query = '') =>
  (await ask(`/data/cost-of-living/${city}${query}`)) as Cost;
const compare = async (query: string) => (await ask(`/data/cost-of-living?${query}`)) as Comparison;

function indexOf({ city, index }: Pick<Cost, 'city' | 'index'>): Record<string, IndexFigure> {
  assert.ok(index, `${city.id} has no index`);
  return index;
}

test('the overall index is the weighted geometric mean of the categories, so that readers can recompute it by hand', async () => {
  for (const city of ['lisbon', 'tokyo', 'zurich', 'mumbai', 'manhattan', 'nairobi']) {
    const cost = await costOf(city);
    const index = indexOf(cost);
    const shares = Object.entries(cost.weights);
    assert.ok(Math.abs(shares.reduce((sum, [, share]) => sum + share, 0) - 1) < 1e-9);
    const mean = Math.exp(
      shares.reduce(
        (sum, [category, share]) => sum + share * Math.log(index[category]?.value ?? Number.NaN),
        0,
      ),
    );
    assert.ok(
      Math.abs(mean - (index.overall?.value ?? 0)) < 0.1,
      `${city}: ${mean} and ${index.overall?.value}`,
    );
  }
});

test('every index is within its interval, names its evidence, and cites sources that the response lists', async () => {
  for (const city of ['porto', 'osaka', 'chicago', 'pune', 'lagos', 'geneva', 'montreal']) {
    const cost = await costOf(city);
    if (cost.index === null) {
      assert.ok(cost.index_reason);
      continue;
    }
    const listed = new Set(cost.sources.map(({ id }) => id));
    for (const [category, figure] of Object.entries(cost.index)) {
      assert.ok(figure.low <= figure.value && figure.value <= figure.high, `${city} ${category}`);
      assert.ok(
        figure.sources.length > 0 && figure.sources.every((id) => listed.has(id)),
        `${city} ${category}`,
      );
    }
  }
});

test('New York is 100 without an interval, unless another base is asked for', async () => {
  const { overall } = indexOf(await costOf('new-york'));
  assert.deepEqual([overall?.value, overall?.low, overall?.high], [100, 100, 100]);
  const lisbon = indexOf(await costOf('lisbon')).overall?.value ?? 0;
  const cost = await costOf('new-york', '?reference=lisbon');
  assert.equal(cost.reference.id, 'lisbon');
  assert.ok(Math.abs((indexOf(cost).overall?.value ?? 0) - 10_000 / lisbon) < 0.5);
});

test('a custom basket is scaled to add up to 1, and changes only the overall index', async () => {
  const ours = indexOf(await costOf('porto'));
  const cost = await costOf('porto', '?weights=housing:2,food:2');
  assert.equal(cost.weights.housing, 0.5);
  assert.equal(cost.weights.health, 0);
  const index = indexOf(cost);
  assert.equal(index.housing?.value, ours.housing?.value);
  const expected = Math.sqrt((index.housing?.value ?? 0) * (index.food?.value ?? 0));
  assert.ok(Math.abs((index.overall?.value ?? 0) - expected) < 0.1);
});

test('our own basket has the same overall index if a request spells it out: evidence, grain, period and sources too', async () => {
  for (const city of ['chicago', 'tokyo', 'lisbon']) {
    const ours = await costOf(city);
    const shares = Object.entries(ours.weights).map(([category, share]) => `${category}:${share}`);
    const spelled = await costOf(city, `?weights=${shares.join(',')}`);
    assert.deepEqual(indexOf(spelled).overall, indexOf(ours).overall, city);
  }
});

test('an invalid basket is refused, and the error names the parameter', async () => {
  for (const weights of [
    'housing',
    'housing:',
    'rent:1',
    'housing:1,housing:2',
    'housing:0',
    'housing:-1',
    ',',
    'housing:1;food:1',
  ]) {
    const problem = (await ask(`/data/cost-of-living/porto?weights=${encodeURIComponent(weights)}`, 400)) as {
      code: string;
      errors: { parameter: string }[];
    };
    assert.equal(problem.code, 'invalid_parameter', weights);
    assert.equal(problem.errors[0]?.parameter, 'weights');
  }
});

test('any text as weights, reference, currency or cities is accepted or refused, never a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('weights', 'reference', 'currency'),
      fc.string({ maxLength: 60 }),
      async (name, text) => {
        const answer = await service.get(
          `/data/cost-of-living/porto?${name}=${encodeURIComponent(text)}`,
          token,
        );
        assert.ok(answer.status === 200 || answer.status === 400, `${name}=${text}: ${answer.status}`);
        await answer.body?.cancel();
      },
    ),
    { numRuns: 40 },
  );
});

test('a base that is unknown, or has no index, is refused', async () => {
  assert.equal(
    ((await ask('/data/cost-of-living/porto?reference=no-such-city-anywhere', 400)) as { code: string }).code,
    'unknown_city',
  );
  assert.equal(
    ((await ask('/data/cost-of-living/porto?reference=havana', 400)) as { code: string }).code,
    'invalid_parameter',
  );
});

test('without a price level, the index is null with a reason, and the figures are still shown', async () => {
  for (const [city, code] of [
    ['havana', 'no_price_level'],
    ['pyongyang', 'no_price_level'],
    ['damascus', 'stale'],
  ] as const) {
    const cost = await costOf(city);
    assert.equal(cost.index, null, city);
    assert.equal(cost.index_reason?.code, code, city);
    assert.equal(cost.evidence, null);
  }
});

test('prices are given in another currency through US dollars, and an amount in that currency stays as published', async () => {
  const { prices } = await costOf('lisbon', '?currency=EUR');
  assert.ok(prices.length > 3);
  for (const { amount, currency, usd, converted } of prices) {
    if (currency === 'EUR') assert.equal(converted?.amount, amount);
    else {
      assert.equal(currency, 'USD');
      assert.ok(Math.abs((converted?.amount ?? 0) - (usd ?? 0) * (converted?.rate?.value ?? 0)) <= 0.01);
    }
  }
  assert.ok((await costOf('lisbon')).prices.every((price) => price.converted === undefined));
  assert.equal(
    ((await ask('/data/cost-of-living/lisbon?currency=XAU', 400)) as { code: string }).code,
    'invalid_parameter',
  );
});

test('a comparison keeps the order, uses the first city as the base, and marks a difference as significant when its interval excludes zero', async () => {
  const { cities } = await compare('cities=lisbon,porto,tokyo,zurich');
  assert.deepEqual(
    cities.map(({ city }) => city.id),
    ['lisbon', 'porto', 'tokyo', 'zurich'],
  );
  assert.equal(cities[0]?.difference?.overall?.percent, 0);
  for (const { difference } of cities.slice(1)) {
    for (const { percent, low, high, significant } of Object.values(difference ?? {})) {
      assert.ok(low <= percent && percent <= high);
      assert.equal(significant, low > 0 || high < 0);
    }
  }
});

test('between cities of one country, the uncertainty of the national price level cancels', async () => {
  const { cities } = await compare('cities=lisbon,porto,tokyo');
  const width = (position: number) => {
    const overall = cities[position]?.difference?.overall;
    return (overall?.high ?? 0) - (overall?.low ?? 0);
  };
  assert.ok(width(1) < width(2) / 2);
});

test('swapping two cities inverts their difference', async () => {
  const there = (await compare('cities=lisbon,tokyo')).cities[1]?.difference?.overall?.percent ?? Number.NaN;
  const back = (await compare('cities=tokyo,lisbon')).cities[1]?.difference?.overall?.percent ?? Number.NaN;
  assert.ok(Math.abs((1 + there / 100) * (1 + back / 100) - 1) < 0.003);
});

test('a city without an index stays in the comparison, with the reason and without a difference', async () => {
  const [, havana] = (await compare('cities=lisbon,havana')).cities;
  assert.equal(havana?.index, null);
  assert.equal(havana?.difference, null);
  assert.equal(havana?.index_reason?.code, 'no_price_level');
});

test('the order of magnitude is plausible: Zurich and Geneva are expensive, Mumbai is far below London', async () => {
  const value = async (city: string) => indexOf(await costOf(city)).overall?.value ?? Number.NaN;
  assert.ok((await value('zurich')) > 100 && (await value('geneva')) > 100);
  assert.ok((await value('mumbai')) < (await value('london')) / 2);
  const manhattan = indexOf(await costOf('manhattan')).housing?.country_average_100 ?? 0;
  assert.ok(manhattan > 140, `Manhattan's housing is ${manhattan} of the country's 100`);
});

test('amounts are converted with the rates of one day, whatever the day of their dollar rate', async () => {
  const { prices } = await costOf('zurich', '?currency=eur');
  const rent = prices.find(({ currency }) => currency === 'CHF');
  // 2026-08-21: 0.79947 CHF and 0.85477 EUR for one US dollar.
  assert.ok(Math.abs((rent?.converted?.rate?.value ?? 0) - 0.85477 / 0.79947) < 0.0001);
});

test('an overall index of national categories is marked as national', async () => {
  const { evidence, index } = await costOf('lisbon', '?weights=communication:1');
  assert.equal(evidence, index?.communication?.evidence);
  assert.equal(index?.overall?.evidence, index?.communication?.evidence);
  assert.notEqual(evidence, 'official_local');
});

test('Content-Location has the canonical URL with the given parameters', async () => {
  const answer = await service.get(
    '/data/cost-of-living/geonames:2267057?reference=porto&weights=food:1',
    token,
  );
  const location = answer.headers.get('Content-Location') ?? '';
  assert.ok(location.endsWith('/v1/data/cost-of-living/lisbon?weights=food%3A1&reference=porto'), location);
  const [there, here] = [await service.get(location.split('/v1')[1] ?? '', token), answer];
  assert.equal(await there.text(), await here.text());
});

test('Content-Location of a comparison has canonical ids and the given parameters', async () => {
  const ask = (query: string) => service.get(`/data/cost-of-living?${query}`, token);
  const canonical = await ask('cities=lisbon,tokyo&reference=geonames:2735943&weights=food:1');
  assert.equal(canonical.headers.get('Content-Location'), null);
  const aliases = await ask('cities=Lisbon,%20geonames:1850147&reference=geonames:2735943&weights=food:1');
  assert.equal(
    aliases.headers.get('Content-Location'),
    `${service.server.publicUrl}/v1/data/cost-of-living?cities=lisbon,tokyo&weights=food%3A1&reference=geonames%3A2735943`,
  );
  assert.equal(await aliases.text(), await canonical.text());
});

test('the index names its exchange rate, and gives that of the day on request', async () => {
  const smoothed = await costOf('tel-aviv');
  const spot = await costOf('tel-aviv', '?rate=spot');
  assert.deepEqual([smoothed.rate, spot.rate], ['smoothed', 'spot']);
  // The shekel has risen since 2024, and only the rate of the day includes its last rise in full.
  const overall = (of: Cost) => indexOf(of).overall?.value ?? 0;
  assert.ok(overall(spot) > overall(smoothed));
  const named = await costOf('tel-aviv', '?rate=smoothed');
  assert.deepEqual(named.index, smoothed.index);
  assert.deepEqual((await costOf('chicago', '?rate=spot')).index, (await costOf('chicago')).index);
});

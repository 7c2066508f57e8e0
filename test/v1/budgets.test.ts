import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { budgetCurrency, budgetOf } from '../../src/engine/cost/budget.ts';
import { CATEGORIES } from '../../src/release/cost-basket.ts';
import { HOUSEHOLDS } from '../../src/release/household-budgets.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const release = await openedRelease();

interface Amounts {
  value: number;
  low: number;
  high: number;
}
interface Budget {
  household: string;
  currency: string;
  total: Amounts;
  categories: Record<string, (Amounts & { evidence: string; sources: string[] }) | null>;
  exchange_rate: { value: number; sources: string[] } | null;
}
interface Cost {
  index: Record<string, unknown> | null;
  index_withheld: { category: string }[];
  budget: Budget | null;
  sources: { id: string }[];
}

async function ask(path: string, status = 200) {
  const answer = await service.get(path, token);
  assert.equal(answer.status, status, path);
  return answer.json();
}

const costOf = async (city: string, query = '') =>
  (await ask(`/data/cost-of-living/${city}${query}`)) as Cost;

async function budgetIn(city: string, query = ''): Promise<Budget> {
  const { budget } = await costOf(city, query);
  assert.ok(budget, `${city} has no budget`);
  return budget;
}

const anyCity = fc.integer({ min: 0, max: release.cities.length - 1 }).map((rank) => {
  const city = release.cities[rank];
  assert.ok(city);
  return city;
});

test('in every city, the shown categories add up to the total, unless one of them is withheld', () => {
  fc.assert(
    fc.property(anyCity, fc.constantFrom(...HOUSEHOLDS), (city, household) => {
      const budget = budgetOf(release, city, household, budgetCurrency(release, city, undefined));
      if (budget === null) return;
      const shown = Object.values(budget.categories).filter((part) => part !== null);
      const sum = shown.reduce((all, { value }) => all + value, 0);
      const cent = 0.01 * CATEGORIES.length;
      if (shown.length === CATEGORIES.length) assert.ok(Math.abs(sum - budget.total.value) < cent, city.id);
      else assert.ok(sum < budget.total.value, city.id);
      for (const { low, value, high } of [budget.total, ...shown])
        assert.ok(low <= value && value <= high, city.id);
    }),
    { numRuns: 500 },
  );
});

test('in every city, a family needs at least what a couple needs, and a couple what one adult needs, in every category', () => {
  fc.assert(
    fc.property(anyCity, (city) => {
      const [one, couple, family] = HOUSEHOLDS.map((household) => budgetOf(release, city, household, 'USD'));
      if (!one || !couple || !family) return;
      assert.ok(one.total.value <= couple.total.value && couple.total.value <= family.total.value, city.id);
      for (const category of CATEGORIES) {
        const of = (budget: typeof one) => budget.categories[category]?.value ?? 0;
        assert.ok(of(one) <= of(couple) && of(couple) <= of(family), `${city.id} ${category}`);
      }
    }),
    { numRuns: 500 },
  );
});

test('amounts in two currencies agree by the rate that the response gives', async () => {
  const dollars = await budgetIn('lisbon', '?currency=USD');
  for (const currency of ['EUR', 'JPY', 'CHF', 'AED']) {
    const other = await budgetIn('lisbon', `?currency=${currency.toLowerCase()}`);
    const rate = other.exchange_rate?.value ?? 0;
    assert.equal(other.currency, currency);
    assert.ok(Math.abs(other.total.value - dollars.total.value * rate) < 0.2 * Math.max(1, rate), currency);
  }
  assert.equal(dollars.exchange_rate, null);
});

test('the budget is in the currency of the place, and every part has evidence and sources that the response lists', async () => {
  const { budget, sources } = await costOf('lisbon');
  assert.equal(budget?.currency, 'EUR');
  const listed = new Set(sources.map(({ id }) => id));
  for (const part of Object.values(budget?.categories ?? {})) {
    assert.ok(part?.evidence);
    assert.ok(part.sources.length > 0 && part.sources.every((id) => listed.has(id)));
  }
});

test('the homes of New York are those of its fair market rents, and an official rent of London replaces the estimate', async () => {
  const [newYork, london] = [await budgetIn('new-york'), await budgetIn('croydon')];
  assert.deepEqual(newYork.categories.housing?.sources, ['us-hud-fmr-fy2026']);
  assert.ok(london.categories.housing?.sources.includes('ons-private-rents-2026'));
});

test('a place without an index has no budget, and a withheld category no amount', async () => {
  const { index, budget } = await costOf('buenos-aires');
  assert.deepEqual([index, budget], [null, null]);
  const tehran = await costOf('tehran');
  assert.ok(tehran.index_withheld.length > 0);
  for (const { category } of tehran.index_withheld) assert.equal(tehran.budget?.categories[category], null);
});

test('official budgets are served as published, with the household that they are for', async () => {
  const served = async (city: string, item: string) => {
    const { prices } = (await costOf(city)) as unknown as { prices: Record<string, unknown>[] };
    return prices.filter((price) => price.item === item);
  };
  const [ofToronto, ...others] = await served('toronto', 'official_family_budget');
  assert.deepEqual(others, []);
  assert.deepEqual(
    [ofToronto?.amount, ofToronto?.currency, ofToronto?.per, ofToronto?.period, ofToronto?.grain],
    [61763, 'CAD', 'year', '2024', 'metro'],
  );
  assert.match(String(ofToronto?.definition), /two adults and two children/);
  for (const [city, currency, period] of [
    ['surabaya', 'IDR', '2025'],
    ['lima', 'PEN', '2023'],
  ] as const) {
    const [line] = await served(city, 'poverty_line');
    assert.deepEqual(
      [line?.currency, line?.per, line?.period, line?.grain, line?.method],
      [currency, 'month', period, 'region', 'observed'],
    );
    assert.match(String(line?.definition), /one person in a household.*the least/);
  }
  assert.deepEqual(await served('delhi', 'poverty_line'), [], 'of 2011: too old to be shown');
});

test('a country has a budget of its own', async () => {
  const { budget } = (await ask('/data/cost-of-living/countries/portugal?household=family')) as Cost;
  assert.deepEqual([budget?.household, budget?.currency], ['family', 'EUR']);
});

test('a comparison has the budgets side by side in one currency, and what is left of an amount', async () => {
  const query = 'cities=lisbon,tokyo&countries=portugal&household=family';
  const { cities, countries } = (await ask(`/data/cost-of-living?${query}`)) as Record<
    'cities' | 'countries',
    { budget: Budget }[]
  >;
  assert.deepEqual(
    [...cities, ...countries].map(({ budget }) => budget.currency),
    ['EUR', 'EUR', 'EUR'],
  );
  const left = (await ask(`/data/cost-of-living?${query}&amount=9000&currency=USD`)) as {
    cities: { budget: Budget; remaining: Amounts }[];
  };
  for (const { budget, remaining } of left.cities) {
    assert.equal(budget.currency, 'USD');
    assert.ok(Math.abs(remaining.value - (9000 - budget.total.value)) < 0.01);
    assert.ok(Math.abs(remaining.low - (9000 - budget.total.high)) < 0.01);
  }
});

test('a comparison as CSV has the budgets in columns', async () => {
  const answer = await service.get(
    '/data/cost-of-living?cities=lisbon,porto&household=one&format=csv',
    token,
  );
  const [header = '', first = ''] = (await answer.text()).split('\r\n');
  const column = header.split(',').indexOf('budget_per_month');
  const budget = await budgetIn('lisbon');
  assert.equal(first.split(',')[column], String(budget.total.value));
});

test('an unknown household, a currency without a rate, and a currency without amount or household are refused', async () => {
  await ask('/data/cost-of-living/lisbon?household=two', 400);
  await ask('/data/cost-of-living/lisbon?currency=XXX', 400);
  await ask('/data/cost-of-living?cities=lisbon,porto&household=one&currency=XXX', 400);
  await ask('/data/cost-of-living?cities=lisbon,porto&currency=EUR', 400);
});

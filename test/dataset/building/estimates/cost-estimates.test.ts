import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BASKET_WEIGHTS, byCategory, CATEGORIES } from '../../../../src/release/cost-basket.ts';
import { basketLevel, difference, indexOf } from '../../../../src/release/cost-estimates.ts';
import { cityCost } from '../../../support/dataset/committed-estimates.ts';

const level = fc.record({
  log: fc.double({ min: -3, max: 1, noNaN: true }),
  countryVariance: fc.double({ min: 0, max: 0.2, noNaN: true }),
  localVariance: fc.double({ min: 0, max: 0.2, noNaN: true }),
});

test('the weights of the basket are round shares that add up to 1', () => {
  const hundredths = CATEGORIES.map((category) => BASKET_WEIGHTS[category] * 100);
  for (const share of hundredths) assert(Math.abs(share - Math.round(share)) < 1e-9);
  assert.equal(
    hundredths.reduce((sum, share) => sum + Math.round(share), 0),
    100,
  );
});

test('a basket of one category has that category’s level and uncertainty', () => {
  for (const id of ['lisbon', 'manhattan', 'tokyo', 'nairobi']) {
    const cost = cityCost(id);
    for (const only of CATEGORIES) {
      const basket = basketLevel(
        cost,
        byCategory((category) => (category === only ? 1 : 0)),
      );
      const { log, countryVariance, localVariance } = cost.categories[only];
      assert(Math.abs(basket.log - log) < 1e-9);
      assert(Math.abs(basket.countryVariance - countryVariance) < 1e-6);
      assert(Math.abs(basket.localVariance - localVariance) < 1e-6);
    }
  }
});

test('a basket is never less certain than its least certain category', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(weights, (shares) => {
      const total = shares.reduce((sum, share) => sum + share, 0);
      fc.pre(total > 0);
      const cost = cityCost('lisbon');
      const basket = basketLevel(
        cost,
        byCategory((category) => (shares[CATEGORIES.indexOf(category)] ?? 0) / total),
      );
      const most = Math.max(...CATEGORIES.map((category) => cost.categories[category].countryVariance));
      assert(basket.countryVariance <= most + 1e-6);
      assert(basket.countryVariance >= cost.commonVariance - 1e-6);
    }),
  );
});

test('between cities of one country, the uncertainty of the country’s level cancels out', () => {
  fc.assert(
    fc.property(level, level, (left, right) => {
      const within = difference(left, right, true);
      const between = difference(left, right, false);
      assert.equal(within.log, between.log);
      assert(within.variance <= between.variance);
      assert.equal(within.variance, left.localVariance + right.localVariance);
    }),
  );
});

test('an interval contains its value, is mirrored if the cities are swapped, and widens with the variance', () => {
  fc.assert(
    fc.property(level, level, (left, right) => {
      const there = indexOf(difference(left, right, false));
      const back = indexOf(difference(right, left, false));
      assert(there.low <= there.value && there.value <= there.high);
      assert(Math.abs((there.value * back.value) / 10_000 - 1) < 1e-9);
      assert(Math.abs((there.low * back.high) / 10_000 - 1) < 1e-9);
      const surer = indexOf({ log: left.log - right.log, variance: 0 });
      assert(there.high - there.low >= surer.high - surer.low);
    }),
  );
});

test('the interval contains 80 % of a normal distribution', () => {
  const { low, high } = indexOf({ log: 0, variance: 1 });
  assert(Math.abs(Math.log(high / 100) - 1.2816) < 1e-4);
  assert(Math.abs(low * high - 10_000) < 1e-6);
});

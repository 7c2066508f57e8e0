import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homeRents } from '../../../../src/dataset/building/estimates/home-rents.ts';
import { householdBaskets } from '../../../../src/dataset/building/estimates/household-baskets.ts';
import type { Category } from '../../../../src/release/cost-basket.ts';
import { BEDROOMS, HOUSEHOLDS, type Household } from '../../../../src/release/household-budgets.ts';
import { inputs } from '../../../support/dataset/committed-estimates.ts';

const parts = householdBaskets(inputs, homeRents(inputs));
const amount = (household: Household, category: Category) =>
  parts.find((part) => part.household === household && part.category === category)?.usd ?? Number.NaN;

test('one adult buys what the survey has, at the prices of the day of the release', () => {
  // Food at home and household supplies; prices rose by 2 to 10 per cent since the middle of 2024.
  const rise = (12 * amount('one', 'food')) / (3395 + 495);
  assert.ok(rise > 1.02 && rise < 1.1, String(rise));
  const inOneProportion = (12 * amount('one', 'communication')) / 733;
  assert.ok(Math.abs(inOneProportion - rise) < 0.001);
});

test('larger households buy more by the geometric mean of the surveys, by category', () => {
  const couple = amount('couple', 'food') / amount('one', 'food');
  assert.ok(Math.abs(couple - (2.0361 * 1.9509 * 1.8333) ** (1 / 3)) < 0.001);
  const family = amount('family', 'transport') / amount('one', 'transport');
  assert.ok(Math.abs(family - Math.sqrt(3.6603 * 2.7073)) < 0.001);
});

test('a larger household never needs less, whatever the surveys say', () => {
  for (const { household, category, usd } of parts) {
    const smaller = HOUSEHOLDS[HOUSEHOLDS.indexOf(household) - 1];
    if (smaller !== undefined) assert.ok(usd >= amount(smaller, category), `${household} ${category}`);
  }
  assert.equal(amount('couple', 'health'), amount('family', 'health'));
});

test('the homes are those of the base city: with one, two and three bedrooms', () => {
  const fmr = ['one', 'two', 'three'].map((bedrooms) => {
    const metric = `rent_fair_market_${bedrooms}_bedroom`;
    const newYork = inputs.cities.find(({ key }) => key === 'city/new-york');
    return inputs.facts.find((fact) => fact.metric === metric && newYork?.areas.includes(fact.place))?.value;
  });
  for (const household of HOUSEHOLDS) {
    const published = fmr[BEDROOMS[household] - 1] ?? Number.NaN;
    assert.ok(Math.abs(amount(household, 'housing') - 0.94 * published) < 0.01, household);
  }
});

test('a city has official rents only if one publisher has homes of all three sizes, the larger ones never cheaper', () => {
  const rents = homeRents(inputs);
  assert.ok(rents.length > 5000);
  for (const { city, one, couple, family } of rents) assert.ok(one <= couple && couple <= family, city);
  const without = inputs.facts.filter(
    ({ metric, source }) => !(source.startsWith('ons') && metric === 'rent_one_bedroom'),
  );
  const others = homeRents({ ...inputs, facts: without });
  assert.ok(others.every(({ source }) => !source.startsWith('ons')));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homeRents, rentsBySize } from '../../../../src/dataset/building/estimates/home-rents.ts';
import { householdBaskets } from '../../../../src/dataset/building/estimates/household-baskets.ts';
import type { Category } from '../../../../src/release/cost-basket.ts';
import { HOUSEHOLDS, type Household } from '../../../../src/release/household-budgets.ts';
import { cityCost, committedEstimates, inputs } from '../../../support/dataset/committed-estimates.ts';

const rents = homeRents(inputs, committedEstimates());
const parts = householdBaskets(inputs, rents);
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

test('a home with two bedrooms costs the fair market rent of the base city, let without utilities', () => {
  const newYork = inputs.cities.find(({ key }) => key === 'city/new-york');
  const ofArea = inputs.facts.find(
    ({ metric, place }) => metric === 'rent_fair_market_two_bedroom' && newYork?.areas.includes(place),
  );
  const moved = amount('couple', 'housing') / (0.94 * (ofArea?.value ?? Number.NaN));
  assert.ok(moved > 0.9 && moved < 1.1, String(moved));
});

test('homes of other sizes cost more or less by the median of five offices, not by the ratios of the base city', () => {
  const { sources } = rentsBySize(inputs.facts);
  assert.equal(sources.length, 5, sources.join(' '));
  const twoToOne = amount('couple', 'housing') / amount('one', 'housing');
  const threeToTwo = amount('family', 'housing') / amount('couple', 'housing');
  assert.ok(Math.abs(twoToOne - 1.273) < 0.005, String(twoToOne));
  assert.ok(Math.abs(threeToTwo - 1.208) < 0.005, String(threeToTwo));
});

test('a city has official rents only if one publisher has homes of all three sizes, the larger ones never cheaper', () => {
  assert.ok(rents.length > 5000);
  for (const { city, one, couple, family } of rents) assert.ok(one <= couple && couple <= family, city);
  const without = inputs.facts.filter(
    ({ metric, source }) => !(source.startsWith('ons') && metric === 'rent_one_bedroom'),
  );
  const others = homeRents({ ...inputs, facts: without }, committedEstimates());
  assert.ok(others.every(({ source }) => !source.startsWith('ons')));
});

test('a city has the rents that are published for it, though its other sizes are only of its area', () => {
  const ofPlace = Map.groupBy(inputs.facts, ({ place }) => place);
  let some = 0;
  for (const { city, one, couple, family, source } of rents) {
    const own = ofPlace.get(city)?.filter((fact) => fact.source === source && fact.unit !== 'USD') ?? [];
    const [small, two, large] = ['one', 'two', 'three'].map((size) =>
      own.find(({ metric }) => metric === `rent_${size}_bedroom`),
    );
    if (small !== undefined || two === undefined || large === undefined || two.value > large.value) continue;
    some += 1;
    assert.ok(Math.abs(family / couple - large.value / two.value) < 0.001 || one === couple, city);
  }
  assert.ok(some > 20, String(some));
});

test('two cities of one area differ by their own official rents', () => {
  const rentOf = (id: string) => rents.find(({ city }) => city === `city/${id}`)?.couple ?? Number.NaN;
  const housing = (id: string) => cityCost(id).categories.housing.log;
  const [poor, rich] = ['detroit', 'birmingham-michigan-united-states'];
  const difference = Math.log(rentOf(rich) / rentOf(poor));
  assert.ok(difference > 0.4, String(difference));
  assert.ok(Math.abs(difference - (housing(rich) - housing(poor))) < 0.001);
});

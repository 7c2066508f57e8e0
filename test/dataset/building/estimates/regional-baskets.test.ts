import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RENT_LOADINGS } from '../../../../src/dataset/building/estimates/cost-index.ts';
import type { CostCity } from '../../../../src/dataset/building/estimates/cost-inputs.ts';
import {
  basketDepartures,
  readRegionalBaskets,
} from '../../../../src/dataset/building/estimates/regional-baskets.ts';
import type {
  BasketCovers,
  RegionalSeries,
} from '../../../../src/dataset/building/estimates/series-tables.ts';
import type { Fact } from '../../../../src/dataset/building/facts/fact.ts';

/** Four cities of equal size, two in each region. */
const CITIES: CostCity[] = ['a', 'b', 'c', 'd'].map((name, index) => ({
  key: `city/${name}`,
  country: 'country/testland',
  latitude: 40 + index,
  longitude: 0,
  feature: 'PPL',
  population: 100_000,
  coastKm: 50,
  regionalIncome: null,
  areas: [`area/${index < 2 ? 'north' : 'south'}`],
}));
const NO_RENTS = new Float64Array(CITIES.length);

test('a region’s basket changes the prices of its cities, but not their housing', () => {
  const departures = departuresFrom([basket('area/north', 130), basket('area/south', 100)], 'without_rent');
  const [north, south] = [departures.get('city/a'), departures.get('city/d')];
  assert.equal(north?.has('housing'), false);
  const gap = (north?.get('food')?.log ?? 0) - (south?.get('food')?.log ?? 0);
  assert(gap > 0.2 && gap < Math.log(1.3));
  assert.equal(north?.get('food')?.grain, 'region');
});

test('food prices do not affect other categories', () => {
  const departures = departuresFrom([basket('area/north', 130), basket('area/south', 100)], 'food');
  assert.deepEqual([...(departures.get('city/a')?.keys() ?? [])], ['food']);
});

test('figures that vary no more than their noise change nothing', () => {
  const departures = departuresFrom([basket('area/north', 101), basket('area/south', 100)], 'without_rent');
  assert.equal(departures.get('city/a')?.get('food')?.log, 0);
});

test('differences that rents explain are not counted twice', () => {
  const rents = Float64Array.of(0.5, 0.5, -0.5, -0.5);
  const facts = [basket('area/north', 130), basket('area/south', 100)];
  const plain = departuresFrom(facts, 'without_rent').get('city/a')?.get('food')?.log ?? 0;
  const expensive = departuresFrom(facts, 'without_rent', rents).get('city/a')?.get('food')?.log ?? 0;
  assert(expensive < plain);
});

test('a difference between baskets of the poor counts one fifth', () => {
  const facts = [basket('area/north', 130), basket('area/south', 100)];
  const whole = departuresFrom(facts, 'without_rent').get('city/a')?.get('food')?.log ?? 0;
  const ofPoor = departuresFrom(facts, 'poor_basket').get('city/a')?.get('food')?.log ?? 0;
  assert(ofPoor > 0 && ofPoor < whole / 4);
});

test('a country’s only figure changes nothing, because the level of its series is unknown', () => {
  assert.equal(departuresFrom([basket('area/north', 130)], 'without_rent').size, 0);
});

function departuresFrom(facts: readonly Fact[], covers: BasketCovers, rents = NO_RENTS) {
  const series: RegionalSeries = { source: 's', metric: 'm', note: '', covers, sd: 0.03 };
  return basketDepartures(CITIES, readRegionalBaskets(facts, [series]), rents, RENT_LOADINGS);
}

function basket(place: string, value: number): Fact {
  return { place, metric: 'm', period: '2025', grain: 'region', value, unit: 'index', source: 's', note: '' };
}

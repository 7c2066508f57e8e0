import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LocalScore, ScoreErrors } from '../../../../src/dataset/building/scores/score-errors.ts';
import type { Observation } from '../../../../src/release/schema.ts';
import { conventions, history } from '../../../support/dataset/committed-places.ts';

const METRIC = 'life_expectancy';

/** Regions of ten countries, `spread` points apart, around a mean that is `step` points above the national figure. */
function regions(spread: number, step: number): LocalScore[] {
  return Array.from({ length: 10 }, (_, country) =>
    [-2, -1, 0, 1, 2].map(
      (place): LocalScore => ({
        metric: METRIC,
        country: `country/${country}`,
        observation: { place: `area/${country}-${place}`, grain: 'region' } as Observation,
        score: 60 + step + spread * place,
        national: 60,
        surrounding: null,
        size: null,
      }),
    ),
  ).flat();
}

const errorsOf = (locals: readonly LocalScore[]) => new ScoreErrors(conventions, locals, new Map(), history);

test('the more the regions of countries differ, the less a national figure says about a city', () => {
  const [near, far] = [errorsOf(regions(2, 0)), errorsOf(regions(6, 0))];
  assert.ok(far.withinCountry(METRIC, 'country/1', 60) > 2.9 * near.withinCountry(METRIC, 'country/1', 60));
  assert.equal(near.amongPublishers(METRIC), 0);
});

test('a country whose regions differ more than usual has a wider spread, between its own and the pooled one', () => {
  const locals = regions(2, 0).map((local) =>
    local.country === 'country/0' ? { ...local, score: 60 + (local.score - 60) * 4 } : local,
  );
  const errors = errorsOf(locals);
  const [wide, usual] = ['country/0', 'country/1'].map((country) =>
    errors.withinCountry(METRIC, country, 60),
  );
  assert.ok((wide ?? 0) > 2 * (usual ?? 0));
  assert.ok(errors.withinCountry(METRIC, 'country/without-regions', 60) < (wide ?? 0));
});

test('if one publisher’s regions are all above another’s national figure, the difference counts as an error of the country', () => {
  const errors = errorsOf(regions(2, 5));
  assert.ok(errors.amongPublishers(METRIC) > 3.5 && errors.amongPublishers(METRIC) < 4.5);
});

test('a country with a lower score than nearly all those with regions has at least the usual spread', () => {
  const nationals = new Map([[METRIC, [20, 40, 60, 80]]]);
  const errors = new ScoreErrors(conventions, regions(0.5, 0), nationals, history);
  const spreadAt = (national: number) => errors.amongPlaces(METRIC, 'country/without-regions', national);
  assert.ok(errors.usualSpread(METRIC) > 0);
  assert.equal(spreadAt(60), spreadAt(90));
  assert.ok(spreadAt(30) >= errors.usualSpread(METRIC));
  assert.ok(spreadAt(30) >= spreadAt(60));
});

test('rates that were moved towards their region widen the spread by their own error', () => {
  const shrunken = (error: number) =>
    regions(2, 0).map((local) => ({
      ...local,
      observation: { ...local.observation, metric: METRIC, value: 75, standard_error: error },
    }));
  const [sure, unsure] = [errorsOf(shrunken(0)), errorsOf(shrunken(3))];
  assert.ok(
    unsure.withinCountry(METRIC, 'country/1', 60) > 1.5 * sure.withinCountry(METRIC, 'country/1', 60),
  );
});

test('in a country that is one city, the national figure is that of the city', () => {
  const states = new Set(['country/1']);
  const errors = new ScoreErrors(conventions, regions(6, 0), new Map(), history, states);
  assert.equal(errors.withinCountry(METRIC, 'country/1', 60), 0);
  assert.ok(errors.withinCountry(METRIC, 'country/2', 60) > 0);
});

test('figures about the state apply to all of its cities', () => {
  const errors = errorsOf(regions(6, 0));
  for (const metric of ['rule_of_law', 'regulatory_quality'])
    assert.equal(errors.withinCountry(metric, 'country/1', 60), 0);
});

test('figures drift over the years, by metric, as national series do', () => {
  const errors = errorsOf([]);
  assert.equal(errors.sinceYears('internet_users', 0), 0);
  assert.ok(errors.sinceYears('internet_users', 4) > errors.sinceYears('mean_years_of_schooling', 4));
  assert.equal(errors.sinceYears(METRIC, 4), 2 * errors.sinceYears(METRIC, 1));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bestByMetric } from '../../src/release/best-figures.ts';
import { GRAINS } from '../../src/release/grain.ts';
import type { Observation } from '../../src/release/schema.ts';

/** Of the release. Figures that ended before 2016 are stale in it. */
const YEAR = 2026;
const isCurrent = ({ period }: Observation) => yearOf(period) >= YEAR - 10;

const figure = fc.record<Observation>({
  place: fc.constantFrom('area/one', 'area/other', 'city/lisbon'),
  metric: fc.constantFrom('physicians', 'elevation', 'pm25_exposure'),
  period: fc.constantFrom('', '2014', '2019', '2023', '2023-05', '2023-05-17', '2022-10-01/2023-09-30'),
  source: fc.constantFrom('one', 'other'),
  note: fc.constantFrom('', 'furnished'),
  grain: fc.constantFrom(...GRAINS),
  method: fc.constant('observed'),
  value: fc.nat(),
  unit: fc.constant('percent'),
  standard_error: fc.constant(null),
  usd: fc.constant(null),
  usd_rate: fc.constant(null),
  usd_rate_period: fc.constant(null),
  usd_rate_source: fc.constant(null),
});
/** As a release has them: the latest of each series. */
const figures = fc.uniqueArray(figure, {
  selector: ({ place, metric, source, note }) => [place, metric, source, note].join(),
});

test('the same figure is shown and scored, in any order of the figures', () => {
  fc.assert(
    fc.property(
      figures.chain((some) =>
        fc.tuple(
          fc.constant(some),
          fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length }),
        ),
      ),
      ([some, shuffled]) =>
        assert.deepEqual([...bestByMetric(shuffled, YEAR)], [...bestByMetric(some, YEAR)]),
    ),
  );
});

test('the shown figure is the most recent of the most local ones; one of more than ten years ago is shown only without another', () => {
  fc.assert(
    fc.property(figures, (some) => {
      const best = bestByMetric(some, YEAR);
      assert.deepEqual([...best.keys()], [...new Set(some.map(({ metric }) => metric))].sort());
      for (const one of some) {
        const { metric, grain, period } = one;
        const shown = best.get(metric) ?? assert.fail(metric);
        if (isCurrent(one)) assert.ok(isCurrent(shown), period);
        if (isCurrent(one) !== isCurrent(shown)) continue;
        assert.ok(GRAINS.indexOf(shown.grain) <= GRAINS.indexOf(grain));
        if (shown.grain === grain) assert.ok(yearOf(shown.period) >= yearOf(period));
      }
    }),
  );
});

test('of two regions around a city, the smaller one is shown, even if its figure is older', () => {
  const region: Observation = {
    place: 'area/state',
    metric: 'life_expectancy',
    period: '2023',
    source: 'one',
    note: '',
    grain: 'region',
    method: 'observed',
    value: 80,
    unit: 'years',
    standard_error: null,
    usd: null,
    usd_rate: null,
    usd_rate_period: null,
    usd_rate_source: null,
    extent: 90,
  };
  const county = { ...region, place: 'area/county', period: '2020', extent: 3 };
  for (const figures of [
    [region, county],
    [county, region],
  ])
    assert.equal(bestByMetric(figures, YEAR).get('life_expectancy')?.place, 'area/county');
});

/** In which a period ends; a figure without one is older than any. */
function yearOf(period: string): number {
  return Number(period.split('/').at(-1)?.slice(0, 4));
}

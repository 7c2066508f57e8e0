import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CostOfLiving } from '../../../src/engine/cost/cost-of-living.ts';
import type { QualityOfLife } from '../../../src/engine/quality/quality-of-life.ts';
import { CATEGORIES } from '../../../src/release/cost-basket.ts';
import { GRAINS } from '../../../src/release/grain.ts';
import {
  costMeasure,
  type FigureWithErrors,
  MEASURES,
  type MeasureRow,
  measureRow,
  QUALITY_MEASURES,
  toMeasureColumns,
} from '../../../src/release/measures.ts';
import { MOST_BURDEN, PAY_MEASURES } from '../../../src/release/pay.ts';
import { DISTANCES, MONTHLY, plainColumn, plainRow } from '../../../src/release/plain-measures.ts';
import { openedRelease } from '../../support/release/opened-release.ts';
import { generousService } from '../../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const release = await openedRelease();

async function answer<Body>(path: string): Promise<Body> {
  return (await (await service.get(path, token)).json()) as Body;
}

/** New York is the base, Newark is in its country, and North Korea has no index. */
const KNOWN = ['new-york', 'newark', 'lisbon', 'porto', 'tokyo', 'pyongyang', 'brooklyn', 'nuuk'];

test('a city’s measure matches the responses for the city', async () => {
  const drawn = fc.sample(fc.nat({ max: release.cities.length - 1 }), { numRuns: 120, seed: 13 });
  const cities = [
    ...KNOWN.flatMap((id) => release.city(id) ?? []),
    ...drawn.flatMap((rank) => release.cities[rank] ?? []),
  ];
  for (const city of cities) {
    const cost = await answer<CostOfLiving>(`/data/cost-of-living/${city.id}`);
    const { index } = cost;
    assert.deepEqual(
      payOf(cost),
      PAY_MEASURES.map((id) => stated(release.measures.figure(id, city))),
      city.id,
    );
    for (const part of ['overall', ...CATEGORIES] as const) {
      const id = costMeasure(part);
      const stated = index?.[part];
      const expected =
        stated === undefined || stated === null
          ? undefined
          : (({ value, low, high, evidence, grain }) => ({
              value,
              low,
              high,
              evidence,
              grain,
              measured: null,
            }))(stated);
      assert.deepEqual(release.measures.figure(id, city), expected, `${id} of ${city.id}`);
    }
    const { score, groups, climate } = await answer<QualityOfLife>(`/data/quality-of-life/${city.id}`);
    assert.equal(
      release.measures.figure('resident_climate', city)?.value,
      climate.resident_climate_index?.year,
      city.id,
    );
    for (const id of QUALITY_MEASURES) {
      if (id === 'resident_climate') continue;
      const { value, low, high, grain, measured } =
        id === 'quality' ? score : { ...groups[id], value: groups[id].score };
      const expected = value === null ? undefined : { value, low, high, evidence: null, grain, measured };
      assert.deepEqual(release.measures.figure(id, city), expected, `${id} of ${city.id}`);
    }
  }
});

test('a city’s months and distances match the response for the city, and what it lacks is unknown', async () => {
  const drawn = fc.sample(fc.nat({ max: release.cities.length - 1 }), { numRuns: 60, seed: 31 });
  const cities = [
    ...KNOWN.flatMap((id) => release.city(id) ?? []),
    ...drawn.flatMap((rank) => release.cities[rank] ?? []),
  ];
  for (const city of cities) {
    const { climate, groups } = await answer<QualityOfLife>(`/data/quality-of-life/${city.id}`);
    const stated = new Map(Object.values(groups).flatMap((group) => Object.entries(group.indicators)));
    for (const [measure, metric] of Object.entries(DISTANCES))
      assert.equal(
        release.measures.plain(measure as keyof typeof DISTANCES, city),
        stated.get(metric)?.value,
        `${metric} of ${city.id}`,
      );
    for (const [measure, element] of Object.entries(MONTHLY))
      for (const month of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
        assert.equal(
          release.measures.plain(plainColumn(measure as keyof typeof MONTHLY, month), city),
          climate.normals[element]?.values[month - 1],
          `${element} of ${city.id} in month ${month}`,
        );
  }
});

test('no rent takes more of average pay than the bound, where pay and rent are official, and one comes near', () => {
  const shares = release.cities.flatMap((city) => {
    const [earned, rents] = [release.measures.figure('earnings', city), release.homeRents(city)];
    if (earned === undefined || rents === undefined || earned.grain === 'country') return [];
    return [(100 * rents.one) / earned.value];
  });
  assert.ok(shares.length > 6000);
  const most = shares.reduce((left, right) => Math.max(left, right));
  assert.ok(most <= MOST_BURDEN && most > MOST_BURDEN - 1, `${most}`);
});

function stated(figure: { value: number; low: number; high: number } | undefined | null) {
  return figure == null ? null : [figure.value, figure.low, figure.high];
}

function payOf({ earnings, purchasing_power: power, rent_burden: burden }: CostOfLiving) {
  return [stated(earnings), stated(power), stated(burden)];
}

test('every scored group and every price category is a measure', () => {
  assert.deepEqual(
    new Set(QUALITY_MEASURES.filter((id) => id !== 'quality' && id !== 'resident_climate')),
    release.scoredGroups as ReadonlySet<string>,
  );
  assert.equal(
    new Set(MEASURES).size,
    3 + CATEGORIES.length + PAY_MEASURES.length + release.scoredGroups.size,
  );
});

test('a column gives back the figures that were written to it', () => {
  const tenth = fc.integer({ min: 0, max: 65_534 }).map((tenths) => tenths / 10);
  const share = fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100);
  const figure: fc.Arbitrary<FigureWithErrors> = fc.record({
    value: tenth,
    low: tenth,
    high: tenth,
    evidence: fc.constantFrom('official_local', 'modelled', null),
    grain: fc.constantFrom('city', 'country', null),
    measured: fc.record({ city: share, metro: share, region: share, country: share }),
    sharedError: fc.double({ min: 0, max: 3, noNaN: true }),
    ownError: fc.double({ min: 0, max: 3, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(fc.option(figure, { nil: undefined })), (figures) => {
      const columns = toMeasureColumns(measureRow('cost', figures), figures.length);
      const ofScores = toMeasureColumns(measureRow('quality', figures), figures.length);
      const { value, low, high, evidence, sharedError, ownError } = columns;
      for (const [rank, each] of figures.entries()) {
        assert.equal(value[rank], each === undefined ? 65_535 : Math.round(each.value * 10));
        assert.equal((low[rank] ?? 0) / 10, each?.low ?? 6553.5);
        assert.equal((high[rank] ?? 0) / 10, each?.high ?? 6553.5);
        assert.equal(evidence[rank] === 0, each?.evidence === 'official_local');
        for (const [position, grain] of GRAINS.entries())
          assert.equal((ofScores.measured[4 * rank + position] ?? -1) / 100, each?.measured?.[grain] ?? 0);
        assert.ok(Math.abs((sharedError[rank] ?? -1) - (each?.sharedError ?? 0)) < 1e-4);
        assert.ok(Math.abs((ownError[rank] ?? -1) - (each?.ownError ?? 0)) < 1e-4);
      }
    }),
  );
});

test('a figure that a column cannot hold stops the build, and a column of the wrong length is refused', () => {
  const origin = { evidence: null, grain: null, measured: null };
  const figure = { value: 7000, low: 1, high: 2, ...origin, sharedError: 0, ownError: 0 };
  assert.throws(() => measureRow('cost', [figure]), /cannot hold 7000 of cost/);
  assert.throws(() => plainRow('sea', [6500]), /cannot hold 6500 of sea/);
  const row: MeasureRow = measureRow('cost', [undefined, undefined]);
  assert.throws(() => toMeasureColumns(row, 3), /cost is not one of 3 cities/);
});

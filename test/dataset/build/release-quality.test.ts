import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openRelease } from '../../../src/catalogue/open-release.ts';
import type { Release } from '../../../src/catalogue/release.ts';
import { goalposts } from '../../support/dataset/committed-places.ts';
import { atEnd } from '../../support/lifetime.ts';
import { testRelease, testReleaseStore } from '../../support/service.ts';

let release: Release;
before(async () => {
  release = await openRelease(testReleaseStore(), await testRelease());
});
atEnd(() => release.close());

test('the goalposts of a release are those of data/goalposts.tsv', () => {
  const committed = goalposts.map(({ group, ...goalpost }) => [goalpost.metric, goalpost] as const);
  assert.deepEqual(new Map(release.goalposts), new Map(committed));
});

test('a city without a scored figure of its own has the scores of its country; with one it differs by that figure’s group', () => {
  const own = release.cities.map((city) => ({
    city,
    groups: new Set(
      release
        .cityObservations(city)
        .flatMap(({ metric }) =>
          release.goalposts.has(metric) ? [release.metrics.get(metric)?.grouping ?? assert.fail(metric)] : [],
        ),
    ),
  }));
  const ofCountry = new Map(
    own.flatMap(({ city, groups }) => (groups.size === 0 ? [[city.country, release.quality(city)]] : [])),
  );
  let compared = 0;
  for (const { city, groups } of own) {
    const [quality, national] = [release.quality(city), ofCountry.get(city.country)];
    if (national === undefined) continue;
    if (groups.size === 0) assert.deepEqual(quality, national, city.id);
    for (const [name, group] of Object.entries(quality.groups)) {
      if (!groups.has(name)) assert.deepEqual(group, national.groups[name], `${city.id} ${name}`);
      else assert.notDeepEqual(group, national.groups[name], `${city.id} ${name}`);
      compared++;
    }
  }
  assert.ok(compared > 200_000, String(compared));
});

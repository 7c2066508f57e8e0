import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMetrics } from '../../../../src/dataset/building/facts/metric.ts';
import { sizeOf } from '../../../../src/dataset/building/scores/city-sizes.ts';
import { readGoalposts } from '../../../../src/dataset/building/scores/goalposts.ts';
import { isStale } from '../../../../src/release/best-figures.ts';
import type { GroupRecord } from '../../../../src/release/quality-records.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';
import { openedRelease } from '../../../support/release/opened-release.ts';

const release = await openedRelease();

test('a release has the goalposts of data/goalposts.tsv', () => {
  const goalposts = readGoalposts(DATA_DIRECTORY, readMetrics(DATA_DIRECTORY));
  const committed = goalposts.map(({ group, ...goalpost }) => [goalpost.metric, goalpost] as const);
  assert.deepEqual(new Map(release.goalposts), new Map(committed));
});

test('a city without a scored figure in a group has its country’s score (of its size, for mobility), and a city with one has its own', () => {
  const national = new Map<string, GroupRecord>();
  const own: { at: string; name: string; group: GroupRecord }[] = [];
  let compared = 0;
  // Every eighth city is enough to cover each country and group.
  for (const city of release.cities.filter((_, rank) => rank % 8 === 0)) {
    const groups = new Set(
      release
        .observations(city)
        .filter((observation) => !isStale(observation, release.year))
        .flatMap(({ metric }) =>
          release.goalposts.has(metric) ? [release.metrics.get(metric)?.grouping ?? assert.fail(metric)] : [],
        ),
    );
    for (const [name, group] of Object.entries(release.quality(city).groups)) {
      // Access to transit that nobody measured follows the size of the city.
      const at = `${city.country} ${name} ${name === 'mobility' ? sizeOf(city.population) : ''}`;
      if (groups.has(name)) {
        own.push({ at, name: `${city.id} ${name}`, group });
        continue;
      }
      const other = national.get(at);
      if (other === undefined) national.set(at, group);
      else assert.deepEqual(group, other, `${city.id} ${name}`);
      compared++;
    }
  }
  assert.ok(compared > 12_000, String(compared));
  assert.ok(own.length > 200, String(own.length));
  for (const { at, name, group } of own) assert.notDeepEqual(group, national.get(at), name);
});

/** The group `safety` of a city. */
function safety(id: string): GroupRecord {
  return release.quality(release.city(id) ?? assert.fail(id)).groups.safety ?? assert.fail(id);
}

test('a score says which share of it was measured for the city', () => {
  assert.deepEqual(safety('chicago').grains, { city: 0.5, country: 0.5 });
  assert.deepEqual(safety('tokyo').grains, { region: 0.5, country: 0.5 });
  assert.deepEqual(safety('singapore').grains, { country: 1 });
});

test('towns with few homicides keep a wider error than large cities with the same source', () => {
  assert.ok(safety('abbeville-alabama-united-states').local_error > safety('chicago').local_error);
});

test('homicides weigh more than anything else in safety', () => {
  const [heaviest] = Object.keys(safety('chicago').indicators).toSorted(
    (one, other) => release.weightOf(other) - release.weightOf(one),
  );
  assert.equal(heaviest, 'intentional_homicides');
});

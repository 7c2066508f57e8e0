import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Fact, writeFacts } from '../../../../src/dataset/building/facts/fact.ts';
import {
  readSourceCatalogue,
  writeSourceCatalogue,
} from '../../../../src/dataset/building/facts/source-catalogue.ts';
import { readRegistry, writeRegistry } from '../../../../src/dataset/building/places/registry.ts';
import { compareData } from '../../../../src/dataset/reading/refresh/fact-diff.ts';
import { reportDiff } from '../../../../src/dataset/reading/refresh/refresh-report.ts';
import { writeMiniature } from '../../../support/refresh/miniature.ts';
import { temporaryDirectory } from '../../../support/service.ts';

const miniature = join(temporaryDirectory(), 'data');
writeMiniature(miniature);

function copyOf(): string {
  const directory = join(temporaryDirectory(), 'data');
  cpSync(miniature, directory, { recursive: true });
  return directory;
}

/** Two directories without facts, except those that a test puts there. */
const [before, after] = [copyOf(), copyOf()];
for (const directory of [before, after]) rmSync(join(directory, 'facts'), { recursive: true });

function fact(partial: Partial<Fact>): Fact {
  return {
    place: 'country/portugal',
    metric: 'big_mac_price',
    period: '2026-01-01',
    grain: 'country',
    value: 5,
    unit: 'EUR',
    source: 'economist-big-mac-2026-01',
    note: '',
    ...partial,
  };
}

function compare(old: Fact[], fresh: Fact[]) {
  writeFacts(before, 'big-mac', old);
  writeFacts(after, 'big-mac', fresh);
  return compareData(before, after, 0.05);
}

test('unchanged figures are not mentioned, not even under a new source', () => {
  const { metrics, moved } = compare([fact({})], [fact({ source: 'economist-big-mac-2026-07' })]);
  assert.deepEqual({ metrics, moved }, { metrics: [], moved: [] });
});

test('added, removed, changed and moved figures are counted by metric', () => {
  const diff = compare(
    [fact({}), fact({ period: '2025-07-01' }), fact({ period: '2025-01-01', value: 4 })],
    [fact({ value: 5.1 }), fact({ period: '2025-07-01', value: 6 }), fact({ period: '2026-07-01' })],
  );
  assert.deepEqual(diff.metrics, [
    { metric: 'big_mac_price', before: 3, after: 3, appeared: 1, vanished: 1, changed: 2, moved: 1 },
  ]);
  assert.deepEqual(
    diff.moved.map(({ period, before: was, after: is, distance }) => [
      period,
      was,
      is,
      Math.round(distance * 100),
    ]),
    [['2025-07-01', '5', '6', 20]],
  );
});

test('a figure with another unit, or from 0, counts as the largest move', () => {
  const { moved } = compare(
    [fact({}), fact({ period: '2025-07-01', value: 0 })],
    [fact({ unit: 'USD' }), fact({ period: '2025-07-01', value: 1 })],
  );
  assert.deepEqual(
    moved.map(({ distance }) => distance),
    [Infinity, Infinity],
  );
});

test('a fall counts the same as the rise back, and both are shown with their sign', () => {
  const [low, high] = [[fact({ value: 100 })], [fact({ value: 105.1 })]];
  for (const [old, fresh, shown] of [
    [low, high, '100 → 105.1 (+5.1 %)'],
    [high, low, '105.1 → 100 (-4.9 %)'],
  ] as const) {
    const diff = compare(old, fresh);
    assert.equal(diff.moved.length, 1, shown);
    assert.ok(reportDiff(diff, { written: [], removed: [] }, 0.05).includes(shown), shown);
  }
});

test('a place without any figure of a metric is a loss; a place with a newer one is not', () => {
  const { readers } = compare([fact({}), fact({ place: 'country/spain' })], [fact({ period: '2026-07-01' })]);
  assert.deepEqual(
    readers.find(({ reader }) => reader === 'big-mac'),
    { reader: 'big-mac', seriesBefore: 2, seriesVanished: 1 },
  );
});

test('added, removed or changed ids and sources are named', () => {
  const [old, fresh] = [copyOf(), copyOf()];
  const cities = readRegistry(fresh, 'cities');
  const lisbon = cities.find(({ id }) => id === 'lisbon');
  assert.ok(lisbon);
  lisbon.status = 'withdrawn';
  writeRegistry(fresh, 'cities', [
    ...cities,
    { id: 'new-town', key: '999999999', status: 'active', successor: '' },
  ]);
  const catalogue = readSourceCatalogue(fresh);
  const [source] = catalogue.get('undp-hdr') ?? [];
  assert.ok(source);
  catalogue.set('undp-hdr', [{ ...source, vintage: '2026-05' }]);
  catalogue.delete('oecd-wages');
  writeSourceCatalogue(fresh, catalogue);
  const { registries, sources } = compareData(old, fresh, 0.05);
  assert.deepEqual(registries, [
    { registry: 'countries', added: [], withdrawn: [], returned: [] },
    { registry: 'cities', added: ['new-town'], withdrawn: ['lisbon'], returned: [] },
  ]);
  assert.deepEqual(sources, {
    appeared: [],
    vanished: ['oecd-average-wages-2022'],
    changed: ['undp-hdr-2025'],
  });
  const back = compareData(fresh, old, 0.05);
  assert.deepEqual(back.registries[1]?.returned, ['lisbon']);
  const shown = reportDiff(
    compareData(old, fresh, 0.05),
    { written: ['registry/cities.tsv'], removed: [] },
    0.05,
  );
  assert.equal(
    shown,
    'Registry of cities, 1 added: new-town\n\nRegistry of cities, 1 withdrawn: lisbon\n\n' +
      'Sources vanished: oecd-average-wages-2022\n\nSources changed: undp-hdr-2025\n\n' +
      'Files that change: registry/cities.tsv',
  );
});

const anyFacts = fc
  .uniqueArray(
    fc.record({
      place: fc.constantFrom('country/portugal', 'country/spain'),
      period: fc.constantFrom('2024', '2025', '2026'),
      note: fc.constantFrom('', 'a note'),
      source: fc.constantFrom('one', 'two'),
      value: fc.integer({ min: 1, max: 5 }),
    }),
    { selector: ({ place, period, note, source }) => [place, period, note, source].join(), maxLength: 12 },
  )
  .map((facts) => facts.map(fact));

test('the counts add up for any facts', () => {
  fc.assert(
    fc.property(anyFacts, anyFacts, (old, fresh) => {
      const { metrics, readers } = compare(old, fresh);
      const [counts] = metrics;
      if (counts === undefined) {
        assert.equal(old.length, fresh.length);
        return;
      }
      assert.equal(counts.before, old.length);
      assert.equal(counts.after, fresh.length);
      assert.equal(counts.before - counts.vanished + counts.appeared, counts.after);
      assert.ok(counts.moved <= counts.changed && counts.changed <= counts.before - counts.vanished);
      assert.ok(readers.every(({ seriesBefore, seriesVanished }) => seriesVanished <= seriesBefore));
    }),
    { numRuns: 30 },
  );
});

test('a data directory does not differ from itself', () => {
  const diff = compareData(miniature, miniature, 0);
  assert.deepEqual([diff.metrics, diff.moved], [[], []]);
  assert.ok(diff.readers.every(({ seriesVanished }) => seriesVanished === 0));
});

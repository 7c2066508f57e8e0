import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { goalpostTable, qualityWeightTable } from '../../../../scripts/docs/goalposts.ts';
import { readUnits } from '../../../../src/dataset/building/facts/metric.ts';
import {
  goalposts,
  metrics,
  scoreCommittedPlaces,
  weights,
} from '../../../support/dataset/committed-places.ts';
import { DATA_DIRECTORY, ROOT } from '../../../support/directories.ts';

const page = readFileSync(join(ROOT, 'docs', 'quality-of-life.md'), 'utf8');

test('docs/quality-of-life.md has the goalposts of data/ (`npm run docs` updates them)', () => {
  const section = /<!-- generated: goalposts -->\n([\s\S]*?)<!-- end -->/.exec(page)?.[1];
  assert.equal(section?.trim(), goalpostTable(goalposts, metrics, readUnits(DATA_DIRECTORY)));
});

test('docs/quality-of-life.md has the weights of data/', () => {
  const section = /<!-- generated: quality-weights -->\n([\s\S]*?)<!-- end -->/.exec(page)?.[1];
  assert.equal(section?.trim(), qualityWeightTable(weights));
});

test('every reason for a missing score is explained', () => {
  const { countries, cities } = scoreCommittedPlaces();
  const reasons = new Set<string>();
  for (const { quality, groups } of [...countries.values(), ...cities.values()]) {
    const indicators = groups.flatMap((group) => group.indicators);
    for (const { reason } of [quality.overall, ...groups, ...indicators]) if (reason) reasons.add(reason);
  }
  assert.ok(reasons.size >= 4, [...reasons].join());
  for (const reason of reasons) assert.match(page, new RegExp(`^\\| \`${reason}\` \\|`, 'm'));
});

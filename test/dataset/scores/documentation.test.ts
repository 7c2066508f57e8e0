import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { goalpostTable } from '../../../scripts/docs/goalposts.ts';
import { readUnits } from '../../../src/dataset/facts/metric.ts';
import { qualityRecord } from '../../../src/dataset/scores/quality-record.ts';
import { goalposts, metrics, scoreCommittedPlaces } from '../../support/dataset/committed-places.ts';
import { DATA_DIRECTORY, ROOT } from '../../support/directories.ts';

const page = readFileSync(join(ROOT, 'docs', 'quality-of-life.md'), 'utf8');

test('docs/quality-of-life.md has the goalposts that are used (`npm run docs` writes them anew)', () => {
  const section = /<!-- generated: goalposts -->\n([\s\S]*?)<!-- end -->/.exec(page)?.[1];
  assert.equal(section?.trim(), goalpostTable(goalposts, metrics, readUnits(DATA_DIRECTORY)));
});

test('every reason for which a score is missing is explained', () => {
  const { countries, cities } = scoreCommittedPlaces();
  const reasons = new Set<string>();
  for (const place of [...countries.values(), ...cities.values()]) {
    const { reason, groups } = qualityRecord(place);
    for (const part of [{ reason }, ...Object.values(groups)]) if (part.reason) reasons.add(part.reason);
    for (const { indicators } of Object.values(groups))
      for (const indicator of Object.values(indicators)) if (indicator.reason) reasons.add(indicator.reason);
  }
  assert.ok(reasons.size >= 4, [...reasons].join());
  for (const reason of reasons) assert.match(page, new RegExp(`^\\| \`${reason}\` \\|`, 'm'));
});

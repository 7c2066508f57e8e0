import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  blocking,
  checkExpectations,
  describeFailures,
  type Expectation,
  readExpectations,
} from '../../src/commands/expectations.ts';
import { ask } from '../../src/engine/ask.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { temporaryDirectory } from '../support/service.ts';

const release = await openedRelease();
const expectations = readExpectations('data');

test('the release meets every expectation that official facts support, or has a dated exception', () => {
  const checked = checkExpectations(release, expectations);
  assert.deepEqual(blocking(checked), [], describeFailures(checked).join('\n'));
});

test('there are at least 120 expectations, and ten of each scored group of quality and of the climate for residents', () => {
  assert.ok(expectations.length >= 120, String(expectations.length));
  const { groups } = ask({ release, baseUrl: '' }, '/data/quality-of-life/{city_id}', {
    place: 'lisbon',
  }).body;
  const scored = Object.entries(groups).filter(
    ([, { score, estimate }]) => score !== null || estimate !== null,
  );
  assert.ok(scored.length >= 9, String(scored.length));
  for (const measure of [...scored.map(([group]) => `quality.${group}`), 'climate.residents'])
    assert.ok(expectations.filter((row) => row.measure === measure).length >= 10, measure);
});

const ROW: Expectation = {
  line: 2,
  measure: 'cost',
  comparison: 'value',
  place: 'new-york',
  against: '',
  low: 99,
  high: 101,
  fact: 'the base',
  source: 'by definition',
  address: 'https://example.org/base',
  exception: '',
};

test('an expectation that is not met blocks a release, and is printed with its fact', () => {
  const checked = checkExpectations(release, [ROW, { ...ROW, low: 200, high: 300 }]);
  assert.equal(blocking(checked).length, 1);
  assert.deepEqual(describeFailures(checked), [
    'line 2  value of cost, new-york: 100.00, not 200 to 300. the base (by definition). FAILS',
  ]);
});

test('an exception with its date lets a release pass, and is still printed', () => {
  const excepted = { ...ROW, low: 200, high: 300, exception: '2026-11-26: no figure yet' };
  const checked = checkExpectations(release, [excepted]);
  assert.deepEqual(blocking(checked), []);
  assert.match(describeFailures(checked).join(), /excepted since 2026-11-26/);
});

test('a city that does not exist, or has no figure, meets nothing', () => {
  const checked = checkExpectations(release, [
    { ...ROW, place: 'nowhere-at-all' },
    { ...ROW, place: 'havana', low: 0, high: 1e9 },
  ]);
  assert.equal(blocking(checked).length, 2);
});

test('a malformed row is refused with its line', () => {
  const columns = [
    'measure',
    'comparison',
    'place',
    'against',
    'low',
    'high',
    'fact',
    'source',
    'address',
    'exception',
  ];
  const good = 'cost|value|new-york||99|101|the base|by definition|https://example.org/base|'.split('|');
  const faults: [column: string, cell: string, message: RegExp][] = [
    ['comparison', 'about', /line 2, column comparison: about is none of/],
    ['low', '102', /line 2, column low: no band/],
    ['fact', '', /line 2, column fact: the cell is empty/],
    ['address', 'example.org', /line 2, column address: not an address/],
    ['exception', 'later', /line 2, column exception: not a date and a reason/],
  ];
  for (const [column, cell, message] of faults) {
    const directory = temporaryDirectory();
    const row = good.map((value, index) => (columns[index] === column ? cell : value));
    writeFileSync(join(directory, 'expectations.tsv'), `${columns.join('\t')}\n${row.join('\t')}\n`);
    assert.throws(() => readExpectations(directory), message);
  }
});

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  NEAREST_RENTS,
  RentIntervals,
  readRentIntervals,
  writeRentIntervals,
} from '../../../../src/dataset/building/estimates/rent-intervals.ts';
import { readRentSeries } from '../../../../src/dataset/building/estimates/rent-series.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';
import { atEnd } from '../../../support/lifetime.ts';

const committed = readRentIntervals(DATA_DIRECTORY);

test('every case has a factor for all series, and every other factor is for a series that the estimates use', () => {
  for (const nearest of NEAREST_RENTS)
    assert(
      committed.some((row) => row.nearest === nearest && row.series === ''),
      nearest,
    );
  const levels = new Set(readRentSeries(DATA_DIRECTORY).map(({ level }) => level));
  for (const { series } of committed) assert(series === '' || levels.has(series), series);
});

test('a series without a row has the general factor, a country the mean of its rents, and without a table nothing changes', () => {
  const intervals = new RentIntervals([
    { nearest: 'region', series: '', rents: 100, factor: 0.8 },
    { nearest: 'region', series: 's m', rents: 100, factor: 1.2 },
  ]);
  assert.equal(intervals.ofSeries('region', 's m'), 1.2);
  assert.equal(intervals.ofSeries('region', 'other m'), 0.8);
  assert.equal(intervals.ofCountry('region', ['s m', 'other m']), 1);
  assert.equal(intervals.ofCountry('region', []), 0.8);
  assert.equal(new RentIntervals([]).ofSeries('none', 's m'), 1);
});

test('a written table is read back unchanged, and a factor out of bounds or an unknown case is refused with its line', () => {
  const directory = mkdtempSync(join(tmpdir(), 'lds-rent-intervals-'));
  atEnd(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, 'estimates'));
  writeRentIntervals(directory, committed);
  assert.deepEqual(readRentIntervals(directory), committed);
  for (const [row, fault] of [
    ['region\t\t100\t9', /line 2, column factor/],
    ['village\t\t100\t1', /line 2, column nearest/],
    ['region\t\tmany\t1', /line 2, column rents/],
  ] as const) {
    const file = join(directory, 'estimates', 'rent-intervals.tsv');
    writeFileSync(file, `nearest\tseries\trents\tfactor\n${row}\n`);
    assert.throws(() => readRentIntervals(directory), fault);
  }
});

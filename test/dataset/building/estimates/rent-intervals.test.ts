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
import { readRentSeries } from '../../../../src/dataset/building/estimates/series-tables.ts';
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

test('a rent has the factor of its series and its kind of place, or the general one, a country the mean of its rents', () => {
  const intervals = new RentIntervals([
    { nearest: 'region', series: '', places: '', rents: 100, factor: 0.8 },
    { nearest: 'region', series: 's m', places: '', rents: 100, factor: 1.2 },
    { nearest: 'region', series: 't m', places: 'city', rents: 100, factor: 0.5 },
    { nearest: 'region', series: 't m', places: 'area', rents: 100, factor: 0.7 },
  ]);
  const rent = (series: string, ofArea = false) => ({ series, ofArea });
  assert.equal(intervals.of('region', rent('s m')), 1.2);
  assert.equal(intervals.of('region', rent('s m', true)), 1.2);
  assert.equal(intervals.of('region', rent('t m')), 0.5);
  assert.equal(intervals.of('region', rent('t m', true)), 0.7);
  assert.equal(intervals.of('region', rent('other m')), 0.8);
  assert.equal(intervals.ofCountry('region', [rent('s m'), rent('other m')]), 1);
  assert.equal(intervals.ofCountry('region', []), 0.8);
  assert.equal(new RentIntervals([]).of('none', rent('s m')), 1);
});

test('a written table is read back unchanged, and a factor out of bounds or an unknown case is refused with its line', () => {
  const directory = mkdtempSync(join(tmpdir(), 'lds-rent-intervals-'));
  atEnd(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, 'estimates'));
  writeRentIntervals(directory, committed);
  assert.deepEqual(readRentIntervals(directory), committed);
  for (const [row, fault] of [
    ['region\t\t\t100\t9', /line 2, column factor/],
    ['village\t\t\t100\t1', /line 2, column nearest/],
    ['region\t\tisland\t100\t1', /line 2, column places/],
    ['region\t\t\tmany\t1', /line 2, column rents/],
  ] as const) {
    const file = join(directory, 'estimates', 'rent-intervals.tsv');
    writeFileSync(file, `nearest\tseries\tplaces\trents\tfactor\n${row}\n`);
    assert.throws(() => readRentIntervals(directory), fault);
  }
});

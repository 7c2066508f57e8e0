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

test('a rent has the factor of its series in its country and its kind of place, or the general one, a country the mean of its rents', () => {
  const ofFrance = { nearest: 'region', countryKey: 'country/france', rents: 100 } as const;
  const intervals = new RentIntervals([
    { ...ofFrance, countryKey: '', series: '', places: '', factor: 0.8 },
    { ...ofFrance, series: 's m', places: 'city', factor: 1.2 },
    { ...ofFrance, series: 't m', places: 'city', factor: 0.5 },
    { ...ofFrance, series: 't m', places: 'area', factor: 0.7 },
  ]);
  const rent = (series: string, ofArea = false, country = 'country/france') => ({ country, series, ofArea });
  assert.equal(intervals.of('region', rent('s m')), 1.2);
  assert.equal(intervals.of('region', rent('s m', true)), 0.8);
  assert.equal(intervals.of('region', rent('t m')), 0.5);
  assert.equal(intervals.of('region', rent('t m', true)), 0.7);
  assert.equal(intervals.of('region', rent('s m', false, 'country/reunion')), 0.8);
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
    ['region\t\t\t\t100\t9', /line 2, column factor/],
    ['village\t\t\t\t100\t1', /line 2, column nearest/],
    ['region\t\t\tisland\t100\t1', /line 2, column places/],
    ['region\t\t\t\tmany\t1', /line 2, column rents/],
  ] as const) {
    const file = join(directory, 'estimates', 'rent-intervals.tsv');
    writeFileSync(file, `nearest\tcountry_key\tseries\tplaces\trents\tfactor\n${row}\n`);
    assert.throws(() => readRentIntervals(directory), fault);
  }
});

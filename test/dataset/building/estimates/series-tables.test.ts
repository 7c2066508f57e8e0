import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type RentSeries,
  readRegionalSeries,
  readRentSeries,
  SeriesTable,
  seriesKey,
} from '../../../../src/dataset/building/estimates/series-tables.ts';
import { inputs } from '../../../support/dataset/committed-estimates.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';
import { atEnd } from '../../../support/lifetime.ts';

test('every series of rents and baskets has figures', () => {
  const series = new Set(
    inputs.facts.flatMap(({ source, metric, note }) => [
      `${source} ${metric}`,
      `${source} ${metric} ${note}`,
    ]),
  );
  for (const { source, metric, note } of [
    ...readRentSeries(DATA_DIRECTORY),
    ...readRegionalSeries(DATA_DIRECTORY),
    ...inputs.comparableRents,
  ])
    assert(series.has(`${source} ${metric}${note === '' ? '' : ` ${note}`}`), `${source} ${metric} ${note}`);
});

test('the regional incomes of a country are all of one source; in India it is the survey of spending', () => {
  const sources = new Map<string, Set<string>>();
  for (const { country, incomeSource, regionalIncome } of inputs.cities) {
    assert.equal(incomeSource === undefined, regionalIncome === null);
    if (incomeSource === undefined) continue;
    sources.set(country, (sources.get(country) ?? new Set()).add(incomeSource));
  }
  for (const [country, ids] of sources) assert.equal(ids.size, 1, country);
  assert.deepEqual(sources.get('country/india'), new Set(['india-hces-2023-24']));
  assert.deepEqual(sources.get('country/malaysia'), new Set(['dosm-household-income-2022']));
});

test('a place has one figure of a series and period', () => {
  const table = new SeriesTable(inputs.rentSeries);
  const seen = new Set<string>();
  for (const fact of inputs.facts) {
    const series = table.of(fact);
    if (series === undefined) continue;
    const key = `${fact.place} ${fact.source} ${fact.metric} ${series.note} ${fact.period}`;
    assert(!seen.has(key), `${key}: tell the series apart by notes in data/estimates/rent-series.tsv`);
    seen.add(key);
  }
});

test('a row for a fact’s note takes precedence over the row for all notes', () => {
  const all: RentSeries = {
    source: 's',
    metric: 'm',
    note: '',
    kind: 'asking',
    sd: 0.1,

    level: 's m',
  };
  const one: RentSeries = { ...all, note: 'houses', kind: 'imputed' };
  const table = new SeriesTable([all, one]);
  assert.equal(table.of({ source: 's', metric: 'm', note: 'houses' }), one);
  assert.equal(table.of({ source: 's', metric: 'm', note: 'flats' }), all);
  assert.equal(table.of({ source: 's', metric: 'other', note: '' }), undefined);
});

test('London and the local authorities of Britain are one series, as are Paris and the communes of France', () => {
  const series = readRentSeries(DATA_DIRECTORY);
  const levelOf = (source: string, metric: string) =>
    series.find((one) => one.source === source && one.metric === metric)?.level;
  const average = 'rent_average_dwelling';
  assert.equal(levelOf('ons-pipr-2026', average), `ons-private-rents-2026 ${average}`);
  assert.equal(levelOf('ons-private-rents-2026', average), `ons-private-rents-2026 ${average}`);
  assert.equal(
    levelOf('carte-des-loyers-2025', 'derived_city_rent'),
    'carte-des-loyers-2025 rent_per_square_metre',
  );
});

test('every series takes its level from a series that exists', () => {
  const series = readRentSeries(DATA_DIRECTORY);
  const keys = new Set(series.map(seriesKey));
  for (const { level } of series) assert(keys.has(level), level);
});

test('a malformed row is refused with its file and line', () => {
  const directory = mkdtempSync(join(tmpdir(), 'series-'));
  atEnd(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, 'estimates'));
  const table =
    (name: string, header: string, read: (directory: string) => unknown) =>
    (...rows: string[]) => {
      writeFileSync(join(directory, 'estimates', name), [header, ...rows].map((row) => `${row}\n`).join(''));
      return () => read(directory);
    };
  writeFileSync(
    join(directory, 'estimates', 'rent-series-terms.tsv'),
    'source\tmetric\tterms_source\tterms_metric\treason\n',
  );
  const rents = table('rent-series.tsv', 'source\tmetric\tnote\tkind\tsd\treason', readRentSeries);
  assert.throws(rents('s\tm\t\tfresh\t0.1\tWhy'), /line 2, column kind: fresh is none of new_lease, /);
  assert.throws(rents('s\tm\t\tasking\t0\tWhy'), /line 2, column sd/);
  assert.throws(rents('s\tm\t\tasking\t0.1\t'), /line 2, column reason/);
  assert.throws(
    rents('s\tm\t\tasking\t0.1\tWhy', 's\tm\t\timputed\t0.1\tWhy'),
    /line 3, column source: .*twice/,
  );
  const baskets = table(
    'regional-series.tsv',
    'source\tmetric\tnote\tcovers\tsd\treason',
    readRegionalSeries,
  );
  assert.throws(baskets('s\tm\t\trent\t0.1\tWhy'), /line 2, column covers: rent is none of all, /);
});

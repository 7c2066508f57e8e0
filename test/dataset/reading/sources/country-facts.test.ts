import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFacts } from '../../../../src/dataset/building/facts/fact.ts';
import { readMetrics, readUnits } from '../../../../src/dataset/building/facts/metric.ts';
import { ecbReferenceRates } from '../../../../src/dataset/reading/sources/ecb-reference-rates.ts';
import { worldBankWdi } from '../../../../src/dataset/reading/sources/world-bank-wdi.ts';
import { tableReaderNamed } from '../../../support/dataset/excerpts.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const bigMac = tableReaderNamed('big-mac');
const undpHdr = tableReaderNamed('undp-hdr');

const oecdWages = tableReaderNamed('oecd-wages');
const worldBankIcp = tableReaderNamed('world-bank-icp');
const worldBankWgi = tableReaderNamed('world-bank-wgi');

/** Readers whose facts about countries are kept under data/. */
const READERS = [worldBankWdi, worldBankWgi, undpHdr, worldBankIcp, bigMac, oecdWages, ecbReferenceRates];

const facts = new Map(READERS.map((reader) => [reader.id, readFacts(DATA_DIRECTORY, reader.id)]));
const all = [...facts.values()].flat();
const metrics = readMetrics(DATA_DIRECTORY);
const units = readUnits(DATA_DIRECTORY);
const countries = new Set(gazetteer.countries().map(({ key }) => key));

test('every kept figure has a metric, that metric’s unit, and a value within its bounds', () => {
  for (const fact of all) {
    const at = `${fact.place} ${fact.metric} ${fact.period}`;
    const metric = metrics.get(fact.metric);
    assert.ok(metric, `${at}: no such metric`);
    if (metric.kind === 'price') assert.match(fact.unit, /^[A-Z]{3}$/, at);
    else assert.equal(fact.unit, metric.unit, at);
    const value = Number(fact.value);
    assert.ok(value >= metric.min && value <= metric.max, `${at}: ${value}`);
  }
});

test('every unit of these metrics is explained', () => {
  for (const { metric } of all) {
    const { kind, unit } = metrics.get(metric) ?? assert.fail(metric);
    if (kind === 'indicator') assert.ok(units.get(unit), unit);
  }
});

test('every figure is about a country that exists or a currency', () => {
  for (const { place, grain } of all) {
    assert.ok(countries.has(place) || /^currency\/[A-Z]{3}$/.test(place), place);
    assert.equal(grain, 'country');
  }
});

test('no figure is repeated, and no metric comes from two readers', () => {
  const keys = new Set(
    all.map(({ place, metric, period, source, note }) => [place, metric, period, source, note].join()),
  );
  assert.equal(keys.size, all.length);
  const readerOf = new Map<string, string>();
  for (const [reader, rows] of facts) {
    for (const { metric } of rows) {
      assert.equal(readerOf.get(metric) ?? reader, reader, metric);
      readerOf.set(metric, reader);
    }
  }
});

test('a country’s series never mixes editions', () => {
  const sources = new Map<string, string>();
  for (const { metric, source } of all) {
    assert.equal(sources.get(metric) ?? source, source, metric);
    sources.set(metric, source);
  }
});

test('at least 185 countries have a price level, and 215 a population', () => {
  assert.ok(countriesWith('price_level_ratio') >= 185);
  assert.ok(countriesWith('population') >= 215);
  assert.ok(countriesWith('price_level_food') >= 170);
});

/** Figures that anyone can look up in the publishers' own publications. */
const KNOWN_FIGURES: [place: string, metric: string, period: string, value: number, unit: string][] = [
  ['country/portugal', 'pm25_exposure', '2023', 8.76550462748695, 'micrograms_per_cubic_metre'],
  ['country/japan', 'price_level_ratio', '2022', 0.72195321302357, 'united_states_1'],
  ['country/portugal', 'population', '2024', 10694681, 'persons'],
  ['country/germany', 'human_development_index', '2023', 0.959, 'index_0_to_1'],
  ['country/india', 'human_development_index', '2023', 0.685, 'index_0_to_1'],
  ['country/romania', 'rule_of_law', '2023', 0.43742579221725464, 'standard_normal_units'],
  ['country/united-states', 'price_level_food', '2021', 100, 'united_states_100'],
  ['country/switzerland', 'big_mac_price', '2026-01-01', 7.3, 'CHF'],
  ['country/portugal', 'big_mac_price', '2026-01-01', 5.2, 'EUR'],
  ['country/united-states', 'average_annual_wage', '2020', 77567, 'usd_ppp_2022_per_year'],
  ['currency/EUR', 'reference_exchange_rate', '2026-08-21', 0.8547739123001966, 'currency_units_per_usd'],
];

for (const [place, metric, period, value, unit] of KNOWN_FIGURES) {
  test(`${metric} of ${place} in ${period} is the published ${value}`, () => {
    const found = all.filter((row) => row.place === place && row.metric === metric && row.period === period);
    assert.deepEqual(
      found.map((row) => ({ value: Number(row.value), unit: row.unit })),
      [{ value, unit }],
    );
  });
}

function countriesWith(metric: string): number {
  return new Set(all.filter((fact) => fact.metric === metric).map(({ place }) => place)).size;
}

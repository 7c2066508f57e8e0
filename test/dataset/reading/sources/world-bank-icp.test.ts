import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertRefused,
  readExcerpt,
  tableReaderNamed,
  testDamagedTable,
} from '../../../support/dataset/excerpts.ts';

const worldBankIcp = tableReaderNamed('world-bank-icp');

const FILE = 'icp2021_pli_us100.csv';
const HEADER = 'iso3,food,housing,clothing,health,transport,communication,recreation,education,restaurants';
const WORLD = 'WLD,80,40,70,30,80,50,70,30,60';
const PORTUGAL = 'PRT,101.779,57.1,90.2,61,98.4,95,85,48.9,77.25';
const GOOD = [HEADER, WORLD, PORTUGAL, ''].join('\n');

testDamagedTable(
  worldBankIcp,
  { [FILE]: GOOD },
  { name: FILE, file: FILE, headerLine: 1, column: 'clothing' },
);

test('a country has nine category price levels of 2021, with the United States as 100', () => {
  const { facts, matches } = readExcerpt(worldBankIcp, { [FILE]: GOOD });
  assert.equal(facts.length, 9);
  assert.ok(
    facts.every(
      ({ place, period, unit }) => `${place} ${period} ${unit}` === 'country/portugal 2021 united_states_100',
    ),
  );
  assert.equal(facts.find(({ metric }) => metric === 'price_level_food')?.value, 101.779);
  assert.deepEqual(matches, [{ published: 'WLD', place: '', how: 'an aggregate of economies' }]);
});

test('a category without a price level is absent, never 0', () => {
  const { facts } = readExcerpt(worldBankIcp, { [FILE]: GOOD.replace('57.1', '') });
  assert.equal(facts.length, 8);
  assert.ok(facts.every(({ metric }) => metric !== 'price_level_housing'));
});

test('a code that is neither a country nor an aggregate of the programme is refused', () => {
  const wrong = GOOD.replace('WLD', 'XYZ');
  assertRefused(worldBankIcp, { [FILE]: wrong }, { file: FILE, line: 2, column: 'iso3', fault: /"XYZ"/ });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  tableReaderNamed,
  testDamagedTable,
} from '../../../support/dataset/excerpts.ts';

const bigMac = tableReaderNamed('big-mac');

const PRICES = 'big-mac-source-data-v2.csv';
const INDEX = 'big-mac-full-index.csv';

const EXCERPT: Excerpt = {
  [PRICES]: [
    'name,iso_a3,currency_code,local_price,dollar_ex,GDP_dollar,GDP_local,date',
    'Switzerland,CHE,CHF,6.3,1.6,1,1,2014-07-01',
    'Switzerland,CHE,CHF,7.3,0.8,1,1,2026-01-01',
    'Euro area,EUZ,EUR,6.08,0.86,1,1,2026-01-01',
    'Portugal,PRT,EUR,5.2,0.86,1,,2026-01-01',
    '',
  ].join('\n'),
  [INDEX]: [
    'date,iso_a3,currency_code,name,local_price,dollar_ex,dollar_price,USD_raw,EUR_raw',
    '2026-01-01,CHE,CHF,Switzerland,7.3,0.8,9.08,0.48,0.28',
    '2026-01-01,EUZ,EUR,Euro area,6.08,0.86,7.05,0.15,0',
    '2026-01-01,PRT,EUR,Portugal,5.2,0.86,6.03,-0.01,-0.14',
    '',
  ].join('\n'),
};

testDamagedTable(bigMac, EXCERPT, { name: PRICES, file: PRICES, headerLine: 1, column: 'local_price' });
testDamagedTable(bigMac, EXCERPT, { name: INDEX, file: INDEX, headerLine: 1, column: 'dollar_price' });

test('prices are in the local currency, dated by survey day, since 2015', () => {
  const prices = readExcerpt(bigMac, EXCERPT).facts.filter(({ metric }) => metric === 'big_mac_price');
  assert.deepEqual(
    prices.map(({ place, period, value, unit }) => [place, period, value, unit]),
    [
      ['country/switzerland', '2026-01-01', 7.3, 'CHF'],
      ['country/portugal', '2026-01-01', 5.2, 'EUR'],
    ],
  );
});

test('the euro area is not a country, and is listed as left out', () => {
  const { facts, matches } = readExcerpt(bigMac, EXCERPT);
  assert.deepEqual(
    new Set(facts.map(({ place }) => place)),
    new Set(['country/switzerland', 'country/portugal']),
  );
  assert.deepEqual(matches, [
    { published: 'EUZ | Euro area', place: '', how: 'the euro area as one, an average over its members' },
  ]);
});

test('a price without currency, amount or day is refused with line and column', () => {
  const refused = (from: string, to: string, column: string, fault: RegExp) =>
    assertRefused(
      bigMac,
      { ...EXCERPT, [PRICES]: String(EXCERPT[PRICES]).replace(from, to) },
      { file: PRICES, line: 3, column, fault },
    );
  refused('CHE,CHF,7.3', 'CHE,Franken,7.3', 'currency_code', /not an ISO 4217 code/);
  refused('CHE,CHF,7.3', 'CHE,CHF,', 'local_price', /empty/);
  refused('0.8,1,1,2026-01-01', '0.8,1,1,January 2026', 'date', /not a date/);
});

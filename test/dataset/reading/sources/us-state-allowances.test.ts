import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  tableReaderNamed,
  testDamagedTable,
} from '../../../support/dataset/excerpts.ts';

const usStateAllowances = tableReaderNamed('us-state-allowances');

const FILE = 'post_allowances_2026-06-14.csv';
const EXCERPT: Excerpt = {
  [FILE]: [
    'country_name,country_iso,post_name,post_differential_pct,danger_pay_pct,cola_pct_spendable_income,effective_date',
    'ALBANIA,AL,Tirana,20,,50,2026-06-14',
    'ALBANIA,AL,Other,20,,50,2026-06-14',
    'BERMUDA,BERMUDA,Bermuda,0,,80,2026-06-14',
    'ISRAEL,IL,Gaza,0,,0,2026-06-14',
    'ISRAEL,IL,Tel Aviv,10,15,90,2026-06-14',
    'OTHER FOREIGN LOCALITIES,,Other Foreign Localities,0,,0,2026-06-14',
    'PORTUGAL,PT,PRT,0,,0,2026-06-14',
    '',
  ].join('\n'),
};

testDamagedTable(usStateAllowances, EXCERPT, {
  name: FILE,
  file: FILE,
  headerLine: 1,
  column: 'cola_pct_spendable_income',
});

test('a post’s rate is its city’s, and a rate for the rest of a country or for a territory is the country’s or the territory’s', () => {
  const allowances = readExcerpt(usStateAllowances, EXCERPT).facts.filter(
    ({ metric }) => metric === 'post_allowance',
  );
  assert.deepEqual(
    allowances.map(({ place, grain, value, note }) => [place, grain, value, note]),
    [
      ['city/tirana', 'city', 50, ''],
      ['country/albania', 'country', 50, 'rest of the country: places without a rate of their own'],
      ['country/bermuda', 'country', 80, ''],
      ['city/tel-aviv', 'city', 90, ''],
    ],
  );
});

test('danger pay is a fact only if it is paid', () => {
  const paid = readExcerpt(usStateAllowances, EXCERPT).facts.filter(({ metric }) => metric === 'danger_pay');
  assert.deepEqual(
    paid.map(({ place, value, unit }) => [place, value, unit]),
    [['city/tel-aviv', 15, 'percent_of_basic_pay']],
  );
});

test('rates that are valid from different days are refused', () => {
  const [header = '', first = '', ...others] = String(EXCERPT[FILE]).split('\n');
  const mixed = [header, first.replace('2026-06-14', '2026-06-28'), ...others].join('\n');
  const place = { file: FILE, line: 3, column: 'effective_date' };
  assertRefused(
    usStateAllowances,
    { [FILE]: mixed },
    { ...place, fault: /"2026-06-14" instead of 2026-06-28/ },
  );
});

test('a closed post, whose zeros are not survey results, is listed with the reason and has no figure', () => {
  const { facts, matches } = readExcerpt(usStateAllowances, EXCERPT);
  const gaza = matches.find(({ published }) => published === 'ISRAEL | Gaza');
  assert.equal(gaza?.place, '');
  assert.match(gaza?.how ?? '', /not surveyed/);
  assert.ok(facts.every(({ place }) => !place.includes('gaza')));
});

test('a country name that has not been reviewed, or an empty rate, is refused', () => {
  const refused = (from: string, to: string, column: string, fault: RegExp) =>
    assertRefused(
      usStateAllowances,
      { [FILE]: String(EXCERPT[FILE]).replace(from, to) },
      { file: FILE, line: 2, column, fault },
    );
  refused('ALBANIA,AL,Tirana', 'ARSTOTZKA,AL,Tirana', 'country_name', /match-countries/);
  refused('Tirana,20,,50', 'Tirana,20,,', 'cola_pct_spendable_income', /empty/);
  refused('Tirana,20,,50', 'Tirana,20 %,,50', 'post_differential_pct', /not a number/);
});

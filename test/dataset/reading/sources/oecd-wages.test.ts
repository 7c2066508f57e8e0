import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertRefused,
  readExcerpt,
  tableReaderNamed,
  testDamagedTable,
} from '../../../support/dataset/excerpts.ts';

const oecdWages = tableReaderNamed('oecd-wages');

const FILE = 'OECD_AV_AN_WAGE.csv';
const HEADER =
  'REF_AREA,Reference area,MEASURE,UNIT_MEASURE,PAY_PERIOD,PRICE_BASE,AGGREGATION_OPERATION,TIME_PERIOD,OBS_VALUE,BASE_PER,OBS_STATUS,UNIT_MULT';

function line(code: string, name: string, value: string, basePeriod = '2022'): string {
  return [code, name, 'WG', 'USD_PPP', 'A', 'Q', 'MEAN', '2021', value, basePeriod, 'A', '0'].join(',');
}

const GOOD = [
  HEADER,
  line('OECD', 'OECD', '50000'),
  line('COL', 'Colombia', '22248.5', ''),
  line('PRT', 'Portugal', '32089.3779752031'),
  '',
].join('\n');

testDamagedTable(oecdWages, { [FILE]: GOOD }, { name: FILE, file: FILE, headerLine: 1, column: 'OBS_VALUE' });

test('wages of countries are kept as published; the average, and wages in prices of an unstated year, are listed as left out', () => {
  const { facts, matches } = readExcerpt(oecdWages, { [FILE]: GOOD });
  assert.deepEqual(
    facts.map(({ place, metric, period, value, unit }) => [place, metric, period, value, unit]),
    [['country/portugal', 'average_annual_wage', '2021', 32089.3779752031, 'usd_ppp_2022_per_year']],
  );
  assert.deepEqual(
    matches.map(({ published, place }) => [published, place]),
    [
      ['OECD', ''],
      ['COL | Colombia', ''],
    ],
  );
});

test('a line of another series is refused: another measure, currency, price base or multiplier', () => {
  const refused = (from: string, to: string, column: string) =>
    assertRefused(
      oecdWages,
      { [FILE]: GOOD.replace(`PRT,Portugal,${from}`, `PRT,Portugal,${to}`) },
      { file: FILE, line: 4, column, fault: / instead of / },
    );
  refused('WG', 'MIN_W', 'MEASURE');
  refused('WG,USD_PPP', 'WG,XDC', 'UNIT_MEASURE');
  refused('WG,USD_PPP,A,Q', 'WG,USD_PPP,A,V', 'PRICE_BASE');
  const thousands = GOOD.replace('32089.3779752031,2022,A,0', '32.0893779752031,2022,A,3');
  assertRefused(
    oecdWages,
    { [FILE]: thousands },
    { file: FILE, line: 4, column: 'UNIT_MULT', fault: /3 instead of 0/ },
  );
});

test('prices of another year are refused', () => {
  const wrong = GOOD.replace('32089.3779752031,2022', '32089.3779752031,2023');
  assertRefused(
    oecdWages,
    { [FILE]: wrong },
    { file: FILE, line: 4, column: 'BASE_PER', fault: /2023 instead of 2022/ },
  );
});

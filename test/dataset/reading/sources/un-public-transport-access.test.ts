import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  tableReaderNamed,
  testDamagedTable,
} from '../../../support/dataset/excerpts.ts';

const unPublicTransportAccess = tableReaderNamed('un-public-transport-access');

const FILE = 'pt-access.csv';
const EXCERPT: Excerpt = {
  [FILE]: [
    'country_iso2,country_name,city,city_std,year,geoname_id,pct_pt_access',
    'DE,Germany,Koln,Köln,2020,2886242,90.7',
    'DE,Germany,Koln,Köln,2020,2886242,90.7',
    'US,United States,Philadelphia,New Philadelphia,2020,4519995,85.1',
    'GB,United Kingdom,Torbay,Corby,2020,2652381,98.7',
    'PK,Pakistan,Lahore,Lahore,2020,1172451,59.46292',
    'PT,Portugal,PRT,,2020,1,50.1',
    '',
  ].join('\n'),
};

testDamagedTable(unPublicTransportAccess, EXCERPT, {
  name: FILE,
  file: FILE,
  headerLine: 1,
  column: 'pct_pt_access',
});

test('a city is matched by name and country, not by the file’s guessed GeoNames id', () => {
  const { facts, matches } = readExcerpt(unPublicTransportAccess, EXCERPT);
  assert.deepEqual(
    facts.map(({ place, value }) => [place, value]),
    [
      ['city/cologne', 90.7],
      ['city/philadelphia', 85.1],
    ],
  );
  assert.equal(matches.find(({ published }) => published === 'GB | Torbay')?.place, '');
});

test('a country whose districts are listed as cities is left out', () => {
  const { matches } = readExcerpt(unPublicTransportAccess, EXCERPT);
  assert.deepEqual(
    matches.filter(({ published }) => published.startsWith('PK')),
    [],
  );
});

test('two figures for one city are refused', () => {
  const file = String(EXCERPT[FILE]).replace('2886242,90.7\nUS', '2886242,91.7\nUS');
  assertRefused(
    unPublicTransportAccess,
    { [FILE]: file },
    { file: FILE, line: 3, column: 'pct_pt_access', fault: /is 90.7 before/ },
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  tableReaderNamed,
} from '../../../support/dataset/excerpts.ts';

const ukPrivateRents = tableReaderNamed('uk-private-rents');

const ENGLAND = 'england_2026-04_official-rent-benchmarks.json';
const OTHERS = 'scotland_wales_2026-08.csv';
const AUTHORITY = {
  areaCode: 'E06000023',
  areaName: 'Bristol, City of',
  period: '2026-04-01',
  monthlyRentAll: 1885,
  monthlyRentOneBed: 1260,
  monthlyRentTwoBed: 1600,
  monthlyRentThreeBed: null,
};
const CAMDEN = { ...AUTHORITY, areaCode: 'E09000007', areaName: 'Camden', monthlyRentAll: 2700 };
const TABLE = [
  'areaCode,areaName,regionOrCountryName,monthlyRentAll,monthlyRentOneBed,monthlyRentTwoBed,monthlyRentThreeBed',
  'S33000011,Lothian,Scotland,1415,1035,1324,1703',
  'W06000015,Cardiff,Wales,1177,908,1085,1211',
  '',
].join('\n');

function excerpt(benchmarks: readonly object[] = [AUTHORITY, CAMDEN], table = TABLE): Excerpt {
  return { [ENGLAND]: JSON.stringify({ benchmarks }), [OTHERS]: table };
}

const { facts, matches } = readExcerpt(ukPrivateRents, excerpt());
const figuresOf = (wanted: string) =>
  facts
    .filter(({ place }) => place === wanted)
    .map(({ metric, period, grain, value }) => [metric, period, grain, value])
    .sort();

test('a city has the rents of its authority by bedrooms, without those that are not published', () => {
  assert.deepEqual(figuresOf('city/bristol'), [
    ['rent_average_dwelling', '2026-04', 'city', 1885],
    ['rent_one_bedroom', '2026-04', 'city', 1260],
    ['rent_two_bedroom', '2026-04', 'city', 1600],
  ]);
  assert.deepEqual(figuresOf('city/cardiff')[0], ['rent_average_dwelling', '2026-08', 'city', 1177]);
});

test('parts of a borough have its rents through an area', () => {
  assert.deepEqual(figuresOf('area/gb-municipality-e09000007')[0], [
    'rent_average_dwelling',
    '2026-04',
    'region',
    2700,
  ]);
  assert.deepEqual(figuresOf('city/camden-town'), []);
});

test('a market area of Scotland is not a city, whatever its name', () => {
  assert.deepEqual(figuresOf('city/edinburgh'), []);
  assert.equal(figuresOf('area/gb-municipality-s33000011')[0]?.[3], 1415);
});

test('places without a figure are listed: London as a whole, and Northern Ireland', () => {
  for (const name of ['London', 'Belfast'])
    assert.equal(matches.find(({ published }) => published.startsWith(`GB | ${name} |`))?.place, '', name);
});

test('other codes, a repeated authority, and damaged files are refused', () => {
  const refused = (wrong: Excerpt, place: Parameters<typeof assertRefused>[2]) =>
    assertRefused(ukPrivateRents, wrong, place);
  refused(excerpt([{ ...AUTHORITY, areaCode: 'E12000007' }]), {
    file: ENGLAND,
    line: 0,
    column: '/benchmarks/0/areaCode',
    fault: /instead of E06/,
  });
  refused(excerpt([AUTHORITY, AUTHORITY]), {
    file: ENGLAND,
    line: 0,
    column: '/benchmarks/1/areaCode',
    fault: /twice/,
  });
  refused(excerpt([AUTHORITY], TABLE.replace('W06', 'N09')), {
    file: OTHERS,
    line: 3,
    column: 'areaCode',
    fault: /instead of S33/,
  });
  refused(excerpt([AUTHORITY], TABLE.replace('1415', '')), {
    file: OTHERS,
    line: 2,
    column: 'monthlyRentAll',
    fault: /empty/,
  });
  refused(
    { ...excerpt(), [ENGLAND]: '{"benchmarks": [' },
    {
      file: ENGLAND,
      line: 1,
      column: '17',
      fault: /not JSON/,
    },
  );
});

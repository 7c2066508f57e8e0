import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  tableReaderNamed,
  testDamagedTable,
} from '../../../support/dataset/excerpts.ts';

const usStatePerDiem = tableReaderNamed('us-state-per-diem');

const FILE = 'foreign_2026-04.csv';
const EXCERPT: Excerpt = {
  [FILE]: [
    'Country,Location,Season Code,Season Start Date,Season End Date,Lodging,Meals & Incidentals,Per Diem,Effective Date,Publication Date',
    'GREECE,Athens,S1,2026-05-01,2026-10-31,341.0,144.0,485.0,2025-08-01,"April 1, 2026"',
    'GREECE,Athens,S2,2026-11-01,2026-04-30,229.0,133.0,362.0,2025-08-01,"April 1, 2026"',
    'CYPRUS,[Other],S2,2026-11-01,2026-04-30,205.0,115.0,320.0,2026-03-01,"April 1, 2026"',
    'SOMALIA,Mogadishu,S1,2026-01-01,2026-12-31,0.0,66.0,66.0,2018-04-01,"April 1, 2026"',
    'CANADA,Sidney,S1,2026-01-01,2026-12-31,150.0,100.0,250.0,2025-06-01,"April 1, 2026"',
    '"Korea, South",Chongju,S1,2026-01-01,2026-12-31,57.0,42.0,99.0,2025-12-01,"April 1, 2026"',
    '"Korea, South",Chonju,S1,2026-01-01,2026-12-31,120.0,57.0,177.0,2025-12-01,"April 1, 2026"',
    'CANADA,Prince Edward Island,S1,2026-06-01,2026-09-30,215.0,121.0,336.0,2025-06-01,"April 1, 2026"',
    'PORTUGAL,PRT,S1,2026-01-01,2026-12-31,150.0,100.0,250.0,2025-06-01,"April 1, 2026"',
    '',
  ].join('\n'),
};

testDamagedTable(usStatePerDiem, EXCERPT, { name: FILE, file: FILE, headerLine: 1, column: 'Lodging' });

test('each season has its own fact, dated by the first day of the rate', () => {
  const athens = readExcerpt(usStatePerDiem, EXCERPT).facts.filter(({ place }) => place === 'city/athens');
  assert.deepEqual(
    athens.map(({ metric, period, value, unit, note }) => [metric, period, value, unit, note]),
    [
      ['lodging_per_diem', '2025-08-01', 341, 'USD', 'season 05-01/10-31'],
      ['meals_per_diem', '2025-08-01', 144, 'USD', 'season 05-01/10-31'],
      ['lodging_per_diem', '2025-08-01', 229, 'USD', 'season 11-01/04-30'],
      ['meals_per_diem', '2025-08-01', 133, 'USD', 'season 11-01/04-30'],
    ],
  );
});

test('a rate for the rest of a country has its season in its note', () => {
  const [cyprus] = readExcerpt(usStatePerDiem, EXCERPT).facts.filter(
    ({ place }) => place === 'country/cyprus',
  );
  assert.equal(cyprus?.note, 'rest of the country: places without a rate of their own; season 11-01/04-30');
  assert.equal(cyprus?.grain, 'country');
});

test('where the government houses travellers, there is no figure instead of a free night', () => {
  const { facts, matches } = readExcerpt(usStatePerDiem, EXCERPT);
  assert.ok(facts.every(({ value, place }) => value > 0 && place !== 'city/mogadishu'));
  assert.equal(matches.find(({ published }) => published === 'SOMALIA | Mogadishu')?.place, 'city/mogadishu');
});

test('false friends stay apart: Sidney and Sydney, Chongju and Chonju, the island and the county', () => {
  const { matches } = readExcerpt(usStatePerDiem, EXCERPT);
  const place = new Map(matches.map((match) => [match.published, match.place]));
  assert.equal(place.get('CANADA | Sidney'), '');
  assert.equal(place.get('CANADA | Prince Edward Island'), '');
  assert.equal(place.get('Korea, South | Chonju'), 'city/jeonju');
  assert.match(place.get('Korea, South | Chongju') ?? '', /^city\/cheongju/);
});

test('parts that do not add up to the total, and malformed dates, are refused', () => {
  const refused = (from: string, to: string, column: string, fault: RegExp) =>
    assertRefused(
      usStatePerDiem,
      { [FILE]: String(EXCERPT[FILE]).replace(from, to) },
      { file: FILE, line: 2, column, fault },
    );
  refused('341.0,144.0,485.0', '341.0,144.0,486.0', 'Per Diem', /not the sum/);
  refused('2025-08-01', '08/01/2025', 'Effective Date', /not a date/);
  refused('341.0', '', 'Lodging', /empty/);
});

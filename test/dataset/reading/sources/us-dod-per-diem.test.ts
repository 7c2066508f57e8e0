import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  tableReaderNamed,
  testDamagedTable,
} from '../../../support/dataset/excerpts.ts';

const usDodPerDiem = tableReaderNamed('us-dod-per-diem');

const FILE = 'oconus_2026-04.csv';
const EXCERPT: Excerpt = {
  [FILE]: [
    'State/Country,Location,Season Begin,Season End,Lodging,Local Meal Rate,Proportional Meal Rate,Local Incidental,Maximum Per Diem,Effective Date,Publication Date',
    'ALASKA,ANCHORAGE,04/01/2026,09/30/2026,329.0,118.0,68.0,30.0,477.0,01/01/2026,04/01/2026',
    'ALASKA,[OTHER],01/01/2026,12/31/2026,239.0,114.0,66.0,29.0,382.0,01/01/2026,04/01/2026',
    'HAWAII,ISLE OF HAWAII: HILO,01/01/2026,12/31/2026,199.0,117.0,68.0,29.0,345.0,10/01/2025,04/01/2026',
    'PUERTO RICO,[OTHER],01/01/2026,12/31/2026,184.0,93.0,56.0,23.0,300.0,04/01/2026,04/01/2026',
    'PUERTO RICO,PRT,01/01/2026,12/31/2026,184.0,93.0,56.0,23.0,300.0,04/01/2026,04/01/2026',
    '',
  ].join('\n'),
};

testDamagedTable(usDodPerDiem, EXCERPT, { name: FILE, file: FILE, headerLine: 1, column: 'Lodging' });

test('meals and incidentals, which only this publisher separates, stay separate', () => {
  const anchorage = readExcerpt(usDodPerDiem, EXCERPT).facts.filter(
    ({ place }) => place === 'city/anchorage',
  );
  assert.deepEqual(
    anchorage.map(({ metric, period, value, note }) => [metric, period, value, note]),
    [
      ['incidentals_per_diem', '2026-01-01', 30, 'season 04-01/09-30'],
      ['meals_per_diem_without_incidentals', '2026-01-01', 118, 'season 04-01/09-30'],
      ['lodging_per_diem', '2026-01-01', 329, 'season 04-01/09-30'],
    ],
  );
});

test('a rate for the rest of a territory is the territory’s; one for the rest of a state is not the country’s', () => {
  const places = readExcerpt(usDodPerDiem, EXCERPT).facts.map(({ place }) => place);
  assert.ok(places.includes('country/puerto-rico'));
  assert.ok(!places.includes('country/united-states'));
});

test('parts that do not add up to the total, and malformed dates, are refused', () => {
  const refused = (from: string, to: string, column: string, fault: RegExp) =>
    assertRefused(
      usDodPerDiem,
      { [FILE]: String(EXCERPT[FILE]).replace(from, to) },
      { file: FILE, line: 2, column, fault },
    );
  refused('477.0', '476.0', 'Maximum Per Diem', /not the sum/);
  refused('04/01/2026,09/30/2026', '2026-04-01,09/30/2026', 'Season Begin', /not a date/);
});

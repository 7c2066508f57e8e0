import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, readExcerpt, tableReaderNamed } from '../../../support/dataset/excerpts.ts';

const irelandNewTenancies = tableReaderNamed('ireland-new-tenancies');

const FILE = 'rents_new_tenancies_2025q4.csv';
const LINES = [
  'location,level,all_bedrooms,one_bed,two_bed,three_bed',
  'Cork,county,1565.73,1153.15,1472.19,1608.61',
  'Cork City,town or area,1730.9,1235.26,1600,1700',
  '"Blackrock, Dublin",town or area,2400,,2500,',
];

test('an Irish county’s rents are those of its area, a town’s its own, and a size without a figure has none', () => {
  const { facts } = readExcerpt(irelandNewTenancies, { [FILE]: `${LINES.join('\n')}\n` });
  const of = (place: string) =>
    facts.filter((fact) => fact.place === place).map(({ metric, value, grain }) => [metric, value, grain]);
  assert.deepEqual(of('area/ie-county-cork')[0], ['rent_average_dwelling', 1565.73, 'region']);
  assert.deepEqual(of('city/cork')[1], ['rent_one_bedroom', 1235.26, 'city']);
  assert.deepEqual(
    of('city/blackrock-leinster-ireland-2966131').map(([metric]) => metric),
    ['rent_average_dwelling', 'rent_two_bedroom'],
  );
});

test('an Irish county that we don’t know, and a row of another level, are refused', () => {
  const refused = (from: string, to: string, column: string, fault: RegExp) =>
    assertRefused(
      irelandNewTenancies,
      { [FILE]: `${LINES.join('\n').replace(from, to)}\n` },
      { file: FILE, line: 2, column, fault },
    );
  refused('Cork,county', 'Down,county', 'location', /not among the areas: "County Down"/);
  refused('Cork,county', 'Cork,ward', 'level', /instead of county or town or area/);
});

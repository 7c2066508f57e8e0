import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, readExcerpt, tableReaderNamed } from '../../../support/dataset/excerpts.ts';

const officialCityRents2 = tableReaderNamed('official-city-rents-2');

const FILE = 'city_rents_2.csv';
const LINES = [
  'place,country_iso2,period,value,currency,per,dwelling,basis,note',
  'Buenos Aires,AR,2025-Q1,539706,ARS,month,2 rooms (base unit),reported,',
  'Buenos Aires,AR,2025-Q2,583793,ARS,month,2 rooms (base unit),reported,',
  'Dubai,AE,2024-01/2026-08,71,AED,square foot and year,flats,derived,',
  'Dubai,AE,2024-01/2026-08,60,AED,square foot and year,villas,derived,',
  'Gdynia,PL,2026-Q1,67.5,PLN,square metre and month,flats,published group mean,"mean of the group of six cities, not of the city"',
  'Kraków,PL,2026-Q1,67.5,PLN,square metre and month,flats,published group mean,"mean of the group of six cities, not of the city"',
  'Brussels,BE,2018,739,EUR,month,all private rented dwellings,reported,',
];

test('the latest rent of Buenos Aires is its own, a Polish group’s mean is that of the group, and old rents are left out', () => {
  const { facts, matches } = readExcerpt(officialCityRents2, { [FILE]: `${LINES.join('\n')}\n` });
  assert.deepEqual(
    facts.map(({ place, metric, grain, value }) => [place, metric, grain, value]),
    [
      ['city/buenos-aires', 'rent_two_rooms', 'city', 583793],
      ['city/dubai', 'derived_city_rent', 'city', 71],
      ['area/pl-nbp-six-cities', 'rent_per_square_metre', 'region', 67.5],
    ],
  );
  assert.match(matches.find(({ published }) => published === 'BE | Brussels')?.how ?? '', /old/);
});

test('two means of one Polish group, and a flat of Buenos Aires of unknown size, are refused', () => {
  const refused = (from: string, to: string, line: number, column: string, fault: RegExp) =>
    assertRefused(
      officialCityRents2,
      { [FILE]: `${LINES.join('\n').replace(from, to)}\n` },
      { file: FILE, line, column, fault },
    );
  refused('Kraków,PL,2026-Q1,67.5', 'Kraków,PL,2026-Q1,68', 7, 'value', /the same figure of .* is 67.5/);
  refused(
    '583793,ARS,month,2 rooms',
    '583793,ARS,month,5 rooms',
    3,
    'dwelling',
    /5 rooms \(base unit\) instead of 1 room/,
  );
});

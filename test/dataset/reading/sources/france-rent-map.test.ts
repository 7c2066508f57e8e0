import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  tableReaderNamed,
} from '../../../support/dataset/excerpts.ts';

const franceRentMap = tableReaderNamed('france-rent-map');

const FILE = 'carte_des_loyers_2025.csv.gz';
const ROWS = [
  'code_insee,code_departement,LIBGEO,type_logement,loypredm2,nbobs_com',
  '33063,33,Bordeaux,maison,14.1,2000',
  '33063,33,Bordeaux,appartement,16.75,40000',
  '59271,59,Grande-Synthe,appartement,11.5,60',
  '74010,74,Annecy,appartement,18.5,9000',
  '97411,974,Saint-Denis,appartement,15.5,5000',
  '75101,75,Paris 1er Arrondissement,appartement,35,1000',
  '75110,75,Paris 10e Arrondissement,appartement,31,3000',
  '69383,69,Lyon 3e Arrondissement,appartement,16.4,100',
  '13201,13,Marseille 1er Arrondissement,appartement,14.7,100',
];

function excerpt(rows: readonly string[] = ROWS): Excerpt {
  return { [FILE]: gzipSync(`${rows.join('\n')}\n`) };
}

const figures = readExcerpt(franceRentMap, excerpt()).facts.map(({ place, metric, grain, value }) => [
  place,
  metric,
  grain,
  value,
]);
const figureOf = (place: string) => figures.filter(([found]) => found === place);

test('a commune has the rent of its flats, not of its houses', () => {
  assert.deepEqual(figureOf('city/bordeaux'), [['city/bordeaux', 'rent_per_square_metre', 'city', 16.75]]);
  assert.deepEqual(figureOf('city/saint-denis-reunion'), [
    ['city/saint-denis-reunion', 'rent_per_square_metre', 'city', 15.5],
  ]);
});

test('a commune with few advertisements has its group’s figure', () => {
  assert.deepEqual(figureOf('city/grande-synthe'), [
    ['city/grande-synthe', 'rent_per_square_metre', 'region', 11.5],
  ]);
});

test('other places in a commune have its rent through an area', () => {
  assert.deepEqual(figureOf('area/fr-municipality-74010'), [
    ['area/fr-municipality-74010', 'rent_per_square_metre', 'region', 18.5],
  ]);
});

test('an arrondissement has its own rent, and its city the mean weighted by advertisements, marked as derived', () => {
  assert.deepEqual(figureOf('city/paris-10e-arrondissement'), [
    ['city/paris-10e-arrondissement', 'rent_per_square_metre', 'city', 31],
  ]);
  assert.deepEqual(figureOf('city/lyon-03')[0]?.slice(1), ['rent_per_square_metre', 'city', 16.4]);
  assert.deepEqual(figureOf('city/paris'), [['city/paris', 'derived_city_rent', 'city', 32]]);
});

test('all our places without a figure are listed', () => {
  const { matches } = readExcerpt(franceRentMap, excerpt());
  const toulouse = matches.find(({ published }) => published.startsWith('FR | Toulouse |'));
  assert.equal(toulouse?.place, '');
});

test('an invalid code, a repeated commune, a city without arrondissements, and damaged bytes are refused', () => {
  const refused = (rows: string[], line: number, column: string, fault: RegExp) =>
    assertRefused(franceRentMap, excerpt(rows), { file: FILE, line, column, fault });
  refused([...ROWS, '3306,33,Bordeaux,appartement,16.75,40000'], 11, 'code_insee', /instead of #####/);
  refused([...ROWS, '33063,33,Bordeaux,appartement,16.75,1'], 11, 'code_insee', /there twice/);
  refused([...ROWS, '33001,33,Abzac,appartement,,1'], 11, 'loypredm2', /empty/);
  refused(ROWS.slice(0, -1), 3, 'code_insee', /no arrondissement of Marseille/);
  refused([String(ROWS[0]).replace('LIBGEO', 'NOM'), ...ROWS.slice(1)], 1, 'LIBGEO', /missing/);
  assertRefused(franceRentMap, { [FILE]: 'no archive' }, { file: FILE, line: 0, column: '', fault: /gzip/ });
});

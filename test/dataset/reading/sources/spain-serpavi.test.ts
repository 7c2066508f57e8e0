import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  tableReaderNamed,
} from '../../../support/dataset/excerpts.ts';

const spainSerpavi = tableReaderNamed('spain-serpavi');

const RENTS = 'seccion_signal.json.gz';
const INCOMES = 'ine_adrh_income_municipality_2022.csv';
const NAMES = [
  'mun_code,mun_name,year',
  '03014,Alacant/Alicante,2022',
  '08101,"Hospitalet de Llobregat, L\'",2022',
  '28079,Madrid,2022',
  '41020,"Cabezas de San Juan, Las",2022',
  '',
].join('\n');
const MUNICIPALITIES = {
  '03014': [7.11, 32000],
  '08101': [11.2, 30000],
  '28079': [12.99, 40000],
  '41020': [null, 25000],
};

function excerpt(municipios: object = MUNICIPALITIES, names = NAMES): Excerpt {
  return { [RENTS]: gzipSync(JSON.stringify({ municipios })), [INCOMES]: names };
}

const { facts, matches } = readExcerpt(spainSerpavi, excerpt());
const rentOf = (place: string) => facts.find((fact) => fact.place === place)?.value;

test('a city has its municipality’s rent, under either name and with the article first', () => {
  assert.equal(rentOf('city/alicante'), 7.11);
  assert.equal(rentOf('city/lhospitalet-de-llobregat'), 11.2);
});

test('rents that the compiler computed are inputs of the estimates', () => {
  assert.deepEqual(new Set(facts.map(({ metric }) => metric)), new Set(['derived_city_rent']));
});

test('districts have the rent of their municipality through an area', () => {
  assert.equal(rentOf('area/es-municipality-28079'), 12.99);
  assert.equal(rentOf('city/carabanchel'), undefined);
});

test('a municipality without a rent has no figure, and a city is never matched by code to a municipality elsewhere', () => {
  const row = (name: string) => matches.find(({ published }) => published.startsWith(`ES | ${name} |`));
  assert.equal(row('Las Cabezas de San Juan')?.place, '');
  assert.equal(row('El Ejido')?.place, '', 'not in Almería');
});

test('a code without a name, a rent that is not a number, and damaged files are refused', () => {
  assertRefused(spainSerpavi, excerpt({ ...MUNICIPALITIES, '99999': [5, 1] }), {
    file: RENTS,
    line: 0,
    column: '/municipios/99999',
    fault: /no municipality/,
  });
  assertRefused(spainSerpavi, excerpt({ '03014': ['7.11', 32000] }), {
    file: RENTS,
    line: 0,
    column: '/municipios/03014/0',
    fault: /not a number/,
  });
  assertRefused(spainSerpavi, excerpt(MUNICIPALITIES, NAMES.replace('mun_name', 'name')), {
    file: INCOMES,
    line: 1,
    column: 'mun_name',
    fault: /missing/,
  });
});

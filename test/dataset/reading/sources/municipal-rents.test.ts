import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceReader } from '../../../../src/dataset/reading/sources/reader.ts';
import { assertRefused, readExcerpt, tableReaderNamed } from '../../../support/dataset/excerpts.ts';

const finlandRents = tableReaderNamed('finland-rents');
const norwaySsbRents = tableReaderNamed('norway-ssb-rents');

const eurostatCityRents = tableReaderNamed('eurostat-city-rents');
const portugalIneRents = tableReaderNamed('portugal-ine-rents');
const swedenScbRents = tableReaderNamed('sweden-scb-rents');

/** Each test reads a small table of rents, from Portugal, Finland, Sweden, Norway or Eurostat. */

function figures(reader: SourceReader, file: string, lines: readonly string[]) {
  return readExcerpt(reader, { [file]: `${lines.join('\n')}\n` }).facts.map(
    ({ place, metric, grain, value, note }) => [place, metric, grain, value, note] as const,
  );
}

test('Portugal: a municipality and its parishes have the median of the municipality’s new leases', () => {
  const file = 'pt_rents.csv';
  const lines = ['municipality,eur_m2,period,source', 'Lisboa,15.93,2.º Semestre de 2024,INE'];
  assert.deepEqual(
    figures(portugalIneRents, file, lines).map((figure) => figure.slice(0, 4)),
    [
      ['city/lisbon', 'rent_per_square_metre_median', 'city', 15.93],
      ['area/pt-municipality-lisboa', 'rent_per_square_metre_median', 'region', 15.93],
    ],
  );
  const wrong = { [file]: `${lines.join('\n').replace('2024', '2025')}\n` };
  assertRefused(portugalIneRents, wrong, { file, line: 2, column: 'period', fault: /instead of/ });
});

test('Finland: municipalities and regions have figures for both kinds of tenancy, and groups of municipalities have none', () => {
  const file = 'finland_rents_2026q2_total.csv';
  const lines = [
    'area,all_eur_m2_month,all_n,new_eur_m2_month,new_n',
    'Greater Helsinki,20.11,78530,20.72,15449',
    'MK04 Satakunta,10.48,6548,11.03,1019',
    'Pori,10.91,4200,11.55,698',
  ];
  assert.deepEqual(figures(finlandRents, file, lines), [
    ['city/pori', 'rent_per_square_metre', 'city', 10.91, 'non-subsidised dwellings, all tenancies'],
    ['city/pori', 'rent_per_square_metre', 'city', 11.55, 'non-subsidised dwellings, new tenancies'],
    // Of its other places, such as Noormarkku, it is the region.
    ...[
      [10.91, 'non-subsidised dwellings, all tenancies'],
      [11.55, 'non-subsidised dwellings, new tenancies'],
    ].map((figure) => ['area/fi-municipality-pori', 'rent_per_square_metre', 'region', ...figure]),
    [
      'area/fi-admin1-04',
      'rent_per_square_metre',
      'region',
      10.48,
      'non-subsidised dwellings, all tenancies',
    ],
    [
      'area/fi-admin1-04',
      'rent_per_square_metre',
      'region',
      11.03,
      'non-subsidised dwellings, new tenancies',
    ],
  ]);
  const wrong = { [file]: `${lines.join('\n').replace('11.55', '..')}\n` };
  assertRefused(finlandRents, wrong, { file, line: 4, column: 'new_eur_m2_month', fault: /not a number/ });
});

test('Sweden: the median per square metre is per year, as published', () => {
  const file = 'scb_bo0406_2026.csv';
  const lines = ['municipality,median_rent_sek_per_m2_year,margin_of_error_sek', 'Falun,1395,40'];
  const [falun] = figures(swedenScbRents, file, lines);
  assert.deepEqual(falun?.slice(0, 4), ['city/falun', 'rent_per_square_metre_yearly_median', 'city', 1395]);
  assertRefused(
    swedenScbRents,
    { [file]: 'municipality,rent\nFalun,1\n' },
    { file, line: 1, column: 'median_rent_sek_per_m2_year', fault: /missing/ },
  );
});

test('Norway: a zone is a city or a region of towns; the whole country is left out', () => {
  const file = 'ssb_09895_2025.csv';
  const lines = [
    'zone,rooms,monthly_nok,nok_per_m2_year',
    'The whole country,2,11790,3040',
    'Oslo and Bærum municipality,2,15260,4060',
    'Bergen municipality,2,11870,3200',
    'Bergen municipality,3,,2650',
    'Bergen municipality,4,17110,2450',
  ];
  const rents = new Map(figures(norwaySsbRents, file, lines).map(([place, ...figure]) => [place, figure]));
  assert.deepEqual(rents.get('city/bergen')?.slice(0, 3), ['rent_two_rooms', 'city', 11870]);
  assert.equal(rents.get('area/no-municipality-bergen-municipality')?.[1], 'region');
  assert.equal(rents.get('area/no-municipality-oslo-and-baerum-municipality')?.[2], 15260);
  assert.equal(rents.size, 3);
  const wrong = { [file]: `${lines.join('\n').replace('municipality,4', 'municipality,many')}\n` };
  assertRefused(norwaySsbRents, wrong, { file, line: 6, column: 'rooms', fault: /instead of # or #\+/ });
});

test('Eurostat: flats by city since 2021; a city that is not in our table is refused', () => {
  const file = 'prc_colc_rents_2014_2023_long.csv';
  const lines = [
    'indicator,geo,year,value,flag',
    '2-bedroom flats,Wien,2020,1200,',
    '2-bedroom flats,Wien,2023,1350,',
    'Detached house,Wien,2023,3000,',
    '1-bedroom flats,Culham,2023,1500,',
  ];
  assert.deepEqual(
    figures(eurostatCityRents, file, lines).map((figure) => figure.slice(0, 4)),
    [['city/vienna', 'rent_two_bedroom', 'city', 1350]],
  );
  const wrong = { [file]: `${lines.join('\n').replace('Culham', 'Graz')}\n` };
  assertRefused(eurostatCityRents, wrong, { file, line: 5, column: 'geo', fault: /Graz is not in/ });
});

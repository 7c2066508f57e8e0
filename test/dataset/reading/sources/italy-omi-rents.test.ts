import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { citedSource } from '../../../../src/dataset/reading/sources/citations.ts';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  tableReaderNamed,
} from '../../../support/dataset/excerpts.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const italyOmiRents = tableReaderNamed('italy-omi-rents');

const LATEST = 'omi_comuni_2025s2.csv';
const ZONES = 'omi_zones_2018s2_residential.csv.gz';
const MUNICIPALITIES = [
  'comune,codice_istat,rent_mean',
  'Roma,058091,11.905',
  'Iglesias,119009,3.1',
  'Portogruaro,027029,',
  '',
].join('\n');
const QUOTATIONS = [
  'Comune_ISTAT;Comune_descrizione;Zona;Loc_min;Loc_max',
  '3015149;MONZA;B1;8;10',
  '3015149;MONZA;B1;6;8',
  '3015149;MONZA;C1;4,5;5,5',
  '3015149;MONZA;R1;0;0',
  '12058091;ROMA;B1;20;30',
  '3015146;MILANO;B1;10;12',
  ';ORDONA;B1;1;2',
  '',
].join('\n');

function excerpt(latest = MUNICIPALITIES, zones = QUOTATIONS): Excerpt {
  return { [LATEST]: latest, [ZONES]: gzipSync(zones) };
}

const { facts, matches } = readExcerpt(italyOmiRents, excerpt());
const factOf = (place: string) => facts.find((fact) => fact.place === place);

test('a municipality has the mean of its zones, and its sections have it through an area', () => {
  assert.equal(factOf('city/rome')?.value, 11.905);
  assert.equal(factOf('city/rome')?.period, '2025-07/2025-12');
  assert.equal(factOf('area/it-municipality-058091')?.value, 11.905);
});

test('the code of a province that has been divided or dissolved since is recognised', () => {
  assert.equal(factOf('city/iglesias')?.value, 3.1);
  assert.equal(factOf('city/monza')?.source, 'omi-quotations-2018-s2-derived');
});

test('without figures in the newer file, the zones of 2018 are used, each with the mean of its quotations', () => {
  assert.equal(factOf('city/monza')?.value, (8 + 5) / 2);
  assert.equal(factOf('city/monza')?.period, '2018-07/2018-12');
});

test('rents of 2018 are not used for Milan, where rents have risen more than elsewhere', () => {
  assert.equal(factOf('city/milan'), undefined);
});

test('a municipality without a rent has no figure', () => {
  const row = matches.find(({ published }) => published.startsWith('IT | Portogruaro |'));
  assert.equal(row?.place, '');
});

test('these rents are inputs of the estimates, with unclear terms for commercial use', () => {
  assert.deepEqual(new Set(facts.map(({ metric }) => metric)), new Set(['derived_city_rent']));
  for (const id of italyOmiRents.sources ?? []) {
    const { terms_unclear } = citedSource(DATA_DIRECTORY, id);
    assert.match(terms_unclear ?? '', /commercial/);
  }
});

test('invalid rents, invalid codes, and damaged files are refused', () => {
  assertRefused(italyOmiRents, excerpt(MUNICIPALITIES, QUOTATIONS.replace('4,5', '4.5')), {
    file: ZONES,
    line: 4,
    column: 'Loc_min',
    fault: /not a number such as 1234,5/,
  });
  assertRefused(italyOmiRents, excerpt(MUNICIPALITIES.replace('058091', 'H501')), {
    file: LATEST,
    line: 2,
    column: 'codice_istat',
    fault: /instead of ######/,
  });
  assertRefused(italyOmiRents, excerpt(MUNICIPALITIES.replace('rent_mean', 'rent')), {
    file: LATEST,
    line: 1,
    column: 'rent_mean',
    fault: /missing/,
  });
});

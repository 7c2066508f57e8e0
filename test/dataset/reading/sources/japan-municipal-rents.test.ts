import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, readExcerpt, tableReaderNamed } from '../../../support/dataset/excerpts.ts';

const japanMunicipalRents = tableReaderNamed('japan-municipal-rents');

const FILE = 'rents_per_m2_2023.csv';
const LINES = [
  'code,level,prefecture,municipality,private_rented_dwellings,rent_jpy_per_m2_month',
  '13000,prefecture,東京都,,2864100,2565',
  '13104,municipality,東京都,新宿区,112800,3486',
  '12204,municipality,千葉県,船橋市,96390,1680',
  '01209,municipality,北海道,夕張市,190,700',
];

test('a Japanese municipality’s rent is its city’s, and a region’s for the other places in it', () => {
  const { facts } = readExcerpt(japanMunicipalRents, { [FILE]: `${LINES.join('\n')}\n` });
  const of = (place: string) => {
    const fact = facts.find((one) => one.place === place);
    return [fact?.grain, fact?.value];
  };
  assert.deepEqual(of('city/funabashi-chiba-japan'), ['city', 1680]);
  assert.deepEqual(of('area/jp-municipality-12204'), ['region', 1680]);
  assert.deepEqual(of('area/jp-admin1-40'), ['region', 2565], 'the prefecture of Tokyo');
  assert.deepEqual(of('city/tokyo'), [undefined, undefined], 'the wards together are no ward');
});

test('a small sample says so in its note', () => {
  const { facts } = readExcerpt(japanMunicipalRents, { [FILE]: `${LINES.join('\n')}\n` });
  const few = facts.filter(({ note }) => note.endsWith('; fewer than 1,000 rented dwellings'));
  assert.deepEqual([...new Set(few.map(({ value }) => value))], [700]);
});

test('a Japanese row of another level, or with a malformed code, is refused', () => {
  const refused = (from: string, to: string, column: string, fault: RegExp) =>
    assertRefused(
      japanMunicipalRents,
      { [FILE]: `${LINES.join('\n').replace(from, to)}\n` },
      { file: FILE, line: 3, column, fault },
    );
  refused('13104,municipality', '13104,ward', 'level', /prefecture or municipality/);
  refused('13104', '1310', 'code', /instead of ## or #####/);
});

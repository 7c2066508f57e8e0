import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, readExcerpt, tableReaderNamed } from '../../../support/dataset/excerpts.ts';

const CITIES = 'gemeinden_of_geonames_cities.csv';
const OTHERS = 'rents_2022_by_gemeindeverband.csv';
const DISTRICTS = 'kreise.csv';

/** The census: two cities that are districts, one that is not, and a town in an association. */
const cities = [
  'ags,name,preis_miet_best,verband_name',
  '11000000,"Berlin, Stadt",7.67,"Berlin, Stadt"',
  '09162000,"München, Landeshauptstadt",12.89,"München, Landeshauptstadt"',
  '08335043,"Konstanz, Universitätsstadt",8.5,"Konstanz, Universitätsstadt"',
  '01054056,"Husum, Stadt",6.5,Nordsee-Treene',
  '',
].join('\n');
const others = [
  'verband_ars9,name,net_rent_eur_per_m2_2022',
  '110000000,"Berlin, Stadt",7.67',
  '091840130,Bischberg,6.06',
  '010545489,Nordsee-Treene,6.5',
  '',
].join('\n');
const districts = (berlin = '"11,50 und mehr"') =>
  [
    'kreis_ags,name,preis_miet',
    `11000,"Berlin, Stadt",${berlin}`,
    '09162,"München, Landeshauptstadt","11,50 und mehr"',
    '08335,Konstanz,"10,00 bis unter 11,50"',
    '',
  ].join('\n');

test('a city has the rent of its municipality in the census, and a small one in an association that of the region', () => {
  const { facts } = readExcerpt(tableReaderNamed('germany-rents'), { [CITIES]: cities, [OTHERS]: others });
  const of = (place: string) => {
    const found = facts.find((fact) => fact.place === place);
    return found && [found.metric, found.value, found.grain];
  };
  assert.deepEqual(of('city/berlin'), ['rent_per_square_metre', 7.67, 'city']);
  assert.deepEqual(of('city/husum'), ['rent_per_square_metre', 6.5, 'region']);
  assert.equal(facts.filter(({ place }) => place === 'city/berlin').length, 1);
});

const asking = tableReaderNamed('germany-asking-rents');

test('a class of asking rents counts by its middle; the highest one only where its bound says more than the census', () => {
  const { facts } = readExcerpt(asking, { [CITIES]: cities, [DISTRICTS]: districts() });
  const rentOf = (place: string) => facts.find((fact) => fact.place === place)?.value;
  assert.equal(rentOf('city/berlin'), 11.5);
  assert.equal(rentOf('city/munich'), undefined);
  assert.equal(rentOf('city/konstanz'), undefined, 'the district has the name of its largest city');
  assert.equal(rentOf('area/de-municipality-08335'), 10.75);
});

test('an unknown class of rents is refused', () => {
  assertRefused(
    asking,
    { [CITIES]: cities, [DISTRICTS]: districts('"13,00 und mehr"') },
    { file: DISTRICTS, line: 2, column: 'preis_miet', fault: /no class of rents/ },
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { toGrid } from '../../../../src/dataset/reading/sources/germany-rent-grid.ts';
import { assertRefused, readExcerpt, tableReaderNamed } from '../../../support/dataset/excerpts.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';

const FILE = 'zensus2022_nettokaltmiete_1km.csv.gz';
const germanyRentGrid = tableReaderNamed('germany-rent-grid');

test('the projection reproduces the example of IOGP guidance note 7-2 and maps its own centre', () => {
  const example = toGrid({ latitude: 50, longitude: 5 });
  assert.deepEqual(
    example.map((km) => km.toFixed(5)),
    ['3962.79945', '2999.71885'],
  );
  const [east, north] = toGrid({ latitude: 52, longitude: 10 });
  assert.ok(Math.abs(east - 4321) < 1e-9 && Math.abs(north - 3210) < 1e-9);
});

const gorlitz = gazetteer.citiesOf('DE').find(({ key }) => key === 'city/gorlitz');
assert(gorlitz !== undefined);
const [east, north] = toGrid(gorlitz);
const [column, row] = [Math.floor(east), Math.floor(north)];
const excerpt = (text: string) => ({ [FILE]: gzipSync(text) });
const squares = [
  '# a comment',
  // The city's own square, one 2 km east of it, and one 5 km east, which is outside the circle of 3 km.
  `${row}|${column},500,100;2,800,50*;3,2000,1000`,
  // In the same column, 20 km north.
  `${row + 20}|${column},9900,1000`,
  '',
].join('\n');

test('a town has the mean of the grid cells within 3 km, weighted by rented dwellings', () => {
  const { facts, matches } = readExcerpt(germanyRentGrid, excerpt(squares));
  const fact = facts.find(({ place }) => place === 'city/gorlitz');
  assert.equal(fact?.value, 6);
  assert.equal(fact?.metric, 'derived_city_rent');
  assert.equal(fact?.unit, 'EUR');
  assert.equal(matches.find(({ place }) => place === 'city/gorlitz')?.how, 'coordinates: 3.0 km');
});

test('a city without rented dwellings around it is listed with the reason', () => {
  const { matches } = readExcerpt(germanyRentGrid, excerpt(squares));
  const munich = matches.find(({ published }) => published.startsWith('DE | Munich |'));
  assert.deepEqual([munich?.place, munich?.how], ['', 'only 0 rented dwellings around its point']);
});

test('a malformed row or square, a repeated row, and a truncated file are refused', () => {
  const refused = (text: string, line: number, column: string, fault: RegExp) =>
    assertRefused(germanyRentGrid, excerpt(text), { file: FILE, line, column, fault });
  refused(`${squares}nothing\n`, 4, '1', /1 cells/);
  refused(`${squares}north|${column},500,1\n`, 4, 'north', /north instead of/);
  refused(`${squares}${row}|${column},500,1\n`, 4, 'north', /twice/);
  refused(`${squares}${row + 1}|${column},-1,1\n`, 4, 'squares', /no square/);
  refused(squares.trimEnd(), 3, '', /truncated/);
  refused('# only a comment\n', 0, '', /no rows/);
});

import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { SourceFileError } from '../../../../src/dataset/building/files/source-file-error.ts';
import {
  coastDistance,
  distancesToCoast,
  shoresOf,
} from '../../../../src/dataset/reading/geography/coast-distance.ts';
import { coastline } from '../../../../src/dataset/reading/geography/coastline.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';
import { city, committedFacts, readMatchRows } from '../../../support/dataset/located-cities.ts';

/** TopoJSON of land with the given rings: one polygon, the first ring its outer one. */
function topology(...rings: number[][][]): Uint8Array {
  const arcs = rings.map((_, index) => [index]);
  const land = { type: 'GeometryCollection', geometries: [{ type: 'Polygon', arcs }] };
  return Buffer.from(JSON.stringify({ type: 'Topology', objects: { land }, arcs: rings }));
}

const square = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [west, north],
  [east, north],
  [east, south],
  [west, south],
];
const EURASIA = square(20, 20, 80, 70);
const CASPIAN = square(47, 37, 54, 47).toReversed();

const coast = coastline(shoresOf(topology(EURASIA, CASPIAN)));

test('a distance is in whole kilometres, and names a sea that is not connected to an ocean', () => {
  const { facts } = distancesToCoast([city('by-the-ocean', 20.1, 45), city('by-the-caspian', 46, 42)], coast);
  assert.deepEqual(
    facts.map(({ place, value, unit, note }) => [place, value, unit, note]),
    [
      ['city/by-the-ocean', 8, 'kilometres', ''],
      ['city/by-the-caspian', 83, 'kilometres', 'Caspian Sea'],
    ],
  );
});

test('a harbour outside the drawn coastline has a distance; an island that is not drawn has none', () => {
  const { facts, matches } = distancesToCoast([city('harbour', 19.98, 45), city('islet', 19, 45)], coast);
  assert.deepEqual(
    facts.map(({ place, value }) => [place, value]),
    [['city/harbour', 2]],
  );
  assert.equal(matches.length, 1);
  assert.equal(matches[0]?.published, 'city/islet');
  assert.match(matches[0]?.how ?? '', /off the map: 7\d\.\d km/);
});

test('an enclosed sea without a known name is refused', () => {
  const faultOf = (bytes: Uint8Array) => {
    try {
      shoresOf(bytes);
    } catch (error) {
      return error instanceof SourceFileError ? `${error.column}: ${error.fault}` : String(error);
    }
    return 'none';
  };
  assert.match(faultOf(topology(EURASIA, square(30, 30, 32, 32))), /objects.land: an enclosed sea at 30,30/);
  assert.match(faultOf(Buffer.from('{"type":"Topology","objects":{}}')), /not as expected/);
  assert.match(faultOf(Buffer.from('{"type":"Topo')), /not JSON, or truncated/);
});

const committed = committedFacts('coast-distance');

// On machines with the published files, `test/dataset/read` compares the distances of all cities.
test('data/facts/coast-distance.tsv has the distances that the map in the package gives for a quarter of our cities', () => {
  const quarter = randomInt(4);
  const isDrawn = (geonamesId: number) => geonamesId % 4 === quarter;
  const cities = gazetteer.cities().filter(({ geonamesId }) => isDrawn(geonamesId));
  const { facts, matches } = coastDistance.read('', { ...gazetteer, cities: () => cities });
  const drawn = new Set(cities.map(({ key }) => key));
  assert.deepEqual(
    new Map(facts.map(({ place, value, note }) => [place, `${value} ${note}`])),
    new Map(
      committed
        .filter(({ place }) => drawn.has(place))
        .map(({ place, value, note }) => [place, `${value} ${note}`]),
    ),
  );
  assert.deepEqual(
    matches.map(({ published, how }) => [published, how]).sort(),
    readMatchRows('coast-distance')
      .filter(({ published }) => drawn.has(published))
      .map(({ published, how }) => [published, how]),
  );
});

test('every city has one distance to the coast, except those off the map', () => {
  const without = readMatchRows('coast-distance').map(({ published }) => published);
  assert.ok(without.length < 120, `${without.length}`);
  assert.equal(new Set([...committed.map(({ place }) => place), ...without]).size, 70_109);
  assert.equal(committed.length + without.length, 70_109);
});

/** Kilometres, from atlases. */
const KNOWN: [place: string, least: number, most: number, sea: string][] = [
  ['city/lisbon', 0, 4, ''],
  ['city/honolulu', 0, 4, ''],
  ['city/reykjavik', 0, 3, ''],
  ['city/madrid', 290, 320, ''],
  ['city/geneva', 260, 300, ''],
  ['city/chicago', 900, 1100, ''],
  ['city/entebbe', 850, 950, ''],
  ['city/karamay', 2300, 2500, ''],
  ['city/baku', 0, 3, 'Caspian Sea'],
  ['city/makhachkala', 0, 3, 'Caspian Sea'],
];
for (const [place, least, most, sea] of KNOWN) {
  test(`${place} is ${least} to ${most} km from the coast${sea && ` of the ${sea}`}, lakes not counted`, () => {
    const fact = committed.find((row) => row.place === place) ?? assert.fail(place);
    assert.ok(Number(fact.value) >= least && Number(fact.value) <= most, fact.value);
    assert.equal(fact.note, sea);
  });
}

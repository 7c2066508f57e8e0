import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceFileError } from '../../../../src/dataset/building/files/source-file-error.ts';
import {
  airportsWithScheduledService,
  distancesToAirport,
  nearestAirport,
  plausibleDistances,
} from '../../../../src/dataset/reading/geography/nearest-airport.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';
import { city, committedFacts, readMatchRows } from '../../../support/dataset/located-cities.ts';

const LISBON = {
  ident: 'LPPT',
  type: 'large_airport',
  latitude_deg: '38.7813',
  longitude_deg: '-9.13592',
  scheduled_service: 'yes',
  iata_code: 'LIS',
  name: 'Humberto Delgado Airport',
  municipality: 'Lisbon',
  keywords: '',
  iso_country: 'PT',
};
const list = (...airports: object[]) => Buffer.from(JSON.stringify(airports));

test('only large and medium airports with scheduled service count', () => {
  const airports = airportsWithScheduledService(
    list(
      LISBON,
      { ...LISBON, ident: 'LPMT', type: 'medium_airport', scheduled_service: 'no' },
      { ...LISBON, ident: 'LPCS', type: 'small_airport' },
      { ...LISBON, ident: 'LPBJ', type: 'medium_airport', iata_code: '' },
    ),
  );
  assert.deepEqual(
    airports.map(({ code }) => code),
    ['LIS', 'LPBJ'],
    'an airport without an IATA code goes by OurAirports’ own',
  );
});

test('a damaged list is refused with the place of the damage', () => {
  const faultOf = (bytes: Uint8Array) => {
    try {
      airportsWithScheduledService(bytes);
    } catch (error) {
      return error instanceof SourceFileError ? `${error.column}: ${error.fault}` : String(error);
    }
    return 'none';
  };
  assert.match(faultOf(list({ ...LISBON, latitude_deg: 'north' })), /^\/0\/latitude_deg: /);
  assert.match(faultOf(list(LISBON, { ...LISBON, longitude_deg: '' })), /^\/1\/longitude_deg: /);
  assert.match(faultOf(list({ ...LISBON, scheduled_service: 'maybe' })), /^\/0\/scheduled_service: /);
  assert.match(faultOf(list()), /not as expected/);
  assert.match(faultOf(Buffer.from('<!DOCTYPE html>')), /web page/);
});

test('the nearest airport is found on the sphere, also across the antimeridian', () => {
  const airports = [
    { code: 'WEST', longitude: 178, latitude: -17 },
    { code: 'EAST', longitude: -179, latitude: -17 },
  ];
  const [fact] = distancesToAirport([city('taveuni', 179.9, -17)], airports);
  assert.equal(fact?.note, 'EAST');
  assert.equal(fact?.value, 117);
});

const committed = committedFacts('nearest-airport');

test('if the list lacks a large city’s airport, neither the city nor places around it have a distance', () => {
  const cities = [
    { ...city('karamay', 84.9, 45.6), population: 260_000 },
    { ...city('town-beside-it', 85.5, 45.2), population: 20_000 },
    { ...city('town-at-the-airport', 82.1, 44.9), population: 20_000 },
    { ...city('small-and-remote', 84.9, 46.6), population: 20_000 },
    { ...city('beyond-all', 60, 60), population: 50 },
  ];
  const airports = [{ code: 'BPL', longitude: 82.3, latitude: 44.9 }];
  const { facts, matches } = plausibleDistances(cities, distancesToAirport(cities, airports));
  assert.deepEqual(
    facts.map(({ place }) => place),
    ['city/town-at-the-airport'],
  );
  assert.deepEqual(
    matches.map(({ published, how }) => [published, /too far|is nearer|remote/.exec(how)?.[0]]),
    [
      ['city/karamay', 'too far'],
      ['city/town-beside-it', 'is nearer'],
      ['city/small-and-remote', 'is nearer'],
      ['city/beyond-all', 'remote'],
    ],
  );
  const without = cities.slice(1);
  const others = plausibleDistances(without, distancesToAirport(without, airports));
  assert.deepEqual(
    others.facts.map(({ place }) => place),
    ['city/town-beside-it', 'city/town-at-the-airport', 'city/small-and-remote'],
  );
  assert.match(others.matches[0]?.how ?? '', /remote/);
});

test('Karamay, Kupang and Saint Helena, whose airports are not on the list, have no distance', () => {
  const known = new Set(committed.map(({ place }) => place));
  for (const place of ['city/karamay', 'city/kupang', 'city/jamestown-saint-helena'])
    assert.ok(!known.has(place), place);
});

test('data/facts/nearest-airport.tsv has the airports that the list in the package gives for our cities', () => {
  const { facts, matches } = nearestAirport.read('', gazetteer);
  assert.equal(committed.length + matches.length, 70_109);
  assert.deepEqual(
    matches.map(({ published, how }) => [published, how]).sort(),
    readMatchRows('nearest-airport')
      .map(({ published, how }) => [published, how])
      .sort(),
  );
  assert.deepEqual(
    new Map(facts.map(({ place, value, note }) => [place, `${value} ${note}`])),
    new Map(committed.map(({ place, value, note }) => [place, `${value} ${note}`])),
  );
});

/** Kilometres, from maps. */
const KNOWN: [place: string, least: number, most: number, code: string][] = [
  ['city/lisbon', 5, 8, 'LIS'],
  ['city/zurich', 8, 12, 'ZRH'],
  ['city/singapore', 10, 20, 'XSP'],
  ['city/naha', 2, 6, 'OKA'],
  ['city/reykjavik', 0, 4, 'RKV'],
];
for (const [place, least, most, code] of KNOWN) {
  test(`the airport nearest to ${place} is ${code}, ${least} to ${most} km away`, () => {
    const fact = committed.find((row) => row.place === place) ?? assert.fail(place);
    assert.equal(fact.note, code);
    assert.ok(Number(fact.value) >= least && Number(fact.value) <= most, fact.value);
  });
}

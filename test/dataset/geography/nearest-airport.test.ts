import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceFileError } from '../../../src/dataset/files/source-file-error.ts';
import {
  airportsWithScheduledService,
  distancesToAirport,
  nearestAirport,
} from '../../../src/dataset/geography/nearest-airport.ts';
import { city, committedFacts, gazetteer } from '../../support/dataset/located-cities.ts';

const LISBON = {
  ident: 'LPPT',
  type: 'large_airport',
  latitude_deg: '38.7813',
  longitude_deg: '-9.13592',
  scheduled_service: 'yes',
  iata_code: 'LIS',
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

test('a list that is damaged is refused where it is', () => {
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

test('the nearest airport is found on the sphere, over the antimeridian too', () => {
  const airports = [
    { code: 'WEST', longitude: 178, latitude: -17 },
    { code: 'EAST', longitude: -179, latitude: -17 },
  ];
  const [fact] = distancesToAirport([city('taveuni', 179.9, -17)], airports);
  assert.equal(fact?.note, 'EAST');
  assert.equal(fact?.value, 117);
});

const committed = committedFacts('nearest-airport');

test('data/facts/nearest-airport.tsv is what the list in the package gives for our cities', () => {
  const { facts } = nearestAirport.read(gazetteer);
  assert.equal(committed.length, 33_227);
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
  ['city/jamestown-saint-helena', 1200, 1400, 'ASI'],
];
for (const [place, least, most, code] of KNOWN) {
  test(`the airport nearest to ${place} is ${code}, ${least} to ${most} km away`, () => {
    const fact = committed.find((row) => row.place === place) ?? assert.fail(place);
    assert.equal(fact.note, code);
    assert.ok(Number(fact.value) >= least && Number(fact.value) <= most, fact.value);
  });
}

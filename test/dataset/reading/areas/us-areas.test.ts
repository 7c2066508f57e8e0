import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { readFacts } from '../../../../src/dataset/building/facts/fact.ts';
import { SourceFileError } from '../../../../src/dataset/building/files/source-file-error.ts';
import { areaKey, readAreas } from '../../../../src/dataset/building/places/areas.ts';
import { agreed } from '../../../../src/dataset/reading/areas/us-localities.ts';
import { parseLocation } from '../../../../src/dataset/reading/areas/us-per-diem-destinations.ts';
import { isTown } from '../../../../src/release/dominance.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const { areas, cities } = readAreas(DATA_DIRECTORY);
const areasOfCity = Map.groupBy(cities, ({ geonamesId }) => geonamesId);
const americanCities = gazetteer.citiesOf('US');

function areasOf(key: string): string[] {
  const city = americanCities.find((candidate) => candidate.key === key);
  assert.ok(city, key);
  const found = (areasOfCity.get(city.geonamesId) ?? []).map(({ area }) => area);
  // Leaves out the state, because cities of every country have an area of this kind.
  return found.filter((area) => !area.startsWith('us-admin1-')).sort();
}

test('New York City is in its metro area and in the per diem destination of its boroughs, but in no county', () => {
  assert.deepEqual(areasOf('city/new-york'), ['us-cbsa-35620', 'us-hud-metro35620mm5600', 'us-per-diem-266']);
});

test('Manhattan has no Census place; it is in New York County', () => {
  assert.ok(areasOf('city/manhattan').includes('us-county-36061'));
});

test('every city of the 50 states and D.C. is in one HUD area, and in a metro area or the rest of its state, but for a few villages of New England', () => {
  const without: string[] = [];
  assert.ok(americanCities.length >= 3_395);
  for (const { key, admin1, feature, population } of americanCities) {
    const divisions = areasOf(key).map((area) => area.replace(/-[^-]*$/, ''));
    assert.equal(divisions.length, new Set(divisions).size, `${key}: twice in one division: ${divisions}`);
    const isInPart = divisions.includes('us-cbsa') !== divisions.includes('us-state-portion');
    // The BEA has no nonmetropolitan portion of Delaware, and HUD no metropolitan area for its south.
    if (!divisions.includes('us-hud') || (!isInPart && admin1 !== 'DE')) without.push(key);
    if (!isTown({ kind: feature, population })) assert.ok(isInPart && divisions.includes('us-hud'), key);
  }
  assert.ok(without.length < 20, without.join());
});

test('per diem rates of the contiguous states apply to every city there, and to none in Alaska or Hawaii', () => {
  for (const { key, admin1 } of americanCities) {
    const isReached = areasOf(key).some((area) => area.startsWith('us-per-diem-'));
    assert.equal(isReached, !['AK', 'HI'].includes(admin1), key);
  }
});

test('cities of New England are in the HUD area of their town, not of their county', () => {
  // All three cities are in Bristol County, Massachusetts, but their towns are in different HUD areas.
  assert.ok(areasOf('city/attleboro').includes('us-hud-metro39300m39300'));
  assert.ok(areasOf('city/taunton-massachusetts-united-states').includes('us-hud-metro39300mm1120'));
  assert.ok(areasOf('city/new-bedford').includes('us-hud-metro39300mm5400'));
});

test('Connecticut has figures by planning region, and per diem rates by former county', () => {
  // Bristol moved from Hartford County to the Naugatuck Valley region, and Shelton moved there from Fairfield County.
  assert.ok(areasOf('city/bristol-connecticut-united-states').includes('us-county-09140'));
  assert.ok(areasOf('city/bristol-connecticut-united-states').includes('us-per-diem-69'));
  assert.ok(areasOf('city/shelton').includes('us-per-diem-67'));
  // Waterbury, in the same region, was in New Haven County.
  assert.ok(areasOf('city/waterbury').includes('us-per-diem-71'));
});

test('a city that GSA excludes from its county has the rate of its own destination', () => {
  assert.ok(areasOf('city/santa-monica').includes('us-per-diem-40'));
  assert.ok(areasOf('city/los-angeles').includes('us-per-diem-22'));
  assert.ok(areasOf('city/cambridge-massachusetts-united-states').includes('us-per-diem-148'));
});

test('every area contains one of our cities, and has a figure if it is an agency’s and not only one that people name', () => {
  const figures = new Set(
    [
      'us-bea-rpp',
      'us-fbi-city-murders',
      'us-bls-wages',
      'us-census-acs-rent',
      'us-gsa-per-diem',
      'us-hud-fmr',
    ].flatMap((reader) => readFacts(DATA_DIRECTORY, reader).map(({ place }) => place)),
  );
  const held = new Set(cities.map(({ area }) => area));
  const ofAgencies = areas.filter(({ id }) => id.startsWith('us-') && !id.startsWith('us-admin1-'));
  for (const { id } of ofAgencies) {
    assert.ok(held.has(id), id);
    if (!id.startsWith('us-division-')) assert.ok(figures.has(areaKey(id)), id);
  }
});

test('a GSA location is read as its counties and cities, with its exceptions', () => {
  const county = (name: string) => ({ name, isCity: false });
  const city = (name: string) => ({ name, isCity: true });
  assert.deepEqual(parseLocation('Coconino / Yavapai less the city of Sedona'), {
    included: [county('Coconino'), county('Yavapai')],
    excluded: ['Sedona'],
  });
  assert.deepEqual(parseLocation('Suffolk, city of Cambridge').included, [
    county('Suffolk'),
    city('Cambridge'),
  ]);
  assert.deepEqual(parseLocation('City limits of Roanoke').included, [city('Roanoke')]);
  assert.deepEqual(parseLocation('James City / York Counties / City of Williamsburg').included, [
    county('James City'),
    county('York'),
    city('Williamsburg'),
  ]);
  assert.deepEqual(parseLocation('Gallatin/Park').included, [county('Gallatin'), county('Park')]);
});

test('values that agree are one value; values that differ, or no values, give none', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 6 }), (votes) => {
      const value = agreed(votes, (vote) => vote);
      assert.equal(value, new Set(votes).size === 1 ? votes[0] : undefined);
    }),
  );
});

test('an area table with an unknown kind, a repeated id or an unknown city is refused with line and column', () => {
  const header = 'id\tkind\tname\tcountry\tdefinition';
  const good = 'us-x-1\tmetro\tX\tUS\tx';
  const refused = (rows: string[], members: string[], place: { line: number; column: string }) => {
    const directory = mkdtempSync(join(tmpdir(), 'areas-'));
    try {
      mkdirSync(join(directory, 'places'));
      writeFileSync(join(directory, 'places', 'areas.tsv'), `${[header, ...rows].join('\n')}\n`);
      writeFileSync(
        join(directory, 'places', 'area-cities.tsv'),
        `${['area\tgeonames_id', ...members].join('\n')}\n`,
      );
      assert.throws(
        () => readAreas(directory),
        (error: unknown) => {
          assert.ok(error instanceof SourceFileError);
          assert.deepEqual({ line: error.line, column: error.column }, place);
          return true;
        },
      );
    } finally {
      rmSync(directory, { recursive: true });
    }
  };
  refused([good.replace('metro', 'town')], [], { line: 2, column: 'kind' });
  refused([good, good], [], { line: 3, column: 'id' });
  refused([good], ['us-x-2\t5128581'], { line: 2, column: 'area' });
  refused([good], ['us-x-1\tNew York'], { line: 2, column: 'geonames_id' });
});

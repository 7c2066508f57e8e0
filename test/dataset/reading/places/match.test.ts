import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { SourceFileError } from '../../../../src/dataset/building/files/source-file-error.ts';
import type { GazetteerCity, NamedCity } from '../../../../src/dataset/building/places/gazetteer.ts';
import {
  cityMeant,
  MATCH_COUNTRIES,
  matchPlaces,
  type PublishedPlace,
  readMatchOverrides,
} from '../../../../src/dataset/reading/places/match.ts';
import { fold } from '../../../../src/release/fold.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const none = new Map();

function found(published: string, name: string, iso2: string, more: Partial<PublishedPlace> = {}) {
  return matchPlaces(gazetteer, none, [{ published, name, iso2, ...more }]).get(published);
}

function keyOf(geonamesId: number): string {
  return gazetteer.cityByGeonamesId(geonamesId)?.key ?? assert.fail(`GeoNames ${geonamesId}`);
}

test('a city is found by its name or another name, with any accents', () => {
  assert.deepEqual(found('a', 'sao paulo', 'BR'), { published: 'a', place: keyOf(3448439), how: 'name' });
  assert.deepEqual(found('b', 'Rangoon', 'MM'), {
    published: 'b',
    place: keyOf(1298824),
    how: 'alternative name',
  });
});

test('a name that several cities of similar size share does not match, and the reason lists them', () => {
  const match = found('US | Springfield', 'Springfield', 'US');
  assert.equal(match?.place, '');
  assert.match(match?.how ?? '', /Springfield \(IL, \d+\).*Springfield \(MO, \d+\)/);
});

test('a first-level region narrows the choice', () => {
  assert.equal(found('x', 'Springfield', 'US', { admin1: 'MO' })?.place, keyOf(4409896));
});

test('a name never means a section of a city', () => {
  assert.equal(found('DE | Porz', 'Porz am Rhein', 'DE')?.place, '');
});

test('if two names match one city, the city’s own name is used and the other is listed with the reason', () => {
  const matches = matchPlaces(gazetteer, none, [
    { published: 'LA | Viengchan', name: 'Viengchan', iso2: 'LA' },
    { published: 'LA | Vientiane', name: 'Vientiane', iso2: 'LA' },
  ]);
  assert.equal(matches.get('LA | Vientiane')?.place, keyOf(1651944));
  assert.deepEqual(matches.get('LA | Viengchan'), {
    published: 'LA | Viengchan',
    place: '',
    how: 'the same city as LA | Vientiane',
  });
});

test('an override takes precedence over every rule, and can say that we do not have a place', () => {
  const overrides = new Map([
    ['CANADA | Sidney', { place: '', reason: 'another town' }],
    ['Germany | Muenchen', { place: 'city/munich', reason: 'umlaut' }],
  ]);
  const matches = matchPlaces(gazetteer, overrides, [
    { published: 'CANADA | Sidney', name: 'Sidney', iso2: 'CA' },
    { published: 'Germany | Muenchen', name: 'Muenchen', iso2: null },
  ]);
  assert.deepEqual(
    [...matches.values()].map(({ place, how }) => [place, how]),
    [
      ['', 'another town'],
      ['city/munich', 'override'],
    ],
  );
});

const namedCity = fc.record({
  how: fc.constantFrom<NamedCity['how'][]>('name', 'alternative name'),
  city: fc.record({
    geonamesId: fc.nat(),
    population: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1000 })),
    feature: fc.constantFrom('PPL', 'PPLA', 'PPLX'),
  }) as unknown as fc.Arbitrary<GazetteerCity>,
});

const namesakes = fc.uniqueArray(namedCity, { selector: ({ city }) => city.geonamesId, maxLength: 6 });

test('the order of namesakes in the gazetteer never decides which city is meant', () => {
  fc.assert(
    fc.property(
      namesakes.chain((cities) =>
        fc.tuple(
          fc.constant(cities),
          fc.shuffledSubarray(cities, { minLength: cities.length, maxLength: cities.length }),
        ),
      ),
      ([cities, shuffled]) => {
        assert.equal(cityMeant(shuffled), cityMeant(cities));
      },
    ),
  );
});

test('a name means the largest city that has it, and an alternative name only if no city has it as its own', () => {
  fc.assert(
    fc.property(namesakes, (cities) => {
      const meant = cityMeant(cities);
      if (meant === undefined) return;
      const rivals = cities.filter((rival) => rival !== meant && rival.city.feature !== 'PPLX');
      assert.ok(rivals.every(({ city }) => city.population <= meant.city.population));
      if (meant.how === 'alternative name') assert.ok(rivals.every(({ how }) => how !== 'name'));
    }),
  );
});

test('folding a name twice gives the same result as once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      assert.equal(fold(fold(name)), fold(name));
    }),
  );
});

test('an override is for one reader or shared by several, and must give a reason', () => {
  const directory = mkdtempSync(join(tmpdir(), 'overrides-'));
  mkdirSync(join(directory, 'places'));
  const write = (...rows: string[]) =>
    writeFileSync(
      join(directory, 'places', 'match-overrides.tsv'),
      `${['reader\tpublished\tplace\treason', ...rows].join('\n')}\n`,
    );
  try {
    write('a b\tX\tcity/x\twhy', 'b\tY\t\twhy not');
    assert.deepEqual([...readMatchOverrides(directory, 'a').keys()], ['X']);
    assert.deepEqual([...readMatchOverrides(directory, 'b').keys()], ['X', 'Y']);
    write('a\tX\tcity/x\twhy', 'a b\tX\t\twhy not');
    assert.throws(() => readMatchOverrides(directory, 'a'), isFault(3, 'published'));
    write('a\tX\tcity/x\t');
    assert.throws(() => readMatchOverrides(directory, 'b'), isFault(2, 'reason'));
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('every reviewed country name leads to one of our countries', () => {
  for (const { published, iso2 } of MATCH_COUNTRIES.read(DATA_DIRECTORY)) {
    if (iso2 !== '') assert.ok(gazetteer.countryByCode(iso2), published);
  }
});

function isFault(line: number, column: string) {
  return (error: unknown) =>
    error instanceof SourceFileError && error.line === line && error.column === column;
}

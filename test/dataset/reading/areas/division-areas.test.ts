import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { distance } from 'geokdbush';
import { SourceFileError } from '../../../../src/dataset/building/files/source-file-error.ts';
import { type InhabitedArea, readAreas } from '../../../../src/dataset/building/places/areas.ts';
import { divisionAreas } from '../../../../src/dataset/reading/areas/division-areas.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';
import { temporaryDirectory } from '../../../support/service.ts';

const COLUMNS = ['id', 'kind', 'name', 'country', 'definition', 'divisions', 'cities', 'without'];
const [AUCKLAND, PAPATOETOE, HAMILTON, NAPIER] = [2193733, 6232008, 2190324, 2186313];

/** The areas of a table with this one row. */
function areasOf(row: Readonly<Record<string, string>>) {
  const dataDirectory = temporaryDirectory();
  mkdirSync(join(dataDirectory, 'places'));
  const cells = {
    id: 'nz-test',
    kind: 'county',
    name: 'Test',
    country: 'NZ',
    definition: 'For this test',
    ...row,
  };
  const line = COLUMNS.map((column) => cells[column as keyof typeof cells] ?? '').join('\t');
  writeFileSync(join(dataDirectory, 'places', 'division-areas.tsv'), `${COLUMNS.join('\t')}\n${line}\n`);
  return divisionAreas({ ...gazetteer, dataDirectory });
}

function membersOf(areas: readonly InhabitedArea[]): number[] {
  return areas.flatMap(({ cities }) => cities.map(({ geonamesId }) => geonamesId));
}

test('an area contains the cities of its divisions and listed others, except the city that has the figure itself', () => {
  const areas = areasOf({ divisions: 'E7.076', cities: `${NAPIER}`, without: `${AUCKLAND}` });
  assert.deepEqual(
    areas.map(({ id, kind, country }) => [id, kind, country]),
    [['nz-test', 'county', 'NZ']],
  );
  const members = membersOf(areas);
  assert.ok(members.includes(PAPATOETOE) && members.includes(NAPIER));
  assert.ok(!members.includes(AUCKLAND) && !members.includes(HAMILTON));
  assert.equal(new Set(members).size, members.length);
});

test('a first-level division contains all cities of its region', () => {
  const members = membersOf(areasOf({ divisions: 'G1' }));
  assert.ok(members.includes(HAMILTON) && !members.includes(AUCKLAND));
});

test('a code without cities, an unknown city, and an area without cities are refused', () => {
  const refused = (row: Readonly<Record<string, string>>, column: string, fault: RegExp) =>
    assert.throws(
      () => areasOf(row),
      (error: unknown) => {
        assert.ok(error instanceof SourceFileError);
        assert.deepEqual([error.line, error.column], [2, column]);
        assert.match(error.fault, fault);
        return true;
      },
    );
  refused({ divisions: 'E7.999' }, 'divisions', /E7\.999 is no city/);
  refused({ cities: '1' }, 'cities', /1 is no city/);
  refused({ cities: `${NAPIER}`, without: `${NAPIER}` }, 'divisions', /no city is in nz-test/);
  refused({ kind: 'town', cities: `${NAPIER}` }, 'kind', /town is none of metro, /);
});

test('the places of a Canadian metropolitan area are within reach of one another, and the committed members are those of the table', () => {
  const metros = divisionAreas(gazetteer)
    .filter(({ id }) => id.startsWith('ca-cma-'))
    .flatMap(({ id, cities }) => cities.map(({ geonamesId }) => ({ area: id, geonamesId })));
  const places = new Map(gazetteer.citiesOf('CA').map((city) => [city.geonamesId, city]));
  for (const [area, members] of Map.groupBy(metros, (member) => member.area)) {
    const sites = members.flatMap(({ geonamesId }) => places.get(geonamesId) ?? []);
    for (const one of sites)
      for (const other of sites) {
        const apart = distance(one.longitude, one.latitude, other.longitude, other.latitude);
        assert.ok(apart < 130, `${area}: ${one.name} and ${other.name} are ${apart} km apart`);
      }
  }
  const key = ({ area, geonamesId }: (typeof metros)[number]) => `${area} ${geonamesId}`;
  const committed = readAreas(gazetteer.dataDirectory).cities.filter(({ area }) =>
    area.startsWith('ca-cma-'),
  );
  assert.deepEqual(committed.map(key).sort(), metros.map(key).sort());
});

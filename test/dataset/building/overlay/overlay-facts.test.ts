import assert from 'node:assert/strict';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildRelease } from '../../../../src/dataset/building/build/build-release.ts';
import { dataHash } from '../../../../src/dataset/building/build/data-hash.ts';
import { readReleasePlaces } from '../../../../src/dataset/building/build/release-places.ts';
import { type Fact, factsPath, readFacts } from '../../../../src/dataset/building/facts/fact.ts';
import { type CheckedFacts, readCheckedFacts } from '../../../../src/dataset/building/facts/facts.ts';
import {
  checkExcludedSources,
  readSourceCatalogue,
} from '../../../../src/dataset/building/facts/source-catalogue.ts';
import { SourceFileError } from '../../../../src/dataset/building/files/source-file-error.ts';
import { overlayFacts, withOverlay } from '../../../../src/dataset/building/overlay/overlay-facts.ts';
import { OverlayStore } from '../../../../src/dataset/building/overlay/overlay-store.ts';
import { openRelease } from '../../../../src/engine/catalogue/open-release.ts';
import { mostLocalAndRecentFirst } from '../../../../src/release/best-figures.ts';
import type { Observation } from '../../../../src/release/schema.ts';
import { ReleaseStore } from '../../../../src/release/store.ts';
import { openDesk, SURVEY } from '../../../support/dataset/operator-files.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';
import { writeMiniature } from '../../../support/refresh/miniature.ts';
import { temporaryDirectory } from '../../../support/service.ts';

const dataDirectory = join(temporaryDirectory(), 'data');
writeMiniature(dataDirectory);
const places = readReleasePlaces(dataDirectory).keys;
const ours = readCheckedFacts(dataDirectory, places);

function ourFacts(place: string, metric: string): Fact[] {
  return ours.facts.filter((fact) => fact.place === place && fact.metric === metric);
}

/** Adds an operator's figure to ours. `line` gets the period of `last`, our latest unemployment rate for Portugal. */
function besideOurs(line: (period: string) => string): { merged: CheckedFacts; last: Fact } {
  const last = ourFacts('country/portugal', 'unemployment_rate').at(-1);
  assert.ok(last);
  const desk = openDesk(dataDirectory);
  desk.import([line(last.period)]);
  return { merged: withOverlay(ours, places, overlayFacts(desk.home)), last };
}

/** The figure that a response would show for the metric, for a city of the country. */
function served(checked: CheckedFacts, keys: readonly string[], metric: string): Fact | undefined {
  return checked.facts
    .filter((fact) => keys.includes(fact.place) && fact.metric === metric)
    .sort((left, right) => mostLocalAndRecentFirst(left as Observation, right as Observation))[0];
}

const LISBON = ['city/lisbon', 'country/portugal'];

test('without imports, all facts are ours', () => {
  assert.equal(withOverlay(ours, places, overlayFacts(temporaryDirectory())), ours);
  assert.equal(new OverlayStore(temporaryDirectory()).hash(), '');
});

test('an operator’s figure for the same place, grain and period replaces ours', () => {
  const { merged, last } = besideOurs(
    (period) => `PT,unemployment_rate,${period},country,5.5,percent_of_labour_force,${SURVEY.id},`,
  );
  assert.equal(merged.facts.length, ours.facts.length);
  const same = merged.facts.filter(
    ({ place, metric, period }) => place === last.place && metric === last.metric && period === last.period,
  );
  assert.deepEqual(
    same.map(({ value, source }) => [value, source]),
    [[5.5, SURVEY.id]],
  );
  assert.deepEqual(merged.sources.get(SURVEY.id), SURVEY);
  assert.equal(served(merged, LISBON, 'unemployment_rate')?.value, 5.5);
});

test('a line without value, unit and source withdraws our figure and needs no sources; one that matches none is refused, and stops a build if ours has gone since', async () => {
  const last = ourFacts('country/portugal', 'unemployment_rate').at(-1);
  assert.ok(last);
  const desk = openDesk(dataDirectory);
  desk.import([`PT,unemployment_rate,${last.period},country,,,,${last.note}`], { sources: [] });
  const merged = withOverlay(ours, places, overlayFacts(desk.home));
  assert.deepEqual(
    merged.facts,
    ours.facts.filter((fact) => fact !== last),
  );
  const own = { home: desk.home, excludedSources: [] };
  const { manifest } = await buildRelease(dataDirectory, new ReleaseStore(desk.home), own);
  assert.match(manifest.version, /\+own\./, 'it is no release of ours');
  const nothing = /line 2, column value: there is no figure of ours to withdraw/;
  for (const line of [
    `PT,unemployment_rate,1066,country,,,,${last.note}`,
    `PT,unemployment_rate,${last.period},country,,,,other`,
  ])
    assert.throws(() => desk.import([line]), nothing);
  assert.throws(
    () => withOverlay({ ...ours, facts: merged.facts }, places, overlayFacts(desk.home)),
    nothing,
  );
  assert.throws(() => desk.import(['PT,unemployment_rate,1066,country,,EUR,,']), /the cell is empty/);
});

test('an operator’s more local figure takes precedence over ours, even if it is older', () => {
  const { merged } = besideOurs(
    () => `lisbon,unemployment_rate,2019,city,7.7,percent_of_labour_force,${SURVEY.id},`,
  );
  assert.equal(merged.facts.length, ours.facts.length + 1);
  assert.equal(served(merged, LISBON, 'unemployment_rate')?.value, 7.7);
});

test('an operator’s newer figure takes precedence over ours, and ours over an older one', () => {
  const line = (period: string) =>
    `PT,unemployment_rate,${period},country,6.6,percent_of_labour_force,${SURVEY.id},`;
  const newer = besideOurs((period) => line(String(Number(period) + 1)));
  assert.equal(served(newer.merged, LISBON, 'unemployment_rate')?.value, 6.6);
  const older = besideOurs(() => line('1999'));
  assert.equal(served(older.merged, LISBON, 'unemployment_rate')?.value, older.last.value);
});

test('an import that no longer fits the catalogues or the registry stops the build, with file and line', () => {
  const desk = openDesk(dataDirectory);
  desk.import([`lisbon,unemployment_rate,2026,city,7.7,percent_of_labour_force,${SURVEY.id},`]);
  const overlay = overlayFacts(desk.home);
  const refused = (checked: CheckedFacts, keys: { has(key: string): boolean }, message: RegExp) =>
    assert.throws(
      () => withOverlay(checked, keys, overlay),
      (error: Error) => error instanceof SourceFileError && message.test(error.message),
    );
  refused(ours, new Set(), /rents\.csv, line 2, column place: unknown place "city\/lisbon"/);
  const metrics = new Map([...ours.metrics].filter(([id]) => id !== 'unemployment_rate'));
  refused({ ...ours, metrics }, places, /rents\.csv, line 2, column metric: unknown metric/);
  const sources = new Map([...ours.sources, [SURVEY.id, { ...SURVEY, licence: 'another' }]]);
  refused({ ...ours, sources }, places, /two different sources have the id city-survey-2026/);
});

test('a damaged import is named in the error', () => {
  const desk = openDesk(dataDirectory);
  desk.import([`PT,unemployment_rate,2026,country,7.7,percent_of_labour_force,${SURVEY.id},`]);
  writeFileSync(join(desk.home, 'overlay', 'rents.json'), '{"id": "rents"}');
  assert.throws(() => overlayFacts(desk.home), /rents\.json.*not as expected/);
});

test('a release has the operator’s figures with their source, and is rebuilt if an import is added or removed', async () => {
  const desk = openDesk(dataDirectory);
  const own = { home: desk.home, excludedSources: [] };
  const unchanged = dataHash(dataDirectory, own);
  assert.equal(unchanged, dataHash(dataDirectory), 'without imports a build needs no repeating');
  desk.import([`lisbon,rent_two_bedroom,2026-05,city,1450,EUR,${SURVEY.id},`]);
  const withImport = dataHash(dataDirectory, own);
  assert.notEqual(withImport, unchanged);

  const store = new ReleaseStore(desk.home);
  const { name, manifest } = await buildRelease(dataDirectory, store, own);
  assert.equal(manifest.data_hash, withImport);
  const release = await openRelease(store, name);
  try {
    const resolved = release.resolveCity('lisbon');
    assert.equal(resolved.kind, 'found');
    if (resolved.kind !== 'found') return;
    const rents = release.observations(resolved.place).filter(({ source }) => source === SURVEY.id);
    assert.deepEqual(
      rents.map(({ metric, value }) => ({ metric, value })),
      [{ metric: 'rent_two_bedroom', value: 1450 }],
    );
    assert.equal(release.sources.get(SURVEY.id)?.attribution, SURVEY.attribution);
  } finally {
    release.close();
  }
  new OverlayStore(desk.home).remove('rents');
  assert.equal(dataHash(dataDirectory, own), unchanged);
});

test('the same imports give the same release, at any time and in any order', () => {
  const lines = ['a', 'b'].map(
    (note) => `lisbon,rent_two_bedroom,2026-05,city,1450,EUR,${SURVEY.id},${note}`,
  );
  const [one, other] = [openDesk(dataDirectory), openDesk(dataDirectory)];
  one.import(lines.slice(0, 1), { name: 'a.csv' });
  one.import(lines.slice(1), { name: 'b.csv' });
  other.import(lines.slice(1), { name: 'b.csv' });
  other.import(lines.slice(0, 1), { name: 'a.csv' });
  assert.equal(new OverlayStore(one.home).hash(), new OverlayStore(other.home).hash());
  assert.deepEqual(overlayFacts(one.home), overlayFacts(other.home));
  const copy = temporaryDirectory();
  cpSync(one.home, copy, { recursive: true });
  assert.equal(new OverlayStore(copy).hash(), new OverlayStore(one.home).hash());
});

const anyFact = fc.record({
  place: fc.constantFrom('country/portugal', 'country/spain'),
  metric: fc.constant('unemployment_rate'),
  period: fc.constantFrom('2024', '2025'),
  grain: fc.constant('country' as const),
  value: fc.integer({ min: 0, max: 50 }),
  unit: fc.constant('percent_of_labour_force'),
  note: fc.constantFrom('', 'a note'),
});
const distinct = (facts: fc.Arbitrary<object>) => fc.uniqueArray(facts, { selector: keyOf, maxLength: 6 });

function keyOf(fact: object): string {
  const { place, period, note } = fact as Fact;
  return `${place} ${period} ${note}`;
}

test('no import is lost or duplicated, and each replaces only our figures for the same place, grain and period', () => {
  fc.assert(
    fc.property(distinct(anyFact), distinct(anyFact), (left, right) => {
      const mine = (left as Fact[]).map((fact) => ({ ...fact, source: 'wb-wdi-2026-07' }));
      const own = (right as Fact[]).map((fact, index) => ({
        ...fact,
        source: SURVEY.id,
        origin: { file: 'x.csv', line: index + 2 },
      }));
      const merged = withOverlay({ ...ours, facts: mine }, places, {
        facts: own,
        withdrawn: [],
        sources: [SURVEY],
      }).facts;
      const keys = merged.map(keyOf);
      assert.equal(new Set(keys).size, keys.length);
      assert.deepEqual(new Set(keys), new Set([...mine, ...own].map(keyOf)));
      for (const { origin: _, ...fact } of own)
        assert.ok(merged.some((other) => JSON.stringify(other) === JSON.stringify(fact)));
    }),
  );
});

test('no figure or estimate of a release uses a source that the operator excludes', async () => {
  const home = temporaryDirectory();
  const own = { home, excludedSources: ['wb-icp-2021'] };
  assert.notEqual(dataHash(dataDirectory, own), dataHash(dataDirectory));
  const store = new ReleaseStore(home);
  const { name, manifest } = await buildRelease(dataDirectory, store, own);
  assert.match(manifest.version, /\+own\.[0-9a-f]{8}$/, 'one version has one content');
  const release = await openRelease(store, name);
  try {
    assert.equal(release.sources.has('wb-icp-2021'), false);
    const portugal = release.country('portugal');
    const observed = release.observations(portugal).filter(({ source }) => source.includes('wb-icp'));
    assert.deepEqual(observed, []);
    const cost = release.countryCost(portugal);
    assert.ok('sources' in cost, 'the price level of the economy still gives an estimate');
    assert.equal(cost.sources.includes('wb-icp-2021'), false);
  } finally {
    release.close();
  }
});

test('every source that a fact cites can be left out, and no other', () => {
  for (const [step, sources] of readSourceCatalogue(DATA_DIRECTORY)) {
    const hasFacts = existsSync(factsPath(DATA_DIRECTORY, step));
    const cited = new Set(hasFacts ? readFacts(DATA_DIRECTORY, step).map(({ source }) => source) : []);
    for (const { id } of sources) {
      const leaveOut = () => checkExcludedSources(DATA_DIRECTORY, [id]);
      if (cited.has(id)) leaveOut();
      else assert.throws(leaveOut, new RegExp(`${id}, which describes places`));
    }
  }
});

test('excluding a misspelled source, or one that the places depend on, is an error', async () => {
  const home = temporaryDirectory();
  for (const [id, said] of [
    ['wb-icp-2020', /LDS_SOURCES_EXCLUDE names a source wb-icp-2020.* perhaps wb-icp-2021/],
    ['geonames-cities', /geonames-cities.*places/],
  ] as const) {
    const built = buildRelease(dataDirectory, new ReleaseStore(home), { home, excludedSources: [id] });
    await assert.rejects(built, said);
  }
});

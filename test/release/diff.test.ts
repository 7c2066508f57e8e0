import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { diffReleases, RESULTS, type ReleaseDiff, summarizeDiff } from '../../src/release/diff.ts';
import { type FigureMove, readChanges } from '../../src/release/manifest.ts';
import { DATA_DIRECTORY } from '../support/directories.ts';
import {
  type Changes,
  COMMITTED,
  edition,
  publishInTurn,
  rows,
  smallRelease,
} from '../support/release/small-release.ts';
import { temporaryDirectory } from '../support/service.ts';

const THRESHOLD = 0.05;
const DEVELOPMENT = 'facts/undp-hdr.tsv';
const released = await smallRelease();

/** Places, metrics and notes of figures, without the scores that follow from them. */
function seriesOf(changes: readonly FigureMove[]): string[] {
  return changes
    .filter(({ metric }) => !Object.values<string>(RESULTS).includes(metric))
    .map(({ place, metric, note }) => [place, metric, note].join(' ').trim());
}

const isOf = (place: string, metric: string) => (row: string) =>
  row.startsWith(`country/${place}\t${metric}\t`);
const withValue = (change: (value: number) => number) => (row: string) =>
  row
    .split('\t')
    .map((cell, column) => (column === 4 ? String(change(Number(cell))) : cell))
    .join('\t');

const CHANGED: Changes = {
  [DEVELOPMENT]: rows((facts) => {
    const kept = facts.filter((row) => !isOf('andorra', 'human_development_index')(row));
    const changed = kept.map((row) => {
      if (isOf('portugal', 'women_in_parliament')(row)) return withValue((value) => value * 1.2)(row);
      if (isOf('portugal', 'life_expectancy_hdr')(row)) return withValue((value) => value * 1.01)(row);
      return row;
    });
    const schooling = changed.findLast(isOf('portugal', 'mean_years_of_schooling')) ?? '';
    const later = withValue((value) => value * 0.9)(schooling).replace('\t2023\t', '\t2024\t');
    return [...changed, later, `${schooling}another series`];
  }),
};

test('two releases of the same data do not differ', async () => {
  // With a change that changes nothing, so that the release is built again instead of copied.
  const again = await smallRelease({ [DEVELOPMENT]: (text) => text });
  const { figures, by_metric, cities, countries, from, to } = diffReleases(released.file, again.file, 0);
  assert.deepEqual(figures, { appeared: [], vanished: [], moved: [] });
  assert.deepEqual(by_metric, {});
  assert.deepEqual([cities, countries], Array(2).fill({ appeared: [], vanished: [] }));
  assert.deepEqual(from, to);
  assert.equal(from.content_hash, released.manifest.content_hash);
});

test('the diff distinguishes added, removed, moved and merely revised figures', async () => {
  const { file } = await smallRelease(CHANGED);
  const { figures, by_metric } = diffReleases(released.file, file, THRESHOLD);
  assert.deepEqual(seriesOf(figures.appeared), ['country/portugal mean_years_of_schooling another series']);
  assert.deepEqual(seriesOf(figures.vanished), ['country/andorra human_development_index']);
  assert.deepEqual(seriesOf(figures.moved), [
    'country/portugal mean_years_of_schooling',
    'country/portugal women_in_parliament',
  ]);
  const counts = (metric: string) => by_metric[metric];
  assert.deepEqual(counts('human_development_index'), { appeared: 0, vanished: 1, moved: 0, revised: 0 });
  assert.deepEqual(counts('life_expectancy_hdr'), { appeared: 0, vanished: 0, moved: 0, revised: 1 });
  assert.deepEqual(counts('mean_years_of_schooling'), { appeared: 1, vanished: 0, moved: 1, revised: 0 });

  const schooling = figures.moved.find(({ metric }) => metric === 'mean_years_of_schooling');
  assert.deepEqual([schooling?.from?.period, schooling?.to?.period], ['2023', '2024']);
  assert.ok(Math.abs((schooling?.relative_change ?? 0) + 0.1) < 1e-9);
  assert.deepEqual([figures.vanished[0]?.from?.value, figures.vanished[0]?.to], [0.913, null]);
});

test('a figure whose note is reworded has neither vanished nor appeared; one with another value has', async () => {
  const noted = (note: string, change: (value: number) => number = (value) => value): Changes => ({
    [DEVELOPMENT]: rows((facts) => {
      const schooling = facts.findLast(isOf('portugal', 'mean_years_of_schooling')) ?? '';
      return [...facts, `${withValue(change)(schooling)}${note}`];
    }),
  });
  const before = await smallRelease(noted('as it was said before'));
  const reworded = await smallRelease(noted('as people say it'));
  const { figures, by_metric } = diffReleases(before.file, reworded.file, 0);
  assert.deepEqual(figures, { appeared: [], vanished: [], moved: [] });
  assert.deepEqual(by_metric, {});

  const replaced = await smallRelease(noted('as people say it', (value) => value * 2));
  const other = diffReleases(before.file, replaced.file, 0).figures;
  assert.deepEqual(seriesOf(other.vanished), [
    'country/portugal mean_years_of_schooling as it was said before',
  ]);
  assert.deepEqual(seriesOf(other.appeared), ['country/portugal mean_years_of_schooling as people say it']);
});

test('a city that the gazetteer drops does not break the build, although other tables still name it', async () => {
  const [id, geonamesId] = ['sintra', '2262912'];
  const without = rows((all) => all.filter((row) => !row.split('\t').includes(`city/${id}`)));
  const facts = readdirSync(join(DATA_DIRECTORY, 'facts')).map((name) => `facts/${name}`);
  const gazetteer = rows((all) => all.filter((row) => !row.startsWith(`${geonamesId}\t`)));
  const { file } = await smallRelease({
    'places/cities.tsv': gazetteer,
    'places/city-names.tsv': gazetteer,
    'registry/cities.tsv': (text) =>
      text.replace(`${id}\t${geonamesId}\tactive`, `${id}\t${geonamesId}\twithdrawn`),
    ...Object.fromEntries(facts.map((name) => [name, without])),
  });
  assert.deepEqual(diffReleases(released.file, file, THRESHOLD).cities, { appeared: [], vanished: [id] });
});

test('a removed city is listed, together with its figures', async () => {
  const [id, geonamesId] = ['sintra', '2262912'];
  const without = rows((all) =>
    all.filter((row) => !row.split('\t').some((cell) => cell === geonamesId || cell === `city/${id}`)),
  );
  const places = ['cities', 'city-names', 'area-cities'].map((table) => `places/${table}.tsv`);
  const facts = readdirSync(join(DATA_DIRECTORY, 'facts')).map((name) => `facts/${name}`);
  const { file } = await smallRelease(
    Object.fromEntries([...places, 'climate/cities.tsv', ...facts].map((name) => [name, without])),
  );
  const diff = diffReleases(released.file, file, THRESHOLD);
  assert.deepEqual(diff.cities, { appeared: [], vanished: [id] });
  assert.ok(
    diff.figures.vanished.some(({ place, metric }) => place === `city/${id}` && metric === 'elevation'),
  );
  assert.deepEqual(diffReleases(file, released.file, THRESHOLD).cities, { appeared: [id], vanished: [] });
});

test('a figure has moved if it differs by more than the threshold, not by exactly the threshold', () => {
  const movedBy = (from: number, to: number) => {
    const [before, after] = [withFigure(from), withFigure(to)];
    const { moved } = diffReleases(before, after, THRESHOLD).figures;
    return moved.length === 1;
  };
  assert.deepEqual(
    [
      [100, 105],
      [100, 105.0001],
      [105, 100],
      [105.0001, 100],
      [100, -100],
      [0, 0.001],
      [0.001, 0],
      [-100, -106],
      [-100, -104],
    ].map(([from = 0, to = 0]) => movedBy(from, to)),
    [false, true, false, true, true, true, true, true, false],
  );
});

/** A release with this one value for the population of Portugal. */
function withFigure(value: number): string {
  return changedCopy((database) =>
    database
      .prepare(
        `UPDATE figure SET value = ? WHERE place = 'country/portugal' AND latest = 1
         AND series IN (SELECT id FROM series WHERE metric = 'human_development_index')`,
      )
      .run(value),
  );
}

function changedCopy(change: (database: DatabaseSync) => void): string {
  const file = join(temporaryDirectory(), 'release.sqlite');
  copyFileSync(released.file, file);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = OFF');
  change(database);
  database.close();
  return file;
}

test('a diff in the other direction is the reverse of the diff', () => {
  const index = fc.nat(400);
  const value = fc.oneof(
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.constantFrom(0, 1, 1.05, 1.0500001),
  );
  const changes = fc.record({
    removed: fc.uniqueArray(index, { maxLength: 20 }),
    rewritten: fc.array(fc.tuple(index, value), { maxLength: 20 }),
    scaled: fc.array(fc.tuple(index, fc.double({ min: 0.9, max: 1.1, noNaN: true })), { maxLength: 20 }),
  });
  fc.assert(
    fc.property(changes, changes, fc.constantFrom(0, 0.05, 0.5), (left, right, threshold) => {
      const [a, b] = [left, right].map(({ removed, rewritten, scaled }) =>
        changedCopy((database) => {
          const columns = ['place', 'series', 'period'];
          const series = database
            .prepare(
              `SELECT ${columns} FROM figure WHERE latest = 1 ORDER BY ${columns.join(' || ')} LIMIT 401`,
            )
            .all();
          const at = (position: number) => columns.map((column) => series[position]?.[column] ?? '');
          const one = columns.map((column) => `${column} = ?`).join(' AND ');
          const rewrite = database.prepare(`UPDATE figure SET value = ? WHERE ${one}`);
          const scale = database.prepare(`UPDATE figure SET value = value * ? WHERE ${one}`);
          const remove = database.prepare(`DELETE FROM figure WHERE ${one}`);
          for (const [position, to] of rewritten) rewrite.run(to, ...at(position));
          for (const [position, by] of scaled) scale.run(by, ...at(position));
          for (const position of removed) remove.run(...at(position));
        }),
      );
      const there = diffReleases(a ?? '', b ?? '', threshold);
      const back = diffReleases(b ?? '', a ?? '', threshold);
      assert.deepEqual(withoutChange(back), withoutChange(reversed(there)));
      assertSound(there);
      assertSound(back);
      for (const file of [a, b]) rmSync(file ?? '');
    }),
    { numRuns: 15 },
  );
});

function reversed({
  from,
  to,
  threshold,
  countries,
  cities,
  figures,
  by_metric,
  by_source,
}: ReleaseDiff): ReleaseDiff {
  const flip = <Item>({ appeared, vanished }: { appeared: Item; vanished: Item }) => ({
    appeared: vanished,
    vanished: appeared,
  });
  const mapped = (counts: ReleaseDiff['by_metric']) =>
    Object.fromEntries(Object.entries(counts).map(([id, ofOne]) => [id, { ...ofOne, ...flip(ofOne) }]));
  const turn = (change: FigureMove): FigureMove => ({ ...change, from: change.to, to: change.from });
  return {
    from: to,
    to: from,
    threshold,
    countries: flip(countries),
    cities: flip(cities),
    figures: {
      appeared: figures.vanished.map(turn),
      vanished: figures.appeared.map(turn),
      moved: figures.moved.map(turn),
    },
    by_metric: mapped(by_metric),
    by_source: mapped(by_source),
  };
}

function withoutChange(diff: ReleaseDiff) {
  const drop = ({ relative_change, ...rest }: FigureMove) => rest;
  const { appeared, vanished, moved } = diff.figures;
  return {
    ...diff,
    figures: { appeared: appeared.map(drop), vanished: vanished.map(drop), moved: moved.map(drop) },
  };
}

/** The lists are as long as the counts, and every relative change follows from its two values. */
function assertSound(diff: ReleaseDiff): void {
  const { figures } = summarizeDiff(diff);
  for (const kind of ['appeared', 'vanished', 'moved'] as const)
    assert.equal(figures[kind], diff.figures[kind].length);
  for (const { from, to, relative_change } of diff.figures.moved) {
    assert.ok(from !== null && to !== null);
    if (relative_change === null) assert.ok(from.value === 0 || from.unit !== to.unit);
    else assert.equal(relative_change, (to.value - from.value) / Math.abs(from.value));
  }
}

test('a release lists its differences from the release that was served when it was built', async () => {
  const later = { ...CHANGED, 'release.json': edition('2026.12.1') };
  const { store, names } = await publishInTurn({}, later);
  const [first = '', second = ''] = names;
  assert.equal(readChanges(join(store.directory, first)), null);
  assert.equal(store.predecessor(first), undefined);
  assert.equal(store.predecessor(second), first);
  const diff = diffReleases(store.releaseFile(first), store.releaseFile(second), THRESHOLD);
  const expected = { from: { name: first, ...diff.from }, ...summarizeDiff(diff) };
  assert.deepEqual(readChanges(join(store.directory, second)), expected);
  assert.equal(expected.from.version, COMMITTED.version);

  const again = await smallRelease(later, store);
  assert.equal(again.name, second);
  assert.deepEqual(readChanges(again.directory), expected, 'built again it keeps its predecessor');

  store.remove(first);
  assert.equal(store.predecessor(second), undefined);
  assert.deepEqual(readChanges(again.directory), expected, 'and what it said of it');
});

test('a version is never compared with itself, even if its content changed', async () => {
  const { store, names } = await publishInTurn({});
  const [first = ''] = names;
  const rebuilt = await smallRelease(CHANGED, store);
  assert.notEqual(rebuilt.name, first);
  assert.equal(readChanges(rebuilt.directory), null, 'nothing was served before this version');
  store.publish(rebuilt.name);

  const later = { 'release.json': edition('2026.12.1') };
  for (const changes of [later, { ...CHANGED, ...later }, later]) {
    const { name, directory } = await smallRelease(changes, store);
    assert.equal(readChanges(directory)?.from.name, rebuilt.name);
    store.publish(name);
  }
});

test('a damaged or missing release does not prevent the next one', async () => {
  const { store, names } = await publishInTurn({});
  const [first = ''] = names;
  writeFileSync(store.releaseFile(first), 'no database');
  const second = await smallRelease({ ...CHANGED, 'release.json': edition('2026.12.1') }, store);
  assert.equal(readChanges(second.directory), null);
  store.remove(first);
  const third = await smallRelease({ ...CHANGED, 'release.json': edition('2026.12.2') }, store);
  assert.equal(readChanges(third.directory), null);
});

test('all releases are superfluous except the served one, its predecessor and the newest others', async () => {
  const { store, names } = await publishInTurn(
    ...['2026.1.1', '2026.2.1', '2026.3.1', '2026.4.1'].map((version) => ({
      'release.json': edition(version),
    })),
  );
  const [first = '', second = '', third = '', fourth = ''] = names;
  assert.deepEqual(store.names().toSorted(), names.toSorted());
  assert.deepEqual(store.superfluous(0).toSorted(), [first, second].toSorted());
  assert.deepEqual(store.superfluous(1), [first]);
  assert.deepEqual(store.superfluous(2), []);
  store.publish(second);
  assert.deepEqual(store.superfluous(0).toSorted(), [third, fourth].toSorted());
});

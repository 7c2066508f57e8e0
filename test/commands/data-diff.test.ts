import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { diffReleases } from '../../src/release/diff.ts';
import { lds } from '../support/processes/lds.ts';
import { type Changes, COMMITTED, edition, publishInTurn, rows } from '../support/release/small-release.ts';
import { temporaryDirectory } from '../support/service.ts';

const RAISED: Changes = {
  'release.json': edition('2026.12.1'),
  'facts/undp-hdr.tsv': rows((facts) =>
    facts.map((row) =>
      row.startsWith('country/portugal\twomen_in_parliament\t')
        ? row.replace(/\t(\d+\.?\d*)\t(?=percent)/, (_, value) => `\t${Number(value) * 2}\t`)
        : row,
    ),
  ),
};
const { store, names } = await publishInTurn({}, RAISED);
const [first = '', second = ''] = names;
const home = dirname(store.directory);
const [firstFile, secondFile] = [store.releaseFile(first), store.releaseFile(second)];

test('data diff compares the current release with the previous one, in words', async () => {
  const { code, stdout, stderr } = await lds(home, ['data', 'diff']);
  assert.equal(code, 0, stderr);
  assert.ok(stdout.startsWith(`from  ${COMMITTED.version}  `), stdout);
  assert.match(stdout, /^from {2}\S+ {2}[0-9a-f]{64}\nto {4}2026\.12\.1 {2}[0-9a-f]{64}\n/);
  assert.match(stdout, /^cities: 0 appeared, 0 vanished$/m);
  assert.match(stdout, /^figures: 0 appeared, 0 vanished, [1-9]\d* moved by more than 5 %$/m);
  assert.match(stdout, /^metric +appeared +vanished +moved +revised\n/m);
  assert.match(stdout, /^women_in_parliament +0 +0 +1 +0$/m);
  assert.match(stdout, /^source +appeared +vanished +moved +revised\nundp-hdr-\S+ +0 +0 +1 +0$/m);
  assert.match(
    stdout,
    /^\+100 % +country\/portugal +women_in_parliament +\S+ \S+ \(\d{4}\) → \S+ \S+ \(\d{4}\)$/m,
  );
});

test('data diff --json has all differences, at the requested threshold', async () => {
  const { code, stdout } = await lds(home, ['data', 'diff', '--json', '--threshold', '150']);
  assert.equal(code, 0);
  const diff = JSON.parse(stdout);
  assert.deepEqual(diff, JSON.parse(JSON.stringify(diffReleases(firstFile, secondFile, 1.5))));
  assert.deepEqual(diff.figures.moved, []);
  assert.equal(diff.by_metric.women_in_parliament.revised, 1);
});

test('data diff takes names and files, in either order; a single one is compared with the current release', async () => {
  const diff = async (...args: string[]) =>
    JSON.parse((await lds(home, ['data', 'diff', '--json', ...args])).stdout);
  const expected = await diff();
  for (const args of [[first], [firstFile], [first, second], [firstFile, second], [first, secondFile]])
    assert.deepEqual(await diff(...args), expected, args.join(' '));
  const back = await diff(second, first);
  assert.deepEqual([back.from, back.to], [expected.to, expected.from]);
});

for (const [what, args, says] of [
  [
    'a release that is not there',
    ['2020.1.1'],
    /There is no release or file 2020\.1\.1\. Releases: .*2026\.12\.1-/,
  ],
  ['no release at all', ['/etc/hostname'], /is not a release file/],
  ['a threshold that is no number', ['--threshold', 'much'], /must be a number from 0 to 1000/],
] as const) {
  test(`data diff with ${what} fails with one line that says so`, async () => {
    const { code, stdout, stderr } = await lds(home, ['data', 'diff', ...args]);
    // As of every command: 2 for an option that cannot be read.
    assert.equal(code, args[0] === '--threshold' ? 2 : 1);
    assert.equal(stdout, '');
    assert.match(stderr, says);
    assert.doesNotMatch(stderr, /\n {4}at /);
  });
}

test('data diff without a release, or without a previous one, says what to do', async () => {
  const nothing = await lds(temporaryDirectory(), ['data', 'diff']);
  assert.equal(nothing.code, 1);
  assert.match(nothing.stderr, /^lds: No release is published here: npm run lds -- data publish\n$/);
  const one = await publishInTurn({});
  const first = await lds(dirname(one.store.directory), ['data', 'diff']);
  assert.equal(first.code, 1);
  assert.match(
    first.stderr,
    /^lds: \S+ has no predecessor in \S+\. Name the release to compare it with: .*\n$/,
  );
});

test('data prune keeps the current release, the previous one and the newest, removes all others, and lists them', async () => {
  const versions = ['2026.1.1', '2026.2.1', '2026.3.1', '2026.4.1'];
  const many = await publishInTurn(...versions.map((version) => ({ 'release.json': edition(version) })));
  const [oldest = '', old = '', before = '', served = ''] = many.names;
  writeFileSync(join(many.store.directory, 'note.txt'), 'mine');
  const prune = (keep: string) => lds(dirname(many.store.directory), ['data', 'prune', '--keep', keep]);
  assert.deepEqual((await prune('1')).stderr, `removed ${oldest}\n`);
  assert.deepEqual((await prune('0')).stderr, `removed ${old}\n`);
  assert.deepEqual((await prune('0')).stderr, '');
  assert.deepEqual(many.store.names().toSorted(), [before, served].toSorted());
  assert.equal((await prune('some')).code, 2);
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isSection, prominenceOf, standingOf } from '../../../src/engine/catalogue/prominence.ts';
import { preparedRanks } from '../../../src/engine/catalogue/ranks.ts';
import { Release } from '../../../src/engine/catalogue/release.ts';
import { filesIn } from '../../../src/engine/catalogue/release-files.ts';
import { atOnce, type Steps } from '../../../src/engine/catalogue/steps.ts';
import { processorTime, slowness } from '../../support/event-loop.ts';
import { openedRelease } from '../../support/release/opened-release.ts';
import { testRelease, testReleaseStore } from '../../support/service.ts';

const directory = join(testReleaseStore().directory, await testRelease());
/** Others have their turn after five, so a request waits for at most a step more. */
const STEP_MS = 10;
const TIMES = 8;

test('whoever asks for an earlier release holds nobody up: no step of opening it takes more than a few milliseconds of a processor', () => {
  // A step that is slow once met the garbage collector, or was not compiled yet.
  const least: Record<string, number[]> = {};
  const slow = () => {
    const limit = STEP_MS * slowness();
    return Object.entries(least).flatMap(([what, steps]) =>
      steps.flatMap((ms, at) => (ms > limit ? [`${what}: step ${at} takes ${ms} of ${limit} ms`] : [])),
    );
  };
  for (let time = 0; time === 0 || (time < TIMES && slow().length > 0); time++) {
    const measured = <Made>(what: string, steps: Steps<Made>): Made => {
      for (let at = 0; ; at++) {
        const results: IteratorResult<void, Made>[] = [];
        const spent = processorTime(() => results.push(steps.next()));
        least[what] ??= [];
        least[what][at] = Math.min(least[what][at] ?? Number.POSITIVE_INFINITY, spent);
        const [result] = results;
        if (result?.done === true) return result.value;
      }
    };
    const release = measured('opening', Release.open(filesIn(directory)));
    measured('ranks', preparedRanks(release));
    measured('preparing', release.prepare());
    // What a request would have to make, the preparation has made.
    measured('the first name', firstName(release));
    release.close();
  }
  assert.deepEqual(slow(), []);
});

function* firstName(release: Release): Steps<void> {
  release.search.candidates('Madrod, Spain');
  yield;
}

test('cities stand by their people, capitals before others of their size, and sections last', async () => {
  const { cities } = await openedRelease();
  const expected = cities.toSorted(
    (left, right) =>
      Number(isSection(left)) - Number(isSection(right)) ||
      prominenceOf(right) - prominenceOf(left) ||
      left.rank - right.rank,
  );
  const { positions, ranks } = atOnce(standingOf(cities));
  assert.deepEqual(
    [...ranks],
    expected.map(({ rank }) => rank),
  );
  assert.ok(ranks.every((rank, at) => positions[rank] === at));
});

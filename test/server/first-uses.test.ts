import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Release } from '../../src/engine/catalogue/release.ts';
import { filesIn } from '../../src/engine/catalogue/release-files.ts';
import { atOnce } from '../../src/engine/catalogue/steps.ts';
import { ENDPOINTS, OPERATIONS } from '../../src/engine/operations.ts';
import { mapSteps } from '../../src/site/explorer/map-points.ts';
import { OpenApi } from '../../src/site/open-api.ts';
import { Topics } from '../../src/site/search/search-topics.ts';
import { openApiInSteps } from '../../src/v1/reference/openapi.ts';
import { LONGEST_BLOCK_MILLISECONDS, processorTime, slowness } from '../support/event-loop.ts';
import { atEnd } from '../support/lifetime.ts';
import { testRelease, testReleaseStore } from '../support/service.ts';

const name = await testRelease();
const release = atOnce(Release.open(filesIn(join(testReleaseStore().directory, name))));
atEnd(() => release.close());

/** A step can be timed only once, before its code is compiled and beside whatever collects garbage. */
const LIMIT = 2 * LONGEST_BLOCK_MILLISECONDS;

/** @returns how many there were */
function takeAll(what: string, steps: Iterator<unknown>): number {
  for (let count = 0; ; count++) {
    let isDone: boolean | undefined;
    const milliseconds = processorTime(() => {
      isDone = steps.next().done;
    });
    if (milliseconds >= LIMIT)
      assert.ok(milliseconds < LIMIT * slowness(), `${what}, step ${count}: ${milliseconds} ms`);
    if (isDone === true) return count;
  }
}

function* taken(steps: Iterable<() => void>): Generator<void> {
  for (const step of steps) yield step();
}

test('what the first requests of a release need is made in steps, so that it holds up nobody, and only once', () => {
  assert.ok(takeAll('names and figures', release.prepare()) > 100);
  assert.ok(takeAll('names and figures', release.prepare()) <= 1);

  takeAll('the map', taken(mapSteps(release)));
  assert.deepEqual(mapSteps(release), []);

  const view = { release, baseUrl: 'http://localhost/v1' };
  const input = { operations: OPERATIONS, view, publicUrl: 'http://localhost', plans: new Map() };
  const openApi = new OpenApi(() => openApiInSteps(input));
  const topics = new Topics({ openApi, serves: () => true });
  assert.ok(takeAll('the index of topics', taken(topics.steps(release))) > OPERATIONS.length);
  assert.deepEqual([...topics.steps(release), ...openApi.steps(release)], []);
  assert.deepEqual(
    Object.keys(openApi.of(release).paths).filter((path) => !path.startsWith('/release/')),
    ENDPOINTS.map(({ path }) => path),
  );
  assert.equal(topics.find(release, 'rate limits').entries.length > 0, true);
});

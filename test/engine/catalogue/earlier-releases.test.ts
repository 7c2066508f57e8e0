import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EarlierReleases, MOST_OPEN } from '../../../src/engine/catalogue/earlier-releases.ts';
import type { Release } from '../../../src/engine/catalogue/release.ts';
import { Problem } from '../../../src/engine/problems.ts';
import { until } from '../../support/processes/lds.ts';
import { damageRelease } from '../../support/release/changed-release.ts';
import { keptReleases, OWN, PEOPLE } from '../../support/release/kept-releases.ts';

const kept = await keptReleases();
const VERSIONS = Object.keys(PEOPLE);

function earlier({ closingMilliseconds = 60_000, keep = 3, from = kept } = {}) {
  const errors: object[] = [];
  const log = { error: (details: object) => void errors.push(details) };
  const releases = new EarlierReleases({ store: from.store, keep, log, closingMilliseconds });
  return { releases, errors, at: async (version: string) => releases.at(version, from.current) };
}

const codeOf = (asked: Promise<Release>) =>
  asked.then(
    ({ version }) => version,
    (error: unknown) => (error instanceof Problem ? error.code : assert.fail(String(error))),
  );
const isOpen = (release: Release) => {
  try {
    release.detailRecord(release.city('lisbon') ?? assert.fail());
    return true;
  } catch {
    return false;
  }
};

test('however many ask for a release at the same time, it is opened once', async () => {
  const { releases, at } = earlier();
  const asked = await Promise.all(Array.from({ length: 20 }, () => at('2020.1.1')));
  assert.equal(new Set(asked).size, 1);
  assert.equal(await at('2020.1.1'), asked[0]);
  assert.equal(releases.opened('2020.1.1'), asked[0]);
  assert.equal(releases.opened('2020.1.2'), undefined);
  releases.close();
  assert.ok(asked[0] && !isOpen(asked[0]));
});

test('who asks for one release after another cannot make the server open more than one in the time that one takes to close', async () => {
  const { releases, at } = earlier();
  const seen = new Set<Release>();
  const codes: string[] = [];
  for (let round = 0; round < 50; round++)
    for (const version of VERSIONS) {
      codes.push(await codeOf(at(version)));
      const release = releases.opened(version);
      if (release !== undefined) seen.add(release);
    }
  assert.equal(seen.size, MOST_OPEN + 1);
  assert.ok(codes.includes('unavailable'));
  assert.ok([...seen].every(isOpen), 'what is closing can still be read by a request that has begun');
  const refused = await at(VERSIONS.find((version) => releases.opened(version) === undefined) ?? '').catch(
    (error: unknown) => error,
  );
  assert.ok(refused instanceof Problem && (refused.extras.retry_after ?? 0) > 0);
  releases.close();
  assert.ok(![...seen].some(isOpen), 'nothing stays open');
});

test('the least recently used release closes, and can be opened again afterwards', async () => {
  const { releases, at } = earlier({ closingMilliseconds: 1 });
  const [first, second] = [await at('2020.1.1'), await at('2020.1.2')];
  await at('2020.1.1');
  await at(OWN);
  assert.equal(releases.opened('2020.1.2'), undefined);
  assert.equal(releases.opened('2020.1.1'), first);
  await until('the other one is closed', () => !isOpen(second));
  const again = await at('2020.1.2');
  assert.notEqual(again, second);
  assert.ok(isOpen(again));
  releases.close();
});

test('a damaged release is not listed any more, and nobody can make the server check it again and again', async () => {
  const own = await keptReleases();
  damageRelease(own.home, '2020.1.2-next');
  const { releases, errors, at } = earlier({ from: own });
  for (let round = 0; round < 3; round++) assert.equal(await codeOf(at('2020.1.2')), 'release_not_found');
  assert.equal(errors.length, 1);
  assert.deepEqual(releases.versions(own.current), [OWN, '2020.1.1']);
  releases.close();
});

test('only as many releases as the operator keeps can be asked for, the newest by their numbers', async () => {
  const { releases, at } = earlier({ keep: 2 });
  assert.deepEqual(releases.versions(kept.current), [OWN, '2020.1.2']);
  assert.equal(await codeOf(at('2020.1.1')), 'release_not_found');
  releases.close();
});

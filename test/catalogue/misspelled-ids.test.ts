import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { MisspelledIds } from '../../src/catalogue/misspelled-ids.ts';
import { openRelease } from '../../src/catalogue/open-release.ts';
import { testRelease, testReleaseStore } from '../support/service.ts';

const { cities } = await openRelease(testReleaseStore(), await testRelease());
const misspelled = new MisspelledIds(cities);

/** An id of the release with up to three letters replaced, omitted or inserted, except the first. */
const typed = fc
  .tuple(
    fc.nat({ max: cities.length - 1 }),
    fc.array(
      fc.record({
        at: fc.nat({ max: 60 }),
        drop: fc.nat({ max: 1 }),
        put: fc.string({ unit: fc.constantFrom(...'abcxyz-019'), maxLength: 1 }),
      }),
      { maxLength: 3 },
    ),
  )
  .map(([rank, slips]) => {
    let id = cities[rank]?.id ?? '';
    for (const { at, drop, put } of slips) {
      const position = 1 + (at % id.length);
      id = id.slice(0, position) + put + id.slice(position + drop);
    }
    return id;
  });

test('a mistyped id finds all cities whose id differs by one or two typing errors, the largest first', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const most = text.length < 5 ? 1 : 2;
      const withSlips = (slips: (letters: number) => boolean) =>
        cities
          .filter(({ id }) => id.charAt(0) === text.charAt(0) && Math.abs(id.length - text.length) <= most)
          .filter(({ id }) => distance(id, text) <= most && slips(distance(id, text)))
          .map(({ id }) => id);
      const [one, two] = misspelled.near(text);
      assert.deepEqual(
        one.map(({ id }) => id),
        withSlips((letters) => letters === 1),
      );
      assert.deepEqual(
        two.map(({ id }) => id),
        withSlips((letters) => letters !== 1),
      );
    }),
    { numRuns: 100 },
  );
});

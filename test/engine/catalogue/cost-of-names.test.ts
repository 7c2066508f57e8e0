import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { comparedPlaces } from '../../../src/engine/places/compared-places.ts';
import { fold } from '../../../src/release/fold.ts';
import { processorTime, slowness } from '../../support/event-loop.ts';
import { openedRelease } from '../../support/release/opened-release.ts';

/*
 * What a name may cost: milliseconds of a processor, of the whole process. The collector of garbage and other threads count too, so
 * a cost is the least of several.
 */
const NAME_MS = 5;
const LIST_MS = 30;
const LONGEST = 200;
const LONGEST_LIST = 2000;
const ATTEMPTS = 5;

const release = await openedRelease();
const texts = release.cities.flatMap(({ id, name, region, country }) => [
  id.replaceAll('-', ' '),
  name,
  region ?? '',
  ...release.country(country).names.split('|').slice(0, 3),
]);
const counts = new Map<string, number>();
for (const text of new Set(texts))
  for (const word of fold(text).split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
const words = [...counts.keys()].filter((word) => word !== '');
const common = words
  .toSorted((left, right) => (counts.get(right) ?? 0) - (counts.get(left) ?? 0))
  .slice(0, 100);

/** Names that were slow: each of their words has many meanings. */
const SLOW = [
  `x${' central'.repeat(11)}`,
  'x, central, central, central',
  'la paz la paz la paz la paz la paz',
  'central western eastern northern southern',
  'st st st st st st st st st st st st',
  'north south east west central upper',
  'a, a, a, a, a, a, a, a, a, a, a, a',
  'united states of america of america of america',
  `${'('.repeat(90)}san${')'.repeat(90)}`,
  's '.repeat(100).trim(),
  'san/'.repeat(50),
  'x/y'.repeat(66),
];

const aName = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...words), fc.constantFrom(...common)),
      fc.constantFrom(' ', ', ', '-', '/', ' (', '; '),
    ),
    { minLength: 1, maxLength: 16 },
  )
  .map((parts) => parts.flat().slice(0, -1).join('').slice(0, LONGEST));

/** Of the text written in ways that were not read before, because the release remembers what it has read. */
function cost(text: string, work: (text: string) => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const written = inOtherCase(text);
    least = Math.min(
      least,
      processorTime(() => work(written)),
    );
  }
  return least;
}

let timesWritten = 0;

/** The number of the time, in binary, decides which letters are capitals. */
function inOtherCase(text: string): string {
  timesWritten += 1;
  let letter = 0;
  return text.replaceAll(/[a-z]/g, (small) =>
    (timesWritten >> (letter++ % 16)) & 1 ? small.toUpperCase() : small,
  );
}

function readEveryWay(name: string): void {
  release.resolveCity(name);
  release.resolveCountry(name);
  release.findCities({ search: name });
}

/** A list that cannot be read is a problem, which is an answer too. */
function compare(cities: string): void {
  try {
    comparedPlaces(release, { cities });
  } catch (problem) {
    if (!(problem instanceof Error) || !('status' in problem)) throw problem;
  }
}

for (const name of SLOW) for (let warm = 0; warm < 20; warm++) readEveryWay(inOtherCase(name));

test(`no name of up to ${LONGEST} characters, of any words of the gazetteer, costs more than ${NAME_MS} ms of a processor`, () => {
  fc.assert(
    fc.property(aName, (name) => {
      for (const read of [
        (text: string) => release.resolveCity(text),
        (text: string) => release.resolveCountry(text),
        (text: string) => release.findCities({ search: text }),
      ]) {
        const spent = cost(name, read);
        assert.ok(spent <= NAME_MS || spent <= NAME_MS * slowness(), `${name}: ${spent} ms`);
      }
    }),
    { numRuns: 150, examples: SLOW.map((name) => [name]) },
  );
});

test(`no list of names costs more than ${LIST_MS} ms of a processor`, () => {
  const list = fc
    .array(aName, { minLength: 20, maxLength: 60 })
    .chain((names) =>
      fc.constantFrom(',', ';', ', ').map((comma) => names.join(comma).slice(0, LONGEST_LIST)),
    );
  const slow = SLOW.flatMap((name) =>
    [', ', ';'].map((comma) => Array(60).fill(name).join(comma).slice(0, LONGEST_LIST)),
  );
  const parts = [
    Array(60).fill('central').join(','),
    Array(60).fill('san').join(','),
    common.slice(0, 60).join(','),
    Array(30).fill('paris,texas').join(','),
  ];
  for (const cities of slow) compare(inOtherCase(cities));
  fc.assert(
    fc.property(list, (cities) => {
      const spent = cost(cities, compare);
      assert.ok(spent <= LIST_MS || spent <= LIST_MS * slowness(), `${cities}: ${spent} ms`);
    }),
    { numRuns: 60, examples: [...slow, ...parts].map((cities) => [cities]) },
  );
});

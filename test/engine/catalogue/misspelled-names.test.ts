import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { MisspelledNames, typingErrorsBetween } from '../../../src/engine/catalogue/misspelled-names.ts';
import { NameIndex } from '../../../src/engine/catalogue/name-index.ts';
import { formsOf, packNames } from '../../../src/release/name-index.ts';
import { openedRelease } from '../../support/release/opened-release.ts';

const { cities } = await openedRelease();
/** Typing errors are forgiven in Latin letters: few cities have a name in another script, such as Петровец. */
const names = cities
  .flatMap(({ name, rank }) => formsOf(name).map((form) => ({ name: form, city: rank })))
  .filter(({ name }) => /^[a-z0-9]/.test(name));
const misspelled = new MisspelledNames(
  new NameIndex(packNames(cities.map(({ name, rank }) => ({ name, city: rank, level: 'own' })))),
);

/** Two neighbours in the wrong order are one typing error, however many others there are. */
function typingErrors(name: string, text: string): number {
  const errors = distance(name, text);
  return errors > 4 ? errors : errorsFrom(name, text, errors);
}

/** Whether one letter at the beginning is another, missing or one too many, or two are swapped. */
function isFirstWrong(name: string, text: string): boolean {
  const swapped = name.charAt(1) + name.charAt(0) + name.slice(2);
  return [name.slice(1), name].some((each) => [text.slice(1), text].includes(each)) || swapped === text;
}

/** By trying what the first letter may be, with at most so many errors. */
function errorsFrom(name: string, text: string, most: number): number {
  if (name === '' || text === '') return name.length + text.length;
  if (most < 0) return 0;
  const isSwapped = name.length > 1 && name[0] === text[1] && name[1] === text[0];
  return Math.min(
    (name[0] === text[0] ? 0 : 1) +
      errorsFrom(name.slice(1), text.slice(1), name[0] === text[0] ? most : most - 1),
    1 + errorsFrom(name.slice(1), text, most - 1),
    1 + errorsFrom(name, text.slice(1), most - 1),
    isSwapped ? 1 + errorsFrom(name.slice(2), text.slice(2), most - 1) : most,
  );
}

/** A name of the release with up to three letters replaced, omitted or inserted, except the first. */
const typed = fc
  .tuple(
    fc.nat({ max: names.length - 1 }),
    fc.array(
      fc.record({
        at: fc.nat({ max: 60 }),
        drop: fc.nat({ max: 1 }),
        put: fc.string({ unit: fc.constantFrom(...'abcxyz 019'), maxLength: 1 }),
      }),
      { maxLength: 3 },
    ),
  )
  .map(([rank, slips]) => {
    let name = names[rank]?.name ?? '';
    for (const { at, drop, put } of slips) {
      const position = 1 + (at % name.length);
      name = name.slice(0, position) + put + name.slice(position + drop);
    }
    return name;
  });

test('a mistyped name finds all cities whose names differ by one or two typing errors, or in the first letter, the largest first', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const most = text.length < 3 ? 0 : text.length < 5 ? 1 : 2;
      const near = names.filter(
        ({ name }) => name.charAt(0) === text.charAt(0) && name !== text && typingErrors(name, text) <= most,
      );
      const [one, first, two] = misspelled.near(text);
      const all = [...new Set(near.map(({ city }) => city))];
      // A city whose name has two spellings may be in both lists.
      assert.deepEqual(
        [...new Set([...one, ...two])]
          .filter((city) => !first.includes(city))
          .sort((left, right) => left - right),
        all.filter((city) => !first.includes(city)),
      );
      const inFirst = names.filter(
        ({ name, city }) =>
          text.length >= 4 &&
          name.charAt(0) !== text.charAt(0) &&
          isFirstWrong(name, text) &&
          !one.includes(city),
      );
      assert.deepEqual(first, [...new Set(inFirst.map(({ city }) => city))]);
      for (const list of [one, first, two])
        assert.deepEqual(
          list,
          list.toSorted((left, right) => left - right),
        );
      for (const { name, city } of near)
        if (typingErrors(name, text) === 1) assert.ok(one.includes(city), name);
    }),
    // Random changes hardly ever swap two letters of Rome, and never change the first one.
    {
      numRuns: 100,
      examples: ['rmoe', 'ondon', 'oslo', 'pslo', 'soslo', 'solo', 'uzhou'].map((each) => [each]),
    },
  );
});

test('two swapped letters count as one typing error, and so does each pair', () => {
  const found = (text: string) => misspelled.near(text)[0].map((rank) => cities[rank]?.id);
  assert.ok(found('lisbno').includes('lisbon'));
  assert.ok(found('toyko').includes('tokyo'));
  assert.equal(typingErrorsBetween('magnitogorsk', 'magnitgoorks'), 2);
  assert.ok(!found('tokoy').includes('kyoto'));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { City } from '../../../src/engine/catalogue/place.ts';
import { matchCity } from '../../../src/engine/matching/matching.ts';
import { openedRelease } from '../../support/release/opened-release.ts';

const release = await openedRelease();
const CITIES = 250;
const SEED = 20_261_127;
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Numbers below a bound that look random and are the same in each run. */
function seeded(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

function neighboursOf(letter: string): string[] {
  const row = KEYS.findIndex((keys) => keys.includes(letter));
  const at = KEYS[row]?.indexOf(letter) ?? -1;
  return [KEYS[row]?.[at - 1], KEYS[row]?.[at + 1], KEYS[row - 1]?.[at], KEYS[row + 1]?.[at]].filter(
    (key) => key !== undefined,
  );
}

/** The ways to mistype a letter of a name: left out, typed twice, swapped with the next one, and the key beside it. */
function mistyped(name: string, at: number): string[] {
  const [before, letter = '', after] = [name.slice(0, at), name[at], name.slice(at + 1)];
  return [
    before + after,
    before + letter + letter + after,
    before + after.slice(0, 1) + letter + after.slice(1),
    ...neighboursOf(letter).map((key) => before + key + after),
  ].filter((text) => text !== name && text === text.trim());
}

const large = release.cities
  .filter(({ kind, partOf }) => kind !== 'PPLX' && partOf === null)
  .slice(0, CITIES);

function plain({ name }: City): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^a-z -]/giu, '')
    .toLowerCase();
}

/** One typing error for each large city. @param from where the letters may be wrong */
function sample(from: number, to: (name: string) => number): { city: City; text: string }[] {
  const below = seeded(SEED);
  return large.flatMap((city) => {
    const name = city.name
      .normalize('NFD')
      .replaceAll(/[^a-z -]/giu, '')
      .toLowerCase();
    const texts = mistyped(name, from + below(Math.max(1, to(name) - from)));
    const text = texts[below(texts.length)];
    // An error in a name of four letters leads to many cities.
    return text === undefined || name.length < 5 ? [] : [{ city, text }];
  });
}

const INSIDE = sample(1, (name) => name.length);
const AT_FIRST = sample(0, () => 1);

function rankOf({ city, text }: (typeof INSIDE)[number]): number {
  return release.findCities({ search: text }).cities.indexOf(city);
}

for (const [where, typed, first, offered] of [
  ['inside a name', INSIDE, 0.96, 0.98],
  ['in the first letter', AT_FIRST, 0.92, 0.96],
] as const)
  test(`of 100 large cities with a typing error ${where}, ${100 * first} are found first, and ${100 * offered} among five`, () => {
    assert.ok(typed.length > 150, String(typed.length));
    const ranks = typed.map(rankOf);
    const within = (most: number) => ranks.filter((rank) => rank >= 0 && rank < most).length / ranks.length;
    assert.ok(within(1) >= first, `first: ${within(1)}`);
    assert.ok(within(5) >= offered, `among five: ${within(5)}`);
  });

test('of 1,000 names of large cities with a letter left out, 8 at most are matched to another city without a question', () => {
  const typed = large.flatMap((city) =>
    [...plain(city)].map((_, at, letters) => ({ city, text: letters.toSpliced(at, 1).join('') })),
  );
  const silent = typed.filter(({ city, text }) => {
    const [best] = matchCity(release, { text }, 1);
    return best?.match === true && best.place !== city;
  });
  const most = 0.008 * typed.length;
  assert.ok(silent.length <= most, `${silent.length} of ${typed.length}: ${silent.map(({ text }) => text)}`);
});

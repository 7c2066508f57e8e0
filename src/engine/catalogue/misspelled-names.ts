import { distance } from 'fastest-levenshtein';
import type { NameIndex } from './name-index.ts';
import { atOnce, CITIES_AT_ONCE, type MadeBy, type Steps } from './steps.ts';

/** Finds the cities whose name may have been mistyped. An error in the first letter is rare, so it has to be the only one. */
export class MisspelledNames {
  readonly #index: NameIndex;
  /** Created on first use, unless `prepare` has made it. */
  #own: MadeBy<typeof ownNames> | undefined;

  constructor(index: NameIndex) {
    this.#index = index;
  }

  /** Makes it before someone mistypes a name. */
  *prepare(): Steps<void> {
    this.#own ??= yield* ownNames(this.#index);
  }

  /**
   * Ranks of the cities whose name differs from the text, folded, by one typing error, of those where it is in the first letter,
   * and of those whose name differs by two; each list by population.
   *
   * @param inFirstLetter whether the first letter may be wrong
   * @param before only cities with a lower rank, which are larger
   */
  near(
    text: string,
    inFirstLetter = true,
    before = Number.POSITIVE_INFINITY,
  ): [one: number[], first: number[], two: number[]] {
    if (text.length < SHORTEST || text.length > LONGEST) return [[], [], []];
    this.#own ??= atOnce(ownNames(this.#index));
    const { cities, from, length, letters, firsts, rests } = this.#own;
    const [one, inFirst, two] = [new Set<number>(), new Set<number>(), new Set<number>()];
    const [most, wanted, first] = [tolerance(text), lettersOf(text), text.charCodeAt(0)];
    const end = firsts[first + 1] ?? 0;
    for (let at = firsts[first] ?? 0; at < end; at++) {
      // One typing error changes at most two members of the set. Comparing the sets first is ten times as fast as computing
      // every distance.
      if ((cities[at] as number) >= before) continue;
      if (Math.abs((length[at] as number) - text.length) > most) continue;
      if (ones((letters[at] as number) ^ wanted) > 2 * most) continue;
      const errors = typingErrorsBetween(this.#index.textAt(from[at] as number, length[at] as number), text);
      if (errors > 0 && errors <= most) (errors === 1 ? one : two).add(cities[at] as number);
    }
    if (inFirstLetter && text.length >= SHORTEST_WITHOUT_FIRST)
      for (const name of withOtherFirstLetter(text, (rest) => rests[hashOf(rest)] === 1))
        for (const { city, level } of this.#index.bearers(name))
          if (city < before && (level === 'own' || level === 'known')) inFirst.add(city);
    const bySize = (ranks: ReadonlySet<number>) => [...ranks].sort((left, right) => left - right);
    // A city with two names may be near by both.
    return [bySize(one), bySize(inFirst.difference(one)), bySize(two.difference(one).difference(inFirst))];
  }
}

/** Shorter names are a typing error away from too many others. */
const [SHORTEST, SHORTEST_WITHOUT_FIRST] = [3, 4];
const LONGEST = 60;

/** How many typing errors we forgive in a name of this length. */
export function tolerance(text: string): number {
  return text.length < 5 ? 1 : 2;
}

/**
 * The cities' own names and those by which they are known, in typed arrays: where each is in the text of the index, and what is
 * compared before the whole name. Names that are much longer than any that we look for are left out.
 */
function* ownNames(index: NameIndex) {
  const cities: number[] = [];
  const from: number[] = [];
  const length: number[] = [];
  const letters: number[] = [];
  /** By the code of a letter: the position of the first name that starts with it, which is where the names of the letter before end. */
  const firsts = new Uint32Array(129);
  /** By the hash of what follows the first letter of a name: 1 if some name has it. */
  const rests = new Uint8Array(HASHES);
  for (const [city, start, end] of index.own()) {
    const name = index.textAt(start, end - start);
    const first = name.charCodeAt(0);
    if (first > 127 || name.length > LONGEST + 2) continue;
    cities.push(city);
    from.push(start);
    length.push(name.length);
    letters.push(lettersOf(name));
    rests[hashOf(name.slice(1))] = 1;
    firsts.fill(cities.length, first + 1);
    if (cities.length % CITIES_AT_ONCE === 0) yield;
  }
  return {
    cities: Uint32Array.from(cities),
    from: Uint32Array.from(from),
    length: Uint8Array.from(length),
    letters: Int32Array.from(letters),
    firsts,
    rests,
  };
}

/**
 * What the text may be if its first letter is wrong, missing or one too many, or if the first two are swapped.
 *
 * @param isRest whether a name may have this after its first letter: a look-up of each letter takes as long as all else
 */
function withOtherFirstLetter(text: string, isRest: (rest: string) => boolean): string[] {
  const [first = '', second = ''] = text;
  const rests = [text.slice(1), text].filter(isRest);
  const others = rests.flatMap((rest) => [...LETTERS].map((letter) => letter + rest));
  return [...others, text.slice(1), second + first + text.slice(2)].filter((name) => name !== text);
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Of the names, a tenth share a hash with another one. */
const HASHES = 2 ** 20;

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return (hash ^ (hash >>> 15)) & (HASHES - 1);
}

/** Two letters in the wrong order are one typing error: `Lisbno`. */
export function typingErrorsBetween(name: string, text: string): number {
  const errors = distance(name, text);
  // Each such pair counts twice in this distance. More than two typing errors are too many anyway.
  return errors < 2 || errors > 4 ? errors : errorsWithSwaps(name, text);
}

/** The distance by optimal string alignment, row by row. */
function errorsWithSwaps(name: string, text: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: text.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= name.length; row++) {
    const errors = [row];
    for (let at = 1; at <= text.length; at++) {
      const [letter, wanted] = [name[row - 1], text[at - 1]];
      let least = Math.min(
        (last[at - 1] ?? 0) + (letter === wanted ? 0 : 1),
        (last[at] ?? 0) + 1,
        (errors[at - 1] ?? 0) + 1,
      );
      if (row > 1 && at > 1 && letter === text[at - 2] && name[row - 2] === wanted)
        least = Math.min(least, (before[at - 2] ?? 0) + 1);
      errors.push(least);
    }
    [before, last] = [last, errors];
  }
  return last[text.length] ?? 0;
}

/**
 * The characters of a text as a bit set. Several characters may share a bit, which lets more texts pass the comparison but never
 * rejects a match.
 */
function lettersOf(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index++) letters |= 1 << (text.charCodeAt(index) & 31);
  return letters;
}

/** The number of set bits. */
function ones(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

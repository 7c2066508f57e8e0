import { distance } from 'fastest-levenshtein';
import type { City } from './release.ts';

interface Entry {
  city: City;
  letters: number;
}

/** Finds the cities whose id somebody may have mistyped. We expect the first letter to be right: people rarely get it wrong. */
export class MisspelledIds {
  /** By first letter and length. */
  readonly #entries: Map<string, Entry[]>;

  constructor(cities: readonly City[]) {
    const entries = cities.map((city) => ({ city, letters: lettersOf(city.id) }));
    this.#entries = Map.groupBy(entries, ({ city: { id } }) => bucketOf(id, id.length));
  }

  /** Cities whose id differs from the text in one letter, and cities whose id differs in two; each by population. */
  near(text: string): [one: City[], two: City[]] {
    const most = tolerance(text);
    const wanted = lettersOf(text);
    const found: [City[], City[]] = [[], []];
    for (let length = text.length - most; length <= text.length + most; length++) {
      for (const { city, letters } of this.#entries.get(bucketOf(text, length)) ?? []) {
        // A slip changes at most two members of the set. Comparing sets first is ten times as fast as counting every slip.
        if (ones(letters ^ wanted) > 2 * most) continue;
        const slips = distance(city.id, text);
        if (slips <= most) found[slips === 1 ? 0 : 1].push(city);
      }
    }
    for (const cities of found) cities.sort((left, right) => left.rank - right.rank);
    return found;
  }
}

/** How many typing errors we forgive in a name of this length. */
export function tolerance(text: string): number {
  return text.length < 5 ? 1 : 2;
}

function bucketOf(id: string, length: number): string {
  return `${id.charAt(0)}${length}`;
}

/** The set of the characters of a text, as bits. Characters that share a bit make the comparison of sets less strict, never wrong. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index++) letters |= 1 << (text.charCodeAt(index) & 31);
  return letters;
}

/** How many bits are set. */
function ones(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

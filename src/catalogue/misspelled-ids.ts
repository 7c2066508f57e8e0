import { distance } from 'fastest-levenshtein';
import type { City } from './release.ts';

interface Entry {
  city: City;
  letters: number;
}

/**
 * Finds the cities whose id a client may have mistyped. We assume that the first letter is right, because people rarely get it
 * wrong.
 */
export class MisspelledIds {
  /** By first letter and length. */
  readonly #entries: Map<string, Entry[]>;

  constructor(cities: readonly City[]) {
    const entries = cities.map((city) => ({ city, letters: lettersOf(city.id) }));
    this.#entries = Map.groupBy(entries, ({ city: { id } }) => bucketOf(id, id.length));
  }

  /** Cities whose id differs from the text by one typing error, and those whose id differs by two; each list by population. */
  near(text: string): [one: City[], two: City[]] {
    const most = tolerance(text);
    const wanted = lettersOf(text);
    const found: [City[], City[]] = [[], []];
    for (let length = text.length - most; length <= text.length + most; length++) {
      for (const { city, letters } of this.#entries.get(bucketOf(text, length)) ?? []) {
        // One typing error changes at most two members of the set. Comparing the sets first is ten times as fast as computing
        // every distance.
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

import { distance } from 'fastest-levenshtein';
import { LRUCache } from 'lru-cache';

/** A city's own name, folded, and its rank. */
export interface OwnName {
  name: string;
  city: number;
}

interface Entry extends OwnName {
  letters: number;
}

/** A bucket has the names with the same first letter and length: 300 of 33,000 on average. */
const KEPT_BUCKETS = 1000;

/**
 * Finds the cities whose name may have been mistyped. We assume that the first letter is right, because people rarely get it
 * wrong. Names are read a bucket at a time, so that no request waits for an index of all.
 */
export class MisspelledNames {
  readonly #buckets: LRUCache<string, Entry[]>;

  /** @param ownNames returns all own names with this first letter and this length */
  constructor(ownNames: (first: string, length: number) => readonly OwnName[]) {
    this.#buckets = new LRUCache({
      max: KEPT_BUCKETS,
      memoMethod: (bucket) =>
        ownNames(bucket.charAt(0), Number(bucket.slice(1))).map(({ name, city }) => ({
          name,
          city,
          letters: lettersOf(name),
        })),
    });
  }

  /**
   * Ranks of the cities whose name differs from the text, folded, by one typing error, and of those whose name differs by two;
   * each list by population.
   */
  near(text: string): [one: number[], two: number[]] {
    const found: [number[], number[]] = [[], []];
    if (text.length < SHORTEST || text.length > LONGEST) return found;
    const most = tolerance(text);
    const wanted = lettersOf(text);
    for (let length = text.length - most; length <= text.length + most; length++) {
      for (const { name, city, letters } of this.#buckets.memo(`${text.charAt(0)}${length}`)) {
        // One typing error changes at most two members of the set. Comparing the sets first is ten times as fast as computing
        // every distance.
        if (ones(letters ^ wanted) > 2 * most) continue;
        const slips = slipsBetween(name, text);
        if (slips > 0 && slips <= most) found[slips === 1 ? 0 : 1].push(city);
      }
    }
    for (const ranks of found) ranks.sort((left, right) => left - right);
    return found;
  }
}

/** Shorter names are a typing error away from too many others. */
const SHORTEST = 4;
const LONGEST = 60;

/** How many typing errors we forgive in a name of this length. */
export function tolerance(text: string): number {
  return text.length < 5 ? 1 : 2;
}

/** Two letters in the wrong order are one typing error: `Lisbno`. */
function slipsBetween(name: string, text: string): number {
  const slips = distance(name, text);
  return slips === 2 && isTransposed(name, text) ? 1 : slips;
}

function isTransposed(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let at = 0;
  while (left[at] === right[at]) at++;
  return (
    left[at] === right[at + 1] && left[at + 1] === right[at] && left.slice(at + 2) === right.slice(at + 2)
  );
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

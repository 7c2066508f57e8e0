import {
  LEVEL_SHIFT,
  NAME_LEVELS,
  type NameLevel,
  type PackedNames,
  RANK_MASK,
} from '../../release/name-index.ts';
import { countWhile } from './bisection.ts';

/** A city that has a name, and what the name is for it. */
export interface Bearer {
  /** Rank of the city. */
  city: number;
  level: NameLevel;
}

/** How a text and a name of a city agree: it is the whole name, its beginning, or the beginning of a later word in it. */
export type Agreement = 'whole' | 'beginning' | 'word';

const LINE_FEED = 10;
const KNOWN = NAME_LEVELS.indexOf('known');
const AGREEMENTS: readonly Agreement[] = ['whole', 'beginning', 'word'];
const ENCODER = new TextEncoder();

/**
 * Finds cities by their names. It holds one text with every name and, sorted, where each word of a name starts, so that the names
 * with a word that starts with a text are a range, found by bisection: a look-up takes about a microsecond, and no memory for
 * names that nobody asks for.
 */
export class NameIndex {
  readonly #text: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #cities: Uint32Array;

  constructor({ text, starts, cities }: PackedNames) {
    this.#text = text;
    this.#starts = numbers(starts);
    this.#cities = numbers(cities);
  }

  /** The cities that have exactly this name, in one of the forms that names are found by. Each is there once. */
  bearers(name: string): Bearer[] {
    if (name === '') return [];
    const wanted = ENCODER.encode(`${name}\n`);
    const bearers: Bearer[] = [];
    // Whole names come before names that end with these words.
    for (let entry = this.#firstNotBefore(wanted); this.#startsWith(entry, wanted); entry++) {
      if (!this.#beginsName(entry)) break;
      bearers.push(this.#bearer(entry));
    }
    return bearers;
  }

  /**
   * Calls back for every name with a word that starts with the text. A city may come several times.
   *
   * @param text not empty
   */
  each(text: string, found: (city: number, level: NameLevel, agreement: Agreement) => void): void {
    const wanted = ENCODER.encode(text);
    for (let entry = this.#firstNotBefore(wanted); this.#startsWith(entry, wanted); entry++) {
      const { city, level } = this.#bearer(entry);
      const isWhole = this.#text[(this.#starts[entry] as number) + wanted.length] === LINE_FEED;
      found(city, level, AGREEMENTS[this.#beginsName(entry) ? (isWhole ? 0 : 1) : 2] as Agreement);
    }
  }

  /** Every name that is a city's own or by which it is known, in the order of names: where it starts in the text, and where it ends. */
  *own(): Generator<[city: number, from: number, to: number]> {
    for (let entry = 0; entry < this.#cities.length; entry++) {
      if ((this.#cities[entry] as number) >>> LEVEL_SHIFT > KNOWN || !this.#beginsName(entry)) continue;
      const from = this.#starts[entry] as number;
      yield [(this.#cities[entry] as number) & RANK_MASK, from, this.#text.indexOf(LINE_FEED, from)];
    }
  }

  /** A name of which all characters are ASCII, from where it starts. */
  textAt(from: number, length: number): string {
    let text = '';
    for (let at = from; at < from + length; at++) text += String.fromCharCode(this.#text[at] as number);
    return text;
  }

  #bearer(entry: number): Bearer {
    const packed = this.#cities[entry] as number;
    return { city: packed & RANK_MASK, level: NAME_LEVELS[packed >>> LEVEL_SHIFT] as NameLevel };
  }

  #beginsName(entry: number): boolean {
    return this.#text[(this.#starts[entry] as number) - 1] === LINE_FEED;
  }

  /** The first entry that starts with the bytes or comes after all that do. */
  #firstNotBefore(wanted: Uint8Array): number {
    return countWhile(this.#starts.length, (entry) => this.#isBefore(entry, wanted));
  }

  #isBefore(entry: number, wanted: Uint8Array): boolean {
    const start = this.#starts[entry] as number;
    for (let at = 0; at < wanted.length; at++) {
      const [one, other] = [this.#text[start + at] as number, wanted[at] as number];
      if (one !== other) return one < other;
      if (one === LINE_FEED) return false;
    }
    return false;
  }

  #startsWith(entry: number, wanted: Uint8Array): boolean {
    const start = this.#starts[entry];
    if (start === undefined) return false;
    for (let at = 0; at < wanted.length; at++) if (this.#text[start + at] !== wanted[at]) return false;
    return true;
  }
}

/** What a database returns need not be aligned. */
function numbers(bytes: Uint8Array): Uint32Array {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

import { fold, inOwnScript } from './fold.ts';
import { spelt } from './spelling.ts';

/**
 * What a name is for a city. `own`: the name that is shown, and the id. `known`: what people also call it, in English or in the
 * place itself (`Munich` and `München`, `Bombay`). `other`: any other name that the gazetteer has. `within`: the name of a
 * district or an island that the city is in. `airport`: the IATA code of an airport of the city.
 */
export const NAME_LEVELS = ['own', 'known', 'other', 'within', 'airport'] as const;
export type NameLevel = (typeof NAME_LEVELS)[number];

/** Whether a name of this level is one of the city itself. */
export function isOfCity(level: NameLevel): boolean {
  return level !== 'within' && level !== 'airport';
}

/** A name of a city as people write it. */
export interface CityName {
  name: string;
  /** Rank of the city. */
  city: number;
  level: NameLevel;
}

/** The table of a release: its three columns, each one buffer of little-endian numbers or text. */
export interface PackedNames {
  /** Every name once, in the forms that it is found by, each between line feeds; UTF-8. */
  text: Uint8Array;
  /** By entry, in the order of the texts from there to the line feed: where a word of a name starts in `text`. */
  starts: Uint8Array;
  /** By entry: the rank of the city, and in the highest byte the level. */
  cities: Uint8Array;
}

export const LEVEL_SHIFT = 24;
export const RANK_MASK = 2 ** LEVEL_SHIFT - 1;
const END = '\n';
/** These few characters sort differently in UTF-16 and in UTF-8. A name with one is found by its transliteration. */
const BEYOND_BASIC_PLANE = /[\ud800-\udfff]/;

/**
 * The forms in which a name is found: folded, with the spelling of its abbreviations settled, and in its own script if that is not
 * the Latin one. Chinese characters are found only as they are, because they are read differently in each language: the Mandarin
 * reading of what Paris is called in China is `Bali`.
 */
export function formsOf(name: string): string[] {
  const own = inOwnScript(name);
  const folded = /\p{Script=Han}/u.test(name) ? '' : fold(name);
  const forms: string[] = [];
  for (const form of [folded, spelt(folded), own ?? ''])
    if (form !== '' && !forms.includes(form) && !BEYOND_BASIC_PLANE.test(form)) forms.push(form);
  return forms;
}

/**
 * Packs the names into the form in which a release has them. A city that has a name twice has it at the better level.
 *
 * @param names all of a city together
 */
export function packNames(names: Iterable<CityName>): PackedNames {
  /** By form, its cities as in `PackedNames.cities`. */
  const named = new Map<string, number[]>();
  for (const { name, city, level } of names)
    for (const form of formsOf(name)) {
      const entry = ((NAME_LEVELS.indexOf(level) << LEVEL_SHIFT) | city) >>> 0;
      const entries = named.getOrInsertComputed(form, () => []);
      const last = entries.at(-1);
      if (last === undefined || (last & RANK_MASK) !== city) entries.push(entry);
      else entries[entries.length - 1] = Math.min(entry, last);
    }
  return pack(named);
}

function pack(named: ReadonlyMap<string, readonly number[]>): PackedNames {
  const forms = [...named.keys()].sort();
  const text = new TextEncoder().encode(END + forms.map((form) => form + END).join(''));
  const words: { from: string; isFirst: boolean; start: number; entries: readonly number[] }[] = [];
  let start = 1;
  for (const form of forms) {
    const entries = named.get(form) ?? [];
    for (let at = 0; at !== -1; ) {
      words.push({
        from: form.slice(at),
        isFirst: at === 0,
        start: start + Buffer.byteLength(form.slice(0, at)),
        entries,
      });
      const space = form.indexOf(' ', at);
      at = space === -1 ? -1 : space + 1;
    }
    start += Buffer.byteLength(form) + 1;
  }
  words.sort((left, right) =>
    left.from < right.from ? -1 : left.from > right.from ? 1 : Number(right.isFirst) - Number(left.isFirst),
  );
  const count = words.reduce((sum, { entries }) => sum + entries.length, 0);
  const starts = new Uint32Array(count);
  const cities = new Uint32Array(count);
  let position = 0;
  for (const { start, entries } of words) {
    starts.fill(start, position, position + entries.length);
    cities.set(entries, position);
    position += entries.length;
  }
  return { text, starts: new Uint8Array(starts.buffer), cities: new Uint8Array(cities.buffer) };
}

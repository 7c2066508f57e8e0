import { fold } from '../../release/fold.ts';
import type { City } from './place.ts';
import type { Scopes } from './scopes.ts';

/** The city that a text names, and the part of the text that is its name and where it is; undefined if it names none. */
export interface Reading {
  city: City | undefined;
  text: string;
}

interface Search {
  bearers(text: string): readonly City[];
  ofAirport(text: string): readonly City[];
  scopesNamed(text: string): Scopes;
}

/**
 * Reads the text as it is, then with the code of an airport, then without what lists add to names.
 *
 * @param cityOf the city that a text names as it is
 */
export function readName(text: string, cityOf: (text: string) => City | undefined, search: Search): Reading {
  const city = cityOf(text);
  if (city !== undefined) return { city, text };
  const served = cityWithAirport(text, search);
  if (served !== undefined) return served;
  // Garden City is a name of several cities, and Gardena is none of them.
  for (const bare of search.bearers(text).length > 0 ? [] : barerNames(text)) {
    const meant = cityOf(bare) ?? cityWithAirport(bare, search)?.city;
    if (meant === undefined) continue;
    // `Central Java` is a region, and the town of Java is not in it.
    const scopes = search.scopesNamed(text);
    if (scopes.isEmpty || scopes.has(meant)) return { city: meant, text: bare };
  }
  return { city: undefined, text };
}

/** `London (LHR)`, `Portland PWM`: the one city with this name, or with a name that the text begins with, that the airport serves. */
function cityWithAirport(text: string, search: Search): Reading | undefined {
  for (const { code, rest } of codesIn(text)) {
    // The gazetteer has some codes as names of the city.
    const served = [...new Set([...search.ofAirport(code), ...search.bearers(code)])];
    if (served.length === 0 || rest === '') continue;
    const named = new Set(search.bearers(rest));
    const begun = ` ${fold(rest)} `;
    const [city, other] = served.filter(
      (each) => named.has(each) || begun.startsWith(` ${fold(each.name)} `),
    );
    if (city !== undefined && other === undefined) return { city, text: rest };
  }
  return undefined;
}

/** Words in front of a name that say which part of the city is meant, or how much around it. */
const BEFORE =
  /^\s*(?:the\s+)?(?:greater|downtown|central|inner|metro(?:politan)?|(?:city|town|municipality) of|gro(?:ß|ss)raum|gran|grand|ciudad de|cidade de|ville de|stadt|comune di|gemeente|miasto|m[eě]sto|kota|город|місто|[гм]\.?)\s+(?=\S)/iu;
/** The same words behind it, up to the end of the text or of the phrase. */
const BEHIND =
  /[\s-]+(?:metro(?:politan)?(?:\s+(?:area|region|district))?|(?:(?:urban|bay|capital)\s+)?(?:area|region)|agglomeration|msa|cbd|downtown|(?:(?:city|town)\s+)?cent(?:er|re)|city|district|(?:and|&)\s+(?:surroundings|suburbs)|(?:(?:international|int['’]?l)\s+)?airport|cedex|suburbs|hq|headquarters|(?:head\s+)?office)(?=\s*(?:$|[,;()（）]))/giu;
/** What lists add at the end to a name that has a place of its own: `Boston (Metro)`, `Boston, Greater`. */
const REMARK = /(?:\s*\((?:metro|city|hq|main|(?:head )?office)\)|,\s*greater)\s*$/iu;
/** Postal codes, districts and house numbers: `D-80331`, `1012 AB`, `SW1A 1AA`, `15e`. In `14-Shanghai`, only the number is one. */
const WITH_DIGITS =
  /(?<!\S)\d{4} [A-Z]{2}(?= \p{L})|(?<![^\s,;()（）[\]/])(?:\p{L}{1,3}-)?[^\s,;()（）[\]/-]*\d[^\s,;()（）[\]/-]*(?:-[^\s,;()（）[\]/-]*\d[^\s,;()（）[\]/-]*)*/gu;

/** `geonames:1850147` is a place of its own, and no postal code. */
const ID = /\p{L}:\S/u;

/**
 * The text without what lists of addresses and of metropolitan areas add to the names of cities, in up to three steps: numbers, then
 * words before the name such as `Greater`, then those behind it such as `Metropolitan Area`. Some names consist of these, so the text itself is tried first.
 */
export function barerNames(text: string): string[] {
  if (ID.test(text)) return [];
  const withoutNumbers = tidy(text.replaceAll(WITH_DIGITS, ' '));
  const begun = tidy(withoutNumbers.replace(REMARK, '').replace(BEFORE, ''));
  const bare = tidy(begun.replaceAll(BEHIND, ''));
  return [...new Set([withoutNumbers, begun, bare])].filter(
    (each) => each !== tidy(text) && /\p{L}/u.test(each),
  );
}

/** Beginnings and ends of a text, the longest first, of which one may be a name: `London Heathrow`, `Landeshauptstadt München`. */
export function partsOf(text: string): string[][] {
  const words = text.split(/[^\p{L}\p{M}\p{N}'’.]+/u).filter((word) => word !== '');
  if (words.length > MOST_WORDS) return [];
  return words
    .slice(1)
    .map((_, fewer) => words.length - 1 - fewer)
    .map((count) =>
      [words.slice(0, count), words.slice(-count)]
        .map((part) => part.join(' '))
        .filter((part) => fold(part).length >= SHORTEST_PART),
    );
}

const MOST_WORDS = 12;
/** Letters. Shorter words are mostly articles. */
const SHORTEST_PART = 4;

/** A code of three capital letters, and the text without it: `London (LHR)`. */
function codesIn(text: string): { code: string; rest: string }[] {
  return [...text.matchAll(CODE)].slice(0, MOST_CODES).map(({ 0: code, index }) => ({
    code,
    rest: tidy(`${text.slice(0, index)} ${text.slice(index + code.length)}`),
  }));
}

const CODE = /(?<![\p{L}\p{N}])[A-Z]{3}(?![\p{L}\p{N}])/gu;
const MOST_CODES = 3;

function tidy(text: string): string {
  return text
    .replaceAll(/[([（][\s,;]*[)\]）]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s,;-]+|[\s,;-]+$/g, '');
}

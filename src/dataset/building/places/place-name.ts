import { fold } from '../../../release/fold.ts';

/** A name as part of a URL: `Xi’an` → `xian`, `Trinidad & Tobago` → `trinidad-and-tobago`. */
export function slugOf(name: string): string {
  return fold(name.replaceAll('&', ' and ')).replaceAll(' ', '-');
}

const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;

/**
 * The name of a city in English: GeoNames' own, unless a person gave the city an id by another of its names (`geneva`), which is then
 * shown, with accents only if GeoNames' own name has them too (`Querétaro`). In Latin letters.
 *
 * @param alternatives GeoNames' other names of the city
 */
export function englishName(
  { name, asciiName, country }: { name: string; asciiName: string; country: string },
  id: string,
  alternatives: readonly string[],
): string {
  if (!LATIN.test(name)) return asciiName;
  if (id.startsWith(slugOf(name))) return withoutTransliteration(name, country);
  const spelled = alternatives.filter((other) => LATIN.test(other) && slugOf(other) === id);
  const found =
    spelled.find((other) => name.includes(other)) ??
    spelled.find((other) => /^[\x20-\x7e]*$/.test(other)) ??
    name;
  return withoutTransliteration(found, country);
}

/** Macrons, dots and lines below and above, and cedillas except that of ç: of a letter that has been decomposed. */
const OF_TRANSLITERATION = /[\u0304\u0307\u0323\u0331\u032e]|(?<!c)\u0327/gi;

/**
 * A name as English writes it: where the country's own script is not Latin, macrons and dots are a transliteration's (`Bhālki`).
 * Elsewhere they are letters of the language (`Liepāja`, `Iaşi`).
 *
 * @param country ISO 3166-1 alpha-2
 */
export function withoutTransliteration(name: string, country: string): string {
  const { script } = new Intl.Locale(`und-${country}`).maximize();
  if (script === undefined || script === 'Latn') return name;
  return name.normalize('NFD').replace(OF_TRANSLITERATION, '').normalize('NFC');
}

export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;

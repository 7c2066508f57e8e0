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
  { name, asciiName }: { name: string; asciiName: string },
  id: string,
  alternatives: readonly string[],
): string {
  if (!LATIN.test(name)) return asciiName;
  if (id.startsWith(slugOf(name))) return name;
  const spelled = alternatives.filter((other) => LATIN.test(other) && slugOf(other) === id);
  return (
    spelled.find((other) => name.includes(other)) ??
    spelled.find((other) => /^[\x20-\x7e]*$/.test(other)) ??
    name
  );
}

export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;

import type { TSchema } from 'typebox';
import type { Country } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { type Answer, LongList, type View } from '../endpoint.ts';
import * as field from '../field.ts';
import { type Shape, schemaOf } from '../formats/fields.ts';
import { memo } from '../memo.ts';
import { invalidParameter } from '../problems.ts';

/** Names of countries in the language that the parameter `lang` asks for. */

/** The longest tag that is worth reading. */
const MAX_TAG_LENGTH = 35;

/** The parameter `lang` of every endpoint whose answers name countries. */
export const LanguageParameter = field.text(
  'Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English.',
  { minLength: 2, maxLength: MAX_TAG_LENGTH },
  'de',
);

/** By language, the names of countries by id. */
type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

const namesIn = new WeakMap<Release, Names>();

function namesOf(release: Release): Names {
  return memo(namesIn, release, () => {
    const names = new Map<string, Map<string, string>>();
    for (const { id, detail } of release.countries)
      for (const [language, name] of Object.entries({ ...detail.translations, ...detail.native_names }))
        memo(names, language, () => new Map()).set(id, name);
    return names;
  });
}

/** The languages in which every country has a name. */
export function languagesOfCountries(release: Release): string[] {
  const complete = [...namesOf(release)].filter(([, names]) => names.size === release.countries.length);
  return complete.map(([language]) => language).sort();
}

/** `de-AT` is read as `de`, `zh-TW` as `zh-Hant`. @throws Problem for a text that is no language of a name */
export function languageNamed(release: Release, tag: string): string {
  const found = knownLanguage(tag, (language) => namesOf(release).has(language));
  if (found !== undefined) return found;
  throw invalidParameter(
    'lang',
    `must be a language with names of countries: ${languagesOfCountries(release).join(', ')}, or one that is official somewhere`,
  );
}

/** The most exact language of a tag that is known, also of one with underscores, as many programs write it; undefined for a malformed tag. */
export function knownLanguage(tag: string, isKnown: (language: string) => boolean): string | undefined {
  try {
    const locale = new Intl.Locale(tag.replaceAll('_', '-'));
    const { language, script } = locale.maximize();
    return [SAME[language], locale.baseName, `${language}-${script}`, language].find(
      (each) => each !== undefined && isKnown(each),
    );
  } catch {
    return undefined;
  }
}

/** Codes of a language that is known by another. */
const SAME: Readonly<Record<string, string>> = { no: 'nb' };

/** Its English name, if it has none in the language. */
export function countryName({ release, lang }: Pick<View, 'release' | 'lang'>, country: Country): string {
  return (lang === undefined ? undefined : namesOf(release).get(lang)?.get(country.id)) ?? country.name;
}

/** In a sentence from the left: marks keep a name from the right apart, or the figure after it would be shown before it. */
export function countryInText(view: Pick<View, 'release' | 'lang'>, country: Country): string {
  const name = countryName(view, country);
  return FROM_THE_RIGHT.test(name) ? `\u2068${name}\u2069` : name;
}

const FROM_THE_RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The answer with names of countries in a language. */
export function named(release: Release, lang: string, schema: TSchema, answer: Answer): Answer {
  const names = namesOf(release).get(lang);
  const { body } = answer;
  if (names === undefined) return answer;
  if (!(body instanceof LongList)) return { ...answer, body: renamed(body, schema, names) };
  const slice = (from: number, to: number) => renamed(body.slice(from, to), schema, names) as unknown[];
  return { ...answer, body: new LongList(body.length, slice) };
}

/** Schemas of a country: an object with `id`, `name` and `name_language`. */
const COUNTRIES: ReadonlySet<unknown> = new Set(['CountryReference', 'CountrySummary', 'Country']);

const naming = new WeakMap<TSchema, boolean>();

/** Whether values of a schema have countries in them. */
export function namesCountries(schema: TSchema): boolean {
  const { $id, properties, patternProperties, items } = schema as Shape & { $id?: string };
  const parts = () => [...Object.values({ ...properties, ...patternProperties }), ...(items ? [items] : [])];
  return memo(naming, schema, () => COUNTRIES.has($id) || parts().some(namesCountries));
}

const namingFields = new WeakMap<TSchema, readonly string[]>();

function fieldsWithCountries(schema: TSchema): readonly string[] {
  return memo(namingFields, schema, () => {
    const fields = Object.entries((schema as Shape).properties ?? {});
    return fields.flatMap(([name, of]) => (namesCountries(of) ? [name] : []));
  });
}

/** Copies only what it changes: answers share parts with each other. */
function renamed(value: unknown, schema: TSchema, names: ReadonlyMap<string, string>): unknown {
  if (typeof value !== 'object' || value === null || !namesCountries(schema)) return value;
  const { $id, items, patternProperties } = schema as Shape & { $id?: string };
  if (items !== undefined) return (value as unknown[]).map((item) => renamed(item, items, names));
  const copy: Record<string, unknown> = { ...value };
  // Lists have many items of one schema: only the fields that have countries in them are looked at.
  for (const name of patternProperties === undefined ? fieldsWithCountries(schema) : Object.keys(value)) {
    const of = schemaOf(schema, name);
    if (of !== undefined && name in value) copy[name] = renamed(copy[name], of, names);
  }
  if (!COUNTRIES.has($id)) return copy;
  const name = names.get(String(copy.id));
  return { ...copy, ...(name === undefined ? { name_language: 'en' } : { name }) };
}

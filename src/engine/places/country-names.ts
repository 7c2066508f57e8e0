import type { TSchema } from 'typebox';
import type { Country } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { type Answer, LongList, type View } from '../endpoint.ts';
import * as field from '../field.ts';
import type { Shape } from '../formats/fields.ts';
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
  const known = namesIn.get(release);
  if (known !== undefined) return known;
  const names = new Map<string, Map<string, string>>();
  for (const { id, detail } of release.countries) {
    for (const [language, name] of Object.entries({ ...detail.translations, ...detail.native_names })) {
      const inLanguage = names.get(language) ?? new Map<string, string>();
      names.set(language, inLanguage.set(id, name));
    }
  }
  namesIn.set(release, names);
  return names;
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
  const rename = renamer(schema);
  const { body } = answer;
  if (names === undefined || rename === undefined) return answer;
  if (!(body instanceof LongList)) return { ...answer, body: rename(body, names) };
  const slice = (from: number, to: number) => rename(body.slice(from, to), names) as unknown[];
  return { ...answer, body: new LongList(body.length, slice) };
}

export function namesCountries(schema: TSchema): boolean {
  return renamer(schema) !== undefined;
}

/** Copies only what it changes: answers share parts with each other. */
type Rename = (value: unknown, names: ReadonlyMap<string, string>) => unknown;

const renamers = new WeakMap<TSchema, { rename: Rename | undefined }>();

/** What renames the countries in values of a schema; undefined if it has none. */
function renamer(schema: TSchema): Rename | undefined {
  const known = memo(renamers, schema, () => ({ rename: makeRenamer(schema) }));
  return known.rename;
}

/** Schemas of a country: an object with `id`, `name` and `name_language`. */
const COUNTRIES: ReadonlySet<unknown> = new Set(['CountryReference', 'CountrySummary', 'Country']);

function makeRenamer(schema: TSchema): Rename | undefined {
  const { $id, properties = {}, patternProperties = {}, items } = schema as Shape & { $id?: string };
  const ofItem = items === undefined ? undefined : renamer(items);
  if (ofItem !== undefined) return (value, names) => (value as unknown[]).map((item) => ofItem(item, names));
  const isCountry = COUNTRIES.has($id);
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const rename = renamer(field);
    return rename === undefined ? [] : [{ name, rename }];
  });
  const [ofEach] = Object.values(patternProperties).map(renamer);
  if (!isCountry && fields.length === 0 && ofEach === undefined) return undefined;
  return (value, names) => {
    if (typeof value !== 'object' || value === null) return value;
    const from = value as Record<string, unknown>;
    const renamed = { ...from };
    const each = ofEach && Object.keys(from).map((name) => ({ name, rename: ofEach }));
    for (const { name, rename } of each ?? fields)
      if (from[name] !== undefined) renamed[name] = rename(from[name], names);
    return isCountry ? { ...renamed, ...nameFrom(names, String(from.id)) } : renamed;
  };
}

function nameFrom(names: ReadonlyMap<string, string>, id: string) {
  const name = names.get(id);
  return name === undefined ? { name_language: 'en' } : { name };
}

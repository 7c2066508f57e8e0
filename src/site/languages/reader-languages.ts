import { LRUCache } from 'lru-cache';
import type { Catalogue } from '../../engine/catalogue/catalogue.ts';
import { knownLanguage, languagesOfCountries } from '../../engine/places/country-names.ts';
import { acceptedLanguages } from '../../service/http/negotiation.ts';
import { ENGLISH, type Messages } from './english.ts';
import { GERMAN } from './german.ts';

/** The languages that pages are translated into. A new one is a catalogue with a file, as `german.ts`, and a line here. */
export const TRANSLATIONS: Readonly<Record<string, Messages>> = {
  en: ENGLISH,
  de: { ...ENGLISH, ...GERMAN },
};

/** The messages of a language; English if there is no translation. */
export function messagesIn(language: string | undefined): Messages {
  const known = language !== undefined && Object.hasOwn(TRANSLATIONS, language);
  return (known ? TRANSLATIONS[language] : undefined) ?? ENGLISH;
}

/** Browsers send one of a few hundred headers. */
const REMEMBERED = 500;
const ENGLISH_NAMES = 'en';

/** What readers’ browsers ask for, among the languages in which every country has a name. */
export class ReaderLanguages {
  readonly #catalogue: Catalogue;
  readonly #known = new LRUCache<string, string>({ max: REMEMBERED });

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  /** The language that the reader prefers; undefined for English. */
  accepted(acceptLanguage: string | undefined): string | undefined {
    if (acceptLanguage === undefined || this.#catalogue.isEmpty) return undefined;
    let language = this.#known.get(acceptLanguage);
    if (language === undefined) {
      const languages = new Set(languagesOfCountries(this.#catalogue.release));
      const found = acceptedLanguages(acceptLanguage).map((tag) =>
        knownLanguage(tag, (each) => languages.has(each)),
      );
      language = found.find((each) => each !== undefined) ?? ENGLISH_NAMES;
      this.#known.set(acceptLanguage, language);
    }
    return language === ENGLISH_NAMES ? undefined : language;
  }
}

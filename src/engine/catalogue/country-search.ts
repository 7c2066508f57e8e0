import { fold } from '../../release/fold.ts';
import { memo } from '../memo.ts';
import { tolerance, typingErrorsBetween } from './misspelled-names.ts';
import type { Country } from './place.ts';
import type { Scope } from './scopes.ts';

/** Finds countries by name. */
export class CountrySearch {
  readonly #countries: readonly Country[];
  /** By own or official name, folded. */
  readonly #own: ReadonlyMap<string, ReadonlySet<Country>>;
  readonly #scopes: (name: string) => readonly Scope[];

  /** @param scopes the countries and regions with a name, folded */
  constructor(countries: readonly Country[], scopes: (name: string) => readonly Scope[]) {
    this.#countries = countries;
    const own = new Map<string, Set<Country>>();
    for (const country of countries)
      for (const name of [country.name, country.detail.official_name ?? ''])
        if (name !== '') memo(own, fold(name), () => new Set()).add(country);
    this.#own = own;
    this.#scopes = scopes;
  }

  /**
   * The only country with this as its own or official name; otherwise the only one with it as another name, unless it is also the
   * name of a region, such as England, or part of another country's name, such as Congo or Korea.
   */
  named(folded: string): Country | undefined {
    const [own, sameName] = this.#own.get(folded) ?? [];
    if (own !== undefined && sameName === undefined) return own;
    const named = this.#countries.filter(({ names }) => names.includes(`|${folded}|`));
    // Otherwise the countries with this name in another order or abbreviated.
    const scopes = this.#scopes(folded);
    const byForm = scopes.flatMap(({ country, region }) =>
      region === '' ? this.#countries.filter(({ id }) => id === country) : [],
    );
    const [country, other] = named.length > 0 ? named : byForm;
    const isRegion = scopes.some(({ region }) => fold(region) === folded);
    if (country === undefined || other !== undefined || isRegion) return undefined;
    const isPartOfAnother = [...this.#own].some(
      ([own, countries]) =>
        ` ${own} `.includes(` ${folded} `) && [...countries].some((each) => each !== country),
    );
    return isPartOfAnother ? undefined : country;
  }

  /**
   * Countries with exactly this name; then those with a name that starts with it, the own name before others; then those with a
   * name in which a word starts with it. If there are none, those whose id the text may misspell.
   */
  candidates(text: string): Country[] {
    const wanted = fold(text);
    if (wanted === '') return [];
    const having = this.#countries.filter(({ names }) => names.includes(wanted));
    const named = [
      ({ names }: Country) => names.includes(`|${wanted}|`),
      // The country's own name comes first.
      ({ names }: Country) => names.startsWith(`|${wanted}`),
      ({ names }: Country) => names.includes(`|${wanted}`),
      ({ names }: Country) => names.includes(` ${wanted}`),
    ].flatMap((isNamed) => having.filter(isNamed));
    if (named.length > 0) return [...new Set(named)];
    return this.#countries
      .filter(({ id }) => Math.abs(id.length - wanted.length) <= tolerance(wanted))
      .map((country) => ({ country, errors: typingErrorsBetween(country.id.replaceAll('-', ' '), wanted) }))
      .filter(({ errors }) => errors <= tolerance(wanted))
      .sort((one, other) => one.errors - other.errors)
      .map(({ country }) => country);
  }
}

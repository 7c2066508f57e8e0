import { LRUCache } from 'lru-cache';
import { countryForm } from '../../release/country-form.ts';
import { memo } from '../memo.ts';
import type { Country } from './place.ts';
import type { Scope } from './scopes.ts';
import { atOnce, CITIES_AT_ONCE, type Steps } from './steps.ts';

/** A name, folded, that tells places apart when it is added to theirs: of a country or a first-level region. */
export type Qualifier = Scope & { name: string };

const KEPT_NAMES = 2000;

/** What names of countries and regions cover. */
export class Qualifiers {
  readonly #read: () => Iterable<Qualifier>;
  /** Created on first use, unless `prepare` has made it. */
  #byName: ReadonlyMap<string, readonly Scope[]> | undefined;
  /** A text is read several times, and each run of its words is looked up. */
  readonly #named = new LRUCache<string, readonly Scope[]>({
    max: KEPT_NAMES,
    memoMethod: (name) => this.#find(name),
  });
  /** By id of the state that they belong to. */
  readonly #territories: ReadonlyMap<string | null, readonly Country[]>;

  constructor(countries: readonly Country[], read: () => Iterable<Qualifier>) {
    this.#read = read;
    this.#territories = Map.groupBy(countries, ({ part_of }) => part_of);
  }

  *prepare(): Steps<void> {
    this.#byName ??= yield* this.#grouped();
  }

  /** The countries and regions with this name, folded. */
  named(name: string): readonly Scope[] {
    return this.#named.memo(name);
  }

  #find(name: string): readonly Scope[] {
    this.#byName ??= atOnce(this.#grouped());
    return (
      this.#byName.get(name) ??
      this.#byName.get(countryForm(name))?.filter(({ region }) => region === '') ??
      []
    );
  }

  /** The same, where the name of a state also covers its territories: people write `San Juan, USA`. */
  covered(name: string): readonly Scope[] {
    return this.named(name).flatMap((scope) => {
      const territories = scope.region === '' ? this.#territories.get(scope.country) : undefined;
      return [scope, ...(territories ?? []).map(({ id }) => ({ country: id, region: '' }))];
    });
  }

  *#grouped(): Steps<Map<string, Scope[]>> {
    const byName = new Map<string, Scope[]>();
    let read = 0;
    for (const { name, ...scope } of this.#read()) {
      memo(byName, name, () => []).push(scope);
      if (++read % CITIES_AT_ONCE === 0) yield;
    }
    return byName;
  }
}

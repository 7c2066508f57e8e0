import { fold } from '../../release/fold.ts';

/** Where a city has to be: anywhere in a country, or in one of its first-level regions. */
export interface Scope {
  /** Country id. */
  country: string;
  /** Name of the region; empty: anywhere in the country. */
  region: string;
}

/** Several scopes, in one of which a city has to be. `EVERYWHERE` has no bounds. */
export class Scopes {
  /** By country: the regions; null for all of it. */
  readonly #regions: ReadonlyMap<string, ReadonlySet<string> | null>;

  constructor(regions: ReadonlyMap<string, ReadonlySet<string> | null> = new Map()) {
    this.#regions = regions;
  }

  static of(scopes: readonly Scope[]): Scopes {
    const regions = new Map<string, Set<string> | null>();
    for (const { country, region } of scopes) {
      const before = regions.get(country);
      if (region === '' || before === null) regions.set(country, null);
      else if (before === undefined) regions.set(country, new Set([region]));
      else before.add(region);
    }
    return new Scopes(regions);
  }

  get isEmpty(): boolean {
    return this !== EVERYWHERE && this.#regions.size === 0;
  }

  has({ country, region }: { country: string; region: string | null }): boolean {
    if (this === EVERYWHERE) return true;
    const regions = this.#regions.get(country);
    return regions !== undefined && (regions === null || regions.has(region ?? ''));
  }

  /** Whether it has the whole country. */
  hasAllOf(country: string): boolean {
    return this === EVERYWHERE || this.#regions.get(country) === null;
  }

  /** Only the countries that it has as a whole. */
  wholeCountries(): Scopes {
    return new Scopes(new Map([...this.#regions].filter(([, regions]) => regions === null)));
  }

  /** The regions whose names are in the text, folded. */
  namedIn(text: string): Scopes {
    const named = new Map<string, Set<string>>();
    for (const [country, regions] of this.#regions) {
      const present = [...(regions ?? [])].filter((region) => ` ${text} `.includes(` ${fold(region)} `));
      if (present.length > 0) named.set(country, new Set(present));
    }
    return new Scopes(named);
  }

  /** Each country with its regions, or null for all of it. */
  entries(): Iterable<[country: string, regions: ReadonlySet<string> | null]> {
    return this.#regions.entries();
  }

  and(other: Scopes): Scopes {
    if (this === EVERYWHERE) return other;
    if (other === EVERYWHERE) return this;
    const common = new Map<string, ReadonlySet<string> | null>();
    for (const [country, regions] of this.#regions) {
      const others = other.#regions.get(country);
      if (others === undefined) continue;
      const both = regions === null ? others : others === null ? regions : regions.intersection(others);
      if (both === null || both.size > 0) common.set(country, both);
    }
    return new Scopes(common);
  }

  or(other: Scopes): Scopes {
    if (this === EVERYWHERE || other.isEmpty) return this;
    if (other === EVERYWHERE || this.isEmpty) return other;
    const either = new Map(this.#regions);
    for (const [country, regions] of other.#regions) {
      const others = either.get(country);
      if (others === undefined) either.set(country, regions);
      else either.set(country, regions === null || others === null ? null : regions.union(others));
    }
    return new Scopes(either);
  }
}

export const EVERYWHERE = new Scopes();
export const NOWHERE = new Scopes();

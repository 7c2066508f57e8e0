import type { PublishedRow } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';

/** The meaning of a publisher's country codes that differ from ISO 3166-1. */
export interface CountryRules {
  /** Codes of the publisher's own for a place that has an ISO 3166-1 code: `ROM` → `ROU`. */
  ownCodes?: Readonly<Record<string, string>>;
  /** Codes that stand for more than one country, with the reason: `WLD` → `an aggregate of countries`. */
  noCountry?: Readonly<Record<string, string>>;
}

/**
 * Ties the country codes of one publisher to places. Plain ISO 3166-1 codes need no review; every code that
 * differs from the standard is recorded, and one that has not been reviewed is an error.
 */
export class CountryMatches {
  readonly #gazetteer: Gazetteer;
  readonly #ownCodes: ReadonlyMap<string, string>;
  readonly #noCountry: ReadonlyMap<string, string>;
  /** By the publisher's code. */
  readonly #departures = new Map<string, Match>();

  constructor(gazetteer: Gazetteer, rules: CountryRules = {}) {
    this.#gazetteer = gazetteer;
    this.#ownCodes = new Map(Object.entries(rules.ownCodes ?? {}));
    this.#noCountry = new Map(Object.entries(rules.noCountry ?? {}));
  }

  /** The place key of the code in `column`; null if the code stands for more than one country. */
  placeOf(row: PublishedRow, column: string, name: string): string | null {
    const code = row.required(column);
    const reason = this.#noCountry.get(code);
    if (reason !== undefined) {
      this.#remember(code, name, '', reason);
      return null;
    }
    const ownCode = this.#ownCodes.get(code);
    const country = this.#gazetteer.countryByCode(ownCode ?? code);
    if (country === undefined) {
      throw row.fault(
        column,
        `${JSON.stringify(code)} is neither an ISO 3166-1 code nor known as this publisher's own`,
      );
    }
    if (ownCode !== undefined) this.#remember(code, name, country.key, 'code');
    return country.key;
  }

  /** For a country that the publisher has, but whose figures the reader leaves out. */
  leaveOut(row: PublishedRow, column: string, name: string, reason: string): void {
    this.#remember(row.required(column), name, '', reason);
  }

  /** One Match per code that is not plain ISO 3166-1, the unmatched with the reason. */
  departures(): Match[] {
    return [...this.#departures.values()];
  }

  /** Names change between files of one publisher (Turkey, Türkiye); the first that is met is kept. */
  #remember(code: string, name: string, place: string, how: string): void {
    if (this.#departures.has(code)) return;
    this.#departures.set(code, { published: name === code ? code : `${code} | ${name}`, place, how });
  }
}

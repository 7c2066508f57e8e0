import type { PublishedRow } from '../../building/files/published-file.ts';
import { recordTable, text } from '../../building/files/records.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';

const COUNTRY_CODES = recordTable('readers/country-codes', {
  reader: text,
  code: text,
  country: text,
  reason: text,
});

/**
 * Ties the country codes of one publisher to places. Plain ISO 3166-1 codes need no review; every code that
 * differs from the standard is recorded, and one that has not been reviewed is an error.
 */
export class CountryMatches {
  readonly #gazetteer: Gazetteer;
  readonly #reviewed: ReadonlyMap<string, { country: string; reason: string }>;
  readonly #aggregates: ReadonlyMap<string, string>;
  /** By the publisher's code. */
  readonly #departures = new Map<string, Match>();

  /**
   * @param reader whose decisions in data/readers/country-codes.tsv hold: the ISO 3166-1 code that a code of the publisher's own
   *   means, or why it means no country
   * @param aggregates further codes that stand for more than one country, with the reason
   */
  constructor(gazetteer: Gazetteer, reader: string, aggregates: Iterable<readonly [string, string]> = []) {
    this.#gazetteer = gazetteer;
    const rows = COUNTRY_CODES.read(gazetteer.dataDirectory).filter((row) => row.reader === reader);
    this.#reviewed = new Map(rows.map((row) => [row.code, row]));
    this.#aggregates = new Map(aggregates);
  }

  /** The place key of the code in `column`; null if the code stands for more than one country. */
  placeOf(row: PublishedRow, column: string, name: string): string | null {
    const code = row.required(column);
    const reviewed = this.#reviewed.get(code);
    const reason = reviewed?.country === '' ? reviewed.reason : this.#aggregates.get(code);
    if (reason !== undefined) {
      this.#remember(code, name, '', reason);
      return null;
    }
    const country = this.#gazetteer.countryByCode(reviewed?.country ?? code);
    if (country === undefined) {
      throw row.fault(
        column,
        `${JSON.stringify(code)} is neither an ISO 3166-1 code nor in data/readers/country-codes.tsv`,
      );
    }
    if (reviewed !== undefined) this.#remember(code, name, country.key, 'code');
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

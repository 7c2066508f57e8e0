import type { PublishedRow } from '../../building/files/published-file.ts';
import { recordTable, texts } from '../../building/files/records.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';

const COUNTRY_CODES = recordTable('readers/country-codes', texts('reader', 'code', 'country', 'reason'));

/**
 * Ties the country codes of one publisher to places. Plain ISO 3166-1 codes need no review; every code that differs from the standard
 * is listed, and one that has not been reviewed is an error. Names change between files of one publisher (Turkey, Türkiye); the first
 * that is met is kept.
 *
 * @param reader whose decisions in data/readers/country-codes.tsv hold: the ISO 3166-1 code that a code of the publisher's own means,
 *   or why it means no country
 * @param aggregates further codes that stand for more than one country, with the reason
 * @returns how the code in `column` was matched; `how` is empty for a plain one
 */
export function countryMatcher(
  gazetteer: Gazetteer,
  reader: string,
  aggregates: Iterable<readonly [string, string]> = [],
): (row: PublishedRow, column: string, name: string) => Match {
  const rows = COUNTRY_CODES.read(gazetteer.dataDirectory).filter((row) => row.reader === reader);
  const reviewed = new Map(rows.map((row) => [row.code, row]));
  const reasons = new Map(aggregates);
  const known = new Map<string, Match>();
  return (row, column, name) => {
    const code = row.required(column);
    const found = known.get(code);
    if (found !== undefined) return found;
    const published = name === code ? code : `${code} | ${name}`;
    const review = reviewed.get(code);
    const reason = review?.country === '' ? review.reason : reasons.get(code);
    const country = gazetteer.countryByCode(review?.country ?? code);
    const how = reason ?? (review === undefined ? '' : 'code');
    if (reason === undefined && country === undefined) {
      const fault = `${JSON.stringify(code)} is neither an ISO 3166-1 code nor in data/readers/country-codes.tsv`;
      throw row.fault(column, fault);
    }
    const match = { published, place: reason === undefined ? (country?.key ?? '') : '', how };
    known.set(code, match);
    return match;
  };
}

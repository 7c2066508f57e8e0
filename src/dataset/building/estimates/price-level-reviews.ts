import { join } from 'node:path';
import { NULL_REASONS, type NullReason } from '../../../release/cost-estimates.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import { readTable } from '../files/table.ts';

/** A decision that our figures cannot make: see data/estimates/price-level-reviews.tsv. */
export interface PriceLevelReview {
  /** ISO 3166-1 alpha-2. */
  country: string;
  reason: NullReason;
  /** One sentence for the reader. */
  detail: string;
  /** Whether GDP per head gives a level instead of the one that is not carried. */
  hasSubstitute: boolean;
}

export function readPriceLevelReviews(dataDirectory: string): PriceLevelReview[] {
  const file = join(dataDirectory, 'estimates', 'price-level-reviews.tsv');
  const seen = new Set<string>();
  return readTable(file, ['country', 'reason', 'detail', 'instead'] as const).map(
    ({ line, country, ...row }) => {
      const reason = NULL_REASONS.find((known) => known === row.reason);
      if (reason === undefined) throw new SourceFileError(file, line, 'reason', `unknown: ${row.reason}`);
      if (seen.has(country)) throw new SourceFileError(file, line, 'country', `${country} is there twice`);
      if (row.detail === '') throw new SourceFileError(file, line, 'detail', 'the cell is empty');
      if (!['', 'income'].includes(row.instead)) throw new SourceFileError(file, line, 'instead', 'unknown');
      seen.add(country);
      return { country, reason, detail: row.detail, hasSubstitute: row.instead !== '' };
    },
  );
}

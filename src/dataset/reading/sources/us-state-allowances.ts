import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { citeEdition } from './citations.ts';
import type { SourceReader } from './reader.ts';
import { governmentPosts } from './us-government-posts.ts';

const ID = 'us-state-allowances';
/** `post_allowances_2026-06-14.csv`, or, as `data refresh` writes it, without a day. */
const FILE = /^post_allowances(_\d{4}-\d{2}-\d{2})?\.csv$/;

const POSTS = governmentPosts({ country: 'country_name', post: 'post_name', rest: 'Other' });

/** The file's column → our metric and its unit. */
const FIGURES: ReadonlyMap<string, { metric: string; unit: string }> = new Map([
  ['cola_pct_spendable_income', { metric: 'post_allowance', unit: 'percent_of_spendable_income' }],
  ['post_differential_pct', { metric: 'hardship_differential', unit: 'percent_of_basic_pay' }],
  ['danger_pay_pct', { metric: 'danger_pay', unit: 'percent_of_basic_pay' }],
]);

/**
 * Allowances of the US Department of State for its staff abroad, one line per post. An empty danger pay means
 * that the post is not listed. Closed posts are listed with zeros that nobody surveyed: overrides drop them.
 */
export const usStateAllowances: SourceReader = {
  id: ID,
  folder: 'us-state-post-allowance',
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, onlyFile(directory)), {
      columns: ['country_name', 'post_name', 'effective_date', ...FIGURES.keys()],
    });
    // The rates of all posts hold from the same day.
    const effective = (rows as [PublishedRow, ...PublishedRow[]])[0].date('effective_date');
    const source = `${ID}-${effective}`;
    const posts = POSTS(rows, gazetteer, ID);
    const facts: Fact[] = [];
    for (const row of rows) {
      const period = row.required('effective_date');
      if (period !== effective)
        throw row.fault('effective_date', `${JSON.stringify(period)} instead of ${effective}`);
      for (const [column, { metric, unit }] of FIGURES) {
        const value = metric === 'danger_pay' ? row.number(column) : row.requiredNumber(column);
        if (value === null) continue;
        const figure = { metric, period, value, unit, source, note: '' };
        facts.push(...posts.of(row).map((post) => ({ ...figure, ...post })));
      }
    }
    return {
      sources: [
        citeEdition(gazetteer.dataDirectory, 'us-state-allowances', { id: source, vintage: effective }),
      ],
      facts,
      matches: posts.matches(),
    };
  },
};

function onlyFile(directory: string): string {
  const files = readdirSync(directory).filter((name) => FILE.test(name));
  const [file, other] = files;
  if (file === undefined) throw new SourceFileError('post_allowances.csv', 0, '', 'there is no such file');
  if (other !== undefined) throw new SourceFileError(other, 0, '', `which holds, this or ${file}?`);
  return file;
}

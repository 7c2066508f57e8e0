import { join } from 'node:path';
import type { Fact } from '../fact.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import { readPublishedTable } from '../published-file.ts';
import type { SourceReader, SourceReading } from '../reader.ts';
import { Posts } from './us-government-posts.ts';

const ID = 'us-state-allowances';
const SOURCE = 'us-state-allowances-2026-06-14';

/** The day from which the rates in the file hold. */
const EFFECTIVE_DATE = '2026-06-14';

/** The file's column → our metric and its unit. */
const FIGURES: ReadonlyMap<string, { metric: string; unit: string }> = new Map([
  ['cola_pct_spendable_income', { metric: 'post_allowance', unit: 'percent_of_spendable_income' }],
  ['post_differential_pct', { metric: 'hardship_differential', unit: 'percent_of_basic_pay' }],
  ['danger_pay_pct', { metric: 'danger_pay', unit: 'percent_of_basic_pay' }],
]);

/**
 * Allowances of the US Department of State for its staff abroad, one line a post. An empty danger pay means
 * that the post is not listed. Closed posts stand there with zeros that nobody surveyed: overrides drop them.
 */
export const usStateAllowances: SourceReader = {
  id: ID,
  folder: 'us-state-post-allowance',
  read(directory: string, gazetteer: Gazetteer): SourceReading {
    const { rows } = readPublishedTable(join(directory, `post_allowances_${EFFECTIVE_DATE}.csv`), {
      columns: ['country_name', 'post_name', 'effective_date', ...FIGURES.keys()],
    });
    const posts = new Posts(
      ID,
      gazetteer,
      { country: 'country_name', post: 'post_name', rest: 'Other' },
      rows,
    );
    const facts: Fact[] = [];
    for (const row of rows) {
      const period = row.required('effective_date');
      if (period !== EFFECTIVE_DATE)
        throw row.fault('effective_date', `${JSON.stringify(period)} instead of ${EFFECTIVE_DATE}`);
      const { place, grain, note } = posts.postOf(row);
      for (const [column, { metric, unit }] of FIGURES) {
        const value = metric === 'danger_pay' ? row.number(column) : row.requiredNumber(column);
        if (value === null || place === '') continue;
        facts.push({ place, metric, period, grain, value, unit, source: SOURCE, note });
      }
    }
    return {
      sources: [
        {
          id: SOURCE,
          publisher: 'U.S. Department of State, Office of Allowances',
          title: 'Post allowance, post hardship differential and danger pay (DSSR 220, 500, 650)',
          url: 'https://allowances.state.gov/Web920/cola.asp',
          licence: 'Public domain (work of the U.S. government)',
          licence_url: 'https://www.usa.gov/government-copyright',
          attribution: 'U.S. Department of State, Office of Allowances',
          vintage: EFFECTIVE_DATE,
        },
      ],
      facts,
      matches: posts.matches(),
    };
  },
};

import { stringify } from 'csv-stringify/sync';
import { type HTMLElement, parse } from 'node-html-parser';
import { SourceFileError } from '../../building/files/source-file-error.ts';

/** The pages of the Office of Allowances, in the order in which they are given, and where each has its figure. */
const PAGES = [
  { column: 'cola_pct_spendable_income', cell: 'Post Allowance' },
  { column: 'post_differential_pct', cell: 'Rate' },
  { column: 'danger_pay_pct', cell: 'Rate' },
] as const;

type Column = (typeof PAGES)[number]['column'];

/**
 * CSV of the allowances of every post, one line per post, from the three web pages that the US Department of State
 * publishes them on. A row of theirs has its cells marked by title: `<td title='Post Name'>Rome</td>`; the day from
 * which the rates hold is above the table: `Rates Effective: 06/14/2026`.
 */
export function readAllowancePages(pages: readonly { file: string; html: string }[]): string {
  const posts = new Map<string, { country: string; post: string } & Partial<Record<Column, string>>>();
  const dates = new Set<string>();
  for (const [index, { column, cell }] of PAGES.entries()) {
    const page = pages[index];
    if (page === undefined) throw new Error(`no page for ${column}`);
    dates.add(effectiveDate(page));
    if (dates.size > 1) throw fault(page, 'Rates Effective', `not the day of the other pages: ${[...dates]}`);
    for (const { country, post, rate } of readRates(page, cell)) {
      const key = `${country}\t${post}`;
      const known = posts.get(key) ?? { country, post };
      if (known[column] !== undefined) throw fault(page, 'Post Name', `${country}, ${post} is there twice`);
      posts.set(key, { ...known, [column]: rate });
    }
  }
  const [date = ''] = dates;
  const rows = [...posts.values()].map(({ country, post, ...rates }) => [
    country,
    post,
    date,
    ...PAGES.map(({ column }) => rates[column] ?? ''),
  ]);
  return stringify([
    ['country_name', 'post_name', 'effective_date', ...PAGES.map(({ column }) => column)],
    ...rows,
  ]);
}

function readRates(page: { file: string; html: string }, cell: string) {
  const rows = parse(page.html)
    .querySelectorAll('tr')
    // The page also uses tables for its layout: the rows of posts are the innermost.
    .filter((row) => row.querySelector('td[title="Post Name"]') !== null && row.querySelector('tr') === null);
  if (rows.length === 0)
    throw fault(page, 'Post Name', 'no row has a cell with this title: the page has changed');
  return rows.map((row) => {
    const text = textOf(page, row, cell);
    const [, rate] = /^(\d+)\s*%$/.exec(text) ?? [];
    if (rate === undefined) throw fault(page, cell, `not a percentage: ${JSON.stringify(text)}`);
    return { country: textOf(page, row, 'Country Name'), post: textOf(page, row, 'Post Name'), rate };
  });
}

function textOf(page: { file: string; html: string }, row: HTMLElement, title: string): string {
  const text = row.querySelector(`td[title="${title}"]`)?.text.replace(/\s+/g, ' ').trim() ?? '';
  if (text === '') throw fault(page, title, 'a row of posts has no cell with this title, or it is empty');
  return text;
}

/** ISO 8601, from the publisher's month/day/year. */
function effectiveDate(page: { file: string; html: string }): string {
  const [, month, day, year] =
    /Rates Effective:\s*(\d{2})\/(\d{2})\/(\d{4})/.exec(parse(page.html).text) ?? [];
  if (month === undefined)
    throw fault(page, 'Rates Effective', 'the page does not say since when its rates hold');
  return `${year}-${month}-${day}`;
}

function fault({ file }: { file: string }, column: string, text: string): SourceFileError {
  return new SourceFileError(file, 0, column, text);
}

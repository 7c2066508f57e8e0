import { queryText } from '../engine/parameters/query-text.ts';
import { type Html, html } from './html.ts';
import type { PageRequest } from './page-request.ts';
import type { DataSuffix } from './site-page.ts';

const NAMES: Readonly<Record<DataSuffix, string>> = {
  json: 'JSON',
  csv: 'CSV',
  md: 'Markdown',
  svg: 'SVG',
  xml: 'Atom',
  txt: 'text',
};

/** Links to the page's data, with its query: `JSON, CSV, SVG`. */
export function dataLinks({ path, query }: PageRequest, suffixes: readonly DataSuffix[]): Html {
  return html`${suffixes.map((suffix, index) => html`${index > 0 && ', '}<a href="${path}.${suffix}${queryText(query)}">${NAMES[suffix]}</a>`)}`;
}

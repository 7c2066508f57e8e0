import { queryText } from '../engine/parameters/query-text.ts';
import { type Html, html } from './html.ts';
import type { DataSuffix, PageRequest } from './site-page.ts';

const NAMES: Readonly<Record<DataSuffix | 'png', string>> = {
  json: 'JSON',
  csv: 'CSV',
  md: 'Markdown',
  svg: 'SVG',
  png: 'PNG',
  xml: 'Atom',
  txt: 'text',
};

/** Links to the page's data, with its query: `JSON, CSV`. A drawing is a picture, too: `SVG, PNG`. */
export function dataLinks({ path, query }: PageRequest, suffixes: readonly DataSuffix[]): Html {
  const linked = suffixes.flatMap((suffix) => (suffix === 'svg' ? (['svg', 'png'] as const) : [suffix]));
  return html`${linked.map((suffix, index) => html`${index > 0 && ', '}<a href="${path}.${suffix}${queryText(query)}">${NAMES[suffix]}</a>`)}`;
}

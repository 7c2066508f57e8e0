import { join } from 'node:path';
import type { Source } from '../../../release/source.ts';
import { readTable, type TableRow } from '../../building/files/table.ts';

const COLUMNS = [
  'id',
  'publisher',
  'title',
  'url',
  'licence',
  'licence_url',
  'attribution',
  'vintage',
  'terms_unclear',
] as const;

/** The sources with these ids, by data/readers/citations.tsv: who published them, and on which terms. */
export function citedSources(dataDirectory: string, ids: readonly string[]): Source[] {
  const rows = readTable(join(dataDirectory, 'readers', 'citations.tsv'), COLUMNS);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (row === undefined) throw new Error(`${id} is not in data/readers/citations.tsv`);
    return toSource(row);
  });
}

/**
 * A source whose edition is stated in the published file: `id` is then that of all its editions, and the file gives the
 * rest.
 */
export function citeEdition(
  dataDirectory: string,
  id: string,
  edition: Pick<Source, 'id' | 'vintage'> & Partial<Source>,
): Source {
  const [source] = citedSources(dataDirectory, [id]) as [Source];
  return { ...source, ...edition };
}

/** For titles: `2026-07-13` → `13 July 2026`. */
export function longDate(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}

function toSource({ licence_url: url, terms_unclear: unclear, ...row }: TableRow<(typeof COLUMNS)[number]>) {
  const { id, publisher, title, licence, attribution, vintage } = row;
  return {
    id,
    publisher,
    title,
    url: row.url,
    licence,
    licence_url: url === '' ? null : url,
    attribution,
    vintage,
    ...(unclear !== '' && { terms_unclear: unclear }),
  };
}

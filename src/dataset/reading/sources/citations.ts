import { join } from 'node:path';
import { NOT_CONFIRMED } from '../../../release/share-alike.ts';
import { REFRESHED, type Source, STATED_BY } from '../../../release/source.ts';
import type { CataloguedSource } from '../../building/facts/source-catalogue.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { oneOf, readTable, type TableRow } from '../../building/files/table.ts';

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
  'stated_by',
  'stated_where',
  'refresh',
  'refresh_from',
  'refresh_why',
] as const;
type Row = TableRow<(typeof COLUMNS)[number]> & { line: number };

/** A source whose step has still to say how it is refreshed. */
export type CitedSource = Omit<CataloguedSource, 'refresh_how'> & {
  /** Where a person fetches it, if not at its `url`. */
  refresh_from: string;
  /** Why a person has to, or nobody can; '' for what a program downloads. */
  refresh_why: string;
};

/** With a remark if the licence is our understanding. */
export function statedLicence(licence: string, statedBy: CitedSource['terms_stated_by']): string {
  return statedBy === 'understood' ? licence + NOT_CONFIRMED : licence;
}

/**
 * The sources with these ids, by data/readers/citations.tsv: who published them, on which terms, who says so, and how they
 * are refreshed.
 */
export function citedSources(dataDirectory: string, ids: readonly string[]): CitedSource[] {
  const file = join(dataDirectory, 'readers', 'citations.tsv');
  const rows = readTable(file, COLUMNS);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (row === undefined) throw new SourceFileError(file, 0, '', `no row has the id ${id}`);
    return toSource(file, row);
  });
}

/**
 * A source whose edition is stated in the published file: `id` is then that of all its editions, and the file gives the
 * rest.
 */
export function citeEdition(
  dataDirectory: string,
  id: string,
  edition: Pick<Source, 'id' | 'vintage'> & Partial<Pick<Source, 'title' | 'attribution'>>,
): CitedSource {
  const [source] = citedSources(dataDirectory, [id]) as [CitedSource];
  return { ...source, ...edition };
}

/** For titles: `2026-07-13` → `13 July 2026`. */
export function longDate(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}

function toSource(file: string, row: Row): CitedSource {
  const { id, publisher, title, attribution, vintage } = row;
  const statedBy = oneOf(STATED_BY, file, row, 'stated_by');
  const refresh = oneOf(REFRESHED, file, row, 'refresh');
  if ((row.refresh_why === '') !== (refresh === 'automatic'))
    throw new SourceFileError(
      file,
      row.line,
      'refresh_why',
      'says why a program cannot download it, if none can',
    );
  return {
    id,
    publisher,
    title,
    url: row.url,
    licence: statedLicence(row.licence, statedBy),
    licence_url: row.licence_url === '' ? null : row.licence_url,
    attribution,
    vintage,
    ...(row.terms_unclear !== '' && { terms_unclear: row.terms_unclear }),
    terms_stated_by: statedBy,
    terms_stated_where: row.stated_where,
    refresh,
    refresh_from: row.refresh_from,
    refresh_why: row.refresh_why,
  };
}

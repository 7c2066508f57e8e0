import { NOT_CONFIRMED } from '../../../release/share-alike.ts';
import { REFRESHED, STATED_BY } from '../../../release/source.ts';
import type { CataloguedSource } from '../../building/facts/source-catalogue.ts';
import { recordTable, text, texts, word } from '../../building/files/records.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';

/** Who published the sources, on which terms, who says so, and how they are refreshed. */
const CITATIONS = recordTable('readers/citations', {
  ...texts('id', 'publisher', 'title', 'url'),
  ...texts('licence', 'licence_url', 'attribution', 'vintage'),
  terms_unclear: text,
  stated_by: word(STATED_BY),
  stated_where: text,
  refresh: word(REFRESHED),
  refresh_from: text,
  refresh_why: text,
});

/** A source whose step has still to say how it is refreshed. */
export type CitedSource = Omit<CataloguedSource, 'refresh_how'> & {
  /** Where a person fetches it, if not at its `url`. */
  refresh_from: string;
  /** Why a person has to, or nobody can; '' for what a program downloads. */
  refresh_why: string;
};

/** The source with this id, by data/readers/citations.tsv. If files state their edition, the id is that of all editions, and the files give the rest. */
export function citedSource(dataDirectory: string, id: string): CitedSource {
  const rows = CITATIONS.read(dataDirectory);
  const position = rows.findIndex((row) => row.id === id);
  const row = rows[position];
  if (row === undefined)
    throw new SourceFileError(CITATIONS.file(dataDirectory), 0, '', `no row has the id ${id}`);
  const { terms_unclear, stated_by, stated_where, refresh, refresh_from, refresh_why, ...cited } = row;
  if ((refresh_why === '') !== (refresh === 'automatic')) {
    const fault = 'says why a program cannot download it, if none can';
    throw CITATIONS.fault(dataDirectory, position, 'refresh_why', fault);
  }
  return {
    ...cited,
    // With a remark if the licence is our understanding.
    licence: stated_by === 'understood' ? cited.licence + NOT_CONFIRMED : cited.licence,
    licence_url: cited.licence_url || null,
    ...(terms_unclear !== '' && { terms_unclear }),
    terms_stated_by: stated_by,
    terms_stated_where: stated_where,
    refresh,
    refresh_from,
    refresh_why,
  };
}

/** For titles: `2026-07-13` → `13 July 2026`. */
export function longDate(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}

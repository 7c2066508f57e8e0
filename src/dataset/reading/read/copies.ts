import type { Source } from '../../../release/source.ts';
import { recordTable, text } from '../../building/files/records.ts';
import { readRetrievalDays } from '../files/retrieval-days.ts';

/** Where we got published files from, if not from their publisher: one line per folder, or one for each of its sources. */
export const { read: readCopies } = recordTable('readers/copies', {
  /** Below the directory of published files. */
  folder: text,
  /** The source in the folder that this is about; '' for all sources of the folder. */
  source: text,
  /** '' for the publisher's own file. */
  readFrom: text,
});

/**
 * Adds to the sources of one step where their files were read, by data/readers/copies.tsv. Folders with files that
 * `data refresh` downloaded came from the publisher, and so did sources that the table does not name.
 *
 * @param folder of the step's files; undefined if its sources come from several folders, so that the table names each source
 */
export function withCopies<Read extends Source>(
  sources: readonly Read[],
  folder: string | undefined,
  directory: string,
  dataDirectory: string,
): Read[] {
  const downloaded = new Set([...readRetrievalDays(directory).keys()].map((path) => path.split('/')[0]));
  const copies = readCopies(dataDirectory).filter((copy) => !downloaded.has(copy.folder));
  return sources.map((source) => {
    const copy =
      copies.find(({ source: id }) => id === source.id) ??
      copies.find((candidate) => candidate.folder === folder && candidate.source === '');
    return copy === undefined || copy.readFrom === '' ? source : { ...source, read_from: copy.readFrom };
  });
}

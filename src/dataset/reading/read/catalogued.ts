import type { Source } from '../../../release/source.ts';
import type { CataloguedSource } from '../../building/facts/source-catalogue.ts';
import { recordTable, text } from '../../building/files/records.ts';
import { readRetrievalDays } from '../files/retrieval-days.ts';
import type { CitedSource } from '../sources/citations.ts';

/**
 * The sources of one step as data/sources.json has them: with where their files were read, and how they are refreshed.
 *
 * @param folder of the step's files; undefined if they are in several folders
 */
export function catalogued(
  step: string,
  sources: readonly CitedSource[],
  folder: string | undefined,
  directory: string,
  dataDirectory: string,
): CataloguedSource[] {
  return withCopies(sources, folder, directory, dataDirectory).map(
    ({ refresh_from: from, refresh_why: why, ...source }) => ({
      ...source,
      refresh_how: refreshHow(step, folder, { refresh: source.refresh, address: from || source.url, why }),
    }),
  );
}

function refreshHow(
  step: string,
  folder: string | undefined,
  { refresh, address, why }: { refresh: CitedSource['refresh']; address: string; why: string },
): string {
  if (refresh === 'automatic') return `\`lds data refresh ${step}\` downloads it.`;
  if (refresh === 'frozen') return why;
  return folder === undefined
    ? `From ${address}: ${why}. Then run \`lds data read ${step}\`.`
    : `From ${address}: ${why}. Put it into \`DIRECTORY/${folder}\`, then run \`lds data refresh ${step} --from DIRECTORY\`.`;
}

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

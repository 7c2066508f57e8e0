import type { CataloguedSource } from '../../building/facts/source-catalogue.ts';
import type { CitedSource } from '../sources/citations.ts';
import { withCopies } from './copies.ts';

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

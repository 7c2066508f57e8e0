import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFigures } from '../../../src/dataset/building/overlay/import-figures.ts';
import type { Source } from '../../../src/release/source.ts';
import { DATA_DIRECTORY } from '../directories.ts';
import { temporaryDirectory } from '../service.ts';

export const HEADER = 'place,metric,period,grain,value,unit,source,note';

export const SURVEY: Source = {
  id: 'city-survey-2026',
  publisher: 'Example Statistics',
  title: 'Rents in our cities, May 2026',
  url: 'https://example.org/survey',
  licence: 'CC BY 4.0',
  licence_url: 'https://creativecommons.org/licenses/by/4.0/',
  attribution: 'Example Statistics, 2026',
  vintage: '2026-05',
};

/** A home, into which tests import files. */
export interface Desk {
  home: string;
  /** Writes the file `name` with the header and these lines, writes its sources beside it, and imports it. */
  import(
    lines: readonly string[],
    options?: { name?: string; header?: string; sources?: unknown },
  ): ReturnType<typeof importFigures>;
}

export function openDesk(dataDirectory = DATA_DIRECTORY): Desk {
  const [home, folder] = [temporaryDirectory(), temporaryDirectory()];
  return {
    home,
    import(lines, { name = 'rents.csv', header = HEADER, sources = [SURVEY] } = {}) {
      const file = join(folder, name);
      writeFileSync(file, [header, ...lines, ''].join('\n'));
      const sourcesFile = join(folder, `${name}.json`);
      writeFileSync(sourcesFile, typeof sources === 'string' ? sources : JSON.stringify(sources));
      return importFigures({ home, dataDirectory, file, sourcesFile, now: new Date('2026-11-20T08:00:00Z') });
    },
  };
}

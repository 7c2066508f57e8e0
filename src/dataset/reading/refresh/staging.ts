import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyDirectory } from '../../../process/copy-directory.ts';
import { writeRetrievalDays } from '../files/retrieval-days.ts';
import { CONVERSIONS } from './conversion.ts';
import type { StagedFile } from './download-catalogue.ts';
import type { KeptDownloads } from './kept-downloads.ts';

/** Puts the downloaded files where the readers expect them. Throws a SourceFileError for unexpected content. */
export async function stage(
  files: readonly StagedFile[],
  kept: KeptDownloads,
  staging: string,
): Promise<void> {
  const days = new Map<string, string>();
  for (const { file, from, convert, detail } of files) {
    const paths = from.map(({ id }) => kept.path(id)) as [string, ...string[]];
    const bytes = await CONVERSIONS[convert](paths, detail);
    mkdirSync(dirname(join(staging, file)), { recursive: true });
    writeFileSync(join(staging, file), bytes);
    const retrieved = from.map(({ id }) => kept.retrieved(id)).sort();
    days.set(file, (retrieved.at(-1) ?? '').slice(0, 'yyyy-mm-dd'.length));
  }
  writeRetrievalDays(staging, days);
}

/** Adds a person's folders, except those of sources that the refresh downloaded itself. */
export function addFetchedByHand(directory: string, staging: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const target = join(staging, entry.name);
    if (entry.isDirectory() && !existsSync(target)) copyDirectory(join(directory, entry.name), target);
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The changelog of the data, written by hand. */
export const CHANGELOG_FILE = 'CHANGELOG.md';

/** What data/CHANGELOG.md says below `## <version>`, as Markdown; null where it has no such heading. */
export function changelogEntry(dataDirectory: string, version: string): string | null {
  const file = join(dataDirectory, CHANGELOG_FILE);
  if (!existsSync(file)) return null;
  const [, ...sections] = readFileSync(file, 'utf8').split(/^## /m);
  for (const section of sections) {
    const [, heading = '', entry = ''] = /^(.*)\n?([\s\S]*)$/.exec(section) ?? [];
    if (heading.trim() === version) return entry.trim();
  }
  return null;
}

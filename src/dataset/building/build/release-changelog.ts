import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The changelog of the data, written by hand. */
export const CHANGELOG_FILE = 'CHANGELOG.md';

/** The text below `## <version>` in data/CHANGELOG.md, as Markdown; null without such a heading. */
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

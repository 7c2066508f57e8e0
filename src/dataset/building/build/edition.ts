import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { readBytes } from '../files/file-bytes.ts';
import { parseJsonAs } from '../files/json-shape.ts';

/** data/release.json: the version of the next release, and its day of publication. */
const Edition = Type.Object({
  version: Type.String({ pattern: '^\\d{4}\\.\\d{1,2}\\.\\d+$' }),
  published: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
});

export function readEdition(dataDirectory: string) {
  const file = join(dataDirectory, 'release.json');
  const edition = parseJsonAs(Edition, file, readBytes(file));
  return { ...edition, year: Number(edition.published.slice(0, 'yyyy'.length)) };
}

/** The changelog of the data, written by hand. */
export const CHANGELOG_FILE = 'CHANGELOG.md';

/** The text below `## <version>` in data/CHANGELOG.md, as Markdown; null without such a heading. */
export function changelogEntry(dataDirectory: string, version: string): string | null {
  const file = join(dataDirectory, CHANGELOG_FILE);
  if (!existsSync(file)) return null;
  const [, ...sections] = readFileSync(file, 'utf8').split(/^## /m);
  const parts = sections.map((section) => /^(.*)\n?([\s\S]*)$/.exec(section) ?? []);
  const [, , entry] = parts.find(([, heading = '']) => heading.trim() === version) ?? [];
  return entry?.trim() ?? null;
}

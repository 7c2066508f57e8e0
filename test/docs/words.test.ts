import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/directories.ts';

/**
 * All hand-written documentation: what a reader can read in a morning and we can keep true. Texts of single sources and of data
 * releases do not count, because people look them up one at a time, and because a new source must not force cuts elsewhere.
 */
const MOST_WORDS = 37_000;
const MOST_WORDS_OF_A_VERSION = 900;
/** Folders that are installed or built. */
const NOT_OURS = ['node_modules', 'var', 'dist'];
/** A section of docs/sources.md about the sources of one step. */
const OF_A_SOURCE = /^## (?:(?!^## )[\s\S])*?<!-- generated: source (?:(?!^## )[\s\S])*/gm;
const OF_DATA_RELEASES = join('data', 'CHANGELOG.md');
const GENERATED = /<!-- generated: ?[\w -]+ -->[\s\S]*?<!-- (end|\/generated) -->/g;
/** Built by a command that the page names. */
const BUILT = /^(var|web\/dist|client\/dist)(\/|$)/;

const pages = new Map(
  globSync('**/*.md', { cwd: ROOT, exclude: (name) => NOT_OURS.includes(name) }).map((page) => [
    page,
    readFileSync(join(ROOT, page), 'utf8'),
  ]),
);
const folders = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !NOT_OURS.includes(entry.name) && entry.name !== '.git')
  .map(({ name }) => name);

test(`hand-written documentation has at most ${MOST_WORDS} words`, () => {
  const counts = [...pages].map(([page, text]): [number, string] => [countedWords(page, text), page]);
  const total = counts.reduce((sum, [count]) => sum + count, 0);
  const longest = counts.sort(([one], [other]) => other - one).slice(0, 5);
  const named = longest.map(([count, page]) => `${page} ${count}`).join(', ');
  assert.ok(total <= MOST_WORDS, `${total} words; the longest pages: ${named}`);
});

test('a new source with its section, its generated table and a line on the release adds no word; a new guide does', () => {
  const counted = (page: string) => countedWords(page, pages.get(page) ?? '');
  const sources = `${pages.get('docs/sources.md')}\n## Tickets\n\nWhat a ticket costs.\n\n<!-- generated: source tickets -->\n\n| Id |\n\n<!-- end -->\n\nIn cinemas only.\n`;
  assert.equal(countedWords('docs/sources.md', sources), counted('docs/sources.md'));
  assert.ok(counted('docs/sources.md') > 100, 'the introduction counts');
  assert.equal(counted(OF_DATA_RELEASES), 0);
  assert.equal(
    countedWords('docs/sources.md', `${sources}\n## Terms\n\nTwo words.\n`),
    counted('docs/sources.md') + 3,
  );
  assert.ok(countedWords('docs/tickets.md', sources) > 3000);
});

test(`the newest version in CHANGELOG.md has at most ${MOST_WORDS_OF_A_VERSION} words`, () => {
  const [, newest = ''] = (pages.get('CHANGELOG.md') ?? '').split(/^## /m);
  assert.ok(words(newest) > 0);
  assert.ok(words(newest) <= MOST_WORDS_OF_A_VERSION, `${words(newest)} words`);
});

test('every path of the repository that a page names as code exists, and so does every source file that it names without its folder', () => {
  const sources = globSync('**/*.{ts,tsx,mjs}', { cwd: ROOT, exclude: (name) => NOT_OURS.includes(name) });
  const exists = (path: string) =>
    folders.some((folder) => path.startsWith(`${folder}/`))
      ? globSync(path, { cwd: ROOT }).length > 0
      : sources.some((source) => matchesGlob(source, `**/${path}`));
  const named = [...pages].flatMap(([page, text]) => namedPaths(text).map((path) => ({ page, path })));
  assert.ok(named.length > 100);
  const missing = named.filter(({ path }) => !exists(path)).map(({ page, path }) => `${page}: ${path}`);
  assert.deepEqual(missing, []);
});

/** The words that someone wrote by hand, and that count. */
function countedWords(page: string, text: string): number {
  if (page === OF_DATA_RELEASES) return 0;
  const own = page === join('docs', 'sources.md') ? text.replace(OF_A_SOURCE, '') : text;
  return words(own.replace(GENERATED, ''));
}

/** A word has a letter or a digit: the lines of a table are none. */
function words(text: string): number {
  return text.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part)).length;
}

/** `src/http/listener.ts`, `node scripts/test-runner.ts`, `test/limits`, `api.ts`; without placeholders, as in `data/facts/<reader>.tsv`. */
function namedPaths(text: string): string[] {
  const withoutBlocks = text.replace(/^```[\s\S]*?^```$/gm, '');
  return [...withoutBlocks.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code = '']) => code.split(/[\s,;:()'"]+/))
    .filter(
      (path) =>
        /^[\w*-][\w.*-]*(\/[\w.*-]+)*\.(ts|tsx|mjs)$/.test(path) ||
        folders.some((folder) => path.startsWith(`${folder}/`)),
    )
    .filter((path) => !/[<>…$]|\bNAME\b/.test(path) && !BUILT.test(path));
}

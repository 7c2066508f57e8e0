import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './support/directories.ts';

/** Folders for what no single room of src does. */
const ACROSS_ROOMS = ['browser', 'client', 'docs', 'lab/attack', 'lab/chaos', 'nodes', 'process', 'truth'];

const files = globSync('**/*.ts', { cwd: join(ROOT, 'test') });

test('tests are in the folder of the room that they test', () => {
  const folders = new Set(files.map(dirname).filter((folder) => !folder.startsWith('support')));
  for (const folder of folders)
    assert.ok(ACROSS_ROOMS.includes(folder) || existsSync(join(ROOT, 'src', folder)), folder);
});

test('code that tests share is in test/support', () => {
  const helpers = files.filter((file) => !file.endsWith('.test.ts'));
  for (const file of helpers) assert.ok(file.startsWith('support'), file);
});

test('no two helpers have the same name', () => {
  const names = files.filter((file) => file.startsWith('support')).map((file) => basename(file));
  assert.deepEqual(names, [...new Set(names)]);
});

/** The only code that has a path out of the repository. */
const WAY_OUT = 'test/support/beside-published-files.ts';

test('nothing but the group “beside the published files” has a path that leaves the repository', () => {
  const found = codeFiles().filter((file) => pathsOut(file).length > 0);
  assert.deepEqual(found, [WAY_OUT]);
});

test('a test file that can reach what is beside the repository imports the group itself, by which .ci/run finds it', () => {
  const imports = new Map(codeFiles().map((file) => [file, importsOf(file)]));
  const reaching = new Set([WAY_OUT]);
  for (const file of reaching)
    for (const [other, imported] of imports) if (imported.includes(file)) reaching.add(other);
  const tests = [...reaching].filter((file) => file.endsWith('.test.ts'));
  assert.ok(tests.length > 0);
  for (const file of tests) assert.ok(imports.get(file)?.includes(WAY_OUT), file);
  for (const file of reaching) assert.match(file, /^test\//);
});

/** Everything of ours that runs, by its path in the repository. */
function codeFiles(): string[] {
  const folders = '{src,test,scripts,lab,client,web}';
  return globSync(`${folders}/**/*.{ts,tsx,mjs}`, {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**'],
  }).sort();
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, specifier = '']) =>
    join(dirname(file), specifier),
  );
}

/** Paths in the code of a file that lead out of the repository: literals that begin with `..`, and what is joined to a directory. */
function pathsOut(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const here = dirname(join(ROOT, file));
  const literals = [...text.matchAll(/(['"`])(\.\.(?:\/[^'"`\s]*)?)\1/g)].map(([, , path = '']) =>
    resolve(here, path),
  );
  const joined = [
    ...text.matchAll(/\b(ROOT|root|import\.meta\.dirname|process\.cwd\(\))((?:,\s*'[^']*')+)/g),
  ].map(([, base = '', parts = '']) =>
    join(
      base === 'import.meta.dirname' ? here : ROOT,
      ...[...parts.matchAll(/'([^']*)'/g)].map(([, part = '']) => part),
    ),
  );
  // Whatever it is resolved against, and in the middle of a text: the folder beside the repository.
  const named = [...text.matchAll(/['"`]?shared['"`]?[/,]\s*['"`]?sources\b/g)].map(([path]) => path);
  const outside = [...literals, ...joined].filter((path) => relative(ROOT, path).startsWith('..'));
  return [...outside, ...named];
}

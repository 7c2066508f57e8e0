import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/directories.ts';

const MOST_WORDS = 900;
const MOST_LINES_OF_A_FILE = 450;
/** Without comments and blank lines. */
const MOST_LINES_OF_CODE = 57_700;

const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
/** By room: the rooms that it may import. */
const FLOOR_PLAN = documented();
/** The only file that is in no room. */
const COMMAND_LINE = 'src/main.ts';

const ALL_IMPORTS = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;
/** Those that are loaded with the file: not only for a type, and not when first needed. */
const FOR_ITS_VALUES = /^(?:(?:import|export) (?!type\b)(?:[^;]*?) from|import) '([^']+)'/gm;

/** By file of src: the files of src that it imports, also only for their types. */
const IMPORTS = new Map(globSync('src/**/*.ts', { cwd: ROOT }).map((file) => [file, importedBy(file)]));

test('rooms import one another as docs/architecture.md says', () => {
  const arrows = Object.fromEntries(
    Object.keys(FLOOR_PLAN).map((room) => {
      const files = [...IMPORTS].filter(([file]) => roomOf(file) === room);
      const rooms = new Set(files.flatMap(([, imported]) => imported.map(roomOf)));
      return [room, [...rooms].filter((other) => other !== room).sort()];
    }),
  );
  assert.deepEqual(arrows, FLOOR_PLAN);
});

test('every file of src is in a room, except the command line', () => {
  const outside = [...IMPORTS.keys()].filter((file) => roomOf(file) === undefined);
  assert.deepEqual(outside, [COMMAND_LINE]);
});

test('no file imports itself through others', () => {
  for (const file of IMPORTS.keys()) {
    const reached = new Set<string>();
    const visit = (from: string) => {
      for (const next of IMPORTS.get(from) ?? []) {
        if (reached.has(next)) continue;
        reached.add(next);
        visit(next);
      }
    };
    visit(file);
    assert.ok(!reached.has(file), file);
  }
});

test('only the side that reads publishers’ files imports development packages', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  for (const file of IMPORTS.keys()) {
    if (roomOf(file) === 'dataset/reading') continue;
    for (const specifier of specifiersOf(file)) {
      const [scope = '', name = ''] = specifier.split('/');
      const found = scope.startsWith('@') ? `${scope}/${name}` : scope;
      assert.ok(!Object.hasOwn(manifest.devDependencies, found), `${file} imports ${found}`);
    }
  }
});

test('a server loads better-auth only when somebody needs an account', () => {
  const loaded = new Set<string>();
  const visit = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const specifier of specifiersOf(file, FOR_ITS_VALUES)) {
      assert.doesNotMatch(specifier, /^@?better-auth\b/, `${file} is loaded by every server`);
      if (specifier.startsWith('.')) visit(normalize(join(dirname(file), specifier)));
    }
  };
  visit('src/server/server.ts');
  assert.ok(loaded.has('src/service/accounts/accounts.ts'));
});

test(`no file of src has more than ${MOST_LINES_OF_A_FILE} lines`, () => {
  for (const file of IMPORTS.keys()) {
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1;
    assert.ok(lines <= MOST_LINES_OF_A_FILE, `${file}: ${lines}`);
  }
});

test(`src has at most ${MOST_LINES_OF_CODE} lines of code`, () => {
  const lines = [...IMPORTS.keys()].flatMap((file) => readFileSync(join(ROOT, file), 'utf8').split('\n'));
  const code = lines.filter((line) => /^\s*(?!\/\/|\/?\*)\S/.test(line));
  assert.ok(code.length <= MOST_LINES_OF_CODE, String(code.length));
});

test(`the page has at most ${MOST_WORDS} words`, () => {
  const words = page.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  assert.ok(words.length <= MOST_WORDS, String(words.length));
});

/** The table of the page: | `room` | what it is | `imported`, … |. */
function documented(): Record<string, string[]> {
  const rows = [...page.matchAll(/^\| `([\w/]+)` \|.*\|([^|]*)\|$/gm)];
  return Object.fromEntries(
    rows.map(([, room = '', imported = '']) => [
      room,
      [...imported.matchAll(/`([\w/]+)`/g)].map(([, name]) => String(name)).sort(),
    ]),
  );
}

function roomOf(file: string): string | undefined {
  return Object.keys(FLOOR_PLAN).find((room) => file.startsWith(`src/${room}/`));
}

function importedBy(file: string): string[] {
  return specifiersOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => normalize(join(dirname(file), specifier)))
    .filter((imported) => imported.startsWith('src/'));
}

function specifiersOf(file: string, imports = ALL_IMPORTS): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(imports)].map(([, specifier = '']) => specifier);
}

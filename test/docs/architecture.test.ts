import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/directories.ts';

const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
/** Files of `src` that are in no room. */
const ROOT_FILES = ['config.ts', 'main.ts', 'server.ts'];
const HOUSES = { src: '## Floor plan', 'src/dataset': '### Inside `dataset`' };

type Arrows = Record<string, string[]>;

for (const [house, heading] of Object.entries(HOUSES)) {
  test(`the rooms of ${house} import one another as docs/architecture.md says`, () => {
    const { 'config.ts': _config, 'main.ts': _main, 'server.ts': _server, ...imported } = importsOf(house);
    assert.deepEqual(imported, documented(heading));
  });

  test(`no room of ${house} is imported by a room that it imports, directly or through others`, () => {
    const arrows = importsOf(house);
    for (const room of Object.keys(arrows)) assert.ok(!reachable(arrows, room).has(room), room);
  });
}

test('every file of src is in a room, except the command line, the settings and the composition root', () => {
  const files = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isFile());
  assert.deepEqual(files.map(({ name }) => name).sort(), ROOT_FILES);
  assert.deepEqual(globSync('*.ts', { cwd: join(ROOT, 'src/dataset') }), []);
});

/** By room or file, sorted: the rooms that it imports. */
function importsOf(house: string): Arrows {
  const directory = join(ROOT, house);
  const arrows: Record<string, Set<string>> = {};
  for (const file of globSync('**/*.ts', { cwd: directory })) {
    const imported = arrows[roomOf(file)] ?? new Set<string>();
    arrows[roomOf(file)] = imported;
    const text = readFileSync(join(directory, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const room = roomOf(relative(directory, normalize(join(directory, dirname(file), specifier))));
      if (room !== roomOf(file) && !room.startsWith('..')) imported.add(room.replace(/\.ts$/, ''));
    }
  }
  return sorted(Object.entries(arrows).map(([room, imported]) => [room, [...imported].sort()]));
}

/** The table below a heading: | `room` | what it does | `imported`, … |. */
function documented(heading: string): Arrows {
  const section = page.split(`${heading}\n`)[1]?.split(/\n##/)[0] ?? '';
  const rows = [...section.matchAll(/^\| `([\w-]+)` \|.*\|([^|]*)\|$/gm)];
  return sorted(
    rows.map(([, room = '', imported = '']) => [
      room,
      [...imported.matchAll(/`([\w-]+)`/g)].map(([, name]) => String(name)).sort(),
    ]),
  );
}

function reachable(arrows: Arrows, from: string): Set<string> {
  const found = new Set<string>();
  const visit = (room: string) => {
    for (const next of arrows[room] ?? arrows[`${room}.ts`] ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(from);
  return found;
}

function roomOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function sorted(entries: [string, string[]][]): Arrows {
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

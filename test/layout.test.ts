import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './support/directories.ts';

/** Folders for what no single room of src does. */
const ACROSS_ROOMS = ['attack', 'browser', 'chaos', 'client', 'compare', 'docs', 'nodes', 'process', 'truth'];

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

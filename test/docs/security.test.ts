import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/directories.ts';

const markdown = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const named = [...markdown.matchAll(/`((?:test|lab|src)\/[\w./-]+)`/g)].map(([, file]) => String(file));

test('every test named in docs/security.md exists', () => {
  assert.ok(named.length > 30);
  for (const file of named) assert.ok(existsSync(join(ROOT, file)), file);
});

test('every promise in docs/security.md names a test', () => {
  const promises = markdown.split('## Privacy')[0]?.match(/^\| (?!Promise|-).+$/gm) ?? [];
  assert.ok(promises.length > 20);
  for (const promise of promises) assert.match(promise, /`(test|lab)\/[\w./-]+`/, promise);
});

test('docs/security.md describes every part of the attack suite', () => {
  for (const file of globSync('lab/attack/*.attack.ts', { cwd: ROOT })) assert.ok(named.includes(file), file);
});

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyDirectory } from '../../src/process/copy-directory.ts';
import { temporaryDirectory } from '../support/service.ts';

test('the owner may change the copy of a directory that is write-protected', () => {
  const [from, to] = [join(temporaryDirectory(), 'from'), join(temporaryDirectory(), 'to')];
  mkdirSync(join(from, 'inner'), { recursive: true });
  writeFileSync(join(from, 'inner', 'file'), 'text');
  const all = ['inner/file', 'inner', '.'];
  for (const path of all) chmodSync(join(from, path), path === 'inner/file' ? 0o444 : 0o555);
  copyDirectory(from, to);
  for (const path of all.toReversed()) chmodSync(join(from, path), 0o755);
  assert.equal(readFileSync(join(to, 'inner', 'file'), 'utf8'), 'text');
  for (const path of all) assert.ok(statSync(join(to, path)).mode & 0o200, path);
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { draftPath, makeDraft, replaceFile, sweepDrafts } from '../../src/process/drafts.ts';
import { temporaryDirectory } from '../support/service.ts';

test('a draft is an empty directory, even after a process with the same id left one there', () => {
  const directory = join(temporaryDirectory(), 'releases');
  const draft = makeDraft(directory, 'release');
  writeFileSync(join(draft, 'half'), '');
  assert.equal(makeDraft(directory, 'release'), draft);
  assert.deepEqual(readdirSync(draft), []);
});

test('drafts of processes that have ended are removed; those of running ones and all other files stay', () => {
  const directory = temporaryDirectory();
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const stays = [`.${process.pid}-own`, `.${process.ppid}-running`, '.hidden', 'current'];
  for (const name of [...stays, `.${ended}-file`]) writeFileSync(join(directory, name), '');
  mkdirSync(join(directory, `.${ended}-directory`, 'inner'), { recursive: true });
  sweepDrafts(directory);
  assert.deepEqual(readdirSync(directory).sort(), stays.sort());
});

test('a file is replaced as a whole, and leaves no draft behind', () => {
  const file = join(temporaryDirectory(), 'current');
  replaceFile(file, 'old');
  replaceFile(file, 'new');
  assert.equal(readFileSync(file, 'utf8'), 'new');
  assert.equal(existsSync(draftPath(join(file, '..'), 'current')), false);
});

import assert from 'node:assert/strict';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { hashOf, unlessDone } from '../../scripts/runtime.mjs';
import { ROOT } from '../support/directories.ts';
import { emptyHome } from '../support/processes/lds.ts';

test('what a run has built is built again just if a file or its name has changed, or if the build failed', async (t) => {
  const folder = relative(ROOT, emptyHome(t));
  const path = (name: string) => join(ROOT, folder, name);
  mkdirSync(path('made'));
  writeFileSync(path('facts.tsv'), 'a\n');
  let times = 0;
  const build = (work: () => unknown = () => {}) =>
    unlessDone(
      join(folder, 'made', '.sources'),
      () => hashOf([folder, 'package-lock.json'], join(folder, 'made')),
      async () => {
        times += 1;
        await work();
      },
    );
  await assert.rejects(build(() => Promise.reject(new Error('no space'))));
  await build();
  assert.equal(times, 2, 'a failed build is not remembered');
  await build();
  assert.equal(times, 2, 'nothing changed');
  writeFileSync(path('facts.tsv'), 'b\n');
  await build();
  assert.equal(times, 3, 'a file changed');
  renameSync(path('facts.tsv'), path('other.tsv'));
  await build();
  assert.equal(times, 4, 'its name changed');
});

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { emptyHome, run } from '../support/processes/lds.ts';

const isRoot = process.getuid?.() === 0;

test('with LDS_TEST_INSTALL=no, npm test installs nothing and gives the command that does', async (t) => {
  const { code, stderr } = await provideTools(t, { LDS_TEST_INSTALL: 'no' });
  assert.notEqual(code, 0);
  assert.match(stderr, /lacks:\n(- .*\n)+Install them: .*(sqlite)/);
  assert.doesNotMatch(stderr, /called apt-get/);
});

test('as root, npm test says what it will install and why before it does', {
  skip: !isRoot && 'needs root',
}, async (t) => {
  const { stderr } = await provideTools(t, {});
  const [said = '', ...calls] = stderr.split('called apt-get');
  assert.equal(calls.length, 2);
  assert.match(said, /- SQLite's own command.*\n/);
  assert.match(
    said,
    /You are root, so apt-get installs .*sqlite3.* now\. To prevent that, set LDS_TEST_INSTALL=no\./,
  );
});

/** Simulates missing programs, with an apt-get that only reports that it was called. */
function provideTools(t: TestContext, environment: Record<string, string>) {
  const programs = emptyHome(t);
  const aptGet = '#!/bin/sh\n[ "$1" = --version ] || echo "called apt-get $*" >&2\n';
  writeFileSync(join(programs, 'apt-get'), aptGet, { mode: 0o755 });
  const program = `import { provideTools } from './scripts/tools.mjs'; await provideTools();`;
  return run(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...environment, PATH: programs },
  }).ended;
}

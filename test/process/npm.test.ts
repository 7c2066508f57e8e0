import assert from 'node:assert/strict';
import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isInstalled } from '../../scripts/runtime.mjs';
import { ROOT } from '../support/directories.ts';
import { atEnd } from '../support/lifetime.ts';
import { emptyHome, environment, get, preparedHome, run, until } from '../support/processes/lds.ts';
import { temporaryDirectory } from '../support/service.ts';

// Otherwise npm would reinstall the packages while other tests use them.
const skip = isInstalled({ development: true })
  ? false
  : 'node_modules differs from the lockfile; run npm test';

test('`npm run --silent lds -- keys create` prints only the key', { skip }, async (t) => {
  const command = ['run', '--silent', 'lds', '--', 'keys', 'create', '--label', 'x'];
  const { code, stdout, stderr } = await run('npm', command, { env: environment(emptyHome(t), {}) }).ended;
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^lds_live_\w{38}\n$/);
});

test('packages are not installed through a link to another working tree’s packages', async () => {
  const [tree, others] = [temporaryDirectory(), temporaryDirectory()];
  for (const file of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, file), join(tree, file), { recursive: true });
  writeFileSync(join(others, 'package-of-theirs'), '');
  symlinkSync(others, join(tree, 'node_modules'));
  const { code, stderr } = await run(process.execPath, [join(tree, 'scripts/develop.mjs'), 'any.ts']).ended;
  assert.equal(code, 1);
  assert.match(stderr, /node_modules is a link/);
  assert.deepEqual(readdirSync(others), ['package-of-theirs']);
});

test('SIGTERM to npm, whose shell does not pass it on, stops the server', { skip }, async (t) => {
  const home = await preparedHome(t);
  const npm = run('npm', ['start'], { env: environment(home, { PORT: '0' }), detached: true });
  atEnd(() => killGroup(npm.process.pid));
  await until('the server listens', () => / {2}curl .*\n/.test(npm.stdout()));
  const address = /listening on (\S+)/.exec(npm.stdout())?.[1] ?? '';
  npm.process.kill('SIGTERM');
  await until('the port is free', async () => {
    try {
      await get(address, '/healthz', '');
      return false;
    } catch {
      return true;
    }
  });
  // Its output ends when the last process that could write to it has ended.
  await npm.ended;
});

function killGroup(leader: number | undefined): void {
  try {
    process.kill(-(leader ?? 0), 'SIGKILL');
  } catch {
    // No process is left, as expected.
  }
}

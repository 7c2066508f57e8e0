import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/directories.ts';
import type { Lifetime } from '../support/lifetime.ts';
import { emptyHome, run, until } from '../support/processes/lds.ts';

const SLEEPER = `import { spawn } from 'node:child_process';
const sleeper = spawn('sleep', ['600'], { stdio: 'ignore' });
sleeper.unref();`;

test('a test that never ends fails the run, is reported by name, and its processes are stopped', async (t) => {
  const { code, stdout } = await runTests(t, {
    'hangs.test.ts': `${SLEEPER}
      console.log('PID', sleeper.pid);
      test('this one ends', () => {});
      test('this one does not', () => new Promise((resolve) => setTimeout(resolve, 600_000)));`,
    'ends.test.ts': `test('another file goes on', () => {});`,
  });
  assert.equal(code, 1);
  assert.match(
    stdout,
    /✖ \S+hangs\.test\.ts\n {2}takes longer than 0\.03 minutes: “this one does not” has not ended/,
  );
  assert.match(stdout, /✔ \S+ends\.test\.ts \(1 tests/);
  const pid = Number(/PID (\d+)/.exec(stdout)?.[1]);
  await until('what it has started has ended', () => !isRunning(pid));
});

test('a file that keeps running after its tests have ended fails the run', async (t) => {
  const { code, stdout } = await runTests(t, {
    'runs-on.test.ts': `setInterval(() => {}, 1000); test('this one ends', () => {});`,
  });
  assert.equal(code, 1);
  assert.match(
    stdout,
    /takes longer than 0\.03 minutes: the tests have ended, and something that they started has not/,
  );
});

test('a file that leaves a process running fails the run', async (t) => {
  const { code, stdout } = await runTests(t, {
    'leaves.test.ts': `${SLEEPER} test('this one ends', () => {});`,
  });
  assert.equal(code, 1);
  assert.match(stdout, /✖ \S+leaves\.test\.ts\n {2}leaves running: sleep 600/);
});

test('a path without a test is an error', async () => {
  const { code, stderr } = await run(process.execPath, ['scripts/test-runner.ts', 'test/nowhere']).ended;
  assert.equal(code, 1);
  assert.match(stderr, /There is no test at test\/nowhere\./);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Runs these files (text by name), with a limit of two seconds each. */
function runTests(t: Lifetime, files: Readonly<Record<string, string>>) {
  const directory = emptyHome(t);
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(directory, name), `import { test } from 'node:test';\n${text}\n`);
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  return run(process.execPath, ['scripts/test-runner.ts', directory], {
    cwd: ROOT,
    env: { ...environment, TEST_FILE_MINUTES: '0.03' },
  }).ended;
}

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/directories.ts';
import type { Lifetime } from '../support/lifetime.ts';
import { emptyHome, run, until } from '../support/processes/lds.ts';

const SLEEPER = `import { spawn } from 'node:child_process';
const sleeper = spawn('sleep', ['600'], { stdio: 'ignore' });
sleeper.unref();`;
/** Limits every file to a few seconds, in which a busy machine can start it. */
const BRIEF = { TEST_FILE_MINUTES: '0.06' };

test('a test that never ends fails the run, is reported by name, and its processes are stopped', async (t) => {
  const { code, stdout } = await runTests(
    t,
    {
      'hangs.alone.test.ts': `${SLEEPER}
      console.log('PID', sleeper.pid);
      test('this one ends', () => {});
      test('this one does not', () => new Promise((resolve) => setTimeout(resolve, 600_000)));`,
      'ends.test.ts': `test('another file goes on', () => {});`,
    },
    BRIEF,
  );
  assert.equal(code, 1);
  assert.match(
    stdout,
    /✖ \S+hangs\.alone\.test\.ts\n {2}takes longer than 0\.06 minutes: “this one does not” has not ended/,
  );
  assert.match(stdout, /✔ \S+ends\.test\.ts \(1 tests/);
  const pid = Number(/PID (\d+)/.exec(stdout)?.[1]);
  await until('what it has started has ended', () => !isRunning(pid));
});

test('files of a folder share a process, except those named *.alone.test.ts', async (t) => {
  const own = `test('its process', () => console.log('PROCESS', process.pid));`;
  const files = { 'one.test.ts': own, 'two.test.ts': own, 'three.alone.test.ts': own };
  const { code, stdout } = await runTests(t, files);
  assert.equal(code, 0);
  const processes = [...stdout.matchAll(/PROCESS (\d+)/g)].map(([, id]) => id);
  assert.equal(processes.length, 3);
  assert.equal(new Set(processes).size, 2);
  assert.match(stdout, /✔ \S+ \(2 files\) \(2 tests/);
});

test('a file that keeps running after its tests have ended fails the run', async (t) => {
  const { code, stdout } = await runTests(
    t,
    {
      'runs-on.test.ts': `setInterval(() => {}, 1000); test('this one ends', () => {});`,
    },
    BRIEF,
  );
  assert.equal(code, 1);
  assert.match(
    stdout,
    /takes longer than 0\.06 minutes: the tests have ended, and something that they started has not/,
  );
});

test('a file that leaves a process running fails the run', async (t) => {
  const { code, stdout } = await runTests(t, {
    'leaves.test.ts': `${SLEEPER} test('this one ends', () => {});`,
  });
  assert.equal(code, 1);
  assert.match(stdout, /✖ \S+leaves\.test\.ts\n {2}leaves running: sleep 600/);
});

test('the summary has one line for each reason for which tests are skipped, with their names', async (t) => {
  const { code, stdout } = await runTests(t, {
    'skips.test.ts': `test('one', { skip: 'needs a moon' }, () => {}); test('two', (t) => t.skip('needs a moon'));
      test('three', { skip: true }, () => {}); test('four', { skip: false }, () => {});`,
  });
  assert.equal(code, 0);
  assert.match(
    stdout,
    /1 tests passed, 0 failed, 3 skipped, in .*\n2 skipped: needs a moon \(“one”, “two”\)\n1 skipped: no reason given \(“three”\)\n$/,
  );
});

test('tests beside the published files run if the files that they need are there; if not, the summary says how many are off, and how to turn them on', async (t) => {
  const tests = {
    'beside.test.ts': `import { besidePublishedFiles, publishedPath } from '${ROOT}/test/support/beside-published-files.ts';
      import { readFileSync } from 'node:fs';
      for (let each = 0; each < 3; each++) test('test ' + each, besidePublishedFiles('publisher/prices.csv', 'atlas'), () => {
        if (readFileSync(publishedPath('publisher/prices.csv'), 'utf8') !== 'prices') throw new Error();
      });
      for (let each = 0; each < 6; each++) test('test of all ' + each, besidePublishedFiles(), () => {});`,
  };
  const folder = emptyHome(t);
  const summaryIn = async (sources: string) => {
    const { code, stdout } = await runTests(t, tests, { LDS_TEST_SOURCES: sources });
    assert.equal(code, 0);
    return /\d+ tests passed, .*$/s.exec(stdout)?.[0] ?? stdout;
  };
  const off = String.raw`; LDS_TEST_SOURCES=FOLDER turns these tests on\)`;
  const whole = String.raw`6 skipped: beside the published files \(\S+ lacks \d\d of \d\d folders, 360info-pt-access for one${off}\n`;
  for (const absent of [folder, 'nowhere'])
    assert.match(
      await summaryIn(absent),
      new RegExp(`^0 tests passed, 0 failed, 9 skipped, .*\\n9 skipped: .*no files in \\S+${off}\\n$`),
    );
  // One source of one's own, as someone has who adds it.
  mkdirSync(join(folder, 'publisher'));
  writeFileSync(join(folder, 'publisher', 'prices.csv'), 'prices');
  mkdirSync(join(folder, 'atlas'));
  assert.match(
    await summaryIn(folder),
    new RegExp(`^0 tests passed, 0 failed, 9 skipped, .*3 skipped: [^\\n]*lacks atlas${off}`, 's'),
  );
  writeFileSync(join(folder, 'atlas', 'map.csv'), 'map');
  assert.match(await summaryIn(folder), new RegExp(`^3 tests passed, 0 failed, 6 skipped, .*\\n${whole}$`));
});

test('a path without a test is an error', async () => {
  const { code, stderr } = await run(process.execPath, ['scripts/test-runner.ts', 'test/nowhere']).ended;
  assert.deepEqual([code, stderr], [2, 'There is no test at test/nowhere.\n']);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Runs these files (text by name). */
function runTests(
  t: Lifetime,
  files: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
) {
  const directory = emptyHome(t);
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(directory, name), `import { test } from 'node:test';\n${text}\n`);
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  return run(process.execPath, ['scripts/test-runner.ts', directory], {
    cwd: ROOT,
    env: { ...environment, ...settings },
  }).ended;
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HEADER, SURVEY } from '../support/dataset/operator-files.ts';
import { DATA_DIRECTORY, ROOT } from '../support/directories.ts';
import { temporaryDirectory } from '../support/service.ts';

const [home, folder] = [temporaryDirectory(), temporaryDirectory()];

function run(...args: string[]) {
  const program = join(ROOT, 'test/support/refresh/data-program.ts');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, DATA_DIRECTORY, home, 'import', ...args],
    {
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

test('an operator imports, lists and removes figures', () => {
  const file = join(folder, 'rents.csv');
  writeFileSync(file, `${HEADER}\nlisbon,rent_two_bedroom,2026-05,city,1450,EUR,${SURVEY.id},\n`);
  writeFileSync(join(folder, 'rents.sources.json'), JSON.stringify([SURVEY]));
  assert.deepEqual(run(file), {
    status: 0,
    stdout: '',
    stderr: 'imported rents: 1 figures; `data publish` puts this into effect\n',
  });
  assert.match(
    run('--list').stdout,
    /^rents\t1\tcity-survey-2026\trents\.csv\t\d{4}-\d{2}-\d{2}T[\d:.]+Z\n$/,
  );
  assert.match(run(file).stderr, /^replaced rents/);
  assert.match(run('--remove', 'rents').stderr, /^removed rents/);
  assert.equal(run('--list').stdout, '');
});

test('for a wrong file, the command prints its errors, one per line, and exits with 1', () => {
  const file = join(folder, 'wrong.csv');
  writeFileSync(file, `${HEADER}\nlisbon,rent_two_bedroom,2026-05,city,much,EUR,${SURVEY.id},\n`);
  writeFileSync(join(folder, 'survey.json'), JSON.stringify([SURVEY]));
  const { status, stderr } = run(file, '--sources', join(folder, 'survey.json'));
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^OperatorError: Nothing was imported\.\nwrong\.csv, line 2, column value: not a number: "much"/,
  );
});

test('the command needs exactly one action', () => {
  for (const args of [[], ['x.csv', '--list'], ['--list', '--remove', 'rents']]) {
    const { status, stderr } = run(...args);
    assert.equal(status, 1);
    assert.match(stderr, /Name a file, or use --list or --remove ID\./);
  }
});

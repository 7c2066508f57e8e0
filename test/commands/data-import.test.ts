import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HEADER, SURVEY } from '../support/dataset/operator-files.ts';
import { lds } from '../support/processes/lds.ts';
import { temporaryDirectory } from '../support/service.ts';

const [home, folder] = [temporaryDirectory(), temporaryDirectory()];

const run = (...args: string[]) => lds(home, ['data', 'import', ...args]);

test('an operator imports, lists and removes figures', async () => {
  const file = join(folder, 'rents.csv');
  writeFileSync(file, `${HEADER}\nlisbon,rent_two_bedroom,2026-05,city,1450,EUR,${SURVEY.id},\n`);
  writeFileSync(join(folder, 'rents.sources.json'), JSON.stringify([SURVEY]));
  assert.deepEqual(await run(file), {
    code: 0,
    stdout: '',
    stderr: 'imported rents: 1 figure; `data publish` or the next start puts this into effect\n',
  });
  assert.match(
    (await run('--list')).stdout,
    /^id +figures +sources +file +imported\nrents +1 +city-survey-2026 +rents\.csv +\d{4}-\d{2}-\d{2}T[\d:.]+Z\n$/,
  );
  assert.match((await run(file)).stderr, /^replaced rents/);
  assert.match((await run('--remove', 'rents')).stderr, /^removed rents/);
  assert.match((await run('--list')).stdout, /^id .*\n$/);
});

test('for a wrong file, the command prints its errors, one per line, and exits with 1', async () => {
  const file = join(folder, 'wrong.csv');
  writeFileSync(file, `${HEADER}\nlisbon,rent_two_bedroom,2026-05,city,much,EUR,${SURVEY.id},\n`);
  writeFileSync(join(folder, 'survey.json'), JSON.stringify([SURVEY]));
  const { code, stderr } = await run(file, '--sources', join(folder, 'survey.json'));
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^lds: Nothing was imported\.\nwrong\.csv, line 2, column value: not a number: "much"/,
  );
});

test('the command needs exactly one action', async () => {
  for (const args of [[], ['x.csv', '--list'], ['--list', '--remove', 'rents']]) {
    const { code, stderr } = await run(...args);
    assert.equal(code, 2);
    assert.match(stderr, /Name a file, or use --list or --remove ID\./);
  }
});

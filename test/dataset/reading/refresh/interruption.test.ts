import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import { registerRefreshCommand } from '../../../../src/commands/data-refresh.ts';
import { readFacts } from '../../../../src/dataset/building/facts/fact.ts';
import {
  changesBetween,
  decideReplacement,
  type Fingerprint,
  fingerprint,
  finishReplacement,
  replaceData,
} from '../../../../src/dataset/reading/refresh/replacement.ts';
import { OperatorError } from '../../../../src/process/operator-error.ts';
import { ROOT } from '../../../support/directories.ts';
import { type Running, run, until } from '../../../support/processes/lds.ts';
import { BIG_MAC, bigMacTables, csv } from '../../../support/refresh/published-from-facts.ts';
import { fileHandler, startPublishers } from '../../../support/refresh/publishers.ts';
import { openBench } from '../../../support/refresh/refresh-run.ts';
import { temporaryDirectory } from '../../../support/service.ts';

const INDEX = `${BIG_MAC}/output-data/big-mac-full-index.csv`;
const PRICES = `${BIG_MAC}/source-data/big-mac-source-data-v2.csv`;
const publishers = await startPublishers();

/** A superuser may write anywhere; without these privileges, only where the owner may. The owner can read any checkout. */
const AS_OWNER =
  process.getuid?.() === 0
    ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all', process.execPath]
    : [process.execPath];

function start(
  bench: { dataDirectory: string; home: string },
  args: readonly string[],
  [command = process.execPath, ...before]: readonly string[] = [],
): Running {
  const program = join(ROOT, 'test/support/refresh/data-program.ts');
  return run(command, [...before, program, bench.dataDirectory, bench.home, 'refresh', ...args]);
}

const COMMAND = ['big-mac', '--mirror', publishers.address];

test('a process that is killed during a download leaves data/ and kept files intact, and the next run continues', async () => {
  const bench = openBench(publishers.address);
  const { index, prices } = bigMacTables(bench.dataDirectory);
  const [first, ...others] = prices;
  const changed = csv([{ ...first, local_price: '99' }, ...others]);
  const before = bench.state();

  publishers.publish(INDEX, csv(index), 'text/csv');
  const half = new Promise<void>((resolve) => {
    publishers.handle(PRICES, (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': changed.length });
      response.write(changed.slice(0, changed.length / 2), () => resolve());
    });
  });
  const child = start(bench, [...COMMAND, '--yes']);
  await half;
  // Waits until that half is on the disk too.
  const downloads = join(bench.home, 'refresh', 'downloads');
  while (!readdirSync(downloads).some((name) => name.endsWith('big-mac-source-data-v2.csv'))) await wait(5);
  child.process.kill('SIGKILL');
  await child.ended;
  assert.deepEqual(bench.state(), before, 'data/ is byte for byte what it was');
  const kept = readdirSync(downloads).filter((name) => !name.startsWith('.'));
  assert.deepEqual(
    kept.sort(),
    ['big-mac-full-index.csv', 'downloads.json'],
    'no part of a file is in place',
  );

  publishers.handle(PRICES, fileHandler(Buffer.from(changed), 'text/csv'));
  const { code, stdout, stderr } = await start(bench, [...COMMAND, '--yes']).ended;
  assert.equal(code, 0, stderr);
  assert.match(stderr, /big-mac-full-index\.csv: not changed since the last refresh/);
  assert.match(stdout, /big_mac_price .*: [\d.]+ → 99/);
  assert.ok(readFacts(bench.dataDirectory, 'big-mac').some(({ value }) => value === '99'));
  assert.deepEqual(
    readdirSync(join(bench.home, 'refresh')),
    ['downloads'],
    'the killed run was cleared away',
  );
  assert.ok(!readdirSync(downloads).some((name) => name.startsWith('.')));
});

test('a Census Bureau key is read from its file, and sent nowhere else', async () => {
  const bench = openBench(publishers.address);
  const asked: string[] = [];
  for (const geography of ['county', 'place']) {
    const url = `https://api.census.gov/data/2024/acs/acs5?get=NAME,B25064_001E&for=${geography}:*&in=state:*`;
    publishers.handle(`${url}&key=s3cret%2B`, ({ url: path = '' }, response) => {
      asked.push(path);
      response.writeHead(302, { location: '/api.census.gov/data/missing_key.html' }).end();
    });
  }
  publishers.publish('https://api.census.gov/data/missing_key.html', '<html>Missing Key</html>', 'text/html');
  const file = join(temporaryDirectory(), 'census-key');
  writeFileSync(file, 's3cret+\n');
  const args = ['us-census-acs-rent', '--mirror', publishers.address];
  const { code, stderr } = await start(bench, [...args, '--census-key', file]).ended;
  assert.equal(code, 1);
  assert.equal(asked.length, 1);
  assert.match(stderr, /api\.census\.gov\/data\/2024.*: a web page came in place of the file/);
  assert.doesNotMatch(stderr, /s3cret/);
  await assert.rejects(parsed([...args, '--census-key', '/no/such/file']), /Cannot read the key/);
});

test('without a terminal and without --yes nobody can consent, and nothing changes', async () => {
  const bench = openBench(publishers.address);
  const { index, prices } = bigMacTables(bench.dataDirectory);
  publishers.publish(INDEX, csv(index), 'text/csv');
  publishers.publish(PRICES, csv(prices.slice(1)), 'text/csv');
  const before = bench.state();
  const { code, stdout, stderr } = await start(bench, COMMAND).ended;
  assert.equal(code, 0);
  assert.match(stdout, /big_mac_price +\d+ +\d+ +0 +1 +0 +0/);
  assert.match(stderr, /no terminal to answer.*\nnothing changed\n$/s);
  assert.deepEqual(bench.state(), before);
});

test('options that make no sense are refused before any download', async () => {
  for (const args of [
    ['--mirror', 'ftp://x'],
    ['--timeout', '0'],
    ['--retries', 'many'],
    ['--moved', ''],
  ])
    await assert.rejects(parsed(args), /It must be/);
});

/** Runs `data refresh` in this process, with a data directory that does not exist, for arguments that are refused. */
function parsed(args: readonly string[]): Promise<Command> {
  const program = new Command('data').exitOverride().configureOutput({ writeErr() {} });
  registerRefreshCommand(program, '/no/such', temporaryDirectory);
  return program.parseAsync(['refresh', ...args], { from: 'user' });
}

/** A data directory with many files, and two states that it may be in. */
function twoStates(): { dataDirectory: string; drafts: [string, string] } {
  const root = temporaryDirectory();
  const drafts = ['old', 'new'].map((state) => {
    const directory = join(root, state);
    for (let folder = 0; folder < 10; folder++) {
      mkdirSync(join(directory, `folder-${folder}`), { recursive: true });
      for (let file = 0; file < 20; file++)
        writeFileSync(join(directory, `folder-${folder}`, `${file}.tsv`), `${state} ${folder} ${file}\n`);
    }
    writeFileSync(join(directory, `only-${state}.tsv`), state);
    return directory;
  });
  const dataDirectory = join(root, 'data');
  cpSync(drafts[0] ?? '', dataDirectory, { recursive: true });
  return { dataDirectory, drafts: drafts as [string, string] };
}

test('a process that is killed while it replaces files leaves all old files or, after the next start, all new ones', async () => {
  const { dataDirectory, drafts } = twoStates();
  const states = drafts.map((draft) => [...fingerprint(draft)]);
  for (let round = 0; round < 6; round++) {
    const child = run(process.execPath, [
      join(ROOT, 'test/support/refresh/replace-program.ts'),
      dataDirectory,
      ...drafts.toReversed(),
    ]);
    await until('it replaces', () => child.stdout() !== '');
    await wait(Math.random() * 40);
    child.process.kill('SIGKILL');
    await child.ended;
    finishReplacement(dataDirectory);
    const state = [...fingerprint(dataDirectory)];
    assert.ok(
      states.some((whole) => JSON.stringify(whole) === JSON.stringify(state)),
      'neither the old files nor the new ones',
    );
    assert.equal(finishReplacement(dataDirectory), false, 'there is nothing left to finish');
  }
});

test('a replacement touches nothing before it is committed, and is always completed afterwards', () => {
  for (const done of [0, 1, 57, 200]) {
    const { dataDirectory, drafts } = twoStates();
    const [before, after] = drafts.map(fingerprint) as [Fingerprint, Fingerprint];
    const changes = changesBetween(before, after);
    decideReplacement(dataDirectory, drafts[1], changes);
    assert.deepEqual(fingerprint(dataDirectory), before);
    for (const path of changes.written.slice(0, done))
      renameSync(join(dataDirectory, '.refresh-decided', path), join(dataDirectory, path));
    assert.ok(finishReplacement(dataDirectory));
    assert.deepEqual(fingerprint(dataDirectory), after);
  }
});

test('what is left of a replacement that was killed while it tidied up is in nobody’s way', () => {
  const { dataDirectory, drafts } = twoStates();
  const [before, after] = drafts.map(fingerprint) as [Fingerprint, Fingerprint];
  // The plan is removed first, then the empty directories.
  mkdirSync(join(dataDirectory, '.refresh-decided', 'facts'), { recursive: true });
  assert.equal(finishReplacement(dataDirectory), false);
  replaceData(dataDirectory, drafts[1], changesBetween(before, after));
  assert.deepEqual(fingerprint(dataDirectory), after);
  assert.ok(!readdirSync(dataDirectory).includes('.refresh-decided'));
});

test('a data directory that must not be written is left as it is, with one line that says so', async () => {
  const bench = openBench(publishers.address);
  const { index, prices } = bigMacTables(bench.dataDirectory);
  publishers.publish(INDEX, csv(index), 'text/csv');
  publishers.publish(PRICES, csv(prices.slice(1)), 'text/csv');
  const before = bench.state();
  const facts = join(bench.dataDirectory, 'facts');
  chmodSync(facts, 0o500);
  const { code, stderr } = await start(bench, [...COMMAND, '--yes'], AS_OWNER).ended;
  chmodSync(facts, 0o755);
  assert.equal(code, 1);
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  assert.match(last, /^OperatorError: .*data cannot be written: EACCES.* \(data\/ is unchanged\)$/);
  assert.deepEqual(bench.state(), before);
});

test('obstacles are found before the first file is replaced', () => {
  const { dataDirectory, drafts } = twoStates();
  const before = [...fingerprint(dataDirectory)];
  const changes = { written: ['folder-1/0.tsv', 'folder-1/0.tsv/x'], removed: [] };
  assert.throws(() => replaceData(dataDirectory, drafts[1], changes), OperatorError);
  assert.deepEqual([...fingerprint(dataDirectory)], before);
});

test('a refresh first completes a replacement during which an earlier one was killed', async () => {
  const bench = openBench(publishers.address);
  const decided = join(bench.dataDirectory, '.refresh-decided');
  mkdirSync(decided);
  writeFileSync(join(decided, 'units.tsv'), readFileSync(join(bench.dataDirectory, 'units.tsv')));
  writeFileSync(join(bench.dataDirectory, 'gone.tsv'), '');
  writeFileSync(join(decided, 'plan.json'), '{"written": ["units.tsv"], "removed": ["gone.tsv"]}');
  const { index, prices } = bigMacTables(bench.dataDirectory);
  publishers.publish(INDEX, csv(index), 'text/csv');
  publishers.publish(PRICES, csv(prices), 'text/csv');
  const { progress, outcome } = await bench.run({ sources: ['big-mac'] });
  assert.match(progress[0] ?? '', /finished the replacement/);
  assert.equal(outcome, 'nothing new');
  assert.ok(
    !readdirSync(bench.dataDirectory).some((name) => ['gone.tsv', '.refresh-decided'].includes(name)),
  );
});

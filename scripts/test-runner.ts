/*
 * Runs the test files that the arguments name, by file or folder; without arguments, all of them.
 *
 * The files of a folder share a process, in which they load the code and the data once; so do those of `FOLDERS_TOGETHER`. A file
 * has a process of its own in `FOLDERS_OF_PROCESSES`, and if it is named `*.alone.test.ts`. A process leads a process group, because
 * `node --test` cannot end processes that a hanging file has started. It fails if one of its tests fails, if it takes too long, or
 * if a process that it started outlives it.
 *
 * Three waiting processes run at a time, beside a computing one per core. Those that need no release begin while it is built.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UsageError } from '../src/process/operator-error.ts';
import { atProgramEnd, beginProgram } from './program.mjs';
import { hashOf, run, step, unlessDone } from './runtime.mjs';
import type { ReportedEvent } from './test-reporter.ts';

const ROOT = join(import.meta.dirname, '..');
const REPORTER = join(import.meta.dirname, 'test-reporter.ts');
/** Far longer than any process takes, even on a busy machine. */
const FILE_MINUTES = Number(process.env.TEST_FILE_MINUTES ?? 20);
const RUN_MINUTES = Number(process.env.TEST_RUN_MINUTES ?? 60);
/** How long a process may take to end after the file that started it. */
const GRACE_MILLISECONDS = 2000;

/** Their files start programs and servers, and load little that they could share. */
const FOLDERS_OF_PROCESSES = ['test/nodes', 'test/process'];
/** Each row, with the folders below, shares a process: reading the data and opening the release would take most of their time. */
const FROM_FACTS = [
  ...['climate', 'estimates', 'facts', 'files', 'overlay', 'places', 'scores'].map(
    (folder) => `test/dataset/building/${folder}`,
  ),
  'test/dataset/reading/evaluation',
];
const READERS = ['areas', 'geography', 'places', 'sources'].map((folder) => `test/dataset/reading/${folder}`);
/** One service of the whole release answers the tests of each row. */
const FROM_RELEASE = [
  ['test/client', 'test/docs', 'test/v1'],
  ['test/commands', 'test/service/access', 'test/service/http', 'test/site', 'test/truth'],
  ['test/engine', 'test/mcp', 'test/release'],
];
/** They start services of three countries, and sign people up. */
const OF_ACCOUNTS = ['test/dashboard', 'test/service/accounts', 'test/service/telemetry'];
const FOLDERS_TOGETHER = [...FROM_RELEASE, OF_ACCOUNTS, FROM_FACTS, READERS];
/** What is in these waits more than it computes. */
const FOLDERS_THAT_WAIT = ['test/browser', ...FOLDERS_OF_PROCESSES];
const WAITING_AT_ONCE = 3;
/** Their tests need no release of data/, or that of three countries. `testRelease` fails in them, so that this list stays true. */
const FOLDERS_WITHOUT_RELEASE = [
  ...FROM_FACTS,
  'test/dataset/reading',
  'test/lab',
  'test/service/keys',
  'test/service/limits',
  'test/service/storage',
];
/** What a release is made from: facts, the rooms that the builder may import (docs/architecture.md), and packages. */
const RELEASE_SOURCES = [
  'data',
  'src/dataset/building',
  'src/process',
  'src/release',
  'src/commands/data.ts',
  'package-lock.json',
];
/** The name of a file that shares no process: its tests measure what the process does, or take as long as a folder. */
const ALONE = /\.alone\.test\.ts$/;

/**
 * A test process opens and discards releases, and reads long responses. V8 marks the whole heap after every 64 MB of buffers unless
 * they count as part of it, and its threads compile and collect beside a machine that is busy anyway: with these settings, a process
 * takes three quarters of the time. Servers that the tests start have the settings of the real service.
 */
const MEMORY = [
  ...['--min-semi-space-size=32', '--max-semi-space-size=64', '--initial-old-space-size=800'],
  ...['--external-memory-accounted-in-global-limit', '--v8-pool-size=1'],
];

/** What reading publishers' whole files, or looking at every page, adds to the length of a test file, in characters of other tests. */
const WHOLE_LENGTH = 100_000;
const WHOLE = /besidePublishedFiles|SCENES/;

/** How many of the most expensive files a full run names. */
const NAMED_COSTS = 10;
/** How many tests that are skipped for one reason the summary names. */
const NAMED_SKIPS = 5;
/** Runs a command, then writes the processor time of all its ended descendants to the file that is named first. */
const TIMED = 'report="$1"; shift; "$@"; code=$?; times > "$report"; exit $code';

const ENDS: readonly ReportedEvent['type'][] = ['pass', 'fail', 'skip'];

/** A process with its files. */
interface Batch {
  files: readonly string[];
  /** Where its reporter writes. */
  report: string;
  /** Leads the process group. */
  leader: number;
}

/** Files; each entry is one process. */
type Queue = (readonly string[])[];

interface Queues {
  waiting: Queue;
  computing: Queue;
}

interface Outcome extends Batch {
  seconds: number;
  /** Of its process and all ended descendants, in user and system mode. */
  processorSeconds: number;
  output: string;
  /** Why it failed, besides failing tests. */
  faults: string[];
}

beginProgram(import.meta.url, { takesArguments: true });
const selection = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), 'lds-test-run-'));
const running = new Set<Batch>();
const endAll = () => {
  for (const { leader } of running) killGroup(leader);
  rmSync(reports, { recursive: true, force: true });
};
atProgramEnd(endAll);
process.on('exit', endAll);
setTimeout(() => {
  process.stdout.write(`\n✖ the run takes longer than ${RUN_MINUTES} minutes\n`);
  for (const batch of running) process.stdout.write(`  ${nameOf(batch)}: ${unfinished(batch)}\n`);
  process.exit(1);
}, RUN_MINUTES * 60_000).unref();

const startedAt = performance.now();
let released: Promise<void> | undefined;
const outcomes = await runAll(queuesOf(testFiles()));
summarize(outcomes);

/** More at once than there are cores, because some wait most of the time. A lane without work helps the others. */
async function runAll({ waiting, computing }: Queues): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const lane = async (first: Queue, second: Queue) => {
    for (;;) {
      const files = first.shift() ?? second.shift();
      if (files === undefined) return;
      const report = join(reports, `${waiting.length}-${computing.length}.jsonl`);
      if (needsRelease(files)) await provideRelease();
      const outcome = await runBatch(files, report);
      outcomes.push(outcome);
      tell(outcome);
    }
  };
  await Promise.all([
    ...Array.from({ length: WAITING_AT_ONCE }, () => lane(waiting, computing)),
    ...Array.from({ length: availableParallelism() }, () => lane(computing, waiting)),
  ]);
  return outcomes;
}

/** Files outside of `test` are those of tests of this program. */
function needsRelease([file = '']: readonly string[]): boolean {
  return file.startsWith('test/') && !FOLDERS_WITHOUT_RELEASE.some((folder) => file.startsWith(`${folder}/`));
}

/** Builds the release that the tests share, unless it is there. */
function provideRelease(): Promise<void> {
  released ??= unlessDone('var/test/releases/.sources', stateOfRelease, () =>
    step('building the data release', () =>
      run(process.execPath, [...MEMORY, 'src/main.ts', 'data', 'publish', '--replace'], {
        env: { ...process.env, LDS_HOME: 'var/test' },
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    ),
  );
  return released;
}

/** What the release is made from, and its name, which changes if somebody publishes another one there. */
function stateOfRelease(): string {
  const current = join(ROOT, 'var/test/releases/current');
  return `${hashOf(RELEASE_SOURCES)} ${existsSync(current) ? readFileSync(current, 'utf8') : ''}`;
}

async function runBatch(files: readonly string[], report: string): Promise<Outcome> {
  const startedAt = performance.now();
  const times = `${report}.times`;
  const child = spawn(
    'sh',
    [
      ...['-c', TIMED, 'sh', times, process.execPath],
      ...MEMORY,
      ...['--test', '--test-isolation=none'],
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...[`--test-reporter=${REPORTER}`, `--test-reporter-destination=${report}`],
      ...files,
    ],
    {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
        ...(!needsRelease(files) && { TEST_RELEASE: 'none' }),
      },
    },
  );
  const batch = { files, report, leader: child.pid ?? 0 };
  running.add(batch);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const faults: string[] = [];
  const limit = setTimeout(() => {
    faults.push(`takes longer than ${FILE_MINUTES} minutes: ${unfinished(batch)}`);
    killGroup(batch.leader);
  }, FILE_MINUTES * 60_000);
  const closed = once(child, 'close');
  const [code, signal] = await once(child, 'exit');
  clearTimeout(limit);
  const survivors = await survivorsOf(batch.leader);
  if (survivors.length > 0) faults.push(`leaves running: ${survivors.join('; ')}`);
  killGroup(batch.leader);
  await closed;
  running.delete(batch);
  const hasFailed = eventsOf(batch).some(({ type }) => type === 'fail');
  if (code !== 0 && faults.length === 0 && !hasFailed) faults.push(`ends with ${signal ?? code}`);
  const seconds = (performance.now() - startedAt) / 1000;
  return { ...batch, seconds, processorSeconds: processorSecondsIn(times), output, faults };
}

/** From a shell's `times`: a line for the shell and one for its children, each with user and system time. */
function processorSecondsIn(path: string): number {
  // A killed process writes none.
  if (!existsSync(path)) return 0;
  const [, children = ''] = readFileSync(path, 'utf8').split('\n');
  return children
    .split(' ')
    .map((time) => /^(\d+)m([\d.]+)s$/.exec(time) ?? [])
    .reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

function tell(outcome: Outcome): void {
  const failed = hasFailed(outcome);
  // People who run a few files want to see their tests.
  if (failed || selection.length > 0) process.stdout.write(outcome.output);
  const count = eventsOf(outcome).filter(({ type }) => ENDS.includes(type)).length;
  process.stdout.write(
    `${failed ? '✖' : '✔'} ${nameOf(outcome)} (${count} tests, ${outcome.seconds.toFixed(1)} s, ${outcome.processorSeconds.toFixed(1)} s of a processor)\n`,
  );
  for (const fault of outcome.faults) process.stdout.write(`  ${fault}\n`);
}

function summarize(outcomes: readonly Outcome[]): void {
  const failed = outcomes.filter(hasFailed);
  const events = outcomes.flatMap(eventsOf);
  const count = (wanted: ReportedEvent['type']) => events.filter(({ type }) => type === wanted).length;
  for (const outcome of failed) {
    process.stdout.write(`\n✖ ${nameOf(outcome)}\n`);
    for (const { type, name } of eventsOf(outcome)) if (type === 'fail') process.stdout.write(`  ${name}\n`);
    for (const fault of outcome.faults) process.stdout.write(`  ${fault}\n`);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const processorSeconds = outcomes.reduce((sum, outcome) => sum + outcome.processorSeconds, 0);
  if (selection.length === 0) tellCosts(outcomes);
  process.stdout.write(
    `\n${count('pass')} tests passed, ${count('fail')} failed, ${count('skip')} skipped, in ${outcomes.flatMap(({ files }) => files).length} files and ${seconds} s, with ${Math.round(processorSeconds)} s of a processor\n`,
  );
  tellSkipped(events.filter(({ type }) => type === 'skip'));
  if (failed.length > 0) process.exitCode = 1;
}

/** A line for each reason. It names the tests, unless they are a whole group, which the reason names. */
function tellSkipped(skipped: readonly ReportedEvent[]): void {
  for (const [reason, tests] of Map.groupBy(skipped, ({ reason = 'no reason given' }) => reason)) {
    const names = tests.length > NAMED_SKIPS ? '' : ` (“${tests.map(({ name }) => name).join('”, “')}”)`;
    process.stdout.write(`${tests.length} skipped: ${reason}${names}\n`);
  }
}

/** The files to look at first if the suite takes too long. */
function tellCosts(outcomes: readonly Outcome[]): void {
  const byCost = outcomes.toSorted((one, other) => other.processorSeconds - one.processorSeconds);
  process.stdout.write('\nMost of the processor time:\n');
  for (const outcome of byCost.slice(0, NAMED_COSTS))
    process.stdout.write(`${outcome.processorSeconds.toFixed(1).padStart(7)} s  ${nameOf(outcome)}\n`);
}

function hasFailed(outcome: Outcome): boolean {
  return outcome.faults.length > 0 || eventsOf(outcome).some(({ type }) => type === 'fail');
}

/** Tests that have begun but not ended. */
function unfinished(batch: Batch): string {
  const open = new Map<string, number>();
  const add = (name: string, by: number) => open.set(name, (open.get(name) ?? 0) + by);
  for (const { type, name } of eventsOf(batch)) add(name, type === 'begun' ? 1 : -1);
  const names = [...open].filter(([, times]) => times > 0).map(([name]) => name);
  return names.length > 0
    ? `“${names.join('”, “')}” has not ended`
    : 'the tests have ended, and something that they started has not';
}

function eventsOf({ report }: Batch): ReportedEvent[] {
  if (!existsSync(report)) return [];
  // The last line may be incomplete.
  const lines = readFileSync(report, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as ReportedEvent);
}

function nameOf({ files }: { files: readonly string[] }): string {
  const [first = ''] = files;
  if (files.length === 1) return first;
  const folders = new Set(files.map((file) => dirname(file))).size;
  return `${dirname(first)}${folders > 1 ? ` and ${folders - 1} more` : ''} (${files.length} files)`;
}

/** The commands of the processes in the group that do not end by themselves. */
async function survivorsOf(leader: number): Promise<string[]> {
  const deadline = performance.now() + GRACE_MILLISECONDS;
  for (;;) {
    const members = membersOf(leader);
    if (members.length === 0 || performance.now() > deadline) return members;
    await delay(50);
  }
}

function membersOf(leader: number): string[] {
  try {
    process.kill(-leader, 0);
  } catch {
    return [];
  }
  return execFileSync('ps', ['-A', '-o', 'pgid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, group, state = '']) => Number(group) === leader && !state.startsWith('Z'))
    .map(([, , , command = '']) => command);
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All have ended.
  }
}

function testFiles(): string[] {
  const named = selection.length > 0 ? selection : ['test'];
  const files = named.flatMap((name) => {
    const path = relative(ROOT, resolve(name));
    const isFolder = statSync(join(ROOT, path), { throwIfNoEntry: false })?.isDirectory();
    const found = globSync(isFolder ? `${path}/**/*.test.ts` : path, { cwd: ROOT });
    if (found.length === 0) throw new UsageError(`There is no test at ${name}.`);
    return found;
  });
  return [...new Set(files)].toSorted();
}

/** Those without a release first, and then the longest, so that none is left for the end, when a core would have nothing else to do. */
function queuesOf(files: readonly string[]): Queues {
  const waits = (file: string) => FOLDERS_THAT_WAIT.includes(dirname(file));
  const isAlone = (file: string) => ALONE.test(file) || FOLDERS_OF_PROCESSES.includes(dirname(file));
  const together = (file: string) =>
    FOLDERS_TOGETHER.find((folders) => folders.some((folder) => file.startsWith(`${folder}/`)));
  const processes = Map.groupBy(files, (file) => (isAlone(file) ? file : (together(file) ?? dirname(file))));
  const length = (batch: readonly string[]) => batch.reduce((sum, file) => sum + lengthOf(file), 0);
  const batches = [...processes.values()].toSorted(
    (one, other) => Number(needsRelease(one)) - Number(needsRelease(other)) || length(other) - length(one),
  );
  const [waiting, computing] = [true, false].map((wanted) =>
    batches.filter(([file = '']) => waits(file) === wanted),
  );
  return { waiting: waiting ?? [], computing: computing ?? [] };
}

/** How long a file may take compared with others: the more text, the more tests. */
function lengthOf(file: string): number {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return WHOLE.test(text) ? text.length + WHOLE_LENGTH : text.length;
}

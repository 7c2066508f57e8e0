// What every program here has in common (`npm run attack`, `bench`, `chaos`, …): it answers `--help` without beginning anything, and
// ends what it began however it ends. Plain JavaScript without packages, because some programs run before any are installed.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const HELP = ['--help', '-h'];
/** How long undoing may take. PostgreSQL and a server that serves its last requests take longest. */
const PATIENCE_MILLISECONDS = 30_000;
/** How long processes that are left after that get to end by themselves. */
const GRACE_MILLISECONDS = 5000;
const LOOK_MILLISECONDS = 50;

/** @param {readonly string[]} args */
export function asksForHelp(args = process.argv.slice(2)) {
  return args.some((argument) => HELP.includes(argument));
}

/**
 * Answers `--help` with the comment that the program's file begins with, and ends the program. Programs that only start one other,
 * which gets their signals (`run` of runtime.mjs), call this; all others call `beginProgram`.
 *
 * @param {string} file its path, or its `import.meta.url`
 */
export function answerHelp(file, args = process.argv.slice(2)) {
  if (!asksForHelp(args)) return;
  say(1, helpOf(file));
  process.exit(0);
}

/**
 * The comment at the top of a program's file: what it does, how it is called, what it takes.
 *
 * @param {string} file its path, or its `import.meta.url`
 */
export function helpOf(file) {
  const source = readFileSync(file.startsWith('file:') ? new URL(file) : file, 'utf8');
  const block = /^\/\*\*?([\s\S]*?)\*\//.exec(source)?.[1]?.replaceAll(/^ ?\* ?/gm, '');
  const lines = /^(?:\/\/.*\n)+/.exec(source)?.[0].replaceAll(/^\/\/ ?/gm, '');
  const text = (block ?? lines)?.trim();
  if (!text) throw new Error(`${file} does not begin with a comment that says what it does`);
  return `${text}\n`;
}

/** @type {(() => unknown)[]} */
const undoings = [];
/** @type {Promise<never> | undefined} */
let ending;

/**
 * Begins a program: answers `--help`, refuses arguments that it does not take, and sees to it that whatever it begins ends with
 * it, after a signal, when nobody reads its output any more, and after an error that nothing catches. Call it before anything else.
 *
 * @param {string} file the program's `import.meta.url`
 * @param {{ takesArguments?: boolean }} options whether it reads its arguments
 */
export function beginProgram(file, { takesArguments = false } = {}) {
  answerHelp(file);
  const [unexpected] = process.argv.slice(2);
  if (!takesArguments && unexpected !== undefined) {
    process.stderr.write(`${basename(file)} takes no arguments such as ${unexpected}: see --help.\n`);
    process.exit(2);
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => void endProgram(1));
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      // `| head` has read enough.
      if (error.code === 'EPIPE' || ending !== undefined) void endProgram(1);
      else endWith(error);
    });
  process.on('uncaughtException', endWith);
  process.on('exit', () => {
    for (const { pid } of descendants()) kill(pid, 'SIGKILL');
  });
}

/**
 * Undoes something when the program ends. The last thing done is undone first.
 *
 * @param {() => unknown} undo
 */
export function atProgramEnd(undo) {
  undoings.push(undo);
}

/** Undoes what was begun, each thing once, and all of it even if something fails. A program that has done its work calls this. */
export async function endBegun() {
  const errors = [];
  for (let undo = undoings.pop(); undo !== undefined; undo = undoings.pop()) {
    try {
      await undo();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw errors.length === 1 ? errors[0] : new AggregateError(errors, errors.join('\n'));
}

/**
 * What the user can mend is an OperatorError, or an argument that a program does not take: told in a line, without a stack.
 *
 * @param {unknown} error
 */
function endWith(error) {
  // What is being ended fails in many ways.
  if (ending !== undefined) return;
  const { exitCode, code, message, stack = error } = Object(error);
  const status = String(code).startsWith('ERR_PARSE_ARGS') ? 2 : exitCode;
  say(2, `${status === undefined ? stack : message}\n`);
  void endProgram(status ?? 1);
}

/**
 * @param {1 | 2} descriptor of standard output or standard error
 * @param {string} text
 */
function say(descriptor, text) {
  try {
    writeSync(descriptor, text);
  } catch {
    // Nobody reads it.
  }
}

/**
 * Ends the program. Later calls change nothing: Ctrl+C reaches it twice, from the terminal and from npm.
 *
 * @param {number} code
 */
function endProgram(code) {
  ending ??= end(code);
  return ending;
}

/**
 * @param {number} code
 * @returns {Promise<never>}
 */
async function end(code) {
  // Before anything ends: the children of a process that has ended are nobody's descendants.
  const begun = descendants();
  const undone = endBegun().catch(() => {});
  await Promise.race([undone, delay(PATIENCE_MILLISECONDS)]);
  // What the program was doing meanwhile may have begun more.
  const left = () => [...begun, ...descendants()].filter(isAlive);
  for (const { pid } of left()) kill(pid, 'SIGTERM');
  const deadline = performance.now() + GRACE_MILLISECONDS;
  while (left().length > 0 && performance.now() < deadline) await delay(LOOK_MILLISECONDS);
  for (const { pid } of left()) kill(pid, 'SIGKILL');
  process.exit(code);
}

/** @typedef {{ pid: number, parent: number, startedAt: string }} Process */

/** The processes that this one has started, and that these have started, as far as the system lets us know. */
function descendants() {
  const all = processes();
  /** @type {Process[]} */
  const found = [];
  let parents = [process.pid];
  while (parents.length > 0) {
    const children = all.filter(({ parent }) => parents.includes(parent));
    found.push(...children);
    parents = children.map(({ pid }) => pid);
  }
  return found;
}

/** @returns {Process[]} */
function processes() {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => statusOf(Number(name)) ?? []);
  if (process.platform === 'win32') return [];
  const { pid: own, stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,lstart='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => /^ *(\d+) +(\d+) +(.+)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, startedAt = '']) => ({ pid: Number(pid), parent: Number(parent), startedAt }))
    .filter(({ pid }) => pid !== own);
}

/**
 * Of a process on Linux, from proc(5); undefined when it has ended, even if its parent has not noticed.
 *
 * @param {number} pid
 * @returns {Process | undefined}
 */
function statusOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program is in brackets, and may have some of its own.
    const [state = '', parent, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return 'ZX'.includes(state) ? undefined : { pid, parent: Number(parent), startedAt: fields[17] ?? '' };
  } catch {
    return undefined;
  }
}

/** @param {Process} known */
function isAlive({ pid, startedAt }) {
  const now = process.platform === 'linux' ? statusOf(pid) : processes().find((each) => each.pid === pid);
  // Another process may have got the number.
  return now?.startedAt === startedAt;
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

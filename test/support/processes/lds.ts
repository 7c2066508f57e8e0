import assert from 'node:assert/strict';
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ReleaseStore } from '../../../src/release/store.ts';
import { ROOT } from '../directories.ts';
import { atEnd, type Lifetime } from '../lifetime.ts';
import { sharedSmallRelease } from '../release/small-release.ts';
import { testRelease, testReleaseStore } from '../service.ts';
import { CommandHost, type Outcome } from './command-host.ts';

/** A relative path, so that a process that runs in another checkout runs that checkout's program. */
const MAIN = 'src/main.ts';
/** Far longer than anything here takes. A test that would hang fails instead. */
const PATIENCE_MILLISECONDS = 300_000;
/** The time limit of one command. Building the whole release on a busy machine takes longest. */
const COMMAND_MILLISECONDS = 5 * 60_000;
/** How often `until` looks. A look is often a request, and more looks would only slow down what they wait for. */
const LOOKS_PER_SECOND = 50;
/** A plan that no test uses up. */
export const UNLIMITED = { LDS_PLANS: 'standard=999999999/10s+999999999999/day' };

/** The result of a process that has ended. */
export interface Ended extends Outcome {
  signal: NodeJS.Signals | null;
}

/** A process, with what it has written so far. */
export interface Running {
  process: ChildProcess;
  stdout(): string;
  stderr(): string;
  ended: Promise<Ended>;
}

/** The service as an operator runs it. */
export interface RunningService extends Running {
  address: string;
  /** The first key if this start has made it, otherwise empty. */
  token: string;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

/** An empty LDS_HOME, removed after the test. */
export function emptyHome(t: Lifetime): string {
  const home = mkdtempSync(join(tmpdir(), 'lds-process-'));
  atEnd(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }), t);
  return home;
}

/**
 * A new LDS_HOME in which the release of three countries is published, with which a service starts faster. The release of data/
 * is there too, as if an operator had gone back from it. Tests may damage only a copied release.
 */
export async function preparedHome(t: Lifetime, release: 'linked' | 'copied' = 'linked'): Promise<string> {
  const home = await completeHome(t);
  const small = await sharedSmallRelease();
  const releases = new ReleaseStore(home);
  const own = join(releases.directory, small.name);
  if (release === 'linked') symlinkSync(small.directory, own);
  else cpSync(small.directory, own, { recursive: true });
  releases.publish(small.name);
  return home;
}

/** A new LDS_HOME in which the release of data/ is published. Tests must not damage it. */
export async function completeHome(t: Lifetime): Promise<string> {
  const home = emptyHome(t);
  const name = await testRelease();
  const releases = new ReleaseStore(home);
  mkdirSync(releases.directory);
  symlinkSync(join(testReleaseStore().directory, name), join(releases.directory, name));
  releases.publish(name);
  return home;
}

/** `lds serve` on a free port. Rejects when it ends before it listens. */
export async function serve(
  t: Lifetime,
  home: string,
  settings: Record<string, string> = {},
  options: SpawnOptions = {},
): Promise<RunningService> {
  const running = start(['serve'], home, { PORT: '0', ...settings }, options, t);
  const { process: child, stdout, stderr, ended } = running;
  const listening = () => / {2}curl .*\n/.test(stdout());
  await until('the server listens', () => listening() || child.exitCode !== null);
  if (!listening()) throw new Error(`the server ended: ${stderr()}`);
  return {
    ...running,
    address: /listening on (\S+)/.exec(stdout())?.[1] ?? '',
    token: firstKey(stdout()),
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** The key of a first start. The service writes it to a file, because its output is not a terminal. */
function firstKey(output: string): string {
  const [, file] = /first API key is in this file.*\n +(\S+)\n/.exec(output) ?? [];
  return file === undefined ? '' : readFileSync(file, 'utf8').trim();
}

const commands = new CommandHost();

/**
 * Runs one command to its end: `lds(home, ['keys', 'list'])`. Commands share a process, which costs a twentieth of one process
 * per command. Rejects if the command does not end in time.
 */
export async function lds(
  home: string,
  args: readonly string[],
  settings: Record<string, string> = {},
  milliseconds = COMMAND_MILLISECONDS,
): Promise<Outcome> {
  const outcome = await commands.run({ args, environment: environment(home, settings) }, milliseconds);
  return outcome ?? assert.fail(`lds ${args.join(' ')} did not end within ${milliseconds} ms`);
}

/** Like `lds`, but in its own process. */
export async function ldsAlone(
  home: string,
  args: string[],
  settings: Record<string, string> = {},
  options: SpawnOptions = {},
  owner?: Lifetime,
): Promise<Ended> {
  const limits = { timeout: COMMAND_MILLISECONDS, killSignal: 'SIGKILL', ...options } as const;
  const ended = await start(args, home, settings, limits, owner).ended;
  if (ended.signal === 'SIGKILL')
    assert.fail(`lds ${args.join(' ')} did not end within ${limits.timeout} ms: ${ended.stderr}`);
  return ended;
}

/** Starts one command without waiting for its end. */
export function start(
  args: string[],
  home: string,
  settings: Record<string, string> = {},
  options: SpawnOptions = {},
  owner?: Lifetime,
): Running {
  return run(process.execPath, [MAIN, ...args], { env: environment(home, settings), ...options }, owner);
}

/** A key made through the command line. */
export async function createKey(home: string, label: string, ...options: string[]): Promise<string> {
  const { code, stdout, stderr } = await lds(home, ['keys', 'create', '--label', label, ...options]);
  assert.equal(code, 0, stderr);
  return stdout.trim();
}

/** Runs any program and collects what it writes. Kills it at the end of its owner, which is the running test by default. */
export function run(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
  owner?: Lifetime,
): Running {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout: stdout(), stderr: stderr() }));
  });
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  }, owner);
  return { process: child, stdout, stderr, ended };
}

/** The environment of a process. It has only our home directory and our paths of programs and of compiled code. */
export function environment(home: string, settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE, LDS_HOME: home, ...settings };
}

/**
 * Waits until the condition holds. If it never does, it fails and names the condition. `withinSeconds` is for conditions that are
 * promised within a time. That time is counted in looks, of which an idle machine makes just under fifty per second: on a busy
 * machine everything takes longer, and so do looks.
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinSeconds = Number.POSITIVE_INFINITY,
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  for (let looks = 0; !(await holds()); looks++) {
    if (looks >= withinSeconds * LOOKS_PER_SECOND) assert.fail(`not within ${withinSeconds} s: ${what}`);
    if (performance.now() > deadline) assert.fail(`waited in vain: ${what}`);
    await delay(1000 / LOOKS_PER_SECOND);
  }
}

/** Sends a GET with a bearer token, on its own connection. */
export function get(address: string, path: string, token: string): Promise<Response> {
  return fetch(address + path, { headers: { Authorization: `Bearer ${token}`, Connection: 'close' } });
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

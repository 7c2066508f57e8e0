import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getHeapStatistics } from 'node:v8';
import { dataHash, type OwnRelease } from '../dataset/building/build/data-hash.ts';
import { OperatorError } from '../process/operator-error.ts';
import { isWhole } from '../release/manifest.ts';
import { RELEASE_FORMAT } from '../release/schema.ts';
import type { ReleaseStore } from '../release/store.ts';
import type { Store } from '../service/storage/database.ts';
import type { ReleaseMirror } from '../service/storage/release-mirror.ts';
import { STORE_UNREACHABLE, StoreUnreachable } from '../service/storage/unreachable.ts';
import { progress } from './progress.ts';

export interface ReleaseProvision {
  dataDirectory: string;
  own: OwnRelease;
  releases: ReleaseStore;
  store: Store;
  /** Undefined unless nodes share releases. */
  mirror: ReleaseMirror | undefined;
}

/**
 * Publishes a release here, which may take a minute. Rejects with the reason of the signal if that stops it.
 *
 * @param hurry whether nothing is served until then: the release is published before its downloads are made
 */
export type Provide = (signal: AbortSignal, hurry: boolean) => Promise<void>;

/**
 * Returns what publishes the release for this start here; undefined if it already is. Where nodes share releases, the function
 * asks the database. The server calls it while it listens.
 *
 * @throws OperatorError when the published release is damaged and building would not replace it
 */
export function missingRelease(provision: ReleaseProvision): Provide | undefined {
  const { mirror } = provision;
  if (mirror !== undefined) return (signal) => loadShared(provision, mirror, signal);
  return isBuilt(provision) ? undefined : build;
}

/** Makes the downloads of the served release, where it was published without them. Rejects as `Provide` does. */
export async function provideDownloads(releases: ReleaseStore, signal: AbortSignal): Promise<void> {
  const name = releases.currentName();
  if (name === undefined || isWhole(releases.manifest(name))) return;
  await progress('making the downloads of the data release', () => runLds(signal, 'data', 'downloads'));
}

/**
 * The name of the served release, for commands that answer from it themselves. Builds one only where there is none that this
 * program reads: a question does not change what a server beside it serves.
 */
export async function releaseHere(releases: ReleaseStore): Promise<string> {
  const served = releases.currentName();
  if (served !== undefined && isThere(releases, served)) return served;
  await build(new AbortController().signal, true);
  return releases.published();
}

async function loadShared(
  { releases, store }: ReleaseProvision,
  mirror: ReleaseMirror,
  signal: AbortSignal,
): Promise<void> {
  const isPublished = async () => (await store.releases?.published()) !== undefined;
  if (!(await isPublished()))
    await store.alone(async () => {
      // Another node may have built it while we waited for the lock.
      if (!(await isPublished())) await build(signal, false);
    }, signal);
  await mirror.loadPublished();
  if (releases.currentName() === undefined)
    throw new OperatorError(
      'The release that is published in the database is damaged. Build it again: npm run lds -- data publish',
    );
}

/**
 * Whether there is a release of the bundled data and the operator's own. It need not be the current one: an operator who went
 * back to an older release keeps it, if this program can read it.
 */
function isBuilt({ dataDirectory, own, releases }: ReleaseProvision): boolean {
  const current = releases.currentName();
  if (current === undefined || !isThere(releases, current)) return false;
  const found = releases.dataHash(current);
  const wanted = readableHash(dataDirectory, own);
  return wanted !== undefined && (found === wanted || releases.builtFrom(wanted).length > 0);
}

/** Whether a release is there, in the format of this program. What is wrong with a damaged one is said when it is opened. */
function isThere(releases: ReleaseStore, name: string): boolean {
  if (!existsSync(join(releases.directory, name))) return false;
  const { format = RELEASE_FORMAT } = releases.header(name) ?? {};
  return format === RELEASE_FORMAT;
}

/** Undefined if a file cannot be read: the build, which a served release can wait for, says which. */
function readableHash(dataDirectory: string, own: OwnRelease): string | undefined {
  try {
    return dataHash(dataDirectory, own);
  } catch {
    return undefined;
  }
}

/**
 * Most of what a build makes is needed to its end: a larger young generation copies it less often. Every thread has one, and with
 * 128 MB a build that estimates costs in a thread took 400 MB more and no less time.
 */
const BUILD_FLAGS = ['--min-semi-space-size=16', '--max-semi-space-size=32'];

/** Where V8 would allow less: with 1 GB of memory, it allows 512 MB. A build needs 500 MB (release 2026.11.16). */
const BUILD_HEAP_MB = 560;

/** Publishes the release of the data as it is. One that was built before, such as in the image of a node, is not built again. */
async function build(signal: AbortSignal, hurry: boolean): Promise<void> {
  const options = hurry ? ['--without-downloads'] : [];
  await progress('building the data release', () => runLds(signal, 'data', 'publish', ...options));
}

/**
 * Runs a command in a child process: the server keeps answering, and a build needs several times its memory, which only exiting
 * frees.
 */
async function runLds(signal: AbortSignal, ...args: string[]): Promise<void> {
  const endWithUs = new URL('./end-with-parent.ts', import.meta.url);
  endWithUs.search = `parent=${process.pid}`;
  const heap = Math.max(BUILD_HEAP_MB, Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20));
  const flags = [...BUILD_FLAGS, `--max-old-space-size=${heap}`, '--import', endWithUs.href];
  const child = spawn(process.execPath, [...flags, process.argv[1] ?? '', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  const end = () => void child.kill();
  // At an end in good order it gets a chance to tidy up.
  process.once('exit', end);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const [said, [code, killedBy]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  process.off('exit', end);
  if (killedBy !== null)
    throw new OperatorError(
      `The build of the data release was ended by ${killedBy}: make sure that this machine or container has enough memory, and start again.`,
    );
  if (code === 0) return;
  const reason = said
    .replace(/^lds: warning: .*\n/gm, '')
    .replace(/^lds: /, '')
    .trim();
  throw code === STORE_UNREACHABLE ? new StoreUnreachable(reason) : new OperatorError(reason);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { dataHash, type OwnRelease } from '../dataset/build/data-hash.ts';
import { OperatorError } from '../process/operator-error.ts';
import type { ReleaseStore } from '../release/store.ts';
import type { Store } from '../storage/database.ts';
import type { ReleaseMirror } from '../storage/release-mirror.ts';
import { progress } from './progress.ts';

export interface ReleaseProvision {
  dataDirectory: string;
  own: OwnRelease;
  releases: ReleaseStore;
  store: Store;
  /** Undefined unless nodes share releases. */
  mirror: ReleaseMirror | undefined;
}

/** Makes sure that a release is published here, and builds one if needed. */
export async function provideRelease(provision: ReleaseProvision): Promise<void> {
  const { releases, store, mirror } = provision;
  if (mirror === undefined) return buildUnlessHere(provision);
  const isPublished = async () => (await store.releases?.published()) !== undefined;
  if (!(await isPublished()))
    await store.alone(async () => {
      // Another node may have built it while we waited for the lock.
      if (!(await isPublished())) await build();
    });
  await mirror.takeUp();
  if (releases.currentName() === undefined)
    throw new OperatorError(
      'The release that is published in the database is damaged. Build it again: npm run lds -- data publish',
    );
}

/**
 * Builds and publishes a release of the bundled data and the operator's own, unless there is one. It need not be the current
 * one: an operator who went back to an older release keeps that. If the current release is damaged, the operator is told.
 */
async function buildUnlessHere({ dataDirectory, own, releases }: ReleaseProvision): Promise<void> {
  const current = releases.currentName();
  const wanted = dataHash(dataDirectory, own);
  if (current !== undefined && existsSync(join(releases.directory, current))) {
    if (releases.dataHash(current) === wanted) return;
    const others = releases.names().filter((name) => name !== current);
    if (others.some((name) => isOf(releases, name, wanted))) return;
  }
  await build();
}

function isOf(releases: ReleaseStore, name: string, hash: string): boolean {
  try {
    return releases.dataHash(name) === hash;
  } catch {
    // Damaged, but not the one that is served.
    return false;
  }
}

async function build(): Promise<void> {
  await progress('building the data release', () => runLds('data', 'publish'));
}

/** In a child process: a build needs several times the memory of a server, and only its end gives that back. */
async function runLds(...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [process.argv[1] ?? '', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new OperatorError(said.replace(/^lds: /, '').trim());
}

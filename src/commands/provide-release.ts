import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { dataHash } from '../dataset/build/build-release.ts';
import { OperatorError } from '../process/operator-error.ts';
import type { ReleaseStore } from '../release/store.ts';
import type { Store } from '../storage/database.ts';
import type { ReleaseMirror } from '../storage/release-mirror.ts';
import { progress } from './progress.ts';

export interface ReleaseProvision {
  dataDirectory: string;
  home: string;
  releases: ReleaseStore;
  store: Store;
  /** Where nodes share releases. */
  mirror: ReleaseMirror | undefined;
}

/** Sees to it that a release is published here, building one if need be. */
export async function provideRelease(provision: ReleaseProvision): Promise<void> {
  const { releases, store, mirror } = provision;
  if (mirror === undefined) return buildUnlessHere(provision);
  const isPublished = async () => (await store.releases?.published()) !== undefined;
  if (!(await isPublished()))
    await store.alone(async () => {
      // Another node may have built it while we waited for our turn.
      if (!(await isPublished())) await build();
    });
  await mirror.takeUp();
  if (releases.currentName() === undefined)
    throw new OperatorError(
      'The release that is published in the database is damaged. Build it anew: npm run lds -- data publish',
    );
}

/**
 * The bundled data, with the operator's own, is built and published first when no release of it is here yet; an older release
 * that an operator published again stays. A damaged one is for the operator to see.
 */
async function buildUnlessHere({ dataDirectory, home, releases }: ReleaseProvision): Promise<void> {
  const current = releases.currentName();
  const wanted = dataHash(dataDirectory, home);
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
    // Damaged, but nobody asks for it.
    return false;
  }
}

async function build(): Promise<void> {
  await progress('building the data release', () => runLds('data', 'publish'));
}

/** In a process of its own: a build needs several times the memory of a server, and gives it back only by ending. */
async function runLds(...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [process.argv[1] ?? '', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new OperatorError(said.replace(/^lds: /, '').trim());
}

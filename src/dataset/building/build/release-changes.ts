import { existsSync } from 'node:fs';
import { diffReleases, summarizeDiff } from '../../../release/diff.ts';
import type { ReleaseChanges } from '../../../release/manifest.ts';
import type { ReleaseStore } from '../../../release/store.ts';

/** Five per cent: smaller moves are mostly a normal year. */
const THRESHOLD = 0.05;

/**
 * The last served release with another version: figures are cited with a version, so a rebuilt release, for
 * any reason, is still compared with the version before.
 */
export function predecessorOf(version: string, store: ReleaseStore): string | undefined {
  const passed = new Set<string | undefined>();
  let name = store.currentName();
  try {
    while (name !== undefined && store.manifest(name).version === version) {
      passed.add(name);
      name = store.predecessor(name);
      if (passed.has(name)) return undefined;
    }
    return name;
  } catch {
    // Damaged: building it again is how to repair it.
    return undefined;
  }
}

/**
 * How a release file differs from an earlier release in the store; undefined without one. An earlier release that can
 * no longer be read does not prevent a new one.
 */
export function changesSince(
  name: string | undefined,
  releaseFile: string,
  store: ReleaseStore,
): ReleaseChanges | undefined {
  if (name === undefined || !existsSync(store.releaseFile(name))) return undefined;
  try {
    const diff = diffReleases(store.releaseFile(name), releaseFile, THRESHOLD);
    return { from: { name, ...diff.from }, ...summarizeDiff(diff) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR') return undefined;
    throw error;
  }
}

import { join } from 'node:path';
import type { ReleaseStore } from '../release/store.ts';
import { readConfig } from '../service/config.ts';
import type { ReleaseArchive } from '../service/storage/release-archive.ts';
import { ReleaseMirror } from '../service/storage/release-mirror.ts';

/**
 * Runs a command on this machine's releases and, with LDS_DATABASE_URL, on the shared ones. In that case, the release that
 * is published for all nodes becomes the current one here first.
 */
export async function withSharedReleases(
  releases: ReleaseStore,
  work: (shared: ReturnType<typeof sharedReleases> | undefined) => Promise<void>,
): Promise<void> {
  if (readConfig(process.env).databaseUrl === undefined) return work(undefined);
  const { withStore } = await import('./with-store.ts');
  await withStore(async (store) => {
    if (store.releases === undefined) return work(undefined);
    const mirror = new ReleaseMirror({ archive: store.releases, releases, log: terminal });
    await mirror.loadPublished();
    await work(sharedReleases(releases, store.releases, mirror));
  });
}

/** The releases of the archive, from a machine that has some of them. */
function sharedReleases(releases: ReleaseStore, archive: ReleaseArchive, mirror: ReleaseMirror) {
  return {
    /** Copies a release to this machine, if the archive has it. */
    async fetch(name: string): Promise<void> {
      if ((await archive.names()).includes(name)) await mirror.fetch(name);
    },
    /** Every node serves it within seconds. */
    publish: (name: string) => archive.publish(name, join(releases.directory, name)),
    /** Removes all releases except the served one, its predecessor, and `keep` others. */
    async prune(keep: number, removed: (name: string) => void): Promise<void> {
      const current = (await archive.published())?.name;
      const needed = current === undefined ? [] : [current, releases.builtAfter(current)];
      for (const name of (await archive.names()).filter((each) => !needed.includes(each)).slice(keep)) {
        await archive.remove(name);
        removed(name);
      }
    },
  };
}

const terminal: ConstructorParameters<typeof ReleaseMirror>[0]['log'] = {
  info: ({ release }, message) => void process.stderr.write(`${message}: ${release}\n`),
  error: ({ release, err }, message) =>
    void process.stderr.write(`${message}: ${release} (${(err as Error).message})\n`),
};

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { RELEASE_FORMAT } from '../../../release/schema.ts';
import { OverlayStore } from '../overlay/overlay-store.ts';
import { CHANGELOG_FILE } from './edition.ts';

/** How an operator's releases differ from ours. */
export interface OwnRelease {
  /** LDS_HOME, which has the operator's imported figures. */
  home: string;
  /** Ids of sources that are left out, sorted. */
  excludedSources: readonly string[];
}

/** A text that distinguishes operators' releases; empty for ours. */
export function ownChanges({ home, excludedSources }: OwnRelease): string {
  return new OverlayStore(home).hash() + excludedSources.join();
}

/** A version has one content: a release with other content than ours has its own version. */
export function ownVersion(version: string, own: OwnRelease): string {
  return `${version}+own.${createHash('sha256').update(ownChanges(own)).digest('hex').slice(0, 8)}`;
}

/** Only `data read` and `data refresh` use these. */
const UNREAD_FOLDERS = ['matches', 'readers'];

/**
 * The hash of every file that a build reads, and of the format that it writes. If it has not changed, a build would give
 * the existing release. Every start computes it, so it is separate from the build, whose modules take a while to
 * load.
 */
export function dataHash(dataDirectory: string, own?: OwnRelease): string {
  const hash = createHash('sha256').update(`format ${RELEASE_FORMAT}\n`);
  const files = readdirSync(dataDirectory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !UNREAD_FOLDERS.some((folder) => path.startsWith(join(dataDirectory, folder, sep))))
    .filter((path) => /\.(tsv|json)$/.test(path) || path === join(dataDirectory, CHANGELOG_FILE));
  for (const path of paths.sort())
    hash.update(`${relative(dataDirectory, path)}\n`).update(readFileSync(path));
  if (own !== undefined) hash.update(ownChanges(own));
  return hash.digest('hex');
}

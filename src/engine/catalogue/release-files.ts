import { join } from 'node:path';
import { type Description, describeRelease } from '../../release/description.ts';
import { DOWNLOAD_FILES, DOWNLOAD_FORMATS, type DownloadFormat } from '../../release/download-files.ts';
import {
  type ReleaseChanges,
  type ReleaseManifest,
  readChanges,
  readManifest,
} from '../../release/manifest.ts';
import { HeldFile } from './held-file.ts';

/** The description of a release, besides its header. */
export type ServedManifest = Description &
  Pick<ReleaseManifest, 'changelog'> & { downloads: Partial<ReleaseManifest['downloads']> };

/** Where a release is, and what describes it. */
export interface ReleaseFiles {
  /** The path of release.sqlite, in which answers are looked up. */
  database: string;
  readonly manifest: ServedManifest;
  /** Null for the first release, and if unknown. */
  changes: ReleaseChanges | null;
  /** The files that key holders may download, as far as they have been made. */
  downloads: ReadonlyMap<DownloadFormat, HeldFile>;
}

/** The files of a release in the directory of a store. Throws when one is missing or has another size. */
export function filesIn(directory: string): ReleaseFiles {
  const manifest = readManifest(directory);
  return {
    database: join(directory, DOWNLOAD_FILES.sqlite),
    manifest,
    changes: readChanges(directory),
    downloads: holdDownloads(directory, manifest),
  };
}

/** A release.sqlite without the files beside it. Its description is made from it when it is needed. */
export function fileAlone(file: string): ReleaseFiles {
  let manifest: ServedManifest | undefined;
  return {
    database: file,
    get manifest() {
      manifest ??= { ...describeRelease(file), changelog: null, downloads: {} };
      return manifest;
    },
    changes: null,
    downloads: new Map(),
  };
}

export function closeAll({ downloads }: ReleaseFiles): void {
  for (const file of downloads.values()) file.close();
}

function holdDownloads(
  directory: string,
  { downloads }: ReleaseManifest,
): ReadonlyMap<DownloadFormat, HeldFile> {
  const held = new Map<DownloadFormat, HeldFile>();
  try {
    for (const format of DOWNLOAD_FORMATS) {
      const proof = downloads[format];
      if (proof !== undefined) held.set(format, new HeldFile(join(directory, DOWNLOAD_FILES[format]), proof));
    }
  } catch (error) {
    for (const file of held.values()) file.close();
    throw error;
  }
  return held;
}

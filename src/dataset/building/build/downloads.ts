import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDraft } from '../../../process/drafts.ts';
import { DOWNLOAD_FILES } from '../../../release/download-files.ts';
import { isWhole, MANIFEST_FILE, type ReleaseManifest, writeJson } from '../../../release/manifest.ts';
import { proofOf, type ReleaseStore } from '../../../release/store.ts';
import { writeDataPackages } from './data-package.ts';

/**
 * Makes the downloads of a release that no response is made from, unless they exist. The manifest names them once all of them
 * exist, so that an interrupted run starts again.
 *
 * @returns the manifest of the whole release
 */
export async function makeDownloads(store: ReleaseStore, name: string): Promise<ReleaseManifest> {
  const manifest = store.manifest(name);
  if (isWhole(manifest)) return manifest;
  const draft = makeDraft(store.directory, 'downloads');
  try {
    const formats = ['data-package', 'parquet'] as const;
    const [csv, parquet] = formats.map((format) => join(draft, DOWNLOAD_FILES[format])) as [string, string];
    writeDataPackages(store.releaseFile(name), { csv, parquet });
    const downloads = {
      ...manifest.downloads,
      'data-package': await proofOf(csv),
      parquet: await proofOf(parquet),
    };
    const directory = join(store.directory, name);
    for (const format of formats)
      renameSync(join(draft, DOWNLOAD_FILES[format]), join(directory, DOWNLOAD_FILES[format]));
    const whole = { ...manifest, downloads };
    writeJson(join(directory, MANIFEST_FILE), whole);
    return whole;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

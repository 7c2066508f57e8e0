import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDraft } from '../../../process/drafts.ts';
import { type BuildStep, forgetBuildStep, noteBuildStep } from '../../../release/build-progress.ts';
import { describeRelease } from '../../../release/description.ts';
import { DOWNLOAD_FILES } from '../../../release/download-files.ts';
import { CHANGES_FILE, MANIFEST_FILE, type ReleaseManifest, writeJson } from '../../../release/manifest.ts';
import { RELEASE_FORMAT } from '../../../release/schema.ts';
import { proofOf, type ReleaseStore } from '../../../release/store.ts';
import type { LeftOut } from '../scores/regional-figures.ts';
import { isQuickerInThread, startCostEstimation } from './cost-estimation.ts';
import { dataHash, type OwnRelease } from './data-hash.ts';
import { changelogEntry, readEdition } from './edition.ts';
import { changesSince, predecessorOf } from './release-changes.ts';
import { writeReleaseFile } from './release-file.ts';
import { figuresOfRelease, releaseTables } from './release-tables.ts';

/**
 * Builds the release of `dataDirectory` in the store, under a name made from version and content. The same facts give
 * the same content hash on every machine. Nothing appears in the store before it can serve every response; `makeDownloads`
 * then adds the downloads, which no response needs.
 *
 * @param own the operator's imports and exclusions; undefined: exactly our figures. Estimates are made from
 *   ours alone in any case, because they claim to rest on official figures
 * @param inThread whether a thread estimates the cost of living meanwhile; undefined: if that is quicker. The release is the
 *   same
 * @returns the release's name, for `publish`, its manifest, and the figures of regions that give none of the national metric
 */
export async function buildRelease(
  dataDirectory: string,
  store: ReleaseStore,
  own?: OwnRelease,
  inThread?: boolean,
): Promise<{ name: string; manifest: ReleaseManifest; leftOut: LeftOut[] }> {
  using ending = new DisposableStack();
  ending.defer(() => forgetBuildStep(store.directory));
  const note = (step: BuildStep) => noteBuildStep(store.directory, step);
  note('facts');
  const edition = readEdition(dataDirectory);
  const figures = figuresOfRelease(dataDirectory, edition, own, (inputs) =>
    ending.use(startCostEstimation(inputs, inThread ?? isQuickerInThread(inputs))),
  );
  const { version, leftOut } = figures;
  const publishedAt = `${edition.published}T00:00:00.000Z`;
  const draft = makeDraft(store.directory, 'release');
  ending.defer(() => rmSync(draft, { recursive: true, force: true }));
  const file = join(draft, DOWNLOAD_FILES.sqlite);
  const header = { version, published_at: publishedAt, format: String(RELEASE_FORMAT) };
  const contentHash = await writeReleaseFile(file, releaseTables(dataDirectory, figures, note), header);
  const manifest: ReleaseManifest = {
    version,
    content_hash: contentHash,
    data_hash: dataHash(dataDirectory, own),
    published_at: publishedAt,
    ...describeRelease(file),
    changelog: changelogEntry(dataDirectory, edition.version),
    downloads: { sqlite: await proofOf(file) },
  };
  writeJson(join(draft, MANIFEST_FILE), manifest);
  const name = `${version}-${contentHash.slice(0, 12)}`;
  const changes = changesSince(predecessorOf(version, store), file, store);
  if (changes !== undefined) writeJson(join(draft, CHANGES_FILE), changes);
  rmSync(join(store.directory, name), { recursive: true, force: true });
  renameSync(draft, join(store.directory, name));
  return { name, manifest, leftOut };
}

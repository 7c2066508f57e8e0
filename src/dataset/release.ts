import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import Type, { type Static } from 'typebox';
import { RELEASE_FORMAT } from '../catalogue/release-schema.ts';
import { fileSha256, type ReleaseManifest, type ReleaseStore } from '../catalogue/release-store.ts';
import { readCheckedFacts } from './facts.ts';
import { readBytes } from './file-bytes.ts';
import { parseJsonAs } from './json-shape.ts';
import { writeReleaseFile } from './release-file.ts';
import { releaseObservations } from './release-observations.ts';
import { readReleasePlaces } from './release-places.ts';

/**
 * Builds the release of `dataDirectory` in the store, under a name made of version and content. The same facts give
 * the same content hash on every machine. Nothing appears in the store before the release is whole.
 *
 * @returns the release's name, for `publish`
 */
export async function buildRelease(
  dataDirectory: string,
  store: ReleaseStore,
): Promise<{ name: string; manifest: ReleaseManifest }> {
  const { version, published } = readEdition(dataDirectory);
  const places = readReleasePlaces(dataDirectory);
  const checked = readCheckedFacts(dataDirectory, places.countryOf);
  const observations = releaseObservations(checked, places, published.slice(0, 'yyyy'.length));
  const publishedAt = `${published}T00:00:00.000Z`;
  const draft = join(store.directory, `.draft-${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  try {
    const file = join(draft, 'release.sqlite');
    const contentHash = writeReleaseFile(
      file,
      { ...checked, places, observations },
      { version, published_at: publishedAt, format: String(RELEASE_FORMAT) },
    );
    const manifest: ReleaseManifest = {
      version,
      content_hash: contentHash,
      file_sha256: await fileSha256(file),
      data_hash: dataHash(dataDirectory),
      published_at: publishedAt,
      counts: {
        countries: places.countries.length,
        cities: places.cities.length,
        observations: observations.length,
        sources: checked.sources.size,
        metrics: checked.metrics.size,
      },
    };
    writeFileSync(join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const name = `${version}-${contentHash.slice(0, 12)}`;
    rmSync(join(store.directory, name), { recursive: true, force: true });
    renameSync(draft, join(store.directory, name));
    return { name, manifest };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Of every file that a build reads, and of the format it writes: unchanged, a build would give what is there already. */
export function dataHash(dataDirectory: string): string {
  const hash = createHash('sha256').update(`format ${RELEASE_FORMAT}\n`);
  const files = readdirSync(dataDirectory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(dataDirectory, 'matches', sep)));
  for (const path of paths.sort())
    hash.update(`${relative(dataDirectory, path)}\n`).update(readFileSync(path));
  return hash.digest('hex');
}

/** data/release.json: what the next release is called, and the day on which it is published. */
const Edition = Type.Object({
  version: Type.String({ pattern: '^\\d{4}\\.\\d{1,2}\\.\\d+$' }),
  published: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
});

function readEdition(dataDirectory: string): Static<typeof Edition> {
  const file = join(dataDirectory, 'release.json');
  return parseJsonAs(Edition, file, readBytes(file));
}

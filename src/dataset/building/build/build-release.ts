import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDraft } from '../../../process/drafts.ts';
import { OperatorError } from '../../../process/operator-error.ts';
import { forgetBuildStep, noteBuildStep } from '../../../release/build-progress.ts';
import { describeRelease } from '../../../release/description.ts';
import { DOWNLOAD_FILES } from '../../../release/download-files.ts';
import { CHANGES_FILE, MANIFEST_FILE, type ReleaseManifest, writeJson } from '../../../release/manifest.ts';
import { packNames } from '../../../release/name-index.ts';
import { RELEASE_FORMAT } from '../../../release/schema.ts';
import { proofOf, type ReleaseStore } from '../../../release/store.ts';
import { cityClimates } from '../climate/city-climate.ts';
import type { CostInputs } from '../estimates/cost-inputs.ts';
import { readCheckedFacts, shownFacts, withoutSources } from '../facts/facts.ts';
import { checkExcludedSources } from '../facts/source-catalogue.ts';
import { overlayFacts, withOverlay } from '../overlay/overlay-facts.ts';
import { readGoalposts } from '../scores/goalposts.ts';
import { readQualityWeights } from '../scores/quality-weights.ts';
import type { LeftOut } from '../scores/regional-figures.ts';
import { type CostEstimation, isQuickerInThread, startCostEstimation } from './cost-estimation.ts';
import { dataHash, type OwnRelease, ownVersion } from './data-hash.ts';
import { changelogEntry, readEdition } from './edition.ts';
import { payMeasures } from './pay-measures.ts';
import { plainMeasures } from './plain-measures.ts';
import { changesSince, predecessorOf } from './release-changes.ts';
import { costInputs } from './release-cost-inputs.ts';
import { writeReleaseFile } from './release-file.ts';
import { climateMeasures, qualityMeasures } from './release-measures.ts';
import { releaseObservations } from './release-observations.ts';
import { namesOfCities, type ReleasePlaces, readReleasePlaces } from './release-places.ts';
import { releaseQuality } from './release-quality.ts';

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
  try {
    return await build(dataDirectory, store, own, inThread);
  } finally {
    forgetBuildStep(store.directory);
  }
}

async function build(
  dataDirectory: string,
  store: ReleaseStore,
  own: OwnRelease | undefined,
  inThread: boolean | undefined,
) {
  noteBuildStep(store.directory, 'facts');
  const edition = readEdition(dataDirectory);
  const { published } = edition;
  const year = Number(published.slice(0, 'yyyy'.length));
  using started = new DisposableStack();
  const { version, leftOut, estimation, ...figures } = figuresOfRelease(
    dataDirectory,
    edition,
    own,
    (inputs) => started.use(startCostEstimation(inputs, inThread ?? isQuickerInThread(inputs))),
  );
  const { places, observations } = figures;
  noteBuildStep(store.directory, 'quality');
  const goalposts = readGoalposts(dataDirectory, figures.metrics);
  const weights = readQualityWeights(dataDirectory, goalposts);
  const quality = releaseQuality(places, observations, { goalposts, weights, year });
  noteBuildStep(store.directory, 'release');
  const publishedAt = `${published}T00:00:00.000Z`;
  const draft = makeDraft(store.directory, 'release');
  try {
    const file = join(draft, DOWNLOAD_FILES.sqlite);
    const contentHash = await writeReleaseFile(
      file,
      {
        ...figures,
        goalposts,
        weights: weights.rows,
        quality,
        qualityMeasures: qualityMeasures(places.cities, quality, figures.climateMeasures),
        costs: async () => {
          noteBuildStep(store.directory, 'costs');
          const tables = await estimation.tables();
          const pay = payMeasures(places, observations, tables, year);
          return { ...tables, measures: [...tables.measures, ...pay] };
        },
      },
      { version, published_at: publishedAt, format: String(RELEASE_FORMAT) },
    );
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
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * The places and figures of a release, and its estimates of costs. Facts, and climates as objects, are not among them: nothing needs them
 * later, and they take 125 MB.
 */
function figuresOfRelease(
  dataDirectory: string,
  edition: ReturnType<typeof readEdition>,
  own: OwnRelease | undefined,
  startEstimation: (inputs: CostInputs) => CostEstimation,
) {
  const excluded = own?.excludedSources ?? [];
  checkExcludedSources(dataDirectory, excluded);
  const places = readReleasePlaces(dataDirectory, excluded);
  // Packing takes 80 MB for a moment: now, there is room.
  const cityNames = packNames(namesOfCities(places.cities));
  const ours = withoutSources(readCheckedFacts(dataDirectory, places.keys), excluded);
  checkCitationsOf(places, ours.sources);
  const estimation = startEstimation(costInputs(dataDirectory, edition.published, places, ours.facts));
  const imported = own === undefined ? undefined : overlayFacts(own.home);
  const all = imported === undefined ? ours : withOverlay(ours, places.keys, imported);
  const importsNothing = imported?.facts.length === 0 && imported.withdrawn.length === 0;
  const isOurs = own === undefined || (importsNothing && excluded.length === 0);
  const { facts: _, ...shown } = shownFacts(all);
  const climate = cityClimates(dataDirectory, places, ours.sources);
  const leftOut: LeftOut[] = [];
  const year = edition.published.slice(0, 'yyyy'.length);
  const observations = releaseObservations(all, places, climate.cities, year, (one) => leftOut.push(one));
  return {
    ...shown,
    places,
    cityNames,
    climateStations: climate.stations,
    climates: [...climate.cities].map(([city, record]) => ({ city, record: JSON.stringify(record) })),
    climateMeasures: climateMeasures(places.cities, climate),
    plainMeasures: plainMeasures(places.cities, observations, climate),
    estimation,
    observations,
    version: isOurs ? edition.version : ownVersion(edition.version, own),
    leftOut,
  };
}

/** Refuses places that cite a source which the release lacks: every response with them would fail. */
function checkCitationsOf({ countries, cities }: ReleasePlaces, sources: ReadonlyMap<string, unknown>): void {
  const check = (place: string, value: unknown, isSource = false): void => {
    if (typeof value === 'string' && isSource && !sources.has(value))
      throw new OperatorError(
        `${place} cites the source ${value}, which the release does not have: data/sources.json lacks it, or LDS_SOURCES_EXCLUDE leaves it out.`,
      );
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value))
      check(place, member, name === 'source' || name === 'sources' || (isSource && Array.isArray(value)));
  };
  for (const { id, detail } of countries) check(`country/${id}`, detail);
  for (const { id, detail } of cities) check(`city/${id}`, detail);
}

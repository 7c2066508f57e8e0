import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static, type TSchema } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import { replaceFile } from '../process/drafts.ts';
import { DOWNLOAD_FORMATS } from './download-files.ts';
import { Source } from './source.ts';

export const MANIFEST_FILE = 'manifest.json';
export const CHANGES_FILE = 'changes.json';

const Text = Type.String();
const Count = Type.Integer({ minimum: 0 });

const FiguresByGrain = Type.Object({ city: Count, metro: Count, region: Count, country: Count });
export type FiguresByGrain = Static<typeof FiguresByGrain>;

/** Size and SHA-256 (hexadecimal) of a file, which prove that it is whole. */
const FileProof = Type.Object({ bytes: Count, sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) });
export type FileProof = Static<typeof FileProof>;

/** manifest.json, in the directory of every release, describes it. It depends only on the data. */
const ReleaseManifest = Type.Object({
  version: Text,
  /** Hash of what the release says: the same on every machine for the same `data/`. */
  content_hash: Text,
  /** Hash of `data/`, so that a start does not build a release that exists already. */
  data_hash: Text,
  published_at: Text,
  counts: Type.Object({
    countries: Count,
    cities: Count,
    observations: Count,
    sources: Count,
    metrics: Count,
  }),
  /** The observations, counted in three ways. */
  figures: Type.Object({
    by_resource: Type.Record(Text, Count),
    by_grain: FiguresByGrain,
    by_metric: Type.Record(Text, FiguresByGrain),
  }),
  sources: Type.Array(Source),
  /** Ids of the sources whose licence requires that adapted figures are passed on under the same terms. */
  share_alike: Type.Array(Text),
  /** What data/CHANGELOG.md says of the version, as Markdown; null where it says nothing. */
  changelog: Type.Union([Text, Type.Null()]),
  /** Of the files that exist: responses need only the first, and the others are made after it. */
  downloads: Type.Object({
    sqlite: FileProof,
    'data-package': Type.Optional(FileProof),
    parquet: Type.Optional(FileProof),
  }),
});
export type ReleaseManifest = Static<typeof ReleaseManifest>;

/** Whether all downloads of a release exist. */
export function isWhole({ downloads }: { downloads: Partial<ReleaseManifest['downloads']> }): boolean {
  return DOWNLOAD_FORMATS.every((format) => downloads[format] !== undefined);
}

const PlaceChanges = Type.Object({ appeared: Count, vanished: Count });

const FigureChanges = Type.Object({
  appeared: Count,
  vanished: Count,
  /** In both releases, with values further apart than the threshold, or in different units. */
  moved: Count,
  /** In both, with another value, period or source, but not moved. */
  revised: Count,
});
export type FigureChanges = Static<typeof FigureChanges>;

const FigureSide = Type.Union([
  // Ids of the sources, separated by spaces.
  Type.Object({ value: Type.Number(), unit: Text, period: Text, source: Text }),
  Type.Null(),
]);

/** A figure that differs between two releases: the latest of its series (place, metric, note) in each. */
const FigureMove = Type.Object({
  place: Text,
  /** A metric's id, or one of RESULTS (diff.ts). */
  metric: Text,
  note: Text,
  from: FigureSide,
  to: FigureSide,
  /** (to - from) / |from|, where both exist in one unit and from is not 0; else null. */
  relative_change: Type.Union([Type.Number(), Type.Null()]),
});
export type FigureMove = Static<typeof FigureMove>;

/** changes.json beside it, except for a first release: how it differs from the last served release with another version. */
const ReleaseChanges = Type.Object({
  from: Type.Object({ name: Text, version: Text, content_hash: Text }),
  threshold: Type.Number(),
  countries: PlaceChanges,
  cities: PlaceChanges,
  figures: FigureChanges,
  by_metric: Type.Record(Text, FigureChanges),
  /** By source id. Releases built before 2026-11-23 have neither this nor the largest moves. */
  by_source: Type.Optional(Type.Record(Text, FigureChanges)),
  /** The largest moves of both results and of published figures. */
  largest: Type.Optional(Type.Array(FigureMove)),
});
export type ReleaseChanges = Static<typeof ReleaseChanges>;

/** A reader sees the old file, or the new one. */
export function writeJson(file: string, content: ReleaseManifest | ReleaseChanges): void {
  replaceFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** Throws when there is none, and when it is of another shape. */
export function readManifest(directory: string): ReleaseManifest {
  return readJson(directory, MANIFEST_FILE, ReleaseManifest);
}

/** All that is needed to tell whether a release is out of date: manifests of earlier versions have it too. */
export function readDataHash(directory: string): string {
  return readJson(directory, MANIFEST_FILE, Type.Object({ data_hash: ReleaseManifest.properties.data_hash }))
    .data_hash;
}

/** Null for a release that was compared with none. */
export function readChanges(directory: string): ReleaseChanges | null {
  return existsSync(join(directory, CHANGES_FILE)) ? readJson(directory, CHANGES_FILE, ReleaseChanges) : null;
}

function readJson<Schema extends TSchema>(directory: string, name: string, schema: Schema): Static<Schema> {
  const content: unknown = JSON.parse(readFileSync(join(directory, name), 'utf8'));
  if (Check(schema, content)) return content;
  const [, [error]] = Errors(schema, content);
  throw new Error(`${name} is not as expected: ${error?.instancePath} ${error?.message}`);
}

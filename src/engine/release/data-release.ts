import Type, { type Static } from 'typebox';
import { DOWNLOAD_FORMATS } from '../../release/download-files.ts';
import { isWhole, type ReleaseChanges } from '../../release/manifest.ts';
import { LISTED_LATER, toSourceRecord } from '../../release/source.ts';
import type { Release } from '../catalogue/release.ts';
import { described } from '../described.ts';
import type { Endpoint } from '../endpoint.ts';
import * as field from '../field.ts';
import { queryText } from '../parameters/query-text.ts';
import { byMetric, byName, RELEASE_VERSION, ReleaseVersion, resource, SHA256, Source } from '../schemas.ts';
import type { Download } from './download.ts';

const count = (description: string) => field.integer(description, { minimum: 0 });

const ReleaseSource = resource('ReleaseSource', 'A data set from which the release has figures.', {
  ...Source.properties,
  ...LISTED_LATER,
});

const FiguresByGrain = field.part('Number of figures by the kind of place that was actually measured.', {
  city: count('Cities.'),
  metro: count('Metropolitan areas.'),
  region: count('Regions and counties.'),
  country: count('Countries.'),
});

const FigureChanges = field.part('Number of figures that changed.', {
  appeared: count('New: the previous release has none.'),
  vanished: count('Gone: this release has none.'),
  moved: count('The value changed by more than `threshold` times the smaller of the two values.'),
  revised: count('The value, unit, period or source changed, but the value has not moved.'),
});

const placeChanges = (what: string) =>
  field.part(`${what} that appeared or vanished.`, {
    appeared: count('New in this release.'),
    vanished: count('No longer in this release.'),
  });

export const DataRelease = resource('Release', 'The data release that the API serves, and its files.', {
  version: ReleaseVersion,
  content_hash: field.text(
    'SHA-256 of the release\u2019s content, in hexadecimal. Every machine that builds the release from the same data gets the same hash. Cite version and hash with figures.',
    SHA256,
  ),
  published_at: field.text('When the release was published (UTC).', { format: 'date-time' }),
  counts: field.part('Numbers of records in the release.', {
    countries: count('Countries and territories.'),
    cities: count('Cities.'),
    observations: count('Figures of all periods.'),
    sources: count('Sources.'),
    metrics: count('Metrics.'),
  }),
  figures: field.part('Number of figures, counted in three ways.', {
    by_resource: byName(
      ['country', 'cost_of_living', 'quality_of_life'],
      Type.Integer(),
      'By the resource that has them: `country`, `cost_of_living` or `quality_of_life`.',
    ),
    by_grain: FiguresByGrain,
    by_metric: byMetric(FiguresByGrain, 'By metric id, for every metric of the data dictionary.'),
  }),
  changelog: field.textOrNull('The release\u2019s changelog, in Markdown; null if it has none.'),
  changes: field.partOrNull(
    'How the latest figures differ from those of the previous release; null for a first release.',
    {
      from: field.part('The previous release.', {
        version: field.text('Version of the previous release.', RELEASE_VERSION),
        content_hash: field.text('Content hash of the previous release.', SHA256),
      }),
      threshold: field.number('Relative change above which a figure counts as moved.'),
      countries: placeChanges('Countries'),
      cities: placeChanges('Cities'),
      figures: FigureChanges,
      by_metric: Type.Record(Type.String(), FigureChanges, {
        description:
          'By metric id, for metrics with changes. Two of our estimates are counted like metrics: `cost_of_living_index` (overall, United States = 100) and `quality_of_life_score` (overall).',
      }),
    },
  ),
  downloads: field.list(
    field.part('The whole release in one file.', {
      format: field.oneOf(
        DOWNLOAD_FORMATS,
        '`sqlite`: an SQLite database. `data-package`: CSV with a Frictionless schema, zipped. `parquet`: the same tables as Parquet files, zipped.',
      ),
      url: field.text('Download it here, with the same key.', { format: 'uri' }),
      bytes: count('Size of the file in bytes.'),
      sha256: field.text('SHA-256 of the file, in hexadecimal; also its entity tag.', SHA256),
      media_type: field.text('Media type of the file.'),
    }),
    'The release as files. Just after a service starts for the first time, only `sqlite` is listed; the others follow in a moment.',
  ),
  sources: field.list(ReleaseSource, 'Every source of the release, with its terms of reuse.'),
  share_alike: field.list(
    Type.String(),
    'Ids of the sources whose licence requires you to share adapted figures under the same terms. Every figure names its sources, so you can leave these figures out.',
  ),
});

export const getRelease: Endpoint<typeof DataRelease> = {
  ...described('getRelease'),
  path: '/release',
  scope: 'release:read',
  query: field.only({}),
  response: DataRelease,
  resolve({ release, baseUrl }, _, { release: named }) {
    // The address of a download names the release if the request does.
    const query = queryText({ release: named as string | undefined });
    return {
      identity: 'release',
      answer: () => ({ body: dataRelease(release, baseUrl, query), revalidate: !isWhole(release.manifest) }),
    };
  },
};

export const DOWNLOADS: readonly Download[] = [
  download('downloadReleaseSqlite', 'sqlite', 'application/vnd.sqlite3', 'sqlite'),
  download('downloadReleaseDataPackage', 'data-package', 'application/zip', 'zip'),
  download('downloadReleaseParquet', 'parquet', 'application/zip', 'parquet.zip'),
];

function download(
  operationId: Parameters<typeof described>[0],
  format: Download['format'],
  mediaType: string,
  extension: string,
): Download {
  return {
    ...described(operationId),
    path: `/release/${format}`,
    scope: 'release:read',
    query: field.only({}),
    problems: ['range_not_satisfiable', 'too_many_downloads'],
    format,
    mediaType,
    extension,
  };
}

/** The changes without the directory name, which is internal, and without the lists that only pages show. */
function shownChanges(changes: ReleaseChanges): Static<typeof DataRelease>['changes'] {
  const { from, by_source: _, largest: __, ...counts } = changes;
  return { ...counts, from: { version: from.version, content_hash: from.content_hash } };
}

function dataRelease(release: Release, baseUrl: string, query: string): Static<typeof DataRelease> {
  const { version, contentHash, publishedAt, manifest, changes } = release;
  const { counts, figures, changelog, sources, share_alike } = manifest;
  return {
    version,
    content_hash: contentHash,
    published_at: publishedAt.toISOString(),
    counts,
    figures,
    changelog,
    changes: changes && shownChanges(changes),
    // A snapshot has no downloads, and those of a first release are not all made at once.
    downloads: DOWNLOADS.flatMap(({ format, path, mediaType }) => {
      const proof = manifest.downloads[format];
      return proof === undefined
        ? []
        : [{ format, url: baseUrl + path + query, ...proof, media_type: mediaType }];
    }),
    // Releases built before a column was added lack it.
    sources: sources.map(toSourceRecord),
    share_alike,
  };
}

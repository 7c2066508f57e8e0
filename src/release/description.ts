import { DatabaseSync } from 'node:sqlite';
import type { Grain } from './grain.ts';
import type { FiguresByGrain, ReleaseManifest } from './manifest.ts';
import { isShareAlike } from './share-alike.ts';
import type { Source } from './source.ts';

export type Description = Pick<ReleaseManifest, 'counts' | 'figures' | 'sources' | 'share_alike'>;

/** What the release file has, counted in the file itself. */
export function describeRelease(releaseFile: string): Description {
  using database = new DatabaseSync(releaseFile, { readOnly: true });
  const count = (table: string) =>
    Number(database.prepare(`SELECT COUNT(*) AS rows FROM ${table}`).get()?.rows);
  const sources = database
    .prepare('SELECT * FROM source ORDER BY id')
    .all()
    .map((row) => ({ ...row })) as unknown as Source[];
  const figures = countFigures(database);
  return {
    counts: {
      countries: count('country'),
      cities: count('city'),
      observations: Object.values(figures.by_grain).reduce((sum, grain) => sum + grain, 0),
      sources: count('source'),
      metrics: count('metric'),
    },
    figures,
    sources,
    share_alike: sources.filter(({ licence }) => isShareAlike(licence)).map(({ id }) => id),
  };
}

/** Includes every metric of the catalogue, even without a figure. */
function countFigures(database: DatabaseSync): ReleaseManifest['figures'] {
  const rows = database
    .prepare(
      `SELECT id AS metric, resource, grain, figures
       FROM metric LEFT JOIN (SELECT metric, grain, COUNT(*) AS figures FROM observation GROUP BY metric, grain)
         ON metric = id
       ORDER BY id`,
    )
    .all() as unknown as { metric: string; resource: string; grain: Grain | null; figures: number | null }[];
  const counted: ReleaseManifest['figures'] = { by_resource: {}, by_grain: noFigures(), by_metric: {} };
  for (const { metric, resource, grain, figures } of rows) {
    counted.by_metric[metric] ??= noFigures();
    counted.by_resource[resource] = (counted.by_resource[resource] ?? 0) + (figures ?? 0);
    if (grain === null || figures === null) continue;
    counted.by_metric[metric][grain] += figures;
    counted.by_grain[grain] += figures;
  }
  return counted;
}

function noFigures(): FiguresByGrain {
  return { city: 0, metro: 0, region: 0, country: 0 } satisfies Record<Grain, number>;
}

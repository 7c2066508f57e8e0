import type { Static } from 'typebox';
import type { Grain } from '../../release/grain.ts';
import type { MetricRecord, Observation } from '../../release/schema.ts';
import type { Release } from '../catalogue/release.ts';
import type { Figure, Source } from '../schemas.ts';

export function metricOf(release: Release, observation: Observation): MetricRecord {
  const metric = release.metrics.get(observation.metric);
  if (metric === undefined)
    throw new Error(`the release has an observation of the unknown metric ${observation.metric}`);
  return metric;
}

export function toFigure(release: Release, observation: Observation): Static<typeof Figure> {
  return {
    value: observation.value,
    unit: observation.unit,
    title: metricOf(release, observation).title,
    standard_error: observation.standard_error,
    ...provenanceOf(release, observation),
  };
}

export function provenanceOf(release: Release, observation: Observation) {
  return {
    period: observation.period === '' ? null : observation.period,
    grain: observation.grain,
    place: release.placeName(observation.place),
    method: observation.method,
    note: noteOf(release, observation),
    sources: observation.source.split(' '),
  };
}

/**
 * The note of the figure. Per-diem rates are set for a term and not in force after it, so the note says when it ended. Other
 * figures of a past period remain true.
 */
function noteOf({ publishedAt }: Release, { metric, period, note }: Observation): string | null {
  const end = metric.endsWith('_per_diem') ? period.split('/')[1] : undefined;
  const ended =
    end !== undefined && end < publishedAt.toISOString().slice(0, 'yyyy-mm-dd'.length)
      ? `ended on ${end}`
      : '';
  return [note, ended].filter((text) => text !== '').join('; ') || null;
}

/**
 * The answer with the sources that its parts name in their own `sources`, each once, sorted by id.
 *
 * @param further ids of sources of the whole, which no part names
 */
export function citing<Content extends object>(
  release: Release,
  content: Content,
  further: readonly string[] = [],
): Content & { sources: Static<typeof Source>[] } {
  const ids = new Set(further);
  addSourcesIn(content, false, ids);
  const sources = [...ids].sort().map((id) => {
    const source = release.sources.get(id);
    if (source === undefined) throw new Error(`the release cites the unknown source ${id}`);
    const { terms_stated_by: _, terms_stated_where: __, refresh: ___, refresh_how: ____, ...cited } = source;
    return cited;
  });
  return { ...content, sources };
}

/** Adds to a set, because generators for all parts of a response took a fifth of the time of making it. */
function addSourcesIn(value: unknown, isNamed: boolean, ids: Set<string>): void {
  if (typeof value === 'string') {
    if (isNamed) ids.add(value);
  } else if (Array.isArray(value)) {
    for (const member of value) addSourcesIn(member, isNamed, ids);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value))
      addSourcesIn(member, isNamed || name === 'sources', ids);
  }
}

/** How many figures of each grain a response has, and which groups of metrics have none. */
export function coverageOf(
  release: Release,
  resource: MetricRecord['resource'],
  observations: readonly Observation[],
) {
  const covered = new Set(observations.map((observation) => metricOf(release, observation).grouping));
  const groups = new Set(
    [...release.metrics.values()]
      .filter((metric) => metric.resource === resource)
      .map((metric) => metric.grouping),
  );
  return {
    figures: countByGrain(observations),
    groups_without_figures: [...groups].filter((group) => !covered.has(group)).sort(),
  };
}

export function countByGrain(observations: readonly Observation[]): Record<Grain, number> {
  const counts = { city: 0, metro: 0, region: 0, country: 0 };
  for (const { grain } of observations) counts[grain]++;
  return counts;
}

import { periodEnd } from '../../../release/best-figures.ts';
import type { Metric } from '../facts/metric.ts';
import type { ReleaseObservation } from './release-observations.ts';

/**
 * Numbers the series of the figures, and puts the latest figures of each metric in the order of their values.
 *
 * @returns the rows of the table `series`, and what `metric` says about the figures (release/schema.sql)
 */
export function releaseFigures(
  observations: readonly ReleaseObservation[],
  metrics: ReadonlyMap<string, Pick<Metric, 'kind'>>,
) {
  const series = [...Map.groupBy(observations, seriesKey)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, figures]) => figures);
  for (const [id, figures] of series.entries()) for (const figure of figures) figure.series = id;
  const shown = observations.filter(({ latest, place }) => latest === 1 && !place.startsWith('currency/'));
  const byMetric = Map.groupBy(shown, ({ metric }) => metric);
  let before = 0;
  const ranges = new Map<string, { first_position: number; positions: number }>();
  for (const [id, { kind }] of metrics) {
    const ofMetric = byMetric.get(id) ?? [];
    ranges.set(id, { first_position: before, positions: ofMetric.length });
    // Figures of one value stay in the order of their places.
    ofMetric.sort((left, right) => amountOf(right, kind) - amountOf(left, kind) || 0);
    for (const observation of ofMetric) observation.position = before++;
  }
  return {
    series: series.map((figures, id) => ({ ...lastOf(figures), id, figures: figures.length })),
    positionsOf: (metric: string) => ranges.get(metric) ?? { first_position: 0, positions: 0 },
  };
}

/** What the figures of a series share, and the period of them that ends last. */
function lastOf(figures: readonly ReleaseObservation[]) {
  const last = figures.reduce((late, each) =>
    periodEnd(each.period) > periodEnd(late.period) ? each : late,
  );
  return { ...last, last_period: last.period };
}

/** In the order in which a place has them, so that the rows of the file are written in the order of their keys. */
function seriesKey({ metric, source, note, grain, method, unit }: ReleaseObservation): string {
  return `${metric}\t${source}\t${note}\t${grain}\t${method}\t${unit}`;
}

/** What a figure is ordered by. A price whose amount in US dollars is unknown comes last. */
function amountOf({ value, unit, usd }: ReleaseObservation, kind: Metric['kind']): number {
  return usd ?? (kind === 'price' && unit !== 'USD' ? Number.NEGATIVE_INFINITY : value);
}

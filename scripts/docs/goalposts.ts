import type { Metric } from '../../src/dataset/building/facts/metric.ts';
import type { Goalpost } from '../../src/dataset/building/scores/goalposts.ts';
import type { QualityWeights } from '../../src/dataset/building/scores/quality-weights.ts';
import { code, table } from './markdown.ts';

/** data/goalposts.tsv, by group, as a reader needs it to score a figure by hand. */
export function goalpostTable(
  goalposts: readonly Goalpost[],
  metrics: ReadonlyMap<string, Metric>,
  units: ReadonlyMap<string, string>,
): string {
  const byGroup = Map.groupBy(goalposts, ({ group }) => group);
  return table(
    ['Group', 'Indicator', 'Unit', 'Scores 0', 'Scores 100', 'Scale', 'Why'],
    [...byGroup]
      .sort()
      .flatMap(([group, ofGroup]) =>
        ofGroup.map(({ metric, worst, best, scale, reason }) => [
          group,
          code(metric),
          units.get(metrics.get(metric)?.unit ?? '') ?? '',
          String(worst),
          String(best),
          scale === 'log' ? 'logarithmic' : 'linear',
          reason,
        ]),
      ),
  );
}

/** data/quality-weights.tsv: groups, and the indicators of each. */
export function qualityWeightTable({ rows }: QualityWeights): string {
  const byGroup = Map.groupBy(rows, ({ grouping }) => grouping);
  return table(
    ['Group', 'Weight', 'Indicator', 'Weight in its group', 'Why'],
    [...byGroup]
      .sort()
      .flatMap(([group, ofGroup]) =>
        ofGroup.map(({ metric, weight, reason }) =>
          metric === ''
            ? [`**${group}**`, String(weight), '', '', reason]
            : ['', '', code(metric), String(weight), reason],
        ),
      ),
  );
}

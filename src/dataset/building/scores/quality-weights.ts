import type { QualityWeightRecord } from '../../../release/quality-records.ts';
import { filled, numberThatIs, recordTable, text, word } from '../files/records.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import type { Goalpost } from './goalposts.ts';

/** The weight of each indicator in its group, and of each group in the overall score. Both are conventions. */
export interface QualityWeights {
  /** Of every group with goalposts, sorted by name. They add up to 1; a group with 0 is shown and does not count. */
  groups: ReadonlyMap<string, number>;
  /** Of every metric with goalposts. Those of a group add up to 1. */
  indicators: ReadonlyMap<string, IndicatorWeight>;
  /** All of it as rows, for the release. */
  rows: readonly QualityWeightRecord[];
  /** Metrics whose figures states count themselves; those of others come from observers or instruments. */
  byState: ReadonlySet<string>;
}

const WEIGHTS = recordTable('quality-weights', {
  group: text,
  metric: text,
  weight: numberThatIs('a number from 0 to 1', (value) => value >= 0 && value <= 1),
  /**
   * `country`: the indicator measures something of the state, so a national figure holds for every city. `place`: cities differ.
   * Empty for a group, as is `countedBy`.
   */
  reach: word(['country', 'place', '']),
  countedBy: word(['state', 'others', '']),
  reason: filled,
});

interface IndicatorWeight {
  weight: number;
  reach: 'country' | 'place';
}

/**
 * Reads data/quality-weights.tsv: a row per group, without a metric, and a row per indicator. A metric that has goalposts
 * and no row is scored and does not count; in a group without any row, which is no part of the overall score, all count
 * the same.
 */
export function readQualityWeights(dataDirectory: string, goalposts: readonly Goalpost[]): QualityWeights {
  const file = WEIGHTS.file(dataDirectory);
  const groupOf = new Map(goalposts.map(({ metric, group }) => [metric, group]));
  const groups = new Map<string, number>();
  const indicators = new Map<string, IndicatorWeight>();
  const byState = new Set<string>();
  const rows = WEIGHTS.read(dataDirectory).map(
    ({ group, metric, weight, reach, countedBy, reason }, index) => {
      const fault = (column: string, text: string) => WEIGHTS.fault(dataDirectory, index, column, text);
      if (metric === '') {
        if (groups.has(group)) throw fault('group', `${group} is there twice`);
        groups.set(group, weight);
      } else {
        if (groupOf.get(metric) !== group)
          throw fault('metric', `${metric} is no metric of ${group} with goalposts`);
        if (indicators.has(metric)) throw fault('metric', `${metric} is there twice`);
        if (reach === '') throw fault('reach', 'the cell is empty');
        if (countedBy === '') throw fault('counted_by', 'the cell is empty');
        if (countedBy === 'state') byState.add(metric);
        indicators.set(metric, { weight, reach });
      }
      return { grouping: group, metric, weight, reason };
    },
  );
  const unlisted = (grouping: string, metric: string, weight: number) =>
    rows.push({ grouping, metric, weight, reason: 'not listed' });
  checkSum(file, 'the groups', [...groups.values()]);
  for (const [group, posts] of Map.groupBy(goalposts, (post) => post.group)) {
    if (!groups.has(group)) {
      groups.set(group, 0);
      unlisted(group, '', 0);
    }
    const weights = posts.flatMap(({ metric }) => indicators.get(metric)?.weight ?? []);
    if (weights.length > 0) checkSum(file, group, weights);
    const other = weights.length > 0 ? 0 : 1 / posts.length;
    for (const { metric } of posts) {
      if (indicators.has(metric)) continue;
      indicators.set(metric, { weight: other, reach: 'place' });
      unlisted(group, metric, other);
    }
  }
  const byName = [...groups].sort(([left], [right]) => (left < right ? -1 : 1));
  return { groups: new Map(byName), indicators, rows, byState };
}

function checkSum(file: string, name: string, weights: readonly number[]): void {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (Math.abs(sum - 1) > 1e-9)
    throw new SourceFileError(file, 1, 'weight', `the weights of ${name} add up to ${sum}, not 1`);
}

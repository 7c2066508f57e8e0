import { join } from 'node:path';
import type { QualityWeightRecord } from '../../../release/quality-records.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import { readTable } from '../files/table.ts';
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

interface IndicatorWeight {
  weight: number;
  /**
   * `country`: the indicator measures something of the state, so a national figure holds for every city. `place`: cities differ.
   */
  reach: 'country' | 'place';
}

const COLUMNS = ['group', 'metric', 'weight', 'reach', 'counted_by', 'reason'] as const;
const COUNTERS = ['state', 'others'];
const REACHES: readonly IndicatorWeight['reach'][] = ['country', 'place'];

/**
 * Reads data/quality-weights.tsv: a row per group, without a metric, and a row per indicator. A metric that has goalposts
 * and no row is scored and does not count; in a group without any row, which is no part of the overall score, all count
 * the same.
 */
export function readQualityWeights(dataDirectory: string, goalposts: readonly Goalpost[]): QualityWeights {
  const file = join(dataDirectory, 'quality-weights.tsv');
  const groupOf = new Map(goalposts.map(({ metric, group }) => [metric, group]));
  const groups = new Map<string, number>();
  const indicators = new Map<string, IndicatorWeight>();
  const byState = new Set<string>();
  const rows = readTable(file, COLUMNS).map(({ line, ...row }) => {
    const fault = (column: (typeof COLUMNS)[number], text: string) =>
      new SourceFileError(file, line, column, text);
    const weight = row.weight === '' ? Number.NaN : Number(row.weight);
    if (!(weight >= 0 && weight <= 1)) throw fault('weight', `no number from 0 to 1: ${row.weight}`);
    if (row.reason === '') throw fault('reason', 'no reason');
    if (row.metric === '') {
      if (groups.has(row.group)) throw fault('group', `${row.group} is there twice`);
      groups.set(row.group, weight);
    } else {
      if (groupOf.get(row.metric) !== row.group)
        throw fault('metric', `${row.metric} is no metric of ${row.group} with goalposts`);
      if (indicators.has(row.metric)) throw fault('metric', `${row.metric} is there twice`);
      const reach = REACHES.find((known) => known === row.reach);
      if (reach === undefined) throw fault('reach', `neither of ${REACHES.join(', ')}: ${row.reach}`);
      if (!COUNTERS.includes(row.counted_by))
        throw fault('counted_by', `neither of ${COUNTERS.join(', ')}: ${row.counted_by}`);
      if (row.counted_by === 'state') byState.add(row.metric);
      indicators.set(row.metric, { weight, reach });
    }
    return { grouping: row.group, metric: row.metric, weight, reason: row.reason };
  });
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

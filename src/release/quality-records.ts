import type { Grain } from './grain.ts';

/**
 * The quality-of-life scores of a place: `dataset/building/scores` computes them, and the API shows them with the figures that
 * they are made from, which the release already has. A release keeps the overall score and each group once for all places that
 * share it.
 */
export interface QualityRecord extends Overall {
  /** By name, every group with goalposts. */
  groups: Record<string, GroupRecord>;
}

/**
 * The standard deviations of the error of a score, in points; the two errors are independent. An error that all cities of a
 * country share cancels between two of them.
 */
export interface ScoreError {
  country_error: number;
  local_error: number;
}

/** The overall score by some weights of the groups: quality-overall.ts. */
export interface Overall extends ScoreError {
  /** 0 to 100, to a tenth, like every score; the weighted mean of the groups, those not measured as estimated. */
  score: number | null;
  reason: 'too_few_groups' | null;
  /** The grain of the least local group that was measured and counts. */
  grain: Grain | null;
  /** The share of the weight that was measured for each kind of place; of a group without a score nothing counts as measured. */
  grains: MeasuredShares;
  /** The groups that count: how many were measured. */
  coverage: Coverage;
  /** Names of the groups that count and were not measured. */
  estimated: string[];
}

/** From 0 to 1, to a hundredth; what is missing from 1 was estimated. Kinds of place without a share are absent. */
export type MeasuredShares = Partial<Record<Grain, number>>;

export interface GroupRecord extends ScoreError {
  /** Weighted mean of its indicators, those without a figure as estimated; null where too few have one. */
  score: number | null;
  reason: 'no_source' | 'stale' | 'too_few_indicators' | null;
  /** What counts in the overall score: `score`, or without one the same mean, more than half of it estimated. */
  value: number;
  /** The grain of the least local indicator that counts: a group with one national figure is national. */
  grain: Grain | null;
  /** The share of the group's weight that was measured for each kind of place. */
  grains: MeasuredShares;
  coverage: Coverage;
  /** By metric, every one that has goalposts. */
  indicators: Record<string, IndicatorRecord>;
}

export interface IndicatorRecord extends ScoreError {
  score: number | null;
  reason: 'no_source' | 'stale' | null;
  /** What counts in the group: `score`, or the estimate from the scores of the other indicators. */
  value: number;
}

/** How many parts have a score, of how many. */
interface Coverage {
  scored: number;
  of: number;
}

/**
 * The two values of a metric that set its score: 0 at the worst and beyond, 100 at the best and beyond. They are
 * fixed, so that a score changes only when the city does, and a convention, so responses give them.
 */
export interface GoalpostRecord {
  metric: string;
  /** In the metric's unit; above `best` where less is better. */
  worst: number;
  best: number;
  /** Logarithmic where a change by a factor matters the same at any level. */
  scale: 'linear' | 'log';
  reason: string;
}

/** How much a group counts in the overall score (no metric), or an indicator in its group. */
export interface QualityWeightRecord {
  grouping: string;
  /** Empty for a group. */
  metric: string;
  weight: number;
  reason: string;
}

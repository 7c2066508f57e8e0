import type { Grain } from './grain.ts';

/**
 * The quality-of-life scores of a place, as a release keeps them: `dataset/scores` works them out, the API shows them
 * beside the figures that they are made of, which the release has already.
 */
export interface QualityRecord {
  /** 0 to 100, to a tenth, like every score; the mean of the groups that have one. */
  score: number | null;
  reason: 'too_few_groups' | null;
  /** The grain of the least local group that counts. */
  grain: Grain | null;
  coverage: Coverage;
  ranking: Ranking | null;
  /** By name, every group with goalposts. */
  groups: Record<string, GroupRecord>;
}

export interface GroupRecord {
  /** Mean of the indicators that have one. */
  score: number | null;
  reason: 'no_source' | 'stale' | 'too_few_indicators' | null;
  /** The grain of the least local indicator that counts: a group with one national figure is no city's own. */
  grain: Grain | null;
  coverage: Coverage;
  ranking: Ranking | null;
  /** By metric, every one that has goalposts. */
  indicators: Record<string, IndicatorRecord>;
}

export interface IndicatorRecord {
  score: number | null;
  reason: 'no_source' | 'stale' | null;
}

/** How many parts have a score, of how many. */
export interface Coverage {
  scored: number;
  of: number;
}

/** The rank of a score among the places that it may fairly be compared with. */
export interface Ranking {
  among: 'cities' | 'countries';
  /** 1 for the best; equal scores share a rank, and the next is as much further down. */
  rank: number;
  /** How many places are ranked. */
  of: number;
  /** Percentage of these places that score lower; places with the same score count half. */
  percentile: number;
}

/**
 * The two values of a metric between which its score lies: 0 at the worst and beyond, 100 at the best and beyond. They are
 * fixed, so that a score changes only when the city does, and a convention, so that the answers give them.
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

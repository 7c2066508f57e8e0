import type { Grain } from '../../../src/release/grain.ts';
import type { ReleasedFigure } from './released-figures.ts';

/** What a publisher's file says where a figure should be, read without any reader of ours. */
export interface PublishedFigure {
  /** To the last digit as published. */
  value: number;
  unit: string;
  period: string;
  grain: Grain;
  /** File, row and column, for whoever wants to look. */
  cell: string;
  /** The publisher's name of the place, where ours is the same but for its punctuation and what follows. */
  named?: string;
  /** What tells the figure from its like, where the file says so: an airport. */
  note?: string;
  /** Of figures that were computed: how far rounding may take ours from one computed here. */
  within?: number;
}

/**
 * Finds what the files say of one figure by its place, metric and note; not by its period, so that an old figure is not
 * taken for the latest. None when there is no such cell, several when the files contradict themselves.
 */
export type Reading = (figure: ReleasedFigure) => PublishedFigure[];

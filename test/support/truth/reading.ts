import type { Grain } from '../../../src/release/grain.ts';
import type { ReleasedFigure } from './released-figures.ts';

/** What a publisher's file says about a figure, read without any of our readers. */
export interface PublishedFigure {
  /** As published, to the last digit. */
  value: number;
  unit: string;
  period: string;
  grain: Grain;
  /** File, row and column, so that a person can look it up. */
  cell: string;
  /** The publisher's name for the place, if it must begin with ours; case, accents and punctuation don't count. */
  named?: string;
  /** The note that the figure must have, if the file determines it: which airport is nearest, for example. */
  note?: string;
  /** For computed figures: how much ours may differ from the one computed here, because of rounding for example. */
  within?: number;
}

/**
 * Finds what the files say about a figure, by its place, metric and note. It doesn't search by period, so that an old figure
 * can't pass for the latest. It returns none if there is no such cell, several if the files repeat or contradict the figure.
 */
export type Reading = (figure: ReleasedFigure) => PublishedFigure[];

import WORDS from './german-metrics.json' with { type: 'json' };

/** German titles of metrics that pages of cities show (data/metrics.tsv), of units, and of what an amount is per. */

export const PER: Readonly<Record<string, string>> = WORDS.per;

export const UNITS: Readonly<Record<string, string>> = WORDS.units;

/** By metric; metrics of a category have the title of their kind and the name of the category. */
export const METRICS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(WORDS.by_category).flatMap(([metric, title]) =>
      Object.entries(WORDS.categories).map(([category, words]) => [
        `${metric}_${category}`,
        `${title}: ${words}`,
      ]),
    ),
  ),
  ...WORDS.metrics,
};

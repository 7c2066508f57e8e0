import { mean } from 'simple-statistics';
import type { Conventions } from '../../building/scores/place-scores.ts';
import { type LocalScore, ScoreErrors, type Spread } from '../../building/scores/score-errors.ts';
import type { Trial } from './accuracy.ts';

/** What is left out together: one tenth of the regions, or all regions of one tenth of the countries. */
const PARTS = 10;

/**
 * Predicts each region's score of a metric from that of its country, with an interval from the spread of the other regions,
 * including those of its own country.
 */
export const regionsFromCountries = leavingOut(() => (_local, index) => index % PARTS);

/** The same with intervals from the spread of regions of other countries only. */
export const regionsOfOtherCountries = leavingOut((locals) => {
  const countries = [...new Set(locals.map(({ country }) => country))].sort();
  return ({ country }) => countries.indexOf(country) % PARTS;
});

function leavingOut(parts: (locals: readonly LocalScore[]) => (local: LocalScore, index: number) => number) {
  return (metric: string, locals: readonly LocalScore[], conventions: Conventions, usual: number) => {
    const ofMetric = locals
      .filter((local) => local.metric === metric)
      .sort((left, right) => (left.observation.place < right.observation.place ? -1 : 1));
    const worldwide = mean(ofMetric.map(({ score }) => score));
    const inPart = ofMetric.map(parts(locals));
    return Array.from({ length: PARTS }, (_, part) => {
      const kept = ofMetric.filter((_local, index) => inPart[index] !== part);
      const spread = new ScoreErrors(conventions, kept, new Map(), []).spreads[0];
      if (spread === undefined) return [];
      return ofMetric
        .filter((_local, index) => inPart[index] === part)
        .flatMap((local) => trialOf(local, kept, spread, { usual, baseline: worldwide }));
    }).flat();
  };
}

/** A metric that is published for cities alone is predicted by the mean of the country's other cities. */
function trialOf(
  { country, score, national }: LocalScore,
  kept: readonly LocalScore[],
  spread: Spread,
  { usual, baseline }: { usual: number; baseline: number },
): Trial[] {
  const pooled =
    national !== null && national < spread.lowest ? Math.max(spread.within, usual) : spread.within;
  const within = spread.ofCountry.get(country) ?? pooled;
  const trial = { group: country, observed: score, baseline };
  if (national !== null)
    return [{ ...trial, predicted: national, variance: within ** 2 + spread.between ** 2 }];
  const others = kept.filter((other) => other.country === country);
  if (others.length === 0) return [];
  const predicted = mean(others.map((other) => other.score));
  return [{ ...trial, predicted, variance: within ** 2 * (1 + 1 / others.length) }];
}

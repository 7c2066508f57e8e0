import { quantile } from 'simple-statistics';
import { Z80 } from '../../../release/cost-estimates.ts';
import type { Observation } from '../../../release/schema.ts';
import { latestBy } from '../facts/fact.ts';
import type { JointScores } from './joint-scores.ts';

/**
 * By country and metric: what is added to the error of a figure, in points. The state counted it, and lets nobody check (`closed`).
 */
export type UncheckedErrors = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Below this voice and accountability (World Bank), in standard deviations from the world's mean, a state is closed. */
const CLOSED_BELOW = -1.5;
const FEWEST_FIGURES = 50;

/** The countries whose last voice and accountability says so. */
export function closedStates(
  observations: readonly Pick<Observation, 'place' | 'metric' | 'period' | 'value'>[],
): Set<string> {
  const voices = observations.filter(({ metric }) => metric === 'voice_and_accountability');
  const last = latestBy(voices, ({ place }) => place);
  return new Set([...last].flatMap(([place, { value }]) => (value < CLOSED_BELOW ? [place] : [])));
}

/** The scores of a country by metric, in the order of `metrics`; null where one is not known. */
export interface ScoredCountry {
  country: string;
  scores: readonly (number | null)[];
}

/**
 * Every score that a state counted is predicted from the country's other scores. If those of closed states differ more from the
 * prediction than those of others, what they differ more by is an error of their figures.
 *
 * @param metrics those of `joint`; `byState` says which of them states count themselves
 */
export function uncheckedErrors(
  metrics: readonly string[],
  countries: readonly ScoredCountry[],
  joint: JointScores,
  { closed, byState }: { closed: ReadonlySet<string>; byState: ReadonlySet<string> },
): UncheckedErrors {
  const figures = countries.flatMap(({ country, scores }) =>
    metrics.flatMap((metric, index) => {
      const score = scores[index];
      if (!byState.has(metric) || score === undefined || score === null) return [];
      const expected = joint.expect(scores.with(index, null))[index];
      if (expected === undefined || !(expected.variance > 0)) return [];
      const usual = Math.sqrt(expected.variance);
      return { country, metric, usual, off: Math.abs(score - expected.value) / usual };
    }),
  );
  const [ofClosed, others] = [true, false].map((isClosed) =>
    figures.filter(({ country }) => closed.has(country) === isClosed).map(({ off }) => off),
  );
  if (ofClosed === undefined || others === undefined) return new Map();
  if (Math.min(ofClosed.length, others.length) < FEWEST_FIGURES) return new Map();
  const excess = Math.sqrt(Math.max(0, quantile(ofClosed, 0.8) ** 2 - quantile(others, 0.8) ** 2)) / Z80;
  const errors = figures.filter(({ country }) => closed.has(country));
  return new Map(
    [...Map.groupBy(errors, ({ country }) => country)].map(([country, own]) => [
      country,
      new Map(own.map(({ metric, usual }) => [metric, excess * usual])),
    ]),
  );
}

import { mean } from 'simple-statistics';
import type { Expectations } from './expected-scores.ts';
import type { LocalScore } from './score-errors.ts';

/** How many points cities gain with each doubling of their people, and the size (see sizeOf) that scores are compared at. */
export interface SizeSlope {
  perDoubling: number;
  at: number;
}

/** A slope is used if it is more standard errors from 0 than this. */
const LEAST_ERRORS = 3;
const FEWEST_CITIES = 100;

/** How many doublings make a city of this size, rounded: cities of a class share their scores. Null without a population. */
export function sizeOf(population: number | null): number | null {
  return population === null || population < 1 ? null : Math.round(Math.log2(population));
}

/**
 * By metric, for those that are published for cities alone: the regression of scores on size within countries. Who publishes
 * only for large cities would otherwise reward the small ones for not being measured.
 */
export function sizeSlopes(locals: readonly LocalScore[]): Map<string, SizeSlope> {
  return new Map(
    [...Map.groupBy(locals, ({ metric }) => metric)].flatMap(([metric, ofMetric]) => {
      if (ofMetric.some(({ national }) => national !== null)) return [];
      const slope = slopeOf(ofMetric);
      return slope === undefined ? [] : [[metric, slope] as const];
    }),
  );
}

function slopeOf(locals: readonly LocalScore[]): SizeSlope | undefined {
  const sized = locals.flatMap(({ country, score, size }) => (size === null ? [] : { country, score, size }));
  if (sized.length < FEWEST_CITIES) return undefined;
  const departures = [...Map.groupBy(sized, ({ country }) => country).values()].flatMap((cities) => {
    const [size, score] = [mean(cities.map((city) => city.size)), mean(cities.map((city) => city.score))];
    return cities.map((city) => ({ size: city.size - size, score: city.score - score }));
  });
  const sum = (of: (departure: (typeof departures)[number]) => number) =>
    departures.reduce((total, departure) => total + of(departure), 0);
  const squares = sum(({ size }) => size ** 2);
  const perDoubling = sum(({ size, score }) => size * score) / squares;
  const left = sum(({ size, score }) => (score - perDoubling * size) ** 2) / departures.length;
  if (!(Math.abs(perDoubling) > LEAST_ERRORS * Math.sqrt(left / squares))) return undefined;
  return { perDoubling, at: mean(sized.map(({ size }) => size)) };
}

/** The score that a city would have at the size that all are compared at. */
export function atOneSize(local: LocalScore, slopes: ReadonlyMap<string, SizeSlope>): LocalScore {
  const slope = slopes.get(local.metric);
  if (slope === undefined || local.size === null) return local;
  return { ...local, score: local.score - slope.perDoubling * (local.size - slope.at) };
}

/** What is expected of a city of this size, from what is expected at the size that all are compared at. */
export function expectedAtSize(
  expected: Expectations,
  slopes: ReadonlyMap<string, SizeSlope>,
  size: number | null,
): Expectations {
  if (size === null || slopes.size === 0) return expected;
  return new Map(
    [...expected].map(([metric, each]) => {
      const slope = slopes.get(metric);
      if (slope === undefined) return [metric, each];
      return [metric, { ...each, value: each.value + slope.perDoubling * (size - slope.at) }];
    }),
  );
}

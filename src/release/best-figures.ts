import { compareGrains } from './grain.ts';
import type { Observation } from './schema.ts';

/**
 * The most local observation of every metric, and the most recent of those that are as local, by the metric's id. Of two
 * regions, the one with fewer cities is more local. This finds both the figures that are shown and those that are scored, so
 * that they are the same.
 */
export function bestByMetric(observations: readonly Observation[]): Map<string, Observation> {
  const best = new Map<string, Observation>();
  for (const observation of observations) {
    const known = best.get(observation.metric);
    if (known === undefined || smallestPlaceFirst(observation, known) < 0)
      best.set(observation.metric, observation);
  }
  return new Map([...best].sort(([left], [right]) => compare(left, right)));
}

/** The figure that says most about a city comes first. */
export function smallestPlaceFirst(left: Observation, right: Observation): number {
  return (
    compareGrains(left.grain, right.grain) ||
    extentOf(left) - extentOf(right) ||
    mostLocalAndRecentFirst(left, right)
  );
}

/** An order without ties: no two figures of a release are the same in all of this. */
export function mostLocalAndRecentFirst(left: Observation, right: Observation): number {
  return (
    compareGrains(left.grain, right.grain) ||
    (left.period === right.period ? 0 : compare(periodEnd(right.period), periodEnd(left.period))) ||
    compare(left.metric, right.metric) ||
    compare(left.note, right.note) ||
    compare(left.source, right.source) ||
    compare(left.place, right.place)
  );
}

/** The last day of a period, for comparison as text: `2023` ends after `2023-05`. */
export function periodEnd(period: string): string {
  return `${period.split('/').at(-1) ?? ''}-99-99`.slice(0, 10);
}

function extentOf({ extent = 0 }: Observation): number {
  return extent;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

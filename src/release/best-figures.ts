import { compareGrains } from './grain.ts';
import type { Observation } from './schema.ts';

/** A figure whose period ended more years than this before the release describes another time: it is never scored. */
const OLDEST_YEARS = 10;

/**
 * The most local observation of every metric, and the most recent of those that are as local, by the metric's id. Of two
 * regions, the one with fewer cities is more local. A stale figure is used only if there is no other. This finds both the figures
 * that are shown and those that are scored, so that they are the same.
 *
 * @param year of the release
 */
export function bestByMetric(observations: readonly Observation[], year: number): Map<string, Observation> {
  const best = new Map<string, Observation>();
  const better = (left: Observation, right: Observation) =>
    Number(isStale(left, year)) - Number(isStale(right, year)) || smallestPlaceFirst(left, right);
  for (const observation of observations) {
    const known = best.get(observation.metric);
    if (known === undefined || better(observation, known) < 0) best.set(observation.metric, observation);
  }
  return new Map([...best].sort(([left], [right]) => compareText(left, right)));
}

/** The figure that says most about a city comes first. */
export function smallestPlaceFirst(left: Observation, right: Observation): number {
  return (
    compareGrains(left.grain, right.grain) ||
    (left.extent ?? 0) - (right.extent ?? 0) ||
    mostLocalAndRecentFirst(left, right)
  );
}

/** An order without ties: no two figures of a release are the same in all of this. */
export function mostLocalAndRecentFirst(left: Observation, right: Observation): number {
  return (
    compareGrains(left.grain, right.grain) ||
    (left.period === right.period ? 0 : compareText(periodEnd(right.period), periodEnd(left.period))) ||
    compareText(left.metric, right.metric) ||
    compareText(left.note, right.note) ||
    compareText(left.source, right.source) ||
    compareText(left.place, right.place)
  );
}

/** @param year of the release */
export function isStale({ period }: Observation, year: number): boolean {
  return !(year - yearOf(period) <= OLDEST_YEARS);
}

/** The year in which a period ends; NaN without one. */
export function yearOf(period: string): number {
  return Number(periodEnd(period).slice(0, 'yyyy'.length));
}

/** The last day of a period, for comparison as text: `2023` ends after `2023-05`. */
export function periodEnd(period: string): string {
  return `${period.split('/').at(-1) ?? ''}-99-99`.slice(0, 10);
}

/** By code units: `localeCompare` would order differently from machine to machine. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

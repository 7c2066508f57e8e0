import {
  type CityCost,
  type CountryCost,
  type Estimate,
  isKnown,
  type PastMove,
  shownIndex,
  spanTooWide,
} from '../../release/cost-estimates.ts';
import type { Grain } from '../../release/grain.ts';
import type { Country } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { NEW_YORK } from '../cost/index-reference.ts';
import { countryOf, isCity, type Place } from '../places/place.ts';

/** The metric under which the history has the index of each year. */
export const COST_INDEX = 'cost_index';

/** The index of a place in a year, or on the day of the release. */
export interface PastIndex {
  value: number;
  low: number;
  high: number;
  period: string;
  grain: Grain;
  /** What the price level of the year is based on. */
  note: string;
  sources: readonly string[];
  latest: boolean;
}

/**
 * The index of a place in every year that is known, earliest first, with New York as 100 in each: its level of today, and how its
 * country, and the place within it, moved since. The last one is the index that other responses have. Empty without an index.
 * Years of which too little is known are absent.
 */
export function costHistory(release: Release, place: Place): PastIndex[] {
  const newYork = release.city(NEW_YORK);
  // A release of some countries may have no base, one of an earlier version no past.
  if (newYork === undefined) return [];
  const [today, base] = [datedCost(release, place), datedCost(release, newYork)];
  if (today === undefined || base === undefined || today.past.length === 0) return [];
  const relation = place === base.place ? 'same' : today.country === base.country ? 'compatriot' : 'foreign';
  const ofBase = new Map(base.past.map((one) => [one.year, one]));
  const past = today.past.flatMap((one): PastIndex[] => {
    const against = ofBase.get(one.year);
    if (against === undefined || spanTooWide(one.level) !== undefined) return [];
    const { grain, note, sources } = one;
    const index = shownIndex(one.level, against.level, relation);
    return [{ ...index, period: String(one.year), grain, note, sources, latest: false }];
  });
  const { level, period, grain, sources } = today;
  const last = { period, grain, note: 'the index of this release', sources, latest: true };
  return [...past, { ...shownIndex(level, base.level, relation), ...last }];
}

interface DatedCost {
  place: Place;
  country: Country;
  level: Estimate;
  period: string;
  grain: Grain;
  sources: readonly string[];
  past: { year: number; level: Estimate; grain: Grain; note: string; sources: readonly string[] }[];
}

function datedCost(release: Release, place: Place): DatedCost | undefined {
  const country = countryOf(release, place);
  const national = release.countryCost(country);
  const cost = isCity(place) ? release.cityCost(place) : national;
  if (!isKnown(cost) || !isKnown(national)) return undefined;
  const { overall } = cost;
  const sources = 'rentVariance' in cost ? cost.overall.sources : cost.sources;
  return {
    place,
    country,
    level: overall,
    period: national.period,
    grain: 'rentVariance' in cost ? cost.overall.grain : 'country',
    sources,
    past: national.past.map((move) => {
      const own = ownMove(cost, move);
      return {
        year: move.year,
        level: {
          log: overall.log + move.log + own.log,
          countryVariance: overall.countryVariance + move.countryVariance,
          localVariance: overall.localVariance + own.variance,
        },
        grain: own.grain,
        note: [noteOf(move, national), ...own.note].join('; '),
        sources: [...new Set([...sources, ...move.sources, ...own.sources])].sort(),
      };
    }),
  };
}

/** How the place moved within its country since the year. */
function ownMove(cost: CityCost | CountryCost, { year, localVariance }: PastMove) {
  if (!('rentVariance' in cost)) return { ...STILL, variance: 0 };
  const log = cost.past?.logs.find(([of]) => of === year)?.[1];
  if (cost.past === undefined || log === undefined) return { ...STILL, variance: localVariance };
  const { variance, grain, sources } = cost.past;
  return { log, variance, grain, sources, note: ['moved against the country by an official index'] };
}

const STILL = { log: 0, grain: 'country' as Grain, sources: [] as readonly string[], note: [] as string[] };

function noteOf({ basis, year, since }: PastMove, { period }: CountryCost): string {
  switch (basis) {
    case 'published':
      return `price level of ${year} as published`;
    case 'carried':
      return `price level of ${since}, carried by consumer prices and exchange rates`;
    case 'between':
      return `on the line from ${since} to ${period}`;
    case 'income':
      return `price level of ${year} from GDP per head`;
    case 'base':
      return 'the United States are the base of price levels';
  }
}

import {
  type CityCost,
  type CountryCost,
  type Level,
  type PastMove,
  shownIndex,
  spanTooWide,
} from './cost-estimates.ts';
import type { Grain } from './grain.ts';

/** The index of a place in a year, or on the day of the release. */
export interface PastIndex extends Level {
  period: string;
  grain: Grain;
  /** What the price level of the year is based on. */
  note: string;
  sources: readonly string[];
  latest: boolean;
}

/** A place with its estimate, and that of its country. */
export interface PlaceCost {
  /** A key of the place, and of its country. */
  place: string;
  country: string;
  cost: CityCost | CountryCost;
  national: CountryCost;
}

/**
 * The index of a place in every year that is known, earliest first, with the base as 100 in each: its level of today, and how its
 * country, and the place within it, moved since. The last one is the index of today. Years of which too little is known are absent.
 */
export function pastIndexes(today: PlaceCost, base: PlaceCost): PastIndex[] {
  // A release of an earlier version has no past.
  if (today.national.past.length === 0) return [];
  const relation =
    today.place === base.place ? 'same' : today.country === base.country ? 'compatriot' : 'foreign';
  const ofBase = new Map(levelsOf(base).map((one) => [one.year, one.level]));
  const past = levelsOf(today).flatMap(({ year, level, grain, note, sources }): PastIndex[] => {
    const against = ofBase.get(year);
    if (against === undefined || spanTooWide(level) !== undefined) return [];
    return [
      { ...shownIndex(level, against, relation), period: String(year), grain, note, sources, latest: false },
    ];
  });
  const { overall } = today.cost;
  const last = {
    period: today.national.period,
    grain: isCityCost(today.cost) ? today.cost.overall.grain : ('country' as const),
    note: 'the index of this release',
    sources: sourcesOf(today.cost),
    latest: true,
  };
  return [...past, { ...shownIndex(overall, base.cost.overall, relation), ...last }];
}

function isCityCost(cost: CityCost | CountryCost): cost is CityCost {
  return 'rentVariance' in cost;
}

function sourcesOf(cost: CityCost | CountryCost): readonly string[] {
  return isCityCost(cost) ? cost.overall.sources : cost.sources;
}

function levelsOf({ cost, national }: PlaceCost) {
  const { overall } = cost;
  return national.past.map((move) => {
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
      sources: [...new Set([...sourcesOf(cost), ...move.sources, ...own.sources])].sort(),
    };
  });
}

/** How the place moved within its country since the year. */
function ownMove(cost: CityCost | CountryCost, { year, localVariance }: PastMove) {
  if (!isCityCost(cost)) return { ...STILL, variance: 0 };
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

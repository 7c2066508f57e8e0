import type { OwnMoves, PastMove } from '../../../release/cost-estimates.ts';
import { compareGrains } from '../../../release/grain.ts';
import { roundTo } from '../../../release/round-to.ts';
import type { Fact } from '../facts/fact.ts';
import { type CostCity, type CostCountry, UNITED_STATES } from './cost-inputs.ts';
import { type CarriedPriceLevel, FIRST_YEAR, type PriceHistory, stepAfter } from './price-level-carry.ts';
import { decimalYear } from './yearly-series.ts';

/** A price level of today, and the way that led there. */
export interface DatedPriceLevel extends CarriedPriceLevel {
  /** The years from FIRST_YEAR to the one before `period`, as far as they are known, each against today. */
  past: readonly PastMove[];
}

/** A price level of a year before. */
export interface PastPriceLevel extends Pick<PastMove, 'year' | 'basis' | 'since' | 'sources'> {
  /** ln of the price level ratio. */
  log: number;
  /** Variance of its error, as far as the years do not share it. */
  drift: number;
}

/**
 * Standard deviation (ln) of a price level around the straight line between two others, per root of the years between them: of
 * 1,371 published levels, from the years before and after. At fraction f of t years it is this · √(t · f · (1 − f)).
 */
const BETWEEN_SD = 0.073;
/**
 * How far (ln) a city's price level moves against its country's within some years: √(noise² + years · yearly²). With it, 80 of
 * 100 parities of American metropolitan areas 2015–2024 are around those of one to nine years later. The noise is mostly the
 * parities' own.
 */
const CITY_MOVE = { noise: 0.0175, yearly: 0.0115 };

/** The variance of a city's move against its country within some years. */
export function cityMoveVariance(years: number): number {
  return years <= 0 ? 0 : CITY_MOVE.noise ** 2 + years * CITY_MOVE.yearly ** 2;
}

/** A price level with its past, which is stated against it: what all years share cancels. */
export function withPast(level: CarriedPriceLevel, past: readonly PastPriceLevel[]): DatedPriceLevel {
  const until = decimalYear(level.period);
  return {
    ...level,
    past: past.map(({ year, log, drift, basis, since, sources }) => ({
      year,
      log: roundTo(log - level.log, 1e4),
      countryVariance: roundTo(drift - level.drift, 1e6),
      localVariance: roundTo(cityMoveVariance(until - year - 0.5), 1e6),
      basis,
      since,
      sources,
    })),
  };
}

/**
 * The years before: as published; else carried from the last published one by inflation and exchange rate; else, after the last
 * yearly average of the rate, on the straight line to the day.
 *
 * @param until years before this one
 */
export function pastPriceLevels(
  { key }: CostCountry,
  history: PriceHistory,
  until: number,
): PastPriceLevel[] {
  const past: PastPriceLevel[] = [];
  let level: PastPriceLevel | undefined;
  for (let year = FIRST_YEAR; year < until; year++) {
    level = publishedLevel(key, history, year) ?? (level && carriedOn(key, history, level));
    if (level !== undefined) past.push(level);
  }
  return past;
}

/** The same for a level that was carried to today, without years that its own figures do not reach. */
export function pastOfCarried(
  country: CostCountry,
  history: PriceHistory,
  level: CarriedPriceLevel,
): PastPriceLevel[] {
  const until = Number(level.period.slice(0, 'yyyy'.length));
  const known =
    country.key === UNITED_STATES ? pastOfBase(level, until) : pastPriceLevels(country, history, until);
  const last = known.at(-1);
  return [
    ...known,
    ...towards(level, last?.drift ?? 0, until).filter(({ year }) => year > (last?.year ?? 0)),
  ];
}

/** 1 by definition in every year. */
function pastOfBase({ sources }: CarriedPriceLevel, until: number): PastPriceLevel[] {
  return yearsUntil(until).map((year) => {
    return { year, log: 0, drift: 0, basis: 'base', since: year, sources: [...sources] };
  });
}

function publishedLevel(country: string, history: PriceHistory, year: number): PastPriceLevel | undefined {
  const fact = history.priceLevel.get(country)?.get(year);
  if (fact === undefined) return undefined;
  const { value, source } = fact;
  return { year, log: Math.log(value), drift: 0, basis: 'published', since: year, sources: [source] };
}

function carriedOn(
  country: string,
  history: PriceHistory,
  level: PastPriceLevel,
): PastPriceLevel | undefined {
  const step = stepAfter(country, history, level.year, level.since);
  return (
    step && {
      year: level.year + 1,
      log: level.log + step.change,
      drift: level.drift + step.drift,
      basis: 'carried',
      since: level.since,
      sources: [...new Set([...level.sources, ...step.sources])].sort(),
    }
  );
}

/**
 * The years on the straight line from the last yearly average to the day.
 *
 * @param drift of the level of that year
 */
export function towards(level: CarriedPriceLevel, drift: number, until: number): PastPriceLevel[] {
  const { move } = level;
  if (move === undefined) return [];
  const { real, from, until: day } = move;
  const start = level.log - real + level.spot;
  return yearsUntil(until).flatMap((year): PastPriceLevel[] => {
    const fraction = (year + 0.5 - from) / (day - from);
    if (fraction < 0) return [];
    const between = BETWEEN_SD ** 2 * (day - from) * fraction * (1 - fraction);
    return [
      {
        year,
        log: start + fraction * real,
        drift: drift + fraction * (level.drift - drift) + between,
        basis: fraction === 0 ? 'published' : 'between',
        since: from - 0.5,
        sources: [...level.sources].sort(),
      },
    ];
  });
}

function yearsUntil(until: number): number[] {
  return Array.from({ length: Math.max(0, until - FIRST_YEAR) }, (_, index) => FIRST_YEAR + index);
}

/** Official indices of all items that are published for many years: the first that a place has is used. */
const INDICES = ['regional_price_parity_all_items', 'regional_price_level_all_items'] as const;

/** How the official index of a city's metropolitan area or region moved, by the city's key; of cities that have one for several years. */
export function ownMoves(
  cities: readonly CostCity[],
  facts: readonly Fact[],
  asOf: string,
): Map<string, OwnMoves> {
  const byPlace = Map.groupBy(
    facts.filter(({ metric }) => INDICES.some((index) => index === metric)),
    ({ place }) => place,
  );
  const ofPlace = new Map([...byPlace].map(([place, ofOne]) => [place, movesOf(ofOne, asOf)]));
  return new Map(
    cities.flatMap(({ key, areas }) => {
      const [first] = [key, ...areas]
        .flatMap((place) => ofPlace.get(place) ?? [])
        .sort((left, right) => compareGrains(left.grain, right.grain));
      return first === undefined ? [] : [[key, first] as const];
    }),
  );
}

/** @param facts of one place */
function movesOf(facts: readonly Fact[], asOf: string): OwnMoves | undefined {
  const metric = INDICES.find((index) => facts.some((fact) => fact.metric === index));
  const years = facts
    .filter((fact) => fact.metric === metric && Number(fact.period) >= FIRST_YEAR)
    .sort((left, right) => (left.period < right.period ? -1 : 1));
  const last = years.at(-1);
  if (last === undefined || years.length < 2) return undefined;
  const { grain, source } = last;
  return {
    logs: years.map(({ period, value }) => [Number(period), roundTo(Math.log(value / last.value), 1e4)]),
    variance: roundTo(cityMoveVariance(decimalYear(asOf) - decimalYear(last.period)), 1e6),
    grain,
    sources: [source],
  };
}

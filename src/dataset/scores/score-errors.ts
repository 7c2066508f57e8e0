import { periodEnd } from '../../release/best-figures.ts';
import { Z80 } from '../../release/cost-estimates.ts';
import type { Observation } from '../../release/schema.ts';
import { type Goalpost, scoreOf } from './goalposts.ts';
import type { QualityWeights } from './quality-weights.ts';

/**
 * The score of a figure measured for a part of a country, beside that of its country. One of each place and metric. What cities
 * and regions differ by says how far a national figure can be from a city.
 */
export interface LocalScore {
  metric: string;
  country: string;
  observation: Observation;
  score: number;
  /** The score of the country's own figure of the metric; null where it has none. */
  national: number | null;
  /** The score of the region or district around a city that has a figure of its own. */
  surrounding: number | null;
}

/** How the scores of a metric spread, all in points. */
export interface Spread {
  metric: string;
  places: number;
  countries: number;
  /** The share of the places that are regions, which cities of them differ from. */
  regions: number;
  /** Standard deviation of places about the mean of their country. */
  within: number;
  /** Standard deviation of the mean of a country's places about its national figure: publishers differ. */
  between: number;
  /** The same of `within` by country, where at least three places of it are known. */
  ofCountry: ReadonlyMap<string, number>;
}

/** With fewer places, or in fewer countries, a spread is not estimated from the metric itself. */
const FEWEST_PLACES = 20;
const FEWEST_COUNTRIES = 3;
/** The weight of the pooled spread against that of a country, in places. */
const PRIOR_PLACES = 6;
/** With fewer cities that have a figure beside one of their region, a city may differ from it as regions do. */
const FEWEST_PAIRS = 30;

/** What is unsure about a score, by its metric: estimated anew in each build from the figures that it has. */
export class ScoreErrors {
  readonly #spreads: ReadonlyMap<string, Spread>;
  /** Points per square root of a year. */
  readonly #drifts: ReadonlyMap<string, number>;
  readonly #weights: QualityWeights;
  readonly #goalposts: ReadonlyMap<string, Goalpost>;
  /** By metric: the standard deviation of national scores. */
  readonly #nations: ReadonlyMap<string, number>;
  /** Spread of cities within a region, as a share of that of regions within a country. */
  readonly withinRegions: number;
  /** The median spread within countries as a share of that among countries, for metrics without local figures. */
  readonly usualShare: number;
  readonly usualDrift: number;

  /**
   * @param nationals scores of countries, by metric
   * @param history national figures of all years
   */
  constructor(
    { goalposts, weights }: { goalposts: readonly Goalpost[]; weights: QualityWeights },
    locals: readonly LocalScore[],
    nationals: ReadonlyMap<string, readonly number[]>,
    history: readonly Observation[],
  ) {
    this.#weights = weights;
    this.#goalposts = new Map(goalposts.map((goalpost) => [goalpost.metric, goalpost]));
    const spreads = [...Map.groupBy(locals, ({ metric }) => metric)].flatMap(([metric, ofMetric]) => {
      const spread = spreadOf(metric, ofMetric);
      return spread === undefined ? [] : [[metric, spread] as const];
    });
    this.#spreads = new Map(spreads);
    this.#nations = new Map(
      [...nationals].map(([metric, scores]) => {
        const ofMetric = locals.filter((local) => local.metric === metric);
        return [metric, deviation(scores.length > 0 ? scores : meansOfCountries(ofMetric))];
      }),
    );
    this.usualShare = median(
      spreads.flatMap(([metric, { within }]) => {
        const among = this.#nations.get(metric) ?? 0;
        return among > 0 ? within / among : [];
      }),
    );
    this.withinRegions = shareWithinRegions(locals, this.#spreads);
    this.#drifts = driftsOf(history, this.#goalposts);
    this.usualDrift = median([...this.#drifts.values()]);
  }

  /** Of the metrics with enough local figures. */
  get spreads(): readonly Spread[] {
    return [...this.#spreads.values()];
  }

  /** Standard deviation of a city's score about that of its country. */
  withinCountry(metric: string, country: string): number {
    if (this.#weights.indicators.get(metric)?.reach === 'country') return 0;
    const { regions } = this.#spreads.get(metric) ?? { regions: 1 };
    return this.#amongPlaces(metric, country) * Math.sqrt(1 + regions * this.withinRegions ** 2);
  }

  /** The same about that of the region or district around it. */
  withinRegion(metric: string, country: string): number {
    return this.withinRegions * this.#amongPlaces(metric, country);
  }

  /** Standard deviation of the places that have figures, about the mean of their country. */
  amongCities(metric: string): number {
    return this.#spreads.get(metric)?.within ?? this.#usualSpread(metric);
  }

  /** What publishers differ by where local figures stand beside national ones. */
  amongPublishers(metric: string): number {
    return this.#spreads.get(metric)?.between ?? 0;
  }

  /** How far a score may have moved since a figure that is so many years old. */
  sinceYears(metric: string, years: number): number {
    return (this.#drifts.get(metric) ?? this.usualDrift) * Math.sqrt(Math.max(0, years));
  }

  #amongPlaces(metric: string, country: string): number {
    const spread = this.#spreads.get(metric);
    if (spread !== undefined) return spread.ofCountry.get(country) ?? spread.within;
    return this.#usualSpread(metric);
  }

  #usualSpread(metric: string): number {
    return this.usualShare * (this.#nations.get(metric) ?? 0);
  }

  /** The publisher's own error, in points. */
  published({ metric, value, standard_error: error }: Observation): number {
    const goalpost = this.#goalposts.get(metric);
    if (error === null || goalpost === undefined) return 0;
    return Math.abs(scoreOf(value + error, goalpost) - scoreOf(value - error, goalpost)) / 2;
  }
}

/**
 * Spreads are read off the distance that four of five places keep, not off squares: some places are far out, and the intervals
 * are meant to hold for 80 %. Every country counts the same.
 */
function spreadOf(metric: string, locals: readonly LocalScore[]): Spread | undefined {
  const countries = [...Map.groupBy(locals, ({ country }) => country)]
    .filter(([, places]) => places.length >= 2)
    .map(([country, places]) => {
      const mean = meanOf(places.map(({ score }) => score));
      const national = places[0]?.national ?? null;
      // The mean is of these places: they are nearer to it than to that of all places.
      const widened = Math.sqrt(places.length / (places.length - 1));
      const distances = places.map(({ score }) => Math.abs(score - mean) * widened);
      return { country, distances, step: national === null ? null : mean - national };
    });
  const distances = countries.flatMap((each) => each.distances);
  if (distances.length < FEWEST_PLACES || countries.length < FEWEST_COUNTRIES) return undefined;
  const weighted = countries.flatMap((each) =>
    each.distances.map((distance) => ({ distance, weight: 1 / each.distances.length })),
  );
  const within = quantile(weighted, 0.8) / Z80;
  const steps = countries.flatMap(({ step }) =>
    step === null ? [] : [{ distance: Math.abs(step), weight: 1 }],
  );
  return {
    metric,
    places: distances.length,
    countries: countries.length,
    regions: locals.filter(({ observation }) => observation.grain !== 'city').length / locals.length,
    within,
    between: steps.length < FEWEST_COUNTRIES ? 0 : quantile(steps, 0.8) / Z80,
    ofCountry: new Map(
      countries
        .filter((each) => each.distances.length >= 3)
        .map((each) => [each.country, shrunk(each.distances, within)] as const),
    ),
  };
}

/** Stand in for national scores of metrics that are published for cities alone. */
function meansOfCountries(locals: readonly LocalScore[]): number[] {
  const countries = Map.groupBy(locals, ({ country }) => country);
  return [...countries.values()].map((places) => meanOf(places.map(({ score }) => score)));
}

function shrunk(distances: readonly number[], within: number): number {
  const squares = distances.reduce((sum, distance) => sum + distance ** 2, 0);
  return Math.sqrt((squares + PRIOR_PLACES * within ** 2) / (distances.length + PRIOR_PLACES));
}

function shareWithinRegions(locals: readonly LocalScore[], spreads: ReadonlyMap<string, Spread>): number {
  const distances = locals.flatMap(({ metric, score, surrounding }) => {
    const spread = spreads.get(metric);
    if (surrounding === null || spread === undefined || spread.within === 0) return [];
    return { distance: Math.abs(score - surrounding) / spread.within, weight: 1 };
  });
  return distances.length < FEWEST_PAIRS ? 1 : Math.min(1, quantile(distances, 0.8) / Z80);
}

/** By metric: how far national scores move in a year; a random walk, whose variance grows with the years. */
function driftsOf(
  history: readonly Observation[],
  goalposts: ReadonlyMap<string, Goalpost>,
): Map<string, number> {
  const drifts = new Map<string, number>();
  for (const [metric, figures] of Map.groupBy(history, (figure) => figure.metric)) {
    const goalpost = goalposts.get(metric);
    if (goalpost === undefined) continue;
    const series = Map.groupBy(figures, ({ place, source, note }) => `${place} ${source} ${note}`);
    const moves = [...series.values()].flatMap((ofPlace) => movesOf(ofPlace, goalpost));
    if (moves.length >= FEWEST_PLACES)
      drifts.set(
        metric,
        quantile(
          moves.map((distance) => ({ distance, weight: 1 })),
          0.8,
        ) / Z80,
      );
  }
  return drifts;
}

function movesOf(figures: readonly Observation[], goalpost: Goalpost): number[] {
  const years = figures
    .map(({ period, value }) => ({ year: yearOf(period), score: scoreOf(value, goalpost) }))
    .sort((left, right) => left.year - right.year);
  return years.flatMap(({ year, score }, index) => {
    const before = years[index - 1];
    if (before === undefined || !(year > before.year)) return [];
    return Math.abs(score - before.score) / Math.sqrt(year - before.year);
  });
}

/** The year in which a period ends. */
export function yearOf(period: string): number {
  return Number(periodEnd(period).slice(0, 'yyyy'.length));
}

function quantile(distances: readonly { distance: number; weight: number }[], share: number): number {
  const sorted = distances.toSorted((left, right) => left.distance - right.distance);
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  let sum = 0;
  for (const { distance, weight } of sorted) {
    sum += weight;
    if (sum >= share * total * (1 - 1e-12)) return distance;
  }
  return 0;
}

function median(values: readonly number[]): number {
  return quantile(
    values.map((distance) => ({ distance, weight: 1 })),
    0.5,
  );
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1),
  );
}

import { mean, sampleStandardDeviation, weightedQuantile } from 'simple-statistics';
import { yearOf } from '../../../release/best-figures.ts';
import { Z80 } from '../../../release/cost-estimates.ts';
import type { Observation } from '../../../release/schema.ts';
import { type Goalpost, scoreOf } from './goalposts.ts';
import type { QualityWeights } from './quality-weights.ts';

/**
 * The score of a figure that was measured for a part of a country, with the score of the whole country; one per place and metric.
 * The differences between the two show how far a national figure can be from a city.
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
  /** Of a city with a known population (see sizeOf). */
  size: number | null;
}

/** The spread of a metric's scores, all in points. */
export interface Spread {
  metric: string;
  places: number;
  countries: number;
  /** Which share of the places are regions: cities differ from these, too. */
  regions: number;
  /** Standard deviation of places around the mean of their country. */
  within: number;
  /** What remains of the difference between places and the national figure: their publishers measure differently. */
  between: number;
  /** `within` by country, for countries with at least three known places. */
  ofCountry: ReadonlyMap<string, number>;
  /** The national score that nine of ten of these countries exceed; -Infinity for a metric without national scores. */
  lowest: number;
}

/** With fewer places, or in fewer countries, a spread is not estimated from the metric itself. */
const FEWEST_PLACES = 20;
const FEWEST_COUNTRIES = 3;
/** With fewer places a country has no spread of its own. */
const FEWEST_OF_COUNTRY = 3;
/** The spread of a country is averaged with that of all countries, which weighs as much as this many places. */
const PRIOR_PLACES = 6;
/**
 * So many cities need a figure besides that of their region. With fewer, we assume that cities differ from their region as much
 * as regions differ from their country.
 */
const FEWEST_PAIRS = 30;

/** The uncertainty of scores by metric: each build estimates it from its own figures. */
export class ScoreErrors {
  readonly #spreads: ReadonlyMap<string, Spread>;
  /** Points per square root of a year. */
  readonly #drifts: ReadonlyMap<string, number>;
  readonly #weights: QualityWeights;
  readonly #goalposts: ReadonlyMap<string, Goalpost>;
  /** By metric: the standard deviation of national scores. */
  readonly #nations: ReadonlyMap<string, number>;
  /** How much cities of a region differ, as a share of how much regions of a country differ. */
  readonly withinRegions: number;
  /** The median spread within countries as a share of that among countries, for metrics without local figures. */
  readonly usualShare: number;
  readonly usualDrift: number;
  readonly #cityStates: ReadonlySet<string>;

  /**
   * @param nationals scores of countries, by metric
   * @param history national figures of all years
   * @param cityStates countries that are one city: their figures are those of the city
   */
  constructor(
    { goalposts, weights }: { goalposts: readonly Goalpost[]; weights: QualityWeights },
    locals: readonly LocalScore[],
    nationals: ReadonlyMap<string, readonly number[]>,
    history: readonly Observation[],
    cityStates: ReadonlySet<string> = new Set(),
  ) {
    this.#cityStates = cityStates;
    this.#weights = weights;
    this.#goalposts = new Map(goalposts.map((goalpost) => [goalpost.metric, goalpost]));
    const spreads = [...Map.groupBy(locals, ({ metric }) => metric)].flatMap(([metric, ofMetric]) => {
      const spread = spreadOf(metric, ofMetric, (local) => this.published(local.observation));
      return spread === undefined ? [] : [[metric, spread] as const];
    });
    this.#spreads = new Map(spreads);
    this.#nations = new Map(
      [...nationals].map(([metric, scores]) => {
        const ofMetric = locals.filter((local) => local.metric === metric);
        return [metric, deviation(scores.length > 0 ? scores : meansOfCountries(ofMetric))];
      }),
    );
    this.usualShare = quantile(
      spreads.flatMap(([metric, { within }]) => {
        const group = this.#goalposts.get(metric)?.group ?? '';
        if (!weights.groups.get(group)) return [];
        const among = this.#nations.get(metric) ?? 0;
        return among > 0 ? within / among : [];
      }),
      0.5,
    );
    this.withinRegions = shareWithinRegions(locals, this.#spreads, (local) =>
      this.published(local.observation),
    );
    this.#drifts = driftsOf(history, this.#goalposts);
    this.usualDrift = quantile([...this.#drifts.values()], 0.5);
  }

  /** The spreads of the metrics with enough local figures. */
  get spreads(): readonly Spread[] {
    return [...this.#spreads.values()];
  }

  /**
   * Standard deviation of a city's score around that of its country.
   *
   * @param national the country's score, measured or expected
   */
  withinCountry(metric: string, country: string, national: number): number {
    if (this.#weights.indicators.get(metric)?.reach === 'country' || this.#cityStates.has(country)) return 0;
    const { regions } = this.#spreads.get(metric) ?? { regions: 1 };
    return this.amongPlaces(metric, country, national) * Math.sqrt(1 + regions * this.withinRegions ** 2);
  }

  /** Standard deviation of a city's score around that of its region or district. */
  withinRegion(metric: string, country: string, national: number): number {
    return this.withinRegions * this.amongPlaces(metric, country, national);
  }

  /** Standard deviation of the places that have figures, around the mean of their country. */
  amongCities(metric: string): number {
    return this.#spreads.get(metric)?.within ?? this.usualSpread(metric);
  }

  /** How much publishers differ, if there are both local and national figures. */
  amongPublishers(metric: string): number {
    return this.#spreads.get(metric)?.between ?? 0;
  }

  /** How far a score may have moved since a figure of this age in years. */
  sinceYears(metric: string, years: number): number {
    return (this.#drifts.get(metric) ?? this.usualDrift) * Math.sqrt(Math.max(0, years));
  }

  /**
   * Standard deviation of a country's places around it. Regional figures are mostly those of rich countries, where regions are
   * more alike: for a country that is worse off than nearly all of these, the spread is no less than the usual one.
   */
  amongPlaces(metric: string, country: string, national: number): number {
    const spread = this.#spreads.get(metric);
    if (spread === undefined) return this.usualSpread(metric);
    const own = spread.ofCountry.get(country);
    if (own !== undefined) return own;
    return national < spread.lowest ? Math.max(spread.within, this.usualSpread(metric)) : spread.within;
  }

  /** The spread of a metric without local figures. */
  usualSpread(metric: string): number {
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
 * A spread is the distance that four of five places are within, over Z80. Mean squares would give a few far-out places too much
 * weight, and intervals are meant to hold for 80 %. `within` counts every country the same; it is for countries without enough
 * local figures. The spread of the others is averaged with `within` (`shrunk`), and scaled so that four of five places are within
 * the spread of their country's other places.
 */
function spreadOf(
  metric: string,
  locals: readonly LocalScore[],
  errorOf: (local: LocalScore) => number,
): Spread | undefined {
  const countries = [...Map.groupBy(locals, ({ country }) => country)]
    .filter(([, places]) => places.length >= 2)
    .map(([country, places]) => ({
      country,
      national: places[0]?.national ?? null,
      places: placesOf(places, errorOf),
    }));
  const places = countries.flatMap((country) => country.places);
  if (places.length < FEWEST_PLACES || countries.length < FEWEST_COUNTRIES) return undefined;
  const within = weightedReach(places) / Z80;
  const known = countries.filter((country) => country.places.length >= FEWEST_OF_COUNTRY);
  const scale =
    quantile(
      known.flatMap(({ places: own }) => own.map((place) => place.distance / shrunk(own, within, place))),
      0.8,
    ) / Z80;
  const ofCountry = new Map(
    known.map(({ country, places: own }) => [country, scale * shrunk(own, within)] as const),
  );
  const steps = countries.flatMap(({ country, places: own }) =>
    own.flatMap(({ step, weight }) =>
      step === null ? [] : { distance: withoutPart(step / Z80, ofCountry.get(country) ?? within), weight },
    ),
  );
  const stepReach = Math.max(
    weightedReach(steps),
    quantile(
      steps.map(({ distance }) => distance),
      0.8,
    ),
  );
  return {
    metric,
    places: places.length,
    countries: countries.length,
    regions: locals.filter(({ observation }) => observation.grain !== 'city').length / locals.length,
    within,
    between: steps.length < FEWEST_PLACES ? 0 : stepReach,
    ofCountry,
    lowest: lowestOf(countries.flatMap(({ national }) => national ?? [])),
  };
}

/** The score that nine of ten countries exceed; -Infinity without any scores. */
function lowestOf(nationals: readonly number[]): number {
  return nationals.length === 0 ? Number.NEGATIVE_INFINITY : quantile(nationals, 0.1);
}

type SpreadPlace = ReturnType<typeof placesOf>[number];

/**
 * Only what is drawn to a wider place has an error, such as shrunken rates: it is nearer to that place than the truth by as much as
 * it is uncertain.
 */
function placesOf(places: readonly LocalScore[], errorOf: (local: LocalScore) => number) {
  const middle = mean(places.map(({ score }) => score));
  // The mean is of these places: they are nearer to it than to that of all places.
  const widened = Math.sqrt(places.length / (places.length - 1));
  return places.map((local) => {
    const { score, national } = local;
    const error = errorOf(local);
    return {
      /** From the mean of the country's known places, in points, widened to the distance expected from the true mean. */
      distance: Math.hypot((score - middle) * widened, error),
      /** Distance from the national score. */
      step: national === null ? null : Math.hypot(score - national, error),
      /** The weights of a country's places add up to 1. */
      weight: 1 / places.length,
    };
  });
}

/** The spread of a country's places, or of all but one of them, averaged with that of other countries (PRIOR_PLACES). */
function shrunk(places: readonly SpreadPlace[], within: number, without?: SpreadPlace): number {
  let [squares, others] = [0, 0];
  for (const place of places) {
    if (place === without) continue;
    squares += place.distance ** 2;
    others += 1;
  }
  return Math.sqrt((squares + PRIOR_PLACES * within ** 2) / (others + PRIOR_PLACES));
}

/** The standard deviation that remains if one part of it is taken away, as variances subtract; 0 if the part is larger. */
function withoutPart(whole: number, part: number): number {
  return Math.sqrt(Math.max(0, whole ** 2 - part ** 2));
}

/** Used instead of national scores, for metrics that are published only for cities. */
function meansOfCountries(locals: readonly LocalScore[]): number[] {
  const countries = Map.groupBy(locals, ({ country }) => country);
  return [...countries.values()].map((places) => mean(places.map(({ score }) => score)));
}

function shareWithinRegions(
  locals: readonly LocalScore[],
  spreads: ReadonlyMap<string, Spread>,
  errorOf: (local: LocalScore) => number,
): number {
  const distances = locals.flatMap((local) => {
    const { metric, score, surrounding } = local;
    const spread = spreads.get(metric);
    if (surrounding === null || spread === undefined || spread.within === 0) return [];
    return Math.hypot(score - surrounding, errorOf(local)) / spread.within;
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
    if (moves.length >= FEWEST_PLACES) drifts.set(metric, quantile(moves, 0.8) / Z80);
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

/** The distance within which places with four fifths of the weight are. */
function weightedReach(places: readonly { distance: number; weight: number }[]): number {
  return quantile(
    places.map(({ distance }) => distance),
    0.8,
    places.map(({ weight }) => weight),
  );
}

/** The least value up to which values have this share of the weight; 0 without values. */
function quantile(values: readonly number[], share: number, weights = values.map(() => 1)): number {
  return values.length === 0 ? 0 : weightedQuantile(values, weights, share);
}

/** 0 for fewer than two values. */
function deviation(values: readonly number[]): number {
  return values.length < 2 ? 0 : sampleStandardDeviation(values);
}

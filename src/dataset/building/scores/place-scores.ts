import { overallOf } from '../../../release/quality-overall.ts';
import type { Observation } from '../../../release/schema.ts';
import { atOneSize, expectedAtSize, type SizeSlope, sizeSlopes } from './city-sizes.ts';
import { type Expectations, type ExpectedScores, expectedScores } from './expected-scores.ts';
import type { Goalpost } from './goalposts.ts';
import { type KnownGroup, KnownGroups, type ScorablePlaces } from './known-groups.ts';
import { type GroupScore, type QualityScore, type Scoring, scoreGroup } from './quality-score.ts';
import type { QualityWeights } from './quality-weights.ts';
import { type LocalScore, ScoreErrors } from './score-errors.ts';

/** The quality of life of a place: overall, and by group. Places share the parts with the same figures. */
export interface PlaceScore {
  quality: QualityScore;
  /** Every group with goalposts, by name. */
  groups: readonly GroupScore[];
}

export interface ScoredPlaces {
  /** By key, every country: `country/portugal`. Its errors are those of a city without figures of its own. */
  countries: Map<string, PlaceScore>;
  /** By key, the cities that differ from their country; all others have its scores. */
  cities: Map<string, PlaceScore>;
  errors: ScoreErrors;
  /** Every score of a city or region that a city's score uses, at one size (see atOneSize). */
  locals: readonly LocalScore[];
}

/** The published conventions by which places are scored. */
export interface Conventions {
  goalposts: readonly Goalpost[];
  weights: QualityWeights;
  /** The year of the release. */
  year: number;
}

/**
 * Scores every country, and every city with a scored figure of its own or of an area around it.
 *
 * @param observationsOf the latest figures of a place; for a city also those of the areas that it is in
 * @param history national figures of the scored metrics, of all years
 */
export function scorePlaces(
  places: ScorablePlaces,
  observationsOf: (place: string) => readonly Observation[],
  conventions: Conventions,
  history: readonly Observation[],
): ScoredPlaces {
  const { goalposts, weights, year } = conventions;
  const known = new KnownGroups(places, observationsOf, goalposts, year);
  const measured = known.localScores();
  const slopes = sizeSlopes(measured);
  const locals = measured.map((local) => atOneSize(local, slopes));
  const errors = new ScoreErrors(conventions, locals, known.nationalScores(), history, places.cityStates);
  const metrics = goalposts.map(({ metric }) => metric);
  const expected = expectedScores(metrics, known.nationals, locals, errors, {
    closed: places.closed ?? new Set(),
    byState: weights.byState,
  });
  const scores = new SharedScores(
    { ...conventions, errors, unchecked: expected.unchecked },
    expected,
    slopes,
  );
  return {
    countries: new Map(places.countries.map((key) => [key, scores.score(known.ofCountry(key), null)])),
    cities: new Map(
      places.cities.flatMap(({ key, country }) => {
        const own = known.cities.get(key);
        const size = known.sizes.get(key) ?? null;
        return own === undefined && (size === null || slopes.size === 0)
          ? []
          : [[key, scores.score(own ?? known.ofCountry(country), size)] as const];
      }),
    ),
    errors,
    locals,
  };
}

/** Scores each part once, even if several places share it. */
class SharedScores {
  readonly #scoring: Scoring;
  readonly #expected: ReadonlyMap<string, Expectations>;
  readonly #slopes: ReadonlyMap<string, SizeSlope>;
  readonly #groups = new Map<KnownGroup, Map<number | null, NumberedGroup>>();
  #numbered = 0;
  /** By the numbers of the groups that count. */
  readonly #qualities = new Map<string, QualityScore>();

  constructor(scoring: Scoring, { expectations }: ExpectedScores, slopes: ReadonlyMap<string, SizeSlope>) {
    this.#scoring = scoring;
    this.#expected = expectations;
    this.#slopes = slopes;
  }

  /** @param size of the city; null for a country, and for a city whose population is not known */
  score(known: readonly KnownGroup[], size: number | null): PlaceScore {
    const groups = known.map((group) => this.#group(group, this.#dependsOnSize(group) ? size : null));
    return {
      quality: this.#quality(groups.filter(({ score }) => score.counts)),
      groups: groups.map(({ score }) => score),
    };
  }

  #quality(counted: readonly NumberedGroup[]): QualityScore {
    return this.#qualities.getOrInsertComputed(counted.map(({ number }) => number).join(' '), () => {
      const groups = counted.map(({ score }) => score);
      const byName = Object.fromEntries(groups.map((group) => [group.group, group]));
      return { overall: overallOf(byName, this.#scoring.weights.groups), groups };
    });
  }

  /** Whether one of the scores of the group is expected from the size of the city. */
  #dependsOnSize({ indicators }: KnownGroup): boolean {
    return indicators.some(({ metric, score }) => score === null && this.#slopes.has(metric));
  }

  #group(known: KnownGroup, size: number | null): NumberedGroup {
    const bySize = this.#groups.getOrInsertComputed(known, () => new Map());
    return bySize.getOrInsertComputed(size, () => {
      const ofCountry = this.#expected.get(known.country) ?? NOTHING;
      const expected = expectedAtSize(ofCountry, this.#slopes, size);
      const score = scoreGroup(known, known.indicators, expected, this.#scoring);
      return { score, number: this.#numbered++ };
    });
  }
}

interface NumberedGroup {
  score: GroupScore;
  number: number;
}

const NOTHING: Expectations = new Map();

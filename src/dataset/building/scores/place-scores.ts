import { overallOf } from '../../../release/quality-overall.ts';
import type { Observation } from '../../../release/schema.ts';
import { type Expectations, expectedScores } from './expected-scores.ts';
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
  /** Every score of a city or region that a city's score uses. */
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
  const { goalposts, year } = conventions;
  const known = new KnownGroups(places, observationsOf, goalposts, year);
  const locals = known.localScores();
  const errors = new ScoreErrors(conventions, locals, known.nationalScores(), history, places.cityStates);
  const metrics = goalposts.map(({ metric }) => metric);
  const expected = expectedScores(metrics, known.nationals, locals, errors);
  const scores = new SharedScores({ ...conventions, errors }, expected);
  return {
    countries: new Map(places.countries.map((key) => [key, scores.score(known.ofCountry(key))])),
    cities: new Map([...known.cities].map(([key, groups]) => [key, scores.score(groups)])),
    errors,
    locals,
  };
}

/** Scores each part once, even if several places share it. */
class SharedScores {
  readonly #scoring: Scoring;
  readonly #expected: ReadonlyMap<string, Expectations>;
  readonly #groups = new Map<KnownGroup, { score: GroupScore; number: number }>();
  /** By the numbers of the groups that count. */
  readonly #qualities = new Map<string, QualityScore>();

  constructor(scoring: Scoring, expected: ReadonlyMap<string, Expectations>) {
    this.#scoring = scoring;
    this.#expected = expected;
  }

  score(known: readonly KnownGroup[]): PlaceScore {
    const groups = known.map((group) => this.#group(group));
    return {
      quality: this.#quality(groups.filter(({ score }) => score.counts)),
      groups: groups.map(({ score }) => score),
    };
  }

  #quality(counted: readonly { score: GroupScore; number: number }[]): QualityScore {
    const id = counted.map(({ number }) => number).join(' ');
    const known = this.#qualities.get(id);
    if (known !== undefined) return known;
    const groups = counted.map(({ score }) => score);
    const byName = Object.fromEntries(groups.map((group) => [group.group, group]));
    const quality = { overall: overallOf(byName, this.#scoring.weights.groups), groups };
    this.#qualities.set(id, quality);
    return quality;
  }

  #group(known: KnownGroup): { score: GroupScore; number: number } {
    const scored = this.#groups.get(known);
    if (scored !== undefined) return scored;
    const expected = this.#expected.get(known.country) ?? NOTHING;
    const score = scoreGroup(known, known.indicators, expected, this.#scoring);
    const group = { score, number: this.#groups.size };
    this.#groups.set(known, group);
    return group;
  }
}

const NOTHING: Expectations = new Map();

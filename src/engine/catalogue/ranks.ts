import { isCostMeasure, type MeasureId, RANKED_MEASURES } from '../../release/measures.ts';
import { scoreInterval } from '../../release/quality-overall.ts';
import { memo } from '../memo.ts';
import { agglomerationsFrom, isMainCity } from './agglomerations.ts';
import { type City, type Country, isCity, type Place } from './place.ts';
import { type Rank, RankPool } from './rank-pool.ts';
import type { Release } from './release.ts';
import { atOnce, type Steps } from './steps.ts';

/** Smaller agglomerations do not compete, or most of a ranking would be villages. */
export const LEAST_PEOPLE = 100_000;

/**
 * The ranks of cities and countries, one pool per measure. Cities compete as agglomerations, each once, by the figure of its main
 * city. Price levels are ranked from the most expensive, scores from the best. Pools are made on first use, unless `preparedRanks` has made them.
 */
export class Ranks {
  readonly #release: Release;
  /** The cities that compete. */
  readonly cities: ReadonlySet<City>;
  /** By kind of place and measure. */
  readonly #pools = new Map<string, RankPool>();

  constructor(release: Release, cities: readonly City[]) {
    this.#release = release;
    this.cities = new Set(cities);
  }

  /** Makes the pools of cities. */
  *prepare(): Steps<void> {
    for (const measure of [...RANKED_MEASURES, 'purchasing_power'] as const) {
      yield;
      this.#poolOf(measure);
    }
  }

  of(measure: MeasureId, place: Place): Rank | null {
    if (!isCity(place)) return this.#ofCountry(measure, place);
    const figure = this.#release.measures.figure(measure, place);
    if (figure === undefined || !isMainCity(place)) return null;
    return this.#poolOf(measure).rankOf(figure, this.cities.has(place));
  }

  #poolOf(measure: MeasureId): RankPool {
    const { measures } = this.#release;
    const figures = () => [...this.cities].flatMap((other) => measures.figure(measure, other) ?? []);
    return memo(this.#pools, `city ${measure}`, () => new RankPool(figures()));
  }

  #ofCountry(measure: MeasureId, country: Country): Rank | null {
    const figure = this.#national(measure, country);
    if (figure === undefined) return null;
    const figures = () => this.#release.countries.flatMap((other) => this.#national(measure, other) ?? []);
    return memo(this.#pools, `country ${measure}`, () => new RankPool(figures())).rankOf(figure, true);
  }

  #national(measure: MeasureId, country: Country) {
    if (isCostMeasure(measure)) return undefined;
    const record = this.#release.quality(country);
    const scored = measure === 'quality' ? record : record.groups[measure];
    if (scored === undefined || scored.score === null) return undefined;
    return { value: scored.score, ...scoreInterval(scored.score, scored) };
  }
}

const ranks = new WeakMap<Release, Ranks>();

export function ranksOf(release: Release): Ranks {
  return ranks.get(release) ?? atOnce(newRanks(release));
}

/** Makes the ranks of cities before someone asks for them: it takes a tenth of a second. */
export function* preparedRanks(release: Release): Steps<void> {
  yield* (yield* newRanks(release)).prepare();
}

function* newRanks(release: Release): Steps<Ranks> {
  const made = new Ranks(release, yield* agglomerationsFrom(LEAST_PEOPLE, release.cities));
  ranks.set(release, made);
  return made;
}

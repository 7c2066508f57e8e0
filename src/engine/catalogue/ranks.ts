import { setImmediate } from 'node:timers/promises';
import { isCostMeasure, type MeasureId, RANKED_MEASURES } from '../../release/measures.ts';
import { scoreInterval } from '../../release/quality-overall.ts';
import { agglomerationsFrom, isMainCity } from './agglomerations.ts';
import type { City, Country } from './place.ts';
import { type Rank, RankPool } from './rank-pool.ts';
import type { Release } from './release.ts';

/** Smaller agglomerations do not compete, or most of a ranking would be villages. */
export const LEAST_PEOPLE = 100_000;

/**
 * The ranks of cities and countries, one pool per measure. Cities compete as agglomerations, each once, by the figure of its main
 * city. Price levels are ranked from the most expensive, scores from the best. Pools are made on first use, unless `prepare` has made them.
 */
export class Ranks {
  readonly #release: Release;
  readonly #cities: ReadonlySet<City>;
  readonly #cityPools = new Map<MeasureId, RankPool>();
  readonly #countryPools = new Map<MeasureId, RankPool>();

  constructor(release: Release) {
    this.#release = release;
    this.#cities = new Set(agglomerationsFrom(LEAST_PEOPLE, release.cities));
  }

  /** Makes the pools of cities, which takes a tenth of a second, in turns of the event loop, so that no request has to wait. */
  async prepare(): Promise<void> {
    for (const measure of [...RANKED_MEASURES, 'purchasing_power'] as const) {
      this.#poolOf(measure);
      await setImmediate();
    }
  }

  ofCity(measure: MeasureId, city: City): Rank | null {
    const figure = this.#release.measures.figure(measure, city);
    if (figure === undefined || !isMainCity(city)) return null;
    return this.#poolOf(measure).rankOf(figure, this.#cities.has(city));
  }

  #poolOf(measure: MeasureId): RankPool {
    const { measures } = this.#release;
    let pool = this.#cityPools.get(measure);
    if (pool === undefined) {
      pool = new RankPool([...this.#cities].flatMap((other) => measures.figure(measure, other) ?? []));
      this.#cityPools.set(measure, pool);
    }
    return pool;
  }

  ofCountry(measure: MeasureId, country: Country): Rank | null {
    const figure = this.#national(measure, country);
    if (figure === undefined) return null;
    let pool = this.#countryPools.get(measure);
    if (pool === undefined) {
      pool = new RankPool(this.#release.countries.flatMap((other) => this.#national(measure, other) ?? []));
      this.#countryPools.set(measure, pool);
    }
    return pool.rankOf(figure, true);
  }

  #national(measure: MeasureId, country: Country) {
    if (isCostMeasure(measure)) return undefined;
    const record = this.#release.countryQuality(country);
    const scored = measure === 'quality' ? record : record.groups[measure];
    if (scored === undefined || scored.score === null) return undefined;
    return { value: scored.score, ...scoreInterval(scored.score, scored) };
  }
}

const ranks = new WeakMap<Release, Ranks>();

export function ranksOf(release: Release): Ranks {
  const known = ranks.get(release) ?? new Ranks(release);
  ranks.set(release, known);
  return known;
}

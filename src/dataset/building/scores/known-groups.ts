import { isStale } from '../../../release/best-figures.ts';
import type { Observation } from '../../../release/schema.ts';
import { sizeOf } from './city-sizes.ts';
import { type Goalpost, scoreOf } from './goalposts.ts';
import { type IndicatorScore, indicatorScores } from './indicator-scores.ts';
import type { LocalScore } from './score-errors.ts';

export interface ScorablePlaces {
  countries: readonly string[];
  cities: readonly { key: string; country: string; population: number | null }[];
  /** Countries that are one city. */
  cityStates?: ReadonlySet<string>;
  /** Countries whose state lets nobody check its figures. */
  closed?: ReadonlySet<string>;
}

/** The figures of a group, before they are scored. */
export interface KnownGroup {
  country: string;
  group: string;
  /** Figures that are not the country's. */
  local: readonly Observation[];
  indicators: readonly IndicatorScore[];
}

/** The known figures of each group of each place. Cities with the same figures of a group share it. */
export class KnownGroups {
  /** By country, its scores by metric. */
  readonly nationals: ReadonlyMap<string, ReadonlyMap<string, IndicatorScore>>;
  /** By key, the groups of the cities that have a figure of their own or of an area. */
  readonly cities = new Map<string, readonly KnownGroup[]>();
  /** Of cities, by key (see sizeOf). */
  readonly sizes: ReadonlyMap<string, number | null>;
  readonly #goalposts: ReadonlyMap<string, readonly Goalpost[]>;
  readonly #groupOf: ReadonlyMap<string, string>;
  readonly #byMetric: ReadonlyMap<string, Goalpost>;
  readonly #countries: ReadonlyMap<string, readonly KnownGroup[]>;
  readonly #groups = new Map<string, KnownGroup>();
  readonly #year: number;

  /**
   * @param observationsOf the latest figures of a place; for a city also those of the areas that it is in
   * @param year the year of the release
   */
  constructor(
    { countries, cities }: ScorablePlaces,
    observationsOf: (place: string) => readonly Observation[],
    goalposts: readonly Goalpost[],
    year: number,
  ) {
    this.#year = year;
    this.#byMetric = new Map(goalposts.map((goalpost) => [goalpost.metric, goalpost]));
    this.#groupOf = new Map(goalposts.map(({ metric, group }) => [metric, group]));
    const byGroup = Map.groupBy(goalposts, ({ group }) => group);
    this.#goalposts = new Map([...byGroup].sort(([left], [right]) => (left < right ? -1 : 1)));
    const figures = new Map(
      countries.map((key) => [
        key,
        Map.groupBy(observationsOf(key), ({ metric }) => this.#groupOf.get(metric)),
      ]),
    );
    this.#countries = new Map(
      [...figures].map(([country, ofCountry]) => [
        country,
        [...this.#goalposts.keys()].map((group) =>
          this.#known(country, group, [], ofCountry.get(group) ?? []),
        ),
      ]),
    );
    this.nationals = new Map(
      [...this.#countries].map(([country, groups]) => [
        country,
        new Map(groups.flatMap(({ indicators }) => indicators.map((each) => [each.metric, each]))),
      ]),
    );
    this.sizes = new Map(cities.map(({ key, population }) => [key, sizeOf(population)]));
    for (const { key, country } of cities) {
      const own = Map.groupBy(observationsOf(key), ({ metric }) => this.#groupOf.get(metric));
      own.delete(undefined);
      if (own.size === 0) continue;
      const groups = this.ofCountry(country).map((national) => {
        const local = own.get(national.group);
        return local === undefined
          ? national
          : this.#shared(national, local, figures.get(country)?.get(national.group) ?? []);
      });
      this.cities.set(key, groups);
    }
  }

  ofCountry(key: string): readonly KnownGroup[] {
    return this.#countries.get(key) ?? [];
  }

  /** By metric. */
  nationalScores(): Map<string, number[]> {
    const all = [...this.nationals.values()];
    return new Map(
      [...this.#groupOf.keys()].map((metric) => [
        metric,
        all.flatMap((indicators) => indicators.get(metric)?.score ?? []),
      ]),
    );
  }

  /** Each score of a city or region once, even if several cities use it. */
  localScores(): LocalScore[] {
    const found = new Map<string, LocalScore>();
    for (const { country, local, indicators } of this.#groups.values()) {
      for (const { metric, score, observation } of indicators) {
        if (score === null || observation === null || observation.grain === 'country') continue;
        found.set(`${metric} ${observation.place}`, {
          metric,
          country,
          observation,
          score,
          national: this.nationals.get(country)?.get(metric)?.score ?? null,
          surrounding: this.#surrounding(observation, local),
          size: this.sizes.get(observation.place) ?? null,
        });
      }
    }
    return [...found.values()];
  }

  /** The score of the region around a place that has a figure of its own. */
  #surrounding({ metric, grain }: Observation, local: readonly Observation[]): number | null {
    const around = local.find((figure) => figure.metric === metric && figure.grain === 'region');
    const goalpost = this.#byMetric.get(metric);
    if (grain === 'region' || around === undefined || goalpost === undefined) return null;
    return isStale(around, this.#year) ? null : scoreOf(around.value, goalpost);
  }

  #shared(
    { country, group }: KnownGroup,
    local: readonly Observation[],
    national: readonly Observation[],
  ): KnownGroup {
    const places = new Set(local.map(({ place }) => place));
    const id = `${country} ${group} ${places.size === 1 ? local[0]?.place : [...places].sort().join(' ')}`;
    return this.#groups.getOrInsertComputed(id, () => this.#known(country, group, local, national));
  }

  #known(
    country: string,
    group: string,
    local: readonly Observation[],
    national: readonly Observation[],
  ): KnownGroup {
    const scores = indicatorScores([...local, ...national], this.#goalposts.get(group) ?? [], this.#year);
    return { country, group, local, indicators: [...scores.values()] };
  }
}

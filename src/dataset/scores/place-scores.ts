import type { Ranking } from '../../release/quality-records.ts';
import type { Observation } from '../../release/schema.ts';
import type { Goalpost } from './goalposts.ts';
import { type GroupScore, type QualityScore, scoreQuality } from './quality-score.ts';

export interface RankedPart<Part> {
  score: Part;
  ranking: Ranking | null;
}

/** The quality of life of a place: overall, and by group. */
export interface PlaceScore {
  overall: RankedPart<QualityScore>;
  groups: RankedPart<GroupScore>[];
}

export interface ScoredPlaces {
  /** By key, every country: `country/portugal`. */
  countries: Map<string, PlaceScore>;
  /** By key, the cities that differ from their country; all others have its scores. */
  cities: Map<string, PlaceScore>;
}

/** Among fewer, a rank says little. */
const SMALLEST_FIELD = 20;

/**
 * Scores every country, and every city that has a figure of its own to be scored. A rank never mixes what was measured for
 * cities with what was measured for countries: a national group is ranked among countries, a city's own among cities, and
 * an overall score among those that rest on the same groups of the same grains.
 *
 * @param observationsOf the latest figures of a place; for a city also those of the areas that it lies in
 * @param year the year of the release
 */
export function scorePlaces(
  places: { countries: readonly string[]; cities: readonly { key: string; country: string }[] },
  observationsOf: (place: string) => readonly Observation[],
  goalposts: readonly Goalpost[],
  year: number,
): ScoredPlaces {
  const scoredMetrics = new Set(goalposts.map(({ metric }) => metric));
  const scorable = (place: string) => observationsOf(place).filter(({ metric }) => scoredMetrics.has(metric));
  const national = new Map(places.countries.map((country) => [country, scorable(country)]));
  const countries = [...national].map(
    ([key, observations]) => [key, scoreQuality(observations, goalposts, year)] as const,
  );
  const cities = places.cities.flatMap(({ key, country }) => {
    const own = scorable(key);
    if (own.length === 0) return [];
    const known = [...own, ...(national.get(country) ?? [])];
    return [[key, scoreQuality(known, goalposts, year)] as const];
  });
  const fields = new Fields();
  for (const [, score] of countries) fields.add(score, 'countries');
  for (const [, score] of cities) fields.add(score, 'cities');
  const ranked = (scores: typeof countries) =>
    new Map(scores.map(([key, score]) => [key, withRankings(score, fields)]));
  return { countries: ranked(countries), cities: ranked(cities) };
}

function withRankings(score: QualityScore, fields: Fields): PlaceScore {
  return {
    overall: { score, ranking: fields.rankingOf(score) },
    groups: score.groups.map((group) => ({ score: group, ranking: fields.rankingOf(group) })),
  };
}

/** The scores that compete, by field. A country competes once, not again with each of its cities. */
class Fields {
  readonly #fields = new Map<string, Field>();

  add(quality: QualityScore, kind: Ranking['among']): void {
    for (const part of [quality, ...quality.groups]) {
      const entry = entryOf(part);
      if (entry === undefined || entry.among !== kind) continue;
      const field = this.#fields.get(entry.field) ?? new Field();
      field.add(entry.score);
      this.#fields.set(entry.field, field);
    }
  }

  rankingOf(part: QualityScore | GroupScore): Ranking | null {
    const entry = entryOf(part);
    if (entry === undefined) return null;
    const field = this.#fields.get(entry.field);
    if (field === undefined || field.size < SMALLEST_FIELD) return null;
    return { among: entry.among, ...field.placeOf(entry.score) };
  }
}

class Field {
  readonly #scores: number[] = [];
  #descending: readonly number[] | undefined;

  get size(): number {
    return this.#scores.length;
  }

  add(score: number): void {
    this.#scores.push(score);
    this.#descending = undefined;
  }

  placeOf(score: number): Omit<Ranking, 'among'> {
    this.#descending ??= this.#scores.toSorted((left, right) => right - left);
    const higher = firstIndex(this.#descending, (other) => other <= score);
    const notLower = firstIndex(this.#descending, (other) => other < score);
    const lower = this.size - notLower;
    const percentile = (100 * (lower + (notLower - higher) / 2)) / this.size;
    return { rank: higher + 1, of: this.size, percentile: Math.round(percentile * 10) / 10 };
  }
}

/** Undefined for what has no score, and for what was measured for areas, of which several places may share one. */
function entryOf(
  part: QualityScore | GroupScore,
): { field: string; among: Ranking['among']; score: number } | undefined {
  if (part.score === null) return undefined;
  const groups = ('groups' in part ? part.groups : [part]).filter(({ score }) => score !== null);
  const grains = new Set(groups.map(({ grain }) => grain));
  if (grains.has('metro') || grains.has('region')) return undefined;
  const name = 'groups' in part ? 'overall' : 'group';
  return {
    field: [name, ...groups.map(({ group, grain }) => `${group} of the ${grain}`)].join(', '),
    among: grains.has('city') ? 'cities' : 'countries',
    score: part.score,
  };
}

/** Index of the first element that satisfies the condition, in a list where all such elements are at the end. */
function firstIndex(sorted: readonly number[], satisfies: (score: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (satisfies(sorted[middle] ?? Number.NaN)) high = middle;
    else low = middle + 1;
  }
  return low;
}

import type { Ranking } from '../../release/quality-records.ts';
import type { CountedIndicator, GroupScore, QualityScore } from './quality-score.ts';

/** Among fewer, a rank says little. */
const SMALLEST_FIELD = 20;

/** Whom a score competes with, and as whom. */
interface Entry {
  /** What competes is measured in the same way: the same indicators for cities, for regions and for countries. */
  field: string;
  among: Ranking['among'];
  /** The place or places that the figures are of: cities of one region have its score, which competes once. */
  unit: string;
  area: string | null;
  score: number;
}

/** The scores that compete, by field. A country competes once, not again with each of its cities, and so does a region. */
export class RankFields {
  readonly #fields = new Map<string, Field>();

  /** @param unit the key of the country, or of the city */
  add(unit: string, quality: QualityScore): void {
    for (const part of [quality, ...quality.groups]) {
      const entry = entryOf(unit, part);
      if (entry === undefined || (entry.among === 'countries' && unit.startsWith('city/'))) continue;
      const field = this.#fields.get(entry.field) ?? new Field();
      field.add(entry.unit, entry.score);
      this.#fields.set(entry.field, field);
    }
  }

  /** @param unit the key of the country, or of the city */
  rankingOf(unit: string, part: QualityScore | GroupScore): Ranking | null {
    const entry = entryOf(unit, part);
    if (entry === undefined) return null;
    const { among, area, field } = entry;
    const competing = this.#fields.get(field);
    if (competing === undefined || competing.size < SMALLEST_FIELD) return null;
    return { among, area, ...competing.placeOf(entry.score) };
  }
}

class Field {
  readonly #scores = new Map<string, number>();
  #descending: readonly number[] | undefined;

  get size(): number {
    return this.#scores.size;
  }

  add(unit: string, score: number): void {
    this.#scores.set(unit, score);
    this.#descending = undefined;
  }

  placeOf(score: number): Pick<Ranking, 'rank' | 'of' | 'percentile'> {
    this.#descending ??= [...this.#scores.values()].sort((left, right) => right - left);
    const higher = firstIndex(this.#descending, (other) => other <= score);
    const notLower = firstIndex(this.#descending, (other) => other < score);
    const lower = this.size - notLower;
    const percentile = (100 * (lower + (notLower - higher) / 2)) / this.size;
    return { rank: higher + 1, of: this.size, percentile: Math.round(percentile * 10) / 10 };
  }
}

/** Undefined for what has no score. */
function entryOf(unit: string, part: QualityScore | GroupScore): Entry | undefined {
  const isOverall = 'groups' in part;
  const score = isOverall ? part.overall.score : part.score;
  if (score === null) return undefined;
  const estimated = new Set(isOverall ? part.overall.estimated : []);
  const groups = isOverall ? part.groups.filter(({ counts }) => counts) : [part];
  const local = groups
    .filter(({ group }) => !estimated.has(group))
    .flatMap(({ indicators }) => indicators.filter(isLocal));
  const of = isOverall
    ? groups.map(({ group }) => (estimated.has(group) ? `${group} estimated` : group))
    : [groups[0]?.group];
  const field = [isOverall ? 'overall' : 'group', ...of, ...local.map(measuredFor)].join(', ');
  if (local.length === 0) return { field, among: 'countries', unit, area: null, score };
  if (local.some(({ observation }) => observation?.grain === 'city'))
    return { field, among: 'cities', unit, area: null, score };
  const places = [...new Set(local.flatMap(({ observation }) => observation?.place ?? []))].sort();
  const [area = null] = places;
  return { field, among: 'regions', unit: places.join(' '), area: places.length === 1 ? area : null, score };
}

function isLocal({ score, weight, observation }: CountedIndicator): boolean {
  return score !== null && weight > 0 && observation !== null && observation.grain !== 'country';
}

function measuredFor({ metric, observation }: CountedIndicator): string {
  return `${metric} of the ${observation?.grain === 'city' ? 'city' : 'region'}`;
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

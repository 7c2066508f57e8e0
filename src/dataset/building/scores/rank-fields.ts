import type { Ranking } from '../../../release/quality-records.ts';
import type { CountedIndicator, GroupScore, QualityScore } from './quality-score.ts';

/** Among fewer places, a rank says little. */
const SMALLEST_FIELD = 20;

/** A score in a ranking: what it competes with, and which places it is the score of. */
interface Entry {
  /** Competing scores are measured in the same way: the same indicators for cities, for regions and for countries. */
  field: string;
  among: Ranking['among'];
  /** The place or places that the figures are of: cities of one region have its score, which competes once. */
  unit: string;
  area: string | null;
  score: number;
}

/** The scores that compete, by field. A country or region competes once, not again with each of its cities. */
export class RankFields {
  readonly #fields = new Map<string, Field>();

  readonly #entries = new Map<Part, Entry>();

  add(part: Part): void {
    const entry = 'overall' in part ? overallEntry(part) : groupEntry(part);
    if (entry === undefined) return;
    this.#entries.set(part, entry);
    const field = this.#fields.get(entry.field) ?? new Field();
    field.add(entry.unit, entry.score);
    this.#fields.set(entry.field, field);
  }

  /** Null for a part that was not added, has no score, or competes with too few. */
  rankingOf(part: Part): Ranking | null {
    const entry = this.#entries.get(part);
    if (entry === undefined) return null;
    const { among, area, field, score } = entry;
    const competing = this.#fields.get(field);
    if (competing === undefined || competing.size < SMALLEST_FIELD) return null;
    return { among, area, ...competing.placeOf(score) };
  }
}

type Part = QualityScore | GroupScore;

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

function groupEntry({ country, group, score, indicators }: GroupScore): Entry | undefined {
  return score === null ? undefined : entryOf(`group ${group}`, country, indicators.filter(isLocal), score);
}

function overallEntry({ overall, groups }: QualityScore): Entry | undefined {
  if (overall.score === null) return undefined;
  const counted = groups.filter(({ counts }) => counts);
  const measured = counted.filter(({ score }) => score !== null);
  const local = measured.flatMap(({ indicators }) => indicators.filter(isLocal));
  const of = `overall of ${measured.map(({ group }) => group).join(' ')}`;
  return entryOf(of, counted[0]?.country ?? '', local, overall.score);
}

function entryOf(of: string, country: string, local: readonly CountedIndicator[], score: number): Entry {
  if (local.length === 0) return { field: of, among: 'countries', unit: country, area: null, score };
  const field = `${of}, ${local.map(measuredFor).join(', ')}`;
  const places = [...new Set(local.flatMap(({ observation }) => observation?.place ?? []))].sort();
  const unit = places.join(' ');
  if (local.some(({ observation }) => observation?.grain === 'city'))
    return { field, among: 'cities', unit, area: null, score };
  const [area = null] = places;
  return { field, among: 'regions', unit, area: places.length === 1 ? area : null, score };
}

function isLocal({ score, weight, observation }: CountedIndicator): boolean {
  return score !== null && weight > 0 && observation !== null && observation.grain !== 'country';
}

function measuredFor({ metric, observation }: CountedIndicator): string {
  return `${metric} of the ${observation?.grain === 'city' ? 'city' : 'region'}`;
}

/** Index of the first element that satisfies the condition, in a list that has all such elements at the end. */
function firstIndex(sorted: readonly number[], satisfies: (score: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (satisfies(sorted[middle] ?? Number.NaN)) high = middle;
    else low = middle + 1;
  }
  return low;
}

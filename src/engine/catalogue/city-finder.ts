import { EVIDENCE, type Evidence } from '../../release/cost-estimates.ts';
import { GRAINS, type Grain } from '../../release/grain.ts';
import { NO_CODE, NO_TENTHS } from '../../release/measures.ts';
import type { Findable, Measures } from './measures.ts';
import type { City } from './place.ts';
import { atOnce, CITIES_AT_ONCE, type Steps } from './steps.ts';

/** Bounds of a figure, both included. */
export interface Range {
  measure: Findable;
  min: number | undefined;
  max: number | undefined;
}

export type SortKey = Findable | 'population' | 'name';

/** Conditions for the figures of cities, and the order of the cities. */
export interface Finding {
  ranges: readonly Range[];
  /** What is compared with the bounds: the estimate, or the whole interval. */
  certainty: 'likely' | 'sure';
  /** The evidence and the grain that the overall price level may have. */
  evidence: ReadonlySet<Evidence> | undefined;
  grain: ReadonlySet<Grain> | undefined;
  /** The first key decides. Cities that no key separates stay in the order of the candidates. */
  sort: readonly { by: SortKey; descending: boolean }[];
}

/** The measures that a city must have in order to be found. */
export function neededMeasures({ ranges, evidence, grain, sort }: Finding): Findable[] {
  const ofCost: Findable[] = evidence === undefined && grain === undefined ? [] : ['cost'];
  const sorted = sort.flatMap(({ by }) => (by === 'population' || by === 'name' ? [] : [by]));
  return [...new Set([...ranges.map(({ measure }) => measure), ...ofCost, ...sorted])];
}

/**
 * Finds cities by figures. Every candidate is checked, in typed arrays by rank: a condition takes about a nanosecond per city. It
 * sorts by counting, because all keys are small integers; that takes a few nanoseconds per city and key.
 */
export class CityFinder {
  readonly #cities: readonly City[];
  readonly #measures: Measures;
  readonly #nameSteps: Uint32Array;
  /** Created on first use. */
  #populationSteps: ReturnType<typeof stepsOfPopulations> | undefined;

  /** @param nameSteps those of names: see `stepsIn` */
  constructor(cities: readonly City[], measures: Measures, nameSteps: Uint32Array) {
    this.#cities = cities;
    this.#measures = measures;
    this.#nameSteps = nameSteps;
  }

  /**
   * Ranks of the cities, in the requested order, and how many of the candidates were left out because they lack a figure that is needed.
   *
   * @param candidates in the order that applies where no sort key decides
   */
  find(candidates: readonly City[], finding: Finding) {
    const ranks = ranksOf(candidates);
    let count = ranks.length;
    for (const measure of neededMeasures(finding)) {
      const { value } = this.#measures.found(measure);
      count = keepWithin(ranks, count, [value, value], [0, NO_TENTHS - 1]);
    }
    const excluded = ranks.length - count;
    for (const { measure, min, max } of finding.ranges) {
      const { value, low, high, zero, steps } = this.#measures.found(measure);
      const from = min === undefined ? 0 : Math.ceil(stepsOf(min, steps)) + zero;
      const to = max === undefined ? NO_TENTHS : Math.floor(stepsOf(max, steps)) + zero;
      count = keepWithin(ranks, count, finding.certainty === 'sure' ? [low, high] : [value, value], [
        from,
        to,
      ]);
    }
    const cost = this.#measures.columns('cost');
    count = keepCodes(ranks, count, cost.evidence, codesOf(EVIDENCE, finding.evidence));
    count = keepCodes(ranks, count, cost.grain, codesOf(GRAINS, finding.grain));
    let sorted: Uint32Array = ranks.subarray(0, count);
    // From the last key to the first: each sort keeps the order of equal cities.
    for (const { by, descending } of finding.sort.toReversed())
      sorted = sortedByCounting(sorted, this.#keysOf(sorted, by, descending));
    return { ranks: sorted, excluded };
  }

  /** The sort key of each city as a small integer, by position in `ranks`. */
  #keysOf(ranks: Uint32Array, by: SortKey, descending: boolean): Uint32Array {
    if (by === 'name') return keys(ranks, this.#nameSteps, this.#cities.length - 1, descending);
    if (by === 'population') {
      this.#populationSteps ??= stepsOfPopulations(this.#cities);
      const { steps, backwards, unknown } = this.#populationSteps;
      return keys(ranks, descending ? steps : backwards, unknown, false);
    }
    return keys(ranks, this.#measures.found(by).value, NO_TENTHS, descending);
  }
}

/**
 * By rank: the place of what a city has among all different ones. Cities with the same have the same place, so that a sort keeps
 * their order.
 *
 * @param order ranks of the cities, in the order of what they have
 */
export function* stepsIn(
  cities: readonly City[],
  order: Uint32Array,
  had: (city: City) => unknown,
): Steps<Uint32Array> {
  const steps = new Uint32Array(cities.length);
  let step = 0;
  for (let at = 1; at < order.length; at++) {
    const [before, city] = [cities[order[at - 1] as number] as City, cities[order[at] as number] as City];
    if (had(city) !== had(before)) step++;
    steps[city.rank] = step;
    if (at % CITIES_AT_ONCE === 0) yield;
  }
  return steps;
}

/** Of cities by population: the steps from the largest and from the smallest. An unknown population is last in both. */
function stepsOfPopulations(cities: readonly City[]) {
  const steps = atOnce(stepsIn(cities, Uint32Array.from(cities.keys()), ({ population }) => population));
  const last = steps.at(-1) ?? 0;
  const unknown = cities.at(-1)?.population === null ? last : last + 1;
  const backwards = steps.map((each) => (each === unknown ? unknown : unknown - 1 - each));
  return { steps, backwards, unknown };
}

/** A bound in steps of its measure, rounded if it is within floating-point errors of a whole one. */
function stepsOf(bound: number, steps: number): number {
  const exact = bound * steps;
  const nearest = Math.round(exact);
  return Math.abs(exact - nearest) < 1e-6 ? nearest : exact;
}

/** A table with 1 at each wanted code; undefined if every code is wanted. */
function codesOf<Code>(codes: readonly Code[], wanted: ReadonlySet<Code> | undefined) {
  if (wanted === undefined) return undefined;
  const table = new Uint8Array(NO_CODE + 1);
  for (const code of wanted) table[codes.indexOf(code)] = 1;
  return table;
}

/** Keeps those of the first ranks whose figures are from here to there. */
function keepWithin(
  ranks: Uint32Array,
  count: number,
  [least, most]: readonly [Uint16Array, Uint16Array],
  [from, to]: readonly [number, number],
): number {
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const rank = ranks[at] as number;
    if ((least[rank] as number) >= from && (most[rank] as number) <= to) ranks[kept++] = rank;
  }
  return kept;
}

function keepCodes(
  ranks: Uint32Array,
  count: number,
  codes: Uint8Array,
  wanted: Uint8Array | undefined,
): number {
  if (wanted === undefined) return count;
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const rank = ranks[at] as number;
    if (wanted[codes[rank] as number] === 1) ranks[kept++] = rank;
  }
  return kept;
}

/** The loops have an index, because callbacks and iterators take several times as long, and these loops do all the work. */
function ranksOf(cities: readonly City[]): Uint32Array {
  const ranks = new Uint32Array(cities.length);
  for (let at = 0; at < ranks.length; at++) ranks[at] = (cities[at] as City).rank;
  return ranks;
}

function keys(
  ranks: Uint32Array,
  column: Uint16Array | Uint32Array,
  largest: number,
  descending: boolean,
): Uint32Array {
  const found = new Uint32Array(ranks.length);
  const [from, sign] = descending ? [largest, -1] : [0, 1];
  for (let at = 0; at < found.length; at++) found[at] = from + sign * (column[ranks[at] as number] as number);
  return found;
}

/** The ranks in ascending order of their keys; equal ones stay as they are. */
function sortedByCounting(ranks: Uint32Array, keysOfRanks: Uint32Array): Uint32Array {
  const length = ranks.length;
  let smallest = 0xffffffff;
  let largest = 0;
  for (let at = 0; at < length; at++) {
    const key = keysOfRanks[at] as number;
    if (key < smallest) smallest = key;
    if (key > largest) largest = key;
  }
  const starts = new Uint32Array(Math.max(0, largest - smallest) + 2);
  for (let at = 0; at < length; at++) {
    const next = (keysOfRanks[at] as number) - smallest + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] as number) + (starts[at - 1] as number);
  const sorted = new Uint32Array(length);
  for (let at = 0; at < length; at++) {
    const key = (keysOfRanks[at] as number) - smallest;
    const to = starts[key] as number;
    starts[key] = to + 1;
    sorted[to] = ranks[at] as number;
  }
  return sorted;
}

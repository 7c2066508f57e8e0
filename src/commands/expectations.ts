import { sampleStandardDeviation } from 'simple-statistics';
import { filled, matching, number, recordTable, text, word } from '../dataset/building/files/records.ts';
import { ask } from '../engine/ask.ts';
import { openRelease } from '../engine/catalogue/open-release.ts';
import type { Release } from '../engine/catalogue/release.ts';
import { memo } from '../engine/memo.ts';
import { Problem } from '../engine/problems.ts';
import type { ReleaseStore } from '../release/store.ts';

/** `spread` is a standard deviation; `width` the 80 % interval of a quality score, in points. */
const COMPARISONS = ['value', 'ratio', 'difference', 'highest', 'lowest', 'spread', 'width'] as const;
/**
 * What official facts say that a release must show. The band is the fact's, never the estimate's. A row that fails blocks a release,
 * unless it has an exception: a date and the reason.
 */
const EXPECTATIONS = recordTable('expectations', {
  /** A field of a city's answer: `cost`, `cost.housing`, `quality`, `quality.safety`, `climate.residents` or `climate.temperature_mean`. */
  measure: text,
  comparison: word(COMPARISONS),
  /** City id; for `spread` a country id; for `highest` and `lowest` `large cities`, those of a million people and more. */
  place: text,
  /** The other city of a `ratio` or a `difference`. */
  against: text,
  low: number,
  high: number,
  fact: filled,
  /** Who published the fact, and where. */
  source: filled,
  address: matching(/^https?:\/\/[^ ]+$/, 'an address of the fact'),
  exception: matching(/^(\d{4}-\d\d-\d\d: .{10,})?$/, 'a date and a reason, such as 2026-11-26: …'),
});
export type Expectation = ReturnType<typeof readExpectations>[number];

const LARGE = 1_000_000;
/** The cities of a country whose figures spread. */
const MIDDLE_SIZED = 100_000;

export type Checked = ReturnType<typeof checkExpectations>[number];

export function readExpectations(dataDirectory: string) {
  return EXPECTATIONS.read(dataDirectory).map((row, position) => {
    if (!(row.low < row.high))
      throw EXPECTATIONS.fault(dataDirectory, position, 'low', `no band: ${row.low} to ${row.high}`);
    // The header is line 1.
    return { ...row, line: position + 2 };
  });
}

/** `data evaluate --gate`: prints the rows that the served release does not meet. */
export async function checkPublished(
  dataDirectory: string,
  store: ReleaseStore,
  print: (text: string) => void,
): Promise<void> {
  const name = store.published();
  const release = await openRelease(store, name);
  try {
    const checked = checkExpectations(release, readExpectations(dataDirectory));
    for (const line of describeFailures(checked)) print(`${line}\n`);
    const failures = blocking(checked).length;
    print(`${checked.length} expectations of ${name}: ${failures} fail\n`);
    if (failures > 0) process.exitCode = 1;
  } finally {
    release.close();
  }
}

/** The rows that are not met and have no exception. */
export function blocking(checked: readonly Checked[]): Checked[] {
  return checked.filter(({ isMet, expectation }) => !isMet && expectation.exception === '');
}

/**
 * Compares each expectation with what the release answers: a value, null where it has no such figure, which no band contains, and
 * the city of the highest or lowest one.
 */
export function checkExpectations(release: Release, expectations: readonly Expectation[]) {
  const shown = shownFigures(release);
  return expectations.map((expectation) => {
    const { value, at } = shown(expectation);
    const { low, high } = expectation;
    return { expectation, value, at, isMet: value !== null && value >= low && value <= high };
  });
}

/** Returns what a release answers. */
function shownFigures(release: Release) {
  const known = new Map<string, number | null>();
  const figure = (measure: string, city: string) =>
    release.city(city) === undefined
      ? null
      : memo(known, `${measure} ${city}`, () => figureOf(release, measure, city));
  const extreme = (measure: string, sign: 1 | -1) => {
    let found: { value: number | null; at: string } = { value: null, at: '' };
    for (const { id, population } of release.cities) {
      const value = (population ?? 0) < LARGE ? null : figure(measure, id);
      if (value !== null && (found.value === null || sign * value > sign * found.value))
        found = { value, at: id };
    }
    return found;
  };
  /** Of the cities of a country that are large enough and have a figure. */
  const figuresOf = (measure: string, country: string) =>
    release
      .citiesOf(country)
      .filter(({ population }) => (population ?? 0) >= MIDDLE_SIZED)
      .flatMap(({ id }) => figure(measure, id) ?? []);
  return ({ measure, comparison, place, against }: Expectation): { value: number | null; at: string } => {
    if (comparison === 'highest' || comparison === 'lowest')
      return extreme(measure, comparison === 'highest' ? 1 : -1);
    if (comparison === 'spread')
      return { value: sampleStandardDeviation(figuresOf(measure, place)), at: place };
    const value = figure(comparison === 'width' ? `${measure}.interval` : measure, place);
    if (comparison === 'value' || comparison === 'width' || value === null) return { value, at: place };
    const other = figure(measure, against);
    if (other === null) return { value: null, at: against };
    return { value: comparison === 'ratio' ? value / other : value - other, at: place };
  };
}

function figureOf(release: Release, measure: string, place: string): number | null {
  const [resource, part, aspect] = measure.split('.');
  const view = { release, baseUrl: '' };
  try {
    if (resource === 'cost') {
      const { index } = ask(view, '/data/cost-of-living/{city_id}', { place }).body;
      return Object.entries(index ?? {}).find(([name]) => name === (part ?? 'overall'))?.[1]?.value ?? null;
    }
    const { score, groups, climate } = ask(view, '/data/quality-of-life/{city_id}', { place }).body;
    if (resource === 'climate') {
      const shown = { ...climate?.normals, residents: climate?.resident_climate_index };
      return Object.entries(shown).find(([name]) => name === part)?.[1]?.year ?? null;
    }
    if (part === undefined) return score.value;
    const group = Object.entries(groups).find(([name]) => name === part)?.[1];
    const shown = group?.score === null ? group.estimate : group;
    if (aspect === 'interval') return (shown?.high ?? Number.NaN) - (shown?.low ?? Number.NaN);
    return group?.score ?? group?.estimate?.value ?? null;
  } catch (problem) {
    if (problem instanceof Problem) return null;
    throw problem;
  }
}

/** The rows that are not met, as lines for people: those that block a release first. */
export function describeFailures(checked: readonly Checked[]): string[] {
  const failed = checked.filter(({ isMet }) => !isMet);
  const ordered = failed.toSorted(
    (left, right) => Number(left.expectation.exception !== '') - Number(right.expectation.exception !== ''),
  );
  return ordered.map(({ expectation, value, at }) => {
    const { line, measure, comparison, against, low, high, fact, source, exception } = expectation;
    const of = against === '' ? at : `${at}, ${against}`;
    const shown = `${comparison} of ${measure}, ${of}: ${value?.toFixed(2) ?? 'no figure'}, not ${low} to ${high}`;
    const verdict = exception === '' ? 'FAILS' : `excepted since ${exception}`;
    return `line ${line}  ${shown}. ${fact} (${source}). ${verdict}`;
  });
}

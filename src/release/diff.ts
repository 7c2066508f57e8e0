import { DatabaseSync } from 'node:sqlite';
import type { FigureChanges, FigureMove, ReleaseChanges } from './manifest.ts';
import { hasMoved, largestMoves, relativeChange } from './moved.ts';

/** Machine-readable: what `data diff --json` prints. */
export type ReleaseDiff = ReturnType<typeof diffReleases>;

type Figure = NonNullable<FigureMove['from']>;

/** Results computed from the figures, compared like them under these names. */
export const RESULTS = { cost: 'cost_of_living_index', quality: 'quality_of_life_score' } as const;

const RESULT_METRICS: ReadonlySet<string> = new Set(Object.values(RESULTS));

/** What was added, removed, or moved by more than the threshold from one release file to another. */
export function diffReleases(fromFile: string, toFile: string, threshold: number) {
  using from = new DatabaseSync(fromFile, { readOnly: true });
  using to = new DatabaseSync(toFile, { readOnly: true });
  const changes = changedFigures(latestFigures(from), latestFigures(to));
  const byKind = Map.groupBy(changes, (change) => kindOf(change, threshold));
  return {
    from: identity(from),
    to: identity(to),
    /** How far apart two values must be for their figure to count as moved (moved.ts): 0.05 is five per cent. */
    threshold,
    countries: changedIds(from, to, 'country'),
    cities: changedIds(from, to, 'city'),
    /** Figures that were merely revised are counted in `by_metric` and not listed. */
    figures: {
      appeared: byKind.get('appeared') ?? [],
      vanished: byKind.get('vanished') ?? [],
      moved: byKind.get('moved') ?? [],
    },
    by_metric: countBy(byKind, ({ metric }) => [metric]),
    /** By source id. A figure counts for each source that it has in either release. */
    by_source: countBy(byKind, sourcesOf),
  };
}

/** The diff in numbers. */
export function summarizeDiff(diff: ReleaseDiff): Omit<ReleaseChanges, 'from'> {
  const count = ({ appeared, vanished }: ReleaseDiff['cities']) => ({
    appeared: appeared.length,
    vanished: vanished.length,
  });
  const moved = Map.groupBy(diff.figures.moved, ({ metric }) =>
    RESULT_METRICS.has(metric) ? metric : 'figures',
  );
  const figures = noChanges();
  for (const ofMetric of Object.values(diff.by_metric)) {
    for (const kind of KINDS) figures[kind] += ofMetric[kind];
  }
  return {
    threshold: diff.threshold,
    countries: count(diff.countries),
    cities: count(diff.cities),
    figures,
    by_metric: diff.by_metric,
    by_source: diff.by_source,
    largest: [...RESULT_METRICS, 'figures'].flatMap((kind) =>
      largestMoves(moved.get(kind) ?? []).slice(0, REMEMBERED_MOVES),
    ),
  };
}

/** How many of the largest moves a release remembers of each result, and of the figures. */
const REMEMBERED_MOVES = 20;

function sourcesOf({ from, to }: FigureMove): string[] {
  const ids = [from, to].flatMap((figure) => figure?.source.split(' ') ?? []);
  return [...new Set(ids)].filter((id) => id !== '');
}

type Kind = keyof FigureChanges;
const KINDS: readonly Kind[] = ['appeared', 'vanished', 'moved', 'revised'];

function kindOf({ from, to }: FigureMove, threshold: number): Kind {
  if (from === null) return 'appeared';
  if (to === null) return 'vanished';
  return hasMoved(from, to, threshold) ? 'moved' : 'revised';
}

/**
 * By place, metric and note, separated by tabs. Where several sources have one series, the latest period is taken, then
 * the first id.
 */
function latestFigures(database: DatabaseSync): Map<string, Figure> {
  const figures = new Map<string, Figure>();
  const rows = database.prepare(FIGURES).iterate() as unknown as Iterable<
    Figure & { place: string; metric: string; note: string }
  >;
  for (const { place, metric, note, ...figure } of rows) {
    if (metric === RESULTS.cost) figure.value = 100 * Math.exp(figure.value);
    figures.set(`${place}\t${metric}\t${note}`, figure);
  }
  return figures;
}

/** Levels of costs are logarithms. */
const FIGURES = `
  SELECT place, metric, note, value, unit, period, source FROM observation WHERE latest = 1
  UNION ALL SELECT place, '${RESULTS.cost}', '', estimates ->> '$.overall[0]', 'united_states_100', period, sources
    FROM cost JOIN cost_basis ON cost_basis.id = estimates ->> '$.overall[4]'
  UNION ALL SELECT place, '${RESULTS.quality}', '', record ->> 'score', 'score', '', ''
    FROM quality JOIN quality_part ON quality_part.id = CAST(parts AS INTEGER) WHERE record ->> 'score' IS NOT NULL
  ORDER BY period, source DESC`;

function changedFigures(
  before: ReadonlyMap<string, Figure>,
  after: ReadonlyMap<string, Figure>,
): FigureMove[] {
  const changes = [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((series) => {
    const from = before.get(series) ?? null;
    const to = after.get(series) ?? null;
    if (from !== null && to !== null && isSame(from, to)) return [];
    const [place = '', metric = '', note = ''] = series.split('\t');
    const relative_change = from === null || to === null ? null : relativeChange(from, to);
    return [{ place, metric, note, from, to, relative_change }];
  });
  return withoutRewordedNotes(changes);
}

/** A figure of which only the note was reworded is the same figure: it has neither vanished nor appeared. */
function withoutRewordedNotes(changes: readonly FigureMove[]): FigureMove[] {
  const apartFromNote = ({ place, metric, from, to }: FigureMove) =>
    JSON.stringify([place, metric, from ?? to]);
  const reworded = new Set<FigureMove>();
  for (const alike of Map.groupBy(changes, apartFromNote).values()) {
    const vanished = alike.filter(({ to }) => to === null);
    const appeared = alike.filter(({ from }) => from === null);
    const pairs = Math.min(vanished.length, appeared.length);
    for (const change of [...vanished.slice(0, pairs), ...appeared.slice(0, pairs)]) reworded.add(change);
  }
  return changes.filter((change) => !reworded.has(change));
}

function isSame(from: Figure, to: Figure): boolean {
  return (
    from.value === to.value && from.unit === to.unit && from.period === to.period && from.source === to.source
  );
}

function changedIds(from: DatabaseSync, to: DatabaseSync, table: 'city' | 'country') {
  const ids = (database: DatabaseSync) =>
    new Set(
      database
        .prepare(`SELECT id FROM ${table} ORDER BY id`)
        .all()
        .map(({ id }) => String(id)),
    );
  const before = ids(from);
  const after = ids(to);
  return { appeared: [...after.difference(before)], vanished: [...before.difference(after)] };
}

function identity(database: DatabaseSync) {
  const value = database.prepare('SELECT value FROM release WHERE key = ?');
  return {
    version: String(value.get('version')?.value),
    content_hash: String(value.get('content_hash')?.value),
  };
}

function countBy(
  byKind: ReadonlyMap<Kind, readonly FigureMove[]>,
  idsOf: (change: FigureMove) => readonly string[],
): Record<string, FigureChanges> {
  const counts = new Map<string, FigureChanges>();
  for (const [kind, changes] of byKind) {
    for (const change of changes) {
      for (const id of idsOf(change)) {
        const ofOne = counts.get(id) ?? noChanges();
        ofOne[kind]++;
        counts.set(id, ofOne);
      }
    }
  }
  return Object.fromEntries([...counts].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function noChanges(): FigureChanges {
  return { appeared: 0, vanished: 0, moved: 0, revised: 0 };
}

import { DatabaseSync } from 'node:sqlite';

/** One figure that differs between two releases: the latest of its series (place, metric, note) in each. */
export interface FigureChange {
  place: string;
  metric: string;
  note: string;
  from: { value: number; unit: string; period: string; source: string } | null;
  to: { value: number; unit: string; period: string; source: string } | null;
  /** (to - from) / |from|, where both exist in one unit and from is not 0; else null. */
  relative_change: number | null;
}

export interface ReleaseDiff {
  from: string;
  to: string;
  /** Smallest relative change that counts as moved: 0.05 is five per cent. */
  threshold: number;
  cities: { appeared: string[]; vanished: string[] };
  countries: { appeared: string[]; vanished: string[] };
  figures: { appeared: FigureChange[]; vanished: FigureChange[]; moved: FigureChange[] };
  /** Figures with another value, period or source, moved or not, by metric. */
  changed_by_metric: Record<string, number>;
}

type Figure = NonNullable<FigureChange['from']>;

/** What appeared, vanished, or moved by more than the threshold from one release file to another. */
export function diffReleases(fromFile: string, toFile: string, threshold: number): ReleaseDiff {
  const from = new DatabaseSync(fromFile, { readOnly: true });
  const to = new DatabaseSync(toFile, { readOnly: true });
  try {
    const changes = changedFigures(latestFigures(from), latestFigures(to));
    const both = changes.filter((change) => change.from !== null && change.to !== null);
    return {
      from: version(from),
      to: version(to),
      threshold,
      cities: changedIds(from, to, 'city'),
      countries: changedIds(from, to, 'country'),
      figures: {
        appeared: changes.filter((change) => change.from === null),
        vanished: changes.filter((change) => change.to === null),
        moved: both.filter(
          ({ relative_change }) => relative_change === null || Math.abs(relative_change) > threshold,
        ),
      },
      changed_by_metric: countBy(changes.map(({ metric }) => metric)),
    };
  } finally {
    from.close();
    to.close();
  }
}

/** By place, metric and note. Where several sources have one series, the latest period stands for it, then the first id. */
function latestFigures(database: DatabaseSync): Map<string, Figure> {
  const rows = database
    .prepare(
      'SELECT place, metric, note, value, unit, period, source FROM observation WHERE latest = 1 ORDER BY period, source DESC',
    )
    .iterate() as unknown as Iterable<Figure & { place: string; metric: string; note: string }>;
  const figures = new Map<string, Figure>();
  for (const { place, metric, note, ...figure } of rows) figures.set(`${place}\t${metric}\t${note}`, figure);
  return figures;
}

function changedFigures(
  before: ReadonlyMap<string, Figure>,
  after: ReadonlyMap<string, Figure>,
): FigureChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((series) => {
    const from = before.get(series) ?? null;
    const to = after.get(series) ?? null;
    if (from !== null && to !== null && isSame(from, to)) return [];
    const [place = '', metric = '', note = ''] = series.split('\t');
    return [{ place, metric, note, from, to, relative_change: relativeChange(from, to) }];
  });
}

function isSame(from: Figure, to: Figure): boolean {
  return (
    from.value === to.value && from.unit === to.unit && from.period === to.period && from.source === to.source
  );
}

function relativeChange(from: Figure | null, to: Figure | null): number | null {
  if (from === null || to === null || from.unit !== to.unit) return null;
  if (from.value === to.value) return 0;
  return from.value === 0 ? null : (to.value - from.value) / Math.abs(from.value);
}

function changedIds(
  from: DatabaseSync,
  to: DatabaseSync,
  table: 'city' | 'country',
): { appeared: string[]; vanished: string[] } {
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

function version(database: DatabaseSync): string {
  return String(database.prepare("SELECT value FROM release WHERE key = 'version'").get()?.value);
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

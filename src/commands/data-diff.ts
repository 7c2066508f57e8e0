import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { OperatorError } from '../process/operator-error.ts';
import type { ReleaseDiff } from '../release/diff.ts';
import type { FigureMove } from '../release/manifest.ts';
import { describeChange, largestMoves } from '../release/moved.ts';
import type { ReleaseStore } from '../release/store.ts';
import { aligned } from './aligned.ts';
import { numberFrom } from './numbers.ts';

/** How many of the largest moves are shown; `--json` has all of them. */
const MOVES_SHOWN = 20;

/** `data diff`: what a release changes. */
export function registerDiffCommand(data: Command, releaseStore: () => Promise<ReleaseStore>): void {
  data
    .command('diff [from] [to]')
    .description(
      'show what was added, removed or moved between two releases: names in LDS_HOME/releases, or release files; by default, the served release and its predecessor',
    )
    .option('--threshold <percent>', 'list figures that moved by more than this', numberFrom(0, 1000), 5)
    .option('--json', 'print everything as JSON', false)
    .action(
      async (
        from: string | undefined,
        to: string | undefined,
        { threshold, json }: { threshold: number; json: boolean },
      ) => {
        const { diffReleases } = await import('../release/diff.ts');
        const store = await releaseStore();
        const [before, after] = releaseFiles(store, from, to);
        const diff = orUnreadable([before, after], () => diffReleases(before, after, threshold / 100));
        process.stdout.write(json ? `${JSON.stringify(diff, null, 2)}\n` : describe(diff));
      },
    );
}

function releaseFiles(store: ReleaseStore, from?: string, to = store.published()): [string, string] {
  const before = from ?? store.predecessor(to);
  if (before === undefined)
    throw new OperatorError(
      `${to} has no predecessor in ${store.directory}. Name the release to compare it with: data diff FROM`,
    );
  return [releaseFile(store, before), releaseFile(store, to)];
}

/** @param release a name in the store, or the path of a release file, such as one that was downloaded */
function releaseFile(store: ReleaseStore, release: string): string {
  const file = [store.releaseFile(release), release].find((path) => existsSync(path));
  if (file === undefined) throw store.unknown(`release or file ${release}`);
  return file;
}

function orUnreadable<Result>(files: readonly string[], work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw error;
    throw new OperatorError(`${files.join(' or ')} is not a release file (${(error as Error).message}).`);
  }
}

function describe(diff: ReleaseDiff): string {
  const { from, to, threshold, countries, cities, figures } = diff;
  const lines = [
    `from  ${from.version}  ${from.content_hash}`,
    `to    ${to.version}  ${to.content_hash}`,
    '',
    `countries: ${countries.appeared.length} appeared, ${countries.vanished.length} vanished`,
    `cities: ${cities.appeared.length} appeared, ${cities.vanished.length} vanished`,
    `figures: ${figures.appeared.length} appeared, ${figures.vanished.length} vanished, ${figures.moved.length} moved by more than ${percent(threshold)}`,
    ...countsBy('metric', diff.by_metric),
    ...countsBy('source', diff.by_source),
  ];
  const moves = largestMoves(figures.moved).slice(0, MOVES_SHOWN);
  if (moves.length > 0) {
    lines.push('', `largest of ${figures.moved.length} moves:`, ...aligned(moves.map(describeMove)));
  }
  return `${lines.join('\n')}\n`;
}

function countsBy(what: string, changes: ReleaseDiff['by_metric']): string[] {
  const rows = Object.entries(changes).map(([id, { appeared, vanished, moved, revised }]) => [
    id,
    ...[appeared, vanished, moved, revised].map(String),
  ]);
  return rows.length === 0
    ? []
    : ['', ...aligned([[what, 'appeared', 'vanished', 'moved', 'revised'], ...rows])];
}

function describeMove({ place, metric, note, from, to, relative_change }: FigureMove): string[] {
  const figure = (side: FigureMove['from']) => `${side?.value} ${side?.unit} (${side?.period})`;
  const change = describeChange(relative_change);
  return [change, place, note === '' ? metric : `${metric} (${note})`, `${figure(from)} → ${figure(to)}`];
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}

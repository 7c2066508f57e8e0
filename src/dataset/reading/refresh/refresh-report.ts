import { describeChange } from '../../../release/moved.ts';
import type { DataDiff } from './fact-diff.ts';
import type { Changes } from './replacement.ts';

const SHOWN = 12;
const LONGEST_LIST = 8;

/** The differences that an operator reads before answering the question; nothing about unchanged figures. */
export function reportDiff(diff: DataDiff, { written, removed }: Changes, threshold: number): string {
  const percent = `${Math.round(threshold * 1000) / 10} %`;
  const blocks: string[] = [];
  if (diff.metrics.length > 0) {
    blocks.push(
      table(
        ['metric', 'before', 'after', 'appeared', 'vanished', 'changed', `by > ${percent}`],
        diff.metrics.map(({ metric, before, after, appeared, vanished, changed, moved }) =>
          [metric, before, after, appeared, vanished, changed, moved].map(String),
        ),
      ),
    );
  }
  if (diff.moved.length > 0) {
    const rows = diff.moved
      .slice(0, SHOWN)
      .map(({ place, metric, period, note, before, after, relativeChange }) => {
        const what = [place, metric, period, note].filter((part) => part !== '').join(' ');
        return `  ${what}: ${before} → ${after} (${describeChange(relativeChange) || 'not comparable'})`;
      });
    const rest = diff.moved.length - rows.length;
    blocks.push([`Greatest changes:`, ...rows, ...(rest > 0 ? [`  … and ${rest} more`] : [])].join('\n'));
  }
  const lost = diff.readers.filter(({ seriesVanished }) => seriesVanished > 0);
  if (lost.length > 0) {
    const rows = lost.map(
      ({ reader, seriesBefore, seriesVanished }) => `  ${reader}: ${seriesVanished} of ${seriesBefore}`,
    );
    blocks.push(['Places that lose a metric altogether:', ...rows].join('\n'));
  }
  for (const { registry, added, withdrawn, returned } of diff.registries) {
    for (const [what, ids] of Object.entries({ added, withdrawn, returned }))
      if (ids.length > 0) blocks.push(`Registry of ${registry}, ${ids.length} ${what}: ${shortList(ids)}`);
  }
  for (const [what, ids] of Object.entries(diff.sources))
    if (ids.length > 0) blocks.push(`Sources ${what}: ${shortList(ids)}`);
  const files = [...written, ...removed.map((path) => `${path} (removed)`)];
  blocks.push(`Files that change: ${shortList(files)}`);
  return blocks.join('\n\n');
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function shortList(items: readonly string[]): string {
  const rest = items.length - LONGEST_LIST;
  return items.slice(0, LONGEST_LIST).join(', ') + (rest > 0 ? `, … and ${rest} more` : '');
}

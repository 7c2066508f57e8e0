import { join } from 'node:path';
import { toTenth } from '../../../release/quality-overall.ts';
import type { GoalpostRecord } from '../../../release/quality-records.ts';
import type { Metric } from '../facts/metric.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import { readTable } from '../files/table.ts';

/** One row of data/goalposts.tsv. */
export interface Goalpost extends GoalpostRecord {
  /** The metric's group. */
  group: string;
}

const SCALES: readonly Goalpost['scale'][] = ['linear', 'log'];

const COLUMNS = ['metric', 'worst', 'best', 'scale', 'reason'] as const;

/** The score from 0 to 100, to a tenth. */
export function scoreOf(
  value: number,
  { worst, best, scale }: Pick<GoalpostRecord, 'worst' | 'best' | 'scale'>,
): number {
  const onScale = (number: number) => (scale === 'log' ? Math.log(Math.max(0, number)) : number);
  const share = (onScale(value) - onScale(worst)) / (onScale(best) - onScale(worst));
  return toTenth(100 * Math.min(1, Math.max(0, share)));
}

/** Reads data/goalposts.tsv. Only quality-of-life indicators have goalposts, which are within the metric's bounds. */
export function readGoalposts(dataDirectory: string, metrics: ReadonlyMap<string, Metric>): Goalpost[] {
  const file = join(dataDirectory, 'goalposts.tsv');
  const seen = new Set<string>();
  return readTable(file, COLUMNS).map(({ line, ...row }) => {
    const fault = (column: (typeof COLUMNS)[number], text: string) =>
      new SourceFileError(file, line, column, text);
    const metric = metrics.get(row.metric);
    if (metric?.resource !== 'quality_of_life' || metric.kind !== 'indicator')
      throw fault('metric', `${row.metric} is no indicator of quality of life`);
    if (seen.has(row.metric)) throw fault('metric', `${row.metric} is there twice`);
    seen.add(row.metric);
    const scale = SCALES.find((known) => known === row.scale);
    if (scale === undefined) throw fault('scale', `neither of ${SCALES.join(', ')}: ${row.scale}`);
    const bound = (column: 'worst' | 'best') => {
      const value = row[column] === '' ? Number.NaN : Number(row[column]);
      if (!(value >= metric.min && value <= metric.max))
        throw fault(
          column,
          `${row[column]} is outside the bounds of the metric, ${metric.min} to ${metric.max}`,
        );
      if (scale === 'log' && value <= 0) throw fault(column, `${value} has no logarithm`);
      return value;
    };
    const [worst, best] = [bound('worst'), bound('best')];
    if (worst === best) throw fault('best', 'the same as the worst');
    if (row.reason === '') throw fault('reason', 'no reason');
    return { metric: metric.id, group: metric.group, worst, best, scale, reason: row.reason };
  });
}

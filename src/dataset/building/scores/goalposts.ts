import { toTenth } from '../../../release/quality-overall.ts';
import type { GoalpostRecord } from '../../../release/quality-records.ts';
import type { Metric } from '../facts/metric.ts';
import { filled, number, recordTable, text, word } from '../files/records.ts';

const GOALPOSTS = recordTable(
  'goalposts',
  { metric: text, worst: number, best: number, scale: word(['linear', 'log']), reason: filled },
  ({ metric }) => metric,
);

export interface Goalpost extends GoalpostRecord {
  /** The metric's group. */
  group: string;
}

/** The score from 0 to 100, to a tenth. */
export function scoreOf(
  value: number,
  { worst, best, scale }: Pick<GoalpostRecord, 'worst' | 'best' | 'scale'>,
): number {
  const onScale = (number: number) => (scale === 'log' ? Math.log(Math.max(0, number)) : number);
  const share = (onScale(value) - onScale(worst)) / (onScale(best) - onScale(worst));
  return toTenth(100 * Math.min(1, Math.max(0, share)));
}

/** Only quality-of-life indicators have goalposts, which are within the metric's bounds. */
export function readGoalposts(dataDirectory: string, metrics: ReadonlyMap<string, Metric>): Goalpost[] {
  return GOALPOSTS.read(dataDirectory).map((row, index) => {
    const fault = (column: keyof typeof row, text: string) =>
      GOALPOSTS.fault(dataDirectory, index, column, text);
    const metric = metrics.get(row.metric);
    if (metric?.resource !== 'quality_of_life' || metric.kind !== 'indicator')
      throw fault('metric', `${row.metric} is no indicator of quality of life`);
    const { min, max, group } = metric;
    for (const column of ['worst', 'best'] as const) {
      const value = row[column];
      if (!(value >= min && value <= max))
        throw fault(column, `${value} is outside the bounds of the metric, ${min} to ${max}`);
      if (row.scale === 'log' && value <= 0) throw fault(column, `${value} has no logarithm`);
    }
    if (row.worst === row.best) throw fault('best', 'the same as the worst');
    return { ...row, group };
  });
}

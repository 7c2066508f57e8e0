import { METRICS } from '../../src/service/telemetry/metrics.ts';
import { code, table } from './markdown.ts';

/** The metrics of the service for Prometheus, not those of data/. */
export function metricTable(): string {
  return table(
    ['Metric', 'Type', 'Labels', 'Of several workers', 'Meaning'],
    Object.entries(METRICS).map(([name, { type, labels, across, help }]) => [
      code(name),
      type,
      labels.map(code).join(', '),
      across,
      help,
    ]),
  );
}

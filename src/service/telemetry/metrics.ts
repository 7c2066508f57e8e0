import cluster from 'node:cluster';
import prometheus, { type Metric } from 'prom-client';
import type { Catalogue } from '../../engine/catalogue/catalogue.ts';
import type { Mailer } from '../accounts/mailer.ts';
import type { Connections } from '../http/connections.ts';
import type { Overload } from '../http/overload.ts';
import type { Representations } from '../http/representation.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Meter } from '../keys/meter.ts';
import type { Ledger } from '../limits/ledger.ts';
import TEXTS from './metrics.json' with { type: 'json' };
import { DURATION_BOUNDS, type RouteCounts, type Telemetry } from './telemetry.ts';

/** What a server's figures are read from whenever Prometheus asks for them. */
export interface MetricSources {
  telemetry: Telemetry;
  overload: Overload;
  connections: Connections;
  keys: KeyRing;
  meter: Meter;
  mailer: Mailer;
  catalogue: Catalogue;
  /** Undefined where this process counts alone. */
  ledger: Ledger | undefined;
  background: { reachesStore: boolean };
  /** The rendered responses in memory. */
  api: { bodies: Pick<Representations, 'entries' | 'bytes' | 'rendered'> };
}

interface Sample {
  value: number;
  labels: Record<string, string | number>;
  /** Of a histogram's parts. */
  metricName?: string;
}

interface Definition {
  type: string;
  help: string;
  labels: readonly string[];
  /** How we combine the values of several workers: `sum`, `min` or `max`. */
  across: string;
  /** One value for a metric without labels; undefined if there is none now. */
  read(sources: MetricSources): Sample[] | number | undefined;
}

const DURATIONS = 'lds_answer_duration_seconds';

/** How each metric is read; metrics.json says what it is. */
const READ: Record<keyof typeof TEXTS, Definition['read']> = {
  lds_answers_total: ({ telemetry }) =>
    [...telemetry.counts.routes].flatMap(([route, { statuses }]) =>
      [...statuses].map(([status, value]) => ({ labels: { route, status }, value })),
    ),
  [DURATIONS]: ({ telemetry }) => [...telemetry.counts.routes].flatMap(durations),
  lds_work_seconds_total: ({ overload }) =>
    [...overload.worked].map(([route, ms]) => ({ labels: { route }, value: ms / 1000 })),
  lds_problems_total: ({ telemetry }) =>
    [...telemetry.counts.problems].map(([code, value]) => ({ labels: { code }, value })),
  lds_shed_total: ({ overload }) => overload.refused,
  lds_connections: ({ connections }) => connections.count,
  lds_connections_refused_total: ({ connections }) => connections.refused,
  lds_keys: ({ keys }) => keys.size,
  lds_usage_waiting_requests: ({ meter }) => meter.pending,
  lds_usage_lost_requests_total: ({ meter }) => meter.lost,
  lds_store_reachable: ({ background }) => Number(background.reachesStore),
  lds_limits_shared: ({ ledger }) => ledger && Number(ledger.reachable),
  lds_release_info: ({ catalogue: { version } }) =>
    version === undefined ? [] : [{ labels: { version }, value: 1 }],
  lds_release_published_timestamp_seconds: ({ catalogue }) =>
    catalogue.isEmpty ? undefined : catalogue.release.publishedAt.getTime() / 1000,
  lds_release_taken_up_timestamp_seconds: ({ catalogue }) =>
    catalogue.isEmpty ? undefined : catalogue.loadedAt.getTime() / 1000,
  lds_body_cache_bytes: ({ api }) => api.bodies.bytes,
  lds_body_cache_entries: ({ api }) => api.bodies.entries,
  lds_rendered_total: ({ api }) => api.bodies.rendered,
  lds_mails_waiting: ({ mailer }) => mailer.pending,
};

/** All our metrics. docs/operating.md lists the same ones. */
export const METRICS: Readonly<Record<string, Definition>> = Object.fromEntries(
  Object.entries(TEXTS).map(([name, text]) => [name, { ...text, read: READ[name as keyof typeof TEXTS] }]),
);

/** What Prometheus reads: our metrics, and prom-client's of the process and of Node.js. */
export class Metrics {
  readonly #registry = new prometheus.Registry();

  /** In a worker the primary can ask for them from now on. */
  constructor(sources: MetricSources) {
    for (const [name, { type, help, across, read }] of Object.entries(METRICS)) {
      const get = async () => ({ name, help, type, aggregator: across, values: samplesOf(read(sources)) });
      // The only methods that a registry calls on a metric.
      this.#registry.registerMetric({ name, get } as unknown as Metric);
    }
    prometheus.collectDefaultMetrics({ register: this.#registry });
    if (!cluster.isWorker) return;
    prometheus.AggregatorRegistry.setRegistries(this.#registry);
    // Listens for the question.
    new prometheus.AggregatorRegistry();
  }

  /** In Prometheus' text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

/** In the primary: the metrics of all workers, combined. */
export function metricsOfWorkers(): () => Promise<string> {
  const workers = new prometheus.AggregatorRegistry();
  return () => workers.clusterMetrics();
}

function samplesOf(value: ReturnType<Definition['read']> = []): Sample[] {
  return typeof value === 'number' ? [{ labels: {}, value }] : value;
}

/** Buckets, sum and count; each bucket includes those below it. */
function durations([route, counts]: [string, RouteCounts]): Sample[] {
  let responses = 0;
  const buckets = counts.durations.map((count, index) => {
    responses += count;
    const bound = DURATION_BOUNDS[index];
    const le = bound === undefined ? '+Inf' : bound / 1000;
    return { metricName: `${DURATIONS}_bucket`, labels: { route, le }, value: responses };
  });
  return [
    ...buckets,
    { metricName: `${DURATIONS}_sum`, labels: { route }, value: counts.milliseconds / 1000 },
    { metricName: `${DURATIONS}_count`, labels: { route }, value: responses },
  ];
}

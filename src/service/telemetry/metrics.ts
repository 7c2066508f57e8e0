import cluster from 'node:cluster';
import prometheus, { type Metric } from 'prom-client';
import { DURATION_BOUNDS, type ResponseCounts } from './response-counts.ts';

/** A server's figures at the time that Prometheus asks for them. */
export interface Readings {
  responses: ResponseCounts;
  /** Requests refused because of overload. */
  shed: number;
  /** Milliseconds that requests took in their turns, by route. */
  worked: ReadonlyMap<string, number>;
  connections: { open: number; refused: number };
  keys: number;
  /** Counted requests that are not written yet, and those that never will be. */
  usage: { waiting: number; lost: number };
  store: { reachable: boolean };
  /** Whether limits hold for all nodes at this time; undefined where this process counts alone. */
  limitsShared: boolean | undefined;
  /** Undefined while there is none. */
  release: { version: string; publishedAt: Date; loadedAt: Date } | undefined;
  bodies: { entries: number; bytes: number; rendered: number };
  mails: number;
}

interface Sample {
  value: number;
  labels: Record<string, string | number>;
  /** Of a histogram's parts. */
  metricName?: string;
}

interface Definition {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels: readonly string[];
  /** How we combine the values of several workers. */
  across: 'sum' | 'min' | 'max';
  read(readings: Readings): Sample[];
}

const DURATIONS = 'lds_answer_duration_seconds';

/** All our metrics. docs/operating.md lists the same ones. */
export const METRICS: Readonly<Record<string, Definition>> = {
  lds_answers_total: {
    type: 'counter',
    help: 'Responses by route (operation of the API, or path of anything else) and status; 499 means that the client had disconnected.',
    labels: ['route', 'status'],
    across: 'sum',
    read: ({ responses }) =>
      [...responses.routes].flatMap(([route, { statuses }]) =>
        [...statuses].map(([status, value]) => ({ labels: { route, status }, value })),
      ),
  },
  [DURATIONS]: {
    type: 'histogram',
    help: 'Time from the arrival of a complete request until its response was handed to the network.',
    labels: ['route'],
    across: 'sum',
    read: ({ responses }) => [...responses.routes.keys()].flatMap((route) => durations(responses, route)),
  },
  lds_work_seconds_total: {
    type: 'counter',
    help: 'Time that requests took in their turns on the main thread, by route: while one works, others wait.',
    labels: ['route'],
    across: 'sum',
    read: ({ worked }) => [...worked].map(([route, ms]) => ({ labels: { route }, value: ms / 1000 })),
  },
  lds_problems_total: {
    type: 'counter',
    help: 'Problem documents by code: `rate_limit_exceeded` for limits, `invalid_token` and `too_many_failed_authentications` for failed authentication, and all others.',
    labels: ['code'],
    across: 'sum',
    read: ({ responses }) => [...responses.problems].map(([code, value]) => ({ labels: { code }, value })),
  },
  lds_shed_total: counter(
    'Requests refused with 503 before any work was done, because of load.',
    ({ shed }) => shed,
  ),
  lds_connections: gauge('Open connections of clients.', 'sum', ({ connections }) => connections.open),
  lds_connections_refused_total: counter(
    'Connections closed at once because `LDS_MAX_CONNECTIONS` were open.',
    ({ connections }) => connections.refused,
  ),
  lds_keys: gauge('Keys in memory, including revoked and expired ones.', 'max', ({ keys }) => keys),
  lds_usage_waiting_requests: gauge(
    'Requests counted but not yet written to the store.',
    'sum',
    ({ usage }) => usage.waiting,
  ),
  lds_usage_lost_requests_total: counter(
    'Requests that were not counted because the store could not be written for too long.',
    ({ usage }) => usage.lost,
  ),
  lds_store_reachable: gauge('1 while the store is reachable, otherwise 0.', 'min', ({ store }) =>
    Number(store.reachable),
  ),
  lds_limits_shared: gauge(
    '1 while limits hold for all nodes or workers together, 0 while each allows its own part; absent if there is only one.',
    'min',
    ({ limitsShared }) => (limitsShared === undefined ? undefined : Number(limitsShared)),
  ),
  lds_release_info: {
    type: 'gauge',
    help: 'The data release that is served: how many processes serve this version.',
    labels: ['version'],
    across: 'sum',
    read: ({ release }) =>
      release === undefined ? [] : [{ labels: { version: release.version }, value: 1 }],
  },
  lds_release_published_timestamp_seconds: gauge(
    'When the release was published, by its own date.',
    'min',
    ({ release }) => release && release.publishedAt.getTime() / 1000,
  ),
  lds_release_taken_up_timestamp_seconds: gauge(
    'When this node began to serve the release.',
    'max',
    ({ release }) => release && release.loadedAt.getTime() / 1000,
  ),
  lds_body_cache_bytes: gauge(
    'Rendered responses in memory, in bytes; at most `LDS_BODY_CACHE_MB`.',
    'sum',
    ({ bodies }) => bodies.bytes,
  ),
  lds_body_cache_entries: gauge(
    'Number of rendered responses in memory.',
    'sum',
    ({ bodies }) => bodies.entries,
  ),
  lds_rendered_total: counter(
    'Responses that had to be rendered or compressed; all others were cached. Starts again at 0 with each release.',
    ({ bodies }) => bodies.rendered,
  ),
  lds_mails_waiting: gauge('Messages waiting to be sent to the mail server.', 'sum', ({ mails }) => mails),
};

/** What Prometheus reads: our metrics, and prom-client's of the process and of Node.js. */
export class Metrics {
  readonly #registry = new prometheus.Registry();

  /** In a worker the primary can ask for them from now on. */
  constructor(readings: () => Readings) {
    for (const [name, { type, help, across, read }] of Object.entries(METRICS)) {
      const get = async () => ({ name, help, type, aggregator: across, values: read(readings()) });
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

function gauge(
  help: string,
  across: Definition['across'],
  read: (readings: Readings) => number | undefined,
): Definition {
  return { type: 'gauge', help, labels: [], across, read: unlabelled(read) };
}

function counter(help: string, read: (readings: Readings) => number): Definition {
  return { type: 'counter', help, labels: [], across: 'sum', read: unlabelled(read) };
}

function unlabelled(read: (readings: Readings) => number | undefined): Definition['read'] {
  return (readings) => {
    const value = read(readings);
    return value === undefined ? [] : [{ labels: {}, value }];
  };
}

/** Buckets, sum and count; each bucket includes those below it. */
function durations({ routes }: ResponseCounts, route: string): Sample[] {
  const counts = routes.get(route);
  if (counts === undefined) return [];
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

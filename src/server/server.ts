import { type Logger, pino } from 'pino';
import { Catalogue } from '../engine/catalogue/catalogue.ts';
import { starting } from '../engine/problems.ts';
import type { ReleaseStore } from '../release/store.ts';
import { Mailer } from '../service/accounts/mailer.ts';
import type { HashCost } from '../service/accounts/passwords.ts';
import type { Config } from '../service/config.ts';
import { trustIn } from '../service/http/client-address.ts';
import { type Acceptor, Connections } from '../service/http/connections.ts';
import { Cors } from '../service/http/cors.ts';
import { Listener } from '../service/http/listener.ts';
import { Overload } from '../service/http/overload.ts';
import { Refusals } from '../service/http/refusals.ts';
import { requestIds } from '../service/http/request-ids.ts';
import { Responder } from '../service/http/responder.ts';
import type { Ledger } from '../service/limits/ledger.ts';
import type { Store } from '../service/storage/database.ts';
import type { MetricSources, Metrics } from '../service/telemetry/metrics.ts';
import { RequestLog } from '../service/telemetry/request-log.ts';
import { Telemetry } from '../service/telemetry/telemetry.ts';
import type { Traces } from '../service/telemetry/traces.ts';
import type { Health } from '../site/health.ts';
import { Background } from './background.ts';
import { openHandlers } from './handlers.ts';
import { openState } from './state.ts';

export interface RunningServer {
  /** The address that it listens on: `http://127.0.0.1:3000`. */
  address: string;
  publicUrl: string;
  /**
   * Switches to a newly published release now; without this call, within a second. A damaged one is logged and ignored.
   * Resolves with the reason if no release can be served at all.
   */
  reload(): Promise<string | undefined>;
  /** In Prometheus' text format; undefined if metrics are off. */
  metrics: (() => Promise<string>) | undefined;
  /** Finishes open requests, ends every connection, and writes usage. */
  stop(): Promise<void>;
}

/** One that answers in this process. */
export interface OwnServer extends RunningServer {
  /** What it answers from. */
  catalogue: Catalogue;
}

/** What differs between a process that has the port to itself and one of several on the port. */
export interface ProcessParts {
  /** Accepts the connections if this process does not. */
  acceptor?: Acceptor;
  /** Whether another release may be published soon, so that the server starts even if the current one is unusable. */
  awaitsRelease?: boolean;
}

/**
 * The composition root: loads the parts, listens, connects them and serves.
 *
 * @param releaseName undefined if there is no release yet: `/v1` and everything else that needs it is a 503 `starting` until one
 * is published
 * @param config its `passwordCost` is no setting: tests that are not about hashing have a lower one
 * @param ledger where this process shares the limits of accounts and clients with others; a single process needs none
 */
export async function startServer(
  config: Config & { passwordCost?: HashCost },
  store: Store,
  releases: ReleaseStore,
  releaseName: string | undefined,
  ledger?: Ledger,
  { acceptor, awaitsRelease = false }: ProcessParts = {},
): Promise<OwnServer> {
  const log = pino({ level: config.logLevel }, process.stderr);
  // Stops its parts in the reverse order: at the end, and when a later part cannot start.
  await using parts = new AsyncDisposableStack();

  const state = await openState({ config, store, ledger }, parts);
  const catalogue = await Catalogue.open({
    store: releases,
    name: releaseName,
    missing: () => starting(),
    keep: config.keepReleases,
    log,
  });
  parts.defer(() => catalogue.close());
  if (catalogue.fault !== undefined && !awaitsRelease) throw catalogue.fault;
  const traces = await tracesOf(config, log);
  parts.defer(() => traces?.stop());
  const requestLog = new RequestLog({ log, logs: config.logRequests });
  const telemetry = new Telemetry(
    requestLog,
    [traces, state.recent].filter((each) => each !== undefined),
  );

  const listener = new Listener(config);
  const connections = new Connections(listener.server, acceptor);
  const address = await listener.listen(config);
  parts.defer(() => listener.close());
  log.info({ address }, 'listening');
  const publicUrl = config.publicUrl ?? address;

  const nextRequestId = requestIds();
  const trusts = trustIn(config.trustedProxies);
  const cors = new Cors(config.corsOrigins);
  const refusals = new Refusals({ perMinute: config.failedAuthenticationPerMinute, trusts });
  const responder = new Responder({ publicUrl, cors, telemetry, refusals, nextRequestId });
  const overload = new Overload(log);
  const mailer = new Mailer({ ...config, from: config.mailFrom, log });
  parts.defer(() => mailer.stop());
  const background = new Background({ config, store, state, catalogue, mailer, publicUrl, log });
  parts.defer(() => background.stop());
  let isStopping = false;
  const health = () => healthOf({ ...state, catalogue, background, overload, ledger, isStopping });
  const common = { config, store, state, releases, catalogue, mailer, health, publicUrl, ledger, log };
  parts.defer(() => requestLog.stop());
  const { api, handle } = await openHandlers({ ...common, responder, overload, cors, trusts }, parts);
  const measured = { ...state, telemetry, overload, connections, mailer, catalogue, ledger, background, api };
  const metrics = await metricsOf(config, measured);

  listener.serve({ overload, responder, nextRequestId, refusals, trusts, handle });
  background.start();
  // If the store is unreachable, `/readyz` says so from the end of the start on.
  if (!state.keys.isConfirmed) await background.loadKeys();
  parts.defer(() => connections.end(config.shutdownMilliseconds));
  const running = parts.move();

  return {
    address,
    publicUrl,
    catalogue,
    async reload() {
      await background.loadRelease();
      return catalogue.isEmpty ? (catalogue.fault?.message ?? 'no release is published') : undefined;
    },
    metrics: metrics && (() => metrics.text()),
    async stop() {
      isStopping = true;
      log.info('stopping');
      await running.disposeAsync();
      log.info('stopped');
    },
  };
}

/** Loads metrics and traces only where they are configured: most installations never need their libraries. */
async function metricsOf({ metricsPort }: Config, sources: MetricSources): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { Metrics } = await import('../service/telemetry/metrics.ts');
  return new Metrics(sources);
}

async function tracesOf(
  { tracesEndpoint: endpoint, tracesRatio: ratio }: Config,
  log: Logger,
): Promise<Traces | undefined> {
  if (endpoint === undefined) return undefined;
  const { Traces } = await import('../service/telemetry/traces.ts');
  return new Traces({ endpoint, ratio, log });
}

type HealthParts = Pick<MetricSources, 'keys' | 'catalogue' | 'background' | 'overload' | 'ledger'> & {
  isStopping: boolean;
};

/** What a server reports about itself to load balancers. */
function healthOf(parts: HealthParts): Health {
  const { catalogue, background, overload, ledger } = parts;
  return {
    unusable: unusable(parts),
    degraded: [
      ...(catalogue.isDamaged ? ['release'] : []),
      ...(background.reachesStore ? [] : ['store']),
      ...(ledger?.reachable === false ? ['limits'] : []),
      ...(overload.isPresent ? ['load'] : []),
    ],
    release: catalogue.version,
  };
}

function unusable({ keys, catalogue, background, isStopping }: HealthParts): Health['unusable'] {
  if (isStopping) return 'stopping';
  if (catalogue.isEmpty) return 'starting';
  const knowsNoKey = !background.reachesStore && keys.size === 0;
  return catalogue.isDamaged || knowsNoKey ? 'unusable' : undefined;
}

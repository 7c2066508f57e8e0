import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { FailedAuthentication } from './access/failed-authentication.ts';
import { FrontDoor } from './access/front-door.ts';
import { Mailer } from './accounts/mailer.ts';
import type { HashCost } from './accounts/passwords.ts';
import { secretOf } from './accounts/secret.ts';
import { Api } from './api/api.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import { refreshCatalogue } from './catalogue/refresh.ts';
import type { Config } from './config.ts';
import { openDashboard } from './dashboard/open-dashboard.ts';
import { QuotaAlerts } from './dashboard/quota-alerts.ts';
import { trustIn } from './http/client-address.ts';
import { type Acceptor, Connections } from './http/connections.ts';
import { Cors } from './http/cors.ts';
import type { Exchange } from './http/exchange.ts';
import { Listener } from './http/listener.ts';
import { Overload } from './http/overload.ts';
import { starting } from './http/problems.ts';
import { requestIds } from './http/request-ids.ts';
import { Responder } from './http/responder.ts';
import { pathOf } from './http/routes.ts';
import { KeyRing } from './keys/key-ring.ts';
import { KnownKeys } from './keys/known-keys.ts';
import { MAX_SERIES, Meter } from './keys/meter.ts';
import { QuotaRestoration } from './keys/quota-restoration.ts';
import { RecentRequests } from './keys/recent-requests.ts';
import { UsageWriter } from './keys/usage-writer.ts';
import { ClientWindows } from './limits/client-windows.ts';
import type { Ledger } from './limits/ledger.ts';
import { Limiter } from './limits/limiter.ts';
import { Mcp } from './mcp/mcp.ts';
import { RepeatedTask } from './process/repeated-task.ts';
import { buildStep } from './release/build-progress.ts';
import type { ReleaseStore } from './release/store.ts';
import { documentation } from './site/documentation.ts';
import { type Health, health } from './site/health.ts';
import { icons } from './site/icons.ts';
import { operatorLinks } from './site/navigation.ts';
import { pageTable } from './site/page-table.ts';
import { Shell } from './site/shell.ts';
import { Site } from './site/site.ts';
import { SiteAssets } from './site/site-assets.ts';
import { SitePages } from './site/site-pages.ts';
import { WebApp } from './site/web-app.ts';
import type { Store } from './storage/database.ts';
import { tidy, tidyRecentRequests, tidyUsage } from './storage/housekeeping.ts';
import { isUnreachable } from './storage/unreachable.ts';
import { metricsOf, tracesOf } from './telemetry/optional.ts';
import { Telemetry } from './telemetry/telemetry.ts';

export interface RunningServer {
  /** The address that it listens on: `http://127.0.0.1:3000`. */
  address: string;
  publicUrl: string;
  /**
   * Switches to a newly published release now; without this call, within a second. A damaged one is logged and ignored. Resolves with the
   * reason if no release can be served at all.
   */
  reload(): Promise<string | undefined>;
  /** In Prometheus' text format; undefined if metrics are off. */
  metrics: (() => Promise<string>) | undefined;
  /** Finishes open requests, ends every connection, and writes usage. */
  stop(): Promise<void>;
}

/** The differences between a process of its own and one of several on the port. */
export interface ProcessParts {
  /** Accepts the connections if this process does not. */
  acceptor?: Acceptor;
  /** Whether another release may be published soon, so that the server starts even if the current one is unusable. */
  awaitsRelease?: boolean;
}

const KEY_REFRESH_MILLISECONDS = 250;
const KNOWN_KEYS_MILLISECONDS = 1000;
const RELEASE_REFRESH_MILLISECONDS = 1000;
const ALERT_MILLISECONDS = 60_000;
const TIDY_MILLISECONDS = 600_000;
/** How long a start waits for quotas. With millions of keys they are complete some seconds later. */
const RESTORATION_MILLISECONDS = 1000;
/** The output directory of `npm run web`. */
const WEB_APP_DIRECTORY = fileURLToPath(new URL('../web/dist', import.meta.url));

/**
 * The composition root: loads the parts, listens, connects them and serves.
 *
 * @param releaseName undefined if there is none yet: `/v1` and everything else that needs it is 503 `starting` until one is published
 * @param config its `passwordCost` is no setting: tests that are not about hashing have a lower one
 * @param ledger in which this process shares the limits of keys with others; by itself it needs none
 */
export async function startServer(
  config: Config & { passwordCost?: HashCost },
  store: Store,
  releases: ReleaseStore,
  releaseName: string | undefined,
  ledger?: Ledger,
  { acceptor, awaitsRelease = false }: ProcessParts = {},
): Promise<RunningServer> {
  const log = pino({ level: config.logLevel }, process.stderr);
  const secret = () => config.secret ?? secretOf(config.home);
  const trusts = trustIn(config.trustedProxies);

  // Stops its parts in the reverse order: at the end, and when a later part cannot start.
  await using parts = new AsyncDisposableStack();
  const known = config.databaseUrl === undefined ? undefined : new KnownKeys(config);
  const keys = new KeyRing(store, Date.now, config.keyCache, known);
  await keys.begin();
  const limiter = new Limiter(config.plans, ledger && { ledger });
  const quotas = new QuotaRestoration(store, limiter);
  const restored = quotas.complete().catch((error) => {
    // It continues when the store is back, before usage is written.
    if (!isUnreachable(error)) throw error;
  });
  await Promise.race([restored, delay(RESTORATION_MILLISECONDS, undefined, { ref: false })]);
  const meter = new Meter(store.database, Date.now, MAX_SERIES, () => quotas.complete());
  const recent = config.recentRequests ? new RecentRequests(store.database) : undefined;
  const usage = new UsageWriter(meter, log);
  const catalogue = await Catalogue.open({ store: releases, name: releaseName, missing: () => starting() });
  if (catalogue.fault !== undefined && !awaitsRelease) throw catalogue.fault;
  parts.defer(() => catalogue.close());
  parts.defer(() => usage.stop());
  // Requests of the last seconds may be lost.
  parts.defer(() => recent?.flush().catch(() => {}));
  const webApp = new WebApp(WEB_APP_DIRECTORY);
  const assets = new SiteAssets(WEB_APP_DIRECTORY);
  const traces = await tracesOf(config, log);
  parts.defer(() => traces?.stop());
  parts.defer(() => limiter.stop());
  const telemetry = new Telemetry({ log, logs: config.logRequests, traces, recent });

  const listener = new Listener(config);
  const connections = new Connections(listener.server, acceptor);
  const address = await listener.listen(config);
  parts.defer(() => listener.close());
  log.info({ address }, 'listening');
  const publicUrl = config.publicUrl ?? address;

  const nextRequestId = requestIds();
  const cors = new Cors(config.corsOrigins);
  const responder = new Responder({ publicUrl, cors, telemetry, nextRequestId });
  const overload = new Overload(log);
  const failedAuthentication = new FailedAuthentication({
    perMinute: config.failedAuthenticationPerMinute,
    ...(ledger && { shared: { ledger, secret: secret() } }),
  });
  const frontDoor = new FrontDoor({ trusts, keys, limiter, meter, failedAuthentication });
  const api = new Api({
    catalogue,
    frontDoor,
    overload,
    responder,
    cors,
    publicUrl,
    bodyCacheBytes: config.bodyCacheBytes,
  });
  const mcp = new Mcp({ ...config, catalogue, frontDoor, overload, responder, cors, trusts, publicUrl });
  const mailer = new Mailer({ ...config, from: config.mailFrom, log });
  parts.defer(() => mailer.stop());
  const healthNow = (): Health => ({
    unusable: isStopping
      ? 'stopping'
      : catalogue.isEmpty
        ? 'starting'
        : isUnusable()
          ? 'unusable'
          : undefined,
    degraded: [
      ...(catalogue.isDamaged ? ['release'] : []),
      ...(isStoreReachable() ? [] : ['store']),
      ...(ledger?.reachable === false ? ['limits'] : []),
      ...(overload.isPresent ? ['load'] : []),
    ],
    release: catalogue.version,
  });
  const pages = pageTable({ ...config, publicUrl, releases, health: healthNow });
  const paths = new Set(pages.map(({ path }) => path));
  const serves = (path: string) => paths.has(path);
  const shell = new Shell({
    assets,
    publicUrl,
    operatorLinks: operatorLinks(config),
    serves,
  });
  const dashboard = await openDashboard({
    config,
    store,
    keys,
    meter,
    recent,
    catalogue,
    mailer,
    secret,
    publicUrl,
    navigation: shell.navigation,
    responder,
    overload,
    log,
    trusts,
  });

  const alerts = mailer.sends
    ? new QuotaAlerts({ ...config, store, limiter, meter, mailer, publicUrl })
    : undefined;
  const repeated = (what: string, everyMilliseconds: number, run: () => Promise<unknown>) =>
    new RepeatedTask({ what, everyMilliseconds, run, log });
  const tasks = {
    keys: repeated('taking up changed keys', KEY_REFRESH_MILLISECONDS, () => keys.refresh()),
    release: repeated('taking up a new release', RELEASE_REFRESH_MILLISECONDS, () =>
      refreshCatalogue(catalogue, log),
    ),
    usage: repeated('writing usage', config.usageFlushMilliseconds, () => usage.write()),
    recent: repeated('writing recent requests', config.usageFlushMilliseconds, async () => recent?.flush()),
    knownKeys: repeated('keeping the known keys on disk', KNOWN_KEYS_MILLISECONDS, async () => {
      if (isStoreReachable()) await keys.saveKnown();
    }),
    tidiness: repeated('tidying the store', TIDY_MILLISECONDS, () =>
      tidy(store.database, Date.now(), { sendsMail: mailer.sends }),
    ),
    limits: repeated('forgetting limits of yesterday', TIDY_MILLISECONDS, async () => limiter.forgetUnused()),
    alerts: repeated('sending quota alerts', ALERT_MILLISECONDS, async () => alerts?.check()),
    usageHistory: repeated('adding up old usage', TIDY_MILLISECONDS, () =>
      tidyUsage(store.database, Date.now(), config),
    ),
    recentRequests: repeated('removing old requests', TIDY_MILLISECONDS, () =>
      tidyRecentRequests(store.database, Date.now(), config),
    ),
  };
  let isStopping = false;
  const isStoreReachable = () => !tasks.keys.failing && !tasks.usage.failing;
  const isUnusable = () => catalogue.isDamaged || (!isStoreReachable() && keys.size === 0);
  const site = new Site(
    {
      responder,
      overload,
      trusts,
      shell,
      pages: new SitePages({ catalogue, publicUrl, shell }, pages),
      windows: new ClientWindows('site', config.sitePerMinute),
      release: () => catalogue.version,
      buildStep: () => buildStep(releases.directory),
    },
    [
      ...webApp.pages(),
      ...icons(),
      ...documentation({ ...config, catalogue, cors, responder, publicUrl, serves }),
      ...health(responder, healthNow),
    ],
  );

  const metrics = await metricsOf(config, () => ({
    responses: telemetry.counts,
    shed: overload.refused,
    connections: { open: connections.count, refused: connections.refused },
    keys: keys.size,
    usage: { waiting: meter.pending, lost: usage.lost },
    store: { reachable: isStoreReachable() },
    limitsShared: ledger?.reachable,
    release: catalogue.isEmpty
      ? undefined
      : {
          version: catalogue.release.version,
          publishedAt: catalogue.release.publishedAt,
          takenUpAt: catalogue.takenUpAt,
        },
    bodies: api.bodies,
    mails: mailer.pending,
  }));

  listener.serve({
    overload,
    responder,
    nextRequestId,
    trusts,
    handle(exchange: Exchange) {
      const path = pathOf(exchange.url);
      if (isUnder('/v1', path) && path !== '/v1/openapi.json') api.handle(exchange);
      else if (isUnder('/dashboard', path)) dashboard.handle(exchange);
      else if (path === '/mcp') mcp.handle(exchange);
      else site.handle(exchange);
    },
  });
  for (const task of Object.values(tasks)) {
    task.start();
    parts.defer(() => task.stop());
  }
  // If the store is unreachable, `/readyz` says so from the first request on.
  if (!keys.isConfirmed) await tasks.keys.now();
  parts.defer(() => telemetry.stop());
  parts.defer(() => dashboard.stop());
  parts.defer(() => connections.end(config.shutdownMilliseconds));
  const running = parts.move();

  return {
    address,
    publicUrl,
    async reload() {
      await tasks.release.now();
      return catalogue.isEmpty ? (catalogue.fault?.message ?? 'no release is published') : undefined;
    },
    metrics: metrics && (() => metrics.text()),
    stop() {
      isStopping = true;
      return running.disposeAsync();
    },
  };
}

function isUnder(root: string, path: string): boolean {
  return path.startsWith(root) && (path.length === root.length || path.charAt(root.length) === '/');
}

import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { OperatorError } from '../process/operator-error.ts';
import { RepeatedTask } from '../process/repeated-task.ts';
import { ReleaseStore } from '../release/store.ts';
import type { ProcessParts, RunningServer } from '../server/server.ts';
import { type Config, misspelledSettings } from '../service/config.ts';
import type { Ledger } from '../service/limits/ledger.ts';
import type { Store } from '../service/storage/database.ts';
import { lockHome } from '../service/storage/home-lock.ts';
import { openConfiguredStore } from '../service/storage/open.ts';
import { ReleaseMirror } from '../service/storage/release-mirror.ts';
import { isUnreachable } from '../service/storage/unreachable.ts';
import { type FirstKey, makeFirstKey } from './first-key.ts';
import { missingRelease, type Provide, provideDownloads } from './provide-release.ts';
import {
  reloadWhenTold,
  reportFailure,
  reportListening,
  startWorkers,
  WorkerPort,
  workerLedger,
} from './workers.ts';

const MIRROR_MILLISECONDS = 1000;

/** Starts the server on the published release, says where to go next, and stops on SIGTERM or SIGINT. */
export async function serve(config: Config, dataDirectory: string): Promise<void> {
  const log = pino({ level: config.logLevel }, process.stderr);
  if (cluster.isWorker) await serveAsWorker(config, log);
  else await serveAsPrimary(config, log, dataDirectory);
}

interface Started {
  config: Config;
  log: Logger;
  store: Store;
  service: RunningServer;
  mirror: ReleaseMirror | undefined;
  /** Undefined if the release for this start is already published. */
  provide: Provide | undefined;
}

/** Serves in this process or in workers, and at the same time makes sure that there is a release and a first key. */
async function serveAsPrimary(config: Config, log: Logger, dataDirectory: string): Promise<void> {
  checkSecret(config);
  if (config.excludedSources.length > 0) {
    const { checkExcludedSources } = await import('../dataset/building/facts/source-catalogue.ts');
    checkExcludedSources(dataDirectory, config.excludedSources);
  }
  for (const line of misspelledSettings(process.env)) log.warn(line);
  warnOfFileLimit(config, log);
  // Nodes with a database outside share it. Workers have this process's lock.
  using _ =
    config.databaseUrl === undefined
      ? lockHome(config.home, 'stop it first, or set LDS_HOME to another directory')
      : undefined;
  const signal = new StopSignal();
  const started = await withStore(config, async (store): Promise<Started> => {
    const releases = new ReleaseStore(config.home);
    const mirror = store.releases && new ReleaseMirror({ archive: store.releases, releases, log });
    const provide = missingRelease({ dataDirectory, own: config, releases, store, mirror });
    // From now on a signal stops the server in an orderly way, once it has started.
    void signal.received();
    const service =
      config.workers > 1
        ? await startWorkers(config, log)
        : await startAlone({ config, store, log }, { awaitsRelease: provide !== undefined });
    return { config, log, store, service, mirror, provide };
  });
  try {
    await serveUntilStopped(started, signal);
  } finally {
    await started.store.close();
  }
}

async function serveUntilStopped(started: Started, signal: StopSignal): Promise<void> {
  const { config, log, service, mirror } = started;
  const mirroring = new RepeatedTask({
    what: 'looking for a new release',
    everyMilliseconds: MIRROR_MILLISECONDS,
    run: async () => {
      await mirror?.loadPublished();
      await mirror?.loadEarlier(config.keepReleases);
    },
    log,
  });
  let metrics: { stop(): void } | undefined;
  // Without a listener, the signal would end the process. The start uses the newest release anyway.
  process.on('SIGHUP', () => {});
  try {
    metrics = await serveMetrics(config, log, service);
    const prepared = await prepare(started, signal.aborted());
    if (prepared === 'stopped') return;
    mirroring.start();
    process.on('SIGHUP', () => void mirroring.now().then(() => service.reload()));
    welcome(service, prepared.firstKey);
    await completeRelease(config, log, signal.aborted());
    await signal.received();
  } finally {
    await mirroring.stop();
    try {
      await service.stop();
    } finally {
      // Even if the last usage cannot be written: otherwise the process would not end.
      metrics?.stop();
    }
  }
}

/**
 * Provides what the server needs to answer requests to the API, while it already listens. If the release of this start cannot be
 * built, the one before is served: a fault in new data does not end a server that answers.
 *
 * @throws OperatorError when the database cannot be used, or when there is no release to serve
 */
async function prepare({ config, log, store, service, provide }: Started, stopping: AbortSignal) {
  const hurry = provide !== undefined && (await service.reload()) !== undefined;
  const build = async () => {
    try {
      await provide?.(stopping, hurry);
    } catch (error) {
      if (hurry || stopping.aborted || isUnreachable(error as Error)) throw error;
      log.error({ err: error }, 'the data release of this start is missing: the release before it is served');
    }
  };
  if (hurry) process.stderr.write(`listening on ${service.address}, and preparing the data release\n`);
  let firstKey: FirstKey | undefined;
  try {
    await retryUntilReachable({ log, signal: stopping }, async () => {
      await store.join();
      firstKey ??= await store.alone(() => madeAndShown(store, config.home), stopping);
      await build();
    });
    const fault = await service.reload();
    if (fault !== undefined) throw new OperatorError(fault);
    return { firstKey };
  } catch (error) {
    if (stopping.aborted) return 'stopped';
    throw error;
  }
}

/** Makes the downloads that the served release lacks. If that fails, it is served without them; the next start tries again. */
async function completeRelease({ home }: Config, log: Logger, stopping: AbortSignal): Promise<void> {
  try {
    await provideDownloads(new ReleaseStore(home), stopping);
  } catch (error) {
    if (!stopping.aborted) log.error({ err: error }, 'the downloads of the release could not be made');
  }
}

/** Makes the first key, and shows it before anything else is done: no later start makes or shows it. */
async function madeAndShown(store: Store, home: string): Promise<FirstKey | undefined> {
  const firstKey = await makeFirstKey(store, home);
  if (firstKey !== undefined)
    process.stdout.write(`\n${firstKey.announcement.map((line) => `  ${line}\n`).join('')}`);
  return firstKey;
}

/** Opens the store and starts something on it. If that fails, the store is closed again. */
async function withStore<Result>(config: Config, start: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openConfiguredStore(config, 'server');
  try {
    return await start(store);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function serveMetrics(config: Config, log: Logger, { metrics }: RunningServer) {
  const { metricsHost: host, metricsPort: port, metricsToken: token } = config;
  if (port === undefined || metrics === undefined) return undefined;
  const { startMetricsServer } = await import('../service/telemetry/metrics-server.ts');
  return startMetricsServer({ host, port, token, metrics, log });
}

/** One of several processes on one port. The primary, which forked it, provides the release and the first key. */
async function serveAsWorker(config: Config, log: Logger): Promise<void> {
  const signal = new StopSignal();
  const parts = {
    ledger: workerLedger(config),
    acceptor: new WorkerPort(),
    // If there is none, the primary provides it, or exits.
    awaitsRelease: true,
  };
  try {
    const started = await withStore(config, async (store) => {
      void signal.received();
      return { store, service: await startAlone({ config, store, log }, parts) };
    }).catch(reportFailure);
    if (started === undefined) return;
    const { store, service } = started;
    // The primary logs the wait, and handles every error that ends it.
    retryUntilReachable({ log: undefined, signal: signal.aborted() }, () => store.join()).catch(() => {});
    try {
      process.on('SIGHUP', () => void service.reload());
      reloadWhenTold(service);
      reportListening(service);
      await signal.received();
    } finally {
      await service.stop().finally(() => store.close());
    }
  } finally {
    cluster.worker?.disconnect();
  }
}

interface AloneParts extends ProcessParts {
  /** The primary's ledger, for workers of a single node. */
  ledger?: Ledger | undefined;
}

async function startAlone(
  { config, store, log }: Pick<Started, 'config' | 'store' | 'log'>,
  { ledger, ...parts }: AloneParts,
): Promise<RunningServer> {
  const releases = new ReleaseStore(config.home);
  const shared = await sharedLedger(config, store, log);
  try {
    // Loaded here, because the primary of workers serves nothing itself and does not need it.
    const { startServer } = await import('../server/server.ts');
    const server = await startServer(
      config,
      store,
      releases,
      releases.currentName(),
      shared ?? ledger,
      parts,
    );
    return { ...server, stop: () => server.stop().finally(() => shared?.stop()) };
  } catch (error) {
    await shared?.stop();
    throw error;
  }
}

/** The ledger that several machines share. The driver is loaded only when it is needed: most installations have one machine. */
async function sharedLedger({ redisUrl: url, workers }: Config, store: Store, log: Logger) {
  if (url === undefined) return undefined;
  const { RedisLedger } = await import('../service/limits/redis-ledger.ts');
  return RedisLedger.open({ url, nodes: Math.max(workers, await processesOf(store)), log });
}

/** While the database is unreachable, only this one: the ledger shows how many there are once they report there. */
async function processesOf(store: Store): Promise<number> {
  try {
    return await store.processes();
  } catch (error) {
    if (!isUnreachable(error as Error)) throw error;
    return 1;
  }
}

/**
 * SIGTERM or SIGINT. Ctrl+C reaches us twice, from the terminal and from npm, which forwards its own: the second one changes
 * nothing.
 */
class StopSignal {
  #received: Promise<void> | undefined;

  /** Resolves at the first signal after the first call. Until that call, a signal ends the process. */
  received(): Promise<void> {
    this.#received ??= new Promise((resolve) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
    });
    return this.#received;
  }

  aborted(): AbortSignal {
    const controller = new AbortController();
    void this.received().then(() => controller.abort());
    return controller.signal;
  }
}

/** Nodes that share a database read each other's sessions, so they need the same secret. */
function checkSecret({ databaseUrl, secret, home }: Config): void {
  if (databaseUrl !== undefined && secret === undefined)
    throw new OperatorError(
      `LDS_DATABASE_URL requires LDS_SECRET: 32 characters or more, the same on every node. If ${home} was in use before, keep the secret in its file \`secret\`.`,
    );
}

function welcome(
  { publicUrl, address }: Pick<RunningServer, 'address' | 'publicUrl'>,
  firstKey: FirstKey | undefined,
): void {
  const lines = [
    '',
    `Location Data Service is listening on ${address}`,
    '',
    `  Website and sign-up  ${publicUrl}/`,
    `  API reference        ${publicUrl}/reference`,
    '',
    '  Try it:',
    ...(firstKey === undefined ? [] : [`  export LDS_API_KEY=${firstKey.quoted}`]),
    '  curl -H "Authorization: Bearer $LDS_API_KEY" \\',
    `    "${publicUrl}/v1/data/cost-of-living/lisbon?fields=city.name,budget.currency,budget.per,budget.total.value,budget.total.low,budget.total.high"`,
    '',
    firstKey === undefined ? '  More keys: npm run --silent lds -- keys create --label NAME' : '',
  ];
  process.stdout.write(`${lines.join('\n').trimEnd()}\n\n`);
}

/** Descriptors for everything but clients' connections: releases, the database, logs, other servers. */
const RESERVE = 200;

/** Warns if the process would run out of file descriptors before `LDS_MAX_CONNECTIONS` are open. */
function warnOfFileLimit({ maxConnections }: Pick<Config, 'maxConnections'>, log: Logger): void {
  const openFiles = openFileLimit();
  const needed = maxConnections + RESERVE;
  if (openFiles === undefined || openFiles >= needed) return;
  log.warn(
    { open_files: openFiles, LDS_MAX_CONNECTIONS: maxConnections },
    `this process may open ${openFiles} files, too few for LDS_MAX_CONNECTIONS=${maxConnections}: raise the limit to ${needed} (LimitNOFILE of systemd, --ulimit nofile of Docker, ulimit -n), or lower LDS_MAX_CONNECTIONS`,
  );
}

/** The soft limit, which Node.js raises to the hard one when it starts. Undefined except on Linux. */
function openFileLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

const FIRST_PAUSE_MILLISECONDS = 250;
/** A node may stay down this long after the database is back. */
const LONGEST_PAUSE_MILLISECONDS = 5000;

interface RetryOptions {
  /** Undefined if another process logs it. */
  log: Pick<Logger, 'error' | 'info'> | undefined;
  /** Ends the wait. */
  signal: AbortSignal;
}

/**
 * Does work that needs the database, and tries again while the database is unreachable. The log has one line when the wait begins
 * and one when it ends.
 *
 * @param work must leave nothing behind when it fails
 * @throws any error that waiting cannot fix, and the reason of the signal
 */
async function retryUntilReachable<Result>(
  { log, signal }: RetryOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      const result = await work();
      if (tries > 1) log?.info({ tries }, 'the database is back');
      return result;
    } catch (error) {
      if (!(error instanceof Error && isUnreachable(error))) throw error;
      if (tries === 1) log?.error({ reason: error.message }, 'the database is unreachable: waiting for it');
    }
    await pause(tries, signal);
  }
}

/** Pauses grow and are random, so that nodes do not all reconnect at once. */
async function pause(tries: number, signal: AbortSignal): Promise<void> {
  const longest = Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** (tries - 1));
  await delay(longest * (0.5 + Math.random() / 2), undefined, { signal });
}

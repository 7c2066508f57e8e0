import cluster from 'node:cluster';
import { type Logger, pino } from 'pino';
import { ReleaseStore } from '../catalogue/release-store.ts';
import type { Config } from '../config.ts';
import { SCOPES } from '../keys/key.ts';
import type { Ledger } from '../keys/ledger.ts';
import { issueKey } from '../keys/lifecycle.ts';
import { OperatorError } from '../operator-error.ts';
import { ReleaseMirror } from '../publication/release-mirror.ts';
import { RepeatedTask } from '../repeated-task.ts';
import type { RunningServer } from '../server.ts';
import type { Store } from '../storage/database.ts';
import { allKeys } from '../storage/keys.ts';
import { openConfiguredStore } from '../storage/open.ts';
import { provideRelease } from './provide-release.ts';
import { startWorkers, tellThatWeFailed, tellThatWeListen, workerLedger } from './workers.ts';

const MIRROR_MILLISECONDS = 1000;

/** Starts the server on the published release, says where to go next, and stops on SIGTERM or SIGINT. */
export async function serve(config: Config, dataDirectory: string): Promise<void> {
  const log = pino({ level: config.logLevel }, process.stderr);
  const store = await openConfiguredStore(config, 'server');
  try {
    if (cluster.isWorker) await serveAsWorker(config, store, log);
    else await serveAsPrimary(config, store, log, dataDirectory);
  } finally {
    await store.close();
  }
}

/** Provides what there must be, and serves: in this process, or in workers. */
async function serveAsPrimary(
  config: Config,
  store: Store,
  log: Logger,
  dataDirectory: string,
): Promise<void> {
  checkSecret(config);
  const releases = new ReleaseStore(config.home);
  const mirror = store.releases && new ReleaseMirror({ archive: store.releases, releases, log });
  await provideRelease({ dataDirectory, home: config.home, releases, store, mirror });
  const token = await store.alone(() => firstKey(store));
  const service = config.workers > 1 ? await startWorkers(config, log) : await startAlone(config, store, log);
  const mirroring = new RepeatedTask({
    what: 'looking for a new release',
    everyMilliseconds: MIRROR_MILLISECONDS,
    run: async () => mirror?.takeUp(),
    log,
  });
  let metrics: { stop(): void } | undefined;
  try {
    metrics = await serveMetrics(config, log, service);
    mirroring.start();
    process.on('SIGHUP', () => void mirroring.now().then(() => service.reload()));
    const toldToStop = firstOf('SIGTERM', 'SIGINT');
    welcome(service, token);
    await toldToStop;
  } finally {
    await mirroring.stop();
    await service.stop();
    metrics?.stop();
  }
}

async function serveMetrics({ host, metricsPort: port }: Config, log: Logger, { metrics }: RunningServer) {
  if (port === undefined || metrics === undefined) return undefined;
  const { startMetricsServer } = await import('../telemetry/metrics-server.ts');
  return startMetricsServer({ host, port, metrics, log });
}

/** One of several processes on one port: the primary, which forked it, provides and watches over all else. */
async function serveAsWorker(config: Config, store: Store, log: Logger): Promise<void> {
  try {
    const service = await startAlone(config, store, log, workerLedger(config)).catch(tellThatWeFailed);
    if (service === undefined) return;
    try {
      process.on('SIGHUP', () => void service.reload());
      const toldToStop = firstOf('SIGTERM', 'SIGINT');
      tellThatWeListen(service);
      await toldToStop;
    } finally {
      await service.stop();
    }
  } finally {
    cluster.worker?.disconnect();
  }
}

/** @param ledger of this machine's workers, where nodes share none */
async function startAlone(
  config: Config,
  store: Store,
  log: Logger,
  ledger?: Ledger,
): Promise<RunningServer> {
  const releases = new ReleaseStore(config.home);
  const shared = await sharedLedger(config, store, log);
  try {
    // Not in the primary of workers, which serves nothing itself.
    const { startServer } = await import('../server.ts');
    const release = releases.currentName() ?? '';
    const server = await startServer(config, store, releases, release, shared ?? ledger);
    return { ...server, stop: () => server.stop().finally(() => shared?.stop()) };
  } catch (error) {
    await shared?.stop();
    throw error;
  }
}

/** That of several machines. Only when it is wanted: most installations never load the driver. */
async function sharedLedger({ redisUrl: url, workers }: Config, store: Store, log: Logger) {
  if (url === undefined) return undefined;
  const { RedisLedger } = await import('../keys/redis-ledger.ts');
  return RedisLedger.open({ url, nodes: Math.max(workers, await store.processes()), log });
}

/** A terminal sends an interrupt to npm and to us, and npm passes its own on: the second one changes nothing. */
function firstOf(...signals: NodeJS.Signals[]): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve());
  });
}

/** Sessions that one node has signed are read by all. */
function checkSecret({ databaseUrl, secret, home }: Config): void {
  if (databaseUrl !== undefined && secret === undefined)
    throw new OperatorError(
      `With LDS_DATABASE_URL, set LDS_SECRET too, to the same on every node: 32 characters or more. If ${home} was in use before, its file \`secret\` has the one to keep.`,
    );
}

/** The token of the key that a first start makes; undefined on every later one. */
async function firstKey(store: Store): Promise<string | undefined> {
  if ((await allKeys(store.database)).length > 0) return undefined;
  const request = {
    label: 'first key',
    plan: 'standard',
    scopes: SCOPES,
    headerOnly: false,
    expiresAt: null,
  };
  return (await issueKey(store.database, request)).token;
}

function welcome(
  { publicUrl, address }: Pick<RunningServer, 'address' | 'publicUrl'>,
  token: string | undefined,
): void {
  const lines = [
    '',
    `Location Data Service is listening on ${address}`,
    '',
    `  Sign up, make keys  ${publicUrl}/`,
    `  API reference       ${publicUrl}/docs`,
  ];
  if (token !== undefined) lines.push('', '  Your first API key, shown this once:', `  ${token}`);
  lines.push(
    '',
    '  Try it:',
    `  curl -H 'Authorization: Bearer ${token ?? 'YOUR_KEY'}' ${publicUrl}/v1/cities/lisbon`,
    '',
    token === undefined ? '  More keys: npm run --silent lds -- keys create --label NAME' : '',
  );
  process.stdout.write(`${lines.join('\n').trimEnd()}\n\n`);
}

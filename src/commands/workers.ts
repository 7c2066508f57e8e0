import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { answerFrom, IpcLedger } from '../limits/ipc-ledger.ts';
import { type Ledger, MemoryLedger } from '../limits/ledger.ts';
import { OperatorError } from '../process/operator-error.ts';
import type { RunningServer } from '../server.ts';

/** A worker that ends at once is not started again in a flash. */
const RESTART_MILLISECONDS = 1000;

interface Listening {
  kind: 'lds:listening';
  address: string;
  publicUrl: string;
}

/** For the operator to put right. */
interface Failed {
  kind: 'lds:failed';
  message: string;
}

/** From a worker that is about to listen, and the primary's leave to do so. */
interface PortMessage {
  kind: 'lds:may-i-listen' | 'lds:listen';
}

/**
 * Forks the workers that answer requests, all on one port, and puts another in the place of each that dies. They share the
 * limits of keys through books that are kept here, unless a server keeps them for several machines.
 *
 * @param freePort is waited for before a worker listens
 */
export async function startWorkers(
  config: Config,
  log: Logger,
  freePort: () => Promise<void>,
): Promise<RunningServer> {
  const ledger = new MemoryLedger();
  let stopping = false;
  let failed = false;
  const fork = () => {
    const worker = cluster.fork({ PORT: String(config.port) });
    answerFrom(ledger, worker);
    letListen(worker, freePort);
    return worker;
  };
  const replace = async (dead: Worker, code: number, signal: string) => {
    if (stopping) {
      failed ||= code !== 0;
      return;
    }
    log.error({ pid: dead.process.pid, code, signal }, 'a worker ended; another takes its place');
    await delay(RESTART_MILLISECONDS);
    if (!stopping) fork();
  };

  // The first alone: what keeps it from starting is told once, and is for the operator to put right.
  const { address, publicUrl } = await listening(fork());
  cluster.on('exit', (dead, code, signal) => void replace(dead, code, signal));
  await Promise.all(Array.from({ length: config.workers - 1 }, () => listening(fork())));

  return {
    address,
    publicUrl,
    metrics: await metricsOf(config),
    async reload() {
      for (const worker of running()) worker.process.kill('SIGHUP');
    },
    async stop() {
      stopping = true;
      const [last, ...others] = running();
      await Promise.all(others.map(end));
      // It takes the connections that have come meanwhile: when all end at once, some are on their way to nobody.
      if (last !== undefined) await end(last);
      if (failed) throw new OperatorError('A worker could not stop as it should: see above.');
    },
  };
}

async function metricsOf({ metricsPort }: Config) {
  if (metricsPort === undefined) return undefined;
  const { metricsOfWorkers } = await import('../telemetry/metrics.ts');
  return metricsOfWorkers();
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  worker.process.kill('SIGTERM');
  await once(worker, 'exit');
}

/** In a worker: the books that the primary keeps. Undefined where a server keeps them for several machines. */
export function workerLedger({ redisUrl, workers }: Config): Ledger | undefined {
  return redisUrl === undefined ? new IpcLedger(workers) : undefined;
}

function letListen(worker: Worker, freePort: () => Promise<void>): void {
  worker.on('message', async ({ kind }: PortMessage) => {
    if (kind !== 'lds:may-i-listen') return;
    await freePort();
    if (worker.isConnected()) worker.send({ kind: 'lds:listen' } satisfies PortMessage);
  });
}

/** In a worker: resolves when the primary, which may have answered there so far, has freed the port. */
export async function askForPort(): Promise<void> {
  const allowed = new Promise<void>((resolve) => {
    process.on('message', ({ kind }: PortMessage) => {
      if (kind === 'lds:listen') resolve();
    });
  });
  process.send?.({ kind: 'lds:may-i-listen' } satisfies PortMessage);
  await allowed;
}

/** In a worker: tells the primary. */
export function tellThatWeListen({ address, publicUrl }: Omit<Listening, 'kind'>): void {
  process.send?.({ kind: 'lds:listening', address, publicUrl } satisfies Listening);
}

/** In a worker that cannot start: lets the primary say why, once, where that is for the operator to put right. */
export function tellThatWeFailed(error: Error): undefined {
  if (!(error instanceof OperatorError)) throw error;
  process.send?.({ kind: 'lds:failed', message: error.message } satisfies Failed);
  process.exitCode = 1;
}

/** Resolves when the worker takes requests. Rejects when it ends before. */
async function listening(worker: Worker): Promise<Listening> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: Listening | Failed) => {
      if (message.kind === 'lds:listening') resolve(message);
      if (message.kind === 'lds:failed') reject(new OperatorError(message.message));
    });
    worker.once('exit', () => reject(new OperatorError('A worker did not start: see above.')));
  });
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

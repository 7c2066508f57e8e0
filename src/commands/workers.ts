import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as delay, setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { Logger } from 'pino';
import { OperatorError } from '../process/operator-error.ts';
import type { RunningServer } from '../server/server.ts';
import type { Config } from '../service/config.ts';
import type { Acceptor } from '../service/http/connections.ts';
import { answerFrom, IpcLedger } from '../service/limits/ipc-ledger.ts';
import { type Ledger, MemoryLedger } from '../service/limits/ledger.ts';

/** Pause before a worker that ended is replaced: one that cannot run would otherwise be forked in a tight loop. */
const RESTART_MILLISECONDS = 1000;
/** How often a worker checks whether the primary has closed its port. */
const CLOSED_LOOK_MILLISECONDS = 5;

/** What a worker tells the primary, which accepts the connections on the port of all. */
type FromWorker =
  | { kind: 'lds:listening'; address: string; publicUrl: string }
  /** It cannot start, for a reason that the operator can fix. */
  | { kind: 'lds:failed'; message: string }
  | { kind: 'lds:accept-what-waits' | 'lds:close-my-port' }
  /** It serves the published release, or why it serves nothing. */
  | { kind: 'lds:reloaded'; fault: string | undefined };

/** The primary has accepted what waited, or wants the published release served. */
interface FromPrimary {
  kind: 'lds:accepted' | 'lds:reload';
}

function tellPrimary(message: FromWorker): void {
  process.send?.(message);
}

function tellWorker(worker: Worker, message: FromPrimary): void {
  worker.send(message);
}

/**
 * Forks the workers that answer requests, all on one port, and replaces each that dies. They share the limits of keys through
 * a ledger in this process, unless Valkey keeps one for several machines.
 */
export async function startWorkers(config: Config, log: Logger): Promise<RunningServer> {
  const ledger = new MemoryLedger();
  let stopping = false;
  let failed = false;
  const fork = () => {
    const worker = cluster.fork({ PORT: String(config.port) });
    answerFrom(ledger, worker);
    servePort(worker);
    return worker;
  };
  const replace = async (dead: Worker, code: number, signal: string) => {
    if (stopping) {
      failed ||= code !== 0;
      return;
    }
    log.error({ pid: dead.process.pid, code, signal }, 'a worker ended; starting another');
    await delay(RESTART_MILLISECONDS);
    if (!stopping) fork();
  };

  // The first one starts alone: if something keeps all of them from starting, the operator reads it once.
  const { address, publicUrl } = await listening(fork());
  cluster.on('exit', (dead, code, signal) => void replace(dead, code, signal));
  await Promise.all(Array.from({ length: config.workers - 1 }, () => listening(fork())));

  const metrics =
    config.metricsPort === undefined
      ? undefined
      : (await import('../service/telemetry/metrics.ts')).metricsOfWorkers();
  return {
    address,
    publicUrl,
    metrics,
    async reload() {
      const faults = await Promise.all(running().map(reloaded));
      return faults.find((fault) => fault !== undefined);
    },
    async stop() {
      stopping = true;
      const [last, ...others] = running();
      await Promise.all(others.map(end));
      // The last one takes the connections that arrive in the meantime. If all ended at once, some would be lost.
      if (last !== undefined) await end(last);
      if (failed) throw new OperatorError('A worker did not stop cleanly: see above.');
    },
  };
}

/** Resolves when the worker has switched to the published release, with the reason if it serves nothing, or when it has ended. */
function reloaded(worker: Worker): Promise<string | undefined> {
  return new Promise((resolve) => {
    const hear = (message: FromWorker) => {
      if (message.kind === 'lds:reloaded') finish(message.fault);
      // It was still starting and missed the message: it starts with the published release.
      if (message.kind === 'lds:listening') finish(undefined);
    };
    const gone = () => finish(undefined);
    const finish = (fault: string | undefined) => {
      worker.off('message', hear).off('exit', gone);
      resolve(fault);
    };
    worker.on('message', hear).on('exit', gone);
    if (worker.isConnected()) tellWorker(worker, { kind: 'lds:reload' });
    else gone();
  });
}

/** In a worker: switches to the published release when the primary says so, and replies. */
export function reloadWhenTold(service: Pick<RunningServer, 'reload'>): void {
  process.on('message', async ({ kind }: FromPrimary) => {
    if (kind !== 'lds:reload') return;
    const fault = await service.reload();
    tellPrimary({ kind: 'lds:reloaded', fault });
  });
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  worker.process.kill('SIGTERM');
  await once(worker, 'exit');
}

/** In a worker: the ledger in the primary. Undefined if Valkey keeps one for several machines. */
export function workerLedger({ redisUrl, workers }: Config): Ledger | undefined {
  return redisUrl === undefined ? new IpcLedger(workers) : undefined;
}

function servePort(worker: Worker): void {
  worker.on('message', async ({ kind }: FromWorker) => {
    if (kind === 'lds:accept-what-waits') {
      // The first round may be the rest of a turn that looked for connections before this message.
      await turnOfTheLoop();
      await turnOfTheLoop();
      if (worker.isConnected()) tellWorker(worker, { kind: 'lds:accepted' });
    }
    // Stops giving connections to the worker at once, and then tells it, after the connections that it was already given.
    if (kind === 'lds:close-my-port') worker.disconnect();
  });
}

/** In a worker: the port, on which the primary accepts connections. */
export class WorkerPort implements Acceptor {
  turn(): Promise<void> {
    return new Promise((resolve) => {
      const hear = ({ kind }: FromPrimary) => {
        if (kind !== 'lds:accepted') return;
        process.off('message', hear);
        resolve();
      };
      process.on('message', hear);
      tellPrimary({ kind: 'lds:accept-what-waits' });
    });
  }

  /**
   * The primary closes it. If the worker did, the primary would keep giving it connections until it learned of that, and the
   * last connections would be reset.
   */
  async close(server: Server): Promise<void> {
    tellPrimary({ kind: 'lds:close-my-port' });
    while (server.listening) await delay(CLOSED_LOOK_MILLISECONDS);
  }
}

/** In a worker: tells the primary that it takes requests. */
export function reportListening({ address, publicUrl }: Pick<RunningServer, 'address' | 'publicUrl'>): void {
  tellPrimary({ kind: 'lds:listening', address, publicUrl });
}

/** In a worker that cannot start: an error that the operator can fix goes to the primary, which prints it once. */
export function reportFailure(error: Error): undefined {
  if (!(error instanceof OperatorError)) throw error;
  tellPrimary({ kind: 'lds:failed', message: error.message });
  process.exitCode = 1;
}

/** Resolves when the worker takes requests. Rejects if it ends before that. */
async function listening(worker: Worker): Promise<Pick<RunningServer, 'address' | 'publicUrl'>> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'lds:listening') resolve(message);
      if (message.kind === 'lds:failed') reject(new OperatorError(message.message));
    });
    worker.once('exit', () => reject(new OperatorError('A worker did not start: see above.')));
  });
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

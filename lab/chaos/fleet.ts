import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../../src/service/storage/database.ts';
import type { Lifetime } from '../../test/support/lifetime.ts';
import {
  type Installation,
  installation,
  type Node,
  startNode,
} from '../../test/support/processes/installation.ts';
import { emptyHome, get, until } from '../../test/support/processes/lds.ts';
import { Link } from '../../test/support/processes/link.ts';
import { nginxBefore } from '../../test/support/processes/nginx.ts';
import { PostgresqlServer } from '../../test/support/processes/postgresql.ts';
import { RedisServer } from '../../test/support/processes/redis.ts';
import { clockLibrary, SetClock } from './clock.ts';
import { SmallDisk } from './disk.ts';
import { PUBLIC_URL } from './editions.ts';
import type { Machine } from './machine.ts';

/** Requests of a day, or of an hour, that a limited key has: few enough to use them up in every step. */
export const LIMIT = 1000;
export const FLUSH_MILLISECONDS = 1000;
const SETTINGS = {
  LDS_PLANS: `standard=999999999/10s+999999999999/day,daily=999999999/10s+${LIMIT}/day,hourly=${LIMIT}/3600s+999999999999/day`,
  LDS_FAILED_AUTH_PER_MINUTE: '1000000000',
  LDS_DASHBOARD_PER_MINUTE: '1000000000',
  LDS_KEYS_PER_ACCOUNT: '1000',
  LDS_LOG_REQUESTS: 'none',
  LDS_PUBLIC_URL: PUBLIC_URL,
  LDS_USAGE_FLUSH_SECONDS: String(FLUSH_MILLISECONDS / 1000),
};
/** Room for a day of a log that is kept short, and quickly full. */
const POSTGRESQL_MEGABYTES = 512;
/** After a fault, a node that does not say within this time that it is ready has not recovered. */
const RECOVERY_MILLISECONDS = 30_000;

/** The parts of a node that a fault affects for the rest of a step. */
export type Trouble = 'process' | 'store' | 'ledger' | 'clock' | 'disk' | 'ledger with its data';

/** One run of a node, from its start to its end. */
export interface Run {
  node: FleetNode;
  /** Prefix of its request ids; empty until its first response. */
  prefix: string;
  pid: number;
  startedAt: number;
  /** Infinite while it runs. */
  endedAt: number;
  /** How it was ended. */
  signal: 'SIGKILL' | 'SIGTERM' | undefined;
}

/** A node as in production, with a link to each server, a small disk, and a clock that can be set. */
export class FleetNode {
  readonly name: string;
  readonly home: string;
  readonly toStore: Link;
  readonly toLedger: Link;
  readonly disk: SmallDisk | undefined;
  readonly clock: SetClock | undefined;
  /** Its faults in this step. */
  readonly troubles = new Set<Trouble>();
  readonly #owner: Lifetime;
  readonly #machine: Machine;
  readonly #settings: Record<string, string>;
  #service: Node | undefined;
  #starting: Promise<void> = Promise.resolve();
  #runs: Run[] = [];
  /** Of the log, how much was read, and what earlier runs left unread. */
  #read = 0;
  #unread = '';

  constructor(
    name: string,
    home: string,
    { toStore, toLedger }: { toStore: Link; toLedger: Link },
    settings: Record<string, string>,
    machine: Machine,
    owner: Lifetime,
  ) {
    this.name = name;
    this.home = home;
    this.toStore = toStore;
    this.toLedger = toLedger;
    this.disk = SmallDisk.on(home, owner);
    const library = clockLibrary();
    this.clock = library === undefined ? undefined : new SetClock(emptyHome(owner), library);
    this.#settings = { ...settings, ...this.clock?.environment };
    this.#machine = machine;
    this.#owner = owner;
  }

  get address(): string {
    return this.#service?.address ?? '';
  }

  /** Those of its runs that had not ended before a time. */
  runsSince(time: number): Run[] {
    return this.#runs.filter(({ endedAt }) => endedAt >= time);
  }

  get run(): Run {
    const run = this.#runs.at(-1);
    if (run === undefined) throw new Error(`${this.name} was never started`);
    return run;
  }

  get runs(): boolean {
    return this.#runs.at(-1)?.endedAt === Number.POSITIVE_INFINITY;
  }

  /** Its log since it was started. */
  get log(): string {
    return this.#service?.stderr() ?? '';
  }

  /** Its log since the last call of this. */
  newLog(): string {
    const unread = this.#unread + this.log.slice(this.#read);
    [this.#unread, this.#read] = ['', this.log.length];
    return unread;
  }

  /** At the address that it had before, if it had one. Resolves when it serves, which may be long after the process has begun. */
  start(): Promise<void> {
    this.#starting = this.#start();
    return this.#starting;
  }

  /** Resolves when a start that was begun is complete. */
  get started(): Promise<void> {
    return this.#starting;
  }

  /** Resolves when the process is gone. @returns its exit code */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const { run } = this;
    run.signal = signal;
    const ended = this.#service?.end(signal);
    if (signal === 'SIGKILL') run.endedAt = performance.now();
    const code = (await ended)?.code ?? null;
    run.endedAt = Math.min(run.endedAt, performance.now());
    this.#machine.forget(run.pid);
    [this.#unread, this.#read] = [this.newLog(), this.log.length];
    return code;
  }

  freeze(): void {
    this.#service?.process.kill('SIGSTOP');
  }

  thaw(): void {
    this.#service?.process.kill('SIGCONT');
  }

  async readiness(): Promise<{ status: string; degraded?: string[]; release?: string }> {
    const response = await fetch(`${this.address}/readyz`, { signal: AbortSignal.timeout(2000) });
    this.learn(response.headers.get('x-request-id'));
    return (await response.json()) as { status: string; degraded?: string[] };
  }

  /** Records an id that this node's process has given to a request. */
  learn(requestId: string | null | undefined): void {
    if (this.run.prefix === '') this.run.prefix = prefixOf(requestId);
  }

  /** Resolves when it reports that all is well or, if it never does, with its last report. */
  async recovered(): Promise<string | undefined> {
    const from = performance.now();
    await this.started;
    for (let said = ''; ; await delay(50)) {
      try {
        const readiness = await this.readiness();
        if (readiness.status === 'ready') return undefined;
        said = JSON.stringify(readiness);
      } catch (error) {
        said = (error as Error).message;
      }
      if (performance.now() - from > RECOVERY_MILLISECONDS + this.#machine.stalled(from)) return said;
    }
  }

  async #start(): Promise<void> {
    const startedAt = performance.now();
    const port = this.#service === undefined ? {} : { PORT: new URL(this.#service.address).port };
    const starting = startNode(this.#owner, this.home, { ...this.#settings, ...port });
    this.#service = await starting;
    this.#read = 0;
    const pid = this.#service.process.pid ?? 0;
    this.#runs.push({
      node: this,
      prefix: '',
      pid,
      startedAt,
      endedAt: Number.POSITIVE_INFINITY,
      signal: undefined,
    });
    this.#machine.watch(pid);
  }
}

/** The part of a request id that all ids of a process have in common. */
export function prefixOf(requestId: string | null | undefined): string {
  return /^.{8}(?=-)/.exec(requestId ?? '')?.[0] ?? '';
}

/** Three nodes, their PostgreSQL and Valkey, and nginx before them. */
export interface Fleet {
  nodes: FleetNode[];
  /** Address of nginx. */
  proxy: string;
  postgresql: PostgresqlServer;
  /** Of PostgreSQL; undefined where this user may not mount one. */
  postgresqlDisk: SmallDisk | undefined;
  valkey: RedisServer;
  /** Our own connection, which no fault affects. */
  store: Store;
}

export async function startFleet(machine: Machine, owner: Lifetime): Promise<Fleet> {
  let postgresqlDisk: SmallDisk | undefined;
  const postgresql = await PostgresqlServer.start(owner, {
    prepare(directory) {
      postgresqlDisk = SmallDisk.on(directory, owner, POSTGRESQL_MEGABYTES);
    },
    settings: ['max_wal_size=64MB', 'min_wal_size=32MB'],
  });
  const valkey = await RedisServer.start(owner);
  const shared = await installation(owner, postgresql, SETTINGS);
  const names = ['node 1', 'node 2', 'node 3'];
  const nodes = await Promise.all(
    names.map((name) => newNode(name, shared, { postgresql, valkey }, machine, owner)),
  );
  await Promise.all(nodes.map((node) => node.start()));
  const proxy = await nginxBefore(
    owner,
    nodes.map(({ address }) => address),
  );
  await until('nginx passes requests on', async () => (await get(proxy, '/healthz', '')).status === 200);
  return { nodes, proxy, postgresql, postgresqlDisk, valkey, store: shared.store };
}

async function newNode(
  name: string,
  { databaseUrl, settings }: Installation,
  { postgresql, valkey }: Pick<Fleet, 'postgresql' | 'valkey'>,
  machine: Machine,
  owner: Lifetime,
): Promise<FleetNode> {
  const toStore = await Link.to(postgresql.port, owner);
  const toLedger = await Link.to(Number(new URL(valkey.url).port), owner);
  const own = {
    ...settings,
    LDS_DATABASE_URL: databaseUrl.replace(`:${postgresql.port}/`, `:${toStore.port}/`),
    LDS_REDIS_URL: valkey.url.replace(/:\d+$/, `:${toLedger.port}`),
  };
  return new FleetNode(name, emptyHome(owner), { toStore, toLedger }, own, machine, owner);
}

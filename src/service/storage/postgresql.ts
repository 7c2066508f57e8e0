import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, Migrator, PostgresDialect, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import { OperatorError } from '../../process/operator-error.ts';
import { DATABASE_CONNECTIONS } from '../config.ts';
import type { Store } from './database.ts';
import { POSTGRESQL_MIGRATIONS } from './migrations.ts';
import { ReleaseArchive } from './release-archive.ts';
import type { SharedDatabase } from './schema.ts';
import { asUnreachable, isUnreachable, StoreUnreachable } from './unreachable.ts';

const OLDEST_VERSION = 14;
const CONNECT_MILLISECONDS = 2000;
/** How long a migration may take: another node may be migrating first. */
const MIGRATION_MILLISECONDS = 120_000;
const CLOSE_MILLISECONDS = 1000;
/** The start of the names of a process's connections, except those that migrate or take the lock. */
const PROCESS = 'lds-process-';
/** Our number for `pg_advisory_lock`; nothing else in our database uses it. */
const LOCK = 4_915_201;

export interface PostgresqlOptions {
  /**
   * How long a statement may take. The server passes little, because beyond it a request with an unknown key is answered 503
   * instead of waiting; the command line can wait.
   */
  statementMilliseconds: number;
  /** The maximum, besides those that listen for changes, migrate or take the lock. */
  connections?: number;
  /** Whether to return the store also while the database is out of reach: `join` then tries again. */
  awaited?: boolean;
}

/**
 * Opens the database that `url` names, creating and migrating its tables as needed. One that is `awaited` is opened also while
 * it is out of reach.
 *
 * @param url `postgres://USER:PASSWORD@HOST/DATABASE`
 * @throws StoreUnreachable when it may come back by itself
 * @throws OperatorError when it cannot be used or brought up to date
 */
export async function openPostgresqlStore(
  url: string,
  { awaited = false, ...options }: PostgresqlOptions = { statementMilliseconds: 2000 },
): Promise<Store> {
  // The database distinguishes processes, and our own changes from those of others, by this name.
  const name = `${PROCESS}${randomUUID()}`;
  const { database } = connect(url, options, name);
  let changes: KeyChanges | undefined;
  let joining: Promise<void> | undefined;
  let isClosed = false;
  const join = async () => {
    const fresh = new KeyChanges(url, name);
    try {
      await migrate(url);
      await fresh.listen();
    } catch (error) {
      joining = undefined;
      await fresh.stop();
      throw asOperatorError(error as Error);
    }
    changes = fresh;
    if (isClosed) await fresh.stop();
  };
  const store: Store = {
    database,
    releases: new ReleaseArchive(database),
    join() {
      joining ??= join();
      return joining;
    },
    foreignChanges() {
      if (changes === undefined) throw new StoreUnreachable('The database has not been reached yet.');
      return changes.count;
    },
    processes: () => processes(database),
    alone: (work, signal) => alone(url, work, signal),
    async close() {
      isClosed = true;
      await changes?.stop();
      // A server that hangs does not answer the closing message either.
      await Promise.race([database.destroy(), delay(CLOSE_MILLISECONDS, undefined, { ref: false })]);
    },
  };
  try {
    await store.join();
  } catch (error) {
    if (awaited && isUnreachable(error as Error)) return store;
    await store.close();
    throw error;
  }
  return store;
}

function asOperatorError(error: Error): OperatorError {
  if (error instanceof OperatorError) return error;
  return isUnreachable(error)
    ? asUnreachable(error)
    : new OperatorError(
        `The database of LDS_DATABASE_URL cannot be used (${error.message}): check its user, password and database, and that this program is not older than the one that wrote it last.`,
      );
}

function connect(
  url: string,
  { statementMilliseconds, connections = DATABASE_CONNECTIONS }: PostgresqlOptions,
  name: string,
) {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: connections,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    statement_timeout: statementMilliseconds,
    // A server that hangs does not keep its own timeout.
    query_timeout: statementMilliseconds + 500,
    allowExitOnIdle: true,
    types: { getTypeParser },
  });
  // The query on a broken connection fails, and the next query opens another one. Without a listener, the error would end the
  // process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const database = new Kysely<SharedDatabase>({
    dialect: new PostgresDialect({ pool: withoutStuckConnections(pool) }),
  });
  return { database, pool };
}

/**
 * Closes a connection on which a query was not answered, instead of using it again, because the query may still be running.
 * Later queries on it, such as a rollback, fail at once.
 */
function withoutStuckConnections(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      let stuck: Error | undefined;
      return {
        // Kysely asks for a cursor here only when it streams, which we do from SQLite alone (copy.ts).
        async query(text: unknown, values?: unknown) {
          if (stuck !== undefined) throw stuck;
          try {
            return await client.query<never>(text as string, values as unknown[]);
          } catch (error) {
            if ((error as Error).message === 'Query read timeout') stuck = error as Error;
            throw error;
          }
        },
        release() {
          if (stuck !== undefined) client.connection.stream.destroy();
          client.release(stuck);
        },
      } as unknown as Awaited<ReturnType<PostgresPool['connect']>>;
    },
    end: () => pool.end(),
  };
}

/** Reads eight-byte integers as numbers, as SQLite does: ours are far below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format ?? 'text');
}

async function processes(database: Kysely<SharedDatabase>): Promise<number> {
  const { rows } = await sql<{ processes: number }>`
    SELECT count(DISTINCT application_name) AS processes FROM pg_stat_activity
    WHERE datname = current_database() AND starts_with(application_name, ${PROCESS})`.execute(database);
  return Math.max(1, rows[0]?.processes ?? 0);
}

/** Holds a lock of the session, which ends with the connection: if this node dies, the next one can begin. */
async function alone<Result>(
  url: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lds-alone',
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
  });
  client.on('error', () => {});
  await client.connect();
  const giveUp = () => client.connection.stream.destroy();
  signal?.addEventListener('abort', giveUp);
  try {
    signal?.throwIfAborted();
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    return await work();
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await client.end();
  }
}

/** Nodes that start together do this one after the other, because Kysely holds a lock meanwhile. */
async function migrate(url: string): Promise<void> {
  const { database, pool } = connect(
    url,
    { statementMilliseconds: MIGRATION_MILLISECONDS, connections: 2 },
    'lds-migration',
  );
  try {
    await checkVersion(pool);
    const migrator = new Migrator({
      db: database,
      provider: { getMigrations: async () => POSTGRESQL_MIGRATIONS },
    });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
  } finally {
    await database.destroy();
    if (!pool.ended) await pool.end();
  }
}

async function checkVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string; encoding: string }>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding`,
  );
  const [{ version = '', encoding = '' } = {}] = rows;
  const major = Math.floor(Number(version) / 10_000);
  if (major < OLDEST_VERSION)
    throw new Error(`it is PostgreSQL ${major}, and has to be ${OLDEST_VERSION} or newer`);
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, and has to be UTF8`);
}

/** The channel of the trigger in the migrations. */
const CHANNEL = 'lds_key_changes';
/** The channel of the heartbeat, by which all processes see that notifications arrive. */
const HEARTBEAT = 'lds_heartbeat';
const RECONNECT_MILLISECONDS = 250;
/** How often we check that notifications arrive. */
const CHECK_MILLISECONDS = 1000;

/**
 * Counts changes of keys by other processes. PostgreSQL notifies us of them on a separate connection.
 *
 * Every notification wakes every process that listens, so one process sends the heartbeat for all: the one that was heard last.
 * If each sent its own, a hundred processes would wake each other ten thousand times a second.
 */
class KeyChanges {
  readonly #url: string;
  readonly #name: string;
  #client: pg.Client | undefined;
  #checking: NodeJS.Timeout | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #stopped = false;
  #notifying = false;
  /** Whether a heartbeat has come since the last check. */
  #heard = true;
  /** Whether this process sends the heartbeat. */
  #beats = true;
  #count = 0;

  /** @param name of this process's connections: notifications of its own changes carry it */
  constructor(url: string, name: string) {
    this.#url = url;
    this.#name = name;
  }

  /** Changes whenever another process may have changed a key. */
  get count(): number {
    return this.#count;
  }

  async listen(): Promise<void> {
    this.#checking = setInterval(() => void this.#check(), CHECK_MILLISECONDS).unref();
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#checking);
    clearTimeout(this.#reconnecting);
    this.#client?.connection.stream.destroy();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: this.#name,
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      query_timeout: CONNECT_MILLISECONDS,
    });
    this.#client = client;
    client.on('notification', ({ channel, payload }) => {
      if (channel === HEARTBEAT) {
        this.#heard = true;
        this.#beats = payload === this.#name;
      } else if (payload !== this.#name) this.#count++;
    });
    client.on('error', () => {});
    client.on('end', () => {
      // The next read of changes then fails, which shows that the database is out of reach.
      this.#count++;
      this.#reconnect();
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}; LISTEN ${HEARTBEAT}`);
    } catch (error) {
      // Another client takes its place; this one would keep a connection of the database.
      client.connection.stream.destroy();
      throw error;
    }
    // Keys may have changed while nobody listened.
    this.#count++;
    this.#heard = true;
    this.#beats = true;
  }

  /**
   * Sends a heartbeat if this is the process that does, or if none has come. If not even that arrives, because a pooler on the
   * way loses it, keys count as changed.
   */
  async #check(): Promise<void> {
    const client = this.#client;
    if (client === undefined || this.#notifying) return;
    const silent = !this.#heard;
    this.#heard = false;
    if (silent && this.#beats) this.#count++;
    if (!silent && !this.#beats) return;
    this.#beats = true;
    this.#notifying = true;
    try {
      await client.query('SELECT pg_notify($1, $2)', [HEARTBEAT, this.#name]);
    } catch {
      client.connection.stream.destroy();
    } finally {
      this.#notifying = false;
    }
  }

  /** A client that cannot connect may report it twice: by `end`, and by rejecting. */
  #reconnect(): void {
    if (this.#stopped || this.#reconnecting !== undefined) return;
    this.#reconnecting = setTimeout(() => {
      this.#reconnecting = undefined;
      this.#connect().catch(() => this.#reconnect());
    }, RECONNECT_MILLISECONDS).unref();
  }
}

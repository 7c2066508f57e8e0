import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { toolPath } from '../../../scripts/tools.mjs';
import { draftOf, keep, keptPath } from '../kept.ts';
import { atEnd, type Lifetime } from '../lifetime.ts';
import { freePort, ServerProcess } from './server-process.ts';

/** PostgreSQL refuses to run as root, so root runs its programs as the user of Debian's package. */
const AS_POSTGRES = process.getuid?.() === 0 ? identityOf('postgres') : {};

/** The directory of the server's programs, which has its clients too. */
export const POSTGRESQL_PROGRAMS = dirname(realpathSync(toolPath('initdb')));

export interface PostgresqlParts {
  /** Gets the empty directory before the cluster is made, for example to mount a disk on it. */
  prepare?(directory: string): void;
  /** Settings of the server, such as `max_wal_size=64MB`. */
  settings?: readonly string[];
}

/** A real PostgreSQL server on a free port. It ends with its owner, which is the running test or file by default. */
export class PostgresqlServer {
  readonly port: number;
  readonly #server: ServerProcess;
  readonly #owner: Lifetime | undefined;

  private constructor(
    directory: string,
    port: number,
    owner: Lifetime | undefined,
    settings: readonly string[],
  ) {
    this.port = port;
    this.#owner = owner;
    const options = { ...AS_POSTGRES, stdio: 'ignore' as const, cwd: directory };
    // The data need not survive a crash of the machine, and every connection has its own process.
    const args = ['-p', String(port), '-k', directory, '-h', '127.0.0.1', '-F', '-c', 'max_connections=200'];
    for (const setting of settings) args.push('-c', setting);
    this.#server = new ServerProcess(
      [join(POSTGRESQL_PROGRAMS, 'postgres'), ['-D', join(directory, 'data'), ...args], options],
      () => this.query('postgres', 'SELECT 1'),
      owner,
    );
  }

  static async start(
    owner?: Lifetime,
    { prepare, settings = [] }: PostgresqlParts = {},
  ): Promise<PostgresqlServer> {
    const directory = mkdtempSync(join(tmpdir(), 'lds-pg-'));
    atEnd(() => rmSync(directory, { recursive: true, force: true }), owner);
    prepare?.(directory);
    if (AS_POSTGRES.uid !== undefined) chownSync(directory, AS_POSTGRES.uid, AS_POSTGRES.gid ?? 0);
    const server = new PostgresqlServer(directory, await freePort(), owner, settings);
    copyCluster(directory);
    atEnd(() => server.stop(), owner);
    await server.run();
    return server;
  }

  /** Whether it has ended by itself, as it does when it cannot recover. */
  get hasEnded(): boolean {
    return this.#server.hasEnded;
  }

  /** Starts it, also again after `stop`. */
  run(): Promise<void> {
    return this.#server.run();
  }

  /** Ends every connection and the server; with SIGQUIT as if it crashed, so that it recovers when it starts. */
  stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    this.thaw();
    return this.#server.stop(signal);
  }

  /** Freezes the processes of its connections too, as when a machine hangs. */
  freeze(): void {
    this.#server.freeze();
    this.#signalConnections('STOP');
    atEnd(() => this.thaw(), this.#owner);
  }

  thaw(): void {
    this.#signalConnections('CONT');
    this.#server.thaw();
  }

  /** The address of an empty database. */
  async createDatabase(): Promise<string> {
    const name = `lds_${randomUUID().replaceAll('-', '')}`;
    await this.query('postgres', `CREATE DATABASE ${name}`);
    return this.url(name);
  }

  url(database: string): string {
    return `postgres://lds@127.0.0.1:${this.port}/${database}`;
  }

  /** @param database its name, or its address */
  async query(database: string, text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({
      connectionString: database.includes('://') ? database : this.url(database),
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  }

  #signalConnections(signal: 'STOP' | 'CONT'): void {
    const { pid } = this.#server;
    if (pid === undefined) return;
    try {
      execFileSync('pkill', [`-${signal}`, '--parent', String(pid)]);
    } catch {
      // No connection is open.
    }
  }
}

/** Fills `data` in this directory with a copy of a new cluster, because making one takes a second of processor time. */
function copyCluster(directory: string): void {
  const options = { ...AS_POSTGRES, stdio: 'ignore', cwd: directory } as const;
  const made = keptPath('postgresql', [POSTGRESQL_PROGRAMS]);
  if (!existsSync(made)) {
    const data = ['--pgdata', join(directory, 'data'), '--username', 'lds', '--auth', 'trust'];
    execFileSync(join(POSTGRESQL_PROGRAMS, 'initdb'), [...data, '--no-sync', '--encoding', 'UTF8'], options);
    const draft = draftOf(made);
    cpSync(join(directory, 'data'), draft, { recursive: true });
    keep(draft, made);
    return;
  }
  cpSync(made, join(directory, 'data'), { recursive: true });
  chmodSync(join(directory, 'data'), 0o700);
  if (AS_POSTGRES.uid !== undefined)
    execFileSync('chown', ['-R', `${AS_POSTGRES.uid}`, join(directory, 'data')]);
}

function identityOf(user: string): { uid?: number; gid?: number } {
  const number = (option: string) => Number(execFileSync('id', [option, user], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}

import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely';
import { makeDirectory } from '../../process/make-directory.ts';
import { OperatorError } from '../../process/operator-error.ts';
import { SQLITE_MIGRATIONS } from './migrations.ts';
import type { ReleaseArchive } from './release-archive.ts';
import type { Database, Tables } from './schema.ts';

export interface Store {
  database: Tables;
  /**
   * Brings the schema up to date and starts listening for changes. Opening does so, unless the database was unreachable and
   * we wait for it: until this succeeds, `foreignChanges` throws.
   *
   * @throws StoreUnreachable while the database is out of reach
   */
  join(): Promise<void>;
  /** Changes when another connection (the command line, say) may have changed a key. Costs microseconds. */
  foreignChanges(): number;
  /** How many processes have it open, including this one, as far as the engine knows: at least 1. */
  processes(): Promise<number>;
  /**
   * Does the work while no other node does such work; on one machine there is only one. Rejects when the signal comes before
   * it is our turn.
   */
  alone<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** The releases that nodes share; a store of one machine has none, because its releases are files beside it. */
  releases?: ReleaseArchive;
  close(): Promise<void>;
}

export interface StoreOptions {
  /**
   * How long a statement may wait for another process's write. The server passes little, because waiting
   * blocks its event loop, and tries again later; the command line can wait.
   */
  busyMilliseconds: number;
}

/** How long opening may wait for another process's write: nothing else can happen before. */
const OPENING_MILLISECONDS = 10_000;

/** Opens `LDS_HOME/lds.sqlite`, creating and migrating it as needed. */
export async function openStore(home: string, { busyMilliseconds }: StoreOptions): Promise<Store> {
  makeWritable(home);
  const file = join(home, 'lds.sqlite');
  createPrivate(file);
  const sqlite = openSqlite(file);
  const checkPlace = placeCheck(file);
  const database = new Kysely<Database>({
    dialect: new SqliteDialect({ database: kyselyAdapter(sqlite, file, checkPlace) }),
  });
  try {
    await migrate(database);
  } catch (error) {
    await database.destroy();
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `The database ${file} cannot be brought up to date (${(error as Error).message}): use the program that wrote it last, or set LDS_HOME to another directory.`,
    );
  }
  sqlite.exec(`PRAGMA busy_timeout = ${busyMilliseconds}`);
  const dataVersion = sqlite.prepare('PRAGMA data_version');
  return {
    database,
    join: async () => {},
    foreignChanges() {
      checkPlace();
      return Number(dataVersion.get()?.data_version);
    },
    processes: async () => 1,
    alone: (work) => work(),
    close: async () => {
      // Statistics for the query planner. If another process is writing now, a later close makes them.
      await sql`PRAGMA optimize`.execute(database).catch(() => {});
      await database.destroy();
    },
  };
}

/** @throws OperatorError when the directory cannot be made or written */
export function makeWritable(home: string): void {
  try {
    makeDirectory(home);
    accessSync(home, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new OperatorError(
      `LDS_HOME=${home} cannot be written (${(error as NodeJS.ErrnoException).code}): make it writable for this user or set LDS_HOME to another directory.`,
    );
  }
}

/** Only our user may read it. SQLite gives the files that it puts beside the database the same permissions. */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // It exists, or cannot be made, which opening it will report.
  }
}

function openSqlite(file: string): DatabaseSync {
  return ofTheFile(file, () => {
    const sqlite = new DatabaseSync(file, {
      timeout: OPENING_MILLISECONDS,
      enableForeignKeyConstraints: true,
    });
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    return sqlite;
  });
}

/**
 * Returns a check that the path still leads to the file that was opened. SQLite goes on with a file that was removed or replaced:
 * what we write would be lost, and what other processes write would never reach us.
 */
function placeCheck(file: string): () => void {
  const { dev, ino } = statSync(file);
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.dev === dev && found.ino === ino) return;
    throw new OperatorError(
      `The database ${file} was removed or replaced while it was open: stop this process, put the right file in its place, and start it again.`,
    );
  };
}

/** Holds the write lock from the first read to the last change, because several processes may open a new store at once. */
async function migrate(database: Tables): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => SQLITE_MIGRATIONS },
    disableTransactions: true,
  });
  await sql`BEGIN IMMEDIATE`.execute(database);
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  await sql`COMMIT`.execute(database);
}

/** Kysely's SQLite dialect expects better-sqlite3; node:sqlite takes parameters and marks readers in another way. */
function kyselyAdapter(
  sqlite: DatabaseSync,
  file: string,
  checkPlace: () => void,
): ConstructorParameters<typeof SqliteDialect>[0]['database'] {
  return async () => ({
    prepare(text) {
      if (!sqlite.isTransaction) checkPlace();
      // SQLite has rolled back by itself when the disk is full. A second time fails, and would hide why.
      const isOver = text === 'rollback' && !sqlite.isTransaction;
      const statement = ofTheFile(file, () => sqlite.prepare(isOver ? 'SELECT 1 WHERE FALSE' : text));
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => ofTheFile(file, () => statement.all(...values(parameters))),
        run: (parameters) => ofTheFile(file, () => statement.run(...values(parameters))),
        iterate: (parameters) => statement.iterate(...values(parameters)) as IterableIterator<unknown>,
      };
    },
    close: () => sqlite.close(),
  });
}

/** What the operator can do about SQLite's result codes (https://sqlite.org/rescode.html). */
const ADVICE: Record<number, string> = {
  5: 'another process is writing it; try again',
  8: 'make it writable for this user, or set LDS_HOME to another directory',
  10: 'the disk fails; see to it, then restore the database from a back-up if need be',
  11: 'restore it from a back-up, or move it away to start with an empty one',
  13: 'the disk is full; make room',
  14: 'make it a file that this user may read and write, or set LDS_HOME to another directory',
  26: 'restore it from a back-up, or move it away to start with an empty one',
};

/** Calls the function. An error of the file, rather than of the statement, becomes an OperatorError. */
export function ofTheFile<Result>(file: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    const { errcode = 0, message } = error as Error & { errcode?: number };
    // The lowest byte of an extended code is the primary code.
    const advice = ADVICE[errcode & 0xff];
    throw advice === undefined
      ? error
      : new OperatorError(`The database ${file} cannot be used (${message}): ${advice}.`);
  }
}

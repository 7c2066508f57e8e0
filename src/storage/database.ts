import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely';
import { OperatorError } from '../operator-error.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Database } from './schema.ts';

export interface Store {
  database: Kysely<Database>;
  /** Changes when another connection (the command line, say) has committed. Costs microseconds. */
  foreignChanges(): number;
  close(): Promise<void>;
}

export interface StoreOptions {
  /**
   * How long a statement may wait for another process's write. The server passes little, because waiting
   * blocks its event loop, and tries again later; the command line can wait.
   */
  busyMilliseconds: number;
}

/** Opens `LDS_HOME/lds.sqlite`, creating and migrating it as needed. */
export async function openStore(home: string, options: StoreOptions): Promise<Store> {
  const sqlite = openSqlite(home, options);
  const database = new Kysely<Database>({ dialect: new SqliteDialect({ database: kyselyAdapter(sqlite) }) });
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    await database.destroy();
    throw new OperatorError(
      `The database in LDS_HOME=${home} cannot be brought up to date: ${(error as Error).message}. Restore it from a back-up or use another LDS_HOME.`,
    );
  }
  const dataVersion = sqlite.prepare('PRAGMA data_version');
  return {
    database,
    foreignChanges: () => Number(dataVersion.get()?.data_version),
    close: async () => {
      await sql`PRAGMA optimize`.execute(database);
      await database.destroy();
    },
  };
}

function openSqlite(home: string, { busyMilliseconds }: StoreOptions): DatabaseSync {
  const file = join(home, 'lds.sqlite');
  try {
    mkdirSync(home, { recursive: true });
    accessSync(home, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new OperatorError(
      `LDS_HOME=${home} cannot be written (${(error as NodeJS.ErrnoException).code}): make it writable for this user or set LDS_HOME to another directory.`,
    );
  }
  try {
    const sqlite = new DatabaseSync(file, { timeout: busyMilliseconds, enableForeignKeyConstraints: true });
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    return sqlite;
  } catch (error) {
    throw new OperatorError(
      `The database ${file} cannot be opened (${(error as Error).message}): restore it from a back-up, or move it away to start with an empty one.`,
    );
  }
}

/** Kysely's SQLite dialect speaks better-sqlite3; node:sqlite differs in how parameters and readers are named. */
function kyselyAdapter(sqlite: DatabaseSync): ConstructorParameters<typeof SqliteDialect>[0]['database'] {
  return async () => ({
    prepare(text) {
      const statement = sqlite.prepare(text);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)) as IterableIterator<unknown>,
      };
    },
    close: () => sqlite.close(),
  });
}

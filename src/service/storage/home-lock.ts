import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../process/operator-error.ts';
import { makeWritable, ofTheFile } from './database.ts';

const SQLITE_BUSY = 5;

/**
 * Keeps servers away from an LDS_HOME that has the database in it, until the lock is closed. Two would count each limit twice, and
 * a newer version would migrate the database under an older one.
 *
 * @param advice what the operator can do if a server has the lock
 * @throws OperatorError if a server has it
 */
export function lockHome(home: string, advice: string): DatabaseSync {
  makeWritable(home);
  const lock = lockFile(join(home, 'server.lock'));
  if (lock !== undefined) return lock;
  throw new OperatorError(`A server is running on LDS_HOME=${home}: ${advice}.`);
}

/**
 * A lock that ends when it is closed, or with this process; undefined if another process has it.
 *
 * @throws OperatorError if the file cannot be written
 */
export function lockFile(file: string): DatabaseSync | undefined {
  const lock = ofTheFile(file, () => new DatabaseSync(file, { timeout: 0 }));
  return ofTheFile(file, () => {
    try {
      // Otherwise a journal appears beside the file.
      lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      return lock;
    } catch (error) {
      lock.close();
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
      return undefined;
    }
  });
}

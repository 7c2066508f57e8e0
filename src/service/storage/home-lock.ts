import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../process/operator-error.ts';
import { makeWritable, ofTheFile } from './database.ts';

const SQLITE_BUSY = 5;

/**
 * Keeps servers away from an LDS_HOME that has the database in it, until the lock is closed. Two would count each limit twice, and
 * a newer version would migrate the database under an older one. The system holds the lock, so it ends when this process does,
 * however that is.
 *
 * @param advice what the operator can do if a server has the lock
 * @throws OperatorError if a server has it
 */
export function lockHome(home: string, advice: string): DatabaseSync {
  makeWritable(home);
  const file = join(home, 'server.lock');
  const lock = ofTheFile(file, () => new DatabaseSync(file, { timeout: 0 }));
  return ofTheFile(file, () => {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return lock;
    } catch (error) {
      lock.close();
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
      throw new OperatorError(`A server is running on LDS_HOME=${home}: ${advice}.`);
    }
  });
}

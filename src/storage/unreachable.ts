import { OperatorError } from '../process/operator-error.ts';

/** Nothing answers where the database should be, or it cannot take us yet. A server that is starting waits for it. */
export class StoreUnreachable extends OperatorError {
  override name = 'StoreUnreachable';
}

/** From the network and from name servers, which may be starting too. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  // A socket in the file system that is not there yet.
  'ENOENT',
]);

/**
 * From PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html): connection exceptions, too many connections,
 * shutting down, crashed, starting up, and a standby that does not take writes until it is promoted.
 */
const SERVER_CODES = /^(08...|53300|57P01|57P02|57P03|25006)$/;

/** From the driver, which has no codes of its own. */
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout)/;

/**
 * Whether the database may be back by itself. Not so where it answers and refuses: a wrong password, a database that does not exist,
 * a version or a schema that does not fit.
 */
export function isUnreachable(error: Error): boolean {
  if (error instanceof StoreUnreachable || DRIVER_MESSAGES.test(error.message)) return true;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return false;
  if (SERVER_CODES.test(code)) return true;
  // Not a file of ours that is missing.
  return NETWORK_CODES.has(code) && (code !== 'ENOENT' || syscall === 'connect');
}

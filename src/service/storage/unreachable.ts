import { OperatorError } from '../../process/operator-error.ts';

/** The status of a command that could not reach the database: tried again later, it may succeed (EX_TEMPFAIL of sysexits.h). */
export const STORE_UNREACHABLE = 75;

/** Nothing answers at the database's address, or it accepts no connections yet. A server that is starting waits for it. */
export class StoreUnreachable extends OperatorError {
  override name = 'StoreUnreachable';

  override get exitCode(): number {
    return STORE_UNREACHABLE;
  }
}

/** Errors of the network and of name servers, which may also be starting. ENOENT: a Unix socket that does not exist yet. */
const NETWORK_CODES =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOST(UNREACH|DOWN)|ENET(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN|ENOENT)$/;

/**
 * From PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html): connection exceptions, not enough disk,
 * memory or connections, a statement cancelled because it took too long, shutting down, crashed, starting up, and a standby that
 * does not take writes until it is promoted.
 */
const SERVER_CODES = /^(08...|53...|57014|57P01|57P02|57P03|25006)$/;

/** What the operator can do if that is not to see that the server runs. */
const ADVICE: Readonly<Record<string, string>> = {
  25006: 'LDS_DATABASE_URL must lead to the primary, not to a standby',
  53300: 'raise its max_connections, or lower LDS_DATABASE_CONNECTIONS',
};

/** From the driver, which has no codes of its own. */
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout)/;

/**
 * Whether the database may come back by itself. It will not if it answers and refuses: a wrong password, a database that does not
 * exist, a version or a schema that does not fit.
 */
export function isUnreachable(error: Error): boolean {
  if (error instanceof StoreUnreachable || DRIVER_MESSAGES.test(error.message)) return true;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return false;
  if (SERVER_CODES.test(code)) return true;
  // A missing file of ours has the same code.
  return NETWORK_CODES.test(code) && (code !== 'ENOENT' || syscall === 'connect');
}

/** Turns an error that `isUnreachable` into one for the operator. */
export function asUnreachable(error: Error): StoreUnreachable {
  if (error instanceof StoreUnreachable) return error;
  const advice =
    ADVICE[(error as NodeJS.ErrnoException).code ?? ''] ??
    'see that the server runs, and that this machine reaches it';
  return new StoreUnreachable(
    `The database of LDS_DATABASE_URL cannot be used now (${reasonOf(error)}): ${advice}.`,
  );
}

/** For a name with several addresses, the error has one message per address and none of its own. */
function reasonOf({ message, errors = [] }: Error & { errors?: Error[] }): string {
  return message || errors.map((each) => each.message).join(', ');
}

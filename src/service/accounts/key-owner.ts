import { accountById } from '../storage/accounts.ts';
import type { Store } from '../storage/database.ts';
import type { ApiKeyRow } from '../storage/keys.ts';
import type { ActivityAction } from './activity-actions.ts';
import { logActivity } from './activity-log.ts';
import type { Mailer, Message } from './mailer.ts';

/**
 * Tells the owner of a key what happened to it. Keys of the command line have nobody to tell.
 *
 * @param line of the activity log, if there is one
 * @param message to the owner's address
 * @returns the address that gets the message; undefined if there is none that its account has confirmed
 */
export async function tellOwner(
  { store: { database }, mailer }: { store: Store; mailer: Mailer },
  { account_id: accountId }: Pick<ApiKeyRow, 'account_id'>,
  { line, message }: { line?: { action: ActivityAction; subject: string }; message(to: string): Message },
): Promise<string | undefined> {
  const account = accountId === null ? undefined : await accountById(database, accountId);
  if (account === undefined) return undefined;
  if (line !== undefined) await logActivity(database, account.id, line.action, null, line.subject);
  // An address that nobody has confirmed may be somebody else's.
  if (account.email_verified !== 1) return undefined;
  mailer.send(message(account.email));
  return account.email;
}

import { accountById, passkeysOf, sessionsOf } from '../storage/accounts.ts';
import { activityOf } from '../storage/activity.ts';
import type { Store } from '../storage/database.ts';
import { keysOfAccount } from '../storage/keys.ts';
import { usageOfKeys } from '../storage/usage.ts';

/**
 * Everything that is stored of an account, but for what would open it: of passwords, keys, sessions and two-factor secrets
 * only that they are there.
 */
export async function exportAccount({ database }: Store, accountId: string): Promise<object> {
  const account = await accountById(database, accountId);
  const keys = await keysOfAccount(database, accountId);
  const ids = keys.map(({ id }) => id);
  return {
    exported_at: new Date().toISOString(),
    account: {
      id: account?.id,
      email: account?.email,
      email_verified: account?.email_verified === 1,
      two_factor: account?.two_factor_enabled === 1,
      created_at: account?.created_at,
      updated_at: account?.updated_at,
    },
    keys: keys.map(({ hash: _hash, account_id: _account, deleted_at: _deleted, ...key }) => key),
    usage: await usageOfKeys(database, ids, ''),
    sessions: (await sessionsOf(database, accountId, '')).map(({ user_id: _user, ...session }) => session),
    passkeys: await passkeysOf(database, accountId),
    activity: (await activityOf(database, accountId)).map(({ account_id: _account, ...event }) => event),
  };
}

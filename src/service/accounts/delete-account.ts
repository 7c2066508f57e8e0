import { deleteVerifications, lockAccount } from '../storage/accounts.ts';
import { forgetAttemptsOf } from '../storage/attempts.ts';
import { deleteKeysOfAccount } from '../storage/keys.ts';
import type { Tables } from '../storage/schema.ts';
import { digest } from './digest.ts';

/**
 * Revokes the keys of an account, and removes all that is stored about it. It is locked meanwhile, so that nobody makes another
 * key for it.
 */
export async function deleteAccount(
  database: Tables,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, id);
    await deleteKeysOfAccount(transaction, id, new Date().toISOString());
    await deleteVerifications(transaction, id);
    await transaction.deleteFrom('account_holder').where('id', '=', id).execute();
  });
  for (const whose of [id, digest(email)]) await forgetAttemptsOf(database, whose);
}

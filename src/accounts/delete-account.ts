import type { Kysely } from 'kysely';
import { deleteVerifications } from '../storage/accounts.ts';
import { forgetAttemptsOf } from '../storage/attempts.ts';
import { deleteKeysOfAccount } from '../storage/keys.ts';
import type { Database } from '../storage/schema.ts';
import { digest } from './digest.ts';

/** Revokes the keys of an account, and removes all that is stored about it except its own row and what goes with that row. */
export async function forgetAccount(
  database: Kysely<Database>,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await deleteKeysOfAccount(database, id, new Date().toISOString());
  await deleteVerifications(database, id);
  for (const whose of [id, digest(email)]) await forgetAttemptsOf(database, whose);
}

/** Deletes an account for its operator, without its password. */
export async function deleteAccount(
  database: Kysely<Database>,
  account: { id: string; email: string },
): Promise<void> {
  await forgetAccount(database, account);
  await database.deleteFrom('account_holder').where('id', '=', account.id).execute();
}

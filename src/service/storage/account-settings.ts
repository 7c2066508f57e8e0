import { deleteVerifications, unconfirmed } from './accounts.ts';
import type { Tables } from './schema.ts';

/**
 * Gives an account another email address, if it still has the old one. Links to the old address stop working. A confirmed
 * address is taken from a sign-up with it that nobody has confirmed.
 *
 * @param confirmed whether somebody who reads mail at the new address has confirmed it
 * @returns false, with the account unchanged, when another account has the address or this one has lost the old one
 */
export async function replaceEmail(
  database: Tables,
  { accountId, from, to }: { accountId: string; from: string; to: string },
  { confirmed }: { confirmed: boolean },
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const own = transaction
      .selectFrom('account_holder as own')
      .select('own.id')
      .where('own.id', '=', accountId)
      .where('own.email', '=', from);
    if (confirmed)
      await unconfirmed(transaction)
        .where('email', '=', to)
        .where(({ exists }) => exists(own))
        .execute();
    const { numUpdatedRows } = await transaction
      .updateTable('account_holder')
      .set({ email: to, email_verified: confirmed ? 1 : 0, updated_at: new Date().toISOString() })
      .where('id', '=', accountId)
      .where('email', '=', from)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('account_holder as other').select('other.id').where('other.email', '=', to))),
      )
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await deleteVerifications(transaction, accountId);
    return true;
  });
}

export async function setQuotaAlerts(database: Tables, id: string, on: boolean): Promise<void> {
  await database
    .updateTable('account_holder')
    .set({ quota_alerts: on ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}

import { type ApiKeyRow, changeAt } from './keys.ts';
import type { Tables } from './schema.ts';

/**
 * Gives a plan to the holder of limits: an account with all its keys, or, for a key of no account, all keys of its lineage. Keys
 * that are charged together must have one plan.
 *
 * @returns how many keys have it now
 */
export async function setPlan(
  database: Tables,
  holder: { account: string } | { lineage: string },
  plan: string,
  at = new Date().toISOString(),
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    // First, because a transaction that creates a key of the account waits for this row.
    if ('account' in holder)
      await transaction
        .updateTable('account_holder')
        .set({ plan })
        .where('id', '=', holder.account)
        .execute();
    const { numUpdatedRows } = await transaction
      .updateTable('api_key')
      .set({ plan, updated_at: changeAt(at) })
      .where((row) =>
        'account' in holder
          ? row('account_id', '=', holder.account)
          : row.and([
              row('account_id', 'is', null),
              row.or([row('lineage', '=', holder.lineage), row('id', '=', holder.lineage)]),
            ]),
      )
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  });
}

/** The holder of the limits that a key is charged to. */
export function holderOf({ account_id, lineage, id }: ApiKeyRow): { account: string } | { lineage: string } {
  return account_id === null ? { lineage: lineage ?? id } : { account: account_id };
}

import { sql } from 'kysely';
import type { AccountRow } from './accounts.ts';
import { inParts } from './in-parts.ts';
import type { Tables } from './schema.ts';

/** An account as its operator sees it. */
export interface ListedAccount
  extends Pick<AccountRow, 'id' | 'email' | 'email_verified' | 'two_factor_enabled' | 'plan' | 'created_at'> {
  /** All stored keys, including those that have ended. */
  keys: number;
  last_used_at: string | null;
}

const ROWS_AT_ONCE = 1000;

/** All accounts by email address, in parts. */
export function listAccounts(database: Tables): AsyncGenerator<ListedAccount[]> {
  return inParts(ROWS_AT_ONCE, async ({ email: after }: Pick<AccountRow, 'email'> = { email: '' }) => {
    const accounts = await database
      .selectFrom('account_holder')
      .select(['id', 'email', 'email_verified', 'two_factor_enabled', 'plan', 'created_at'])
      // Compared by the database, as in the order below.
      .where(sql<boolean>`email > ${after}`)
      .orderBy('email')
      .limit(ROWS_AT_ONCE)
      .execute();
    return withKeys(database, accounts);
  });
}

/** Email addresses by account. */
export async function emailsOf(
  database: Tables,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (accounts.length === 0) return new Map();
  const rows = await database
    .selectFrom('account_holder')
    .select(['id', 'email'])
    .where('id', 'in', accounts)
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** Counts the keys of these accounts only. In one query with the accounts, each part would count the keys of all that follow. */
async function withKeys(
  database: Tables,
  accounts: readonly Omit<ListedAccount, 'keys' | 'last_used_at'>[],
): Promise<ListedAccount[]> {
  // PostgreSQL refuses `IN ()`.
  if (accounts.length === 0) return [];
  const ids = accounts.map(({ id }) => id);
  const counted = await database
    .selectFrom('api_key')
    .select('account_id')
    .select((row) => [row.fn.count<number>('id').as('keys'), row.fn.max('last_used_at').as('last_used_at')])
    .where('account_id', 'in', ids)
    .groupBy('account_id')
    .execute();
  const byAccount = new Map(counted.map((row) => [row.account_id, row]));
  return accounts.map((account) => {
    const { keys = 0, last_used_at = null } = byAccount.get(account.id) ?? {};
    return { ...account, keys: Number(keys), last_used_at };
  });
}

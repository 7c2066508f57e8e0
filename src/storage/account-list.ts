import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** An account as its operator sees it. */
export interface ListedAccount {
  id: string;
  email: string;
  email_verified: number;
  two_factor_enabled: number | null;
  plan: string | null;
  created_at: string;
  /** Keys that are stored, those that ended included. */
  keys: number;
  last_used_at: string | null;
}

const ROWS_AT_ONCE = 1000;

/** All accounts by email address, in parts. */
export async function* listAccounts(database: Kysely<Database>): AsyncGenerator<ListedAccount[]> {
  for (let after = ''; ; ) {
    const rows = await database
      .selectFrom('account_holder')
      .leftJoin('api_key', 'api_key.account_id', 'account_holder.id')
      .select([
        'account_holder.id',
        'account_holder.email',
        'account_holder.email_verified',
        'account_holder.two_factor_enabled',
        'account_holder.plan',
        'account_holder.created_at',
      ])
      .select((row) => [
        row.fn.count<number>('api_key.id').as('keys'),
        row.fn.max('api_key.last_used_at').as('last_used_at'),
      ])
      // By code units, as the comparison below.
      .where(sql<boolean>`account_holder.email > ${after}`)
      .groupBy('account_holder.id')
      .orderBy('account_holder.email')
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.length > 0) yield rows.map((row) => ({ ...row, keys: Number(row.keys) }));
    if (rows.length < ROWS_AT_ONCE) return;
    after = rows.at(-1)?.email ?? after;
  }
}

import { type Selectable, sql } from 'kysely';
import type { Database, Tables } from './schema.ts';

export type ActivityRow = Selectable<Database['activity']>;

/** The number of lines kept per account; further lines replace the oldest. */
export const MOST_ACTIVITY = 10_000;

export async function insertActivity(database: Tables, row: ActivityRow): Promise<void> {
  await database.insertInto('activity').values(row).execute();
  await sql`
    DELETE FROM activity WHERE account_id = ${row.account_id} AND id < (
      SELECT id FROM activity WHERE account_id = ${row.account_id}
      ORDER BY id DESC LIMIT 1 OFFSET ${MOST_ACTIVITY - 1}
    )`.execute(database);
}

/** Newest first; `before` is the id of the last row of the page before. */
export async function activityOf(
  database: Tables,
  accountId: string,
  page: { before?: string | undefined; limit?: number } = {},
): Promise<ActivityRow[]> {
  let query = database
    .selectFrom('activity')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc');
  if (page.before !== undefined) query = query.where('id', '<', page.before);
  if (page.limit !== undefined) query = query.limit(page.limit);
  return query.execute();
}

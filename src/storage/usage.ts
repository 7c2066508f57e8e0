import type { Kysely, Selectable } from 'kysely';
import type { Database, UsageDailyTable } from './schema.ts';

export type UsageRow = Selectable<UsageDailyTable>;

/** Adds counts to what is stored and moves `last_used_at` on, in one transaction: all of it or nothing. */
export async function addUsage(
  database: Kysely<Database>,
  counts: readonly UsageRow[],
  lastUsed: ReadonlyMap<string, string>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const count of counts) {
      await transaction
        .insertInto('usage_daily')
        .values(count)
        .onConflict((conflict) =>
          conflict.columns(['key_id', 'day', 'endpoint', 'outcome']).doUpdateSet((row) => ({
            requests: row('usage_daily.requests', '+', row.ref('excluded.requests')),
          })),
        )
        .execute();
    }
    for (const [id, at] of lastUsed) {
      await transaction
        .updateTable('api_key')
        .set({ last_used_at: at })
        .where('id', '=', id)
        .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', at)]))
        .execute();
    }
  });
}

export async function usageOfDay(database: Kysely<Database>, day: string): Promise<UsageRow[]> {
  return database.selectFrom('usage_daily').selectAll().where('day', '=', day).execute();
}

export async function usageOfKey(
  database: Kysely<Database>,
  keyId: string,
  sinceDay: string,
): Promise<UsageRow[]> {
  return database
    .selectFrom('usage_daily')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('day', '>=', sinceDay)
    .orderBy('day')
    .orderBy('endpoint')
    .orderBy('outcome')
    .execute();
}

import { setImmediate } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import type { Database, Tables } from './schema.ts';

export type RecentRequestsRow = Selectable<Database['recent_requests']>;

/** One request with a key. It has neither the URL nor the address of the client. */
export interface RecentRequest {
  /** When it arrived: ISO 8601 in UTC. */
  at: string;
  /** Operation id of the API: `getCity`; `none` where the path has none. */
  operation: string;
  status: number;
  /** Code of the problem document, where the response is one. */
  problem: string | null;
  milliseconds: number;
}

/** How many requests of a key are kept for each process, and shown. */
export const RECENT_REQUESTS = 100;

const ROWS_AT_ONCE = 1000;

/** The form in which a request is stored in JSON, about 50 bytes. */
export type StoredRequest = [
  at: number,
  operation: string,
  status: number,
  problem: string | null,
  milliseconds: number,
];

function decodeRequests(text: string): RecentRequest[] {
  const stored = JSON.parse(text) as StoredRequest[];
  return stored.map(([at, operation, status, problem, milliseconds]) => ({
    at: new Date(at).toISOString(),
    operation,
    status,
    problem,
    milliseconds,
  }));
}

/** Writes rows in place of older versions. Leaves out rows of keys without an account: only accounts have a page for them. */
export async function writeRecentRequests(
  database: Tables,
  rows: readonly RecentRequestsRow[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const ofAccounts = await transaction
      .selectFrom('api_key')
      .select('id')
      .where('id', 'in', [...new Set(rows.map(({ key_id }) => key_id))])
      .where('account_id', 'is not', null)
      .execute();
    const ids = new Set(ofAccounts.map(({ id }) => id));
    const wanted = rows.filter(({ key_id }) => ids.has(key_id));
    if (wanted.length === 0) return;
    await transaction
      .insertInto('recent_requests')
      .values(wanted)
      .onConflict((conflict) =>
        conflict
          .columns(['ring', 'day'])
          .doUpdateSet({ last_at: sql`excluded.last_at`, requests: sql`excluded.requests` }),
      )
      .execute();
  });
}

/** The newest requests with a key at any node, newest first. @param most undefined: all that are stored */
export async function recentRequestsOf(
  database: Tables,
  keyId: string,
  most?: number,
): Promise<RecentRequest[]> {
  const newestFirst = database
    .selectFrom('recent_requests')
    .select('requests')
    .where('key_id', '=', keyId)
    .orderBy('last_at', 'desc');
  // Each row has a request that arrived at its `last_at`, so rows after the first `most` have none of the newest.
  const rows = await (most === undefined ? newestFirst : newestFirst.limit(most)).execute();
  return rows
    .flatMap(({ requests }) => decodeRequests(requests))
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, most);
}

/** Removes the requests of days before `day`, some at a time, so that other work gets its turn. */
export async function removeRecentRequests(database: Tables, day: string): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      DELETE FROM recent_requests WHERE (ring, day) IN (
        SELECT ring, day FROM recent_requests WHERE day < ${day} LIMIT ${ROWS_AT_ONCE}
      ) RETURNING ring`.execute(database);
    if (rows.length < ROWS_AT_ONCE) return;
    await setImmediate();
  }
}

import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Selectable, sql, type Transaction } from 'kysely';
import { inGroups, inParts } from './in-parts.ts';
import type { ApiKeyRow } from './keys.ts';
import type { Database, Tables } from './schema.ts';

export type UsageRow = Selectable<Database['usage_daily']>;
export type MonthlyUsageRow = Selectable<Database['usage_monthly']>;

/** Kysely writes one parameter per value, and SQLite allows 32,766 in a statement. */
const ROWS_AT_ONCE = 1000;
/** An operator who looks for the cause of much load needs the first few. */
const MOST_SHOWN = 50;
/**
 * What one query reads: days of keys, ten keys for 100 days. Few enough for a planner to prefer their index to a table of
 * millions of rows, and for SQLite, which lets no other work have its turn, to read or add them up in a few milliseconds.
 */
const DAYS_OF_KEYS_AT_ONCE = 1000;
/** The same limit for months, as a number of keys: we keep a few years of each. */
const KEYS_AT_ONCE = 10;
const DAY = 86_400_000;

/**
 * Adds counts to what is stored and moves `last_used_at` on, in one transaction: all of it or nothing. Usage of keys
 * that no longer exist is left out. All nodes lock rows in the same order, so that no two of them wait for each other.
 *
 * @param batch names these counts: a batch that the store has already is not added again
 */
export async function addUsage(
  database: Tables,
  counts: readonly UsageRow[],
  lastUsed: ReadonlyMap<string, string>,
  batch = randomUUID() as string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await isNew(transaction, batch))) return;
    for (const rows of inGroups(await ofKnownKeys(transaction, sums(counts)), ROWS_AT_ONCE))
      await add(transaction, rows);
    for (const uses of inGroups([...lastUsed].toSorted(byFirst), ROWS_AT_ONCE))
      await moveOn(transaction, uses);
  });
}

async function isNew(transaction: Transaction<Database>, id: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('usage_batch')
    .values({ id, written_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** One row per series, because a statement may change a row only once. */
function sums(counts: readonly UsageRow[]): UsageRow[] {
  const bySeries = new Map<string, UsageRow>();
  for (const row of counts) {
    const series = JSON.stringify([row.key_id, row.day, row.endpoint, row.outcome]);
    const requests = row.requests + (bySeries.get(series)?.requests ?? 0);
    bySeries.set(series, { ...row, requests });
  }
  return [...bySeries].toSorted(byFirst).map(([, row]) => row);
}

async function ofKnownKeys(
  transaction: Transaction<Database>,
  rows: readonly UsageRow[],
): Promise<UsageRow[]> {
  const known = new Set<string>();
  for (const ids of inGroups([...new Set(rows.map(({ key_id }) => key_id))], ROWS_AT_ONCE)) {
    const found = await transaction.selectFrom('api_key').select('id').where('id', 'in', ids).execute();
    for (const { id } of found) known.add(id);
  }
  return rows.filter(({ key_id }) => known.has(key_id));
}

async function add(transaction: Transaction<Database>, rows: readonly UsageRow[]): Promise<void> {
  await transaction
    .insertInto('usage_daily')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['key_id', 'day', 'endpoint', 'outcome'])
        .doUpdateSet({ requests: sql`usage_daily.requests + excluded.requests` }),
    )
    .execute();
}

async function moveOn(transaction: Transaction<Database>, uses: [id: string, at: string][]): Promise<void> {
  const values = sql.join(uses.map(([id, at]) => sql`(${id}, ${at})`));
  // Both engines give the columns of VALUES these names.
  await sql`
    UPDATE api_key SET last_used_at = used.column2 FROM (VALUES ${values}) AS used
    WHERE id = used.column1 AND (last_used_at IS NULL OR last_used_at < used.column2)`.execute(transaction);
}

/** By the code units of the first: the same on every machine, whatever its locale. */
function byFirst([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** What a key used on a day, with what its limits are counted by. */
export interface KeyUsage extends Pick<ApiKeyRow, 'id' | 'account_id' | 'lineage' | 'plan' | 'share'> {
  requests: number;
}

/**
 * The number of requests of a day with one of these outcomes, by key, for keys after `last` in order. They come in parts, and
 * other work gets its turn between parts.
 */
export function usedOnDay(
  database: Tables,
  day: string,
  outcomes: readonly string[],
  last = '',
): AsyncGenerator<KeyUsage[]> {
  const used = database
    .selectFrom('usage_daily')
    .select('key_id')
    .select((row) => row.fn.sum<number>('requests').as('requests'))
    .where('day', '=', day)
    .where('outcome', 'in', outcomes)
    .groupBy('key_id')
    .orderBy('key_id')
    .limit(ROWS_AT_ONCE);
  return inParts(ROWS_AT_ONCE, async ({ id: after }: Pick<KeyUsage, 'id'> = { id: last }) => {
    const rows = await database
      .selectFrom(used.where('key_id', '>', after).as('used'))
      .innerJoin('api_key', 'api_key.id', 'used.key_id')
      .select(['api_key.id', 'account_id', 'lineage', 'plan', 'share', 'used.requests'])
      .orderBy('used.key_id')
      .execute();
    return rows.map((row) => ({ ...row, requests: Number(row.requests) }));
  });
}

/** What a key asked of an endpoint on a day. */
export interface UsedKey extends Pick<UsageRow, 'endpoint' | 'outcome' | 'requests'> {
  id: string;
  label: string;
  /** The email address of its holder; null for a key of the command line. */
  account: string | null;
}

/** The keys, endpoints and outcomes with the most requests of a day, the most first. */
export async function mostUsedKeys(database: Tables, day: string): Promise<UsedKey[]> {
  const rows = await database
    .selectFrom('usage_daily')
    .innerJoin('api_key', 'api_key.id', 'usage_daily.key_id')
    .leftJoin('account_holder', 'account_holder.id', 'api_key.account_id')
    .select(['api_key.id', 'label', 'email as account', 'endpoint', 'outcome', 'requests'])
    .where('day', '=', day)
    .orderBy('requests', 'desc')
    .limit(MOST_SHOWN)
    .execute();
  return rows.map((row) => ({ ...row, requests: Number(row.requests) }));
}

/**
 * The usage of all keys of an account, or of one key: by key, then day, endpoint and outcome. It comes in parts, because an
 * account may have any number of rows, and other work gets its turn between parts.
 */
export async function* usageOf(
  database: Tables,
  whose: { account: string } | { key: string },
  sinceDay: string,
): AsyncGenerator<UsageRow[]> {
  let keys = 'account' in whose ? await keysInOrder(database, whose.account) : [whose.key];
  const atOnce = keysAtOnce(sinceDay);
  let last: UsageRow | undefined;
  while (keys.length > 0) {
    const some = keys.slice(0, atOnce);
    const { key_id = '', day = '', endpoint = '', outcome = '' } = last ?? {};
    const rows = await database
      .selectFrom('usage_daily')
      .selectAll()
      // Named one by one: PostgreSQL cannot tell how many a subquery would find, and reads the usage of all accounts instead of
      // using the index.
      .where('key_id', 'in', some)
      .where('day', '>=', sinceDay)
      .where(sql<boolean>`(key_id, day, endpoint, outcome) > (${key_id}, ${day}, ${endpoint}, ${outcome})`)
      .orderBy('key_id')
      .orderBy('day')
      .orderBy('endpoint')
      .orderBy('outcome')
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.length > 0) yield rows;
    last = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined;
    // Without leaving keys out, each part would read again what the parts before it have read.
    keys = keys.slice(last === undefined ? some.length : some.indexOf(last.key_id));
    await setImmediate();
  }
}

/** A column that sums can be grouped by. The others are added up. */
type Column = Exclude<keyof UsageRow, 'requests'>;

/**
 * The requests with these keys from a day on, added up where they are stored: an account with a hundred keys has 18,000 rows in
 * 90 days, and most of the time would go into sending them. The sums come in parts, each of other keys, and other work gets its
 * turn between parts: where `by` leaves keys out, there are sums of the same day in every part.
 */
export async function* usageAddedUp<const By extends Column>(
  database: Tables,
  keys: readonly string[],
  sinceDay: string,
  by: readonly By[],
): AsyncGenerator<Pick<UsageRow, By | 'requests'>[]> {
  for (const some of inGroups(keys, keysAtOnce(sinceDay))) {
    const rows = await database
      .selectFrom('usage_daily')
      .select(by as readonly Column[])
      .select((row) => row.fn.sum<number>('requests').as('requests'))
      .where('key_id', 'in', some)
      .where('day', '>=', sinceDay)
      .groupBy(by as readonly Column[])
      .execute();
    yield rows.map((row) => ({ ...row, requests: Number(row.requests) }));
    await setImmediate();
  }
}

/** @param sinceDay empty for all days, of which a key may have hundreds */
function keysAtOnce(sinceDay: string): number {
  if (sinceDay === '') return 1;
  const days = Math.max(1, Math.ceil((Date.now() - Date.parse(sinceDay)) / DAY));
  return Math.max(1, Math.floor(DAYS_OF_KEYS_AT_ONCE / days));
}

/** Ids, in the order of the database. */
async function keysInOrder(database: Tables, accountId: string): Promise<string[]> {
  const keys = await database
    .selectFrom('api_key')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return keys.map(({ id }) => id);
}

/** Usage of an account in months whose days we no longer keep, by key, month, endpoint and outcome. */
export async function monthlyUsageOf(database: Tables, accountId: string): Promise<MonthlyUsageRow[]> {
  const months: MonthlyUsageRow[] = [];
  const inOrder = database
    .selectFrom('usage_monthly')
    .selectAll()
    .orderBy('key_id')
    .orderBy('month')
    .orderBy('endpoint')
    .orderBy('outcome');
  for (const keys of inGroups(await keysInOrder(database, accountId), KEYS_AT_ONCE))
    months.push(...(await inOrder.where('key_id', 'in', keys).execute()));
  return months;
}

/**
 * Adds the days before `day` to their months, and removes them: 1,000 rows per transaction, so that other work gets its turn.
 * Several nodes may do this at once: the node that removes a row adds it.
 */
export async function rollUpUsage(database: Tables, day: string): Promise<void> {
  for (;;) {
    const rows = await database.transaction().execute(async (transaction) => {
      const { rows: removed } = await sql<UsageRow>`
        DELETE FROM usage_daily WHERE (key_id, day, endpoint, outcome) IN (
          SELECT key_id, day, endpoint, outcome FROM usage_daily WHERE day < ${day}
          ORDER BY day, key_id LIMIT ${ROWS_AT_ONCE}
        ) RETURNING *`.execute(transaction);
      if (removed.length > 0) await addToMonths(transaction, removed);
      return removed.length;
    });
    if (rows === 0) return;
    await setImmediate();
  }
}

async function addToMonths(transaction: Transaction<Database>, days: readonly UsageRow[]): Promise<void> {
  const ofMonths = sums(days.map((row) => ({ ...row, day: row.day.slice(0, 7) })));
  await transaction
    .insertInto('usage_monthly')
    .values(ofMonths.map(({ day: month, ...row }) => ({ ...row, month })))
    .onConflict((conflict) =>
      conflict
        .columns(['key_id', 'month', 'endpoint', 'outcome'])
        .doUpdateSet({ requests: sql`usage_monthly.requests + excluded.requests` }),
    )
    .execute();
}

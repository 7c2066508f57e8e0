import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Tables } from './schema.ts';

/** At most `attempts` within `seconds`. */
export interface AttemptLimit {
  attempts: number;
  seconds: number;
}

export interface AttemptResult {
  allowed: boolean;
  /** Until the window resets. */
  retryAfterSeconds: number;
}

/**
 * Counts one attempt in one statement, so that no more than the limit pass, however many nodes count at once.
 *
 * A window that starts in the future counts as over, because the clock was set back and nobody should wait until it catches up.
 * But a window that starts less than its own length ahead may come from a node whose clock is ahead: it goes on from now.
 * Otherwise a code that is valid once would be valid twice.
 *
 * @param subject the action, and the account, address or client that it is counted for: `sign-in to X`
 */
export async function countAttempt(
  database: Tables,
  subject: string,
  limit: AttemptLimit,
  now = Date.now(),
): Promise<AttemptResult> {
  const windowMilliseconds = limit.seconds * 1000;
  const startedAt = sql.ref('attempt.window_started_at');
  const isOver = sql`(${startedAt} <= ${now - windowMilliseconds} OR ${startedAt} > ${now + windowMilliseconds})`;
  const { attempts, window_started_at } = await database
    .insertInto('attempt')
    .values({ subject, window_started_at: now, attempts: 1 })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        attempts: sql`CASE WHEN ${isOver} THEN 1 ELSE attempt.attempts + 1 END`,
        window_started_at: sql`CASE WHEN ${isOver} OR ${startedAt} > ${now} THEN ${now} ELSE ${startedAt} END`,
      }),
    )
    .returning(['attempts', 'window_started_at'])
    .executeTakeFirstOrThrow();
  const endsIn = Number(window_started_at) + windowMilliseconds - now;
  return { allowed: attempts <= limit.attempts, retryAfterSeconds: Math.max(1, Math.ceil(endsIn / 1000)) };
}

/** After a success, earlier attempts no longer count. */
export async function forgetAttempts(database: Tables, subject: string): Promise<void> {
  await database.deleteFrom('attempt').where('subject', '=', subject).execute();
}

/** Removes the counts of every subject that ends with `whose`: `sign-in to X`, `recovery of X`. */
export async function forgetAttemptsOf(database: Tables, whose: string): Promise<void> {
  const end = (row: ExpressionBuilder<Database, 'attempt'>) =>
    row.fn<string>('substr', ['subject', sql`length(subject) - ${sql.lit(whose.length - 1)}`]);
  await database.deleteFrom('attempt').where(end, '=', whose).execute();
}

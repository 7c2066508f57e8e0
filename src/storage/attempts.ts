import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** At most `attempts` within `seconds`. */
export interface AttemptLimit {
  attempts: number;
  seconds: number;
}

export interface AttemptResult {
  allowed: boolean;
  /** Until the window starts anew. */
  retryAfterSeconds: number;
}

/**
 * Counts one attempt, in one statement: however many nodes count at once, no more than the limit pass.
 *
 * @param subject what is limited, and whose it is
 */
export async function countAttempt(
  database: Kysely<Database>,
  subject: string,
  limit: AttemptLimit,
  now = Date.now(),
): Promise<AttemptResult> {
  const windowMilliseconds = limit.seconds * 1000;
  const over = now - windowMilliseconds;
  const { attempts, window_started_at } = await database
    .insertInto('attempt')
    .values({ subject, window_started_at: now, attempts: 1 })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((row) => ({
        attempts: row
          .case()
          .when('attempt.window_started_at', '<=', over)
          .then(1)
          .else(row('attempt.attempts', '+', 1))
          .end(),
        window_started_at: row
          .case()
          .when('attempt.window_started_at', '<=', over)
          .then(now)
          .else(row.ref('attempt.window_started_at'))
          .end(),
      })),
    )
    .returning(['attempts', 'window_started_at'])
    .executeTakeFirstOrThrow();
  const endsIn = Number(window_started_at) + windowMilliseconds - now;
  return { allowed: attempts <= limit.attempts, retryAfterSeconds: Math.max(1, Math.ceil(endsIn / 1000)) };
}

/** After a success: what was tried before no longer counts. */
export async function forgetAttempts(database: Kysely<Database>, subject: string): Promise<void> {
  await database.deleteFrom('attempt').where('subject', '=', subject).execute();
}

/** Removes every count whose subject ends like this, whatever was tried: `sign-in to X`, `recovery of X`. */
export async function forgetAttemptsOf(database: Kysely<Database>, whose: string): Promise<void> {
  const end = (row: ExpressionBuilder<Database, 'attempt'>) =>
    row.fn<string>('substr', ['subject', sql`length(subject) - ${sql.lit(whose.length - 1)}`]);
  await database.deleteFrom('attempt').where(end, '=', whose).execute();
}

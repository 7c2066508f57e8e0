import { APIError, type createAuthMiddleware } from 'better-auth/api';
import { type AttemptLimit, countAttempt } from '../storage/attempts.ts';
import type { Tables } from '../storage/schema.ts';

/** The argument of a better-auth hook. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Counts one attempt. @throws APIError 429 beyond the limit */
export async function countOrRefuse(database: Tables, subject: string, allowed: AttemptLimit): Promise<void> {
  const { allowed: isAllowed, retryAfterSeconds } = await countAttempt(database, subject, allowed);
  if (isAllowed) return;
  throw new APIError('TOO_MANY_REQUESTS', {
    code: 'TOO_MANY_ATTEMPTS',
    message: 'Too many attempts.',
    retry_after: retryAfterSeconds,
  });
}

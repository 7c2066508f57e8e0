import { APIError, type createAuthMiddleware } from 'better-auth/api';
import type { Logger } from 'pino';
import type { KeyRing } from '../keys/key-ring.ts';
import { type AttemptLimit, countAttempt } from '../storage/attempts.ts';
import type { Store } from '../storage/database.ts';
import type { Tables } from '../storage/schema.ts';
import type { ActivityAction } from './activity-actions.ts';
import type { Mailer } from './mailer.ts';
import type { HashCost, Passwords } from './passwords.ts';

export interface AccountsParts {
  store: Store;
  keys: KeyRing;
  mailer: Mailer;
  /** Public address without /v1. */
  publicUrl: string;
  /** Signs sessions; read when it is first needed. */
  secret: () => string;
  passwordCost: HashCost;
  log: Logger;
}

/** What better-auth, and what we add to it, works with. */
export interface AuthenticationParts {
  database: Tables;
  mailer: Mailer;
  passwords: Passwords;
  publicUrl: string;
  secret: string;
  /** Adds a line to the activity log of an account. */
  logActivity(accountId: string, action: ActivityAction, request: Request | undefined): Promise<void>;
}

/** The argument of a better-auth hook. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Applies to messages of one kind to one address. */
export const MESSAGE_LIMIT: AttemptLimit = { attempts: 5, seconds: 3600 };

/** Counts one attempt. @throws APIError 429 beyond the limit */
export async function countOrRefuse(database: Tables, subject: string, limit: AttemptLimit): Promise<void> {
  const { allowed, retryAfterSeconds: retry_after } = await countAttempt(database, subject, limit);
  if (allowed) return;
  const message = 'Too many attempts.';
  throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_ATTEMPTS', message, retry_after });
}

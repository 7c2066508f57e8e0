import { type AttemptLimit, countAttempt } from '../storage/attempts.ts';
import type { Tables } from '../storage/schema.ts';
import type { ActivityAction } from './activity-actions.ts';
import { digest } from './digest.ts';
import type { Mailer } from './mailer.ts';
import { messageOf } from './messages.ts';
import type { Passwords } from './passwords.ts';

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

/** Applies to messages of one kind to one address. */
export const MESSAGE_LIMIT: AttemptLimit = { attempts: 5, seconds: 3600 };

/** Counts a message about the confirmation of an address. @returns whether it may get one now */
export async function mayConfirm({ database }: AuthenticationParts, email: string): Promise<boolean> {
  return (await countAttempt(database, `confirming ${digest(email)}`, MESSAGE_LIMIT)).allowed;
}

/** Tells the holder of an address that somebody tries to sign up with it. The person who does so learns nothing. */
export async function notifyHolder(
  { database, mailer, publicUrl }: AuthenticationParts,
  email: string,
): Promise<void> {
  const { allowed } = await countAttempt(database, `sign-up of ${digest(email)}`, MESSAGE_LIMIT);
  if (allowed) mailer.send(messageOf('existingAccount', email, { publicUrl }));
}

import { randomUUIDv7 } from 'node:crypto';
import { accountById } from '../storage/accounts.ts';
import { insertActivity } from '../storage/activity.ts';
import type { Tables } from '../storage/schema.ts';
import type { ActivityAction } from './activity-actions.ts';

/** Writes one line of an account's activity log. */
export async function logActivity(
  database: Tables,
  accountId: string,
  action: ActivityAction,
  address: string | null,
  subject: string | null = null,
): Promise<void> {
  const line = {
    id: randomUUIDv7(),
    account_id: accountId,
    at: new Date().toISOString(),
    action,
    address,
    subject,
  };
  await insertActivity(database, line).catch(async (error: unknown) => {
    // A later sign-up may have replaced an unconfirmed account in the meantime. Then nobody can read its log.
    if ((await accountById(database, accountId)) !== undefined) throw error;
  });
}

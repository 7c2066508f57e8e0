import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { SCOPES } from '../../src/engine/permissions.ts';
import { issueKey } from '../../src/service/keys/lifecycle.ts';
import type { Database } from '../../src/service/storage/schema.ts';

/** Keys that share one account, to which nobody can sign in. A running server knows them within a second, or at their first use. */
export async function keysOfNewAccount(
  database: Kysely<Database>,
  { plan, keys }: { plan: string; keys: number },
): Promise<string[]> {
  const accountId = randomUUID();
  const at = new Date().toISOString();
  await database
    .insertInto('account_holder')
    .values({
      id: accountId,
      name: '',
      email: `${accountId}@example.org`,
      email_verified: 1,
      image: null,
      created_at: at,
      updated_at: at,
      two_factor_enabled: 0,
    })
    .execute();
  const request = { accountId, label: 'fairness', plan, scopes: SCOPES, headerOnly: false, expiresAt: null };
  const tokens: string[] = [];
  for (let made = 0; made < keys; made++) tokens.push((await issueKey(database, request)).token);
  return tokens;
}

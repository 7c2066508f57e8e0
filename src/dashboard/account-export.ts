import { setImmediate } from 'node:timers/promises';
import { accountById, passkeysOf, sessionsOf } from '../service/storage/accounts.ts';
import { type ActivityRow, activityOf } from '../service/storage/activity.ts';
import type { Store } from '../service/storage/database.ts';
import { inParts } from '../service/storage/in-parts.ts';
import { type ApiKeyRow, keysOfAccount } from '../service/storage/keys.ts';
import { recentRequestsOf } from '../service/storage/recent-requests.ts';
import { monthlyUsageOf, usageOf } from '../service/storage/usage.ts';
import type { DashboardParts } from './route.ts';

const EVENTS_AT_ONCE = 500;

/**
 * Everything stored about an account, except what would give access to it: the password, the keys and session tokens themselves,
 * and two-factor secrets. It includes everything that this process has counted, and what the others have written, which they do
 * every few seconds. It comes in parts, so that other requests are served in between.
 */
export async function exportAccount(
  {
    store,
    meter,
    recent,
    behindSeconds,
  }: Pick<DashboardParts, 'store' | 'meter' | 'recent' | 'behindSeconds'>,
  accountId: string,
): Promise<AsyncIterable<string>> {
  await meter.flush();
  await recent?.flush();
  return jsonOf(store, accountId, behindSeconds);
}

async function* jsonOf(
  { database }: Store,
  accountId: string,
  behindSeconds: number,
): AsyncGenerator<string> {
  const account = await accountById(database, accountId);
  const keys = await keysOfAccount(database, accountId);
  const sessions = await sessionsOf(database, accountId, '');
  const bounded = {
    exported_at: new Date().toISOString(),
    behind_seconds: behindSeconds,
    account: {
      id: account?.id,
      email: account?.email,
      email_verified: account?.email_verified === 1,
      two_factor: account?.two_factor_enabled === 1,
      plan: account?.plan ?? null,
      quota_alerts: account?.quota_alerts !== 0,
      created_at: account?.created_at,
      updated_at: account?.updated_at,
    },
    keys: keys.filter(({ client_id }) => client_id === null).map(exportedKey),
    connected_agents: keys.filter(({ client_id }) => client_id !== null).map(exportedKey),
    sessions: sessions.map(({ user_id: _user, ...session }) => session),
    passkeys: await passkeysOf(database, accountId),
    usage_by_month: await monthlyUsageOf(database, accountId),
  };
  yield JSON.stringify(bounded, null, 2).replace(/\n}$/, '');
  yield* list('usage', usageOf(database, { account: accountId }, ''));
  yield* list('recent_requests', recentRequests(database, keys));
  yield* list('activity', wholeActivity(database, accountId));
  yield '\n}\n';
}

function exportedKey({ hash: _hash, account_id: _account, deleted_at: _deleted, ...key }: ApiKeyRow) {
  return key;
}

/** One more member of the object, with one line per row. */
async function* list(name: string, parts: AsyncIterable<object[]>): AsyncGenerator<string> {
  yield `,\n  "${name}": [`;
  let separator = '\n';
  for await (const rows of parts) {
    yield separator + rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
    separator = ',\n';
  }
  yield '\n  ]';
}

async function* recentRequests(
  database: Store['database'],
  keys: readonly ApiKeyRow[],
): AsyncGenerator<object[]> {
  for (const { id } of keys) {
    const requests = await recentRequestsOf(database, id);
    if (requests.length > 0) yield requests.map((request) => ({ key_id: id, ...request }));
    await setImmediate();
  }
}

function wholeActivity(
  database: Store['database'],
  accountId: string,
): AsyncGenerator<Omit<ActivityRow, 'account_id'>[]> {
  return inParts(EVENTS_AT_ONCE, async (last: Pick<ActivityRow, 'id'> | undefined) => {
    const rows = await activityOf(database, accountId, { before: last?.id, limit: EVENTS_AT_ONCE });
    return rows.map(({ account_id: _account, ...event }) => event);
  });
}

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { IssuedKey, SessionState } from '../../../src/dashboard/interface.ts';
import { tidy } from '../../../src/service/storage/housekeeping.ts';
import { addUsage, rollUpUsage } from '../../../src/service/storage/usage.ts';
import { SoftwareAuthenticator } from '../../support/accounts/authenticator.ts';
import { AuthenticatorApp } from '../../support/accounts/authenticator-app.ts';
import {
  BrowserSession,
  OTHER_PASSWORD,
  outbox,
  PASSWORD,
  type SignedUp,
  signedUp,
  tokenIn,
} from '../../support/accounts/browser-session.ts';
import { startSmallService } from '../../support/small-service.ts';

const service = await startSmallService();
const { database } = service.store;
const HOUR = 3_600_000;

test('after deletion no row of any table mentions the account, and its keys are refused at once', async () => {
  const { browser, id, keys, app } = await livedIn();
  const digest = hash('sha256', browser.email, 'base64url');
  const marks = [id, browser.email, digest, 'label of a lived-in account', 'lived-in laptop'];
  const found = async () => {
    const text = JSON.stringify(await everything());
    return marks.filter((mark) => text.includes(mark));
  };
  assert.deepEqual(await found(), marks, 'there was something of each to delete');

  const { status } = await browser.send('POST', '/auth/delete-user', { password: PASSWORD });
  assert.equal(status, 200);
  assert.deepEqual(await found(), []);
  assert.equal(browser.cookies.has('lds.session_token'), false);
  for (const { token } of keys) assert.equal((await service.get('/cities/lisbon', token)).status, 401);
  const other = new BrowserSession(service);
  assert.equal((await other.signIn(browser.email)).status, 401);
  assert.ok(app.totp.generate().length === 6);
});

test('an empty row per key remains, which tells every node, until housekeeping removes it', async () => {
  const { browser, keys } = await livedIn();
  const bystander = await signedUp(service);
  const kept = await bystander.createKey('kept');
  await service.get('/cities/lisbon', kept.token);
  await browser.ask('POST', '/auth/delete-user', { password: PASSWORD });
  const rows = () =>
    database
      .selectFrom('api_key')
      .select('id')
      .where(
        'id',
        'in',
        [...keys, kept].map(({ key }) => key.id),
      )
      .execute();
  await tidy(database, Date.now(), { sendsMail: true });
  assert.equal((await rows()).length, keys.length + 1);
  await tidy(database, Date.now() + 2 * HOUR, { sendsMail: true });
  assert.deepEqual(
    (await rows()).map(({ id }) => id),
    [kept.key.id],
  );
  for (const { token } of keys) assert.equal((await service.get('/cities/lisbon', token)).status, 401);
  assert.equal((await service.get('/cities/lisbon', kept.token)).status, 200);
});

test('deleting an account takes its password', async () => {
  const browser = await signedUp(service);
  const { token } = await browser.createKey('x');
  for (const body of [{}, { password: '' }, { password: OTHER_PASSWORD }, { token: 'x' }])
    await browser.refused(400, 'POST', '/auth/delete-user', body);
  assert.ok(await browser.isSignedIn());
  assert.equal((await service.get('/cities/lisbon', token)).status, 200);
});

test('signing up again with the address of a deleted account starts empty, and old links do nothing', async () => {
  const first = await signedUp(service);
  await first.createKey('x');
  await first.send('POST', '/auth/request-password-reset', { email: first.email });
  const link = tokenIn(outbox(service).at(-1));
  await first.ask('POST', '/auth/delete-user', { password: PASSWORD });
  const again = await signedUp(service, first.email);
  assert.deepEqual(await again.keys(), []);
  await again.refused(400, 'POST', '/auth/reset-password', { token: link, newPassword: OTHER_PASSWORD });
});

/** For each column, whether the export has its value, omits it because it gives access, or omits it as internal. */
const COLUMNS: Record<string, Record<string, 'told' | 'secret' | 'ours'>> = {
  account_holder: {
    plan: 'told',
    quota_alerts: 'ours',
    confirm_by: 'ours',
    id: 'told',
    email: 'told',
    created_at: 'told',
    updated_at: 'told',
    name: 'ours',
    image: 'ours',
    email_verified: 'ours',
    two_factor_enabled: 'ours',
  },
  session: {
    id: 'told',
    created_at: 'told',
    updated_at: 'told',
    expires_at: 'told',
    ip_address: 'told',
    user_agent: 'told',
    token: 'secret',
    user_id: 'ours',
  },
  passkey: {
    id: 'told',
    name: 'told',
    created_at: 'told',
    public_key: 'secret',
    credential_id: 'secret',
    user_id: 'ours',
    counter: 'ours',
    device_type: 'ours',
    backed_up: 'ours',
    transports: 'ours',
    aaguid: 'ours',
  },
  activity: {
    id: 'told',
    at: 'told',
    action: 'told',
    address: 'told',
    subject: 'told',
    account_id: 'ours',
  },
  api_key: {
    id: 'told',
    label: 'told',
    prefix: 'told',
    last_four: 'told',
    plan: 'told',
    scopes: 'told',
    header_only: 'told',
    created_at: 'told',
    updated_at: 'told',
    expires_at: 'told',
    revoked_at: 'told',
    successor_id: 'told',
    last_used_at: 'told',
    lineage: 'told',
    share: 'told',
    addresses: 'told',
    idle_days: 'told',
    idle_check_at: 'told',
    idle_warned_at: 'told',
    client_id: 'told',
    hash: 'secret',
    account_id: 'ours',
    deleted_at: 'ours',
  },
  usage_daily: { key_id: 'told', day: 'told', endpoint: 'told', outcome: 'told', requests: 'told' },
  usage_monthly: { key_id: 'told', month: 'told', endpoint: 'told', outcome: 'told', requests: 'told' },
  // The export has what `requests` encodes.
  recent_requests: { key_id: 'told', last_at: 'told', ring: 'ours', day: 'ours', requests: 'ours' },
  two_factor: {
    secret: 'secret',
    backup_codes: 'secret',
    id: 'ours',
    user_id: 'ours',
    verified: 'ours',
    failed_verification_count: 'ours',
    locked_until: 'ours',
  },
  credential: {
    password: 'secret',
    id: 'ours',
    account_id: 'ours',
    user_id: 'ours',
    provider_id: 'ours',
    access_token: 'secret',
    refresh_token: 'secret',
    id_token: 'secret',
    access_token_expires_at: 'ours',
    refresh_token_expires_at: 'ours',
    scope: 'ours',
    created_at: 'ours',
    updated_at: 'ours',
  },
};
/** Tables without data of the account's owner: pending secrets, counts of attempts, names of writes. */
const WITHOUT_EXPORT = [
  'verification',
  'attempt',
  'usage_batch',
  // Nobody knows who wrote them.
  'report',
  // A connected agent is told as a key is: these have hashes of its tokens, what it claims, and what is allowed until then.
  'oauth_client',
  'oauth_consent',
  'oauth_access_token',
  'oauth_refresh_token',
  'kysely_migration',
  'kysely_migration_lock',
];

test('the export has everything stored about an account, and nothing that gives access to it', async () => {
  const { browser, id, keys, app } = await livedIn();
  const response = await browser.send('GET', '/export');
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="account.json"');
  const text = await response.text();
  const told = new Set(scalars(JSON.parse(text)));
  const keyIds = keys.map(({ key }) => key.id);
  const tables = await everything();
  assert.deepEqual(Object.keys(tables).toSorted(), [...Object.keys(COLUMNS), ...WITHOUT_EXPORT].toSorted());
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const owned = (tables[table] ?? []).filter(
      (row) =>
        [row.user_id, row.account_id, table === 'account_holder' ? row.id : undefined].includes(id) ||
        keyIds.includes(String(row.key_id)),
    );
    assert.ok(owned.length > 0, table);
    for (const row of owned) {
      assert.deepEqual(Object.keys(row).toSorted(), Object.keys(columns).toSorted(), table);
      for (const [column, value] of Object.entries(row)) {
        if (value === null || value === '') continue;
        if (columns[column] === 'told') assert.ok(told.has(value), `${table}.${column} is missing: ${value}`);
        if (columns[column] === 'secret')
          assert.ok(!text.includes(String(value)), `${table}.${column} is told`);
      }
    }
  }
  const secrets = [PASSWORD, app.totp.secret.base32, browser.cookie, ...keys.map(({ token }) => token)];
  for (const secret of secrets) assert.ok(!text.includes(secret));
});

/** An account that has one of everything. */
async function livedIn(): Promise<{
  browser: SignedUp;
  id: string;
  keys: IssuedKey[];
  app: AuthenticatorApp;
}> {
  await database.deleteFrom('attempt').execute();
  const browser = await signedUp(service);
  const { account } = await browser.ask<SessionState>('GET', '/session');
  const first = await browser.createKey('label of a lived-in account');
  await service.get('/cities/lisbon', first.token);
  const successor = await browser.ask<IssuedKey>('POST', `/keys/${first.key.id}/rotate`, {
    overlap_seconds: 3600,
  });
  await service.get('/cities/lisbon', successor.token);
  await browser.keys();
  await browser.ask('GET', `/keys/${first.key.id}/requests`);
  await usedLongAgo(first.key.id);
  const passkey = new SoftwareAuthenticator(service.server.address);
  await passkey.register(browser, 'lived-in laptop');
  await passkey.options(browser);
  const { totpURI } = await browser.ask<{ totpURI: string }>('POST', '/auth/two-factor/enable', {
    password: PASSWORD,
  });
  const app = new AuthenticatorApp(totpURI);
  await browser.ask('POST', '/auth/two-factor/verify-totp', { code: await app.next() });
  const other = new BrowserSession(service);
  await other.signIn(browser.email, OTHER_PASSWORD);
  await other.signIn(browser.email);
  await other.ask('POST', '/auth/two-factor/verify-totp', { code: await app.next(), trustDevice: true });
  await other.send('POST', '/auth/request-password-reset', { email: browser.email });
  return { browser, id: account?.id ?? '', keys: [first, successor], app };
}

async function everything(): Promise<Record<string, Record<string, unknown>[]>> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`.execute(
    database,
  );
  const read = rows.map(async ({ name }) => {
    const table = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)}`.execute(database);
    return [name, table.rows] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

function scalars(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalars) : [value];
}

async function usedLongAgo(key_id: string): Promise<void> {
  const row = { key_id, day: '2024-02-29', endpoint: 'getCity', outcome: '2xx', requests: 3 };
  await addUsage(database, [row], new Map());
  await rollUpUsage(database, '2025-01-01');
}

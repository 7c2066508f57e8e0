import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  Activity,
  ActivityAction,
  ActivityEvent,
  KeyList,
  SessionList,
  SessionState,
} from '../../src/dashboard/interface.ts';
import { ACTIVITY_ACTIONS } from '../../src/service/accounts/activity-actions.ts';
import { accountByEmail } from '../../src/service/storage/accounts.ts';
import { activityOf } from '../../src/service/storage/activity.ts';
import { SoftwareAuthenticator } from '../support/accounts/authenticator.ts';
import { AuthenticatorApp } from '../support/accounts/authenticator-app.ts';
import {
  BrowserSession,
  newAddress,
  OTHER_PASSWORD,
  outbox,
  PASSWORD,
  problemOf,
  type SignedUp,
  signedIn,
  signedUp,
  tokenIn,
} from '../support/accounts/browser-session.ts';
import { mailServer } from '../support/accounts/mail-server.ts';
import { HandmadeAgent } from '../support/oauth.ts';
import { startSmallService } from '../support/small-service.ts';

const service = await startSmallService();
const mail = await mailServer();
const { database } = service.store;

interface Doer {
  browser: SignedUp;
  /** The same service, as seen by somebody else. */
  stranger: BrowserSession;
}

/** For each action, requests that cause it. They return the subject that the log should have. */
const DEEDS: Record<ActivityAction, (doer: Doer) => Promise<string | null | undefined>> = {
  account_created: async () => null,
  signed_in: async ({ browser }) => {
    await signedIn(service, browser.email);
    return 'node';
  },
  sign_in_failed: async ({ browser, stranger }) => {
    await stranger.signIn(browser.email.toUpperCase(), OTHER_PASSWORD);
    return null;
  },
  signed_out: async ({ browser }) => {
    const other = await signedIn(service, browser.email);
    await other.ask('POST', '/auth/sign-out', {});
    return null;
  },
  session_ended: async ({ browser }) => {
    await signedIn(service, browser.email);
    const { sessions } = await browser.ask<SessionList>('GET', '/sessions');
    await browser.ask('DELETE', `/sessions/${sessions.find(({ current }) => !current)?.id}`);
    return null;
  },
  password_changed: async ({ browser }) => {
    await browser.ask('POST', '/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: OTHER_PASSWORD,
    });
    return null;
  },
  password_reset_requested: async ({ browser, stranger }) => {
    await stranger.ask('POST', '/auth/request-password-reset', { email: browser.email });
    return null;
  },
  password_reset: async ({ browser, stranger }) => {
    await stranger.ask('POST', '/auth/request-password-reset', { email: browser.email });
    const token = tokenIn(outbox(service).at(-1));
    await stranger.ask('POST', '/auth/reset-password', { token, newPassword: OTHER_PASSWORD });
    await browser.signIn(browser.email, OTHER_PASSWORD);
    return null;
  },
  email_changed: async ({ browser }) => {
    await browser.ask('POST', '/auth/request-email-change', { email: newAddress(), password: PASSWORD });
    return null;
  },
  two_factor_enabled: async ({ browser }) => {
    await twoFactor(browser);
    return null;
  },
  two_factor_disabled: async ({ browser }) => {
    await twoFactor(browser);
    await browser.ask('POST', '/auth/two-factor/disable', { password: PASSWORD });
    return null;
  },
  recovery_codes_replaced: async ({ browser }) => {
    await twoFactor(browser);
    await browser.ask('POST', '/auth/two-factor/generate-backup-codes', { password: PASSWORD });
    return null;
  },
  passkey_added: async ({ browser }) => {
    await new SoftwareAuthenticator(service.server.address).register(browser, 'laptop');
    return undefined;
  },
  passkey_removed: async ({ browser }) => {
    const { id } = await new SoftwareAuthenticator(service.server.address).register(browser, 'laptop');
    await browser.ask('POST', '/auth/passkey/delete-passkey', { id });
    return undefined;
  },
  key_created: async ({ browser }) => {
    await browser.createKey('Reports');
    return 'Reports';
  },
  key_adopted: async ({ browser }) => {
    const { token } = await service.key({ label: 'first key' });
    await browser.ask('POST', '/keys/adopt', { token });
    return 'first key';
  },
  key_renamed: async ({ browser }) => {
    const { key } = await browser.createKey('Old');
    await browser.ask('PATCH', `/keys/${key.id}`, { name: 'New' });
    return 'New';
  },
  key_guarded: async ({ browser }) => {
    const { key } = await browser.createKey('Reports');
    await browser.ask('PATCH', `/keys/${key.id}`, { addresses: ['127.0.0.1'], idle_days: null });
    return 'Reports';
  },
  key_rotated: async ({ browser }) => {
    const { key } = await browser.createKey('Reports');
    await browser.ask('POST', `/keys/${key.id}/rotate`, { overlap_seconds: 0 });
    return 'Reports';
  },
  key_revoked: async ({ browser }) => {
    const { key } = await browser.createKey('Reports');
    await browser.ask('POST', `/keys/${key.id}/revoke`);
    return 'Reports';
  },
  key_found_and_revoked: async ({ browser, stranger }) => {
    const { token } = await browser.createKey('Leaked');
    await stranger.ask('POST', '/found-key', { token, revoke: true });
    return 'Leaked';
  },
  agent_connected: async ({ browser }) => {
    await new HandmadeAgent(service.server.address).connected(browser);
    return 'By hand';
  },
  agent_disconnected: async ({ browser }) => {
    await new HandmadeAgent(service.server.address).connected(browser);
    const { agents } = await browser.ask<KeyList>('GET', '/keys');
    await browser.ask('POST', `/keys/${agents[0]?.id}/revoke`);
    return 'By hand';
  },
  data_exported: async ({ browser }) => {
    await browser.send('GET', '/export');
    return null;
  },
  quota_alerts_on: async ({ browser }) => {
    await browser.ask('PATCH', '/account', { quota_alerts: true });
    return null;
  },
  quota_alerts_off: async ({ browser }) => {
    await browser.ask('PATCH', '/account', { quota_alerts: false });
    const { account } = await browser.ask<SessionState>('GET', '/session');
    assert.equal(account?.quota_alerts, false);
    return null;
  },
  email_verified: async () => undefined,
  // These have tests of their own: they happen without a request, or by that of a code host.
  key_ended_unused: async () => undefined,
  key_leaked_and_revoked: async () => undefined,
};

test('these tests cover every action of the activity log', () => {
  assert.deepEqual(Object.keys(DEEDS).toSorted(), [...ACTIVITY_ACTIONS].toSorted());
});

for (const [action, deed] of Object.entries(DEEDS)) {
  if (['email_verified', 'key_ended_unused', 'key_leaked_and_revoked'].includes(action)) continue;

  test(`the log records ${action} once, with its time and IP address`, async () => {
    await database.deleteFrom('attempt').execute();
    const browser = await signedUp(service);
    const alone = action === 'signed_in' || action === 'account_created';
    const before = Date.now();
    const subject = await deed({ browser, stranger: new BrowserSession(service) });
    const told = (await log(browser)).filter((event) => event.action === action);
    assert.equal(told.length, action === 'signed_in' ? 2 : 1, JSON.stringify(told));
    const [event] = told;
    assert.equal(event?.address, '127.0.0.1');
    if (!alone) assert.ok(Date.parse(event?.at ?? '') >= before - 1);
    if (subject !== undefined) assert.equal(event?.subject, subject);
  });
}

test('the log records email_verified, and the sign-in after it', async () => {
  const sending = await startSmallService({ LDS_SMTP_URL: mail.url });
  const browser = new BrowserSession(sending);
  const email = newAddress();
  await browser.signUp(email);
  const link = { token: tokenIn(await mail.next(email)), password: PASSWORD };
  await browser.ask('POST', '/auth/verify-email', link);
  await browser.signIn(email);
  const actions = (await log(browser)).map(({ action }) => action);
  assert.deepEqual(actions, ['signed_in', 'email_verified', 'account_created']);
});

test('a sign-in is logged in its own account, even if the browser was signed in to another one', async () => {
  const holder = await signedUp(service);
  const intruder = await signedUp(service);
  await intruder.signIn(holder.email);
  const { account } = await intruder.ask<SessionState>('GET', '/session');
  assert.equal(account?.email, holder.email);
  const told = (await log(holder)).filter(({ action }) => action === 'signed_in');
  assert.equal(told.length, 2);
});

test('a wrong code after the right password is logged, because somebody knows the password', async () => {
  await database.deleteFrom('attempt').execute();
  const browser = await signedUp(service);
  await twoFactor(browser);
  const stranger = new BrowserSession(service);
  await stranger.signIn(browser.email);
  for (const path of ['verify-totp', 'verify-backup-code'])
    await stranger.refused(401, 'POST', `/auth/two-factor/${path}`, { code: 'wrong-code' });
  const told = (await log(browser)).filter(({ action }) => action === 'sign_in_failed');
  assert.deepEqual(
    told.map(({ address }) => address),
    ['127.0.0.1', '127.0.0.1'],
  );
});

test('entering a code when two-factor sign-in is already on adds no line', async () => {
  const browser = await signedUp(service);
  const app = await twoFactor(browser);
  await browser.ask('POST', '/auth/two-factor/verify-totp', { code: await app.next() });
  assert.equal((await log(browser)).filter(({ action }) => action === 'two_factor_enabled').length, 1);
});

test('failed requests add no line: a wrong password for a change, a missing key, a key revoked twice', async () => {
  const browser = await signedUp(service);
  const { key } = await browser.createKey('x');
  await browser.ask('POST', `/keys/${key.id}/revoke`);
  const before = (await log(browser)).length;
  await browser.send('POST', '/auth/change-password', {
    currentPassword: OTHER_PASSWORD,
    newPassword: 'another-lantern-49-plum',
  });
  await browser.send('POST', '/keys/key_nobody/revoke');
  await browser.send('POST', `/keys/${key.id}/revoke`);
  await browser.send('DELETE', '/sessions/others');
  assert.equal((await log(browser)).length, before);
});

test('pages of the log have every line once, newest first', async () => {
  const browser = await signedUp(service);
  const { key } = await browser.createKey('x');
  for (let time = 0; time < 120; time++)
    await browser.ask('PATCH', `/keys/${key.id}`, { name: `name ${time}` });
  const events: ActivityEvent[] = [];
  const sizes: number[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const query: string = before === '' ? '' : `?before=${before}`;
    const page: Activity = await browser.ask<Activity>('GET', `/activity${query}`);
    sizes.push(page.events.length);
    events.push(...page.events);
    before = page.next;
  }
  assert.deepEqual(sizes, [50, 50, 23]);
  assert.equal(new Set(events.map(({ id }) => id)).size, 123);
  const renames = events.filter(({ action }) => action === 'key_renamed').map(({ subject }) => subject);
  assert.deepEqual(
    renames,
    Array.from({ length: 120 }, (_, index) => `name ${119 - index}`),
  );
});

test('renaming and exporting, which always add a line, are limited per account', async () => {
  const [browser, other] = [await signedUp(service), await signedUp(service)];
  const { key } = await browser.createKey('x');
  const asks = {
    200: () => browser.send('PATCH', `/keys/${key.id}`, { name: 'y' }),
    20: () => browser.send('GET', '/export'),
  };
  for (const [limit, ask] of Object.entries(asks)) {
    for (let time = 0; time < Number(limit); time++) {
      const response = await ask();
      assert.equal(response.status, 200);
      await response.arrayBuffer();
    }
    const lines = await countOf(browser);
    const response = await ask();
    const seconds = Number(response.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 3600, String(seconds));
    assert.equal((await problemOf(response, 429)).code, 'too_many_attempts');
    assert.equal(await countOf(browser), lines);
  }
  await other.ask('GET', '/export');
});

async function countOf({ email }: SignedUp): Promise<number> {
  const { database } = service.store;
  const account = await accountByEmail(database, email);
  return (await activityOf(database, account?.id ?? '')).length;
}

async function log(browser: BrowserSession): Promise<ActivityEvent[]> {
  return (await browser.ask<Activity>('GET', '/activity')).events;
}

async function twoFactor(browser: BrowserSession): Promise<AuthenticatorApp> {
  const { totpURI } = await browser.ask<{ totpURI: string }>('POST', '/auth/two-factor/enable', {
    password: PASSWORD,
  });
  const app = new AuthenticatorApp(totpURI);
  await browser.ask('POST', '/auth/two-factor/verify-totp', { code: await app.next() });
  return app;
}

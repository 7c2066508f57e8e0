import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Activity, SessionState } from '../../../src/dashboard/interface.ts';
import { AuthenticatorApp } from '../../support/accounts/authenticator-app.ts';
import {
  BrowserSession,
  OTHER_PASSWORD,
  PASSWORD,
  type SignedUp,
  signedUp,
} from '../../support/accounts/browser-session.ts';
import { startSmallService } from '../../support/small-service.ts';

const service = await startSmallService();
const { database } = service.store;

interface Setup {
  totpURI: string;
  backupCodes: string[];
}

interface Protected {
  browser: SignedUp;
  app: AuthenticatorApp;
  recoveryCodes: string[];
}

test('turning on two-factor takes the password and a code; then signing in takes a code', async () => {
  const browser = await signedUp(service);
  await browser.refused(400, 'POST', '/auth/two-factor/enable', { password: OTHER_PASSWORD });
  const { totpURI, backupCodes } = await browser.ask<Setup>('POST', '/auth/two-factor/enable', {
    password: PASSWORD,
  });
  assert.match(totpURI, /^otpauth:\/\/totp\//);
  assert.ok(backupCodes.length >= 8);
  assert.equal(
    (await state(browser)).account?.two_factor,
    false,
    'not before a code has shown that it works',
  );
  const app = new AuthenticatorApp(totpURI);
  await browser.refused(401, 'POST', '/auth/two-factor/verify-totp', { code: app.wrong() });
  await browser.ask('POST', '/auth/two-factor/verify-totp', { code: await app.next() });
  assert.equal((await state(browser)).account?.two_factor, true);

  const other = await pending(browser.email);
  assert.equal(await other.isSignedIn(), false);
  await other.refused(401, 'GET', '/keys');
  await other.refused(401, 'POST', '/auth/two-factor/verify-totp', { code: app.wrong() });
  assert.equal(await other.isSignedIn(), false);
  await other.ask('POST', '/auth/two-factor/verify-totp', { code: await app.next() });
  assert.equal((await state(other)).account?.email, browser.email);
});

test('a code works once for any purpose; a used one is refused like a wrong one', async () => {
  await database.deleteFrom('attempt').execute();
  const browser = await signedUp(service);
  const { totpURI } = await browser.ask<Setup>('POST', '/auth/two-factor/enable', { password: PASSWORD });
  const app = new AuthenticatorApp(totpURI);
  const first = await app.next();
  await browser.ask('POST', '/auth/two-factor/verify-totp', { code: first });
  const other = await pending(browser.email);
  const second = await app.next();
  const [replayed, mistyped] = [
    await other.refused(401, 'POST', '/auth/two-factor/verify-totp', { code: first }),
    await other.refused(401, 'POST', '/auth/two-factor/verify-totp', { code: app.wrong() }),
  ];
  assert.deepEqual([replayed.code, replayed.detail], [mistyped.code, mistyped.detail]);
  assert.equal(await other.isSignedIn(), false);
  await other.ask('POST', '/auth/two-factor/verify-totp', { code: second });
  await browser.refused(401, 'POST', '/auth/two-factor/verify-totp', { code: second });
  const { events } = await browser.ask<Activity>('GET', '/activity');
  assert.equal(events.filter(({ action }) => action === 'sign_in_failed').length, 2);
});

test('of many simultaneous requests with the same code, one signs in', async () => {
  const { browser, app } = await protectedAccount();
  const others = await Promise.all([1, 2, 3, 4].map(() => pending(browser.email)));
  const code = await app.next();
  const statuses = await Promise.all(
    others.map(async (other) => (await other.send('POST', '/auth/two-factor/verify-totp', { code })).status),
  );
  assert.deepEqual(statuses.toSorted(), [200, 401, 401, 401]);
});

test('a code that another account has used still works', async () => {
  const [{ browser, app }, { browser: another }] = [await protectedAccount(), await protectedAccount()];
  const code = await app.next();
  await (await pending(another.email)).refused(401, 'POST', '/auth/two-factor/verify-totp', { code });
  await (await pending(browser.email)).ask('POST', '/auth/two-factor/verify-totp', { code });
});

test('a recovery code signs in once', async () => {
  const { browser, recoveryCodes } = await protectedAccount();
  const [code] = recoveryCodes;
  const first = await pending(browser.email);
  await first.ask('POST', '/auth/two-factor/verify-backup-code', { code });
  assert.ok(await first.isSignedIn());
  const second = await pending(browser.email);
  await second.refused(401, 'POST', '/auth/two-factor/verify-backup-code', { code });
  assert.equal(await second.isSignedIn(), false);
});

test('new recovery codes replace the old ones', async () => {
  const { browser, recoveryCodes } = await protectedAccount();
  const { backupCodes } = await browser.ask<Setup>('POST', '/auth/two-factor/generate-backup-codes', {
    password: PASSWORD,
  });
  const other = await pending(browser.email);
  await other.refused(401, 'POST', '/auth/two-factor/verify-backup-code', { code: recoveryCodes[0] });
  await other.ask('POST', '/auth/two-factor/verify-backup-code', { code: backupCodes[0] });
});

test('turning off two-factor takes only the password; then the password is enough', async () => {
  const { browser } = await protectedAccount();
  await browser.refused(400, 'POST', '/auth/two-factor/disable', { password: OTHER_PASSWORD });
  await browser.ask('POST', '/auth/two-factor/disable', { password: PASSWORD });
  const other = new BrowserSession(service);
  assert.equal((await other.signIn(browser.email)).status, 200);
  assert.ok(await other.isSignedIn());
});

test('codes cannot be guessed: a few wrong ones end the sign-in, more lock the second factor', async () => {
  const { browser, app } = await protectedAccount();
  const statuses: number[] = [];
  for (let round = 0; round < 3; round++) {
    await database.deleteFrom('attempt').execute();
    const other = await pending(browser.email);
    for (let guess = 0; guess < 6; guess++)
      statuses.push((await other.send('POST', '/auth/two-factor/verify-totp', { code: app.wrong() })).status);
    assert.equal(await other.isSignedIn(), false);
  }
  assert.ok(statuses.every((status) => status >= 400 && status < 500));
  const last = await pending(browser.email);
  await last.refused(429, 'POST', '/auth/two-factor/verify-totp', { code: await app.next() });
  assert.equal(await last.isSignedIn(), false);
  assert.ok(await browser.isSignedIn(), 'who is signed in stays so');
});

test('a lock set by a clock that was far ahead ends when it is set back', async () => {
  const { browser, app } = await protectedAccount();
  const lockedUntil = new Date(Date.now() + 30 * 86_400_000).toISOString();
  await database
    .updateTable('two_factor')
    .set({ locked_until: lockedUntil, failed_verification_count: 10 })
    .execute();
  const other = await pending(browser.email);
  await other.ask('POST', '/auth/two-factor/verify-totp', { code: await app.next() });
  assert.ok(await other.isSignedIn());
});

test('secrets and recovery codes are stored encrypted', async () => {
  const { browser, app, recoveryCodes } = await protectedAccount();
  const row = await database
    .selectFrom('two_factor')
    .innerJoin('account_holder', 'account_holder.id', 'two_factor.user_id')
    .select(['secret', 'backup_codes'])
    .where('email', '=', browser.email)
    .executeTakeFirstOrThrow();
  const stored = JSON.stringify(row);
  for (const secret of [app.totp.secret.base32, app.totp.secret.utf8, app.totp.secret.hex, ...recoveryCodes])
    assert.ok(!stored.includes(secret));
});

test('after two-factor was turned on elsewhere, an old session cannot open a new one', async () => {
  const { browser } = await protectedAccount();
  const other = await pending(browser.email);
  const names = [...other.cookies.keys()];
  assert.ok(
    names.every((name) => !name.includes('session')),
    names.join(),
  );
});

async function protectedAccount(): Promise<Protected> {
  await database.deleteFrom('attempt').execute();
  const browser = await signedUp(service);
  const setup = await browser.ask<Setup>('POST', '/auth/two-factor/enable', { password: PASSWORD });
  const app = new AuthenticatorApp(setup.totpURI);
  await browser.ask('POST', '/auth/two-factor/verify-totp', { code: await app.next() });
  return { browser, app, recoveryCodes: setup.backupCodes };
}

/** A browser that has entered the right password and needs a code. */
async function pending(email: string): Promise<BrowserSession> {
  const browser = new BrowserSession(service);
  const response = await browser.signIn(email);
  assert.deepEqual([response.status, await response.json()], [200, { twoFactorRedirect: true }]);
  return browser;
}

function state(browser: BrowserSession): Promise<SessionState> {
  return browser.ask('GET', '/session');
}

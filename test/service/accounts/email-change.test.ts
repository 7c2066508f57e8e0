import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionState } from '../../../src/dashboard/interface.ts';
import {
  BrowserSession,
  newAddress,
  OTHER_PASSWORD,
  PASSWORD,
  signedIn,
  signedUp,
  tokenIn,
} from '../../support/accounts/browser-session.ts';
import { mailServer } from '../../support/accounts/mail-server.ts';
import { startSmallService } from '../../support/small-service.ts';

const mail = await mailServer();
const service = await startSmallService({ LDS_SMTP_URL: mail.url });
const REQUEST = '/auth/request-email-change';
const CONFIRM = '/auth/confirm-email-change';

test('an address changes with the password and the link that the new one gets, which needs the password too, and the old one is told', async () => {
  const { browser, email } = await confirmed();
  const next = newAddress();
  await browser.refused(400, 'POST', REQUEST, { email: next, password: OTHER_PASSWORD });
  await browser.ask('POST', REQUEST, { email: next.toUpperCase(), password: PASSWORD });
  const token = tokenIn(await mail.next(next));
  assert.match(await mail.next(email), new RegExp(`change its email address to ${next}`));
  assert.equal(await addressOf(browser), email, 'not before it is confirmed');

  const stranger = new BrowserSession(service);
  await stranger.refused(401, 'POST', CONFIRM, { token: `${token}x`, password: PASSWORD });
  const { code } = await stranger.refused(400, 'POST', CONFIRM, { token, password: OTHER_PASSWORD });
  assert.equal(code, 'INVALID_PASSWORD', 'who gets a mistyped address does not get the account');
  assert.equal(await addressOf(browser), email);
  assert.deepEqual(await stranger.ask('POST', CONFIRM, { token, password: PASSWORD }), { email: next });
  assert.equal(stranger.cookies.has('lds.session_token'), false, 'the link signs nobody in');
  assert.equal(await addressOf(browser), next);
  assert.equal((await new BrowserSession(service).signIn(email)).status, 401);
  assert.ok(await (await signedIn(service, next)).isSignedIn());
  await stranger.refused(401, 'POST', CONFIRM, { token, password: PASSWORD });
});

test('nobody learns whether an address has an account, and nobody gets one that has', async () => {
  const { browser } = await confirmed();
  const { email: taken } = await confirmed();
  assert.deepEqual(await browser.ask('POST', REQUEST, { email: taken, password: PASSWORD }), {});
  assert.match(await mail.next(taken), /You already have an account/);

  const wanted = newAddress();
  await browser.ask('POST', REQUEST, { email: wanted, password: PASSWORD });
  const token = tokenIn(await mail.next(wanted));
  await confirmed(wanted);
  const { code } = await browser.refused(400, 'POST', CONFIRM, { token, password: PASSWORD });
  assert.equal(code, 'EMAIL_TAKEN');
});

test('a sign-up that nobody confirmed keeps no address from an account that changes to it', async () => {
  const wanted = newAddress();
  const stranger = new BrowserSession(service);
  await stranger.signUp(wanted, OTHER_PASSWORD);
  const link = tokenIn(await mail.next(wanted));
  const { browser } = await confirmed();
  await browser.ask('POST', REQUEST, { email: wanted, password: PASSWORD });
  const token = tokenIn(await mail.next(wanted));
  await browser.ask('POST', CONFIRM, { token, password: PASSWORD });
  assert.equal(await addressOf(browser), wanted);
  await stranger.refused(401, 'POST', '/auth/verify-email', { token: link, password: OTHER_PASSWORD });
  assert.equal((await stranger.signIn(wanted, OTHER_PASSWORD)).status, 401);
});

test('a new password stops a change that is under way', async () => {
  const { browser, email } = await confirmed();
  const next = newAddress();
  await browser.ask('POST', REQUEST, { email: next, password: PASSWORD });
  const token = tokenIn(await mail.next(next));
  const change = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
  await browser.ask('POST', '/auth/change-password', change);
  await browser.refused(401, 'POST', CONFIRM, { token, password: PASSWORD });
  assert.equal(await addressOf(browser), email);
});

test('without a mail server the address changes at once', async () => {
  const silent = await startSmallService();
  const browser = await signedUp(silent);
  const next = newAddress();
  await browser.ask('POST', REQUEST, { email: next, password: PASSWORD });
  assert.equal(await addressOf(browser), next);
  const { code } = await browser.refused(400, 'POST', REQUEST, { email: next, password: PASSWORD });
  assert.equal(code, 'SAME_EMAIL');
});

async function confirmed(email = newAddress()) {
  const browser = new BrowserSession(service);
  await browser.signUp(email);
  const token = tokenIn(await mail.next(email));
  await browser.ask('POST', '/auth/verify-email', { token, password: PASSWORD });
  await browser.signIn(email);
  return { browser, email };
}

async function addressOf(browser: BrowserSession): Promise<string | undefined> {
  return (await browser.ask<SessionState>('GET', '/session')).account?.email;
}

import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SessionState } from '../../../src/dashboard/interface.ts';
import {
  BrowserSession,
  newAddress,
  OTHER_PASSWORD,
  outbox,
  PASSWORD,
  signedIn,
  signedUp,
  tokenIn,
} from '../../support/accounts/browser-session.ts';
import { mailServer } from '../../support/accounts/mail-server.ts';
import { atEnd } from '../../support/lifetime.ts';
import { until } from '../../support/processes/lds.ts';
import { startSmallService } from '../../support/small-service.ts';

const service = await startSmallService();
const mail = await mailServer();
const sending = await startSmallService({
  LDS_SMTP_URL: mail.url,
  LDS_MAIL_FROM: 'Places <places@example.org>',
  LDS_PUBLIC_URL: 'https://example.org/places',
});

const reset = (browser: BrowserSession, token: string, newPassword = OTHER_PASSWORD) =>
  browser.send('POST', '/auth/reset-password', { token, newPassword });

test('without a mail server, recovery writes a message marked as development to the outbox; its link works once', async () => {
  const { email } = await signedUp(service);
  const browser = new BrowserSession(service);
  await browser.ask('POST', '/auth/request-password-reset', { email });
  const message = outbox(service).at(-1) ?? '';
  assert.match(message, /^Development: this message was not sent/);
  assert.ok(message.includes(`To: ${email}`));
  assert.ok(message.includes(`${service.server.publicUrl}/reset#token=`));
  const token = tokenIn(message);
  const stored = await service.store.database.selectFrom('verification').selectAll().execute();
  assert.ok(!JSON.stringify(stored).includes(token), 'who reads the store could use the link');

  assert.equal((await reset(browser, token)).status, 200);
  assert.equal((await reset(browser, token, PASSWORD)).status, 400);
  assert.equal((await browser.signIn(email, PASSWORD)).status, 401);
  await signedIn(service, email, OTHER_PASSWORD);
});

test('a recovery link works for an hour', async () => {
  const { email } = await signedUp(service);
  const browser = new BrowserSession(service);
  await browser.ask('POST', '/auth/request-password-reset', { email });
  const past = new Date(Date.now() - 1).toISOString();
  const { database } = service.store;
  const { expires_at } = await database
    .selectFrom('verification')
    .select('expires_at')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  assert.ok(Math.abs(Date.parse(expires_at) - Date.now() - 3_600_000) < 60_000);
  await database.updateTable('verification').set({ expires_at: past }).execute();
  assert.equal((await reset(browser, tokenIn(outbox(service).at(-1)))).status, 400);
  await signedIn(service, email);
});

test('a refused password does not use up the link', async () => {
  const { email } = await signedUp(service);
  const browser = new BrowserSession(service);
  await browser.ask('POST', '/auth/request-password-reset', { email });
  const token = tokenIn(outbox(service).at(-1));
  assert.equal((await reset(browser, token, 'short')).status, 400);
  assert.equal((await reset(browser, token)).status, 200);
});

test('only the service’s own user can read messages in the outbox', () => {
  const directory = join(service.home, 'outbox');
  assert.equal(statSync(directory).mode & 0o777, 0o700);
  for (const name of readdirSync(directory))
    assert.equal(statSync(join(directory, name)).mode & 0o777, 0o600);
});

test('with a mail server, nobody signs in before the link and the password together confirm the address', async () => {
  const email = newAddress();
  const browser = new BrowserSession(sending);
  await browser.signUp(email);
  assert.equal(
    (await browser.refused(401, 'POST', '/auth/sign-in/email', { email, password: PASSWORD })).code,
    'INVALID_EMAIL_OR_PASSWORD',
  );
  const message = await mail.next(email);
  assert.match(message, /^From: Places <places@example\.org>$/m);
  assert.match(message, /^Subject: Confirm your email address$/m);
  assert.ok(message.includes('https://example.org/places/verify#token='));
  assert.ok(!existsSync(join(sending.home, 'outbox')));

  const link = { token: tokenIn(message), password: PASSWORD };
  const wrong = await browser.refused(401, 'POST', '/auth/verify-email', {
    ...link,
    password: OTHER_PASSWORD,
  });
  assert.equal(wrong.code, 'NOT_YOUR_SIGN_UP');
  assert.equal((await browser.signIn(email)).status, 401, 'the link alone confirms nothing');
  assert.deepEqual(await browser.ask('POST', '/auth/verify-email', link), { email });
  assert.equal(await browser.isSignedIn(), false, 'confirming signs nobody in');
  const { account } = await (await signedIn(sending, email)).ask<SessionState>('GET', '/session');
  assert.deepEqual([account?.email, account?.email_verified], [email, true]);
});

test('a confirmation link works for an hour, and using it again is harmless', async () => {
  const { email, message } = await unconfirmed();
  const { exp, iat } = decoded(tokenIn(message));
  assert.equal(Number(exp) - Number(iat), 3600);
  const link = { token: tokenIn(message), password: PASSWORD };
  await new BrowserSession(sending).ask('POST', '/auth/verify-email', link);
  const again = new BrowserSession(sending);
  await again.ask('POST', '/auth/verify-email', link);
  assert.equal(await again.isSignedIn(), false);
  await signedIn(sending, email);
});

test('a forged link confirms nothing', async () => {
  const browser = new BrowserSession(sending);
  for (const token of ['', 'x', 'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImFAYi5leGFtcGxlIn0.'])
    assert.ok(
      (await browser.send('POST', '/auth/verify-email', { token, password: PASSWORD })).status >= 400,
    );
  assert.equal(await browser.isSignedIn(), false);
});

test('signing up with the address of an account sends a message to its owner', async () => {
  const { email } = await confirmed();
  await new BrowserSession(sending).signUp(email, OTHER_PASSWORD);
  const message = await mail.next(email);
  assert.match(message, /^Subject: You already have an account$/m);
  assert.doesNotMatch(message, /token=/);
});

test('recovery by email sets a new password', async () => {
  const { email } = await confirmed();
  const browser = new BrowserSession(sending);
  await browser.ask('POST', '/auth/request-password-reset', { email });
  assert.equal((await reset(browser, tokenIn(await mail.next(email)))).status, 200);
  assert.equal(await browser.isSignedIn(), false);
  await signedIn(sending, email, OTHER_PASSWORD);
});

test('a mail server that does not answer delays no response', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const connections = new Set<{ destroy(): void }>();
  silent.on('connection', (socket) => connections.add(socket));
  atEnd(() => {
    for (const socket of connections) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as { port: number };
  const waiting = await startSmallService({ LDS_SMTP_URL: `smtp://127.0.0.1:${port}` });
  const browser = new BrowserSession(waiting);
  assert.equal((await browser.signUp(newAddress())).status, 200);
  await until('the mail server is asked', () => connections.size > 0);
  for (const socket of connections) socket.destroy();
});

/** Signs up. @returns the address and the message sent to it */
async function unconfirmed(): Promise<{ email: string; message: string }> {
  const email = newAddress();
  await new BrowserSession(sending).signUp(email);
  return { email, message: await mail.next(email) };
}

async function confirmed(): Promise<{ email: string }> {
  const { email, message } = await unconfirmed();
  const link = { token: tokenIn(message), password: PASSWORD };
  await new BrowserSession(sending).ask('POST', '/auth/verify-email', link);
  return { email };
}

/** The claims of a signed token. */
function decoded(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
}

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Activity, KeyList, SessionState } from '../../../src/dashboard/interface.ts';
import { digest } from '../../../src/service/accounts/digest.ts';
import { openStore } from '../../../src/service/storage/database.ts';
import { tidy } from '../../../src/service/storage/housekeeping.ts';
import { openPostgresqlStore } from '../../../src/service/storage/postgresql.ts';
import { SoftwareAuthenticator } from '../../support/accounts/authenticator.ts';
import { AuthenticatorApp } from '../../support/accounts/authenticator-app.ts';
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
import { PostgresqlServer } from '../../support/processes/postgresql.ts';
import type { TestService } from '../../support/service.ts';
import { startSmallService } from '../../support/small-service.ts';

const DAY = 86_400_000;

const postgresql = await PostgresqlServer.start();
const mail = await mailServer();
const sending = await startSmallService({ LDS_SMTP_URL: mail.url });
const silent = await startSmallService();
const { database } = sending.store;

test('a stranger who signs up first with somebody’s address gets no access to the account its owner confirms', async () => {
  const email = newAddress();
  const attacker = new BrowserSession(sending);
  await attacker.signUp(email, OTHER_PASSWORD);
  const first = tokenIn(await mail.next(email));
  const victim = new BrowserSession(sending);
  await victim.signUp(email);
  const second = tokenIn(await mail.next(email));

  // The owner opens both links and enters the only password they know.
  assert.equal((await confirm(victim, first, PASSWORD)).status, 401);
  assert.equal((await confirm(victim, first, OTHER_PASSWORD)).status, 401, 'the first sign-up is gone');
  assert.equal((await confirm(victim, second, PASSWORD)).status, 200);
  assert.equal((await attacker.signIn(email, OTHER_PASSWORD)).status, 401);
  const { keys } = await (await signedIn(sending, email)).ask<KeyList>('GET', '/keys');
  assert.deepEqual(keys, []);
});

test('a stranger who signs up later with the same address gets no access either, whichever link the owner opens', async () => {
  const email = newAddress();
  const victim = new BrowserSession(sending);
  await victim.signUp(email);
  const first = tokenIn(await mail.next(email));
  const attacker = new BrowserSession(sending);
  await attacker.signUp(email, OTHER_PASSWORD);
  const second = tokenIn(await mail.next(email));

  assert.equal((await confirm(victim, first, PASSWORD)).status, 401);
  assert.equal((await confirm(victim, second, PASSWORD)).status, 401);
  assert.equal((await attacker.signIn(email, OTHER_PASSWORD)).status, 401);
  await mail.next(email);
  // The page advises them to sign up again.
  await victim.signUp(email);
  assert.equal((await confirm(victim, tokenIn(await mail.next(email)), PASSWORD)).status, 200);
  assert.equal((await attacker.signIn(email, OTHER_PASSWORD)).status, 401);
  await signedIn(sending, email);
});

test('recovery gives an unconfirmed account to the owner of the address and ends the stranger’s password', async () => {
  const email = newAddress();
  const attacker = new BrowserSession(sending);
  await attacker.signUp(email, OTHER_PASSWORD);
  await mail.next(email);
  const victim = new BrowserSession(sending);
  await victim.ask('POST', '/auth/request-password-reset', { email });
  const token = tokenIn(await mail.next(email));
  await victim.ask('POST', '/auth/reset-password', { token, newPassword: PASSWORD });
  assert.equal((await attacker.signIn(email, OTHER_PASSWORD)).status, 401);
  const { account } = await (await signedIn(sending, email)).ask<SessionState>('GET', '/session');
  assert.equal(account?.email_verified, true);
});

test('a refused sign-up replaces nothing', async () => {
  const email = `mike-${newAddress()}`;
  const browser = new BrowserSession(sending);
  await browser.signUp(email);
  const token = tokenIn(await mail.next(email));
  const otherPassword = { email, password: OTHER_PASSWORD };
  for (const [why, body] of Object.entries({
    'too short': { email, password: 'short' },
    common: { email, password: 'password123' },
    'too long, counted as JavaScript does': { email, password: '\u{1F511}\u{1F98A}'.repeat(100) },
    'a letter that is k in lower case': { ...otherPassword, email: email.replace('k', '\u212A') },
    'another such letter': { ...otherPassword, email: email.replace('.org', '.org\u0130') },
    'no address': { ...otherPassword, email: 'mike' },
    'a field too many': { ...otherPassword, image: 'x' },
    'a name that is no text': { ...otherPassword, name: null },
  }))
    assert.equal((await browser.send('POST', '/auth/sign-up/email', body)).status, 400, why);
  assert.equal((await confirm(browser, token, PASSWORD)).status, 200);
});

test('invalid and non-ASCII addresses get INVALID_EMAIL from every request that takes one', async () => {
  const browser = new BrowserSession(sending);
  for (const email of [
    'mike',
    'mike@example',
    'a b@example.org',
    'mi\u212Ae@example.org',
    'a@ex\u00E4mple.org',
  ])
    for (const path of ['sign-up/email', 'sign-in/email', 'request-password-reset']) {
      const body = path === 'request-password-reset' ? { email } : { email, password: PASSWORD };
      assert.equal((await browser.refused(400, 'POST', `/auth/${path}`, body)).code, 'INVALID_EMAIL');
    }
});

test('a sign-up needs no name', async () => {
  const email = newAddress();
  const browser = new BrowserSession(sending);
  await browser.ask('POST', '/auth/sign-up/email', { email, password: PASSWORD });
  assert.equal((await confirm(browser, tokenIn(await mail.next(email)), PASSWORD)).status, 200);
});

test('a sign-up over the message limit replaces nothing, and earlier links still work', async () => {
  const email = newAddress();
  const victim = new BrowserSession(sending);
  await victim.signUp(email);
  const token = tokenIn(await mail.next(email));
  await useUpMessages(email);
  const answer = await new BrowserSession(sending).signUp(email, OTHER_PASSWORD);
  assert.deepEqual([answer.status, await answer.json()], [200, {}]);
  assert.equal((await confirm(victim, token, PASSWORD)).status, 200);
  assert.equal(mail.waiting(email), 0);
});

test('a recovery link still works after somebody else has signed up with the address', async () => {
  const email = newAddress();
  const stranger = new BrowserSession(sending);
  await stranger.signUp(email, OTHER_PASSWORD);
  await mail.next(email);
  const victim = new BrowserSession(sending);
  await victim.ask('POST', '/auth/request-password-reset', { email });
  const token = tokenIn(await mail.next(email));
  await stranger.signUp(email, OTHER_PASSWORD);
  await mail.next(email);
  await victim.ask('POST', '/auth/reset-password', { token, newPassword: PASSWORD });
  await signedIn(sending, email);
  assert.equal((await stranger.signIn(email, OTHER_PASSWORD)).status, 401);
});

test('failed sign-ins of strangers do not keep the owner from confirming', async () => {
  const email = newAddress();
  const holder = new BrowserSession(sending);
  await holder.signUp(email);
  const token = tokenIn(await mail.next(email));
  await countOf(`sign-in to ${digest(email)}`, 20);
  assert.equal((await new BrowserSession(sending).signIn(email)).status, 429);
  assert.equal((await confirm(holder, token, PASSWORD)).status, 200);
});

test('a confirmation link allows 20 attempts at its password', async () => {
  const email = newAddress();
  const reader = new BrowserSession(sending);
  await reader.signUp(email);
  const token = tokenIn(await mail.next(email));
  assert.equal((await confirm(reader, token, OTHER_PASSWORD)).status, 401);
  const { id } = await database
    .selectFrom('account_holder')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await countOf(`confirmation of ${id}`, 20);
  assert.equal((await confirm(reader, token, PASSWORD)).status, 429);
});

test('a later sign-up replaces an unconfirmed account completely, and does not change a confirmed one', async () => {
  const { email } = await confirmedIn(sending);
  const before = await stored(email);
  await new BrowserSession(sending).signUp(email, OTHER_PASSWORD);
  assert.deepEqual(await stored(email), before);

  const pending = newAddress();
  await new BrowserSession(sending).signUp(pending);
  const [old] = (await stored(pending)).account;
  await new BrowserSession(sending).signUp(pending, OTHER_PASSWORD);
  const { account, credential } = await stored(pending);
  assert.equal(account.length, 1);
  assert.notEqual(account[0]?.id, old?.id);
  assert.equal(credential.length, 1);
  assert.deepEqual(
    await database.selectFrom('credential').selectAll().where('user_id', '=', String(old?.id)).execute(),
    [],
  );
});

test('an unconfirmed account cannot have a session, key or passkey', async () => {
  const email = newAddress();
  const browser = new BrowserSession(sending);
  await browser.signUp(email);
  await browser.signIn(email);
  assert.equal(await browser.isSignedIn(), false);
  await browser.refused(401, 'POST', '/keys', { name: 'x', expires_at: null, header_only: false });
  await browser.refused(401, 'GET', '/auth/passkey/generate-register-options');
});

test('with a mail server, only unconfirmed accounts are removed, after a day', async () => {
  const pending = newAddress();
  await new BrowserSession(sending).signUp(pending);
  const { email } = await confirmedIn(sending);
  const now = Date.now();
  await tidy(database, now + 0.9 * DAY, { sendsMail: true });
  assert.equal((await stored(pending)).account.length, 1);
  await tidy(database, now + 1.1 * DAY, { sendsMail: true });
  const { account, credential } = await stored(pending);
  assert.deepEqual([account, credential], [[], []]);
  assert.equal((await stored(email)).account.length, 1);
});

test('an account used before mail was set up is neither removed nor replaced afterwards', async () => {
  const home = { LDS_SECRET: randomUUID() };
  const before = await startSmallService(home);
  const browser = await signedUp(before);
  await browser.createKey('in use');
  await new SoftwareAuthenticator(before.server.address).register(browser, 'laptop');
  const after = await startSmallService({ ...home, LDS_SMTP_URL: mail.url }, { open: () => storeOf(before) });

  await tidy(after.store.database, Date.now() + 400 * DAY, { sendsMail: true });
  await new BrowserSession(after).signUp(browser.email, OTHER_PASSWORD);
  assert.match(await mail.next(browser.email), /^Subject: You already have an account$/m);
  // The sign-in sends a new confirmation link.
  const holder = new BrowserSession(after);
  assert.equal((await holder.signIn(browser.email)).status, 401);
  assert.equal((await confirm(holder, tokenIn(await mail.next(browser.email)), PASSWORD)).status, 200);
  assert.deepEqual(
    (await (await signedIn(after, browser.email)).keys()).map(({ name }) => name),
    ['in use'],
  );
});

test('recovery removes the passkeys and second factor that a stranger added before mail was set up', async () => {
  const home = { LDS_SECRET: randomUUID() };
  const before = await startSmallService(home);
  const stranger = await signedUp(before);
  await new SoftwareAuthenticator(before.server.address).register(stranger, 'laptop');
  const { totpURI } = await stranger.ask<{ totpURI: string }>('POST', '/auth/two-factor/enable', {
    password: PASSWORD,
  });
  const code = await new AuthenticatorApp(totpURI).next();
  await stranger.ask('POST', '/auth/two-factor/verify-totp', { code });

  const after = await startSmallService({ ...home, LDS_SMTP_URL: mail.url }, { open: () => storeOf(before) });
  const visitor = new BrowserSession(after);
  await visitor.ask('POST', '/auth/request-password-reset', { email: stranger.email });
  const token = tokenIn(await mail.next(stranger.email));
  await visitor.ask('POST', '/auth/reset-password', { token, newPassword: OTHER_PASSWORD });

  const owner = await signedIn(after, stranger.email, OTHER_PASSWORD);
  assert.deepEqual(await owner.ask('GET', '/auth/passkey/list-user-passkeys'), []);
  const { account } = await owner.ask<SessionState>('GET', '/session');
  assert.equal(account?.two_factor, false);
  const { events } = await owner.ask<Activity>('GET', '/activity');
  const actions = events.map(({ action }) => action);
  assert.ok(actions.includes('passkey_removed') && actions.includes('two_factor_disabled'));
});

test('a sign-in without a mail server makes an unconfirmed account permanent', async () => {
  const home = { LDS_SECRET: randomUUID() };
  const before = await startSmallService({ ...home, LDS_SMTP_URL: mail.url });
  const email = newAddress();
  await new BrowserSession(before).signUp(email);
  const after = await startSmallService(home, { open: () => storeOf(before) });
  await tidy(after.store.database, Date.now() + 2 * DAY, { sendsMail: false });
  await signedIn(after, email);
  await tidy(after.store.database, Date.now() + 2 * DAY, { sendsMail: true });
  await signedIn(after, email);
});

for (const [engine, how, service] of [
  ['SQLite', 'with a mail server', () => Promise.resolve(sending)],
  ['SQLite', 'without one', () => Promise.resolve(silent)],
  ['PostgreSQL', 'with a mail server', () => onPostgresql({ LDS_SMTP_URL: mail.url })],
  ['PostgreSQL', 'without one', () => onPostgresql({})],
] as const) {
  test(`on ${engine}, ${how}, simultaneous sign-ups do not reveal whether an address has an account`, async () => {
    const started = await service();
    const { email: known } =
      started.config.smtpUrl !== undefined ? await confirmedIn(started) : await signedUp(started);
    const answers = async (email: string) => {
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          new BrowserSession(started).signUp(email, `${OTHER_PASSWORD}-${index}`),
        ),
      );
      return Promise.all(responses.map(async (response) => [response.status, await response.text()]));
    };
    const told = new Set((await answers(known)).map(String));
    assert.equal(told.size, 1);
    for (let round = 0; round < 2; round++) {
      const address = newAddress();
      assert.deepEqual(new Set((await answers(address)).map(String)), told);
      const accounts = await started.store.database
        .selectFrom('account_holder')
        .selectAll()
        .where('email', '=', address)
        .execute();
      assert.equal(accounts.length, 1);
      await started.store.database.deleteFrom('attempt').execute();
    }
  });
}

/** Opens the store of a service for another one with different settings. */
function storeOf({ home }: TestService) {
  return openStore(home, { busyMilliseconds: 1000 });
}

async function onPostgresql(settings: Record<string, string>): Promise<TestService> {
  const url = await postgresql.createDatabase();
  return startSmallService(settings, { open: () => openPostgresqlStore(url) });
}

function confirm(browser: BrowserSession, token: string, password: string): Promise<Response> {
  return browser.send('POST', '/auth/verify-email', { token, password });
}

/** Uses up the confirmation emails of an address, as repeated sign-ups by strangers would. */
function useUpMessages(email: string): Promise<void> {
  return countOf(`confirming ${digest(email)}`, 5);
}

async function countOf(subject: string, attempts: number): Promise<void> {
  await database
    .insertInto('attempt')
    .values({ subject, attempts, window_started_at: Date.now() })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ attempts }))
    .execute();
}

async function confirmedIn(service: TestService): Promise<{ email: string }> {
  const email = newAddress();
  const browser = new BrowserSession(service);
  await browser.signUp(email);
  assert.equal((await confirm(browser, tokenIn(await mail.next(email)), PASSWORD)).status, 200);
  return { email };
}

async function stored(email: string) {
  const account = await database
    .selectFrom('account_holder')
    .selectAll()
    .where('email', '=', email)
    .execute();
  const ids = account.map(({ id }) => id);
  const credential = await database
    .selectFrom('credential')
    .selectAll()
    .where('user_id', 'in', ids)
    .execute();
  return { account, credential };
}

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { digest } from '../../src/accounts/digest.ts';
import type { Activity, KeyList, SessionState } from '../../src/dashboard/interface.ts';
import { openStore } from '../../src/storage/database.ts';
import { tidy } from '../../src/storage/housekeeping.ts';
import { openPostgresqlStore } from '../../src/storage/postgresql.ts';
import { SoftwareAuthenticator } from '../support/accounts/authenticator.ts';
import { AuthenticatorApp } from '../support/accounts/authenticator-app.ts';
import {
  BrowserSession,
  newAddress,
  OTHER_PASSWORD,
  PASSWORD,
  signedIn,
  signedUp,
  tokenIn,
} from '../support/accounts/browser-session.ts';
import { mailServer } from '../support/accounts/mail-server.ts';
import { PostgresqlServer } from '../support/processes/postgresql.ts';
import { startService, type TestService } from '../support/service.ts';

const DAY = 86_400_000;

const postgresql = await PostgresqlServer.start();
const mail = await mailServer();
const sending = await startService({ LDS_SMTP_URL: mail.url });
const silent = await startService();
const { database } = sending.store;

test('whoever signs up first with somebody else’s address gets nothing of the account that its holder confirms', async () => {
  const email = newAddress();
  const attacker = new BrowserSession(sending);
  await attacker.signUp(email, OTHER_PASSWORD);
  const first = tokenIn(await mail.next(email));
  const victim = new BrowserSession(sending);
  await victim.signUp(email);
  const second = tokenIn(await mail.next(email));

  // The holder opens both links, and types the only password that the holder knows.
  assert.equal((await confirm(victim, first, PASSWORD)).status, 401);
  assert.equal((await confirm(victim, first, OTHER_PASSWORD)).status, 401, 'the first sign-up is gone');
  assert.equal((await confirm(victim, second, PASSWORD)).status, 200);
  assert.equal((await attacker.signIn(email, OTHER_PASSWORD)).status, 401);
  const { keys } = await (await signedIn(sending, email)).ask<KeyList>('GET', '/keys');
  assert.deepEqual(keys, []);
});

test('whoever signs up after somebody with the same address gets nothing either, whichever link its holder opens', async () => {
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
  // Signing up once more is what the page advises.
  await victim.signUp(email);
  assert.equal((await confirm(victim, tokenIn(await mail.next(email)), PASSWORD)).status, 200);
  assert.equal((await attacker.signIn(email, OTHER_PASSWORD)).status, 401);
  await signedIn(sending, email);
});

test('recovery makes an unconfirmed account its holder’s: the password of whoever signed up is over', async () => {
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

test('a sign-up that is refused, for whatever reason, replaces nothing', async () => {
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

test('what is no address, or not of ASCII letters, is refused by name wherever one is asked for', async () => {
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

test('a sign-up that no message can be sent for replaces nothing: the links that were sent still work', async () => {
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

test('wrong tries of strangers to sign in do not keep the holder from confirming', async () => {
  const email = newAddress();
  const holder = new BrowserSession(sending);
  await holder.signUp(email);
  const token = tokenIn(await mail.next(email));
  await countOf(`sign-in to ${digest(email)}`, 20);
  assert.equal((await new BrowserSession(sending).signIn(email)).status, 429);
  assert.equal((await confirm(holder, token, PASSWORD)).status, 200);
});

test('whoever has the link of a sign-up has 20 tries at its password', async () => {
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

test('a later sign-up leaves nothing of an unconfirmed one, and changes nothing of a confirmed one', async () => {
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

test('nobody is let in to an unconfirmed account: it has no session, key or passkey', async () => {
  const email = newAddress();
  const browser = new BrowserSession(sending);
  await browser.signUp(email);
  await browser.signIn(email);
  assert.equal(await browser.isSignedIn(), false);
  await browser.refused(401, 'POST', '/keys', { name: 'x', expires_at: null, header_only: false });
  await browser.refused(401, 'GET', '/auth/passkey/generate-register-options');
});

test('where mail is sent, an account that nobody confirms is removed after a day, and no other', async () => {
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

test('an account that was used while no mail was sent stays: it is neither removed nor replaced when mail is set up', async () => {
  const home = { LDS_SECRET: randomUUID() };
  const before = await startService(home);
  const browser = await signedUp(before);
  await browser.createKey('in use');
  await new SoftwareAuthenticator(before.server.address).register(browser, 'laptop');
  const after = await startService({ ...home, LDS_SMTP_URL: mail.url }, () => storeOf(before));

  await tidy(after.store.database, Date.now() + 400 * DAY, { sendsMail: true });
  await new BrowserSession(after).signUp(browser.email, OTHER_PASSWORD);
  assert.match(await mail.next(browser.email), /^Subject: You have an account already$/m);
  // Signing in asks to confirm the address, with the password.
  const holder = new BrowserSession(after);
  assert.equal((await holder.signIn(browser.email)).status, 401);
  assert.equal((await confirm(holder, tokenIn(await mail.next(browser.email)), PASSWORD)).status, 200);
  assert.deepEqual(
    (await (await signedIn(after, browser.email)).keys()).map(({ name }) => name),
    ['in use'],
  );
});

test('an account that somebody else made while no mail was sent loses its passkeys when the reader of its mail recovers it', async () => {
  const home = { LDS_SECRET: randomUUID() };
  const before = await startService(home);
  const attacker = await signedUp(before);
  await new SoftwareAuthenticator(before.server.address).register(attacker, 'laptop');
  const after = await startService({ ...home, LDS_SMTP_URL: mail.url }, () => storeOf(before));
  const victim = new BrowserSession(after);
  await victim.ask('POST', '/auth/request-password-reset', { email: attacker.email });
  const token = tokenIn(await mail.next(attacker.email));
  await victim.ask('POST', '/auth/reset-password', { token, newPassword: OTHER_PASSWORD });
  const holder = await signedIn(after, attacker.email, OTHER_PASSWORD);
  assert.deepEqual(await holder.ask('GET', '/auth/passkey/list-user-passkeys'), []);
});

test('nor does a second factor that somebody else set up keep the reader of its mail out', async () => {
  const home = { LDS_SECRET: randomUUID() };
  const before = await startService(home);
  const attacker = await signedUp(before);
  const { totpURI } = await attacker.ask<{ totpURI: string }>('POST', '/auth/two-factor/enable', {
    password: PASSWORD,
  });
  const code = await new AuthenticatorApp(totpURI).next();
  await attacker.ask('POST', '/auth/two-factor/verify-totp', { code });
  const after = await startService({ ...home, LDS_SMTP_URL: mail.url }, () => storeOf(before));
  const victim = new BrowserSession(after);
  await victim.ask('POST', '/auth/request-password-reset', { email: attacker.email });
  const token = tokenIn(await mail.next(attacker.email));
  await victim.ask('POST', '/auth/reset-password', { token, newPassword: OTHER_PASSWORD });
  const holder = await signedIn(after, attacker.email, OTHER_PASSWORD);
  const { account } = await holder.ask<SessionState>('GET', '/session');
  assert.equal(account?.two_factor, false);
  const { events } = await holder.ask<Activity>('GET', '/activity');
  assert.ok(events.some(({ action }) => action === 'two_factor_disabled'));
});

test('an account that was never confirmed is in use once no mail is sent any more and somebody signs in', async () => {
  const home = { LDS_SECRET: randomUUID() };
  const before = await startService({ ...home, LDS_SMTP_URL: mail.url });
  const email = newAddress();
  await new BrowserSession(before).signUp(email);
  const after = await startService(home, () => storeOf(before));
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
  test(`on ${engine}, ${how}, sign-ups at the same time do not tell whether an address has an account`, async () => {
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

/** The same store, for a service with other settings. */
function storeOf({ home }: TestService) {
  return openStore(home, { busyMilliseconds: 1000 });
}

async function onPostgresql(settings: Record<string, string>): Promise<TestService> {
  const url = await postgresql.createDatabase();
  return startService(settings, () => openPostgresqlStore(url));
}

function confirm(browser: BrowserSession, token: string, password: string): Promise<Response> {
  return browser.send('POST', '/auth/verify-email', { token, password });
}

/** As if strangers had signed up with the address again and again. */
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digest } from '../../../src/service/accounts/digest.ts';
import { SoftwareAuthenticator } from '../../support/accounts/authenticator.ts';
import {
  BrowserSession,
  newAddress,
  OTHER_PASSWORD,
  outbox,
  PASSWORD,
  problemOf,
  signedUp,
  tokenIn,
} from '../../support/accounts/browser-session.ts';
import { mailServer } from '../../support/accounts/mail-server.ts';
import { until } from '../../support/processes/lds.ts';
import type { TestService } from '../../support/service.ts';
import { startSmallService } from '../../support/small-service.ts';

const direct = await startSmallService();
const behindProxy = await startSmallService({ LDS_TRUST_PROXY: '1' });

test('an IP address has a limited number of sign-in attempts at all accounts; then 429 says how long to wait', async () => {
  await forget(direct);
  const browser = new BrowserSession(direct);
  for (let tries = 0; tries < 20; tries++)
    assert.equal((await browser.signIn(newAddress(), OTHER_PASSWORD)).status, 401);
  const response = await browser.signIn(newAddress(), OTHER_PASSWORD);
  const seconds = Number(response.headers.get('retry-after'));
  assert.ok(seconds >= 1 && seconds <= 60);
  const problem = await problemOf(response, 429);
  assert.equal(problem.code, 'too_many_attempts');
  assert.equal(problem.retry_after, seconds);
});

test('X-Forwarded-For is ignored without a trusted proxy', async () => {
  await forget(direct);
  const statuses = [];
  for (let tries = 0; tries < 21; tries++)
    statuses.push((await signIn(direct, newAddress(), OTHER_PASSWORD, `192.0.2.${tries}`)).status);
  assert.deepEqual(statuses, [...Array<number>(20).fill(401), 429]);
});

test('an account has a limited number of attempts from all addresses; then even the right password is refused', async () => {
  await forget(behindProxy);
  const [attacked, other] = [newAddress(), newAddress()];
  for (const email of [attacked, other]) await new BrowserSession(behindProxy).signUp(email);
  for (let tries = 0; tries < 20; tries++) {
    const email = tries % 2 === 0 ? attacked : attacked.toUpperCase();
    assert.equal((await signIn(behindProxy, email, OTHER_PASSWORD, `192.0.2.${tries}`)).status, 401);
  }
  const response = await signIn(behindProxy, attacked, PASSWORD, '198.51.100.1');
  const seconds = Number(response.headers.get('retry-after'));
  assert.ok(seconds > 0 && seconds <= 900, String(seconds));
  await problemOf(response, 429);
  assert.equal((await signIn(behindProxy, other, PASSWORD, '198.51.100.1')).status, 200);
});

test('a browser that has signed in before can sign in however often strangers have tried', async () => {
  await forget(behindProxy);
  const holder = await signedUp(behindProxy);
  await holder.ask('POST', '/auth/sign-out', {});
  await lockOut(holder.email);
  assert.equal((await from(behindProxy, holder, 1).signIn(holder.email)).status, 200);
  // Its sign-in does not give strangers more attempts.
  assert.equal((await signIn(behindProxy, holder.email, PASSWORD, '198.51.100.2')).status, 429);
});

test('such a browser has as many attempts as all strangers, and copying its cookie gives no more', async () => {
  await forget(behindProxy);
  const holder = await signedUp(behindProxy);
  await holder.ask('POST', '/auth/sign-out', {});
  const thief = new BrowserSession(behindProxy);
  for (const [name, value] of holder.cookies) thief.cookies.set(name, value);
  const statuses = [];
  for (let tries = 0; tries < 20; tries++)
    statuses.push(
      (await from(behindProxy, tries % 2 === 0 ? holder : thief, tries).signIn(holder.email, OTHER_PASSWORD))
        .status,
    );
  assert.deepEqual(statuses, Array<number>(20).fill(401));
  assert.equal((await from(behindProxy, thief, 21).signIn(holder.email)).status, 429);
  assert.equal((await from(behindProxy, holder, 22).signIn(holder.email)).status, 429);
  assert.equal((await signIn(behindProxy, holder.email, PASSWORD, '198.51.100.1')).status, 200);
});

test('neither another account’s cookie nor a forged one gets into a locked account', async () => {
  await forget(behindProxy);
  const [holder, other] = [await signedUp(behindProxy), await signedUp(behindProxy)];
  const genuine = String(holder.cookies.get('lds.known_devices'));
  const [value = '', signature = ''] = decodeURIComponent(
    String(other.cookies.get('lds.known_devices')),
  ).split(/\.(?=[^.]*$)/);
  const [ofHolder = ''] = decodeURIComponent(genuine).split(/\.(?=[^.]*$)/);
  await lockOut(holder.email);
  const forged = [
    `${value}.${signature}`,
    `${ofHolder}.${signature}`,
    `${ofHolder}.`,
    ofHolder,
    `${ofHolder}~${value}.${signature}`,
    'x',
  ];
  for (const [index, cookie] of forged.entries()) {
    const stranger = new BrowserSession(behindProxy);
    stranger.cookies.set('lds.known_devices', encodeURIComponent(cookie));
    assert.equal((await from(behindProxy, stranger, index).signIn(holder.email)).status, 429, cookie);
  }
  const known = new BrowserSession(behindProxy);
  known.cookies.set('lds.known_devices', genuine);
  assert.equal((await from(behindProxy, known, 99).signIn(holder.email)).status, 200);
});

test('a browser remembers several accounts without revealing whose they are', async () => {
  await forget(behindProxy);
  const [one, other] = [newAddress(), newAddress()];
  const shared = new BrowserSession(behindProxy);
  for (const email of [one, other]) {
    await shared.signUp(email);
    await shared.signIn(email);
    await shared.ask('POST', '/auth/sign-out', {});
  }
  const cookie = String(shared.cookies.get('lds.known_devices'));
  for (const email of [one, other]) {
    assert.ok(!cookie.includes(email) && !cookie.includes(digest(email)));
    await lockOut(email);
    assert.equal((await from(behindProxy, shared, 1).signIn(email)).status, 200);
    await shared.ask('POST', '/auth/sign-out', {});
  }
});

test('the owner of a locked account can always use recovery or a passkey', async () => {
  await forget(behindProxy);
  const opened = { server: { address: behindProxy.server.address.replace('127.0.0.1', 'localhost') } };
  const holder = await signedUp(opened);
  const passkey = new SoftwareAuthenticator(opened.server.address);
  await passkey.register(holder, 'laptop');
  await lockOut(holder.email);
  assert.equal((await passkey.signIn(new BrowserSession(opened))).status, 200);
  assert.equal((await signIn(behindProxy, holder.email, PASSWORD, '198.51.100.1')).status, 429);
  const elsewhere = new BrowserSession(behindProxy);
  await elsewhere.ask('POST', '/auth/request-password-reset', { email: holder.email });
  const token = tokenIn(outbox(behindProxy).at(-1));
  await elsewhere.ask('POST', '/auth/reset-password', { token, newPassword: OTHER_PASSWORD });
  assert.equal((await signIn(behindProxy, holder.email, OTHER_PASSWORD, '198.51.100.2')).status, 200);
});

test('an address without an account is throttled like one with an account', async () => {
  await forget(behindProxy);
  const nobody = newAddress();
  const statuses = [];
  for (let tries = 0; tries < 21; tries++)
    statuses.push((await signIn(behindProxy, nobody, OTHER_PASSWORD, `192.0.2.${tries}`)).status);
  assert.deepEqual(statuses, [...Array<number>(20).fill(401), 429]);
});

test('attempts counted by a clock that was far ahead expire when it is set back', async () => {
  await forget(behindProxy);
  const email = newAddress();
  await new BrowserSession(behindProxy).signUp(email);
  for (let tries = 0; tries < 21; tries++)
    await signIn(behindProxy, email, OTHER_PASSWORD, `192.0.2.${tries}`);
  await problemOf(await signIn(behindProxy, email, PASSWORD, '198.51.100.1'), 429);
  await behindProxy.store.database
    .updateTable('attempt')
    .set((row) => ({ window_started_at: row('window_started_at', '+', 30 * 86_400_000) }))
    .execute();
  assert.equal((await signIn(behindProxy, email, PASSWORD, '198.51.100.1')).status, 200);
});

test('a successful sign-in resets the attempts', async () => {
  await forget(behindProxy);
  const email = newAddress();
  await new BrowserSession(behindProxy).signUp(email);
  let from = 0;
  for (let round = 0; round < 3; round++) {
    for (let tries = 0; tries < 15; tries++)
      await signIn(behindProxy, email, OTHER_PASSWORD, `192.0.2.${from++}`);
    assert.equal((await signIn(behindProxy, email, PASSWORD, `192.0.2.${from++}`)).status, 200);
  }
});

test('recovery emails are limited per hour, with or without an account', async () => {
  await forget(behindProxy);
  const email = newAddress();
  await new BrowserSession(behindProxy).signUp(email);
  const statuses = async (of: string) => {
    const found = [];
    for (let tries = 0; tries < 6; tries++)
      found.push(
        (
          await new BrowserSession(behindProxy).send(
            'POST',
            '/auth/request-password-reset',
            { email: of },
            { 'X-Forwarded-For': `192.0.2.${tries}` },
          )
        ).status,
      );
    return found;
  };
  assert.deepEqual(await statuses(email), [200, 200, 200, 200, 200, 429]);
  assert.deepEqual(await statuses(newAddress()), [200, 200, 200, 200, 200, 429]);
});

test('addresses in one IPv6 network share their attempts', async () => {
  await forget(behindProxy);
  const sent = async (address: string) =>
    (
      await new BrowserSession(behindProxy).send(
        'POST',
        '/found-key',
        { token: 'lds_live_x', revoke: false },
        { 'X-Forwarded-For': address },
      )
    ).status;
  for (let host = 1; host <= 30; host++) assert.equal(await sent(`2001:db8:0:7::${host.toString(16)}`), 200);
  assert.equal(await sent('2001:db8:0:7:ffff::1'), 429);
  assert.equal(await sent('2001:db8:0:8::1'), 200);
  await forget(behindProxy);
  for (let host = 1; host <= 20; host++)
    assert.equal(
      (await signIn(behindProxy, newAddress(), OTHER_PASSWORD, `2001:db8:0:7::${host}`)).status,
      401,
    );
  assert.equal((await signIn(behindProxy, newAddress(), OTHER_PASSWORD, '2001:db8:0:7:1::')).status, 429);
});

test('a flood of sign-ups for one address sends few messages to it', async () => {
  const mail = await mailServer();
  const service = await startSmallService({ LDS_TRUST_PROXY: '1', LDS_SMTP_URL: mail.url });
  const email = newAddress();
  for (let tries = 0; tries < 12; tries++) {
    const body = { name: '', email, password: PASSWORD };
    const from = { 'X-Forwarded-For': `192.0.2.${tries}` };
    const { status } = await new BrowserSession(service).send('POST', '/auth/sign-up/email', body, from);
    assert.equal(status, 200);
  }
  await until('the messages that may be sent', () => mail.waiting(email) >= 5);
  const last = newAddress();
  await new BrowserSession(service).signUp(last);
  await mail.next(last);
  assert.equal(mail.waiting(email), 5);
});

function signIn(of: TestService, email: string, password: string, from: string): Promise<Response> {
  const body = { email, password };
  return new BrowserSession(of).send('POST', '/auth/sign-in/email', body, { 'X-Forwarded-For': from });
}

/** Uses up the attempts of strangers. All but the first go straight into the count, because each takes a tenth of a second. */
async function lockOut(email: string): Promise<void> {
  assert.equal((await signIn(behindProxy, email, OTHER_PASSWORD, '192.0.2.1')).status, 401);
  await behindProxy.store.database
    .updateTable('attempt')
    .set({ attempts: 20 })
    .where('subject', '=', `sign-in to ${digest(email)}`)
    .execute();
  assert.equal((await signIn(behindProxy, email, PASSWORD, '192.0.2.21')).status, 429);
}

/** The same browser with another IP address. */
function from(of: TestService, browser: BrowserSession, address: number): BrowserSession {
  const moved = new BrowserSession(of);
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
  moved.send = (method, path, body) =>
    BrowserSession.prototype.send.call(moved, method, path, body, {
      'X-Forwarded-For': `203.0.113.${address}`,
    });
  return moved;
}

async function forget({ store }: TestService): Promise<void> {
  await store.database.deleteFrom('attempt').execute();
}

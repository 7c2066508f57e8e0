import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BrowserSession,
  newAddress,
  OTHER_PASSWORD,
  PASSWORD,
  problemOf,
} from '../dashboard/browser-session.ts';
import { until } from '../process/lds.ts';
import { startService, type TestService } from '../support/service.ts';
import { mailServer } from './mail-server.ts';

const direct = await startService();
const behindProxy = await startService({ LDS_TRUST_PROXY: '1' });

test('from one address there are so many tries at signing in, at whatever accounts; then 429 says until when', async () => {
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

test('X-Forwarded-For is not believed where no proxy is trusted', async () => {
  await forget(direct);
  const statuses = [];
  for (let tries = 0; tries < 21; tries++)
    statuses.push((await signIn(direct, newAddress(), OTHER_PASSWORD, `192.0.2.${tries}`)).status);
  assert.deepEqual(statuses, [...Array<number>(20).fill(401), 429]);
});

test('at one account there are so many tries, from whatever addresses, and the right password does not help', async () => {
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

test('an address without an account is throttled as one with', async () => {
  await forget(behindProxy);
  const nobody = newAddress();
  const statuses = [];
  for (let tries = 0; tries < 21; tries++)
    statuses.push((await signIn(behindProxy, nobody, OTHER_PASSWORD, `192.0.2.${tries}`)).status);
  assert.deepEqual(statuses, [...Array<number>(20).fill(401), 429]);
});

test('tries that were counted by a clock far ahead are over when it is set back', async () => {
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

test('whoever signs in has all tries again', async () => {
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

test('an account gets so many recovery messages an hour, and an address without one is refused alike', async () => {
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

test('a network of IPv6 is one client: its addresses share their tries', async () => {
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

test('a flood of sign-ups for one address sends its holder few messages', async () => {
  const mail = await mailServer();
  const service = await startService({ LDS_TRUST_PROXY: '1', LDS_SMTP_URL: mail.url });
  const email = newAddress();
  for (let tries = 0; tries < 12; tries++) {
    const body = { name: '', email, password: PASSWORD };
    const from = { 'X-Forwarded-For': `192.0.2.${tries}` };
    const { status } = await new BrowserSession(service).send('POST', '/auth/sign-up/email', body, from);
    assert.equal(status, 200);
  }
  await until('the messages that may be sent', () => mail.waiting(email) >= 6);
  const last = newAddress();
  await new BrowserSession(service).signUp(last);
  await mail.next(last);
  assert.equal(mail.waiting(email), 6, 'one to verify the address, five that it has an account');
});

function signIn(of: TestService, email: string, password: string, from: string): Promise<Response> {
  const body = { email, password };
  return new BrowserSession(of).send('POST', '/auth/sign-in/email', body, { 'X-Forwarded-For': from });
}

async function forget({ store }: TestService): Promise<void> {
  await store.database.deleteFrom('attempt').execute();
}

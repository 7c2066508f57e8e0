import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionList } from '../../../src/dashboard/interface.ts';
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
import { startSmallService } from '../../support/small-service.ts';

const service = await startSmallService();
const { address } = service.server;
const DAY = 86_400_000;

test('signing in replaces a session that somebody else planted in the browser', async () => {
  const attacker = await signedUp(service);
  const victim = newAddress();
  const browser = new BrowserSession(service);
  await browser.signUp(victim);
  for (const [name, value] of attacker.cookies) browser.cookies.set(name, value);
  const planted = browser.cookie;
  await browser.signIn(victim);
  assert.notEqual(browser.cookie, planted);
  assert.equal(await accountOf(planted), attacker.email);
  assert.equal(await accountOf(browser.cookie), victim);
});

test('a made-up session signs nobody in, before and after a sign-in', async () => {
  const browser = new BrowserSession(service);
  const email = newAddress();
  await browser.signUp(email);
  browser.cookies.set('lds.session_token', 'planted.c2lnbmF0dXJl');
  const planted = browser.cookie;
  assert.equal(await accountOf(planted), undefined);
  await browser.signIn(email);
  assert.equal(await accountOf(planted), undefined);
  assert.equal(await accountOf(browser.cookie), email);
});

test('signing out ends the session, also for a copy of its cookie', async () => {
  const browser = await signedUp(service);
  const copy = browser.cookie;
  await browser.ask('POST', '/auth/sign-out', {});
  assert.deepEqual([...browser.cookies.keys()], ['lds.known_devices']);
  assert.equal(await accountOf(copy), undefined);
});

test('sessions are listed; ending one, or all `others`, takes effect at once', async () => {
  const browser = await signedUp(service);
  const others = [await signedIn(service, browser.email), await signedIn(service, browser.email)];
  const { sessions } = await browser.ask<SessionList>('GET', '/sessions');
  assert.equal(sessions.length, 3);
  assert.deepEqual(
    sessions.filter(({ current }) => current).map(({ address: from }) => from),
    ['127.0.0.1'],
  );
  const [one, other] = others;
  const mine = await one?.ask<SessionList>('GET', '/sessions');
  await browser.ask('DELETE', `/sessions/${mine?.sessions.find(({ current }) => current)?.id}`);
  assert.equal(await one?.isSignedIn(), false);
  assert.equal(await other?.isSignedIn(), true);
  await browser.ask('DELETE', '/sessions/others');
  assert.equal(await other?.isSignedIn(), false);
  assert.equal(await browser.isSignedIn(), true);
});

test('changing the password always ends every other session, and this one continues', async () => {
  const browser = await signedUp(service);
  const other = await signedIn(service, browser.email);
  const before = browser.cookie;
  await browser.ask('POST', '/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword: OTHER_PASSWORD,
    revokeOtherSessions: false,
  });
  assert.equal(await other.isSignedIn(), false);
  assert.equal(await accountOf(before), undefined);
  assert.equal(await browser.isSignedIn(), true);
  assert.equal((await new BrowserSession(service).signIn(browser.email)).status, 401);
  await signedIn(service, browser.email, OTHER_PASSWORD);
});

test('changing the password takes the current password', async () => {
  const browser = await signedUp(service);
  const body = { currentPassword: OTHER_PASSWORD, newPassword: 'another-lantern-49-plum' };
  await browser.refused(400, 'POST', '/auth/change-password', body);
  await signedIn(service, browser.email);
});

test('setting a password by recovery ends every session and every other recovery link', async () => {
  const browser = await signedUp(service);
  const visitor = new BrowserSession(service);
  await visitor.ask('POST', '/auth/request-password-reset', { email: browser.email });
  await visitor.ask('POST', '/auth/request-password-reset', { email: browser.email });
  const [first, second] = outbox(service).slice(-2).map(tokenIn);
  await visitor.ask('POST', '/auth/reset-password', { token: first, newPassword: OTHER_PASSWORD });
  assert.equal(await browser.isSignedIn(), false);
  await visitor.refused(400, 'POST', '/auth/reset-password', { token: second, newPassword: PASSWORD });
  await signedIn(service, browser.email, OTHER_PASSWORD);
});

test('only the cookie contains the session, so no script of a page can read it', async () => {
  const email = newAddress();
  const browser = new BrowserSession(service);
  await browser.signUp(email);
  const text = await (await browser.signIn(email)).text();
  const token = String(browser.cookies.get('lds.session_token')).split('.')[0] ?? '';
  assert.ok(token.length >= 32);
  assert.ok(!text.includes(token), text);
  for (const path of ['/session', '/sessions', '/export'])
    assert.ok(!(await (await browser.send('GET', path)).text()).includes(token), path);
});

test('cookies are HttpOnly and SameSite=Lax, for every path of the service', async () => {
  const cookies = await cookiesOfSignIn(service);
  assert.ok(cookies.length > 0);
  for (const cookie of cookies) {
    assert.match(cookie, /^lds\./);
    assert.match(cookie, /; HttpOnly/i);
    assert.match(cookie, /; SameSite=Lax/i);
    assert.match(cookie, /; Path=\/(;|$)/i);
    assert.doesNotMatch(cookie, /; Domain=/i);
  }
});

test('with a public https address, cookies are Secure, have the __Secure- prefix, and only the service’s path', async () => {
  const behind = await startSmallService({ LDS_PUBLIC_URL: 'https://example.org/places' });
  for (const cookie of await cookiesOfSignIn(behind)) {
    assert.match(cookie, /^__Secure-lds\./);
    assert.match(cookie, /; Secure/i);
    assert.match(cookie, /; HttpOnly/i);
    assert.match(cookie, /; SameSite=Lax/i);
    assert.match(cookie, /; Path=\/places(;|$)/i);
  }
});

test('a session’s address is that of the connection, whatever headers say', async () => {
  const browser = await signedUp(service);
  const spoofed = {
    'X-Forwarded-For': '192.0.2.7',
    'X-Client-Address': '192.0.2.7',
    'X-Real-IP': '192.0.2.7',
  };
  await browser.send('POST', '/auth/sign-in/email', { email: browser.email, password: PASSWORD }, spoofed);
  await browser.send('GET', '/session', undefined, spoofed);
  const { sessions } = await browser.ask<SessionList>('GET', '/sessions');
  assert.deepEqual(new Set(sessions.map(({ address: from }) => from)), new Set(['127.0.0.1']));
});

test('using a session extends it for 30 days; an unused one ends', async () => {
  const browser = await signedUp(service);
  const { database } = service.store;
  const { sessions } = await browser.ask<SessionList>('GET', '/sessions');
  const id = sessions[0]?.id ?? '';
  const endsIn = (days: number) =>
    database
      .updateTable('session')
      .set({ expires_at: new Date(Date.now() + days * DAY).toISOString() })
      .where('id', '=', id)
      .execute();
  await endsIn(28);
  const response = await browser.send('GET', '/keys', undefined, { 'X-Client-Address': '192.0.2.7' });
  assert.match(response.headers.getSetCookie().join(), /lds\.session_token=.*Max-Age=2592000/);
  const after = (await browser.ask<SessionList>('GET', '/sessions')).sessions[0];
  assert.ok(Math.abs(Date.parse(after?.expires_at ?? '') - Date.now() - 30 * DAY) < 60_000);
  assert.equal(after?.address, '127.0.0.1');
  await endsIn(-0.001);
  await browser.refused(401, 'GET', '/keys');
});

test('behind a trusted proxy, a session’s address is the one that the proxy reports', async () => {
  const behind = await startSmallService({ LDS_TRUST_PROXY: '1' });
  const email = newAddress();
  const browser = new BrowserSession(behind);
  await browser.signUp(email);
  const body = { email, password: PASSWORD };
  await browser.send('POST', '/auth/sign-in/email', body, { 'X-Forwarded-For': '192.0.2.7' });
  const { sessions } = await browser.ask<SessionList>('GET', '/sessions');
  assert.equal(sessions[0]?.address, '192.0.2.7');
});

async function accountOf(cookie: string): Promise<string | undefined> {
  const response = await fetch(`${address}/dashboard/session`, { headers: { Cookie: cookie } });
  const { account } = (await response.json()) as { account: { email: string } | null };
  return account?.email;
}

async function cookiesOfSignIn(of: typeof service): Promise<string[]> {
  const email = newAddress();
  const browser = new BrowserSession(of);
  await browser.signUp(email);
  return (await browser.signIn(email)).headers.getSetCookie();
}

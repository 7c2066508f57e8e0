import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Activity, SessionList, SessionState } from '../../../src/dashboard/interface.ts';
import { MOST_SESSIONS } from '../../../src/service/storage/accounts.ts';
import {
  BrowserSession,
  newAddress,
  PASSWORD,
  signedIn,
  signedUp,
} from '../../support/accounts/browser-session.ts';
import { startSmallService } from '../../support/small-service.ts';

const service = await startSmallService();
const DAY = 86_400_000;

test('the session and the log keep at most 300 characters of the User-Agent', async () => {
  const email = newAddress();
  const browser = new BrowserSession(service);
  await browser.signUp(email);
  await browser.send(
    'POST',
    '/auth/sign-in/email',
    { email, password: PASSWORD },
    { 'User-Agent': 'x'.repeat(14_000) },
  );
  const { sessions } = await browser.ask<SessionList>('GET', '/sessions');
  assert.deepEqual(
    sessions.map(({ user_agent }) => user_agent),
    ['x'.repeat(300)],
  );
  const { events } = await browser.ask<Activity>('GET', '/activity');
  assert.equal(events.find(({ action }) => action === 'signed_in')?.subject, 'x'.repeat(300));
});

test('the 101st sign-in ends the session that was unused for longest', async () => {
  const browser = await signedUp(service);
  const [own] = (await browser.ask<SessionList>('GET', '/sessions')).sessions;
  const { account } = await browser.ask<SessionState>('GET', '/session');
  const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
  const unused = Array.from({ length: MOST_SESSIONS - 1 }, (_, index) => ({
    id: `${own?.id}-${index}`,
    token: `${own?.id}-${index}`,
    user_id: account?.id ?? '',
    created_at: at(-DAY),
    updated_at: at(-DAY + index),
    expires_at: at(DAY),
    ip_address: null,
    user_agent: null,
  }));
  await service.store.database.insertInto('session').values(unused).execute();
  const another = await signedIn(service, browser.email);
  const { sessions } = await another.ask<SessionList>('GET', '/sessions');
  assert.equal(sessions.length, MOST_SESSIONS);
  assert.ok(!sessions.some(({ id }) => id === unused[0]?.id));
  assert.ok(sessions.some(({ id }) => id === unused[1]?.id));
  assert.ok(await browser.isSignedIn());
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ACCOUNT_REQUESTS } from '../../../src/service/accounts/account-requests.ts';
import {
  BrowserSession,
  newAddress,
  OTHER_PASSWORD,
  signedUp,
} from '../../support/accounts/browser-session.ts';
import { mailServer } from '../../support/accounts/mail-server.ts';
import type { TestService } from '../../support/service.ts';
import { startSmallService } from '../../support/small-service.ts';

const mail = await mailServer();
const SERVICES: Record<string, TestService> = {
  'without a mail server': await startSmallService(),
  'with a mail server': await startSmallService({ LDS_SMTP_URL: mail.url }),
};

for (const [how, service] of Object.entries(SERVICES)) {
  test(`${how} signing up and recovery respond with the same bytes whether or not an account exists`, async () => {
    const browser = new BrowserSession(service);
    const known = newAddress();
    await browser.signUp(known);
    const asked = (email: string) => [
      () => browser.signUp(email, OTHER_PASSWORD),
      () => browser.signUp(email.toUpperCase(), OTHER_PASSWORD),
      () => browser.send('POST', '/auth/request-password-reset', { email }),
    ];
    const [ofKnown, ofUnknown] = [asked(known), asked(newAddress())];
    for (const [index, ask] of ofKnown.entries())
      assert.deepEqual(await answer(await ask()), await answer(await ofUnknown[index]?.()));
  });

  test(`${how} a wrong password and an unknown address get the same response`, async () => {
    const known = newAddress();
    const browser = new BrowserSession(service);
    await browser.signUp(known);
    const wrong = await browser.signIn(known, OTHER_PASSWORD);
    assert.equal(wrong.status, 401);
    assert.deepEqual(await answer(wrong), await answer(await browser.signIn(newAddress(), OTHER_PASSWORD)));
  });
}

test('with a mail server, signing up and then signing in does not reveal whether the address had an account', async () => {
  const service = SERVICES['with a mail server'] as TestService;
  const known = newAddress();
  await new BrowserSession(service).signUp(known);
  const trySignIn = async (email: string) => {
    const stranger = new BrowserSession(service);
    await stranger.signUp(email, OTHER_PASSWORD);
    return answer(await stranger.signIn(email, OTHER_PASSWORD));
  };
  assert.deepEqual(await trySignIn(known), await trySignIn(newAddress()));
});

test('signing up with the address of an account does not change the account', async () => {
  const service = SERVICES['without a mail server'] as TestService;
  const browser = await signedUp(service);
  const { database } = service.store;
  const read = () =>
    Promise.all([
      database.selectFrom('account_holder').selectAll().where('email', '=', browser.email).execute(),
      database.selectFrom('credential').selectAll().execute(),
    ]);
  const before = await read();
  await new BrowserSession(service).signUp(browser.email, OTHER_PASSWORD);
  assert.deepEqual(await read(), before);
});

test('a sign-up stores only the address, and fields that no page sends are refused', async () => {
  const service = SERVICES['without a mail server'] as TestService;
  const email = newAddress();
  const body = { name: 'Ada', email, password: OTHER_PASSWORD };
  const browser = new BrowserSession(service);
  await browser.refused(400, 'POST', '/auth/sign-up/email', { ...body, image: 'https://evil.example/x.png' });
  await browser.ask('POST', '/auth/sign-up/email', body);
  const account = await service.store.database
    .selectFrom('account_holder')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  assert.deepEqual([account.name, account.image, account.email_verified], ['', null, 0]);
});

for (const path of Object.keys(ACCOUNT_REQUESTS)) {
  test(`${path} never responds to any JSON, or none, with a 5xx, and refuses with problem documents`, async () => {
    const service = SERVICES['without a mail server'] as TestService;
    const { address } = service.server;
    const { database } = service.store;
    const fields = [
      'email',
      'password',
      'newPassword',
      'token',
      'code',
      'id',
      'response',
      'name',
      'currentPassword',
    ];
    const values = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom('a@b.example', 'x'.repeat(12), '\u0000'),
    );
    const bodies = fc.oneof(
      fc.dictionary(fc.constantFrom(...fields), values).map((body) => JSON.stringify(body)),
      fc.json({ maxDepth: 2 }),
      fc.constantFrom('', 'null', '[]', '{', '"', '{"__proto__":{"email":"x"}}', '\u0000'),
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        await database.deleteFrom('attempt').execute();
        const response = await fetch(`${address}/dashboard/auth${path}`, {
          method: 'POST',
          headers: { Origin: address, 'Content-Type': 'application/json' },
          body,
        });
        const text = await response.text();
        assert.ok(response.status < 500, `${body}: ${response.status} ${text}`);
        if (response.ok) return;
        assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8', body);
        assert.equal((JSON.parse(text) as { status: number }).status, response.status);
      }),
      { numRuns: 15 },
    );
  });
}

/** Everything in a response except its id and time. */
async function answer(response: Response | undefined): Promise<unknown> {
  assert.ok(response !== undefined);
  const headers = new Headers(response.headers);
  for (const name of ['date', 'x-request-id']) headers.delete(name);
  const text = (await response.text()).replace(/"request_id":"[^"]*"/, '');
  return { status: response.status, headers: [...headers], text };
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AuthenticatorApp } from '../support/accounts/authenticator-app.ts';
import {
  BrowserSession,
  newAddress,
  OTHER_PASSWORD,
  outbox,
  PASSWORD,
  signedUp,
  tokenIn,
} from '../support/accounts/browser-session.ts';
import { MAIL_PASSWORD, mailServer, REFUSED } from '../support/accounts/mail-server.ts';
import { get, preparedHome, serve, until } from '../support/processes/lds.ts';

const DEBUG = { LDS_LOG_LEVEL: 'trace' };

test('no log line contains a password, session, link, code or key, even at the most verbose level', async (t) => {
  const home = await preparedHome(t);
  const server = await serve(t, home, DEBUG);
  const service = { server };
  const browser = await signedUp(service);
  const secrets = new Set([PASSWORD, OTHER_PASSWORD]);
  const keep = () => {
    for (const value of browser.cookies.values()) {
      secrets.add(value);
      secrets.add(decodeURIComponent(value).split('.')[0] ?? '');
    }
  };
  keep();
  const { key, token } = await browser.createKey('logged');
  await get(server.address, '/v1/cities/lisbon', token);
  await get(server.address, `/v1/cities/lisbon?api_key=${token}`, token);
  const rotated = await browser.ask<{ token: string }>('POST', `/keys/${key.id}/rotate`, {
    overlap_seconds: 0,
  });
  await browser.send('POST', '/found-key', { token: rotated.token, revoke: true });
  await browser.send('POST', '/found-key', { token, extra: token });
  const setup = await browser.ask<{ totpURI: string; backupCodes: string[] }>(
    'POST',
    '/auth/two-factor/enable',
    {
      password: PASSWORD,
    },
  );
  const app = new AuthenticatorApp(setup.totpURI);
  await browser.ask('POST', '/auth/two-factor/verify-totp', { code: await app.next() });
  keep();
  await new BrowserSession(service).signIn(browser.email, OTHER_PASSWORD);
  await browser.send('POST', '/auth/sign-in/email', { email: browser.email, password: 12, token: PASSWORD });
  await new BrowserSession(service).send('POST', '/auth/request-password-reset', { email: browser.email });
  const link = tokenIn(outbox({ home }).at(-1));
  await browser.send('POST', '/auth/reset-password', { token: `${link}x`, newPassword: OTHER_PASSWORD });
  await browser.ask('POST', '/auth/reset-password', { token: link, newPassword: OTHER_PASSWORD });
  for (const secret of [
    token,
    rotated.token,
    link,
    app.totp.secret.base32,
    app.totp.secret.utf8,
    ...setup.backupCodes,
  ])
    secrets.add(secret);
  const { stdout, stderr } = await server.end('SIGTERM');
  assert.match(stderr, /the message is in a file/, 'something is logged at all');
  for (const secret of secrets) {
    assert.ok(secret.length >= 6, secret);
    for (const written of [stdout, stderr]) assert.ok(!written.includes(secret), `${secret} is logged`);
  }
  for (const line of stderr.trim().split('\n')) assert.doesNotThrow(() => JSON.parse(line), line);
});

test('a mail server failure changes no response, and is logged without secrets', async (t) => {
  const mail = await mailServer();
  const settings = {
    'nobody listens': 'smtp://mailer:hunter2-of-nobody@127.0.0.1:1',
    'the password is wrong': mail.url.replace(MAIL_PASSWORD, 'hunter2-but-wrong'),
  };
  for (const [what, url] of Object.entries(settings)) {
    const server = await serve(t, await preparedHome(t), { ...DEBUG, LDS_SMTP_URL: url });
    const browser = new BrowserSession({ server });
    const email = newAddress();
    assert.equal((await browser.signUp(email)).status, 200, what);
    await browser.ask('POST', '/auth/request-password-reset', { email });
    await until('the failure is logged', () => server.stderr().includes('a message could not be sent'));
    assert.equal(await browser.isSignedIn(), false);
    const { stderr } = await server.end('SIGTERM');
    assert.doesNotMatch(stderr, /hunter2|token=|eyJ/, what);
    assert.ok(!stderr.includes(Buffer.from('hunter2-but-wrong').toString('base64')), what);
    assert.ok(!stderr.includes(PASSWORD), what);
  }
});

test('a recipient refused by the mail server is logged with its reply but without the address', async (t) => {
  const mail = await mailServer();
  const server = await serve(t, await preparedHome(t), { LDS_SMTP_URL: mail.url });
  const email = `${REFUSED}${newAddress()}`;
  assert.equal((await new BrowserSession({ server }).signUp(email)).status, 200);
  await until('the failure is logged', () => server.stderr().includes('a message could not be sent'));
  const { stderr } = await server.end('SIGTERM');
  assert.match(stderr, /550.*is unknown here/);
  assert.ok(!stderr.includes(email), stderr);
});

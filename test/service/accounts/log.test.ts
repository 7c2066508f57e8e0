import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AuthenticatorApp } from '../../support/accounts/authenticator-app.ts';
import {
  BrowserSession,
  newAddress,
  OTHER_PASSWORD,
  outbox,
  PASSWORD,
  signedUp,
  tokenIn,
} from '../../support/accounts/browser-session.ts';
import { MAIL_USER, mailServer, REFUSED } from '../../support/accounts/mail-server.ts';
import { get, preparedHome, serve, until } from '../../support/processes/lds.ts';
import { freePort } from '../../support/processes/server-process.ts';

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
  assert.equal((await browser.send('POST', '/keys/adopt', { token: server.token })).status, 200);
  for (const body of [{ token: server.token }, { token, extra: token }, { token: [token] }])
    await browser.send('POST', '/keys/adopt', body);
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
    server.token,
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

test('a mail server failure changes no response, and is logged with the server’s reply, without secrets or addresses', async (t) => {
  const [port, password] = [await freePort(), 'hunter2-of-the-operator'];
  const server = await serve(t, await preparedHome(t), {
    ...DEBUG,
    LDS_SMTP_URL: `smtp://${MAIL_USER}:${password}@127.0.0.1:${port}`,
  });
  const told: string[] = [];
  const failure = async (what: string, email: string) => {
    const browser = new BrowserSession({ server });
    const before = failures(server.stderr());
    assert.equal((await browser.signUp(email)).status, 200, what);
    await browser.ask('POST', '/auth/request-password-reset', { email });
    await until(`both failures are logged: ${what}`, () => failures(server.stderr()) === before + 2);
    assert.equal(await browser.isSignedIn(), false);
    told.push(email);
  };
  await failure('nobody listens', newAddress());
  const strict = await mailServer({ port, password: 'another' });
  await failure('the password is wrong', newAddress());
  await strict.close();
  await mailServer({ port, password });
  await failure('the recipient is refused', `${REFUSED}${newAddress()}`);

  const { stderr } = await server.end('SIGTERM');
  assert.match(stderr, /ECONNREFUSED/);
  assert.match(stderr, /535/);
  assert.match(stderr, /550.*is unknown here/);
  assert.doesNotMatch(stderr, /hunter2|token=|eyJ/);
  for (const secret of [Buffer.from(password).toString('base64'), PASSWORD, ...told])
    assert.ok(!stderr.includes(secret), `${secret} is logged`);
});

function failures(written: string): number {
  return written.split('a message could not be sent').length - 1;
}

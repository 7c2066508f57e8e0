import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { SoftwareAuthenticator } from '../../support/accounts/authenticator.ts';
import { BrowserSession, signedUp } from '../../support/accounts/browser-session.ts';
import { atEnd } from '../../support/lifetime.ts';
import { startSmallService } from '../../support/small-service.ts';

const service = await startSmallService();
const { port } = new URL(service.server.address);
/** Browsers have no passkeys for IP addresses, so people open a service on their own machine as localhost. */
const opened = { server: { address: `http://localhost:${port}` } };

test('a passkey signs in without a password on localhost', async () => {
  const browser = await signedUp(opened);
  const passkey = new SoftwareAuthenticator(opened.server.address);
  await passkey.register(browser, 'laptop');
  const other = new BrowserSession(opened);
  assert.equal((await passkey.signIn(other)).status, 200);
  assert.ok(await other.isSignedIn());
});

test('a passkey response for another page or another service is refused, for registering and signing in', async () => {
  const browser = await signedUp(opened);
  for (const [origin, rpId] of [
    ['https://evil.example', 'localhost'],
    [opened.server.address, 'evil.example'],
  ] as const) {
    const stranger = new SoftwareAuthenticator(origin, rpId);
    const response = stranger.attest(await stranger.options(browser));
    await browser.refused(400, 'POST', '/auth/passkey/verify-registration', { response });
  }
  assert.deepEqual(await browser.ask('GET', '/auth/passkey/list-user-passkeys'), []);
  const stranger = new SoftwareAuthenticator(opened.server.address);
  const other = new BrowserSession(opened);
  assert.equal((await stranger.signIn(other)).status, 401);
  assert.equal(await other.isSignedIn(), false);
});

test('a passkey that does not verify its user is refused, because it replaces both factors', async () => {
  const browser = await signedUp(opened);
  const passkey = new SoftwareAuthenticator(opened.server.address);
  passkey.verifies = false;
  const response = passkey.attest(await passkey.options(browser));
  await browser.refused(401, 'POST', '/auth/passkey/verify-registration', { response });
  passkey.verifies = true;
  await passkey.register(browser, 'laptop');
  passkey.verifies = false;
  const other = new BrowserSession(opened);
  assert.equal((await passkey.signIn(other)).status, 401);
  assert.equal(await other.isSignedIn(), false);
});

test('browsers are asked to verify the user', async () => {
  const browser = await signedUp(opened);
  const options = await browser.ask<{ authenticatorSelection: { userVerification: string } }>(
    'GET',
    '/auth/passkey/generate-register-options',
  );
  assert.equal(options.authenticatorSelection.userVerification, 'required');
  const { userVerification } = await browser.ask<{ userVerification: string }>(
    'GET',
    '/auth/passkey/generate-authenticate-options',
  );
  assert.equal(userVerification, 'required');
});

test('a challenge works once', async () => {
  const browser = await signedUp(opened);
  const passkey = new SoftwareAuthenticator(opened.server.address);
  const response = passkey.attest(await passkey.options(browser));
  await browser.ask('POST', '/auth/passkey/verify-registration', { response });
  await browser.refused(400, 'POST', '/auth/passkey/verify-registration', { response });
});

test('a removed passkey signs nobody in', async () => {
  const browser = await signedUp(opened);
  const passkey = new SoftwareAuthenticator(opened.server.address);
  const { id } = await passkey.register(browser, 'lost');
  await browser.ask('POST', '/auth/passkey/delete-passkey', { id });
  const other = new BrowserSession(opened);
  assert.equal((await passkey.signIn(other)).status, 401);
});

test('no passkey makes the service send a request to the address in its certificate', async () => {
  let asked = 0;
  const elsewhere = createServer((_request, response) => {
    asked += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  atEnd(() => elsewhere.close());
  await once(elsewhere, 'listening');
  const at = String((elsewhere.address() as AddressInfo).port).padStart(5, '0');
  const certificate = Buffer.from(CERTIFICATE, 'base64');
  certificate.write(at, certificate.indexOf('00000/crl'), 'latin1');
  const browser = await signedUp(opened);
  const passkey = new SoftwareAuthenticator(opened.server.address);
  const response = passkey.attest(await passkey.options(browser), certificate);
  await browser.refused(400, 'POST', '/auth/passkey/verify-registration', { response });
  assert.equal(asked, 0);
});

/** Self-signed. Its revocation list is at http://127.0.0.1:00000/crl. */
const CERTIFICATE =
  'MIIBnjCCAUOgAwIBAgIUNA3QPKfPSYat5uNGRBcX5AfHMTowCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBeDAgFw0yNjExMjIwODQ5MzlaGA8yMTI2MTAyOTA4NDkzOVowDDEKMAgGA1UEAwwBeDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABN3Ed6LqkI4ZNc98+gC2hidOFQfNUMQtwTyiFVQqm67MJgb8fmCVvc6Ef+d58V2GAhf9t/VdTuZhIIIGsWuicY6jgYAwfjAdBgNVHQ4EFgQUZGK4GF4tVO7z6W+OZ7n1CI9jqnMwHwYDVR0jBBgwFoAUZGK4GF4tVO7z6W+OZ7n1CI9jqnMwDwYDVR0TAQH/BAUwAwEB/zArBgNVHR8EJDAiMCCgHqAchhpodHRwOi8vMTI3LjAuMC4xOjAwMDAwL2NybDAKBggqhkjOPQQDAgNJADBGAiEAqW5CwK2abB5gdIY4BJLzyogIGj/YJf2oqt9ACh/Wh9oCIQDj+MYji35UVtIY8VGwPpbQGmu5GszFS04JAU2BnPHYHw==';

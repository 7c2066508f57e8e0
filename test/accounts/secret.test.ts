import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { secretOf } from '../../src/accounts/secret.ts';
import { OperatorError } from '../../src/process/operator-error.ts';
import {
  BrowserSession,
  newAddress,
  PASSWORD,
  signedIn,
  signedUp,
} from '../support/accounts/browser-session.ts';
import { ROOT } from '../support/directories.ts';
import { atEnd } from '../support/lifetime.ts';
import { preparedHome, run, serve } from '../support/processes/lds.ts';
import { temporaryDirectory } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

test('the secret is created once, only its owner can read it, and no other file remains', () => {
  const home = temporaryDirectory();
  const secret = secretOf(home);
  assert.ok(Buffer.from(secret, 'base64url').length >= 32);
  assert.equal(secretOf(home), secret);
  assert.notEqual(secretOf(temporaryDirectory()), secret);
  assert.deepEqual(readdirSync(home), ['secret']);
  assert.equal(statSync(join(home, 'secret')).mode & 0o777, 0o600);
});

test('a damaged secret is an error that says what to do, instead of a secret that is easy to guess', () => {
  const home = temporaryDirectory();
  for (const damaged of ['', '\n', 'short']) {
    writeFileSync(join(home, 'secret'), damaged);
    assert.throws(
      () => secretOf(home),
      (error: Error) => {
        assert.ok(error instanceof OperatorError);
        assert.match(error.message, /secret is damaged: restore it/);
        return true;
      },
    );
  }
});

test('a damaged secret can be repaired without a restart', async () => {
  const service = await startSmallService();
  const file = join(service.home, 'secret');
  writeFileSync(file, '');
  const browser = new BrowserSession(service);
  const problem = await browser.refused(503, 'POST', '/auth/sign-in/email', {
    email: newAddress(),
    password: 'x',
  });
  assert.doesNotMatch(problem.detail, /secret|LDS_HOME/);
  rmSync(file);
  assert.equal((await browser.signUp(newAddress())).status, 200);
});

test('processes that start at the same time share one secret', async () => {
  const script = `import { secretOf } from './src/accounts/secret.ts'; process.stdout.write(secretOf(process.argv[1]));`;
  for (let round = 0; round < 3; round++) {
    const home = temporaryDirectory();
    const started = Array.from({ length: 6 }, () =>
      run(process.execPath, ['--input-type=module', '--eval', script, home], { cwd: ROOT }),
    );
    const secrets = await Promise.all(started.map(async ({ ended }) => (await ended).stdout));
    assert.deepEqual(new Set(secrets), new Set([readFileSync(join(home, 'secret'), 'utf8').trim()]));
    assert.deepEqual(readdirSync(home), ['secret']);
  }
});

test('sessions survive a crash, and work on another process with the same home', async (t) => {
  const home = await preparedHome(t);
  const first = await serve(t, home);
  const email = newAddress();
  await new BrowserSession({ server: first }).signUp(email);
  const browser = await signedIn({ server: first }, email);
  await first.end('SIGKILL');

  const [second, third] = await Promise.all([serve(t, home), serve(t, home)]);
  for (const server of [second, third]) {
    const again = new BrowserSession({ server });
    for (const [name, value] of browser.cookies) again.cookies.set(name, value);
    assert.ok(await again.isSignedIn());
  }
});

test('another LDS_SECRET ends every session', async (t) => {
  const home = await preparedHome(t);
  const first = await serve(t, home, { LDS_SECRET: 'one'.repeat(16) });
  const email = newAddress();
  await new BrowserSession({ server: first }).signUp(email);
  const browser = await signedIn({ server: first }, email);
  await first.end('SIGTERM');
  const server = await serve(t, home, { LDS_SECRET: 'two'.repeat(16) });
  const again = new BrowserSession({ server });
  for (const [name, value] of browser.cookies) again.cookies.set(name, value);
  assert.equal(await again.isSignedIn(), false);
});

test('better-auth’s own environment variables have no effect: secret, trusted origins, telemetry', async (t) => {
  let reports = 0;
  const collector = createServer((_, response) => response.end(String(++reports))).listen(0, '127.0.0.1');
  atEnd(() => collector.close());
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const home = await preparedHome(t);
  const service = await serve(t, home, {
    BETTER_AUTH_SECRET: 'not the secret of this installation',
    BETTER_AUTH_SECRETS: '7:not the secret of this installation either',
    BETTER_AUTH_URL: 'https://elsewhere.example',
    BETTER_AUTH_TRUSTED_ORIGINS: 'https://elsewhere.example',
    BETTER_AUTH_TELEMETRY: 'true',
    BETTER_AUTH_TELEMETRY_ENDPOINT: `http://127.0.0.1:${port}`,
    NODE_ENV: 'test',
    TEST: 'true',
  });
  const browser = await signedUp({ server: service });
  const signUp = { email: newAddress(), password: PASSWORD };
  const elsewhere = { Origin: 'https://elsewhere.example' };
  assert.equal((await browser.send('POST', '/auth/sign-up/email', signUp, elsewhere)).status, 403);
  await service.end('SIGTERM');

  const again = new BrowserSession({ server: await serve(t, home) });
  for (const [name, value] of browser.cookies) again.cookies.set(name, value);
  assert.ok(await again.isSignedIn());
  assert.equal(reports, 0);
});

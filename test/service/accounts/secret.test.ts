import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { OperatorError } from '../../../src/process/operator-error.ts';
import { secretOf } from '../../../src/service/accounts/secret.ts';
import { openStore } from '../../../src/service/storage/database.ts';
import { BrowserSession, newAddress, PASSWORD, signedUp } from '../../support/accounts/browser-session.ts';
import { atEnd } from '../../support/lifetime.ts';
import { preparedHome, run, serve, until } from '../../support/processes/lds.ts';
import { temporaryDirectory } from '../../support/service.ts';
import { startSmallService } from '../../support/small-service.ts';

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

test('a secret that cannot be written is an error that says what to do', () => {
  const home = join(temporaryDirectory(), 'missing');
  assert.throws(
    () => secretOf(home),
    (error: Error) =>
      error instanceof OperatorError && /secret cannot be written \(ENOENT\): make/.test(error.message),
  );
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

test('processes that need a secret at the same time share one', async () => {
  const homes = Array.from({ length: 20 }, () => temporaryDirectory());
  // Each waits for its input, so that all create the first secret at the same time.
  const script = `
    import { once } from 'node:events';
    import { secretOf } from './src/service/accounts/secret.ts';
    process.stdout.write('ready\\n');
    await once(process.stdin, 'data');
    for (const home of process.argv.slice(1)) process.stdout.write(secretOf(home) + '\\n');
    process.exit();`;
  const started = Array.from({ length: 3 }, () =>
    run(process.execPath, ['--input-type=module', '--eval', script, ...homes], { stdio: 'pipe' }),
  );
  await until('all are ready', () => started.every(({ stdout }) => stdout() === 'ready\n'));
  for (const { process: child } of started) child.stdin?.write('go');
  const secrets = await Promise.all(started.map(async ({ ended }) => (await ended).stdout));
  const written = homes.map((home) => readFileSync(join(home, 'secret'), 'utf8'));
  assert.deepEqual(new Set(secrets), new Set([`ready\n${written.join('')}`]));
  for (const home of homes) assert.deepEqual(readdirSync(home), ['secret']);
});

test('another LDS_SECRET ends every session, and the same one does not', async () => {
  const [secret, another] = ['one'.repeat(16), 'two'.repeat(16)];
  const first = await startSmallService({ LDS_SECRET: secret });
  const browser = await signedUp(first);
  const isSignedInWith = async (LDS_SECRET: string) => {
    const open = () => openStore(first.home, { busyMilliseconds: 1000 });
    return withCookiesOf(browser, await startSmallService({ LDS_SECRET }, { open })).isSignedIn();
  };
  assert.equal(await isSignedInWith(secret), true);
  assert.equal(await isSignedInWith(another), false);
});

test('sessions survive a crash and continue in the next process with the same home; better-auth’s own environment variables have no effect: secret, trusted origins, telemetry', async (t) => {
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
  await service.end('SIGKILL');

  assert.ok(await withCookiesOf(browser, { server: await serve(t, home) }).isSignedIn());
  assert.equal(reports, 0);
});

/** The same browser at another service. */
function withCookiesOf(
  browser: BrowserSession,
  service: ConstructorParameters<typeof BrowserSession>[0],
): BrowserSession {
  const moved = new BrowserSession(service);
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
  return moved;
}

import assert from 'node:assert/strict';
import { argon2Sync, randomBytes, scryptSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { AccountsBusy } from '../../../src/service/accounts/bounded-queue.ts';
import { isCommonPassword, PasswordJudge } from '../../../src/service/accounts/password-strength.ts';
import { HASH_COST } from '../../../src/service/accounts/passwords.ts';
import {
  BrowserSession,
  newAddress,
  OTHER_PASSWORD,
  outbox,
  PASSWORD,
  problemOf,
  signedIn,
  signedUp,
  tokenIn,
} from '../../support/accounts/browser-session.ts';
import { atEnd } from '../../support/lifetime.ts';
import type { TestService } from '../../support/service.ts';
import { startSmallService } from '../../support/small-service.ts';

const service = await startSmallService({}, { passwordCost: HASH_COST });

/** A machine that is busy needs minutes for all of them. */
const CROWD = { LDS_TRUST_PROXY: '1', LDS_CLIENT_SECONDS: '300' };
/** Still far longer than anything else in a sign-in, so that passwords wait for one another. */
const HALF_COST = { ...HASH_COST, kibibytes: HASH_COST.kibibytes / 2 };

const COMMON = [
  'password123',
  'Password123!',
  'P@ssw0rd123',
  'qwertyuiop',
  '1234567890',
  'iloveyou123',
  'aaaaaaaaaaaaaaaa',
  'abcabcabcabc',
  'letmein2026',
];

test('a password has 10 to 256 characters of any kind', async () => {
  const browser = new BrowserSession(service);
  const codeOf = async (password: string) => {
    const response = await browser.signUp(newAddress(), password);
    return response.ok ? 'taken' : (await problemOf(response, 400)).code;
  };
  assert.equal(await codeOf('vK7-qz2Lp'), 'PASSWORD_TOO_SHORT');
  assert.equal(await codeOf('vK7-qz2Lp!'), 'taken');
  assert.equal(await codeOf('mossy kettle over granite'), 'taken');
  assert.equal(await codeOf('ключ от старого маяка'), 'taken');
  assert.equal(await codeOf('wombat lantern quince '.repeat(12).slice(0, 256)), 'taken');
  assert.equal(await codeOf('wombat lantern quince '.repeat(12).slice(0, 257)), 'PASSWORD_TOO_LONG');
});

test('common passwords are refused when signing up, changing and recovering', async () => {
  const browser = await signedUp(service);
  for (const password of COMMON) {
    const response = await browser.signUp(newAddress(), password);
    assert.equal((await problemOf(response, 400)).code, 'PASSWORD_TOO_COMMON', password);
  }
  await browser.ask('POST', '/auth/request-password-reset', { email: browser.email });
  const token = tokenIn(outbox(service).at(-1));
  for (const [path, body] of [
    ['/auth/change-password', { currentPassword: PASSWORD, newPassword: COMMON[0] }],
    ['/auth/reset-password', { token, newPassword: COMMON[0] }],
  ] as const)
    assert.equal((await browser.refused(400, 'POST', path, body)).code, 'PASSWORD_TOO_COMMON', path);
});

test('the email address is refused as a password', async () => {
  const browser = new BrowserSession(service);
  const response = await browser.signUp('margarethe.vonzitzewitz@example.org', 'margarethe.vonzitzewitz');
  assert.equal((await problemOf(response, 400)).code, 'PASSWORD_TOO_COMMON');
});

test('every long enough password of the common list is refused, also in capitals', async () => {
  const long = dictionary['passwords-common'].map(String).filter(({ length }) => length >= 10);
  assert.ok(long.length > 100);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...long), async (password) => {
      for (const written of [password, password.toUpperCase()])
        assert.ok(await isCommonPassword(written, []), written);
    }),
    { numRuns: 60 },
  );
});

test('random passwords are never taken for common ones', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uuid({ version: 4 }), async (password) => {
      assert.equal(await isCommonPassword(password, []), false);
    }),
    { numRuns: 40 },
  );
});

test('only the first 64 characters are judged, because the time grows with the square of the length', async () => {
  const starts = fc.constantFrom('01012001', 'p@$$w0rd', '1', 'mossy kettle over granite ');
  await fc.assert(
    fc.asyncProperty(starts, fc.string({ maxLength: 192 }), async (part, rest) => {
      const start = part.repeat(64).slice(0, 64);
      assert.equal(await isCommonPassword(start + rest, []), await isCommonPassword(start, []));
    }),
    { numRuns: 10 },
  );
});

test('passwords are stored as Argon2id hashes, each with its own salt, at a cost above OWASP’s minimum', async () => {
  const [one, other] = [await signedUp(service), await signedUp(service)];
  const hashes = await Promise.all([one, other].map(({ email }) => storedPassword(email)));
  assert.notEqual(hashes[0], hashes[1]);
  for (const stored of hashes) {
    const [, memory, passes, salt = '', hash = ''] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]{22})\$([\w+/]{43})$/.exec(stored) ?? [];
    assert.ok(Number(memory) >= 19 * 1024 && Number(passes) >= 2, stored);
    const expected = argon2Sync('argon2id', {
      message: PASSWORD,
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: 1,
      tagLength: 32,
    });
    assert.deepEqual(Buffer.from(hash, 'base64'), expected);
  }
});

test('a hash from before Argon2id still works, and the sign-in replaces it', async () => {
  const { email } = await signedUp(service);
  const old = await giveOldHash(email);
  assert.equal((await new BrowserSession(service).signIn(email, OTHER_PASSWORD)).status, 401);
  assert.equal(await storedPassword(email), old, 'a wrong password replaces nothing');
  await signedIn(service, email);
  assert.match(await storedPassword(email), /^\$argon2id\$/);
  await signedIn(service, email);
  assert.equal((await new BrowserSession(service).signIn(email, OTHER_PASSWORD)).status, 401);
});

test('a password can be changed whether its hash is old or new', async () => {
  const browser = await signedUp(service);
  await giveOldHash(browser.email);
  const body = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
  await browser.ask('POST', '/auth/change-password', body);
  await signedIn(service, browser.email, OTHER_PASSWORD);
  assert.equal((await new BrowserSession(service).signIn(browser.email)).status, 401);
});

test('a sign-in costs the same with a new hash, an old hash or no account, so timing reveals nothing', async () => {
  const [{ email: known }, { email: old }] = [await signedUp(service), await signedUp(service)];
  await giveOldHash(old);
  const costOf = async (email: string) => {
    const costs: number[] = [];
    for (let time = 0; time < 5; time++) {
      await service.store.database.deleteFrom('attempt').execute();
      const before = process.cpuUsage();
      assert.equal((await new BrowserSession(service).signIn(email, OTHER_PASSWORD)).status, 401);
      const { user, system } = process.cpuUsage(before);
      costs.push((user + system) / 1000);
    }
    return Math.min(...costs);
  };
  const unknown = await costOf(newAddress());
  for (const email of [known, old]) {
    const ratio = (await costOf(email)) / unknown;
    assert.ok(ratio > 0.5 && ratio < 2, `${ratio} times the processor time of an unknown address`);
  }
});

test('too many sign-ins at once get 503 with Retry-After, but a client with a single one does not', async () => {
  const crowded = await startSmallService(CROWD, { passwordCost: { ...HALF_COST, waiting: 15 } });
  const victim = await signedUp(crowded);
  const flood = Array.from({ length: 40 }, (_, index) => signInFrom(crowded, `192.0.2.${index % 10}`));
  await Promise.race(flood);
  // By now the queue is full, and each of the 10 clients is within its limit.
  const served = await Promise.all(
    Array.from({ length: 5 }, (_, index) => signInFrom(crowded, `198.51.100.${index}`, victim.email)),
  );
  assert.deepEqual(
    served.map(({ status }) => status),
    Array<number>(5).fill(200),
  );
  const responses = await Promise.all(flood);
  const refused = responses.filter(({ status }) => status === 503);
  assert.ok(refused.length > 0);
  for (const response of responses) assert.ok([401, 503].includes(response.status), String(response.status));
  for (const response of refused) {
    assert.equal(response.headers.get('retry-after'), '1');
    assert.equal((await problemOf(response, 503)).code, 'unavailable');
  }
});

test('a browser that has signed in before goes ahead of any number of strangers', async () => {
  const crowded = await startSmallService(CROWD, { passwordCost: HALF_COST });
  const holder = await signedUp(crowded);
  await holder.ask('POST', '/auth/sign-out', {});
  let answered = 0;
  const flood = Array.from({ length: 40 }, (_, index) =>
    signInFrom(crowded, `192.0.2.${index}`).then((response) => {
      if (response.status === 401) answered++;
    }),
  );
  await Promise.race(flood);
  assert.equal((await holder.signIn(holder.email)).status, 200);
  const before = answered;
  await Promise.all(flood);
  assert.ok(before < answered / 2, `${before} of ${answered} strangers came first`);
});

test('too many passwords to judge at once are refused, and those before them are judged', async () => {
  const judged = await Promise.allSettled(
    Array.from({ length: 80 }, () => isCommonPassword('password123', [])),
  );
  assert.ok(judged.some((one) => one.status === 'rejected' && one.reason instanceof AccountsBusy));
  assert.deepEqual(judged[0], { status: 'fulfilled', value: true });
  assert.equal(await isCommonPassword('password123', []), true);
});

test('judging a password never blocks the main thread', async () => {
  await isCommonPassword('password123', []);
  for (const password of ['1'.repeat(256), '01012001'.repeat(32), 'p@$$w0rd'.repeat(32)]) {
    const before = process.threadCpuUsage();
    await isCommonPassword(password, []);
    const { user, system } = process.threadCpuUsage(before);
    assert.ok(user + system < 20_000, `${password.slice(0, 8)}…: ${user + system} µs`);
  }
});

test('a worker that does not answer is replaced: its password gets AccountsBusy, the next ones are judged', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'judge-'));
  atEnd(() => rm(directory, { recursive: true }));
  const script = join(directory, 'judge.mjs');
  // The first worker of this script never answers its first password.
  await writeFile(
    script,
    `import { existsSync, writeFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    const mark = new URL('./was-here', import.meta.url);
    const isFirst = !existsSync(mark);
    writeFileSync(mark, '');
    parentPort.on('message', () => { if (!isFirst) parentPort.postMessage(12); });`,
  );
  const judge = new PasswordJudge(pathToFileURL(script), 4000);
  const asked = { password: PASSWORD, known: [] };
  const [first, second] = await Promise.allSettled([judge.guessesLog10(asked), judge.guessesLog10(asked)]);
  assert.ok(first.status === 'rejected' && first.reason instanceof AccountsBusy);
  assert.deepEqual(second, { status: 'fulfilled', value: 12 });
});

/** An attempt with a wrong password, at a new address by default. */
function signInFrom(of: TestService, client: string, email?: string): Promise<Response> {
  const body = { email: email ?? newAddress(), password: PASSWORD };
  const headers = { 'X-Forwarded-For': client };
  return new BrowserSession(of).send('POST', '/auth/sign-in/email', body, headers);
}

/** Stores a password as versions before Argon2id did. @returns the hash */
async function giveOldHash(email: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  const key = scryptSync(PASSWORD, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 27 });
  const password = `${salt}:${key.toString('hex')}`;
  await service.store.database
    .updateTable('credential')
    .set({ password })
    .where('user_id', '=', (row) => row.selectFrom('account_holder').select('id').where('email', '=', email))
    .execute();
  return password;
}

async function storedPassword(email: string): Promise<string> {
  const { password } = await service.store.database
    .selectFrom('credential')
    .innerJoin('account_holder', 'account_holder.id', 'credential.user_id')
    .select('credential.password')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return password ?? '';
}

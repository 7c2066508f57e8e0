import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { test } from 'node:test';
import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { isCommonPassword } from '../../src/accounts/password-strength.ts';
import {
  BrowserSession,
  newAddress,
  outbox,
  PASSWORD,
  problemOf,
  signedUp,
  tokenIn,
} from '../dashboard/browser-session.ts';
import { startService } from '../support/service.ts';

const service = await startService();

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

test('a password has at least 10 characters and at most 256, of whatever kind', async () => {
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

test('a common password is refused wherever one is set: signing up, changing, recovery', async () => {
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

test('the address itself is no password', async () => {
  const browser = new BrowserSession(service);
  const response = await browser.signUp('margarethe.vonzitzewitz@example.org', 'margarethe.vonzitzewitz');
  assert.equal((await problemOf(response, 400)).code, 'PASSWORD_TOO_COMMON');
});

test('every password of the list of common ones that is long enough is refused, in capitals too', async () => {
  const long = dictionary['passwords-common'].map(String).filter(({ length }) => length >= 10);
  assert.ok(long.length > 100);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...long), async (password) => {
      for (const written of [password, password.toUpperCase()])
        assert.ok(await isCommonPassword(written, []), written);
    }),
    { numRuns: 300 },
  );
});

test('what is random is never taken for common', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uuid({ version: 4 }), async (password) => {
      assert.equal(await isCommonPassword(password, []), false);
    }),
    { numRuns: 100 },
  );
});

test('only the first 64 characters are judged: judging long ones takes so long that it would hold up the service', async () => {
  const starts = fc.constantFrom('01012001', 'p@$$w0rd', '1', 'mossy kettle over granite ');
  await fc.assert(
    fc.asyncProperty(starts, fc.string({ maxLength: 192 }), async (part, rest) => {
      const start = part.repeat(64).slice(0, 64);
      assert.equal(await isCommonPassword(start + rest, []), await isCommonPassword(start, []));
    }),
    { numRuns: 40 },
  );
});

test('of a password its scrypt hash is kept, with a salt of its own', async () => {
  const [one, other] = [await signedUp(service), await signedUp(service)];
  const hashes = await Promise.all([one, other].map(({ email }) => storedPassword(email)));
  assert.notEqual(hashes[0], hashes[1]);
  for (const stored of hashes) {
    const [salt = '', key = ''] = stored.split(':');
    const expected = scryptSync(PASSWORD, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 27 });
    assert.equal(key, expected.toString('hex'));
  }
});

async function storedPassword(email: string): Promise<string> {
  const { password } = await service.store.database
    .selectFrom('credential')
    .innerJoin('account_holder', 'account_holder.id', 'credential.user_id')
    .select('credential.password')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return password ?? '';
}

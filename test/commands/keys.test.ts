import assert from 'node:assert/strict';
import { openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import type { Activity, SessionState } from '../../src/dashboard/interface.ts';
import { KEY_CARE } from '../../src/service/keys/key-care.ts';
import { generateToken } from '../../src/service/keys/token.ts';
import { signedUp } from '../support/accounts/browser-session.ts';
import { file } from '../support/lifetime.ts';
import {
  createKey,
  emptyHome,
  get,
  lds,
  ldsAlone,
  preparedHome,
  serve,
  until,
} from '../support/processes/lds.ts';
import { temporaryDirectory } from '../support/service.ts';

interface ListedKey {
  id: string;
  label: string;
  state: string;
  share: number | null;
  expires: string | null;
  successor: string | null;
  last_used: string | null;
  account: string | null;
}

const home = await preparedHome(file);
const { address } = await serve(file, home, {
  LDS_USAGE_FLUSH_SECONDS: '1',
  // Waiting for a key to be refused, or to work, takes tries.
  LDS_FAILED_AUTH_PER_MINUTE: '1000000',
});

describe('keys from the command line, on a running server', { concurrency: 2 }, () => {
  test('creating prints only the key, which works at once and stops within a second of being revoked', async () => {
    const { code, stdout, stderr } = await lds(home, ['keys', 'create', '--label', 'revoked']);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^lds_live_\w{38}\n$/);
    assert.ok(stderr.includes(KEY_CARE));
    const token = stdout.trim();
    assert.equal(await statusOf(token), 200);

    const { id } = await listed('revoked');
    assert.equal((await lds(home, ['keys', 'revoke', id])).code, 0);
    await until('the revoked key is refused', async () => (await statusOf(token)) === 401, 1);
    assert.equal((await listed('revoked')).state, 'revoked');
  });

  test('a rotated key works until its overlap ends, and its successor works at once', async () => {
    const token = await createKey(home, 'rotated');
    const { id } = await listed('rotated');
    const overlapping = (await lds(home, ['keys', 'rotate', id, '--overlap', '1h'])).stdout.trim();
    assert.deepEqual([await statusOf(token), await statusOf(overlapping)], [200, 200]);

    const again = await lds(home, ['keys', 'rotate', id]);
    assert.match(again.stderr, /^lds: .*rotated already; its successor is key_\S+\.\n$/);
    assert.deepEqual([again.code, again.stdout], [1, '']);

    const { successor } = (await allListed(home)).find((key) => key.id === id) ?? {};
    const { stdout } = await lds(home, ['keys', 'rotate', successor ?? '', '--overlap', '0']);
    assert.equal(await statusOf(stdout.trim()), 200);
    await until('the key without overlap is refused', async () => (await statusOf(overlapping)) === 401);
    assert.equal(await statusOf(token), 200);
  });

  test('a key expires at the given time, and works again if its expiry is removed', async () => {
    const token = await createKey(home, 'expired');
    const { id } = await listed('expired');
    assert.equal((await lds(home, ['keys', 'expire', id, '2020-01-01'])).code, 0);
    await until('the expired key is refused', async () => (await statusOf(token)) === 401);
    assert.equal((await listed('expired')).state, 'expired');
    assert.equal((await lds(home, ['keys', 'expire', id, 'never'])).code, 0);
    await until('the key works again', async () => (await statusOf(token)) === 200);
  });

  test('the list distinguishes keys without revealing them, and says when each was last used', async () => {
    const token = await createKey(home, 'listed');
    assert.equal((await listed('listed')).last_used, null);
    await statusOf(token);
    await until('the use is written', async () => (await listed('listed')).last_used !== null);
    const { stdout } = await lds(home, ['keys', 'list']);
    assert.match(stdout, /^id {2,}label {2,}account {2,}key {2,}state/);
    assert.ok(stdout.includes(`${token.slice(0, 13)}…${token.slice(-4)}`), stdout);
    assert.ok(!stdout.includes(token.slice(0, 14)), stdout);
  });

  test('a key can be named by itself, also on standard input, and no message repeats it', async () => {
    const token = await createKey(home, 'found');
    const { id } = await listed('found');
    const leak = join(temporaryDirectory(), 'leak.txt');
    writeFileSync(leak, `${token}\n`);
    const guarded = await lds(home, ['keys', 'guard', token, '--address', 'any']);
    assert.deepEqual([guarded.code, guarded.stderr], [0, `guarded ${id}\n`]);
    const { code, stderr } = await ldsAlone(
      home,
      ['keys', 'revoke', '-'],
      {},
      { stdio: [openSync(leak, 'r'), 'pipe', 'pipe'] },
    );
    assert.deepEqual([code, stderr], [0, `revoked ${id}\n`]);
    for (const named of [generateToken(), `${token}x`]) {
      const unknown = await lds(home, ['keys', 'revoke', named]);
      assert.equal(unknown.code, 1);
      assert.match(unknown.stderr, /no key of this service/);
      assert.ok(!unknown.stderr.includes(named.slice(0, 20)));
    }
  });

  test('a key is found in a line of a program, and no line is repeated, whatever is in it', async () => {
    const token = await createKey(home, 'in a line');
    const { id } = await listed('in a line');
    const said = async (line: string, ...args: string[]) => {
      const leak = join(temporaryDirectory(), 'leak.txt');
      writeFileSync(leak, `${line}\n`);
      const stdio = [openSync(leak, 'r'), 'pipe', 'pipe'] as const;
      const { code, stdout, stderr } = await ldsAlone(home, ['keys', ...args], {}, { stdio: [...stdio] });
      assert.ok(!`${stdout}${stderr}`.includes(token.slice(9, 30)), stderr);
      return { code, stderr };
    };
    const line = `  LDS_API_KEY="${token}" # of the weather app`;
    assert.deepEqual(await said(line, 'guard', '-', '--address', 'any'), {
      code: 0,
      stderr: `guarded ${id}\n`,
    });
    assert.equal((await said(generateToken(), 'usage', '-')).code, 1);
    for (const other of [`${line} ${generateToken()}`, `key_${token.slice(4)}`, `x${token.slice(4)}`, ''])
      assert.equal((await said(other, 'usage', '-')).code, 2, other);
    assert.match((await lds(home, ['keys', 'usage', '--help'])).stdout, /or - for a text with the key/);
  });

  test('an account reads in its activity what the operator did to its key, and gets mail that it was revoked', async () => {
    const browser = await signedUp({ server: { address } });
    const { key } = await browser.createKey('Revoked by the operator');
    const database = new DatabaseSync(join(home, 'lds.sqlite'));
    database.prepare('UPDATE account_holder SET email_verified = 1 WHERE email = ?').run(browser.email);
    database.close();
    for (const args of [
      ['expire', key.id, '2999-01-01'],
      ['guard', key.id, '--idle-days', '30'],
    ])
      assert.equal((await lds(home, ['keys', ...args])).code, 0);
    const { stderr } = await lds(home, ['keys', 'rotate', key.id]);
    const [successor = ''] = /key_\S+/.exec(stderr) ?? [];
    const revoked = await lds(home, ['keys', 'revoke', successor]);
    assert.ok(revoked.stderr.endsWith(`revoked ${successor}; ${browser.email} gets mail\n`), revoked.stderr);
    const again = await lds(home, ['keys', 'revoke', successor]);
    assert.deepEqual([again.code, again.stderr], [0, `revoked ${successor}\n`]);
    const { events } = await browser.ask<Activity>('GET', '/activity');
    const lines = events
      .filter(({ address: from }) => from === null)
      .map(({ action, subject }) => [action, subject]);
    assert.deepEqual(
      lines,
      ['key_revoked', 'key_rotated', 'key_guarded', 'key_guarded'].map((action) => [action, key.name]),
    );
    const mails = readdirSync(join(home, 'outbox'))
      .map((name) => readFileSync(join(home, 'outbox', name), 'utf8'))
      .filter((text) => text.includes(`To: ${browser.email}`) && text.includes('revoked your key'));
    assert.equal(mails.length, 1);
  });

  test('revoking a key says so where its account gets no mail, because nobody has confirmed the address', async () => {
    const browser = await signedUp({ server: { address } });
    const { key } = await browser.createKey('Of an address that is not confirmed');
    const { code, stderr } = await lds(home, ['keys', 'revoke', key.id]);
    assert.equal(code, 0);
    assert.match(stderr, /^revoked key_\S+; its account has no confirmed address, so nobody gets mail\n$/);
  });

  test('a key cannot be created with an expiry that has passed', async () => {
    const { code, stdout, stderr } = await lds(home, [
      'keys',
      'create',
      '--label',
      'x',
      '--expires',
      '2020-01-01',
    ]);
    assert.deepEqual([code, stdout, stderr], [2, '', 'lds: The expiry must be in the future.\n']);
  });

  test('the usage names who asked what, the most first, and what one key asked on each day', async () => {
    const browser = await signedUp({ server: { address } });
    const { token, key } = await browser.createKey('Busy');
    for (let times = 0; times < 3; times++) await get(address, '/v1/cities/lisbon', token);
    const used = async (...of: string[]) =>
      JSON.parse((await lds(home, ['keys', 'usage', ...of, '--json'])).stdout) as Record<string, unknown>[];
    await until('its usage is written', async () => (await used(key.id)).at(-1)?.requests === 3);
    const day = new Date().toISOString().slice(0, 10);
    const asked = { endpoint: 'getCity', outcome: '2xx', requests: 3 };
    assert.deepEqual(await used(key.id), [{ key_id: key.id, day, ...asked }]);
    const all = await used();
    const row = { ...asked, id: key.id, label: 'Busy', account: browser.email };
    assert.deepEqual(
      all.find(({ id }) => id === key.id),
      row,
    );
    const counts = all.map(({ requests }) => Number(requests));
    assert.deepEqual(
      counts,
      counts.toSorted((one, other) => other - one),
    );
    assert.deepEqual(await used('--day', '2020-01-01'), []);
    assert.equal((await allListed(home)).find(({ id }) => id === key.id)?.account, browser.email);
  });

  test('a key has the plan, permissions and expiry that it was created with', async () => {
    const options = ['--scope', 'quality-of-life:read', '--header-only', '--plan', 'bulk'];
    const token = await createKey(home, 'limited', ...options, '--expires', '2999-01-01');
    const path = '/v1/data/quality-of-life/lisbon';
    const answer = await get(address, path, token);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('X-RateLimit-Limit'), '3000');
    assert.equal(await statusOf(token), 403);
    assert.equal((await fetch(`${address}${path}?api_key=${token}`)).status, 403);
    assert.equal((await listed('limited')).expires, '2999-01-01T00:00:00.000Z');
  });

  test('a key created with a share is limited by it, and so is its successor', async () => {
    const token = await createKey(home, 'sharing', '--share', '20');
    const { id, share } = await listed('sharing');
    assert.equal(share, 20);
    const policy = async (key: string) =>
      (await get(address, '/v1/cities/lisbon', key)).headers.get('RateLimit-Policy');
    const expected =
      '"burst";q=300;w=10, "daily";q=100000;w=86400, "key-burst";q=60;w=10, "key-daily";q=20000;w=86400';
    assert.equal(await policy(token), expected);
    const { stdout } = await lds(home, ['keys', 'rotate', id]);
    assert.equal(await policy(stdout.trim()), expected);
    const table = (await lds(home, ['keys', 'list'])).stdout;
    assert.match(table, new RegExp(`^${id} .* 20 % `, 'm'));
  });

  test('an operator can list accounts, set the plan of an account and all its keys, and delete an account', async () => {
    const browser = await signedUp({ server: { address } });
    const keys = [await browser.createKey('one'), await browser.createKey('two')];
    const limits = async () =>
      Promise.all(
        keys.map(async ({ token }) =>
          (await get(address, '/v1/cities/lisbon', token)).headers.get('X-RateLimit-Limit'),
        ),
      );
    assert.deepEqual(await limits(), ['300', '300']);
    const changed = await lds(home, ['keys', 'set-plan', keys[0]?.key.id ?? '', 'bulk']);
    assert.match(changed.stderr, / has the plan bulk, with its account and 1 other keys\n$/);
    await until('both keys have it', async () => (await limits()).join() === '3000,3000', 1);
    assert.equal((await browser.createKey('three')).key.plan, 'bulk');
    const { service } = await browser.ask<SessionState>('GET', '/session');
    assert.equal(service.plan.name, 'bulk');

    const refused = await lds(home, ['accounts', 'delete', browser.email]);
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /^lds: This would permanently delete .* its 3 keys .* Nothing was deleted: add --yes/,
    );
    const accounts = JSON.parse((await lds(home, ['accounts', 'list', '--json'])).stdout) as {
      email: string;
    }[];
    const account = accounts.find(({ email }) => email === browser.email);
    assert.deepEqual(account, { ...account, email: browser.email, plan: 'bulk', keys: 3 });
    assert.equal((await lds(home, ['accounts', 'delete', browser.email, '--yes'])).code, 0);
    await until('its keys are refused', async () => (await statusOf(keys[1]?.token ?? '')) === 401, 1);
    assert.equal(await browser.isSignedIn(), false);
  });
});

test('a command that fails says so in one line, and creates no key', async (t) => {
  const empty = emptyHome(t);
  const faults: [args: string[], says: RegExp][] = [
    [['keys', 'revoke', 'key_nobody'], /^lds: There is no key key_nobody\. /],
    [['keys', 'create', '--label', ' '], /^lds: A key needs a label /],
    [['keys', 'create', '--label', 'x', '--plan', 'gold'], /^lds: There is no plan gold: LDS_PLANS has /],
    [['accounts', 'set-plan', 'nobody@example.org', 'gold'], /^lds: There is no plan gold: LDS_PLANS has /],
    [
      ['accounts', 'delete', 'nobody@example.org', '--yes'],
      /^lds: There is no account nobody@example\.org\. /,
    ],
    [['keys', 'create', '--label', 'x', '--expires', 'soon'], /^error: .*ISO 8601/],
    [['keys', 'create', '--label', 'x', '--share', '0'], /^error: .*from 1 to 100/],
    [['keys', 'create', '--label', 'x', '--share', '20%'], /^error: .*from 1 to 100/],
    [['keys', 'rotate', 'key_nobody', '--overlap', 'long'], /^error: .*duration/],
  ];
  for (const [args, says] of faults) {
    const { code, stdout, stderr } = await lds(empty, args);
    assert.match(stderr, says);
    // A wrong argument is a wrong use of the command.
    assert.deepEqual([code, stdout], [/There is no (key|account)/.test(stderr) ? 1 : 2, ''], args.join(' '));
  }
  assert.deepEqual(await allListed(empty), []);
});

test('several processes can create keys at the same time in a store that does not exist yet', async (t) => {
  const fresh = emptyHome(t);
  const made = await Promise.all(
    Array.from({ length: 4 }, (_, index) => ldsAlone(fresh, ['keys', 'create', '--label', `key ${index}`])),
  );
  assert.deepEqual(
    made.map(({ code }) => code),
    [0, 0, 0, 0],
  );
  assert.equal(new Set(made.map(({ stdout }) => stdout)).size, 4);
  assert.equal((await allListed(fresh)).length, 4);
});

async function statusOf(token: string): Promise<number> {
  return (await get(address, '/v1/cities/lisbon', token)).status;
}

async function listed(label: string): Promise<ListedKey> {
  const key = (await allListed(home)).find((row) => row.label === label);
  return key ?? assert.fail(`no key is called ${label}`);
}

async function allListed(directory: string): Promise<ListedKey[]> {
  const { code, stdout, stderr } = await lds(directory, ['keys', 'list', '--json']);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as ListedKey[];
}

/** Conflicting requests, sent at once to three nodes that share a PostgreSQL: they have one outcome, and reveal nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IssuedKey } from '../../src/dashboard/interface.ts';
import { AuthenticatorApp } from '../../test/support/accounts/authenticator-app.ts';
import {
  BrowserSession,
  newAddress,
  PASSWORD,
  tokenIn,
} from '../../test/support/accounts/browser-session.ts';
import { mailServer } from '../../test/support/accounts/mail-server.ts';
import { file } from '../../test/support/lifetime.ts';
import { installation, type Node, startNodes } from '../../test/support/processes/installation.ts';
import { get, until } from '../../test/support/processes/lds.ts';
import { PostgresqlServer } from '../../test/support/processes/postgresql.ts';
import { RedisServer } from '../../test/support/processes/redis.ts';

const NODES = 3;
const KEYS_PER_ACCOUNT = 5;
/** How many times each race is tried. */
const ROUNDS = 5;

const isOwn = process.env.ATTACK_URL === undefined;
const nodes = isOwn ? await threeNodes() : undefined;
/** Only if we may read the store and start three processes. */
const options = isOwn ? {} : { skip: 'needs servers of its own' };
let clients = 0;

/** A browser with a new address for every request, so that no limit by address interferes. */
class Visitor extends BrowserSession {
  readonly #address = `198.51.${(++clients >> 8) & 255}.${clients & 255}`;

  constructor(at: number) {
    const server = nodes?.running[at % NODES];
    assert.ok(server);
    super({ server });
  }

  override send(method: string, path: string, body?: unknown): Promise<Response> {
    return super.send(method, path, body, { 'X-Forwarded-For': this.#address });
  }

  /** The same browser, directed to each node in turn. */
  everywhere(count: number): Visitor[] {
    return Array.from({ length: count }, (_, at) => {
      const same = new Visitor(at);
      for (const [name, value] of this.cookies) same.cookies.set(name, value);
      return same;
    });
  }
}

test(
  'of twelve who sign up with one address at once one account comes, and all are answered alike',
  options,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const email = newAddress();
      const passwords = Array.from({ length: 12 }, (_, index) => `${PASSWORD}-${index}`);
      const answers = await Promise.all(
        passwords.map((password, index) => new Visitor(index).signUp(email, password).then(lasting)),
      );
      assert.deepEqual(new Set(answers), new Set([answers[0]]));
      assert.equal((await accountsOf(email)).length, 1);

      await confirmAll(email, passwords);
      const opened: string[] = [];
      for (const password of passwords) {
        const { status } = await new Visitor(round).signIn(email, password);
        assert.ok(status === 200 || status === 401 || status === 429, `${status}`);
        if (status === 200) opened.push(password);
        await forgetAttempts();
      }
      assert.ok(opened.length <= 1, `${opened.length} passwords open it`);
    }
  },
);

test('who signs up in pairs learns of no address whether it has an account', options, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { email: known } = await confirmedVisitor();
    const pair = (email: string) =>
      Promise.all([0, 1, 2, 3].map((at) => new Visitor(at).signUp(email, `${PASSWORD}-other`).then(lasting)));
    const [ofKnown, ofUnknown] = await Promise.all([pair(known), pair(newAddress())]);
    assert.deepEqual(new Set(ofKnown), new Set(ofUnknown));
    assert.equal(new Set(ofKnown).size, 1);
    await forgetAttempts();
  }
});

test(
  'a link confirms once or again, and signs nobody in, at however many nodes it is followed',
  options,
  async () => {
    const email = newAddress();
    await new Visitor(0).signUp(email);
    const token = tokenIn(await mailTo(email));
    const visitors = Array.from({ length: 9 }, (_, at) => new Visitor(at));
    const link = { token, password: PASSWORD };
    await Promise.all(visitors.map((visitor) => visitor.send('POST', '/auth/verify-email', link)));
    for (const visitor of visitors) assert.equal(await visitor.isSignedIn(), false);
    assert.deepEqual(
      (await accountsOf(email)).map(({ email_verified }) => email_verified),
      [1],
    );
  },
);

test(
  'an account gets no more keys than it may have, at however many nodes they are made',
  options,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { visitor } = await confirmedVisitor();
      const statuses = await Promise.all(
        visitor.everywhere(15).map(async (each) => (await makeKey(each)).status),
      );
      assert.equal(statuses.filter((status) => status === 201).length, KEYS_PER_ACCOUNT);
      assert.equal(statuses.filter((status) => status === 409).length, 15 - KEYS_PER_ACCOUNT);
      const keys = await visitor.keys();
      assert.equal(keys.filter(({ state }) => state === 'active').length, KEYS_PER_ACCOUNT);
      await forgetAttempts();
    }
  },
);

test('of rotation and revocation at once one wins, and the key is revoked', options, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { visitor } = await confirmedVisitor();
    const { key, token } = await visitor.createKey('raced');
    const results = await Promise.all(
      visitor.everywhere(6).map(async (each, index) => {
        const body = index % 2 === 0 ? { overlap_seconds: 3600 } : undefined;
        const response = await each.send('POST', `/keys/${key.id}/${body ? 'rotate' : 'revoke'}`, body);
        return { rotation: body !== undefined, status: response.status };
      }),
    );
    const rotated = results.filter(({ rotation, status }) => rotation && status === 201).length;
    assert.ok(rotated <= 1, `${rotated} successors`);
    for (const { status } of results) assert.ok([200, 201, 409].includes(status), `${status}`);
    assert.equal((await visitor.keys()).filter(({ state }) => state === 'active').length, rotated);
    await refusedEverywhere(token);
  }
});

test('a code of an authenticator app signs in one of those who send it at once', options, async () => {
  const { visitor, email } = await confirmedVisitor();
  const { totpURI } = await visitor.ask<{ totpURI: string }>('POST', '/auth/two-factor/enable', {
    password: PASSWORD,
  });
  const app = new AuthenticatorApp(totpURI);
  await visitor.ask('POST', '/auth/two-factor/verify-totp', { code: await app.next() });
  const pending = Array.from({ length: 6 }, (_, at) => new Visitor(at));
  for (const each of pending) assert.equal((await each.signIn(email)).status, 200);
  const code = await app.next();
  const statuses = await Promise.all(
    pending.map(async (each) => (await each.send('POST', '/auth/two-factor/verify-totp', { code })).status),
  );
  assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join(' '));
});

test('a recovery link sets one password, at however many nodes it is used', options, async () => {
  const { email } = await confirmedVisitor();
  await new Visitor(0).ask('POST', '/auth/request-password-reset', { email });
  const token = tokenIn(await mailTo(email));
  const passwords = Array.from({ length: 6 }, (_, index) => `${PASSWORD}-new-${index}`);
  const statuses = await Promise.all(
    passwords.map(async (newPassword, at) => {
      const response = await new Visitor(at).send('POST', '/auth/reset-password', { token, newPassword });
      return response.status;
    }),
  );
  assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join(' '));
  const signIns = await Promise.all(
    [PASSWORD, ...passwords].map(
      async (password, at) => (await new Visitor(at).signIn(email, password)).status,
    ),
  );
  assert.equal(signIns.filter((status) => status === 200).length, 1, signIns.join(' '));
});

test('no key outlives its account, when one is made while the other is deleted', options, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { visitor } = await confirmedVisitor();
    const everywhere = visitor.everywhere(7);
    const made = await Promise.all(
      everywhere.map(async (each, index) => {
        if (index === 3) await each.send('POST', '/auth/delete-user', { password: PASSWORD });
        const response = await makeKey(each);
        return response.status === 201 ? ((await response.json()) as IssuedKey).token : undefined;
      }),
    );
    assert.equal((await visitor.send('GET', '/keys')).status, 401);
    for (const token of made) if (token !== undefined) await refusedEverywhere(token);
  }
});

test('no node had a fault of its own meanwhile', options, () => {
  const faults = (nodes?.running ?? []).flatMap(({ stderr }) =>
    stderr()
      .split('\n')
      .filter((line) => /"level":(50|60)/.test(line)),
  );
  assert.deepEqual(faults, []);
});

/** Three processes of the service, and their shared stores. */
async function threeNodes() {
  const postgresql = await PostgresqlServer.start();
  const redis = await RedisServer.start();
  const mail = await mailServer();
  const shared = await installation(file, postgresql, {
    LDS_REDIS_URL: redis.url,
    LDS_SMTP_URL: mail.url,
    LDS_KEYS_PER_ACCOUNT: String(KEYS_PER_ACCOUNT),
    LDS_DASHBOARD_PER_MINUTE: '1000000',
  });
  const running: Node[] = await startNodes(file, shared, NODES);
  return { shared, mail, running };
}

/** A person with a confirmed address who is signed in. */
async function confirmedVisitor(): Promise<{ visitor: Visitor; email: string }> {
  const email = newAddress();
  const visitor = new Visitor(clients);
  await visitor.signUp(email);
  await confirmAll(email);
  assert.equal((await visitor.signIn(email)).status, 200);
  return { visitor, email };
}

/** Follows every link sent to the address, with each password of a sign-up. */
async function confirmAll(email: string, passwords: readonly string[] = [PASSWORD]): Promise<void> {
  let message: string | undefined = await mailTo(email);
  while (message !== undefined) {
    for (const password of passwords)
      await new Visitor(0).send('POST', '/auth/verify-email', { token: tokenIn(message), password });
    message = (nodes?.mail.waiting(email) ?? 0) > 0 ? await mailTo(email) : undefined;
  }
}

function mailTo(email: string): Promise<string> {
  assert.ok(nodes);
  return nodes.mail.next(email);
}

function makeKey(visitor: Visitor): Promise<Response> {
  return visitor.send('POST', '/keys', { name: 'raced', expires_at: null, header_only: false });
}

async function refusedEverywhere(token: string): Promise<void> {
  for (const { address } of nodes?.running ?? []) {
    await until('the key is refused', async () => {
      const { status } = await get(address, '/v1/countries', token);
      return status === 401;
    });
  }
}

async function accountsOf(email: string) {
  assert.ok(nodes);
  const { database } = nodes.shared.store;
  return database.selectFrom('account_holder').selectAll().where('email', '=', email).execute();
}

/** This does not check limits by account or address. */
async function forgetAttempts(): Promise<void> {
  await nodes?.shared.store.database.deleteFrom('attempt').execute();
}

/** Status and body without the parts that always differ. */
async function lasting(response: Response): Promise<string> {
  const { request_id, ...body } = (await response.json()) as { request_id?: string };
  return `${response.status} ${JSON.stringify(body)} ${response.headers.getSetCookie().length} ${request_id === undefined}`;
}

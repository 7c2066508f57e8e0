import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import { openStore } from '../../src/service/storage/database.ts';
import { BrowserSession, problemOf, type SignedUp, signedUp } from '../support/accounts/browser-session.ts';
import { until } from '../support/processes/lds.ts';
import type { TestService } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const AT_ONCE = 2;
const PER_MINUTE = 20;

/** Counts session queries, and delays them like a database on another machine. */
class Watch implements KyselyPlugin {
  all = 0;
  underWay = 0;
  most = 0;
  readonly #ofSessions = new WeakSet<object>();

  /** Resets the counts while no request runs: better-auth never reads the result of some queries. */
  begin(): void {
    this.underWay = 0;
    this.most = 0;
  }

  transformQuery({ node, queryId }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    this.all++;
    if (node.kind === 'SelectQueryNode' && JSON.stringify(node).includes('"session"')) {
      this.#ofSessions.add(queryId);
      this.most = Math.max(this.most, ++this.underWay);
    }
    return node;
  }

  async transformResult({ queryId, result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    if (!this.#ofSessions.has(queryId)) return result;
    await delay(2);
    this.underWay--;
    return result;
  }
}

async function watched(
  settings: Record<string, string> = {},
): Promise<{ service: TestService; watch: Watch }> {
  const watch = new Watch();
  const open = async (home: string) => {
    const store = await openStore(home, { busyMilliseconds: 1000 });
    return { ...store, database: store.database.withPlugin(watch) };
  };
  const service = await startSmallService({ LDS_TRUST_PROXY: '1', ...settings }, { open });
  return { service, watch };
}

const { service, watch } = await watched();

const ask = (browser: BrowserSession, address: string, path = '/session') =>
  browser.send('GET', path, undefined, { 'X-Forwarded-For': address });

test('of 128 simultaneous requests from one address, two run at a time, a few wait, the rest get 503', async () => {
  const browser = await signedUp(service);
  watch.begin();
  const answers = await Promise.all(Array.from({ length: 128 }, () => ask(browser, '192.0.2.1')));
  assert.equal(watch.most, AT_ONCE);
  const refused = answers.filter(({ status }) => status !== 200);
  assert.ok(answers.length - refused.length >= 34 && refused.length > 0, `${refused.length} refused`);
  for (const response of refused) {
    assert.equal(response.headers.get('retry-after'), '1');
    assert.equal((await problemOf(response, 503)).code, 'unavailable');
  }
  assert.equal((await ask(browser, '192.0.2.1')).status, 200);
});

test('an account runs two requests at a time, from any number of addresses', async () => {
  const browser = await signedUp(service);
  // The session is read before its account is known, so requests wait only after that.
  const id = (await browser.createKey('x')).key.id;
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => ask(browser, `198.51.100.${index}`, `/keys/${id}`)),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  assert.ok(refused.length > 0 && refused.length <= 100 - 34, `${refused.length} refused`);
  for (const response of refused) assert.equal((await problemOf(response, 503)).code, 'unavailable');
});

test('while one address has too many requests, other addresses get responses', async () => {
  const [busy, other] = [await signedUp(service), await signedUp(service)];
  const answers = Array.from({ length: 128 }, () => ask(busy, '192.0.2.3'));
  assert.equal((await ask(other, '192.0.2.4')).status, 200);
  await Promise.all(answers);
});

test('aborted requests and HEAD requests free their place', async () => {
  const browser = await signedUp(service);
  const headers = { Cookie: browser.cookie, 'X-Forwarded-For': '192.0.2.5' };
  for (let round = 0; round < 3; round++) {
    const given = new AbortController();
    const before = watch.all;
    const asked = Array.from({ length: 40 }, () =>
      fetch(`${service.server.address}/dashboard/usage.csv`, { headers, signal: given.signal }).then(
        (response) => response.arrayBuffer(),
      ),
    );
    await until('they are worked on', () => watch.all > before);
    given.abort();
    await Promise.allSettled(asked);
  }
  await until('there is room', async () => (await ask(browser, '192.0.2.5')).status === 200);
  const from = { 'X-Forwarded-For': '192.0.2.5' };
  for (const method of ['HEAD', 'GET'])
    for (let time = 0; time < 2 * AT_ONCE; time++)
      assert.equal((await browser.send(method, '/usage.csv', undefined, from)).status, 200);
  watch.begin();
  await Promise.all(Array.from({ length: 10 }, () => ask(browser, '192.0.2.5')));
  assert.equal(watch.most, AT_ONCE);
});

test('an address over its requests per minute is refused without work for the store or better-auth', async () => {
  const strict = await watched({ LDS_DASHBOARD_PER_MINUTE: String(PER_MINUTE) });
  const signOut = () =>
    new BrowserSession(strict.service).send('POST', '/auth/sign-out', {}, { 'X-Forwarded-For': '192.0.2.6' });
  const first = await refusal(signOut);
  const seconds = Number(first.headers.get('retry-after'));
  assert.ok(seconds >= 1 && seconds <= 60, String(seconds));
  assert.equal((await problemOf(first, 429)).code, 'too_many_attempts');

  const { database } = strict.service.store;
  const attempts = () => database.selectFrom('attempt').selectAll().execute();
  const before = await attempts();
  const asked = strict.watch.all;
  const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await signOut()).status));
  // Unless the next minute has begun in the meantime.
  if (statuses.every((status) => status === 429)) {
    assert.equal(strict.watch.all, asked);
    assert.deepEqual(await attempts(), before);
  }
  assert.equal((await ask(new BrowserSession(strict.service), '192.0.2.7')).status, 200);
});

test('an account over its requests per minute is refused from any address; other accounts are not', async () => {
  const strict = await watched({ LDS_DASHBOARD_PER_MINUTE: String(PER_MINUTE) });
  const [busy, other]: SignedUp[] = [await signedUp(strict.service), await signedUp(strict.service)];
  assert.ok(busy !== undefined && other !== undefined);
  let sent = 0;
  const response = await refusal(() => ask(busy, `198.51.100.${sent++}`, '/keys'));
  assert.equal((await problemOf(response, 429)).code, 'too_many_attempts');
  assert.equal((await ask(other, '192.0.2.8', '/keys')).status, 200);
});

/** The first 429. If a minute ends in between, the limit starts again. */
async function refusal(send: () => Promise<Response>): Promise<Response> {
  for (let sent = 0; sent <= 2 * PER_MINUTE; sent++) {
    const response = await send();
    if (response.status === 429) return response;
    await response.arrayBuffer();
  }
  throw new Error('nothing was refused');
}

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Usage } from '../../src/dashboard/interface.ts';
import { BrowserSession, type SignedUp, signedUp } from '../support/accounts/browser-session.ts';
import { installation, startNodes } from '../support/processes/installation.ts';
import { get, lds, preparedHome, type RunningService, serve, until } from '../support/processes/lds.ts';
import { PostgresqlServer } from '../support/processes/postgresql.ts';
import { RedisServer } from '../support/processes/redis.ts';
import { Overrun, whileLimitsAreShared } from '../support/processes/shared-limits.ts';
import { roomInTheDay } from '../support/windows.ts';

const postgresql = await PostgresqlServer.start();
const redis = await RedisServer.start();

const QUOTA = 60;
const SETTINGS = {
  LDS_PLANS: `standard=999999999/10s+${QUOTA}/day`,
  LDS_SECRET: 'the same on every node, and after a restart',
  LDS_USAGE_FLUSH_SECONDS: '1',
  LDS_SHUTDOWN_SECONDS: '2',
};

interface Arrangement {
  /** The services that get the requests, in turn. */
  services: RunningService[];
  /** Runs a command on the same store. */
  command(...args: string[]): Promise<string>;
  /** Ends all processes and starts them again. */
  restarted(): Promise<Arrangement>;
}

/** Every way to count: in one process or in several, on either store. */
const ARRANGEMENTS: Record<string, (t: TestContext) => Promise<Arrangement>> = {
  'one process on SQLite': (t) => onSqlite(t, {}),
  'two workers on SQLite': (t) => onSqlite(t, { LDS_WORKERS: '2' }),
  'one node on PostgreSQL': (t) => onPostgresql(t, 1, {}),
  'two nodes on PostgreSQL with Valkey': (t) => onPostgresql(t, 2, { LDS_REDIS_URL: redis.url }),
};

/** What happens to one account or key. A story yields when all processes are to be restarted, and goes on with the new ones. */
type Story = AsyncGenerator<undefined, void, Arrangement>;

/** All keys of an account use one quota. New, rotated and revoked keys and a restart do not change how much of it is used. */
async function* quotaOfAnAccount(arrangement: Arrangement): Story {
  const browser = await signedUp({ server: first(arrangement) });
  const one = await browser.createKey('one');
  const other = await browser.createKey('other');
  for (const { token } of [one, other]) await use(arrangement, token, 10);
  const rotated = await browser.ask<{ token: string }>('POST', `/keys/${one.key.id}/rotate`, {
    overlap_seconds: 3600,
  });
  await use(arrangement, rotated.token, 10);
  await browser.ask('POST', `/keys/${other.key.id}/revoke`);
  const { token } = await browser.createKey('made after all that');
  await use(arrangement, token, 10);
  await until('all is written', async () => (await usedOf(browser)) === 40);

  const restarted = yield;
  const again = continued(browser, restarted);
  assert.equal(await usedOf(again), 40);
  await assertLeft(restarted, [token, rotated.token, one.token], QUOTA - 40);
  const fresh = await again.createKey('for a fresh quota');
  await assertLeft(restarted, [fresh.token], 0);
  const refused = await get(first(restarted).address, '/v1/countries', fresh.token);
  assert.match(((await refused.json()) as { detail: string }).detail, /^The account's daily limit of 60 /);
  const stranger = await signedUp({ server: first(restarted) });
  const theirs = await stranger.createKey('of another account');
  await assertLeft(restarted, [theirs.token], QUOTA);
}

/** A key and its successor use the quota up to the key's share, also after a restart. Other keys use the rest. */
async function* shareOfAKey(arrangement: Arrangement): Story {
  const browser = await signedUp({ server: first(arrangement) });
  const sharing = await browser.createKey('a fifth', { share: 20 });
  const other = await browser.createKey('the rest');
  await use(arrangement, sharing.token, 5);
  const successor = await browser.ask<{ token: string }>('POST', `/keys/${sharing.key.id}/rotate`, {
    overlap_seconds: 3600,
  });
  await use(arrangement, successor.token, 3);

  const restarted = yield;
  await assertLeft(restarted, [successor.token, sharing.token], QUOTA / 5 - 8);
  const refused = await get(first(restarted).address, '/v1/countries', successor.token);
  assert.match(((await refused.json()) as { detail: string }).detail, /^The key's daily limit of 12 /);
  await assertLeft(restarted, [other.token], QUOTA - QUOTA / 5);
}

/** A key from the command line and its successors have their own quota. A quota that is used up stays so after a restart. */
async function* quotaOfTheCommandLine(arrangement: Arrangement): Story {
  const token = await arrangement.command('keys', 'create', '--label', 'mine');
  await use(arrangement, token, 10);
  const [{ id }] = await listed(arrangement, 'mine');
  const successor = await arrangement.command('keys', 'rotate', id);
  await use(arrangement, successor, 10);
  const another = await arrangement.command('keys', 'create', '--label', 'another');
  await assertLeft(arrangement, [another], QUOTA);

  const restarted = yield;
  await assertLeft(restarted, [token, successor], QUOTA - 20);
  await assertLeft(restarted, [another], 0);
  const refused = await get(first(restarted).address, '/v1/countries', another);
  assert.match(((await refused.json()) as { detail: string }).detail, /^The key's daily limit of 60 /);
}

for (const [name, arrange] of Object.entries(ARRANGEMENTS))
  test(`${name}: quotas of accounts, shares of keys and keys from the command line survive rotation, revocation and restarts`, (t) => {
    const services: RunningService[] = [];
    return whileLimitsAreShared(t, services, async () => {
      await roomInTheDay();
      await tellAll([quotaOfAnAccount, shareOfAKey, quotaOfTheCommandLine], await arrange(t), services);
    });
  });

/** Tells all stories up to a restart, restarts, and goes on. @param services gets all services that took part */
async function tellAll(
  tell: readonly ((arrangement: Arrangement) => Story)[],
  beginning: Arrangement,
  services: RunningService[],
): Promise<void> {
  let arrangement = beginning;
  let stories = tell.map((story) => story(arrangement));
  for (;;) {
    services.push(...arrangement.services);
    const unfinished: Story[] = [];
    // A story ignores the arrangement of its first step, because it was created with it.
    for (const story of stories) if (!(await story.next(arrangement)).done) unfinished.push(story);
    if (unfinished.length === 0) return;
    stories = unfinished;
    arrangement = await arrangement.restarted();
  }
}

async function onSqlite(t: TestContext, settings: Record<string, string>): Promise<Arrangement> {
  const home = await preparedHome(t);
  return started();

  async function started(): Promise<Arrangement> {
    const service = await serve(t, home, { ...SETTINGS, ...settings });
    return {
      services: [service],
      command: (...args) => output(home, args, {}),
      async restarted() {
        assert.equal((await service.end('SIGTERM')).code, 0);
        return started();
      },
    };
  }
}

async function onPostgresql(
  t: TestContext,
  count: number,
  settings: Record<string, string>,
): Promise<Arrangement> {
  const shared = await installation(t, postgresql, { ...SETTINGS, ...settings });
  return started();

  async function started(): Promise<Arrangement> {
    const services = await startNodes(t, shared, count);
    return {
      services,
      command: (...args) => output(services[0]?.home ?? '', args, { LDS_DATABASE_URL: shared.databaseUrl }),
      async restarted() {
        for (const { code } of await Promise.all(services.map((service) => service.end('SIGTERM'))))
          assert.equal(code, 0);
        return started();
      },
    };
  }
}

async function output(home: string, args: string[], settings: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await lds(home, args, settings);
  assert.equal(code, 0, stderr);
  return stdout.trim();
}

async function listed({ command }: Arrangement, label: string): Promise<[{ id: string }]> {
  const rows = JSON.parse(await command('keys', 'list', '--json')) as { id: string; label: string }[];
  const [row] = rows.filter((candidate) => candidate.label === label);
  assert.ok(row);
  return [row];
}

function first({ services: [service] }: Arrangement): RunningService {
  assert.ok(service);
  return service;
}

/** The same browser, at the restarted service. */
function continued({ cookies }: SignedUp, arrangement: Arrangement): BrowserSession {
  const browser = new BrowserSession({ server: first(arrangement) });
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

/** Sends requests to the services in turn. All of them must pass. */
async function use({ services }: Arrangement, token: string, requests: number): Promise<void> {
  for (let request = 0; request < requests; request++) {
    const { address } = services[request % services.length] ?? {};
    assert.equal((await get(String(address), '/v1/countries', token)).status, 200);
  }
}

/** Asserts that exactly this many requests with these keys pass. */
async function assertLeft(arrangement: Arrangement, tokens: readonly string[], left: number): Promise<void> {
  const passed = await exhaust(arrangement, tokens);
  if (passed > left) throw new Overrun(`${passed} requests passed of ${left}`);
  assert.equal(passed, left);
}

/** Sends requests with all keys in turn to all services, until all are refused. @returns how many passed */
async function exhaust({ services }: Arrangement, tokens: readonly string[]): Promise<number> {
  let passed = 0;
  // The workers of a service take turns, so that several rounds reach each of them.
  for (let refused = 0, turn = 0; refused < 8 * services.length * tokens.length; turn++) {
    const { address } = services[turn % services.length] ?? {};
    const token = tokens[Math.floor(turn / services.length) % tokens.length] ?? '';
    const { status } = await get(String(address), '/v1/countries', token);
    refused = status === 429 ? refused + 1 : 0;
    if (status === 200) passed++;
    else assert.equal(status, 429);
  }
  return passed;
}

async function usedOf(browser: BrowserSession): Promise<number> {
  const { quota } = await browser.ask<Usage>('GET', '/usage');
  assert.equal(quota.limit, QUOTA);
  return quota.used;
}

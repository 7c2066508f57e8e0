import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { revokeKey } from '../../src/keys/lifecycle.ts';
import { hashToken } from '../../src/keys/token.ts';
import { openStore } from '../../src/storage/database.ts';
import { keyByHash } from '../../src/storage/keys.ts';
import { atEnd } from '../support/lifetime.ts';
import { countedRequests } from '../support/processes/counted-requests.ts';
import {
  createKey,
  get,
  lds,
  preparedHome,
  type RunningService,
  serve,
  start,
  UNLIMITED,
  until,
} from '../support/processes/lds.ts';
import { answers, load, nodeClient, undiciClient } from '../support/processes/load.ts';
import { addRelease } from '../support/release/changed-release.ts';
import { countedInOneMinute, roomInTheDay } from '../support/windows.ts';

const WORKERS = 2;
const SETTINGS = { LDS_WORKERS: String(WORKERS), LDS_SHUTDOWN_SECONDS: '2', LDS_USAGE_FLUSH_SECONDS: '1' };

describe('several workers of one service', { concurrency: 2 }, () => {
  test('all respond, and share limits for keys and for failed attempts without another server', async (t) => {
    await roomInTheDay();
    const home = await preparedHome(t);
    const plans = { LDS_PLANS: 'standard=999999999/10s+1000/day' };
    const service = await serve(t, home, { ...SETTINGS, ...plans });
    assert.equal((await answeringWorkers(service)).size, WORKERS);
    const { tally, stop } = load(
      undiciClient(service.address, service.token, 1),
      16,
      () => '/v1/countries?limit=3',
    );
    await until('requests are refused', () => (tally.answered.get(429) ?? 0) > 1000);
    await stop();
    const passed = tally.answered.get(200) ?? 0;
    assert.deepEqual(tally.failed, new Map());
    // Attempts that one worker still holds are refused by another, until all are used up.
    assert.ok(passed <= 1000 && passed >= 990, `${passed} passed of 1000`);
    const tries = await countedInOneMinute(() => triesWithoutKey(service));
    assert.ok(tries >= 120 && tries <= 123, `${tries} tries of 120`);

    await service.end('SIGTERM');
    const again = await serve(t, home, { ...SETTINGS, ...plans });
    assert.equal(
      (await get(again.address, '/v1/countries', service.token)).status,
      passed === 1000 ? 429 : 200,
    );
  });

  for (const [what, client] of [
    ['kept-alive connections', ({ address, token }: RunningService) => undiciClient(address, token, 1)],
    [
      'a connection for every request',
      ({ address, token }: RunningService) => nodeClient(address, token, { keepAlive: false }),
    ],
  ] as const)
    test(`SIGTERM fails no request, with ${what}, and counts every response`, async (t) => {
      const home = await preparedHome(t);
      const service = await serve(t, home, { ...UNLIMITED, ...SETTINGS });
      const { tally, stop } = load(
        client(service),
        8,
        (n) => `/v1/cities?country=portugal&limit=${1 + (n % 99)}`,
      );
      await until('the load is under way', () => answers(tally) > 500);
      const workers = childrenOf(service);
      const { code, signal, stderr } = await service.end('SIGTERM');
      await stop();
      assert.deepEqual({ code, signal }, { code: 0, signal: null }, stderr);
      assert.deepEqual([tally.failed, [...tally.answered.keys()]], [new Map(), [200]]);
      assert.equal(countedRequests(home), answers(tally));
      assert.equal(workers.length, WORKERS);
    });

  test('SIGTERM fails no request while the primary process, which accepts connections, runs late', async (t) => {
    const settings = { ...UNLIMITED, ...SETTINGS, LDS_SHUTDOWN_SECONDS: '10' };
    const service = await serve(t, await preparedHome(t), settings);
    const client = nodeClient(service.address, service.token, { keepAlive: false });
    const { tally, stop } = load(client, 8, () => '/v1/countries?limit=1');
    await until('the load is under way', () => answers(tally) > 500);
    service.process.kill('SIGTERM');
    const release = slowDown(service);
    const { code, signal, stderr } = await service.ended;
    release();
    await stop();
    assert.deepEqual({ code, signal }, { code: 0, signal: null }, stderr);
    assert.deepEqual([tally.failed, [...tally.answered.keys()]], [new Map(), [200]]);
  });

  test('a worker that dies is replaced while the others respond', async (t) => {
    const service = await serve(t, await preparedHome(t), { ...UNLIMITED, ...SETTINGS });
    const [victim = 0, ...others] = childrenOf(service);
    process.kill(victim, 'SIGKILL');
    await until('it is gone', () => !childrenOf(service).includes(victim));
    assert.equal((await get(service.address, '/v1/cities/lisbon', service.token)).status, 200);
    await until('another is there', () => childrenOf(service).length === WORKERS);
    assert.ok(others.every((pid) => childrenOf(service).includes(pid)));
    await until('it answers', async () => (await answeringWorkers(service)).size === WORKERS);
    assert.match(service.stderr(), /"signal":"SIGKILL"[^\n]*a worker ended; starting another/);
  });

  test('all apply new keys, revocations and releases', async (t) => {
    const home = await preparedHome(t);
    const service = await serve(t, home, { ...UNLIMITED, ...SETTINGS });
    const token = await createKey(home, 'made while they run');
    const statuses = async () => {
      const answered = await Promise.all(
        Array.from({ length: 4 * WORKERS }, () => get(service.address, '/v1/countries?limit=1', token)),
      );
      return new Set(answered.map(({ status }) => status));
    };
    assert.deepEqual(await statuses(), new Set([200]));
    const store = await openStore(home, { busyMilliseconds: 5000 });
    atEnd(() => store.close());
    const { id = '' } = (await keyByHash(store.database, hashToken(token))) ?? {};
    await revokeKey(store.database, id);
    await until('all refuse it', async () => !(await statuses()).has(200), 1);

    assert.equal((await lds(home, ['data', 'publish', addRelease(home, '2099.1.1', 1)])).code, 0);
    service.process.kill('SIGHUP');
    await until('all serve it', async () => {
      const releases = await Promise.all(
        Array.from(
          { length: 4 * WORKERS },
          async () => (await (await get(service.address, '/readyz', '')).json()) as { release: string },
        ),
      );
      return releases.every(({ release }) => release === '2099.1.1');
    });
  });

  test('stop when their primary ends, for any reason', async (t) => {
    const service = await serve(t, await preparedHome(t), SETTINGS);
    const workers = childrenOf(service);
    await service.end('SIGKILL');
    await until('all are gone', () => workers.every((pid) => !isRunning(pid)));
  });

  test('report only once why they cannot start', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    atEnd(() => taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { code, stderr } = await start(['serve'], await preparedHome(t), {
      ...SETTINGS,
      PORT: String(port),
    }).ended;
    assert.equal(code, 1);
    assert.equal(stderr.match(/is in use/g)?.length, 1, stderr);
  });
});

/** Sends requests without a key on new connections until all workers refuse further attempts. */
async function triesWithoutKey({ address }: RunningService): Promise<number> {
  let tries = 0;
  for (let ended = 0; ended < 4 * WORKERS; ) {
    const { status } = await get(address, '/v1/countries', '');
    ended = status === 429 ? ended + 1 : 0;
    if (status === 401) tries++;
  }
  return tries;
}

/** The workers that respond, by the prefix of their request ids; new connections are distributed among them. */
async function answeringWorkers({ address }: RunningService): Promise<Set<string>> {
  const answered = await Promise.all(Array.from({ length: 4 * WORKERS }, () => get(address, '/healthz', '')));
  return new Set(
    answered.map(({ headers }) => headers.get('X-Request-Id')?.split('-').slice(0, -1).join('-') ?? ''),
  );
}

function childrenOf({ process: { pid } }: RunningService): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

/**
 * From now on the process runs for a few milliseconds of every tenth of a second, as on a very busy machine.
 *
 * @returns lets it run again
 */
function slowDown({ process: child }: RunningService): () => void {
  const brake = setInterval(async () => {
    child.kill('SIGCONT');
    await delay(5);
    child.kill('SIGSTOP');
  }, 100);
  const release = () => {
    clearInterval(brake);
    child.kill('SIGCONT');
  };
  atEnd(release);
  return release;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

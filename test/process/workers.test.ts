import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { revokeKey } from '../../src/service/keys/lifecycle.ts';
import { hashToken } from '../../src/service/keys/token.ts';
import { openStore } from '../../src/service/storage/database.ts';
import { keyByHash } from '../../src/service/storage/keys.ts';
import { atEnd, file } from '../support/lifetime.ts';
import { counted } from '../support/processes/installation.ts';
import {
  createKey,
  get,
  lds,
  preparedHome,
  type RunningService,
  serve,
  start,
  until,
} from '../support/processes/lds.ts';
import {
  answers,
  load,
  nodeClient,
  UNHURRIED_MILLISECONDS,
  undiciClient,
} from '../support/processes/load.ts';
import { addRelease } from '../support/release/changed-release.ts';
import { issue } from '../support/service.ts';
import { countedInOneMinute, roomInTheDay } from '../support/windows.ts';

const WORKERS = 2;
const SETTINGS = {
  LDS_WORKERS: String(WORKERS),
  LDS_PLANS: 'standard=999999999/10s+999999999999/day,limited=999999999/10s+1000/day',
  // Requests left at the deadline are cut: a busy machine needs longer than an idle one.
  LDS_SHUTDOWN_SECONDS: '4',
  LDS_USAGE_FLUSH_SECONDS: '1',
};

const home = await preparedHome(file);
let service = await serve(file, home, SETTINGS);
const { token } = service;
const store = await openStore(home, { busyMilliseconds: 5000 });
atEnd(() => store.close(), file);

/** One after another, on one store: each leaves a service running. */
describe('several workers of one service', () => {
  test('all respond, and share limits for keys and for failed attempts without another server, also after a restart', async (t) => {
    await roomInTheDay();
    const limited = (await issue(store, { plan: 'limited' })).token;
    assert.equal((await answeringWorkers()).size, WORKERS);
    const { tally, stop } = load(
      undiciClient(service.address, limited, 1),
      16,
      () => '/v1/countries?limit=3',
    );
    await until('requests are refused', () => (tally.answered.get(429) ?? 0) > 300);
    await stop();
    const passed = tally.answered.get(200) ?? 0;
    t.diagnostic(`${passed} passed of 1000`);
    assert.deepEqual(tally.failed, new Map());
    // Attempts that one worker still holds are refused by another, until all are used up.
    assert.ok(passed <= 1000 && passed >= 990, `${passed} passed of 1000`);
    const tries = await countedInOneMinute(triesWithoutKey);
    assert.ok(tries >= 120 && tries <= 123, `${tries} tries of 120`);

    await service.end('SIGTERM');
    service = await serve(file, home, SETTINGS);
    assert.equal((await get(service.address, '/v1/countries', limited)).status, passed === 1000 ? 429 : 200);
  });

  test('one that dies is replaced while the others respond', async () => {
    const [victim = 0, ...others] = workers();
    process.kill(victim, 'SIGKILL');
    await until('it is gone', () => !workers().includes(victim));
    assert.equal((await get(service.address, '/v1/cities/lisbon', token)).status, 200);
    await until('another is there', () => workers().length === WORKERS);
    assert.ok(others.every((pid) => workers().includes(pid)));
    await until('it answers', async () => (await answeringWorkers()).size === WORKERS);
    assert.match(service.stderr(), /"signal":"SIGKILL"[^\n]*a worker ended; starting another/);
  });

  test('all apply new keys, revocations and releases', async () => {
    const fresh = await createKey(home, 'made while they run');
    const statuses = async () => {
      const answered = await Promise.all(
        Array.from({ length: 4 * WORKERS }, () => get(service.address, '/v1/countries?limit=1', fresh)),
      );
      return new Set(answered.map(({ status }) => status));
    };
    assert.deepEqual(await statuses(), new Set([200]));
    const { id = '' } = (await keyByHash(store.database, hashToken(fresh))) ?? {};
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

  test('SIGTERM fails no request, whether clients keep connections or not, and counts every response', async () => {
    const { token: used, row } = await issue(store);
    const path = (n: number) => `/v1/cities?country=portugal&limit=${1 + (n % 30)}`;
    const loads = [
      load(undiciClient(service.address, used, 1), 8, path),
      load(nodeClient(service.address, used, { keepAlive: false }), 8, path),
    ];
    await until('the loads are under way', () => loads.every(({ tally }) => answers(tally) > 300));
    const ending = workers();
    const { code, signal, stderr } = await service.end('SIGTERM');
    for (const { stop } of loads) await stop();
    assert.deepEqual({ code, signal }, { code: 0, signal: null }, stderr);
    for (const { tally } of loads)
      assert.deepEqual([tally.failed, [...tally.answered.keys()]], [new Map(), [200]]);
    assert.equal(
      await counted({ store }, row.id),
      loads.reduce((sum, { tally }) => sum + answers(tally), 0),
    );
    assert.equal(ending.length, WORKERS);
    // The next to end takes longer.
    service = await serve(file, home, { ...SETTINGS, LDS_SHUTDOWN_SECONDS: '10' });
  });

  test('SIGTERM fails no request while the primary process, which accepts connections, runs late', async () => {
    const client = nodeClient(service.address, token, { keepAlive: false });
    const { tally, stop } = load(client, 8, () => '/v1/countries?limit=1', UNHURRIED_MILLISECONDS);
    await until('the load is under way', () => answers(tally) > 300);
    service.process.kill('SIGTERM');
    const release = slowDown(service);
    const { code, signal, stderr } = await service.ended;
    release();
    await stop();
    assert.deepEqual({ code, signal }, { code: 0, signal: null }, stderr);
    assert.deepEqual([tally.failed, [...tally.answered.keys()]], [new Map(), [200]]);
    service = await serve(file, home, SETTINGS);
  });

  test('stop when their primary ends, for any reason', async () => {
    const orphans = workers();
    await service.end('SIGKILL');
    await until('all are gone', () => orphans.every((pid) => !isRunning(pid)));
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
async function triesWithoutKey(): Promise<number> {
  let tries = 0;
  for (let ended = 0; ended < 4 * WORKERS; ) {
    const { status } = await get(service.address, '/v1/countries', '');
    ended = status === 429 ? ended + 1 : 0;
    if (status === 401) tries++;
  }
  return tries;
}

/** The workers that respond, by the prefix of their request ids; new connections are distributed among them. */
async function answeringWorkers(): Promise<Set<string>> {
  const answered = await Promise.all(
    Array.from({ length: 4 * WORKERS }, () => get(service.address, '/healthz', '')),
  );
  return new Set(
    answered.map(({ headers }) => headers.get('X-Request-Id')?.split('-').slice(0, -1).join('-') ?? ''),
  );
}

/** Their process ids. */
function workers(): number[] {
  const { pid } = service.process;
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

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as delay, setImmediate as turnOfTheLoop } from 'node:timers/promises';
import fc from 'fast-check';
import { OperatorError } from '../../../src/process/operator-error.ts';
import { type Ledger, MemoryLedger } from '../../../src/service/limits/ledger.ts';
import { type LimitedKey, Limiter, type LimitState } from '../../../src/service/limits/limiter.ts';
import { RedisLedger, type RedisLedgerParts } from '../../../src/service/limits/redis-ledger.ts';
import type { Plan } from '../../../src/service/plan.ts';
import { atEnd } from '../../support/lifetime.ts';
import { Link } from '../../support/processes/link.ts';
import { RedisServer, redisClient } from '../../support/processes/redis.ts';
import { freePort } from '../../support/processes/server-process.ts';

const redis = await RedisServer.start();
const DAY = 86_400_000;
const SILENT = { info() {}, warn() {} };
/** The middle of a day and of a window, so that neither ends while the tests run. */
const NOON = Date.UTC(2099, 0, 1, 12, 0, 5);

/** Every kind of ledger, because the same promises hold for each. Each function makes this many views of one ledger. */
const LEDGERS: Record<string, (views: number) => Promise<Ledger[]>> = {
  async memory(views) {
    const ledger = new MemoryLedger(() => NOON);
    return Array.from({ length: views }, (_, view) => ({
      nodes: views,
      reachable: true,
      ask: async (request) => ledger.ask(String(view), request),
    }));
  },
  redis: (views) => Promise.all(Array.from({ length: views }, () => openRedis(redis, OUTAGES, views))),
};

/** How often a ledger was unreachable: on a busy machine the server may not answer in time, and then nothing is shared. */
let outages = 0;
const OUTAGES = { info() {}, warn: () => void outages++ };

/** Repeats the work until a run in which every ledger was reachable. @returns the result of that run */
async function withoutOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; tries <= 20; tries++) {
    const before = outages;
    const result = await work();
    if (outages === before) return result;
  }
  return assert.fail('the ledger is out of reach again and again');
}

for (const [name, open] of Object.entries(LEDGERS)) {
  describe(`limiters that share a ledger in ${name}`, () => {
    test('together admit exactly what the limit allows, however requests are spread over them', async () => {
      const ledgers = await open(3);
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 400 }),
          fc.array(fc.nat(2), { maxLength: 600 }),
          async (requests, order) => {
            const key = randomUUID();
            const limiters = ledgers.map(
              (ledger) => new Limiter(plans(requests), { ledger, clock: () => NOON }),
            );
            let passed = 0;
            for (const turn of order) passed += (await take(limiters, turn, key)).exceeded ? 0 : 1;
            assert.ok(passed <= requests, `${passed} of ${requests}`);
            passed += await takeAll(limiters, key);
            assert.equal(passed, requests);
          },
        ),
        { numRuns: name === 'memory' ? 200 : 15 },
      );
    });

    test('many at once admit no more than the limit', async () => {
      const passed = await withoutOutage(async () => {
        const key = randomUUID();
        const limiters = (await open(3)).map(
          (ledger) => new Limiter(plans(200), { ledger, clock: () => NOON }),
        );
        const states = await Promise.all(
          Array.from({ length: 900 }, (_, request) => take(limiters, request, key)),
        );
        return states.filter(({ exceeded }) => !exceeded).length;
      });
      assert.equal(passed, 200);
    });

    test('returned requests can be granted again', async () => {
      const [one, other] = (await open(2)).map(
        (ledger) => new Limiter(plans(100), { ledger, clock: () => NOON }),
      );
      assert.ok(one && other);
      const key = randomUUID();
      for (let request = 0; request < 60; request++) {
        const state = await take([one], 0, key);
        if (request < 20) one.refund(limited(key), state);
      }
      await one.stop();
      assert.equal(await takeAll([other], key), 60);
    });

    test('requests spent before the ledger started count once', async () => {
      const limiters = (await open(2)).map(
        (ledger) => new Limiter(plans(100), { ledger, clock: () => NOON }),
      );
      const key = randomUUID();
      for (const limiter of limiters) limiter.restore(limited(key), 30);
      assert.equal(await takeAll(limiters, key), 70);
    });

    test('a key that gets another plan keeps its usage of the day', async () => {
      const [ledger] = await open(1);
      assert.ok(ledger);
      const both = new Map([...plans(100), ...plans(300, 'bulk')]);
      const limiter = new Limiter(both, { ledger, clock: () => NOON });
      const key = randomUUID();
      for (let request = 0; request < 40; request++) await take([limiter], 0, key);
      assert.equal(await takeAll([limiter], key, 'bulk'), 260);
      assert.equal((await take([limiter], 0, key)).exceeded, true);
    });
  });
}

for (const [name, open] of Object.entries(LEDGERS))
  test(`each time their clocks are changed, limiters that share a ledger in ${name} admit at most one more limit, and refuse for no longer than a window`, async () => {
    const ledgers = await open(2);
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            turn: fc.nat(1),
            requests: fc.nat(8),
            setBy: fc.constantFrom(-30, -2, -1, -0.4, 0, 0, 0.4, 1, 2, 30),
          }),
          { minLength: 1, maxLength: 12 },
        ),
        async (steps) => {
          const holder = randomUUID();
          let [now, passed, windows, day] = [NOON, 0, 0, 0];
          const limiters = ledgers.map((ledger) => new Limiter(plans(10), { ledger, clock: () => now }));
          for (const { turn, requests, setBy } of steps) {
            now += setBy * DAY;
            if (Math.floor(now / DAY) !== day) windows++;
            day = Math.floor(now / DAY);
            for (let request = 0; request < requests; request++) {
              const { exceeded, windows: states } = await take(limiters, turn, holder);
              passed += exceeded ? 0 : 1;
              assert.ok(states.every(({ window, resetSeconds }) => resetSeconds <= window.seconds));
            }
          }
          assert.ok(passed <= 10 * windows, `${passed} passed in ${windows} windows`);
          now = (day + 100) * DAY;
          assert.equal((await take(limiters, 0, holder)).exceeded, false);
        },
      ),
      { numRuns: name === 'memory' ? 200 : 15 },
    );
  });

test('nodes share limits even if their clocks and the ledger’s differ', async () => {
  for (const clock of [() => Date.UTC(2001, 0, 1, 12), () => Date.UTC(2099, 0, 1, 12)]) {
    const limiters = [await openRedis(), await openRedis()].map(
      (ledger) => new Limiter(plans(100), { ledger, clock }),
    );
    assert.equal(await takeAll(limiters, `at ${clock()}`), 100);
  }
});

test('a node seen by a clock far ahead is not counted until that time', async () => {
  const server = await RedisServer.start();
  const client = await redisClient(server.url);
  await client.zAdd('lds:nodes', { score: Date.now() + 30 * DAY, value: 'before the clock was set back' });
  const ledger = await openRedis(server);
  assert.equal(ledger.nodes, 1);
  assert.equal(await client.zCard('lds:nodes'), 1);
  client.destroy();
});

test('records of windows in memory are dropped when the windows end, and not earlier', () => {
  let now = 0;
  const ledger = new MemoryLedger(() => now);
  const ask = (subject: string, endsIn: number) =>
    ledger.ask('node', { subject, endsIn, limit: 10, earlier: 0, spent: 0, wanted: 4 });
  for (let window = 0; window < 100; window++) ask(`burst ${window}`, 10_000);
  assert.deepEqual(ask('daily', DAY), { held: 4, left: 6 });
  now = 30_000;
  ask('burst 100', 10_000);
  assert.equal(ledger.size, 2);
  now = DAY + 30_000;
  ask('burst 101', 10_000);
  assert.equal(ledger.size, 1);
});

test('a window that is over no longer limits', async () => {
  const [ledger] = (await LEDGERS.memory?.(1)) ?? [];
  assert.ok(ledger);
  let now = NOON;
  const limiter = new Limiter(plans(50, 'standard', 50), { ledger, clock: () => now });
  assert.equal(await takeAll([limiter], 'key'), 50);
  now += 86_400_000;
  assert.equal(await takeAll([limiter], 'key'), 50);
});

describe('an unreachable ledger', { concurrency: true }, () => {
  test('while the ledger is unreachable, each limiter admits its own part, reports this, and tells the ledger later', async () => {
    const server = await RedisServer.start();
    const logged: string[] = [];
    const log = {
      info: (_what: unknown, message?: string) => void logged.push(String(message)),
      warn: (_what: unknown, message?: string) => void logged.push(String(message)),
    };
    const ledgers = [await openRedis(server, log), await openRedis(server, log)];
    await haveHeardOfEachOther(ledgers);
    const limiters = ledgers.map((ledger) => new Limiter(plans(100), { ledger, clock: () => NOON }));
    const [one, other] = limiters;
    assert.ok(one && other);

    await server.stop('SIGKILL');
    assert.equal(await takeAll([one], 'key'), 50);
    assert.equal(await takeAll([other], 'other key'), 50);
    assert.deepEqual(
      ledgers.map(({ reachable }) => reachable),
      [false, false],
    );

    // The server comes back empty.
    await server.run();
    while (ledgers.some(({ reachable }) => !reachable)) await delay(10);
    assert.equal(await takeAll([one], 'key'), 50);
    assert.equal((await take([other], 0, 'key')).exceeded, true);
    assert.deepEqual(logged, [
      ...Array(2).fill('limits are not shared: this node lets its own part pass'),
      ...Array(2).fill('limits are shared again'),
    ]);
  });

  test('a node that finds the ledger back but empty waits for the others, and is granted nothing that they have spent', async () => {
    const server = await RedisServer.start();
    const link = await Link.to(Number(new URL(server.url).port));
    const urls = [server.url, `redis://127.0.0.1:${link.port}`];
    const ledgers = await Promise.all(urls.map((url) => openRedis({ url })));
    await haveHeardOfEachOther(ledgers);
    const limiters = ledgers.map((ledger) => new Limiter(plans(100), { ledger, clock: () => NOON }));
    const [one] = limiters;
    assert.ok(one);
    await server.stop('SIGKILL');
    link.set('cut');
    for (const limiter of limiters) assert.equal(await takeAll([limiter], 'key'), 50);

    await server.run();
    // The other node stays away for longer than a return takes when all nodes come back at once.
    const mended = delay(3000).then(() => link.set('open'));
    while (ledgers.some(({ reachable }) => !reachable)) {
      assert.equal((await take([one], 0, 'key')).exceeded, true);
      await delay(10);
    }
    await mended;
    assert.equal(await takeAll(limiters, 'key'), 0);
  });

  test('what nodes admit on their own while they return is known to the ledger before it grants the rest', async () => {
    const server = await RedisServer.start();
    const ledgers = [await openRedis(server), await openRedis(server)];
    await haveHeardOfEachOther(ledgers);
    const limiters = ledgers.map((ledger) => new Limiter(plans(1000), { ledger, clock: () => NOON }));
    const [one, other] = limiters;
    assert.ok(one && other);
    await server.stop('SIGKILL');
    for (const limiter of limiters) await take([limiter], 0, 'key');
    await server.run();
    let passed = 2;
    while (ledgers.some(({ reachable }) => !reachable)) {
      // Most of them after it has reported for the first time, and none at the end, so that nothing else tells the ledger.
      for (let request = 0; request < 3 && passed < 300; request++)
        passed += (await take([one], 0, 'key')).exceeded ? 0 : 1;
      await delay(10);
    }
    await delay(100);
    passed += await takeAll([other], 'key');
    passed += await takeAll([one], 'key');
    assert.equal(passed, 1000);
  });

  test('a node that never comes back does not keep the others on their own', async () => {
    const server = await RedisServer.start();
    const ledger = await openRedis(server, SILENT, 1, { silenceMilliseconds: 1500 });
    const other = await openRedis(server);
    await haveHeardOfEachOther([ledger, other]);
    const limiter = new Limiter(plans(100), { ledger, clock: () => NOON });
    await server.stop('SIGKILL');
    await other.stop();
    assert.equal(await takeAll([limiter], 'key'), 50);
    await server.run();
    while (!ledger.reachable) await delay(10);
    assert.equal(await takeAll([limiter], 'key'), 50);
  });

  for (const [what, begin, end] of [
    ['is down', (server: RedisServer) => server.stop('SIGKILL'), (server: RedisServer) => server.run()],
    ['hangs', (server: RedisServer) => server.freeze(), (server: RedisServer) => server.thaw()],
  ] as const) {
    test(`a limiter that starts while the ledger ${what} admits its part of the rest, and joins later; every request counts once`, async () => {
      const server = await RedisServer.start();
      const limiterOf = (ledger: RedisLedger) => new Limiter(plans(100), { ledger, clock: () => NOON });
      const goesOn = await openRedis(server);
      const [ended, running] = [limiterOf(await openRedis(server)), limiterOf(goesOn)];
      for (let request = 0; request < 30; request++) await take([ended], 0, 'key');
      for (let request = 0; request < 10; request++) await take([running], 0, 'key');
      await ended.stop();

      await begin(server);
      const logged: string[] = [];
      const tell = (_what: unknown, message?: string) => void logged.push(String(message));
      const ledger = await openRedis(server, { info: tell, warn: tell }, 3);
      assert.equal(ledger.reachable, false);
      const started = limiterOf(ledger);
      started.restore(limited('key'), 40);
      assert.equal(await takeAll([started], 'key'), 20);

      await end(server);
      // On a busy machine, one of them may notice later that the server is back.
      while (!ledger.reachable || !goesOn.reachable) await delay(10);
      const fresh = limiterOf(await openRedis(server));
      fresh.restore(limited('key'), 60);
      assert.equal(await takeAll([fresh, started, running], 'key'), 40);
      assert.deepEqual(logged, [
        'limits are not shared: this node lets its own part pass',
        'limits are shared again',
      ]);
    });
  }
});

test('a ledger that hangs delays only the first requests', async () => {
  const server = await RedisServer.start();
  const ledger = await openRedis(server);
  const limiter = new Limiter(plans(100), { ledger, clock: () => NOON });
  server.freeze();
  await Promise.all(Array.from({ length: 20 }, (_, key) => take([limiter], 0, `first ${key}`)));
  for (let key = 0; key < 200; key++) {
    const taken = take([limiter], 0, `later ${key}`);
    // No timer ends within one turn of the event loop, so a request that waits for the ledger would lose this race.
    assert.notEqual(await Promise.race([taken, turnOfTheLoop('it waits')]), 'it waits');
  }
  server.thaw();
  while (!ledger.reachable) await delay(10);
  assert.equal(await takeAll([limiter], 'first 0'), 99);
});

test('a connection that the network has dropped silently is replaced, even if much is sent on it', async () => {
  const link = await Link.to(Number(new URL(redis.url).port));
  const url = `redis://127.0.0.1:${link.port}`;
  const ledger = await openRedis({ url }, SILENT, 1, { silenceMilliseconds: 1500 });
  link.set('deaf');
  while (ledger.reachable) await delay(10);
  link.set('open');
  while (!ledger.reachable) await delay(10);
});

test('requests wait for a ledger that is briefly slow, and the limit holds', async () => {
  const server = await RedisServer.start();
  const passed = await withoutOutage(async () => {
    const ledgers = [await openRedis(server, OUTAGES, 2), await openRedis(server, OUTAGES, 2)];
    const limiters = ledgers.map((ledger) => new Limiter(plans(20), { ledger, clock: () => NOON }));
    const holder = randomUUID();
    server.freeze();
    const first = Promise.all([take(limiters, 0, holder), take(limiters, 1, holder)]);
    await delay(200);
    server.thaw();
    await first;
    return 2 + (await takeAll(limiters, holder));
  });
  assert.equal(passed, 20);
});

test('a busy process does not mistake the ledger for unreachable', async () => {
  const ledger = await openRedis();
  const limiter = new Limiter(plans(100), { ledger, clock: () => NOON });
  const taken = take([limiter], 0, randomUUID());
  // Keeps the process busy before the question is sent, for longer than a ledger waits for an answer.
  keepBusy(800);
  assert.equal((await taken).exceeded, false);
  assert.equal(ledger.reachable, true);
});

test('a starting node counts the nodes that start with it, before they have reported', async () => {
  const server = await RedisServer.start();
  const first = await openRedis(server, SILENT, 3);
  assert.equal(first.nodes, 3);
  const second = await openRedis(server, SILENT, 1);
  assert.equal(second.nodes, 2);
  // When the third node does not come, its share is no longer kept for it.
  while (first.nodes > 2) await delay(10);
});

test('a limiter that starts without the ledger after everything was spent admits nothing', async () => {
  const nowhere = { url: `redis://127.0.0.1:${await freePort()}` };
  const limiter = new Limiter(plans(100), { ledger: await openRedis(nowhere), clock: () => NOON });
  limiter.restore(limited('key'), 100);
  assert.equal(await takeAll([limiter], 'key'), 0);
});

test('no request waits for a ledger that was stopped', { timeout: 10_000 }, async () => {
  const ledger = await openRedis();
  const limiter = new Limiter(plans(3), { ledger, clock: () => NOON });
  await ledger.stop();
  for (let request = 0; request < 4; request++) {
    // Asks again as long as a ledger may grant something, like a request in progress.
    for (let tries = 0; limiter.take(limited('key')) === undefined; tries++) {
      assert.ok(tries < 3, 'it would ask forever');
      await limiter.ready(limited('key'));
    }
  }
  assert.equal(limiter.take(limited('key'))?.exceeded, true);
});

test('if the ledger refuses the connection, the start fails with one line, without the password', async () => {
  const server = await RedisServer.start();
  const client = await redisClient(server.url);
  await client.configSet('requirepass', 'right');
  client.destroy();
  const { host } = new URL(server.url);
  const wrong = ['', ':hidden@', 'user:hidden@'].map((user) => `redis://${user}${host}`);
  for (const url of [...wrong, `redis://:right@${host}/hidden`, `redis://:right@${host}/99`]) {
    await assert.rejects(openRedis({ url }), (error: Error) => {
      assert.ok(error instanceof OperatorError, url);
      assert.match(error.message, /^LDS_REDIS_URL/);
      assert.doesNotMatch(error.message, /hidden|right@|\n/);
      return true;
    });
  }
});

async function openRedis(
  { url }: Pick<RedisServer, 'url'> = redis,
  log: RedisLedgerParts['log'] = SILENT,
  nodes = 1,
  others: Partial<RedisLedgerParts> = {},
): Promise<RedisLedger> {
  const ledger = await RedisLedger.open({ url, nodes, log, ...others });
  atEnd(() => ledger.stop());
  return ledger;
}

async function haveHeardOfEachOther(ledgers: readonly RedisLedger[]): Promise<void> {
  while (ledgers.some(({ nodes }) => nodes < ledgers.length)) await delay(10);
}

/** A plan that allows this many requests per day. Its burst allows at least as many. */
function plans(daily: number, name = 'standard', burst = 1_000_000): Map<string, Plan> {
  return new Map([
    [
      name,
      {
        name,
        burst: { name: 'burst', requests: burst, seconds: 10 },
        daily: { name: 'daily', requests: daily, seconds: 86_400 },
      },
    ],
  ]);
}

/** The only key of a holder. */
function limited(holder: string, plan = 'standard'): LimitedKey {
  return { holder, lineage: holder, plan, share: null };
}

/** Sends one request to the limiter whose turn it is. */
async function take(
  limiters: readonly Limiter[],
  turn: number,
  holder: string,
  plan?: string,
): Promise<LimitState> {
  const limiter = limiters[turn % limiters.length];
  assert.ok(limiter);
  for (;;) {
    const state = limiter.take(limited(holder, plan));
    if (state !== undefined) return state;
    await limiter.ready(limited(holder, plan));
  }
}

/** Sends requests to all limiters in turn, until each of them refuses. @returns how many passed */
async function takeAll(limiters: readonly Limiter[], holder: string, plan?: string): Promise<number> {
  let passed = 0;
  for (let turn = 0, refused = 0; refused < limiters.length; turn++) {
    const { exceeded } = await take(limiters, turn, holder, plan);
    refused = exceeded ? refused + 1 : 0;
    if (!exceeded) passed++;
  }
  return passed;
}

function keepBusy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

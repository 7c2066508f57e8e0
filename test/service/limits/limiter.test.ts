import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type LimitedKey, Limiter, type LimitState } from '../../../src/service/limits/limiter.ts';
import { tightest } from '../../../src/service/limits/window.ts';
import type { Plan } from '../../../src/service/plan.ts';

const DAY = 86_400_000;
const MIDNIGHT = Date.UTC(2026, 10, 20);

const PLANS = new Map([plan('standard', 5, 10, 20), plan('large', 50, 10, 200), plan('daily', 1000, 10, 8)]);

type Step = { after: number; does: 'take' | 'refund' };

/** Requests and refunds, milliseconds to hours apart. */
const steps = fc.array(
  fc.record({
    after: fc.oneof(fc.nat(500), fc.nat(15_000), fc.nat(DAY)),
    does: fc.constantFrom<Step['does']>('take', 'take', 'take', 'refund'),
  }),
  { maxLength: 200 },
);

test('no window admits more than the plan allows, with refunds returned', () => {
  fc.assert(
    fc.property(steps, fc.nat(DAY), (sequence, start) => {
      let now = MIDNIGHT + start;
      const limiter = new Limiter(PLANS, { clock: () => now });
      const charged = new Ledger();
      const open: { state: LimitState; at: number }[] = [];
      for (const { after, does } of sequence) {
        now += after;
        if (does === 'take') {
          const state = take(limiter);
          const { burst, daily } = charged.at(now);
          assert.equal(state.exceeded, burst >= 5 || daily >= 20);
          if (state.exceeded) continue;
          charged.add(now, 1);
          open.push({ state, at: now });
          assert.equal(state.burst.remaining, 5 - burst - 1);
          assert.equal(state.daily.remaining, 20 - daily - 1);
        } else {
          const last = open.pop();
          if (last === undefined) continue;
          limiter.refund(key(), last.state);
          charged.refund(last.at, now);
        }
        assert.ok(charged.at(now).burst <= 5 && charged.at(now).daily <= 20);
      }
    }),
  );
});

test('counts are dropped once their windows are over, and no earlier', () => {
  let now = MIDNIGHT + 1000;
  const limiter = new Limiter(PLANS, { clock: () => now });
  const others = Array.from({ length: 100 }, (_, index) =>
    key({ holder: `idle${index}`, lineage: `idle${index}` }),
  );
  for (const other of others) limiter.take(other);
  for (let request = 0; request < 5; request++) take(limiter);
  now = MIDNIGHT + DAY - 1;
  limiter.forgetUnused();
  assert.equal(limiter.size, 101);
  assert.equal(take(limiter).daily.remaining, 20 - 6);
  now = MIDNIGHT + DAY + 1;
  assert.equal(take(limiter).daily.remaining, 20 - 1);
  limiter.forgetUnused();
  assert.equal(limiter.size, 1);
  assert.equal(take(limiter).daily.remaining, 20 - 2);
});

test('burst windows are aligned to their length, days to midnight UTC, and both say when they end', () => {
  fc.assert(
    fc.property(fc.nat(3 * DAY), (offset) => {
      const now = MIDNIGHT + offset;
      const { burst, daily } = take(new Limiter(PLANS, { clock: () => now }));
      assert.equal(burst.resetSeconds, Math.ceil((10_000 - (now % 10_000)) / 1000));
      assert.equal(daily.resetSeconds, Math.ceil((DAY - (now % DAY)) / 1000));
      assert.ok(burst.resetSeconds >= 1 && burst.resetSeconds <= 10);
    }),
  );
});

test('a used-up window refuses until it ends, then admits again', () => {
  let now = MIDNIGHT;
  const limiter = new Limiter(PLANS, { clock: () => now });
  for (let request = 0; request < 5; request++) assert.equal(take(limiter).exceeded, false);
  now = MIDNIGHT + 9_999;
  assert.equal(take(limiter).exceeded, true);
  now = MIDNIGHT + 10_000;
  assert.equal(take(limiter).exceeded, false);
});

test('a refused request costs nothing, and its refund gives nothing', () => {
  const limiter = new Limiter(PLANS, { clock: () => MIDNIGHT });
  for (let request = 0; request < 5; request++) take(limiter);
  const refused = take(limiter);
  assert.equal(refused.daily.remaining, 15);
  limiter.refund(key(), refused);
  assert.equal(take(limiter).exceeded, true);
});

test('a refund shows in the state sent to the client, and in the next one', () => {
  const limiter = new Limiter(PLANS, { clock: () => MIDNIGHT });
  const state = take(limiter);
  limiter.refund(key(), state);
  assert.deepEqual([state.burst.remaining, state.daily.remaining], [5, 20]);
  assert.equal(take(limiter).burst.remaining, 4);
});

test('a refund that comes after its window gives nothing to the next one', () => {
  let now = MIDNIGHT;
  const limiter = new Limiter(PLANS, { clock: () => now });
  const early = take(limiter);
  now += 10_000;
  for (let request = 0; request < 5; request++) take(limiter);
  limiter.refund(key(), early);
  assert.equal(take(limiter).exceeded, true);
});

test('all keys of an account share its windows, and accounts share none', () => {
  const limiter = new Limiter(PLANS, { clock: () => MIDNIGHT });
  for (let request = 0; request < 5; request++) {
    const { exceeded, burst } = take(limiter, key({ lineage: `key ${request}` }));
    assert.deepEqual([exceeded, burst.remaining], [false, 4 - request]);
  }
  assert.equal(take(limiter, key({ lineage: 'a new one' })).exceeded, true);
  assert.equal(take(limiter, key({ holder: 'other' })).exceeded, false);
});

test('an account is limited as a whole, a key without one by itself', () => {
  const limiter = new Limiter(PLANS, { clock: () => MIDNIGHT });
  assert.equal(take(limiter).holder, 'account');
  assert.equal(take(limiter, key({ holder: 'key' })).holder, 'key');
});

test('a key with a share is limited by the share, and by what other keys of its account leave', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.array(fc.boolean(), { maxLength: 300 }),
      (share, order) => {
        const limiter = new Limiter(PLANS, { clock: () => MIDNIGHT });
        const sharing = key({ plan: 'large', lineage: 'sharing', share });
        const limits = { burst: Math.max(1, Math.floor(share / 2)), daily: Math.max(1, share * 2) };
        let [own, all] = [0, 0];
        for (const isSharing of order) {
          const state = take(limiter, isSharing ? sharing : key({ plan: 'large' }));
          const left = Math.min(50 - all, isSharing ? limits.burst - own : 50);
          assert.equal(state.exceeded, left === 0);
          if (!state.exceeded) {
            all++;
            own += isSharing ? 1 : 0;
          }
          assert.deepEqual(
            state.windows.map(({ window, remaining }) => [window.name, window.requests, remaining]),
            [
              ['burst', 50, 50 - all],
              ['daily', 200, 200 - all],
              ...(isSharing
                ? [
                    ['key-burst', limits.burst, limits.burst - own],
                    ['key-daily', limits.daily, limits.daily - own],
                  ]
                : []),
            ],
          );
        }
      },
    ),
  );
});

test('a share survives a restart, and gets refunds too', () => {
  const limiter = new Limiter(PLANS, { clock: () => MIDNIGHT });
  const sharing = key({ plan: 'large', share: 4 });
  limiter.restore(key({ plan: 'large', lineage: 'another' }), 10);
  limiter.restore(sharing, 3);
  limiter.restore(sharing, 2);
  const state = take(limiter, sharing);
  const left = () => state.windows.map(({ remaining }) => remaining);
  assert.deepEqual(left(), [49, 184, 1, 2]);
  limiter.refund(sharing, state);
  assert.deepEqual(left(), [50, 185, 2, 3]);
  assert.equal(take(limiter, key({ plan: 'large', lineage: 'another' })).daily.remaining, 184);
});

test('another plan applies at once, and usage stays', () => {
  const limiter = new Limiter(PLANS, { clock: () => MIDNIGHT });
  for (let request = 0; request < 5; request++) take(limiter);
  const large = take(limiter, key({ plan: 'large' }));
  assert.deepEqual([large.exceeded, large.burst.remaining, large.daily.remaining], [false, 44, 194]);
  const small = take(limiter, key({ plan: 'daily' }));
  assert.deepEqual([small.exceeded, small.daily.remaining], [false, 1]);
  take(limiter, key({ plan: 'daily' }));
  assert.equal(take(limiter, key({ plan: 'daily' })).exceeded, true);
  assert.equal(take(limiter, key()).exceeded, true);
});

test('a removed plan counts as the standard one', () => {
  const { burst } = take(new Limiter(PLANS, { clock: () => MIDNIGHT }), key({ plan: 'gone' }));
  assert.equal(burst.window.requests, 5);
});

test('after a restart, today’s earlier usage counts, and no older usage', () => {
  let now = MIDNIGHT;
  const limiter = new Limiter(PLANS, { clock: () => now });
  limiter.restore(key(), 18);
  assert.equal(take(limiter).daily.remaining, 1);
  limiter.restore(key({ holder: 'other' }), 1000);
  const exceeded = take(limiter, key({ holder: 'other' }));
  assert.deepEqual([exceeded.exceeded, exceeded.daily.remaining], [true, 0]);
  now += DAY;
  assert.equal(take(limiter, key({ holder: 'other' })).daily.remaining, 19);
});

/** Time that passes, and a clock that is set forwards or backwards, by moments or by days. */
const clockMoves = fc.array(
  fc.record({
    waited: fc.nat(9_000),
    setBy: fc.option(
      fc.oneof(fc.integer({ min: -30_000, max: 30_000 }), fc.integer({ min: -90 * DAY, max: 90 * DAY })),
      { freq: 3 },
    ),
  }),
  { maxLength: 80 },
);

test('if the clock is changed, nobody waits longer than a window, and only a later window admits more', () => {
  fc.assert(
    fc.property(clockMoves, fc.boolean(), (moves, inBurst) => {
      let now = MIDNIGHT + DAY / 2;
      const limiter = new Limiter(PLANS, { clock: () => now });
      const of = key({ plan: inBurst ? 'standard' : 'daily' });
      const [limit, length] = inBurst ? [5, 10_000] : [8, DAY];
      let [passed, begun, startedAt] = [0, 0, Number.NEGATIVE_INFINITY];
      for (const { waited, setBy } of moves) {
        now += waited + (setBy ?? 0);
        const start = Math.floor(now / length);
        begun += start > startedAt ? 1 : 0;
        startedAt = start;
        const { exceeded, burst, daily } = take(limiter, of);
        passed += exceeded ? 0 : 1;
        assert.ok(burst.resetSeconds <= 10 && daily.resetSeconds <= 86_400);
        assert.ok(burst.remaining >= 0 && burst.remaining <= burst.window.requests);
      }
      assert.ok(passed <= limit * begun, `${passed} passed in ${begun} windows`);
      const { exceeded, windows } = take(limiter, of);
      if (!exceeded) return;
      now += tightest(windows).resetSeconds * 1000;
      assert.equal(take(limiter, of).exceeded, false);
    }),
  );
});

test('a clock set back by a second, or by a month, gives nobody a fresh limit', () => {
  for (const back of [1000, DAY, 30 * DAY]) {
    let now = MIDNIGHT;
    const limiter = new Limiter(PLANS, { clock: () => now });
    for (let request = 0; request < 8; request++) take(limiter, key({ plan: 'daily' }));
    now -= back;
    const refused = take(limiter, key({ plan: 'daily' }));
    assert.equal(refused.exceeded, true);
    now += refused.daily.resetSeconds * 1000;
    assert.equal(take(limiter, key({ plan: 'daily' })).exceeded, false);
  }
});

function plan(name: string, burst: number, seconds: number, daily: number): [string, Plan] {
  return [
    name,
    {
      name,
      burst: { name: 'burst', requests: burst, seconds },
      daily: { name: 'daily', requests: daily, seconds: 86_400 },
    },
  ];
}

/** Counts what the limiter promises to count, in the simplest way: by window. */
class Ledger {
  readonly #charged = new Map<string, number>();

  at(now: number): { burst: number; daily: number } {
    const [burst, daily] = windows(now).map((window) => this.#charged.get(window) ?? 0);
    return { burst: burst ?? 0, daily: daily ?? 0 };
  }

  add(now: number, requests: number): void {
    for (const window of windows(now)) this.#add(window, requests);
  }

  /** Returns the request only to windows that have not ended. */
  refund(takenAt: number, now: number): void {
    for (const window of windows(takenAt)) if (windows(now).includes(window)) this.#add(window, -1);
  }

  #add(window: string, requests: number): void {
    this.#charged.set(window, (this.#charged.get(window) ?? 0) + requests);
  }
}

function windows(now: number): string[] {
  return [`burst ${Math.floor(now / 10_000)}`, `daily ${Math.floor(now / DAY)}`];
}

/** One of an account's keys. */
function key(given: Partial<LimitedKey> = {}): LimitedKey {
  return { holder: 'account', lineage: 'key', plan: 'standard', share: null, ...given };
}

/** Takes a request from a limiter that counts alone, and therefore never waits for a ledger. */
function take(limiter: Limiter, of = key()) {
  const state = limiter.take(of);
  assert.ok(state);
  const [burst, daily] = state.windows;
  assert.ok(burst?.window.name === 'burst' && daily?.window.name === 'daily');
  return Object.assign(state, { burst, daily });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Plan } from '../../src/config.ts';
import { Limiter, type LimitState } from '../../src/keys/limiter.ts';

const DAY = 86_400_000;
const MIDNIGHT = Date.UTC(2026, 10, 20);

const PLANS = new Map([plan('standard', 5, 10, 20), plan('large', 50, 10, 200), plan('daily', 1000, 10, 8)]);

type Step = { after: number; does: 'take' | 'refund' };

/** Requests and refunds, some milliseconds to some hours apart. */
const steps = fc.array(
  fc.record({
    after: fc.oneof(fc.nat(500), fc.nat(15_000), fc.nat(DAY)),
    does: fc.constantFrom<Step['does']>('take', 'take', 'take', 'refund'),
  }),
  { maxLength: 200 },
);

test('within no window more is let through than the plan says, refunds given back', () => {
  fc.assert(
    fc.property(steps, fc.nat(DAY), (sequence, start) => {
      let now = MIDNIGHT + start;
      const limiter = new Limiter(PLANS, { clock: () => now });
      const charged = new Ledger();
      const open: { state: LimitState; at: number }[] = [];
      for (const { after, does } of sequence) {
        now += after;
        if (does === 'take') {
          const state = take(limiter, 'key', 'standard');
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
          limiter.refund('key', last.state);
          charged.refund(last.at, now);
        }
        assert.ok(charged.at(now).burst <= 5 && charged.at(now).daily <= 20);
      }
    }),
  );
});

test('windows are aligned: the burst to its length, the day to midnight UTC, and both say when they end', () => {
  fc.assert(
    fc.property(fc.nat(3 * DAY), (offset) => {
      const now = MIDNIGHT + offset;
      const { burst, daily } = take(new Limiter(PLANS, { clock: () => now }), 'key', 'standard');
      assert.equal(burst.resetSeconds, Math.ceil((10_000 - (now % 10_000)) / 1000));
      assert.equal(daily.resetSeconds, Math.ceil((DAY - (now % DAY)) / 1000));
      assert.ok(burst.resetSeconds >= 1 && burst.resetSeconds <= 10);
    }),
  );
});

test('a window that is used up refuses until it ends, then lets through again', () => {
  let now = MIDNIGHT;
  const limiter = new Limiter(PLANS, { clock: () => now });
  for (let request = 0; request < 5; request++)
    assert.equal(take(limiter, 'key', 'standard').exceeded, false);
  now = MIDNIGHT + 9_999;
  assert.equal(take(limiter, 'key', 'standard').exceeded, true);
  now = MIDNIGHT + 10_000;
  assert.equal(take(limiter, 'key', 'standard').exceeded, false);
});

test('a refused request costs nothing, and its refund gives nothing', () => {
  const limiter = new Limiter(PLANS, { clock: () => MIDNIGHT });
  for (let request = 0; request < 5; request++) take(limiter, 'key', 'standard');
  const refused = take(limiter, 'key', 'standard');
  assert.equal(refused.daily.remaining, 15);
  limiter.refund('key', refused);
  assert.equal(take(limiter, 'key', 'standard').exceeded, true);
});

test('a refund is seen in the state that the client is told, and in the next one', () => {
  const limiter = new Limiter(PLANS, { clock: () => MIDNIGHT });
  const state = take(limiter, 'key', 'standard');
  limiter.refund('key', state);
  assert.deepEqual([state.burst.remaining, state.daily.remaining], [5, 20]);
  assert.equal(take(limiter, 'key', 'standard').burst.remaining, 4);
});

test('a refund that comes after its window gives nothing to the next one', () => {
  let now = MIDNIGHT;
  const limiter = new Limiter(PLANS, { clock: () => now });
  const early = take(limiter, 'key', 'standard');
  now += 10_000;
  for (let request = 0; request < 5; request++) take(limiter, 'key', 'standard');
  limiter.refund('key', early);
  assert.equal(take(limiter, 'key', 'standard').exceeded, true);
});

test('keys do not share a window', () => {
  const limiter = new Limiter(PLANS, { clock: () => MIDNIGHT });
  for (let request = 0; request < 5; request++) take(limiter, 'one', 'standard');
  assert.equal(take(limiter, 'one', 'standard').exceeded, true);
  assert.equal(take(limiter, 'other', 'standard').exceeded, false);
});

test('another plan counts at once, and what was used of the day stays used', () => {
  const limiter = new Limiter(PLANS, { clock: () => MIDNIGHT });
  for (let request = 0; request < 5; request++) take(limiter, 'key', 'standard');
  const large = take(limiter, 'key', 'large');
  assert.deepEqual([large.exceeded, large.burst.remaining, large.daily.remaining], [false, 49, 194]);
  const small = take(limiter, 'key', 'daily');
  assert.deepEqual([small.exceeded, small.daily.remaining], [false, 1]);
  take(limiter, 'key', 'daily');
  assert.equal(take(limiter, 'key', 'daily').exceeded, true);
});

test('a plan that is no more counts as the standard one', () => {
  const { burst } = take(new Limiter(PLANS, { clock: () => MIDNIGHT }), 'key', 'gone');
  assert.equal(burst.window.requests, 5);
});

test('what was used before a restart is used after it, today only', () => {
  let now = MIDNIGHT;
  const limiter = new Limiter(PLANS, { clock: () => now });
  limiter.restore('key', 'standard', 18);
  assert.equal(take(limiter, 'key', 'standard').daily.remaining, 1);
  limiter.restore('other', 'standard', 1000);
  const exceeded = take(limiter, 'other', 'standard');
  assert.deepEqual([exceeded.exceeded, exceeded.daily.remaining], [true, 0]);
  now += DAY;
  assert.equal(take(limiter, 'other', 'standard').daily.remaining, 19);
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

/** What the limiter promises to count, counted in the plainest way: by window. */
class Ledger {
  readonly #charged = new Map<string, number>();

  at(now: number): { burst: number; daily: number } {
    const [burst, daily] = windows(now).map((window) => this.#charged.get(window) ?? 0);
    return { burst: burst ?? 0, daily: daily ?? 0 };
  }

  add(now: number, requests: number): void {
    for (const window of windows(now)) this.#add(window, requests);
  }

  /** Only what is still the current window gets anything back. */
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

/** A process that counts alone knows at once. */
function take(limiter: Limiter, keyId: string, planName: string): LimitState {
  const state = limiter.take(keyId, planName);
  assert.ok(state);
  return state;
}

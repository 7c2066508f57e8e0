import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pino } from 'pino';
import { Mailer } from '../../../src/service/accounts/mailer.ts';
import { endIdleKeys, judgeIdleness } from '../../../src/service/keys/idle-keys.ts';
import { KeyRing } from '../../../src/service/keys/key-ring.ts';
import { changeKey, expireKey } from '../../../src/service/keys/lifecycle.ts';
import { Meter } from '../../../src/service/keys/meter.ts';
import { activityOf } from '../../../src/service/storage/activity.ts';
import type { Store } from '../../../src/service/storage/database.ts';
import { keyById } from '../../../src/service/storage/keys.ts';
import { outbox } from '../../support/accounts/browser-session.ts';
import { issue, temporaryDirectory } from '../../support/service.ts';
import { kindsOfStore } from '../../support/storage/kinds-of-store.ts';
import { insertAccount, opened } from '../../support/storage/rows.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 20, 12);

const STORES = await kindsOfStore();

for (const [name, create] of Object.entries(STORES)) {
  test(`${name}: an unused key ends once, with a message a week before and one at the end, whichever nodes look`, async (t) => {
    const { issued, at, state, subjects, log } = await twoNodes(t, create(), { idleDays: 30 });
    await at(23);
    assert.deepEqual(await subjects(), []);
    await at(24.01);
    assert.deepEqual(await subjects(), ['An unused API key is about to end']);
    await at(31);
    assert.equal(await state(), 'active');
    await at(31.02);
    assert.equal(await state(), 'expired');
    assert.deepEqual(await subjects(), ['An unused API key is about to end', 'An unused API key has ended']);
    assert.deepEqual(await log(), [['key_ended_unused', issued.row.label, null]]);
    await at(60);
    assert.equal((await subjects()).length, 2);
  });

  test(`${name}: a key that is used never ends, also if a node writes its use up to a day late`, async (t) => {
    const { at, use, state, subjects } = await twoNodes(t, create(), { idleDays: 14 });
    for (let day = 13.9; day < 100; day += 13.9) {
      use(day);
      // The other nodes look before this use is written, 23 hours later.
      await at(day + 0.95, { flushed: false });
      await at(day + 0.96);
      assert.equal(await state(), 'active', `day ${day}`);
    }
    const warnings = (await subjects()).length;
    assert.ok((await subjects()).every((subject) => subject === 'An unused API key is about to end'));
    await at(97.3 + 8.1);
    assert.equal((await subjects()).length, warnings + 1, 'after a use, there is another warning');
  });

  test(`${name}: a key that was long unused when its owner sets the days, or that comes back, gets a week`, async (t) => {
    const { issued, store, at, state, days } = await twoNodes(t, create(), {});
    await at(100);
    assert.equal(await state(), 'active', 'without days it never ends');
    await changeKey(store.database, issued.row.id, { idleDays: 14 }, days(100));
    await at(100.1);
    await at(107);
    assert.equal(await state(), 'active');
    await at(107.2);
    assert.equal(await state(), 'expired');
    await expireKey(store.database, issued.row.id, null, days(108));
    await at(108.1);
    await at(115);
    assert.equal(await state(), 'active');
    await at(115.2);
    assert.equal(await state(), 'expired');
  });
}

test('nobody is written to at an address that is not confirmed, and a key of no account just ends', async (t) => {
  for (const account of [{ email_verified: 0 }, null]) {
    const { at, state, subjects } = await twoNodes(t, STORES.SQLite(), { idleDays: 14 }, account);
    await at(8.01);
    await at(15.1);
    assert.equal(await state(), 'expired');
    assert.deepEqual(await subjects(), []);
  }
});

test('a clock that is behind, or less than a week ahead, ends no key whose warning is not due', () => {
  const clocks = fc.array(fc.double({ min: -1000, max: 6.9, noNaN: true }), { maxLength: 20 });
  fc.assert(
    fc.property(clocks, fc.integer({ min: 14, max: 3650 }), (days, idle_days) => {
      const iso = (count: number) => new Date(START + count * DAY).toISOString();
      const used = { created_at: iso(-4000), last_used_at: iso(-(idle_days - 7)), idle_days };
      let idle_warned_at: string | null = null;
      for (const clock of days) {
        const { verdict } = judgeIdleness({ ...used, idle_warned_at }, START + clock * DAY);
        assert.notEqual(verdict, 'end');
        if (verdict === 'warn') idle_warned_at = iso(clock);
      }
    }),
  );
});

/** An account with a key, which two nodes look after. Days are counted from its creation. */
async function twoNodes(
  t: Parameters<typeof opened>[0],
  open: () => Promise<Store>,
  guards: { idleDays?: number },
  account: { email_verified: number } | null = { email_verified: 1 },
) {
  const both = [await opened(t, open), await opened(t, open)] as const;
  const [store] = both;
  const home = temporaryDirectory();
  let now = START;
  const clock = () => now;
  const owner = account === null ? undefined : await insertAccount(store.database, account);
  const issued = await issue(store, { ...guards, ...(owner && { accountId: owner.id }) }, new Date(START));
  const log = pino({ level: 'silent' });
  const mailer = new Mailer({ smtpUrl: undefined, from: 'service@example.org', home, log });
  const late = new Meter(store.database, clock);
  const nodes = both.map((each) => {
    const keys = new KeyRing(each, clock);
    const meter = new Meter(each.database, clock);
    const publicUrl = 'https://example.org';
    return { keys, check: () => endIdleKeys({ store: each, keys, meter, mailer, publicUrl, clock }) };
  });
  const days = (count: number) => new Date(START + count * DAY);
  return {
    issued,
    store,
    days,
    use(day: number) {
      now = days(day).getTime();
      late.record(issued.row.id, 'getCity', '2xx');
    },
    async at(day: number, { flushed = true } = {}) {
      now = days(day).getTime();
      if (flushed) await late.flush();
      for (const { check } of nodes) await check();
      for (const { check } of nodes) await check();
    },
    async state() {
      await nodes[0]?.keys.applyChanges();
      const verified = await nodes[0]?.keys.verify(issued.token);
      const row = await keyById(store.database, issued.row.id);
      const isEnded = row?.expires_at !== null && Date.parse(row?.expires_at ?? '') <= now;
      assert.equal(verified !== undefined && 'key' in verified, !isEnded);
      return isEnded ? 'expired' : 'active';
    },
    async subjects() {
      await mailer.stop();
      return outbox({ home }).map((message) => /^Subject: (.*)$/m.exec(message)?.[1]);
    },
    async log() {
      const rows = await activityOf(store.database, owner?.id ?? '');
      return rows.map(({ action, subject, address }) => [action, subject, address]);
    },
  };
}

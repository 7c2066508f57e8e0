import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { QuotaAlerts } from '../../src/dashboard/usage.ts';
import { Mailer } from '../../src/service/accounts/mailer.ts';
import { toApiKey } from '../../src/service/keys/key.ts';
import { Meter } from '../../src/service/keys/meter.ts';
import { Limiter } from '../../src/service/limits/limiter.ts';
import type { Plan } from '../../src/service/plan.ts';
import type { AccountRow } from '../../src/service/storage/accounts.ts';
import type { Store } from '../../src/service/storage/database.ts';
import { insertKey } from '../../src/service/storage/keys.ts';
import { outbox } from '../support/accounts/browser-session.ts';
import { temporaryDirectory } from '../support/service.ts';
import { insertAccount, key } from '../support/storage/rows.ts';
import { twoConnections } from '../support/storage/stores.ts';

const QUOTA = 1000;
const MIDNIGHT = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;
const STANDARD: Plan = {
  name: 'standard',
  burst: { name: 'burst', requests: 1e6, seconds: 10 },
  daily: { name: 'daily', requests: QUOTA, seconds: 86_400 },
};

const stores = await twoConnections();

test('an account gets one message at 80 and one at 100 per cent of each day’s quota, whichever nodes it uses', async () => {
  const { use, check, days, messages } = await nodes({ email_verified: 1 });
  await use(0, 400);
  await use(1, 399);
  await check();
  assert.deepEqual(messages(), []);
  await use(1, 1);
  await check();
  await check();
  assert.deepEqual(subjects(messages()), ["80 % of today's API quota is used"]);
  assert.match(messages()[0] ?? '', /have used 800 of the 1,000 requests .*https:\/\/example\.org\/usage/s);
  await use(0, 200);
  await check();
  await check();
  assert.deepEqual(subjects(messages()).slice(1), ["100 % of today's API quota is used"]);
  days(1);
  await use(0, QUOTA);
  await check();
  assert.deepEqual(
    subjects(messages()).slice(2),
    ["100 % of today's API quota is used"],
    'only the higher one',
  );
});

test('an account that turned alerts off, or whose address is not confirmed, gets none', async () => {
  for (const given of [{ email_verified: 1, quota_alerts: 0 }, { email_verified: 0 }]) {
    const { use, check, messages } = await nodes(given);
    await use(0, QUOTA);
    await check();
    assert.deepEqual(messages(), []);
  }
});

/** Two nodes with one account, each of which knows what the other let pass. */
async function nodes(given: Partial<AccountRow>) {
  let now = MIDNIGHT + DAY / 2;
  const clock = () => now;
  const [store] = stores;
  const { id: account_id } = await insertAccount(store.database, given);
  const row = key({ account_id });
  await insertKey(store.database, row);
  const home = temporaryDirectory();
  const both = stores.map((each) => node(each, home, clock));
  return {
    async use(at: number, requests: number) {
      for (let request = 0; request < requests; request++) both[at]?.meter.record(row.id, 'getCity', '2xx');
      for (const { limiter, meter } of both) {
        limiter.restore(toApiKey(row), requests);
        await meter.flush();
      }
    },
    async check() {
      for (const { alerts } of both) await alerts.check();
    },
    days(count: number) {
      now += count * DAY;
    },
    messages: () => outbox({ home }),
  };
}

function node(store: Store, home: string, clock: () => number) {
  const plans = new Map([['standard', STANDARD]]);
  const limiter = new Limiter(plans, { clock });
  const meter = new Meter(store.database, clock);
  const log = pino({ level: 'silent' });
  const mailer = new Mailer({ smtpUrl: undefined, from: 'service@example.org', home, log });
  const publicUrl = 'https://example.org';
  return {
    limiter,
    meter,
    alerts: new QuotaAlerts({ store, limiter, meter, mailer, plans, publicUrl, clock }),
  };
}

function subjects(messages: readonly string[]): string[] {
  return messages.map((message) => /^Subject: (.*)$/m.exec(message)?.[1] ?? '');
}

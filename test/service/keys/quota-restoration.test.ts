import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../src/service/config.ts';
import { toApiKey } from '../../../src/service/keys/key.ts';
import { Meter } from '../../../src/service/keys/meter.ts';
import { quotaRestoration } from '../../../src/service/keys/quota-restoration.ts';
import { Limiter } from '../../../src/service/limits/limiter.ts';
import type { Store } from '../../../src/service/storage/database.ts';
import type { ApiKeyRow } from '../../../src/service/storage/keys.ts';
import { issue } from '../../support/service.ts';
import { twoConnections } from '../../support/storage/stores.ts';

const MIDNIGHT = Date.UTC(2026, 10, 21);
const { plans } = readConfig({});

/** A store that is out of reach until `comeBack`. */
function awayAtFirst(store: Store) {
  let isAway = true;
  const database = store.database.withPlugin({
    transformQuery({ node }) {
      if (isAway) throw new Error('away');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return {
    away: { ...store, database },
    comeBack() {
      isAway = false;
    },
  };
}

test('requests counted while quotas cannot be restored are charged once, no matter which process writes them first', async () => {
  const [store] = await twoConnections();
  const { away, comeBack } = awayAtFirst(store);
  const clock = () => MIDNIGHT;
  const limiter = new Limiter(plans, { clock });
  const quotas = quotaRestoration(away, limiter, clock);
  const meter = new Meter(away.database, clock, 10, () => quotas());
  const { row } = await issue(store);
  const left = requestAndLeft(limiter, row);
  meter.record(row.id, 'getCity', '2xx');
  await assert.rejects(meter.flush(), /away/);
  comeBack();
  await meter.flush();
  await quotas();
  assert.equal(requestAndLeft(limiter, row), left - 1);
});

test('one day’s usage is not charged to the next, if the store comes back after midnight', async () => {
  const [store] = await twoConnections();
  const { row } = await issue(store);
  const meter = new Meter(store.database, () => MIDNIGHT - 1);
  meter.record(row.id, 'getCity', '2xx');
  await meter.flush();

  const { away, comeBack } = awayAtFirst(store);
  let now = MIDNIGHT - 1;
  const limiter = new Limiter(plans, { clock: () => now });
  const quotas = quotaRestoration(away, limiter, () => now);
  await assert.rejects(quotas(), /away/);
  now = MIDNIGHT;
  comeBack();
  await quotas();
  assert.equal(requestAndLeft(limiter, row), (plans.get('standard')?.daily.requests ?? 0) - 1);
});

/** Charges a request. @returns how many are left of the day */
function requestAndLeft(limiter: Limiter, row: ApiKeyRow): number {
  const daily = limiter.take(toApiKey(row))?.windows.find(({ window }) => window.name === 'daily');
  assert.ok(daily);
  return daily.remaining;
}

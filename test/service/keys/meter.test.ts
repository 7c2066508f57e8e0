import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { Meter, type Outcome, outcomeOf } from '../../../src/service/keys/meter.ts';
import type { Store } from '../../../src/service/storage/database.ts';
import { issue } from '../../support/service.ts';
import { allKeys } from '../../support/storage/rows.ts';
import { twoConnections } from '../../support/storage/stores.ts';

const MIDNIGHT = Date.UTC(2026, 10, 21);
const ENDPOINTS = ['getCity', 'listCities', 'other'];
const OUTCOMES: Outcome[] = ['2xx', '304', '4xx', '429', '5xx'];

/** Requests of some keys, writes, and writes that the store refuses, minutes to hours apart. */
const steps = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        does: fc.constant('request' as const),
        key: fc.nat(2),
        endpoint: fc.constantFrom(...ENDPOINTS),
        outcome: fc.constantFrom(...OUTCOMES),
        after: fc.nat(40 * 60_000),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ does: fc.constantFrom('flush' as const, 'refused flush' as const) }),
    },
  ),
  { maxLength: 60 },
);

test('every request is counted once, by key, UTC day, endpoint and outcome, however often writing fails', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const [store, other] = await connections();
      const ids = [await keyId(store), await keyId(store), await keyId(store)];
      let now = MIDNIGHT - 3_600_000;
      const meter = new Meter(store.database, () => now);
      const expected = new Map<string, number>();
      for (const step of sequence) {
        if (step.does === 'request') {
          now += step.after;
          const id = ids[step.key] ?? '';
          meter.record(id, step.endpoint, step.outcome);
          const day = new Date(now).toISOString().slice(0, 10);
          const series = [id, day, step.endpoint, step.outcome].join(' ');
          expected.set(series, (expected.get(series) ?? 0) + 1);
        } else if (step.does === 'flush') {
          await meter.flush();
        } else {
          await whileLocked(other, () => meter.flush().catch(() => {}));
        }
      }
      await meter.flush();
      const rows = await store.database.selectFrom('usage_daily').selectAll().execute();
      const counted = rows
        .filter(({ key_id }) => ids.includes(key_id))
        .map((row): [string, number] => [
          [row.key_id, row.day, row.endpoint, row.outcome].join(' '),
          row.requests,
        ]);
      assert.deepEqual(new Map(counted), expected);
    }),
    { numRuns: 30 },
  );
});

test('a write that the store refuses is reported, and loses neither counts nor the last use', async () => {
  const [store, other] = await twoConnections();
  const id = await keyId(store);
  let now = MIDNIGHT - 1;
  const meter = new Meter(store.database, () => now);
  meter.record(id, 'getCity', '2xx');
  await whileLocked(other, () => assert.rejects(meter.flush(), /locked/));
  now = MIDNIGHT;
  meter.record(id, 'getCity', '2xx');
  await meter.flush();
  const rows = await store.database.selectFrom('usage_daily').selectAll().orderBy('day').execute();
  assert.deepEqual(
    rows.map(({ day, requests }) => [day, requests]),
    [
      ['2026-11-20', 1],
      ['2026-11-21', 1],
    ],
  );
  assert.equal((await allKeys(store.database))[0]?.last_used_at, '2026-11-21T00:00:00.000Z');
});

test('the last use is that of the last request, even if writing it failed at first', async () => {
  const [store, other] = await twoConnections();
  const id = await keyId(store);
  const meter = new Meter(store.database, () => MIDNIGHT);
  meter.record(id, 'getCity', '2xx');
  await whileLocked(other, () => assert.rejects(meter.flush()));
  await meter.flush();
  assert.equal((await allKeys(store.database))[0]?.last_used_at, '2026-11-21T00:00:00.000Z');
});

test('usage that finds no room while the store cannot be written is counted as lost, and nothing else', async () => {
  const [store, other] = await twoConnections();
  const [one, another] = [await keyId(store), await keyId(store)];
  const meter = new Meter(store.database, () => MIDNIGHT, 2);
  const record = () => {
    for (const id of [one, another]) for (const outcome of OUTCOMES) meter.record(id, 'getCity', outcome);
  };
  record();
  assert.deepEqual([meter.pending, meter.lost], [2, 8]);
  await whileLocked(other, () => assert.rejects(meter.flush()));
  record();
  assert.deepEqual([meter.pending, meter.lost], [4, 16]);
  await meter.flush();
  assert.deepEqual([meter.pending, meter.lost], [0, 16]);
  const rows = await store.database.selectFrom('usage_daily').select('requests').execute();
  assert.equal(
    rows.reduce((sum, { requests }) => sum + requests, 0),
    4,
  );
});

test('simultaneous writes run one after another and count nothing twice', async () => {
  const [store] = await twoConnections();
  const id = await keyId(store);
  const meter = new Meter(store.database);
  const writes: Promise<void>[] = [];
  for (let request = 0; request < 50; request++) {
    meter.record(id, 'getCity', '2xx');
    writes.push(meter.flush());
  }
  await Promise.all(writes);
  const rows = await store.database.selectFrom('usage_daily').select('requests').execute();
  assert.equal(
    rows.reduce((sum, { requests }) => sum + requests, 0),
    50,
  );
});

test('without counts, nothing is written', async () => {
  const [store, other] = await twoConnections();
  const meter = new Meter(store.database);
  await whileLocked(other, () => meter.flush());
});

test('an outcome is the class of the status, with 304 and 429 separate because they cost nothing', () => {
  const outcomes = [200, 204, 304, 400, 404, 429, 431, 500, 503].map(outcomeOf);
  assert.deepEqual(outcomes, ['2xx', '2xx', '304', '4xx', '4xx', '429', '4xx', '5xx', '5xx']);
});

let shared: Promise<[Store, Store]> | undefined;

/** One store for all runs of a property: each has keys of its own. */
function connections(): Promise<[Store, Store]> {
  shared ??= twoConnections();
  return shared;
}

async function keyId(store: Store): Promise<string> {
  return (await issue(store)).row.id;
}

/** While another connection writes, ours may not. */
async function whileLocked({ database }: Store, work: () => Promise<void>): Promise<void> {
  await sql`BEGIN IMMEDIATE`.execute(database);
  try {
    await work();
  } finally {
    await sql`ROLLBACK`.execute(database);
  }
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { CompiledQuery, createQueryId, type RootOperationNode, sql } from 'kysely';
import { toApiKey } from '../../../src/service/keys/key.ts';
import { listAccounts } from '../../../src/service/storage/account-list.ts';
import { accountByEmail } from '../../../src/service/storage/accounts.ts';
import type { Store } from '../../../src/service/storage/database.ts';
import { tidy } from '../../../src/service/storage/housekeeping.ts';
import {
  type ApiKeyRow,
  deleteKeysOfAccount,
  insertKey,
  keyByHash,
  keyById,
  keysChangedSince,
  latestKeys,
  replaceKey,
  setKeyRevoked,
  updateKey,
} from '../../../src/service/storage/keys.ts';
import { holderOf, setPlan } from '../../../src/service/storage/plans.ts';
import {
  recentRequestsOf,
  removeRecentRequests,
  writeRecentRequests,
} from '../../../src/service/storage/recent-requests.ts';
import { closeReport, insertReport, listReports, reportById } from '../../../src/service/storage/reports.ts';
import {
  addUsage,
  monthlyUsageOf,
  rollUpUsage,
  type UsageRow,
  usageAddedUp,
  usageOf,
  usedOnDay,
} from '../../../src/service/storage/usage.ts';
import { allKeys, becomeOlder, insertAccount, key, NOON, opened, usageOfDay } from './rows.ts';

const DAY = '2026-11-20';

/**
 * Tests what every kind of store promises.
 *
 * @param create makes an empty store, and returns a function that opens a connection to it as often as it is called
 */
export function storageSuite(name: string, create: () => () => Promise<Store>): void {
  describe(`a store on ${name}`, () => {
    test('keeps reports of wrong figures as they were typed, until they have been closed for 400 days', async (t) => {
      const { database } = await opened(t, create());
      const typed = {
        place: 'city/lisbon',
        metric: 'cost',
        value: '61.2',
        source: '',
        release: '2026.11.6',
        text: 'Too high.',
      };
      const at = new Date(NOON);
      const report = await insertReport(database, typed, at);
      const long = await insertReport(
        database,
        { ...typed, text: 'x'.repeat(5000) },
        new Date(at.getTime() + 1),
      );
      assert.deepEqual(
        { ...(await reportById(database, report.id)) },
        {
          ...typed,
          id: report.id,
          at: NOON,
          closed_at: null,
        },
      );
      assert.equal(long.text.length, 4000);
      await closeReport(database, report.id, at);
      await closeReport(database, report.id, new Date(at.getTime() + 1000));
      assert.equal((await reportById(database, report.id))?.closed_at, NOON);
      const ids = async (closed: boolean) => (await listReports(database, { closed })).map(({ id }) => id);
      assert.deepEqual(await ids(false), [long.id]);
      assert.deepEqual(await ids(true), [long.id, report.id]);
      const days = (count: number) => at.getTime() + count * 86_400_000;
      await tidy(database, days(400), { sendsMail: false });
      assert.equal((await ids(true)).length, 2);
      await tidy(database, days(401), { sendsMail: false });
      assert.deepEqual(await ids(true), [long.id]);
    });

    test('is created from nothing, and unchanged when opened again', async (t) => {
      const open = create();
      const first = await open();
      assert.deepEqual(await allKeys(first.database), []);
      const row = key();
      await insertKey(first.database, row);
      await first.close();
      for (let time = 0; time < 2; time++) {
        const { database } = await opened(t, open);
        assert.deepEqual(await keys(database), [row]);
      }
    });

    test('returns a key by id and by hash, whatever its content, and all keys in the order of their last change', async (t) => {
      const { database } = await opened(t, create());
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), async (label) => {
          fc.pre(!label.includes('\0'));
          const row = key({ label });
          await insertKey(database, row);
          assert.deepEqual({ ...(await keyById(database, row.id)) }, row);
          assert.deepEqual({ ...(await keyByHash(database, row.hash)) }, row);
        }),
        { numRuns: 30 },
      );
      const later = key({ updated_at: '2026-11-20T13:00:00.000Z', created_at: '2026-11-01T00:00:00.000Z' });
      await insertKey(database, later);
      const all = (await Array.fromAsync(keysChangedSince(database, ''))).flat();
      assert.equal(all.length, 31);
      assert.equal(all.at(-1)?.id, later.id);
      const times = all.map(({ updated_at, id }) => `${updated_at} ${id}`);
      assert.deepEqual(times, times.toSorted());
      assert.equal(await keyById(database, 'key_nobody'), undefined);
      assert.equal(await keyByHash(database, 'nobody'), undefined);
    });

    test('reads the usage of an account where it is stored by key, without another look-up per row', async (t) => {
      const { database } = await opened(t, create());
      const { id: account } = await insertAccount(database);
      const days = Array.from({ length: 50 }, (_, day) =>
        new Date(Date.UTC(2026, 9, 1 + day)).toISOString().slice(0, 10),
      );
      for (const [keys, account_id] of [
        [300, null],
        [50, account],
      ] as const)
        for (let made = 0; made < keys; made++) {
          const row = key({ account_id });
          await insertKey(database, row);
          const ofKey = { key_id: row.id, endpoint: 'getCity', outcome: '2xx', requests: 1 };
          await database
            .insertInto('usage_daily')
            .values(days.map((day) => ({ ...ofKey, day })))
            .execute();
        }
      // PostgreSQL reads the index alone only if it knows that every transaction sees the rows.
      await sql.raw(name === 'SQLite' ? 'ANALYZE' : 'VACUUM ANALYZE usage_daily').execute(database);

      const { plans, explained } = explaining(database, name);
      const usage = (await Array.fromAsync(usageOf(explained, { account }, days[10] ?? ''))).flat();
      assert.equal(usage.length, 50 * 40);
      const order = usage.map(({ key_id, day }) => `${key_id} ${day}`);
      assert.deepEqual(order, order.toSorted());
      const ids = [...new Set(usage.map(({ key_id }) => key_id))];
      const sums = (await Array.fromAsync(usageAddedUp(explained, ids, days[10] ?? '', ['day']))).flat();
      assert.deepEqual(requestsByDay(sums), requestsByDay(usage));
      const ofUsage = (await plans()).filter((plan) => plan.includes('usage_daily'));
      assert.ok(ofUsage.length >= 2);
      for (const plan of ofUsage)
        assert.match(
          plan,
          name === 'SQLite'
            ? /SEARCH usage_daily USING PRIMARY KEY/
            : /Index Only Scan using usage_daily_key/,
        );
    });

    test('adds up the usage of many keys by any of its columns, each request once', async (t) => {
      const { database } = await opened(t, create());
      const [wanted, others] = [Array.from({ length: 30 }, () => key()), [key()]];
      for (const row of [...wanted, ...others]) await insertKey(database, row);
      const rows = [...wanted, ...others].flatMap((row, index) =>
        ['2026-06-01', '2026-06-02', DAY].flatMap((day) => [
          usage(row, { day, requests: index + 1 }),
          usage(row, { day, outcome: '4xx', requests: 100 }),
        ]),
      );
      await addUsage(database, rows, new Map());
      const ids = wanted.map(({ id }) => id);
      const expected = rows.filter(({ key_id, day }) => ids.includes(key_id) && day >= '2026-06-02');
      const groups = [['day', 'endpoint', 'outcome'], ['key_id', 'day'], ['outcome']] as const;
      for (const by of groups) {
        const sumsOf = (parts: readonly Partial<UsageRow>[]) => {
          const sums = new Map<string, number>();
          for (const part of parts) {
            const group = by.map((column) => part[column]).join(' ');
            sums.set(group, (part.requests ?? 0) + (sums.get(group) ?? 0));
          }
          return new Map([...sums].toSorted());
        };
        const found = (await Array.fromAsync(usageAddedUp(database, ids, '2026-06-02', by))).flat();
        assert.deepEqual(sumsOf(found), sumsOf(expected), by.join());
      }
    });

    test('takes no two keys with the same id or hash', async (t) => {
      const { database } = await opened(t, create());
      const row = key();
      await insertKey(database, row);
      await assert.rejects(insertKey(database, key({ id: row.id })));
      await assert.rejects(insertKey(database, key({ hash: row.hash })));
      assert.deepEqual(await keys(database), [row]);
    });

    test('finds every key changed at a time or later', async (t) => {
      const { database } = await opened(t, create());
      const [old, same, late] = [at(10), at(20), at(30)].map((updated_at) => key({ updated_at }));
      for (const row of [old, same, late]) await insertKey(database, row as ApiKeyRow);
      const found = await changedSince(database, at(20));
      assert.deepEqual(new Set(found.map(({ id }) => id)), new Set([same?.id, late?.id]));
      await setKeyRevoked(database, old?.id ?? '', at(40));
      await updateKey(database, same?.id ?? '', { expires_at: at(50) }, at(41));
      const changed = await changedSince(database, at(40));
      assert.deepEqual(
        new Map(changed.map(({ id, revoked_at, expires_at }) => [id, [revoked_at, expires_at]])),
        new Map([
          [old?.id, [at(40), null]],
          [same?.id, [null, at(50)]],
        ]),
      );
    });

    test('gives the keys that were changed last, newest first, and every change since a time, however many', async (t) => {
      const { database } = await opened(t, create());
      // More keys than are read at once, many of them with the same time.
      const rows = Array.from({ length: 2300 }, (_, index) =>
        key({ updated_at: at(Math.floor(index / 700)) }),
      );
      for (let start = 0; start < rows.length; start += 500)
        await database
          .insertInto('api_key')
          .values(rows.slice(start, start + 500))
          .execute();
      const order = ({ updated_at, id }: ApiKeyRow) => `${updated_at} ${id}`;
      const newest = rows.map(order).toSorted().toReversed();
      for (const most of [1, 999, 1000, 1001, 2300, 5000]) {
        const found = (await Array.fromAsync(latestKeys(database, most))).flat();
        assert.deepEqual(found.map(order), newest.slice(0, most));
      }
      const since = rows.filter(({ updated_at }) => updated_at >= at(1));
      assert.deepEqual((await changedSince(database, at(1))).map(order), since.map(order).toSorted());
    });

    test('reads keys by their last change from an index, and never sorts those that were changed at one time', async (t) => {
      const { database } = await opened(t, create());
      const rows = Array.from({ length: 20_000 }, () => key({ updated_at: at(1) }));
      for (let start = 0; start < rows.length; start += 1000)
        await database
          .insertInto('api_key')
          .values(rows.slice(start, start + 1000))
          .execute();
      // Without it, PostgreSQL does not know how many rows there are.
      await sql`ANALYZE`.execute(database);
      const { plans, explained } = explaining(database, name);
      const latest = (await Array.fromAsync(latestKeys(explained, 3000))).flat();
      const changed = (await Array.fromAsync(keysChangedSince(explained, at(1)))).flat();
      assert.deepEqual([latest.length, changed.length], [3000, rows.length]);
      for (const plan of await plans()) {
        assert.match(plan, name === 'SQLite' ? /USING INDEX api_key_last_change/ : /Index Scan/);
        assert.doesNotMatch(plan, /TEMP B-TREE|Sort/);
      }
    });

    test('replaces a key wholly or not at all', async (t) => {
      const { database } = await opened(t, create());
      const [old, successor] = [key(), key()];
      await insertKey(database, old);
      const end = { id: old.id, expires_at: at(20), updated_at: at(10) };
      await assert.rejects(replaceKey(database, end, { ...successor, hash: old.hash }));
      assert.deepEqual(await keys(database), [old]);

      assert.equal(await replaceKey(database, end, successor), true);
      const replaced = { ...old, expires_at: at(20), updated_at: at(10), successor_id: successor.id };
      assert.deepEqual({ ...(await keyById(database, old.id)) }, replaced);
      assert.equal(await replaceKey(database, end, key()), false);

      await setKeyRevoked(database, successor.id, at(30));
      assert.equal(await replaceKey(database, { ...end, id: successor.id }, key()), false);
      assert.equal((await allKeys(database)).length, 2);
    });

    test('gives a plan to an account with all its keys, or to all keys of a line of no account, and lists accounts with theirs', async (t) => {
      const { database } = await opened(t, create());
      const [one, other] = [await insertAccount(database), await insertAccount(database)];
      const own = [key({ account_id: one.id }), key({ account_id: one.id, last_used_at: at(3) })];
      const line = key();
      const successor = key({ lineage: line.id });
      const strangers = [key({ account_id: other.id }), key()];
      for (const row of [...own, line, successor, ...strangers]) await insertKey(database, row);
      assert.equal(await setPlan(database, { account: one.id }, 'bulk', at(5)), 2);
      assert.equal(await setPlan(database, holderOf(successor), 'bulk', at(6)), 2);
      const ids = async (rows: AsyncGenerator<ApiKeyRow[]>) =>
        (await Array.fromAsync(rows)).flat().map(({ id }) => id);
      const changed = await ids(keysChangedSince(database, at(5)));
      assert.deepEqual(new Set(changed), new Set([...own, line, successor].map(({ id }) => id)));
      const plans = (await allKeys(database)).filter(({ plan }) => plan === 'bulk').map(({ id }) => id);
      assert.deepEqual(new Set(plans), new Set(changed));
      const accounts = (await Array.fromAsync(listAccounts(database))).flat();
      assert.deepEqual(
        new Map(accounts.map(({ id, plan, keys, last_used_at }) => [id, [plan, keys, last_used_at]])),
        new Map([
          [one.id, ['bulk', 2, at(3)]],
          [other.id, [null, 1, null]],
        ]),
      );
    });

    test('lists every account once, with the number of its keys, however many accounts there are', async (t) => {
      const { database } = await opened(t, create());
      assert.deepEqual((await Array.fromAsync(listAccounts(database))).flat(), []);
      const owned = new Map<string, number>();
      for (let made = 0; made < 2001; made++) owned.set((await insertAccount(database)).email, 0);
      const [first = '', middle = '', last = ''] = [0, 1000, 2000].map(
        (at) => [...owned.keys()].toSorted()[at],
      );
      for (const email of [first, middle, middle, last]) {
        const { id } = (await accountByEmail(database, email)) ?? {};
        await insertKey(database, key({ account_id: id ?? null }));
        owned.set(email, (owned.get(email) ?? 0) + 1);
      }
      const accounts = (await Array.fromAsync(listAccounts(database))).flat();
      assert.deepEqual(
        accounts.map(({ email, keys }) => [email, keys]),
        [...owned].toSorted(([one], [other]) => (one < other ? -1 : 1)),
      );
    });

    test('replaces the recent requests of a ring and day, shows those of all rings, and removes old days and deleted keys', async (t) => {
      const { database } = await opened(t, create());
      const { id: account_id } = await insertAccount(database);
      const row = key({ account_id });
      await insertKey(database, row);
      const written = (ring: string, day: string, statuses: number[]) => {
        const at = (minute: number) => Date.parse(`${day}T12:00:00Z`) + minute * 60_000;
        const requests = statuses.map((status, minute) => [at(minute), 'getCity', status, null, 1]);
        const last_at = new Date(at(statuses.length - 1)).toISOString();
        return { ring, day, key_id: row.id, last_at, requests: JSON.stringify(requests) };
      };
      const shown = async (most?: number) =>
        (await recentRequestsOf(database, row.id, most)).map(({ status }) => status);
      await writeRecentRequests(database, [written('one', '2026-11-19', [200]), written('one', DAY, [201])]);
      await writeRecentRequests(database, [written('one', DAY, [201, 202, 203])]);
      await writeRecentRequests(database, [written('two', DAY, [301])]);
      assert.deepEqual((await shown()).toSorted(), [200, 201, 202, 203, 301]);
      assert.deepEqual(await shown(2), [203, 202]);
      await removeRecentRequests(database, DAY);
      assert.deepEqual((await shown()).toSorted(), [201, 202, 203, 301]);
      await database
        .transaction()
        .execute((transaction) => deleteKeysOfAccount(transaction, account_id, at(1)));
      assert.deepEqual(await shown(), []);
      await writeRecentRequests(database, [written('one', DAY, [201])]);
      assert.deepEqual(await shown(), [], 'nothing is written for a deleted account');
    });

    test('adds usage to the existing counts, series by series', async (t) => {
      const { database } = await opened(t, create());
      const row = key();
      await insertKey(database, row);
      const series: UsageRow[] = [
        usage(row, { endpoint: 'getCity' }),
        usage(row, { endpoint: 'getCity', outcome: '304' }),
        usage(row, { endpoint: 'listCities' }),
        usage(row, { endpoint: 'getCity', day: '2026-11-21' }),
      ];
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 1e9 }))),
          async (additions) => {
            const before = await counts(database, row);
            const rows = additions.map(([index, requests]) => ({ ...(series[index] as UsageRow), requests }));
            await addUsage(database, rows, new Map());
            const expected = new Map(before);
            for (const added of rows)
              expected.set(seriesOf(added), (expected.get(seriesOf(added)) ?? 0) + added.requests);
            assert.deepEqual(await counts(database, row), expected);
          },
        ),
        { numRuns: 30 },
      );
    });

    test('adds all of the usage or none', async (t) => {
      const { database } = await opened(t, create());
      const row = key();
      await insertKey(database, row);
      const rows = [usage(row), usage(row, { endpoint: null as unknown as string })];
      await assert.rejects(addUsage(database, rows, new Map([[row.id, at(10)]])));
      assert.deepEqual(await usageSince(database, { key: row.id }), []);
      assert.equal((await keyById(database, row.id))?.last_used_at, null);
    });

    test('adds the usage of existing keys, and ignores others', async (t) => {
      const { database } = await opened(t, create());
      const row = key();
      await insertKey(database, row);
      const gone = { id: 'key_nobody' };
      await addUsage(database, [usage(gone), usage(row)], new Map([gone, row].map(({ id }) => [id, at(10)])));
      assert.deepEqual(await counts(database, row), new Map([[seriesOf(usage(row)), 1]]));
      assert.equal((await keyById(database, row.id))?.last_used_at, at(10));
    });

    test('adds a batch of usage once, however often it is written', async (t) => {
      const { database } = await opened(t, create());
      const row = key();
      await insertKey(database, row);
      for (const batch of ['one', 'one', 'other', 'one'])
        await addUsage(database, [usage(row)], new Map(), batch);
      assert.deepEqual(await counts(database, row), new Map([[seriesOf(usage(row)), 2]]));
    });

    test('adds old days up by month and forgets no request, however often', async (t) => {
      const open = create();
      const [{ database }, theirs] = [await opened(t, open), await opened(t, open)];
      const account = await insertAccount(database);
      const keys = Array.from({ length: 40 }, () => key({ account_id: account.id }));
      for (const row of keys) await insertKey(database, row);
      const days = ['2026-08-31', '2026-09-01', '2026-09-30', DAY];
      const endpoints = Array.from({ length: 10 }, (_, index) => `endpoint${index}`);
      const rows = keys.flatMap((row) =>
        days.flatMap((day) => endpoints.map((endpoint) => usage(row, { day, endpoint, requests: 3 }))),
      );
      await addUsage(database, rows, new Map());
      for (const each of [database, theirs.database]) await rollUpUsage(each, '2026-10-01');
      const months = await monthlyUsageOf(database, account.id);
      const expected = keys.flatMap(({ id }) =>
        ['2026-08', '2026-09'].flatMap((month) =>
          endpoints.map((endpoint) => `${id} ${month} ${endpoint} ${month === '2026-08' ? 3 : 6}`),
        ),
      );
      assert.deepEqual(
        months.map(({ key_id, month, endpoint, requests }) => `${key_id} ${month} ${endpoint} ${requests}`),
        expected.toSorted(),
      );
      const left = (await Array.fromAsync(usageOf(database, { account: account.id }, ''))).flat();
      assert.ok(left.length === 400 && left.every(({ day }) => day === DAY));
      // Usage that arrives late is added to its month.
      await addUsage(
        database,
        [usage(keys[0] as ApiKeyRow, { day: '2026-08-31', endpoint: 'endpoint0' })],
        new Map(),
      );
      await rollUpUsage(database, '2026-10-01');
      const late = (await monthlyUsageOf(database, account.id)).find(
        ({ key_id, month, endpoint }) =>
          key_id === keys[0]?.id && month === '2026-08' && endpoint === 'endpoint0',
      );
      assert.equal(late?.requests, 4);
    });

    test('adds up what each key used on a day, whatever the number of keys', async (t) => {
      const { database } = await opened(t, create());
      const keys = Array.from({ length: 1100 }, () => key());
      await database.insertInto('api_key').values(keys.slice(0, 600)).execute();
      await database.insertInto('api_key').values(keys.slice(600)).execute();
      const rows = keys.flatMap((row, index) => [
        usage(row, { requests: index + 1 }),
        usage(row, { outcome: '4xx', requests: 2 }),
        usage(row, { outcome: '304', requests: 5 }),
        usage(row, { day: '2026-11-19', requests: 7 }),
      ]);
      await addUsage(database, rows, new Map());
      const used = (await Array.fromAsync(usedOnDay(database, DAY, ['2xx', '4xx']))).flat();
      assert.deepEqual(
        new Map(used.map(({ id, ...of }) => [id, of])),
        new Map(
          keys.map(({ id, account_id, lineage, plan, share }, index) => [
            id,
            { account_id, lineage, plan, share, requests: index + 3 },
          ]),
        ),
      );
      const [, ...others] = keys.map(({ id }) => id).toSorted();
      const [first = ''] = keys.map(({ id }) => id).toSorted();
      const rest = (await Array.fromAsync(usedOnDay(database, DAY, ['2xx'], first))).flat();
      assert.deepEqual(
        rest.map(({ id }) => id),
        others,
      );
    });

    test('gives usage by day, over all keys, and by key, from a day on', async (t) => {
      const { database } = await opened(t, create());
      const [one, other] = [key(), key()];
      for (const row of [one, other]) await insertKey(database, row);
      const days = ['2026-11-19', DAY, '2026-11-21'];
      const rows = [one, other].flatMap((row) => days.map((day) => usage(row, { day })));
      await addUsage(database, rows, new Map());
      const ofDay = await usageOfDay(database, DAY);
      assert.deepEqual(new Set(ofDay.map(({ key_id }) => key_id)), new Set([one.id, other.id]));
      assert.ok(ofDay.every(({ day }) => day === DAY));
      const ofKey = await usageSince(database, { key: one.id }, DAY);
      assert.deepEqual(
        ofKey.map((row) => ({ ...row })),
        [usage(one), usage(one, { day: '2026-11-21' })],
      );
    });

    test('gives the usage of an account completely and once, however much there is, and of nobody else', async (t) => {
      const { database } = await opened(t, create());
      const [one, other] = [await insertAccount(database), await insertAccount(database)];
      const keys = Array.from({ length: 30 }, () => key({ account_id: one.id }));
      const stranger = key({ account_id: other.id });
      for (const row of [...keys, stranger]) await insertKey(database, row);
      const rows = [...keys, stranger].flatMap((row) =>
        Array.from({ length: 70 }, (_, series) =>
          usage(row, { endpoint: `e${series % 35}`, outcome: series < 35 ? '2xx' : '4xx' }),
        ),
      );
      await addUsage(database, [...rows, ...keys.map((row) => usage(row, { day: '2026-11-19' }))], new Map());
      const found = await usageSince(database, { account: one.id }, DAY);
      const series = (row: UsageRow) => `${row.key_id} ${seriesOf(row)}`;
      assert.deepEqual(
        found.map(series).toSorted(),
        rows
          .filter(({ key_id }) => key_id !== stranger.id)
          .map(series)
          .toSorted(),
      );
    });

    test('keeps the latest use of a key, in whatever order uses are written', async (t) => {
      const { database } = await opened(t, create());
      const row = key();
      await insertKey(database, row);
      for (const [written, kept] of [
        [at(20), at(20)],
        [at(10), at(20)],
        [at(30), at(30)],
      ] as const) {
        await addUsage(database, [usage(row)], new Map([[row.id, written]]));
        assert.equal((await keyById(database, row.id))?.last_used_at, kept);
      }
      assert.equal((await keyById(database, row.id))?.updated_at, row.updated_at);
    });

    test('gives keys of an older version the lineage that their rotations show, and takes rows from nodes of that version', async (t) => {
      const open = create();
      const { database } = await opened(t, open);
      const [first, second, third, alone] = [key(), key(), key(), key()];
      for (const row of [third, second, first, alone]) await insertKey(database, row);
      for (const [old, successor] of [
        [first, second],
        [second, third],
      ] as const)
        await database
          .updateTable('api_key')
          .set({ successor_id: successor.id })
          .where('id', '=', old.id)
          .execute();
      for (const column of ['lineage', 'share'])
        await database.schema.alterTable('api_key').dropColumn(column).execute();
      await becomeOlder(database);
      await opened(t, open);

      const lineages = new Map((await allKeys(database)).map(({ id, lineage }) => [id, lineage]));
      assert.deepEqual(
        lineages,
        new Map([
          [first.id, first.id],
          [second.id, first.id],
          [third.id, first.id],
          [alone.id, alone.id],
        ]),
      );
      const { lineage: _lineage, share: _share, ...old } = key();
      await database
        .insertInto('api_key')
        .values(old as ApiKeyRow)
        .execute();
      assert.equal(toApiKey((await keyById(database, old.id)) as ApiKeyRow).holder, old.id);
    });

    test('tells a connection about changes by others, not about its own', async (t) => {
      const open = create();
      const [ours, theirs] = [await opened(t, open), await opened(t, open)];
      const before = ours.foreignChanges();
      await insertKey(ours.database, key());
      assert.equal(ours.foreignChanges(), before);
      await insertKey(theirs.database, key());
      while (ours.foreignChanges() === before) await delay(5);
      const after = ours.foreignChanges();
      assert.equal(ours.foreignChanges(), after);
    });
  });
}

function usage({ id }: { id: string }, given: Partial<UsageRow> = {}): UsageRow {
  return { key_id: id, day: DAY, endpoint: 'getCity', outcome: '2xx', requests: 1, ...given };
}

function at(minute: number): string {
  return `${DAY}T12:${String(minute).padStart(2, '0')}:00.000Z`;
}

async function keys(database: Store['database']): Promise<ApiKeyRow[]> {
  return (await allKeys(database)).map((row) => ({ ...row }));
}

async function counts(database: Store['database'], { id }: ApiKeyRow): Promise<Map<string, number>> {
  return new Map((await usageSince(database, { key: id })).map((row) => [seriesOf(row), row.requests]));
}

async function usageSince(
  database: Store['database'],
  whose: Parameters<typeof usageOf>[1],
  day = '',
): Promise<UsageRow[]> {
  return (await Array.fromAsync(usageOf(database, whose, day))).flat();
}

function seriesOf({ day, endpoint, outcome }: UsageRow): string {
  return `${day} ${endpoint} ${outcome}`;
}

/** All changed keys, with all parts joined. */
export async function changedSince(database: Store['database'], since: string): Promise<ApiKeyRow[]> {
  return (await Array.fromAsync(keysChangedSince(database, since))).flat();
}

function requestsByDay(sums: readonly Pick<UsageRow, 'day' | 'requests'>[]): Map<string, number> {
  const byDay = new Map<string, number>();
  for (const { day, requests } of sums) byDay.set(day, (byDay.get(day) ?? 0) + requests);
  return new Map([...byDay].toSorted());
}

/** A view of the database that records its queries. @returns it, and a function for the engine's plan of each query */
function explaining(database: Store['database'], name: string) {
  const asked: RootOperationNode[] = [];
  const explained = database.withPlugin({
    transformQuery({ node }) {
      asked.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const explain = name === 'SQLite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  const planOf = async (node: RootOperationNode) => {
    const { sql: text, parameters } = database.getExecutor().compileQuery(node, createQueryId());
    const { rows } = await database.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
    return JSON.stringify(rows);
  };
  return { explained, plans: () => Promise.all(asked.map(planOf)) };
}

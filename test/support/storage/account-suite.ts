import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { deleteAccount } from '../../../src/service/accounts/delete-account.ts';
import {
  type AccountRow,
  accountByEmail,
  accountById,
  addAccount,
  boundLock,
  confirmAddress,
  deleteVerifications,
  endOldestSessions,
  endSessions,
  keepUnconfirmed,
  lockAccount,
  MOST_SESSIONS,
  passkeysOf,
  passwordHashOf,
  replaceEmail,
  sessionsOf,
} from '../../../src/service/storage/accounts.ts';
import { activityOf, insertActivity, MOST_ACTIVITY } from '../../../src/service/storage/activity.ts';
import { countAttempt, forgetAttempts, forgetAttemptsOf } from '../../../src/service/storage/attempts.ts';
import type { Store } from '../../../src/service/storage/database.ts';
import { tidy } from '../../../src/service/storage/housekeeping.ts';
import {
  type ApiKeyRow,
  countKeys,
  deleteKeysOfAccount,
  insertKey,
  keyById,
  keysOfAccount,
  removeDeletedKeys,
  replaceKey,
} from '../../../src/service/storage/keys.ts';
import { addUsage } from '../../../src/service/storage/usage.ts';
import { allKeys, becomeOlder, insertAccount, key, opened } from './rows.ts';
import { changedSince } from './storage-suite.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Database = Store['database'];

/** Tests what every kind of store promises about accounts and what belongs to them. @param create as for `storageSuite` */
export function accountSuite(name: string, create: () => () => Promise<Store>): void {
  describe(`accounts in a store on ${name}`, () => {
    test('an account is found by id and by address, and no two have the same address', async (t) => {
      const { database } = await opened(t, create());
      const one = await insertAccount(database);
      assert.deepEqual({ ...(await accountById(database, one.id)) }, one);
      assert.deepEqual({ ...(await accountByEmail(database, one.email)) }, one);
      assert.equal(await accountById(database, 'nobody'), undefined);
      assert.equal(await accountByEmail(database, 'nobody@example.org'), undefined);
      await assert.rejects(insertAccount(database, { email: one.email }));
    });

    test('sessions are those of the account that have not ended, the latest first, without their tokens', async (t) => {
      const { database } = await opened(t, create());
      const [one, other] = [await insertAccount(database), await insertAccount(database)];
      const old = await insertSession(database, one, { updated_at: at(-2 * HOUR) });
      const late = await insertSession(database, one, { updated_at: at(-HOUR) });
      await insertSession(database, one, { expires_at: at(0) });
      await insertSession(database, other);
      const found = await sessionsOf(database, one.id, at(0));
      assert.deepEqual(
        found.map(({ id }) => id),
        [late, old],
      );
      assert.ok(found.every((session) => !('token' in session)));
    });

    test('only its own account can end a session, or all but one', async (t) => {
      const { database } = await opened(t, create());
      const [one, other] = [await insertAccount(database), await insertAccount(database)];
      const [first, second, third] = [
        await insertSession(database, one),
        await insertSession(database, one),
        await insertSession(database, one),
      ];
      const others = await insertSession(database, other);
      assert.equal(await endSessions(database, one.id, { id: others }), 0);
      assert.equal(await endSessions(database, one.id, { id: first }), 1);
      assert.equal(await endSessions(database, one.id, { id: first }), 0);
      assert.equal(await endSessions(database, one.id, { except: second }), 1);
      assert.deepEqual(await sessionIds(database, one), [second]);
      assert.deepEqual(await sessionIds(database, other), [others]);
      assert.notEqual(third, second);
    });

    test('an account has 100 sessions: those unused for longest end for a new one, and no other account’s', async (t) => {
      const { database } = await opened(t, create());
      const [one, other] = [await insertAccount(database), await insertAccount(database)];
      const others = await insertSession(database, other, { updated_at: at(-9 * DAY) });
      // The clock of the node on which this session began is behind.
      const begun = await insertSession(database, one, { updated_at: at(-2 * DAY) });
      const ids: string[] = [];
      for (let session = 0; session < MOST_SESSIONS + 2; session++)
        ids.push(await insertSession(database, one, { updated_at: at(-session * MINUTE) }));
      await endOldestSessions(database, one.id, begun);
      assert.deepEqual(
        new Set(await sessionIds(database, one)),
        new Set([begun, ...ids.slice(0, MOST_SESSIONS - 1)]),
      );
      assert.deepEqual(await sessionIds(database, other), [others]);
    });

    test('an account keeps the newest 10,000 lines of its activity, and pushes out no other account’s', async (t) => {
      const { database } = await opened(t, create());
      const [one, other] = [await insertAccount(database), await insertAccount(database)];
      const id = (index: number) => String(index).padStart(6, '0');
      await insertActivity(database, activity(other, `${id(0)}-other`, 0));
      for (let start = 0; start < MOST_ACTIVITY; start += 500) {
        const lines = Array.from({ length: 500 }, (_, index) => activity(one, id(start + index), 0));
        await database.insertInto('activity').values(lines).execute();
      }
      for (const index of [MOST_ACTIVITY, MOST_ACTIVITY + 1])
        await insertActivity(database, activity(one, id(index), 0));
      const kept = await activityOf(database, one.id);
      assert.equal(kept.length, MOST_ACTIVITY);
      assert.deepEqual([kept.at(0)?.id, kept.at(-1)?.id], [id(MOST_ACTIVITY + 1), id(2)]);
      assert.equal((await activityOf(database, other.id)).length, 1);
    });

    test('pending links of an account are removed, and none of another', async (t) => {
      const { database } = await opened(t, create());
      const [one, other] = [await insertAccount(database), await insertAccount(database)];
      for (const value of [one.id, JSON.stringify({ userData: { id: one.id } }), other.id, '0'])
        await insertVerification(database, value);
      await deleteVerifications(database, one.id);
      const left = await database.selectFrom('verification').select('value').execute();
      assert.deepEqual(left.map(({ value }) => value).toSorted(), ['0', other.id].toSorted());
    });

    test('passkeys are those of the account, without what they sign with', async (t) => {
      const { database } = await opened(t, create());
      const [one, other] = [await insertAccount(database), await insertAccount(database)];
      for (const account of [one, other]) await insertPasskey(database, account);
      const [passkey, ...more] = await passkeysOf(database, one.id);
      assert.deepEqual(more, []);
      assert.deepEqual(Object.keys({ ...passkey }).toSorted(), ['created_at', 'id', 'name']);
    });

    test('activity is the account’s own, newest first, and comes in pages without a gap', async (t) => {
      const { database } = await opened(t, create());
      const [one, other] = [await insertAccount(database), await insertAccount(database)];
      const ids = Array.from({ length: 7 }, (_, index) => `${index}-${randomUUID()}`);
      for (const id of ids) {
        await insertActivity(database, activity(one, id, 0));
        await insertActivity(database, activity(other, `${id}-other`, 0));
      }
      const found: string[] = [];
      for (let before: string | undefined; ; before = found.at(-1)) {
        const page = await activityOf(database, one.id, { before, limit: 3 });
        found.push(...page.map(({ id }) => id));
        if (page.length < 3) break;
      }
      assert.deepEqual(found, ids.toReversed());
      assert.equal((await activityOf(database, one.id)).length, 7);
    });

    test('no more attempts than the limit pass in a window, whenever they come', async (t) => {
      const { database } = await opened(t, create());
      const tries = fc.record({
        limit: fc.record({
          attempts: fc.integer({ min: 1, max: 4 }),
          seconds: fc.integer({ min: 1, max: 20 }),
        }),
        after: fc.array(fc.nat(9000), { minLength: 1, maxLength: 25 }),
      });
      await fc.assert(
        fc.asyncProperty(tries, async ({ limit, after }) => {
          const subject = randomUUID();
          let now = NOW;
          let window: { startedAt: number; tries: number } = {
            startedAt: Number.NEGATIVE_INFINITY,
            tries: 0,
          };
          for (const milliseconds of after) {
            now += milliseconds;
            if (now - window.startedAt >= limit.seconds * 1000) window = { startedAt: now, tries: 0 };
            window.tries++;
            const { allowed, retryAfterSeconds } = await countAttempt(database, subject, limit, now);
            assert.equal(allowed, window.tries <= limit.attempts);
            const endsIn = window.startedAt + limit.seconds * 1000 - now;
            assert.equal(retryAfterSeconds, Math.max(1, Math.ceil(endsIn / 1000)));
          }
        }),
        { numRuns: 25 },
      );
    });

    test('however many connections count at once, no more than the limit pass', async (t) => {
      const open = create();
      const stores = [await opened(t, open), await opened(t, open), await opened(t, open)];
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 8 }),
          fc.integer({ min: 1, max: 8 }),
          async (attempts, each) => {
            const subject = randomUUID();
            const counted = stores.flatMap(({ database }) =>
              Array.from({ length: each }, () =>
                countAttempt(database, subject, { attempts, seconds: 60 }, NOW),
              ),
            );
            const passed = (await Promise.all(counted)).filter(({ allowed }) => allowed).length;
            assert.equal(passed, Math.min(attempts, stores.length * each));
          },
        ),
        { numRuns: 10 },
      );
    });

    test('subjects are counted apart, and forgotten one by one or by whose they are', async (t) => {
      const { database } = await opened(t, create());
      const limit = { attempts: 1, seconds: 60 };
      const subjects = ['sign-in to A_1', 'recovery of A_1', 'sign-in to B', 'sign-in to AB1'];
      const allowed = async () => {
        const answers: boolean[] = [];
        for (const subject of subjects)
          answers.push((await countAttempt(database, subject, limit, NOW)).allowed);
        return answers;
      };
      assert.deepEqual(await allowed(), [true, true, true, true]);
      assert.deepEqual(await allowed(), [false, false, false, false]);
      await forgetAttempts(database, 'sign-in to B');
      assert.deepEqual(await allowed(), [false, false, true, false]);
      await forgetAttemptsOf(database, 'A_1');
      assert.deepEqual(await allowed(), [true, true, false, false]);
    });

    test('however the clock is set, a refusal lasts no longer than a window, and each jump lets pass one more limit at most', async (t) => {
      const { database } = await opened(t, create());
      const limit = { attempts: 3, seconds: 60 };
      const length = limit.seconds * 1000;
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              waited: fc.nat(4000),
              // By seconds or minutes, because the clocks of nodes differ, or by months, because a wrong clock is corrected.
              setBy: fc.option(
                fc.oneof(
                  fc.integer({ min: -2 * length, max: 2 * length }),
                  fc.integer({ min: -90 * DAY, max: 90 * DAY }),
                ),
                { freq: 3 },
              ),
            }),
            { maxLength: 14 },
          ),
          async (steps) => {
            const subject = randomUUID();
            let [now, passed, jumps] = [NOW, 0, 0];
            for (const { waited, setBy } of steps) {
              now += waited + (setBy ?? 0);
              jumps += setBy === null ? 0 : 1;
              const { allowed, retryAfterSeconds } = await countAttempt(database, subject, limit, now);
              passed += allowed ? 1 : 0;
              assert.ok(retryAfterSeconds <= limit.seconds, `${retryAfterSeconds} s`);
            }
            // All steps together took less than one window.
            assert.ok(passed <= limit.attempts * (1 + jumps), `${passed} passed with ${jumps} jumps`);
            const { allowed, retryAfterSeconds } = await countAttempt(database, subject, limit, now);
            if (!allowed)
              assert.ok(
                (await countAttempt(database, subject, limit, now + retryAfterSeconds * 1000)).allowed,
              );
          },
        ),
        { numRuns: 100 },
      );
    });

    test('a window that starts in the future is over; one that starts a moment ahead, by the clock of another node, is not', async (t) => {
      const { database } = await opened(t, create());
      const limit = { attempts: 1, seconds: 60 };
      const ahead = NOW + 30 * DAY;
      for (let attempt = 0; attempt < 3; attempt++) await countAttempt(database, 'set back', limit, ahead);
      assert.equal((await countAttempt(database, 'set back', limit, NOW)).allowed, true);
      await countAttempt(database, 'code', limit, NOW + 1000);
      assert.deepEqual(await countAttempt(database, 'code', limit, NOW), {
        allowed: false,
        retryAfterSeconds: 60,
      });
      assert.equal((await countAttempt(database, 'code', limit, NOW + 60_000)).allowed, true);
    });

    test('a lock of the second factor ends in time although the clock was set back', async (t) => {
      const { database } = await opened(t, create());
      const account = await insertAccount(database);
      const lock = (locked_until: string) =>
        database.updateTable('two_factor').set({ locked_until }).where('user_id', '=', account.id).execute();
      const until = async () => {
        await boundLock(database, account.id, 15 * MINUTE, NOW);
        const row = await database
          .selectFrom('two_factor')
          .select('locked_until')
          .where('user_id', '=', account.id)
          .executeTakeFirstOrThrow();
        return row.locked_until;
      };
      await database
        .insertInto('two_factor')
        .values({
          id: randomUUID(),
          user_id: account.id,
          secret: '',
          backup_codes: '',
          verified: 1,
          failed_verification_count: 10,
          locked_until: null,
        })
        .execute();
      assert.equal(await until(), null);
      for (const [left, bounded] of [
        [-MINUTE, -MINUTE],
        [10 * MINUTE, 10 * MINUTE],
        [20 * MINUTE, 15 * MINUTE],
        [30 * DAY, 0],
      ] as const) {
        await lock(at(left));
        assert.equal(await until(), at(bounded));
      }
    });

    test('what is counted and added under the lock of an account stays as counted, however many do so at once', async (t) => {
      const { database } = await opened(t, create());
      const account = await insertAccount(database);
      const addUpTo = (limit: number) =>
        database.transaction().execute(async (transaction) => {
          await lockAccount(transaction, account.id);
          if ((await keysOfAccount(transaction, account.id)).length < limit)
            await insertKey(transaction, key({ account_id: account.id }));
        });
      await Promise.all(Array.from({ length: 12 }, () => addUpTo(5)));
      assert.equal((await keysOfAccount(database, account.id)).length, 5);
      assert.deepEqual({ ...(await accountById(database, account.id)) }, account);
    });

    test('no key is made for an account while it is deleted, by rotating either', async (t) => {
      const { database } = await opened(t, create());
      for (let round = 0; round < 20; round++) {
        const account = await insertAccount(database);
        const rows = Array.from({ length: 5 }, () => key({ account_id: account.id }));
        for (const row of rows) await insertKey(database, row);
        const successors = rows.map((row) => ({ ...key({ account_id: account.id }), lineage: row.id }));
        await Promise.all([
          ...rows.map(({ id }, index) =>
            replaceKey(
              database,
              { id, expires_at: at(DAY), updated_at: at(0) },
              successors[index] as ApiKeyRow,
            ),
          ),
          deleteAccount(database, account),
        ]);
        for (const { id } of [...rows, ...successors])
          assert.notEqual((await keyById(database, id))?.revoked_at, null, `round ${round}`);
        assert.equal(await accountById(database, account.id), undefined);
      }
    });

    test('keys of an account are its own, newest first', async (t) => {
      const { database } = await opened(t, create());
      const [one, other] = [await insertAccount(database), await insertAccount(database)];
      const rows = [at(0), at(HOUR)].map((created_at) => key({ account_id: one.id, created_at }));
      for (const row of [...rows, key({ account_id: other.id }), key()]) await insertKey(database, row);
      assert.deepEqual(
        (await keysOfAccount(database, one.id)).map(({ id }) => id),
        rows.map(({ id }) => id).toReversed(),
      );
    });

    test('deleting the keys of an account leaves bare revoked rows that other nodes learn of, and later none', async (t) => {
      const { database } = await opened(t, create());
      const [one, other] = [await insertAccount(database), await insertAccount(database)];
      const successor = key({ account_id: one.id, last_used_at: at(0) });
      const old = key({ account_id: one.id, successor_id: successor.id });
      const kept = key({ account_id: other.id });
      for (const row of [successor, old, kept]) await insertKey(database, row);
      const used = [successor, old, kept].map(({ id }) => usage(id));
      await addUsage(database, used, new Map());

      await database
        .transaction()
        .execute((transaction) => deleteKeysOfAccount(transaction, one.id, at(HOUR)));
      const bare = { ...old, account_id: null, label: '', prefix: '', last_four: '', successor_id: null };
      const deleted = {
        ...bare,
        lineage: null,
        revoked_at: at(HOUR),
        deleted_at: at(HOUR),
        updated_at: at(HOUR),
      };
      assert.deepEqual({ ...(await keyById(database, old.id)) }, deleted);
      assert.deepEqual({ ...(await keyById(database, kept.id)) }, kept);
      const changed = await changedSince(database, at(HOUR));
      assert.deepEqual(new Set(changed.map(({ id }) => id)), new Set([successor.id, old.id]));
      const left = await database.selectFrom('usage_daily').select('key_id').execute();
      assert.deepEqual(
        left.map(({ key_id }) => key_id),
        [kept.id],
      );
      await database.deleteFrom('account_holder').where('id', '=', one.id).execute();

      // A node that has not heard of the deletion yet may still write what it has counted.
      await addUsage(database, [usage(old.id)], new Map());
      await removeDeletedKeys(database, at(HOUR));
      assert.notEqual(await keyById(database, old.id), undefined, 'not before every node knows');
      await removeDeletedKeys(database, at(HOUR + 1));
      for (const { id } of [successor, old]) assert.equal(await keyById(database, id), undefined);
      assert.notEqual(await keyById(database, kept.id), undefined);
    });

    test('an account that is deleted takes with it everything that is only its own', async (t) => {
      const { database } = await opened(t, create());
      const [one, other] = [await insertAccount(database), await insertAccount(database)];
      for (const account of [one, other]) {
        await insertSession(database, account);
        await insertPasskey(database, account);
        await insertActivity(database, activity(account, randomUUID(), 0));
      }
      await database.deleteFrom('account_holder').where('id', '=', one.id).execute();
      for (const table of ['session', 'passkey', 'activity'] as const)
        assert.equal((await database.selectFrom(table).selectAll().execute()).length, 1, table);
    });

    test('an account with keys is not deleted before them', async (t) => {
      const { database } = await opened(t, create());
      const account = await insertAccount(database);
      await insertKey(database, key({ account_id: account.id }));
      await assert.rejects(database.deleteFrom('account_holder').where('id', '=', account.id).execute());
    });

    test('of accounts from an older version, only those that nobody has ever signed in to have to be confirmed', async (t) => {
      const open = create();
      const { database } = await opened(t, open);
      const [empty, confirmed, session, passkey, withKey, signedIn] = [
        await insertAccount(database),
        await insertAccount(database, { email_verified: 1 }),
        await insertAccount(database),
        await insertAccount(database),
        await insertAccount(database),
        await insertAccount(database),
      ];
      await insertSession(database, session);
      await insertPasskey(database, passkey);
      await insertKey(database, key({ account_id: withKey.id }));
      await insertActivity(database, activity(signedIn, randomUUID(), 0));
      await database.schema.dropIndex('account_holder_confirm_by').execute();
      await database.schema.alterTable('account_holder').dropColumn('confirm_by').execute();
      await becomeOlder(database);
      await opened(t, open);

      await tidy(database, Date.now(), { sendsMail: true });
      assert.notEqual(await accountById(database, empty.id), undefined, 'it has a day from now');
      await tidy(database, Date.now() + 2 * DAY, { sendsMail: true });
      const left = await database.selectFrom('account_holder').select('id').orderBy('id').execute();
      assert.deepEqual(
        left.map(({ id }) => id),
        [confirmed, session, passkey, withKey, signedIn].map(({ id }) => id).toSorted(),
      );
    });

    test('an unconfirmed account is removed where mail is sent, a confirmed one or one in use never', async (t) => {
      const { database } = await opened(t, create());
      const unconfirmed = { confirm_by: at(-1) };
      const [late, early, confirmed, kept] = [
        await insertAccount(database, unconfirmed),
        await insertAccount(database, { confirm_by: at(1) }),
        await insertAccount(database, unconfirmed),
        await insertAccount(database, unconfirmed),
      ];
      assert.equal(await confirmAddress(database, confirmed.id), true);
      assert.equal(await confirmAddress(database, confirmed.id), false);
      await keepUnconfirmed(database, kept.id);
      await tidy(database, NOW, { sendsMail: false });
      assert.notEqual(await accountById(database, late.id), undefined);
      await tidy(database, NOW, { sendsMail: true });
      assert.equal(await accountById(database, late.id), undefined);
      for (const { id } of [early, confirmed, kept])
        assert.notEqual(await accountById(database, id), undefined);
    });

    test('a new account replaces an unconfirmed one with its address, and never a confirmed one or one in use', async (t) => {
      const { database } = await opened(t, create());
      const pending = { confirm_by: at(DAY) };
      const [unconfirmed, confirmed, kept] = [
        await insertAccount(database, pending),
        await insertAccount(database, pending),
        await insertAccount(database, pending),
      ];
      await confirmAddress(database, confirmed.id);
      await keepUnconfirmed(database, kept.id);
      await insertVerification(database, unconfirmed.id, at(DAY));
      const add = (email: string, id: string, confirmBy: string | null) =>
        addAccount(database, { id, email, passwordHash: `hash of ${id}`, confirmBy });

      assert.equal(await add(unconfirmed.email, 'without mail', null), false);
      assert.notEqual(await accountById(database, unconfirmed.id), undefined);
      assert.equal(await add(unconfirmed.email, 'new', at(DAY)), true);
      assert.equal(await accountById(database, unconfirmed.id), undefined);
      assert.equal((await accountByEmail(database, unconfirmed.email))?.id, 'new');
      assert.equal(await passwordHashOf(database, 'new'), 'hash of new');
      const links = await database.selectFrom('verification').select('value').execute();
      assert.deepEqual(
        links.map(({ value }) => value),
        ['new'],
      );
      for (const { id, email } of [confirmed, kept]) {
        assert.equal(await add(email, `not ${id}`, at(DAY)), false);
        assert.equal((await accountByEmail(database, email))?.id, id);
      }
    });

    test('an account takes a confirmed address from an unconfirmed account, unless it has lost its own address', async (t) => {
      const { database } = await opened(t, create());
      const pending = await insertAccount(database, { confirm_by: at(DAY) });
      const { id: accountId, email } = await insertAccount(database, { email_verified: 1 });
      const change = { accountId, from: email, to: pending.email };

      assert.equal(
        await replaceEmail(database, { ...change, from: 'lost@example.org' }, { confirmed: true }),
        false,
      );
      assert.equal((await accountByEmail(database, pending.email))?.id, pending.id);
      assert.equal((await accountByEmail(database, email))?.id, accountId);
      assert.equal(await replaceEmail(database, change, { confirmed: true }), true);
      assert.equal((await accountByEmail(database, pending.email))?.id, accountId);
      assert.equal(await accountById(database, pending.id), undefined);
    });

    test('a key of an account goes 90 days after its end, with its usage; one that works, or is of no account, stays', async (t) => {
      const { database } = await opened(t, create());
      const { id: account_id } = await insertAccount(database);
      const [late, early] = [at(-91 * DAY), at(-89 * DAY)];
      const [revoked, expired, lately, unowned, active] = [
        key({ account_id, revoked_at: late }),
        key({ account_id, expires_at: late }),
        key({ account_id, revoked_at: early, expires_at: early }),
        key({ expires_at: late }),
        key({ account_id }),
      ];
      const rows = [revoked, expired, lately, unowned, active];
      for (const row of rows) await insertKey(database, row);
      // This key was rotated, and its successor ended before it.
      await database
        .updateTable('api_key')
        .set({ successor_id: revoked.id })
        .where('id', '=', lately.id)
        .execute();
      // More keys than are removed at once.
      for (let ended = 0; ended < 120; ended++)
        await insertKey(database, key({ account_id, revoked_at: late }));
      const usage = rows.map(({ id }) => ({
        key_id: id,
        day: '2026-08-01',
        endpoint: 'getCity',
        outcome: '2xx',
        requests: 1,
      }));
      await addUsage(database, usage, new Map());
      await tidy(database, NOW, { sendsMail: true });
      const left = new Set([lately, unowned, active].map(({ id }) => id));
      assert.deepEqual(new Set((await allKeys(database)).map(({ id }) => id)), left);
      assert.equal(await countKeys(database, account_id), 2);
      const counted = await database.selectFrom('usage_daily').select('key_id').execute();
      assert.deepEqual(new Set(counted.map(({ key_id }) => key_id)), left);
    });

    test('housekeeping removes only what has expired, however often and on whatever node it runs', async (t) => {
      const open = create();
      const [ours, theirs] = [await opened(t, open), await opened(t, open)];
      const { database } = ours;
      const account = await insertAccount(database);
      const session = await insertSession(database, account, { expires_at: at(1) });
      await insertSession(database, account, { expires_at: at(-1) });
      await insertVerification(database, 'live', at(1));
      await insertVerification(database, 'over', at(-1));
      await insertActivity(database, activity(account, 'recent', -399 * DAY));
      await insertActivity(database, activity(account, 'old', -401 * DAY));
      const limit = { attempts: 1, seconds: 3600 };
      await countAttempt(database, 'recent', limit, NOW - 23 * HOUR);
      await countAttempt(database, 'old', limit, NOW - 25 * HOUR);
      await countAttempt(database, 'of a clock that was ahead', limit, NOW + 25 * HOUR);
      const row = key({ account_id: account.id });
      await insertKey(database, row);
      await tidy(database, NOW, { sendsMail: true });
      await tidy(theirs.database, NOW, { sendsMail: true });
      assert.deepEqual(await sessionIds(database, account), [session]);
      const verifications = await database.selectFrom('verification').select('value').execute();
      assert.deepEqual(
        verifications.map(({ value }) => value),
        ['live'],
      );
      assert.deepEqual(
        (await activityOf(database, account.id)).map(({ id }) => id),
        ['recent'],
      );
      const attempts = await database.selectFrom('attempt').select('subject').execute();
      assert.deepEqual(
        attempts.map(({ subject }) => subject),
        ['recent'],
      );
      assert.notEqual(await keyById(database, row.id), undefined);
      assert.notEqual(await accountById(database, account.id), undefined);
    });
  });
}

function at(offset: number): string {
  return new Date(NOW + offset).toISOString();
}

async function insertSession(
  database: Database,
  account: AccountRow,
  given: { updated_at?: string; expires_at?: string } = {},
): Promise<string> {
  const id = randomUUID();
  const row = {
    id,
    user_id: account.id,
    token: randomUUID(),
    expires_at: at(DAY),
    created_at: at(0),
    updated_at: at(0),
    ip_address: '192.0.2.1',
    user_agent: 'test',
    ...given,
  };
  await database.insertInto('session').values(row).execute();
  return id;
}

async function insertVerification(database: Database, value: string, expires_at = at(HOUR)): Promise<void> {
  const row = {
    id: randomUUID(),
    identifier: randomUUID(),
    value,
    expires_at,
    created_at: at(0),
    updated_at: at(0),
  };
  await database.insertInto('verification').values(row).execute();
}

async function insertPasskey(database: Database, account: AccountRow): Promise<void> {
  const row = {
    id: randomUUID(),
    user_id: account.id,
    name: 'laptop',
    public_key: 'public',
    credential_id: randomUUID(),
    counter: 0,
    device_type: 'singleDevice',
    backed_up: 0,
    transports: null,
    created_at: at(0),
    aaguid: null,
  };
  await database.insertInto('passkey').values(row).execute();
}

async function sessionIds(database: Database, account: AccountRow): Promise<string[]> {
  return (await sessionsOf(database, account.id, at(0))).map(({ id }) => id);
}

function activity(account: AccountRow, id: string, offset: number) {
  return { id, account_id: account.id, at: at(offset), action: 'signed_in', address: null, subject: null };
}

function usage(key_id: string) {
  return { key_id, day: '2026-11-20', endpoint: 'getCity', outcome: '2xx', requests: 1 };
}

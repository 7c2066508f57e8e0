import { randomUUID } from 'node:crypto';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database, Tables } from './schema.ts';

export type AccountRow = Selectable<Database['account_holder']>;
export type SessionRow = Omit<Selectable<Database['session']>, 'token'>;
export type PasskeyRow = Pick<Selectable<Database['passkey']>, 'id' | 'name' | 'created_at'>;

export async function accountById(database: Tables, id: string): Promise<AccountRow | undefined> {
  return database.selectFrom('account_holder').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Other transactions that lock the account wait until this one ends, so that what this one reads of it stays true.
 *
 * @returns false where the account is gone
 */
export async function lockAccount(transaction: Transaction<Database>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('account_holder')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** @param email in lower case, as it is stored */
export async function accountByEmail(database: Tables, email: string): Promise<AccountRow | undefined> {
  return database.selectFrom('account_holder').selectAll().where('email', '=', email).executeTakeFirst();
}

export async function emailOfAccount(database: Tables, id: string): Promise<string | undefined> {
  return (await accountById(database, id))?.email;
}

/** Marks the address as confirmed. @returns whether there is such an account that was not confirmed before */
export async function confirmAddress(database: Tables, id: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('account_holder')
    .set({ email_verified: 1, confirm_by: null, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('email_verified', '=', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Keeps an unconfirmed account permanently: without mail nobody can confirm an address, and somebody has signed in. */
export async function keepUnconfirmed(database: Tables, id: string): Promise<void> {
  await database
    .updateTable('account_holder')
    .set({ confirm_by: null })
    .where('id', '=', id)
    .where('confirm_by', 'is not', null)
    .execute();
}

/** Removes accounts whose address was not confirmed in time. Nobody has ever been signed in to them. */
export async function removeUnconfirmed(
  database: Tables,
  { confirmBy }: { confirmBy: string },
): Promise<void> {
  await unconfirmed(database).where('confirm_by', '<', confirmBy).execute();
}

/** A query that removes sign-ups that nobody has confirmed. */
function unconfirmed(database: Tables) {
  return database
    .deleteFrom('account_holder')
    .where('email_verified', '=', 0)
    .where('confirm_by', 'is not', null);
}

export interface NewAccount {
  id: string;
  /** In lower case. */
  email: string;
  passwordHash: string;
  /** Until when the address has to be confirmed; null where no mail is sent. */
  confirmBy: string | null;
}

/**
 * Adds an account with its password. If its address has to be confirmed, it replaces a sign-up with the same address that nobody
 * confirmed. A recovery link that was sent before keeps working, for the new account. All of it happens or nothing.
 *
 * @returns false, with nothing changed, when there is another account with the address
 */
export async function addAccount(
  database: Tables,
  { id, email, passwordHash, confirmBy }: NewAccount,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const replaced =
      confirmBy === null
        ? undefined
        : await unconfirmed(transaction).where('email', '=', email).returning('id').executeTakeFirst();
    const now = new Date().toISOString();
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('account_holder')
      .values({
        id,
        name: '',
        email,
        email_verified: 0,
        created_at: now,
        updated_at: now,
        two_factor_enabled: 0,
        confirm_by: confirmBy,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return false;
    await transaction
      .insertInto('credential')
      .values({
        id: randomUUID(),
        user_id: id,
        account_id: id,
        provider_id: 'credential',
        password: passwordHash,
        created_at: now,
        updated_at: now,
      })
      .execute();
    if (replaced !== undefined)
      await transaction
        .updateTable('verification')
        .set({ value: id })
        .where('value', '=', replaced.id)
        .execute();
    return true;
  });
}

/** @returns how many there were */
export async function removePasskeys(database: Tables, accountId: string): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('passkey')
    .where('user_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** @returns whether sign-ins asked for one */
export async function removeSecondFactor(database: Tables, accountId: string): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('two_factor').where('user_id', '=', accountId).execute();
    const { numUpdatedRows } = await transaction
      .updateTable('account_holder')
      .set({ two_factor_enabled: 0 })
      .where('id', '=', accountId)
      .where('two_factor_enabled', '=', 1)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
}

/** The stored hash; undefined where there is no such account. */
export async function passwordHashOf(database: Tables, accountId: string): Promise<string | undefined> {
  const credential = await database
    .selectFrom('credential')
    .select('password')
    .where('user_id', '=', accountId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  return credential?.password ?? undefined;
}

/** Changes nothing if the old hash has been replaced meanwhile, for example by a new password. */
export async function replacePasswordHash(database: Tables, oldHash: string, newHash: string): Promise<void> {
  await database
    .updateTable('credential')
    .set({ password: newHash })
    .where('password', '=', oldHash)
    .execute();
}

/**
 * Shortens a lock of the second factor that would last too long because the clock was set back: it ends after `longest` at the
 * latest, and at once if its end is more than twice as far ahead.
 *
 * @param longest in milliseconds
 */
export async function boundLock(
  database: Tables,
  accountId: string,
  longest: number,
  now = Date.now(),
): Promise<void> {
  const at = (time: number) => new Date(time).toISOString();
  await database
    .updateTable('two_factor')
    .set({
      locked_until: sql`CASE WHEN locked_until > ${at(now + 2 * longest)} THEN ${at(now)} ELSE ${at(now + longest)} END`,
    })
    .where('user_id', '=', accountId)
    .where('locked_until', '>', at(now + longest))
    .execute();
}

/** Sessions that have not expired, the latest first, without their tokens. */
export async function sessionsOf(database: Tables, accountId: string, now: string): Promise<SessionRow[]> {
  return database
    .selectFrom('session')
    .select(['id', 'user_id', 'expires_at', 'created_at', 'updated_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Ends one session of an account, or with `except` all the others. @returns how many there were */
export async function endSessions(
  database: Tables,
  accountId: string,
  which: { id: string } | { except: string },
): Promise<number> {
  const ofAccount = database.deleteFrom('session').where('user_id', '=', accountId);
  const { numDeletedRows } = await ('id' in which
    ? ofAccount.where('id', '=', which.id)
    : ofAccount.where('id', '!=', which.except)
  ).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Sessions that an account may have at once. */
export const MOST_SESSIONS = 100;

/** Ends the least recently used sessions beyond the limit, but never the one that has just begun. */
export async function endOldestSessions(
  database: Tables,
  accountId: string,
  justBegun: string,
): Promise<void> {
  const kept = database
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', accountId)
    .where('id', '!=', justBegun)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(MOST_SESSIONS - 1);
  await database
    .deleteFrom('session')
    .where('user_id', '=', accountId)
    .where('id', '!=', justBegun)
    .where('id', 'not in', kept)
    .execute();
}

/** Deletes the recovery links, challenges and trusted browsers of an account. */
export async function deleteVerifications(database: Tables, accountId: string): Promise<void> {
  // The value is the account's id, or JSON with it; an id has no wildcard in it.
  await database.deleteFrom('verification').where('value', 'like', `%${accountId}%`).execute();
}

export async function passkeysOf(database: Tables, accountId: string): Promise<PasskeyRow[]> {
  return database
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at'])
    .where('user_id', '=', accountId)
    .orderBy('created_at')
    .execute();
}

/**
 * Gives an account another email address, if it still has the old one. Links to the old address stop working. A confirmed
 * address is taken from a sign-up with it that nobody has confirmed.
 *
 * @param confirmed whether somebody who reads mail at the new address has confirmed it
 * @returns false, with the account unchanged, when another account has the address or this one has lost the old one
 */
export async function replaceEmail(
  database: Tables,
  { accountId, from, to }: { accountId: string; from: string; to: string },
  { confirmed }: { confirmed: boolean },
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const own = transaction
      .selectFrom('account_holder as own')
      .select('own.id')
      .where('own.id', '=', accountId)
      .where('own.email', '=', from);
    if (confirmed)
      await unconfirmed(transaction)
        .where('email', '=', to)
        .where(({ exists }) => exists(own))
        .execute();
    const { numUpdatedRows } = await transaction
      .updateTable('account_holder')
      .set({ email: to, email_verified: confirmed ? 1 : 0, updated_at: new Date().toISOString() })
      .where('id', '=', accountId)
      .where('email', '=', from)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('account_holder as other').select('other.id').where('other.email', '=', to))),
      )
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await deleteVerifications(transaction, accountId);
    return true;
  });
}

export async function setQuotaAlerts(database: Tables, id: string, on: boolean): Promise<void> {
  await database
    .updateTable('account_holder')
    .set({ quota_alerts: on ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { SCOPES } from '../../engine/permissions.ts';
import { lockAccount } from './accounts.ts';
import { type ApiKeyRow, changeAt } from './keys.ts';
import type { Database, Tables } from './schema.ts';

/** Lets an agent get a new access token by itself. Every agent gets it: tokens are short-lived. */
export const REFRESH_SCOPE = 'offline_access';

/** A refresh token is replaced in two steps; so long, the next one may not be there yet. */
const REPLACING_MILLISECONDS = 60_000;

/** What an agent without a name is called. */
export const UNNAMED = 'Unnamed agent';

/** The name that a client claims for itself. Undefined if there is no such client. */
export async function clientName(database: Tables, clientId: string): Promise<string | undefined> {
  const client = await database
    .selectFrom('oauth_client')
    .select('name')
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return client && (client.name ?? UNNAMED);
}

/** Where a client that was just registered may receive answers. */
export async function setRedirects(
  database: Tables,
  clientId: string,
  addresses: readonly string[],
): Promise<void> {
  await database
    .updateTable('oauth_client')
    .set({ redirect_uris: JSON.stringify(addresses) })
    .where('client_id', '=', clientId)
    .execute();
}

/**
 * Gives the access token that was just issued to the key of its agent and account. The one before ends with it.
 *
 * @param allowedNow somebody has just allowed the agent: earlier tokens end, and there may be no key yet
 * @param newKey the key for an agent that has none
 * @returns false, with every token of the agent removed, if somebody has disconnected it or the account is gone
 */
export async function giveToAgent(
  database: Tables,
  token: Pick<ApiKeyRow, 'hash' | 'prefix' | 'last_four'>,
  allowedNow: boolean,
  newKey: (agent: { accountId: string; clientId: string; label: string; plan: string }) => ApiKeyRow,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const issued = await transaction
      .selectFrom('oauth_access_token as token')
      .innerJoin('oauth_client as client', 'client.client_id', 'token.client_id')
      .innerJoin('account_holder as account', 'account.id', 'token.user_id')
      .select([
        'token.id',
        'token.refresh_id',
        'token.client_id',
        'token.user_id',
        'token.scopes',
        'token.expires_at',
        'client.name',
        'account.plan',
      ])
      .where('token.token', '=', token.hash)
      .executeTakeFirst();
    if (issued === undefined || !(await lockAccount(transaction, issued.user_id))) return false;
    const { client_id, user_id, expires_at } = issued;
    const at = new Date().toISOString();
    const current = {
      ...token,
      scopes: SCOPES.filter((scope) => issued.scopes.includes(JSON.stringify(scope))).join(' '),
      expires_at,
    };
    const { numUpdatedRows } = await transaction
      .updateTable('api_key')
      .set({ ...current, updated_at: changeAt(at) })
      .where('account_id', '=', user_id)
      .where('client_id', '=', client_id)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    const isConnected = numUpdatedRows > 0n || allowedNow;
    if (numUpdatedRows === 0n && allowedNow) {
      const agent = {
        accountId: user_id,
        clientId: client_id,
        label: issued.name ?? UNNAMED,
        plan: issued.plan ?? 'standard',
      };
      await transaction
        .insertInto('api_key')
        .values({ ...newKey(agent), ...current })
        .execute();
    }
    // Tokens from before must not come back to life with this connection.
    const kept = { oauth_access_token: issued.id, oauth_refresh_token: issued.refresh_id };
    const tables = ['oauth_access_token', 'oauth_refresh_token'] as const;
    for (const table of allowedNow || !isConnected ? tables : tables.slice(0, 1))
      await transaction
        .deleteFrom(table)
        .where('client_id', '=', client_id)
        .where('user_id', '=', user_id)
        .where('id', '!=', (isConnected && kept[table]) || '')
        .execute();
    return isConnected;
  });
}

/**
 * Revokes the keys of connections that have no valid refresh token: it has expired, or it was replayed, so that the provider has
 * removed all of them.
 *
 * @param clientId of all clients if left out
 * @returns the keys
 */
export async function endWithoutRefresh(database: Tables, clientId?: string): Promise<ApiKeyRow[]> {
  const replacing = new Date(Date.now() - REPLACING_MILLISECONDS).toISOString();
  return revoke(database, (key) =>
    key.and([
      clientId === undefined ? key('client_id', 'is not', null) : key('client_id', '=', clientId),
      key.not(
        key.exists(
          key
            .selectFrom('oauth_refresh_token as refresh')
            .select('refresh.id')
            .whereRef('refresh.client_id', '=', 'api_key.client_id')
            .whereRef('refresh.user_id', '=', 'api_key.account_id')
            .where((row) =>
              row.or([row('refresh.revoked', 'is', null), row('refresh.rotated_at', '>', replacing)]),
            ),
        ),
      ),
    ]),
  );
}

/** Revokes the key that an access or refresh token of a client belongs to. @returns the key; none for a token of nobody */
export async function endByToken(
  database: Tables,
  clientId: string,
  hashes: readonly string[],
): Promise<ApiKeyRow[]> {
  const refresh = await database
    .selectFrom('oauth_refresh_token')
    .select('user_id')
    .where('client_id', '=', clientId)
    .where('token', 'in', hashes)
    .executeTakeFirst();
  return revoke(database, (key) =>
    key.and([
      key('client_id', '=', clientId),
      key.or([key('hash', 'in', hashes), key('account_id', '=', refresh?.user_id ?? '')]),
    ]),
  );
}

function revoke(
  database: Tables,
  which: (key: ExpressionBuilder<Database, 'api_key'>) => Expression<SqlBool>,
): Promise<ApiKeyRow[]> {
  const at = new Date().toISOString();
  return database
    .updateTable('api_key')
    .set({ revoked_at: at, updated_at: changeAt(at) })
    .where('revoked_at', 'is', null)
    .where(which)
    .returningAll()
    .execute();
}

/** What somebody allowed is in the code by now; the next time we ask again. */
export async function forgetConsents(database: Tables, accountId: string): Promise<void> {
  await database.deleteFrom('oauth_consent').where('user_id', '=', accountId).execute();
}

/** Clients without a connection; none may have tokens. */
function unused(database: Tables) {
  return database
    .selectFrom('oauth_client')
    .select('client_id')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('api_key')
            .select('api_key.id')
            .whereRef('api_key.client_id', '=', 'oauth_client.client_id'),
        ),
      ),
    );
}

/** Keeps the newest clients that nobody has allowed yet: anybody can register some. */
export async function boundUnusedClients(database: Tables, most: number): Promise<void> {
  const tooMany = await unused(database)
    .orderBy('created_at', 'desc')
    .orderBy('client_id')
    .limit(100)
    .offset(most)
    .execute();
  await removeClients(database, tooMany);
}

/** Removes tokens that have expired, and clients that nobody allowed in time. Any number of nodes may do so at once. */
export async function tidyAgents(database: Tables, now: string, registeredBefore: string): Promise<void> {
  for (const table of ['oauth_access_token', 'oauth_refresh_token'] as const)
    await database.deleteFrom(table).where('expires_at', '<', now).execute();
  await endWithoutRefresh(database);
  await removeClients(
    database,
    await unused(database).where('created_at', '<', registeredBefore).limit(1000).execute(),
  );
}

async function removeClients(database: Tables, clients: readonly { client_id: string }[]): Promise<void> {
  if (clients.length === 0) return;
  const ids = clients.map(({ client_id }) => client_id);
  await database.deleteFrom('oauth_client').where('client_id', 'in', ids).execute();
}

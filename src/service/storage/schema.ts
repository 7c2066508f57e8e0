import type { Kysely } from 'kysely';
import {
  BIGINT,
  BYTES,
  ID,
  INTEGER,
  INTEGER_OR_NULL,
  of,
  ofOrNull,
  type RowOf,
  type Table,
  TEXT,
  TEXT_OR_NULL,
  table,
  texts,
  textsOrNull,
  UNIQUE,
  UNIQUE_NUMBER_OR_NULL,
} from './columns.ts';

const ofAccount = of('account_holder.id', 'cascade');

/** What agents' tokens and consents have in common. */
const ofAgent = {
  id: ID,
  client_id: of('oauth_client.client_id', 'cascade'),
  user_id: ofAccount,
  ...texts('scopes', 'created_at'),
};

const token = {
  ...ofAgent,
  /** SHA-256, base64url. */
  token: UNIQUE,
  session_id: ofOrNull('session.id', 'set null'),
  authorization_code_id: TEXT_OR_NULL,
  expires_at: TEXT,
  revoked: TEXT_OR_NULL,
};

const indicesOfTokens = {
  client_id_user_id: ['client_id', 'user_id'],
  session_id: ['session_id'],
  authorization_code_id: ['authorization_code_id'],
  user_id: ['user_id'],
  expires_at: ['expires_at'],
};

const usage = {
  /** Operation id of the API: `getCity`; `other` where the path has none. */
  endpoint: TEXT,
  /** `2xx`, `304`, `4xx`, `429` or `5xx`. */
  outcome: TEXT,
  requests: BIGINT,
};

/**
 * The tables of the mutable store, each after those that it refers to. Times are ISO 8601 text in UTC: the same on both engines,
 * and they sort. Yes is 1, no is 0. An older version of the program may write rows without the newest columns, so these can be null.
 */
export const TABLES = {
  /** The accounts. This table and the five below it are better-auth's, under our names: its documentation says what the columns mean. */
  account_holder: table(
    {
      id: ID,
      name: TEXT,
      email: UNIQUE,
      email_verified: INTEGER,
      image: TEXT_OR_NULL,
      ...texts('created_at', 'updated_at'),
      two_factor_enabled: INTEGER_OR_NULL,
      /**
       * Until when its address has to be confirmed; then the account is removed. Null once the address is confirmed and, where no
       * mail is sent, from the start or once somebody has signed in: then only its holder or the operator removes the account.
       */
      confirm_by: TEXT_OR_NULL,
      /** The limits that it shares with all its keys; null: `standard`. */
      plan: TEXT_OR_NULL,
      /** Whether we send mail at 80 and 100 % of the daily quota; null: 1. */
      quota_alerts: INTEGER_OR_NULL,
    },
    { indices: { confirm_by: ['confirm_by'] } },
  ),
  session: table(
    {
      id: ID,
      user_id: ofAccount,
      token: UNIQUE,
      ...texts('expires_at', 'created_at', 'updated_at'),
      ...textsOrNull('ip_address', 'user_agent'),
    },
    { indices: { user_id: ['user_id'], expires_at: ['expires_at'] } },
  ),
  /** How somebody signs in: always with a password here. We keep its Argon2id hash, or an older scrypt hash. */
  credential: table(
    {
      id: ID,
      user_id: ofAccount,
      ...texts('account_id', 'provider_id'),
      ...textsOrNull('password', 'access_token', 'refresh_token', 'id_token'),
      ...textsOrNull('access_token_expires_at', 'refresh_token_expires_at', 'scope'),
      ...texts('created_at', 'updated_at'),
    },
    { indices: { user_id: ['user_id'] } },
  ),
  /** Secrets with an expiry: recovery links, challenges, trusted browsers. */
  verification: table(
    { id: ID, ...texts('identifier', 'value', 'expires_at', 'created_at', 'updated_at') },
    { indices: { identifier: ['identifier'], expires_at: ['expires_at'] } },
  ),
  two_factor: table(
    {
      id: ID,
      user_id: ofAccount,
      ...texts('secret', 'backup_codes'),
      verified: INTEGER_OR_NULL,
      failed_verification_count: INTEGER_OR_NULL,
      locked_until: TEXT_OR_NULL,
    },
    { indices: { user_id: ['user_id'] } },
  ),
  passkey: table(
    {
      id: ID,
      user_id: ofAccount,
      name: TEXT_OR_NULL,
      public_key: TEXT,
      credential_id: UNIQUE,
      counter: BIGINT,
      device_type: TEXT,
      backed_up: INTEGER,
      ...textsOrNull('transports', 'created_at', 'aaguid'),
    },
    { indices: { user_id: ['user_id'] } },
  ),
  /** How often something was tried in the current window. */
  attempt: table(
    {
      /** The action, and the account, address or client that it is counted for: `sign-in to X`. */
      subject: ID,
      /** Milliseconds since the epoch. */
      window_started_at: BIGINT,
      attempts: INTEGER,
    },
    { key: ['subject'], indices: { window_started_at: ['window_started_at'] } },
  ),
  /** What happened in an account, for its holder to read. The ids are UUIDs of version 7, which sort by time. */
  activity: table(
    { id: ID, account_id: ofAccount, ...texts('at', 'action'), ...textsOrNull('address', 'subject') },
    { indices: { account_id_id: ['account_id', 'id'], at: ['at'] } },
  ),
  /**
   * A program that registered itself to ask accounts for access: everything about it is its own claim. This table and the three
   * below are those of better-auth's OAuth provider. Lists are JSON.
   */
  oauth_client: table(
    {
      id: ID,
      client_id: UNIQUE,
      name: TEXT_OR_NULL,
      redirect_uris: TEXT,
      ...textsOrNull('scopes', 'client_credentials_scopes', 'grant_types', 'response_types'),
      ...textsOrNull('token_endpoint_auth_method', 'application_type', 'client_discovery_id'),
      disabled: INTEGER_OR_NULL,
      dpop_bound_access_tokens: INTEGER_OR_NULL,
      ...textsOrNull('created_at', 'updated_at'),
    },
    { indices: { created_at: ['created_at'] } },
  ),
  /** Also those that were replaced, until they expire: if one comes again, somebody has stolen it. */
  oauth_refresh_token: table(
    { ...token, ...textsOrNull('rotated_at', 'auth_time') },
    { indices: indicesOfTokens },
  ),
  oauth_access_token: table(
    { ...token, refresh_id: ofOrNull('oauth_refresh_token.id', 'cascade') },
    { indices: { ...indicesOfTokens, refresh_id: ['refresh_id'] } },
  ),
  /** What somebody has just allowed: it is removed once the code is made. */
  oauth_consent: table(
    { ...ofAgent, requested_user_info_claims: TEXT_OR_NULL, updated_at: TEXT },
    { indices: { client_id_user_id: ['client_id', 'user_id'], user_id: ['user_id'] } },
  ),
  api_key: table(
    {
      id: ID,
      label: TEXT,
      /** `lds_live_` and four more characters; after creation, we show only these and `last_four`. */
      prefix: TEXT,
      last_four: TEXT,
      /** SHA-256 of the key, base64url. */
      hash: UNIQUE,
      plan: TEXT,
      /** Separated by spaces. */
      scopes: TEXT,
      /** 1: refused when sent as `api_key` in the URL. */
      header_only: INTEGER,
      ...texts('created_at', 'updated_at'),
      ...textsOrNull('expires_at', 'revoked_at'),
      /** The key that replaced this one. */
      successor_id: ofOrNull('api_key.id'),
      last_used_at: TEXT_OR_NULL,
      /** The account that owns the key; null for a key made on the command line. */
      account_id: ofOrNull('account_holder.id'),
      /** When its account was deleted. We remove the row once every node has seen that the key is revoked. */
      deleted_at: TEXT_OR_NULL,
      /** Id of the first key in a chain of rotations; null: the key itself counts as the first. */
      lineage: TEXT_OR_NULL,
      /** The share of its holder's limits that it may use, in per cent; null: all of them. */
      share: INTEGER_OR_NULL,
      /** The addresses and networks that may use it, separated by spaces; null: all. */
      addresses: TEXT_OR_NULL,
      /** When to look next whether it is unused; null where `idle_days` is. */
      idle_check_at: TEXT_OR_NULL,
      /** When its owner was last warned that it will end. */
      idle_warned_at: TEXT_OR_NULL,
      /** It ends after this many days without use; null: it doesn't. */
      idle_days: INTEGER_OR_NULL,
      /** The client of a connected agent: `hash` is that of its newest access token. Null for a key. */
      client_id: TEXT_OR_NULL,
    },
    {
      indices: {
        // Keys are read in parts, by their last change and then by id: all that were changed at one time need not be sorted.
        last_change: ['updated_at', 'id'],
        account_id: ['account_id'],
        successor_id: ['successor_id'],
        client_id: ['client_id'],
      },
      sparse: ['revoked_at', 'expires_at', 'deleted_at', 'idle_check_at'],
    },
  ),
  usage_daily: table(
    {
      key_id: of('api_key.id'),
      /** UTC day, `2026-11-20`. */
      day: TEXT,
      ...usage,
    },
    { key: ['key_id', 'day', 'endpoint', 'outcome'], indices: { day: ['day', 'key_id'] } },
  ),
  /** Usage by month, for days that we no longer keep separately. */
  usage_monthly: table(
    {
      key_id: of('api_key.id'),
      /** UTC month, `2026-11`. */
      month: TEXT,
      ...usage,
    },
    { key: ['key_id', 'month', 'endpoint', 'outcome'], indices: { month: ['month'] } },
  ),
  /** Batches of usage that are stored, so that a node that got no confirmation does not add its batch twice. */
  usage_batch: table({ id: ID, written_at: TEXT }, { indices: { written_at: ['written_at'] } }),
  /** The newest requests with a key on one UTC day, of one process. */
  recent_requests: table(
    {
      /** Random: the ring in a process's memory that they were written from. */
      ring: TEXT,
      /** `2026-11-20`. */
      day: TEXT,
      key_id: of('api_key.id'),
      /** When the newest of them arrived. */
      last_at: TEXT,
      /** JSON; `recent-requests.ts` has its form. */
      requests: TEXT,
    },
    { key: ['ring', 'day'], indices: { key_id: ['key_id', 'last_at'], day: ['day'] } },
  ),
  /** What a reader said about a figure: the words, the figure they are about, and nothing about the reader. */
  report: table(
    {
      /** UUID version 7: sorts by time. */
      id: ID,
      at: TEXT,
      /** `city/lisbon`; '' in each column that the link did not fill. */
      ...texts('place', 'metric', 'value', 'source', 'release', 'text'),
      closed_at: TEXT_OR_NULL,
    },
    { indices: { closed_at: ['closed_at'] } },
  ),
};

/** Tables of PostgreSQL alone: the releases that nodes share. */
export const SHARED_TABLES = {
  release: table({
    name: ID,
    /** Increases with every publication; null for a release that was never published. */
    publication: UNIQUE_NUMBER_OR_NULL,
  }),
  /** One part of a file; parts are counted from 0. */
  release_part: table(
    {
      release: of('release.name', 'cascade'),
      file: TEXT,
      part: INTEGER,
      /** Compressed with Zstandard. */
      content: BYTES,
    },
    { key: ['release', 'file', 'part'] },
  ),
};

type Rows<Of extends Record<string, Table>> = { [Name in keyof Of]: RowOf<Of[Name]> };

export type Database = Rows<typeof TABLES>;
export type SharedDatabase = Database & Rows<typeof SHARED_TABLES>;

/** The store’s tables, to be asked and changed; in a transaction if they are part of one. */
export type Tables = Kysely<Database>;

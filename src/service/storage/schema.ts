import type { Kysely } from 'kysely';

/** Tables of the mutable store. Times are ISO 8601 text in UTC: the same on both engines, and they sort. */
export interface Database {
  account_holder: AccountHolderTable;
  session: SessionTable;
  credential: CredentialTable;
  verification: VerificationTable;
  two_factor: TwoFactorTable;
  passkey: PasskeyTable;
  attempt: AttemptTable;
  activity: ActivityTable;
  oauth_client: OauthClientTable;
  oauth_refresh_token: OauthRefreshTokenTable;
  oauth_access_token: OauthAccessTokenTable;
  oauth_consent: OauthConsentTable;
  api_key: ApiKeyTable;
  usage_daily: UsageDailyTable;
  usage_monthly: UsageMonthlyTable;
  usage_batch: UsageBatchTable;
  recent_requests: RecentRequestsTable;
  report: ReportTable;
}

/**
 * The accounts. This table and the five below it are better-auth's, under our names: its documentation says what the columns
 * mean. Yes is 1, no is 0.
 */
export interface AccountHolderTable {
  id: string;
  name: string;
  email: string;
  email_verified: number;
  image: string | null;
  created_at: string;
  updated_at: string;
  two_factor_enabled: number | null;
  /**
   * Until when its address has to be confirmed; then the account is removed. Null once the address is confirmed and, where no
   * mail is sent, from the start or once somebody has signed in: then only its holder or the operator removes the account.
   */
  confirm_by: string | null;
  /** The limits that it shares with all its keys; null: `standard`. */
  plan: string | null;
  /** Whether we send mail at 80 and 100 % of the daily quota; null: 1. */
  quota_alerts: number | null;
}

export interface SessionTable {
  id: string;
  user_id: string;
  token: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
  ip_address: string | null;
  user_agent: string | null;
}

/**
 * How somebody signs in: always with a password here. We keep its Argon2id hash, or an older scrypt hash. Here and below, columns
 * that better-auth alone reads and writes are left out.
 */
interface CredentialTable {
  id: string;
  user_id: string;
  account_id: string;
  provider_id: string;
  password: string | null;
  created_at: string;
  updated_at: string;
}

/** Secrets with an expiry: recovery links, challenges, trusted browsers. */
interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

interface TwoFactorTable {
  id: string;
  user_id: string;
  secret: string;
  backup_codes: string;
  verified: number | null;
  failed_verification_count: number | null;
  locked_until: string | null;
}

export interface PasskeyTable {
  id: string;
  user_id: string;
  name: string | null;
  created_at: string | null;
}

/** How often something was tried in the current window. */
interface AttemptTable {
  /** The action, and the account, address or client that it is counted for: `sign-in to X`. */
  subject: string;
  /** Milliseconds since the epoch. */
  window_started_at: number;
  attempts: number;
}

/** What happened in an account, for its holder to read. */
export interface ActivityTable {
  /** UUID version 7: sorts by time. */
  id: string;
  account_id: string;
  at: string;
  action: string;
  address: string | null;
  subject: string | null;
}

export interface ApiKeyTable {
  id: string;
  /** The account that owns the key; null for a key made on the command line. */
  account_id: string | null;
  label: string;
  /** `lds_live_` and four more characters; after creation, we show only these and `last_four`. */
  prefix: string;
  last_four: string;
  /** SHA-256 of the key, base64url. */
  hash: string;
  plan: string;
  /** Separated by spaces. */
  scopes: string;
  /** 1: refused when sent as `api_key` in the URL. */
  header_only: number;
  created_at: string;
  updated_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  /** The key that replaced this one. */
  successor_id: string | null;
  last_used_at: string | null;
  /**
   * Id of the first key in a chain of rotations. Null in a row that an older version of the program
   * wrote: the key itself counts as the first.
   */
  lineage: string | null;
  /** The share of its holder's limits that it may use, in per cent; null: all of them. */
  share: number | null;
  /** The addresses and networks that may use it, separated by spaces; null: all. */
  addresses: string | null;
  /** It ends after this many days without use; null: it doesn't. */
  idle_days: number | null;
  /** When to look next whether it is unused; null where `idle_days` is. */
  idle_check_at: string | null;
  /** When its owner was last warned that it will end. */
  idle_warned_at: string | null;
  /** When its account was deleted. We remove the row once every node has seen that the key is revoked. */
  deleted_at: string | null;
  /** The client of a connected agent: `hash` is that of its newest access token. Null for a key. */
  client_id: string | null;
}

/**
 * A program that registered itself to ask accounts for access: everything about it is its own claim. This table and the three
 * below are those of better-auth's OAuth provider. Lists are JSON.
 */
interface OauthClientTable {
  id: string;
  client_id: string;
  name: string | null;
  redirect_uris: string;
  created_at: string | null;
}

/** Also those that were replaced, until they expire: if one comes again, somebody has stolen it. */
interface OauthRefreshTokenTable extends OauthToken {
  rotated_at: string | null;
}

interface OauthAccessTokenTable extends OauthToken {
  refresh_id: string | null;
}

interface OauthToken {
  id: string;
  /** SHA-256, base64url. */
  token: string;
  client_id: string;
  user_id: string;
  scopes: string;
  expires_at: string;
  revoked: string | null;
}

/** What somebody has just allowed: it is removed once the code is made. */
interface OauthConsentTable {
  id: string;
  client_id: string;
  user_id: string;
}

export interface UsageDailyTable {
  key_id: string;
  /** UTC day, `2026-11-20`. */
  day: string;
  /** Operation id of the API: `getCity`; `other` where the path has none. */
  endpoint: string;
  /** `2xx`, `304`, `4xx`, `429` or `5xx`. */
  outcome: string;
  requests: number;
}

/** Usage by month, for days that we no longer keep separately. */
export interface UsageMonthlyTable extends Omit<UsageDailyTable, 'day'> {
  /** UTC month, `2026-11`. */
  month: string;
}

/** Batches of usage that are stored, so that a node that got no confirmation does not add its batch twice. */
interface UsageBatchTable {
  id: string;
  written_at: string;
}

/** The newest requests with a key on one UTC day, of one process. */
export interface RecentRequestsTable {
  /** Random: the ring in a process's memory that they were written from. */
  ring: string;
  /** `2026-11-20`. */
  day: string;
  key_id: string;
  /** When the newest of them arrived. */
  last_at: string;
  /** JSON; `recent-requests.ts` has its form. */
  requests: string;
}

/** What a reader said about a figure: the words, the figure they are about, and nothing about the reader. */
export interface ReportTable {
  /** UUID version 7: sorts by time. */
  id: string;
  at: string;
  /** `city/lisbon`; '' in each column that the link did not fill. */
  place: string;
  metric: string;
  value: string;
  source: string;
  release: string;
  text: string;
  closed_at: string | null;
}

/** The store’s tables, to be asked and changed; in a transaction if they are part of one. */
export type Tables = Kysely<Database>;

/** Tables of PostgreSQL alone: the releases that nodes share. */
export interface SharedDatabase extends Database {
  release: ReleaseTable;
  release_part: ReleasePartTable;
}

interface ReleaseTable {
  name: string;
  /** Increases with every publication; null for a release that was never published. */
  publication: number | null;
}

/** One part of a file; parts are counted from 0. */
interface ReleasePartTable {
  release: string;
  file: string;
  part: number;
  /** Compressed with Zstandard. */
  content: Buffer;
}

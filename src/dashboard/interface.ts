/**
 * What the web app and the server say to one another, below `/dashboard`. Only the session cookie opens it; it is no part
 * of the public API and may change with any commit, because both sides come from the same one. Times are ISO 8601 in UTC.
 *
 * - `GET    dashboard/session`                  {@link SessionState}; no session needed
 * - `GET    examples/ID`                        {@link Example}; no session needed
 * - `POST   dashboard/found-key`                {@link FoundKeyRequest} to {@link FoundKey}; no session needed
 * - `GET    dashboard/keys`                     {@link KeyList}
 * - `POST   dashboard/keys`                     {@link NewKeyRequest} to 201 {@link IssuedKey}
 * - `GET    dashboard/keys/ID`                  {@link Key}
 * - `PATCH  dashboard/keys/ID`                  {@link RenameRequest} to {@link Key}
 * - `POST   dashboard/keys/ID/rotate`           {@link RotationRequest} to 201 {@link IssuedKey}
 * - `POST   dashboard/keys/ID/revoke`           {@link Key}
 * - `GET    dashboard/usage?key=ID&days=90`     {@link Usage}; without `key` all keys together
 * - `GET    dashboard/usage.csv?key=ID&days=90` the same by key, day, endpoint and outcome
 * - `GET    dashboard/activity?before=ID`       {@link Activity}, newest first
 * - `GET    dashboard/sessions`                 {@link SessionList}
 * - `DELETE dashboard/sessions/ID`              204; `others` as ID ends all but this one
 * - `GET    dashboard/export`                   everything that is stored of the account, as a JSON file
 *
 * `dashboard/auth/*` is better-auth's own interface, as far as `src/accounts/account-requests.ts` opens it, with two
 * differences: `POST dashboard/auth/verify-email` takes `{ token, password }`, answers `{ email }` and signs nobody in; and
 * answers that the web app does not read are `{}`. Whatever fails is answered with a problem document, by code.
 */

import type { ActivityAction } from '../accounts/activity-actions.ts';

export { ACTIVITY_ACTIONS, type ActivityAction } from '../accounts/activity-actions.ts';
/** For better-auth's errors `code` is its own, in capitals. */
export type { ProblemDocument } from '../http/problem-document.ts';

export interface SessionState {
  account: Account | null;
  service: Service;
}

export interface Account {
  id: string;
  email: string;
  email_verified: boolean;
  created_at: string;
  two_factor: boolean;
  /** Id of the session that asks. */
  session_id: string;
}

export interface Service {
  /** Base address of the API, `https://example.org/v1`. */
  api_url: string;
  /** Whether mail is sent; false: it is written to `var/outbox` and the log, for development. */
  sends_mail: boolean;
  /** Keys that an account may have at once, revoked and expired ones left aside. */
  keys_per_account: number;
  /** Limits of an account, which its keys share. */
  plan: Plan;
  release: { version: string; countries: number; cities: number; sources: number };
}

export interface Plan {
  name: string;
  burst: { requests: number; seconds: number };
  /** Requests in a UTC day. */
  daily: number;
}

/** Real answers of the API for one of a few cities, with the paths that give them. */
export interface Example {
  /** The cities that can be asked for. */
  cities: { id: string; name: string; country: string }[];
  /** The answer in it is the bytes of the API, parsed. */
  answers: { path: string; body: unknown }[];
}

export type KeyState = 'active' | 'expired' | 'revoked';

/** `never_used` for a week; `idle` for 60 days; `expiring` within 14 days. Only of active keys. */
export type KeyNotice = 'never_used' | 'idle' | 'expiring';

export interface Key {
  id: string;
  name: string;
  /** `lds_live_` and four more characters. */
  prefix: string;
  last_four: string;
  state: KeyState;
  notices: KeyNotice[];
  plan: string;
  /** Percentage of the account's limits that the key may use; null: all of them. */
  share: number | null;
  header_only: boolean;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  /** The key that took this one's place; this one works until `expires_at`. */
  successor_id: string | null;
  /** Requests on each of the last 30 UTC days, oldest first, today last. */
  requests: number[];
}

export interface KeyList {
  /** Newest first. */
  keys: Key[];
}

export interface NewKeyRequest {
  /** 1 to 100 characters. */
  name: string;
  /** In the future; null: never. */
  expires_at: string | null;
  header_only: boolean;
  /** Percentage of the account's limits that the key may use, 1 to 100; null or left out: all of them. */
  share?: number | null;
}

export interface RenameRequest {
  name: string;
}

/** How long the old key works on, in seconds. */
export const OVERLAPS = [0, 3600, 86_400, 604_800] as const;

export interface RotationRequest {
  overlap_seconds: (typeof OVERLAPS)[number];
}

export interface IssuedKey {
  key: Key;
  /** The key itself, this once. */
  token: string;
}

export type Outcome = '2xx' | '304' | '4xx' | '429' | '5xx';
export type Outcomes = Record<Outcome, number>;

export interface Usage {
  /** Every UTC day, oldest first, today last. */
  days: ({ day: string } & Outcomes)[];
  /** By operation of the API, most used first; `path` is the operation's, `/v1/cities/{city_id}`. */
  endpoints: ({ endpoint: string; path?: string } & Outcomes)[];
  /** Today's quota of the account, whichever keys were asked for. */
  quota: Quota;
  /** What keys have used of it: those that work, and those that were used today before they ended; most used first. */
  keys: KeyQuota[];
}

export interface Quota {
  /** Charged requests of this UTC day: all but those answered 304 or 429. */
  used: number;
  limit: number;
  /** The next UTC midnight. */
  resets_at: string;
}

export interface KeyQuota {
  key_id: string;
  /** For a key with a share together with the keys that it was rotated from. */
  used: number;
  share: number | null;
  /** Null for a key without a share. */
  limit: number | null;
}

export interface Activity {
  events: ActivityEvent[];
  /** `before` of the next page; null at the end. */
  next: string | null;
}

export interface ActivityEvent {
  id: string;
  at: string;
  action: ActivityAction;
  /** Client address; null for what the service did by itself. */
  address: string | null;
  /** What it was done to: the name of a key or passkey, or a session's browser. */
  subject: string | null;
}

export interface SessionList {
  sessions: {
    id: string;
    created_at: string;
    /** When it was last renewed. */
    updated_at: string;
    expires_at: string;
    address: string | null;
    user_agent: string | null;
    current: boolean;
  }[];
}

export interface FoundKeyRequest {
  token: string;
  /** False only looks. */
  revoke: boolean;
}

export interface FoundKey {
  /** Null: not a key of this service. */
  state: KeyState | null;
}

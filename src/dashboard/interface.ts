/**
 * What the web app and the server send each other, all of it below `/dashboard`. Requests need the session cookie unless noted.
 * This is not part of the public API and may change with any commit, because both sides come from the same one. The server
 * validates requests against these schemas; the web app imports only the types.
 *
 * - `GET    dashboard/session`                  {@link SessionState}; needs no session
 * - `POST   dashboard/reports`                  the form “Wrong figure?” to a redirect; needs no session
 * - `POST   dashboard/found-key`                {@link FoundKeyRequest} to {@link FoundKey}; needs no session
 * - `GET    dashboard/keys`                     {@link KeyList}
 * - `POST   dashboard/keys`                     {@link NewKeyRequest} to 201 {@link IssuedKey}
 * - `POST   dashboard/keys/adopt`               {@link AdoptionRequest} to {@link Key}
 * - `GET    dashboard/keys/ID`                  {@link Key}
 * - `GET    dashboard/keys/ID/requests`         {@link RecentRequestList}
 * - `PATCH  dashboard/keys/ID`                  {@link KeyChange} to {@link Key}
 * - `POST   dashboard/keys/ID/rotate`           {@link RotationRequest} to 201 {@link IssuedKey}
 * - `POST   dashboard/keys/ID/revoke`           {@link Key}
 * - `GET    dashboard/agents/question?client_id=ID` {@link AgentQuestion}
 * - `POST   dashboard/agents/decision`          {@link AgentDecision} to {@link NextPage}
 * - `GET    dashboard/usage?key=ID&days=90`     {@link Usage}; without `key` for all keys together
 * - `GET    dashboard/usage.csv?key=ID&days=90` the same by key, day, endpoint and outcome
 * - `GET    dashboard/activity?before=ID`       {@link Activity}, newest first
 * - `GET    dashboard/sessions`                 {@link SessionList}
 * - `DELETE dashboard/sessions/ID`              204; `others` as ID ends all but this one
 * - `PATCH  dashboard/account`                  {@link AccountSettings}; 204
 * - `GET    dashboard/export`                   everything stored about the account, as a JSON file
 * - `*      dashboard/auth/*`                   better-auth, within `src/service/accounts/account-requests.ts`; some need no session
 *
 * Times are ISO 8601 in UTC. Errors are {@link ProblemDocument}s.
 */

import Type, { type Static } from 'typebox';
import * as field from '../engine/field.ts';
import { SCOPES } from '../engine/permissions.ts';
import { ACTIVITY_ACTIONS } from '../service/accounts/activity-actions.ts';
import { IDLE_DAYS, MOST_ADDRESSES } from '../service/keys/key-care.ts';

/** Errors of better-auth have its own `code`, in capitals. */
export type { ProblemDocument } from '../engine/problem-document.ts';
export type { ActivityAction } from '../service/accounts/activity-actions.ts';

/** ISO 8601 in UTC, so that times sort as text. */
const Time = Type.String({ format: 'date-time', pattern: 'Z$' });
/** A UTC day, `2026-11-22`. */
const Day = Type.String({ format: 'date' });
const Count = Type.Integer({ minimum: 0 });

export const Account = field.only({
  id: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean(),
  created_at: Time,
  two_factor: Type.Boolean(),
  quota_alerts: field.flag('Whether we email at 80 and 100 % of the daily quota.'),
  session_id: field.text('Id of the current session.'),
});
export type Account = Static<typeof Account>;

export const AccountSettings = field.only({ quota_alerts: Type.Boolean() });
export type AccountSettings = Static<typeof AccountSettings>;

const Link = field.only({
  to: field.text('A path of this site, or the URL of one of the operator’s pages.'),
  label: Type.String(),
});

export const Service = field.only({
  sends_mail: field.flag('False if no mail server is set: emails are then written to `LDS_HOME/outbox`.'),
  keys_per_account: field.integer('Number of active keys that an account may have.'),
  plan: Type.Object({
    name: Type.String(),
    burst: field.only({ requests: Count, seconds: Count }),
    daily: field.integer('Requests per UTC day.'),
  }),
  /** Null while the first one is being prepared. */
  release: field.nullable(field.only({ version: Type.String() })),
  /** Links that the dashboard shares with server-rendered pages. */
  navigation: field.only({ header: Type.Array(Link), footer: Type.Array(Link) }),
});
export type Service = Static<typeof Service>;

export const SessionState = field.only({
  account: field.nullable(Account),
  service: Service,
});
export type SessionState = Static<typeof SessionState>;

const KeyState = Type.Enum(['active', 'expired', 'revoked']);
export type KeyState = Static<typeof KeyState>;

/** Only active keys have notices: unused for a week since creation, unused for 60 days, or expiring within 14 days. */
const KeyNotice = Type.Enum(['never_used', 'idle', 'expiring']);
export type KeyNotice = Static<typeof KeyNotice>;

/** What a key may read. */
const Permission = Type.Enum(SCOPES);
export type Permission = Static<typeof Permission>;

/** Percentage of the account's limits that a key may use; null: all of them. */
const Share = field.nullable(Type.Integer({ minimum: 1, maximum: 100 }));

/** The addresses and networks that may use a key; all if there are none. */
const Addresses = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: MOST_ADDRESSES });
/** A key ends after this many days without use; never if null. */
const IdleDays = field.nullable(Type.Integer({ minimum: IDLE_DAYS.min, maximum: IDLE_DAYS.max }));

export const Key = field.only({
  id: Type.String(),
  name: Type.String(),
  prefix: field.text('`lds_live_` and four more characters; `lds_agent_` for an agent.'),
  last_four: Type.String(),
  state: KeyState,
  notices: Type.Array(KeyNotice),
  plan: Type.String(),
  permissions: Type.Array(Permission),
  share: Share,
  header_only: Type.Boolean(),
  addresses: Addresses,
  idle_days: IdleDays,
  created_at: Time,
  last_used_at: field.nullable(Time),
  expires_at: field.nullable(Time),
  revoked_at: field.nullable(Time),
  successor_id: field.textOrNull('Id of the key that replaces this one; this one works until `expires_at`.'),
  requests: field.list(Count, 'Requests on each of the last 30 UTC days, oldest first, today last.'),
});
export type Key = Static<typeof Key>;

const BehindSeconds = field.integer(
  'How long it can take until requests to other processes of the service are counted here; 0 if there is only one process.',
);

export const KeyList = field.only({
  keys: field.list(Key, 'Newest first.'),
  agents: field.list(Key, 'Agents that have access now, newest first. To disconnect is to revoke.'),
  behind_seconds: BehindSeconds,
});
export type KeyList = Static<typeof KeyList>;

export const RecentRequestList = field.only({
  /** The newest 100 of seven days, newest first; null where the operator keeps none. */
  requests: field.nullable(
    Type.Array(
      field.only({
        at: Time,
        operation: field.text('API operation; `none` if the path has none.'),
        path: field.optional.text('Method and path of the operation, such as `GET /v1/cities/{city_id}`.'),
        status: Type.Integer(),
        problem: field.textOrNull('Code of the problem document.'),
        milliseconds: Type.Number(),
      }),
    ),
  ),
});
export type RecentRequestList = Static<typeof RecentRequestList>;

/** On one line, in one direction of writing, and of characters that every database keeps. */
const KeyName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}\\p{Bidi_C}]*$',
});

export const NewKeyRequest = field.only({
  name: KeyName,
  /** Must be in the future; null: never. */
  expires_at: field.nullable(Time),
  header_only: Type.Boolean(),
  share: Type.Optional(Share),
  addresses: Type.Optional(Addresses),
  idle_days: Type.Optional(IdleDays),
  /** All of them if absent. */
  permissions: Type.Optional(Type.Array(Permission, { minItems: 1, uniqueItems: true })),
});
export type NewKeyRequest = Static<typeof NewKeyRequest>;

/** A key of no account, which proves by itself who may have it. */
export const AdoptionRequest = field.only({ token: Type.String({ minLength: 1, maxLength: 200 }) });
export type AdoptionRequest = Static<typeof AdoptionRequest>;

/** What is left out stays as it is. */
export const KeyChange = field.only({
  name: Type.Optional(KeyName),
  addresses: Type.Optional(Addresses),
  idle_days: Type.Optional(IdleDays),
});
export type KeyChange = Static<typeof KeyChange>;

/** How long the old key keeps working, in seconds. */
export const OVERLAPS = [0, 3600, 86_400, 604_800] as const;

export const RotationRequest = field.only({
  overlap_seconds: Type.Enum(OVERLAPS),
});
export type RotationRequest = Static<typeof RotationRequest>;

export const IssuedKey = field.only({
  key: Key,
  token: field.text('The key itself. No later response contains it.'),
});
export type IssuedKey = Static<typeof IssuedKey>;

export const FoundKeyRequest = field.only({
  token: Type.String({ minLength: 1, maxLength: 200 }),
  revoke: field.flag('If false, the response only reports the key’s state.'),
});
export type FoundKeyRequest = Static<typeof FoundKeyRequest>;

export const FoundKey = field.only({
  /** Null: not a key of this service. */
  state: field.nullable(KeyState),
});
export type FoundKey = Static<typeof FoundKey>;

export const AgentQuestionQuery = field.only({ client_id: Type.String({ minLength: 1, maxLength: 100 }) });
export type AgentQuestionQuery = Static<typeof AgentQuestionQuery>;

export const AgentQuestion = field.only({ name: field.text('What the agent calls itself.') });
export type AgentQuestion = Static<typeof AgentQuestion>;

export const AgentDecision = field.only({
  accept: Type.Boolean(),
  query: field.text('The signed query of the page.', { maxLength: 8000 }),
});
export type AgentDecision = Static<typeof AgentDecision>;

/** Where the browser goes: back to the agent. */
export const NextPage = field.only({ to: Type.String() });
export type NextPage = Static<typeof NextPage>;

export const UsageQuery = field.only({
  key: Type.Optional(Type.String({ maxLength: 100 })),
  /** 1 to 90, today included. */
  days: Type.Optional(Type.String({ pattern: '^([1-9]|[1-8]\\d|90)$' })),
});
export type UsageQuery = Static<typeof UsageQuery>;

const outcomes = { '2xx': Count, '304': Count, '4xx': Count, '429': Count, '5xx': Count };
/** Requests by class of response. */
const Outcomes = field.only(outcomes);
export type Outcomes = Static<typeof Outcomes>;
export type Outcome = keyof Outcomes;

const Quota = field.only({
  used: field.integer('Requests of this UTC day that count: all but 304 and 429 responses.'),
  limit: Count,
  /** The next UTC midnight. */
  resets_at: Time,
});

const KeyQuota = field.only({
  key_id: Type.String(),
  name: field.text('Also of an agent that is no longer connected.'),
  used: field.integer('If the key has a share, the keys that it was rotated from count too.'),
  share: Share,
  /** Null for a key without a share. */
  limit: field.nullable(Count),
});
export type KeyQuota = Static<typeof KeyQuota>;

export const Usage = field.only({
  days: field.list(field.only({ day: Day, ...outcomes }), 'Every UTC day, oldest first, today last.'),
  endpoints: field.list(
    field.only({ endpoint: Type.String(), path: Type.Optional(Type.String()), ...outcomes }),
    'By API operation, most used first. `path` is its method and path, such as `GET /v1/cities/{city_id}`.',
  ),
  behind_seconds: BehindSeconds,
  /** Today's quota of the account, even if the request names one key. */
  quota: Quota,
  keys: field.list(
    KeyQuota,
    'How much of the quota each key used, most first. Lists active keys and keys that were used today before they ended.',
  ),
});
export type Usage = Static<typeof Usage>;

export const ActivityQuery = field.only({ before: Type.Optional(Type.String({ maxLength: 100 })) });
export type ActivityQuery = Static<typeof ActivityQuery>;

const ActivityEvent = field.only({
  id: Type.String(),
  at: Time,
  action: Type.Enum(ACTIVITY_ACTIONS),
  address: field.textOrNull('Client address; null if the service acted by itself.'),
  subject: field.textOrNull(
    'Name of the key or passkey, or browser of the session; null if the action has no subject.',
  ),
});
export type ActivityEvent = Static<typeof ActivityEvent>;

export const Activity = field.only({
  events: Type.Array(ActivityEvent),
  next: field.textOrNull('Value of `before` for the next page; null on the last page.'),
});
export type Activity = Static<typeof Activity>;

export const SessionList = field.only({
  sessions: Type.Array(
    field.only({
      id: Type.String(),
      created_at: Time,
      /** When it was last renewed. */
      updated_at: Time,
      expires_at: Time,
      address: field.nullable(Type.String()),
      user_agent: field.nullable(Type.String()),
      current: Type.Boolean(),
    }),
  ),
});
export type SessionList = Static<typeof SessionList>;

import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { OperatorError } from '../process/operator-error.ts';
import { perhaps, similarNames } from '../release/similar-names.ts';
import * as kind from './setting-values.ts';

/** How many connections a process opens to PostgreSQL at most, unless a setting says otherwise. */
export const DATABASE_CONNECTIONS = 10;

export interface Setting<Value> extends kind.Kind<Value> {
  /** Of the environment variable. */
  name: string;
  default: string;
  help: string;
  /** Whether the value may not be repeated in an error. */
  confidential?: true;
}

/** Every setting of the service. docs/settings.md lists the same ones; a test compares the two. */
export const SETTINGS = {
  host: {
    name: 'HOST',
    ...kind.asTyped('address'),
    default: '127.0.0.1',
    help: 'Address to listen on. `0.0.0.0` or `::` opens the service to the network.',
  },
  port: {
    name: 'PORT',
    ...kind.whole(0, 65_535),
    default: '3000',
    help: 'Port to listen on. 0 picks a free one.',
  },
  home: {
    name: 'LDS_HOME',
    type: 'directory',
    default: './var',
    help: 'State: the database of keys and usage, and the published releases. Must be writable.',
    parse: (text) => resolve(text),
  },
  excludedSources: {
    name: 'LDS_SOURCES_EXCLUDE',
    type: 'ids of sources, separated by commas',
    default: '',
    help: 'Sources to leave out when a release is built, for example because their terms don’t suit you. Neither figures nor estimates then use them. `/v1/release` and docs/sources.md list the ids.',
    parse: (text) => [...new Set(kind.list(text).map(kind.sourceId))].sort(),
  },
  publicUrl: {
    name: 'LDS_PUBLIC_URL',
    ...kind.optional(kind.BASE_URL),
    help: 'Address that clients use, without `/v1`. Empty: `http://HOST:PORT`. An https address turns on HSTS.',
  },
  logLevel: {
    name: 'LDS_LOG_LEVEL',
    ...kind.words('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
    help: 'Lowest level to log. Logs go to standard error, as JSON lines.',
  },
  logRequests: {
    name: 'LDS_LOG_REQUESTS',
    ...kind.words('none', 'errors', 'all'),
    default: 'errors',
    help: 'Which responses to log: none, errors (status 400 and above), or all. Faults of the service, and responses that took longer than a second, always have a line.',
  },
  metricsPort: {
    name: 'LDS_METRICS_PORT',
    ...kind.optional(kind.whole(0, 65_535)),
    help: 'Port for metrics, at `/metrics`. 0 picks a free one and logs it. Empty: no metrics.',
  },
  metricsHost: {
    name: 'LDS_METRICS_HOST',
    ...kind.asTyped('address'),
    default: '127.0.0.1',
    help: 'Address to listen on for metrics, whatever `HOST` is. `0.0.0.0` or `::` opens them to the network.',
  },
  metricsToken: {
    name: 'LDS_METRICS_TOKEN',
    ...kind.optional(kind.SECRET),
    help: 'Token that a request for metrics must send as `Authorization: Bearer`. Empty: anyone who can reach the port can read them.',
    confidential: true,
  },
  tracesEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    ...kind.optional(kind.BASE_URL),
    help: 'Collector that receives traces as OTLP over HTTP, `http://HOST:4318`. Empty: no traces.',
  },
  tracesRatio: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    type: 'number from 0 to 1',
    default: '1',
    help: 'Share of requests to trace. A request with a `traceparent` is traced if its sender traces it.',
    parse: kind.ratio,
  },
  corsOrigins: {
    name: 'LDS_CORS_ORIGINS',
    type: 'origins, separated by commas',
    default: '',
    help: 'Browser origins that may call /v1. Empty: none, because keys do not belong in client-side code.',
    parse: (text) => kind.list(text).map(kind.origin),
  },
  plans: {
    name: 'LDS_PLANS',
    type: 'name=REQUESTS/SECONDSs+REQUESTS/day, separated by commas',
    default: 'standard=300/10s+100000/day,bulk=3000/10s+5000000/day',
    help: 'Limits by plan: a burst window and a daily quota, for an account with all its keys, or for a key without an account. `standard` is required: accounts and keys use it unless the operator gives them another plan.',
    parse: kind.plans,
  },
  failedAuthenticationPerMinute: {
    name: 'LDS_FAILED_AUTH_PER_MINUTE',
    ...kind.POSITIVE,
    default: '120',
    help: 'Requests without a valid key that one client may send per minute before it gets a 429. All workers count together, and with `LDS_REDIS_URL` all nodes. A client is an IPv4 address, or the network of 64 bits of an IPv6 address. A client that connects without a trusted proxy also gets only this many refusals per minute at once: each further one comes a second later and ends its connection.',
  },
  dashboardPerMinute: {
    name: 'LDS_DASHBOARD_PER_MINUTE',
    ...kind.POSITIVE,
    default: '600',
    help: 'Requests to the dashboard that one client, or one account, may send per minute to one process before it gets a 429. A person sends a few; a page that waits for a key to be used sends 40. Raise it if many people share an address.',
  },
  mcpAnonymousPerMinute: {
    name: 'LDS_MCP_ANONYMOUS',
    ...kind.optional(kind.POSITIVE),
    help: 'Opens `/mcp` to agents without a key: how many requests one client may send in a minute to one process before it gets a 429. With a key, the limits of its account apply. Empty: every request needs a key.',
  },
  trustedProxies: {
    name: 'LDS_TRUST_PROXY',
    type: 'integer, 0 to 32, or addresses and networks, separated by commas',
    default: '0',
    help: 'Whose `X-Forwarded-For` to trust: this many proxies in front of the service (`1`), or proxies in these networks (`10.0.0.0/8,2001:db8::1`). 0: none; the client is the address that connects.',
    parse: kind.trustedProxies,
  },
  databaseUrl: {
    name: 'LDS_DATABASE_URL',
    ...kind.optional(kind.serverUrl(/^postgres(ql)?:$/, 'postgres')),
    help: 'PostgreSQL 14 or newer for accounts, keys, usage and releases, `postgres://USER:PASSWORD@HOST/DATABASE`. Empty: SQLite in `LDS_HOME`.',
    confidential: true,
  },
  databaseConnections: {
    name: 'LDS_DATABASE_CONNECTIONS',
    ...kind.whole(2, 100),
    default: String(DATABASE_CONNECTIONS),
    help: 'Connections that one process opens to PostgreSQL at most, besides the one for notifications of changed keys. Set 2 to 4 for many nodes.',
  },
  redisUrl: {
    name: 'LDS_REDIS_URL',
    ...kind.optional(kind.serverUrl(/^rediss?:$/, 'redis or rediss')),
    help: 'Valkey, or Redis 6.2 or newer, where nodes share the limits of accounts, and of requests without a key, `redis://USER:PASSWORD@HOST`. Empty: this node counts by itself.',
    confidential: true,
  },
  workers: {
    name: 'LDS_WORKERS',
    type: 'integer, 1 to 128, or auto',
    default: '1',
    help: 'Processes that answer requests, on one port. `auto`: one per core. They share the limits of accounts, and of requests without a key.',
    parse: (text) => (text === 'auto' ? availableParallelism() : kind.integer(text, 1, 128)),
  },
  keysPerAccount: {
    name: 'LDS_KEYS_PER_ACCOUNT',
    ...kind.whole(1, 1000),
    default: '25',
    help: 'Active keys that an account may have; revoked and expired ones don’t count. However many there are, they share the limits of the account.',
  },
  smtpUrl: {
    name: 'LDS_SMTP_URL',
    ...kind.optional(kind.serverUrl(/^smtps?:$/, 'smtp or smtps')),
    help: 'Mail server, `smtps://USER:PASSWORD@HOST`. Empty, for development only: messages are files in `LDS_HOME/outbox`, and addresses are not verified.',
    confidential: true,
  },
  mailFrom: {
    name: 'LDS_MAIL_FROM',
    ...kind.asTyped('email address'),
    default: 'Location Data Service <no-reply@localhost>',
    help: 'Sender of mail.',
  },
  secret: {
    name: 'LDS_SECRET',
    ...kind.optional(kind.SECRET),
    help: 'Signs session cookies, encrypts two-factor secrets, and hides client addresses in Valkey. Must be the same on every node. Empty: created when first needed and kept in `LDS_HOME/secret`.',
    confidential: true,
  },
  securityContact: {
    name: 'LDS_SECURITY_CONTACT',
    ...kind.optional(kind.CONTACT),
    help: 'Where people report a vulnerability of this installation; served as `/.well-known/security.txt` (RFC 9116). Empty: no such file is served.',
  },
  leakSigners: {
    name: 'LDS_LEAK_SIGNERS',
    type: 'JSON file',
    default: '',
    help: 'Public keys of the code hosts that may report leaked keys to `/leaked-keys`, as GitHub publishes them: `{"public_keys": [{"key_identifier": "…", "key": "-----BEGIN PUBLIC KEY-----…"}]}`. Empty: no such path.',
    parse: (text) => (text === '' ? undefined : kind.signers(text)),
  },
  showsFigures: {
    name: 'LDS_SITE',
    ...kind.SWITCH,
    help: 'Whether people can look at places and figures on the site without a key. `off` keeps only the documentation, the API reference and the dashboard, and turns off `/reconcile`.',
  },
  sitePerMinute: {
    name: 'LDS_SITE_PER_MINUTE',
    ...kind.POSITIVE,
    default: '600',
    help: 'Pages of the site, and their data, that one client may request per minute from one process before it gets a 429; as many requests of `/reconcile`. Style sheets, scripts and icons do not count.',
  },
  privacyUrl: {
    name: 'LDS_PRIVACY_URL',
    ...kind.optional(kind.LINK),
    help: 'Your privacy notice, linked in the footer. Empty: a page that lists what the service stores.',
  },
  termsUrl: {
    name: 'LDS_TERMS_URL',
    ...kind.optional(kind.LINK),
    help: 'Your terms of use, linked in the footer. Empty: no link.',
  },
  contactUrl: {
    name: 'LDS_CONTACT_URL',
    ...kind.optional(kind.CONTACT),
    help: 'How people reach you, linked in the footer. Empty: no link. With a mail server and a mailto URL, readers’ reports of wrong figures are sent there too.',
  },
  sourceUrl: {
    name: 'LDS_SOURCE_URL',
    ...kind.optional(kind.LINK),
    help: 'Where people find the source code, linked in the footer. Empty: no link.',
  },
  statusUrl: {
    name: 'LDS_STATUS_URL',
    ...kind.optional(kind.LINK),
    help: 'Your status page, linked in the footer. Empty: no link.',
  },
  bodyCacheBytes: {
    name: 'LDS_BODY_CACHE_MB',
    ...kind.whole(1, 4096, 1024 * 1024),
    default: '32',
    help: 'Memory for rendered responses, in MB. When it is full, the least recently used are dropped and rendered again on request.',
  },
  keepReleases: {
    name: 'LDS_KEEP_RELEASES',
    ...kind.whole(0, 100),
    default: '2',
    help: 'How many releases besides the current one answer requests with `release=`, the newest first. They must be of the format that this version reads. With PostgreSQL, every node fetches them. A process opens at most two, and one that is closing, each about 100 MB.',
  },
  keyCache: {
    name: 'LDS_KEY_CACHE',
    ...kind.whole(100, 10_000_000),
    default: '100000',
    help: 'How many keys a process keeps in memory, about 1 KB each with its limits. When there are more, the least recently used are dropped; a key that is not in memory costs one look-up in the database.',
  },
  knownKeysMilliseconds: {
    name: 'LDS_KNOWN_KEYS_HOURS',
    ...kind.whole(0, 720, 3_600_000),
    default: '24',
    help: 'How many hours after its last contact with PostgreSQL a node that starts while PostgreSQL is unreachable still accepts the keys that it knew, from a file in `LDS_HOME` with their hashes. A key revoked since then works there until PostgreSQL is back. 0 keeps no such file.',
  },
  usageFlushMilliseconds: {
    name: 'LDS_USAGE_FLUSH_SECONDS',
    ...kind.whole(1, 60, 1000),
    default: '2',
    help: 'How often usage counts are written. A crash loses at most this much.',
  },
  usageDays: {
    name: 'LDS_USAGE_DAYS',
    ...kind.whole(90, 3660),
    default: '400',
    help: 'How many days usage is kept by day. Older days are combined into months.',
  },
  usageMonths: {
    name: 'LDS_USAGE_MONTHS',
    ...kind.whole(3, 1200),
    default: '60',
    help: 'How many months usage is kept in total.',
  },
  recentRequests: {
    name: 'LDS_RECENT_REQUESTS',
    ...kind.SWITCH,
    help: 'Whether to keep recent requests of each key for seven days. Its owner sees the newest 100: time, endpoint, status, problem code and duration. `off` also deletes those already stored.',
  },
  shutdownMilliseconds: {
    name: 'LDS_SHUTDOWN_SECONDS',
    ...kind.whole(1, 300, 1000),
    default: '10',
    help: 'How long open connections may take to finish after SIGTERM before they are closed.',
  },
  clientMilliseconds: {
    name: 'LDS_CLIENT_SECONDS',
    ...kind.whole(1, 600, 1000),
    default: '30',
    help: 'How long a client may take to send a request, and how long it may stop reading a response, before its connection is closed.',
  },
  maxConnections: {
    name: 'LDS_MAX_CONNECTIONS',
    ...kind.whole(1, 1_000_000),
    default: '10000',
    help: 'Open connections per process. Further ones are closed at once.',
  },
} satisfies Record<string, Setting<unknown>>;

/** The values, by the names that the program uses. What a setting says of its empty value is undefined here. */
export type Config = { [Key in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Key]['parse']> };

/**
 * Reads every setting from the environment, where nothing else reads one. An empty setting counts as not set. Throws an
 * OperatorError that names the first wrong setting.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const config: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const text = environment[setting.name] || setting.default;
    try {
      config[key] = setting.parse(text);
    } catch (error) {
      const given = setting.confidential ? '…' : JSON.stringify(text.replace(/\/\/[^/]*@/, '//…@'));
      throw new OperatorError(
        `${setting.name}=${given} is not a valid setting: ${(error as Error).message}. Expected: ${setting.type}.`,
      );
    }
  }
  return config as unknown as Config;
}

/** What clients and commands that ask a service read. */
const NO_SETTINGS: readonly string[] = ['LDS_API_KEY', 'LDS_URL'];

/** A sentence about each variable that is named like a setting and is none. It is no error: a later version may have it. */
export function misspelledSettings(environment: NodeJS.ProcessEnv): string[] {
  const known = Object.values<Setting<unknown>>(SETTINGS).map(({ name }) => name);
  return Object.keys(environment)
    .filter((name) => name.startsWith('LDS_') && !known.includes(name) && !NO_SETTINGS.includes(name))
    .map((name) => `${name} is not a setting and has no effect${perhaps(similarNames(name, known))}`);
}

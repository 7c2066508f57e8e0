import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { OperatorError } from '../process/operator-error.ts';
import { perhaps, similarNames } from '../release/similar-names.ts';
import * as kind from './setting-values.ts';
import TEXTS from './settings.json' with { type: 'json' };

/** How many connections a process opens to PostgreSQL at most, unless a setting says otherwise. */
export const DATABASE_CONNECTIONS = Number(TEXTS.databaseConnections.default);

export interface Setting<Value> extends kind.Kind<Value> {
  /** Of the environment variable. */
  name: string;
  default: string;
  help: string;
  /** Whether the value may not be repeated in an error. */
  confidential?: boolean;
}

/** How each setting is read; settings.json has the variable of each, its default and what it does. */
const KINDS = {
  host: kind.asTyped('address'),
  port: kind.whole(0, 65_535),
  home: { type: 'directory', parse: (text) => resolve(text) },
  excludedSources: {
    type: 'ids of sources, separated by commas',
    parse: (text) => [...new Set(kind.list(text).map(kind.sourceId))].sort(),
  },
  publicUrl: kind.optional(kind.BASE_URL),
  logLevel: kind.words('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  logRequests: kind.words('none', 'errors', 'all'),
  metricsPort: kind.optional(kind.whole(0, 65_535)),
  metricsHost: kind.asTyped('address'),
  metricsToken: kind.optional(kind.SECRET),
  tracesEndpoint: kind.optional(kind.BASE_URL),
  tracesRatio: { type: 'number from 0 to 1', parse: kind.ratio },
  corsOrigins: { type: 'origins, separated by commas', parse: (text) => kind.list(text).map(kind.origin) },
  plans: { type: 'name=REQUESTS/SECONDSs+REQUESTS/day, separated by commas', parse: kind.plans },
  failedAuthenticationPerMinute: kind.POSITIVE,
  dashboardPerMinute: kind.POSITIVE,
  mcpAnonymousPerMinute: kind.optional(kind.POSITIVE),
  trustedProxies: {
    type: 'integer, 0 to 32, or addresses and networks, separated by commas',
    parse: kind.trustedProxies,
  },
  databaseUrl: kind.optional(kind.serverUrl(/^postgres(ql)?:$/, 'postgres')),
  databaseConnections: kind.whole(2, 100),
  redisUrl: kind.optional(kind.serverUrl(/^rediss?:$/, 'redis or rediss')),
  workers: {
    type: 'integer, 1 to 128, or auto',
    parse: (text) => (text === 'auto' ? availableParallelism() : kind.integer(text, 1, 128)),
  },
  keysPerAccount: kind.whole(1, 1000),
  smtpUrl: kind.optional(kind.serverUrl(/^smtps?:$/, 'smtp or smtps')),
  mailFrom: kind.asTyped('email address'),
  secret: kind.optional(kind.SECRET),
  securityContact: kind.optional(kind.CONTACT),
  leakSigners: { type: 'JSON file', parse: (text) => (text === '' ? undefined : kind.signers(text)) },
  showsFigures: kind.SWITCH,
  sitePerMinute: kind.POSITIVE,
  privacyUrl: kind.optional(kind.LINK),
  termsUrl: kind.optional(kind.LINK),
  contactUrl: kind.optional(kind.CONTACT),
  sourceUrl: kind.optional(kind.LINK),
  statusUrl: kind.optional(kind.LINK),
  bodyCacheBytes: kind.whole(1, 4096, 1024 * 1024),
  keepReleases: kind.whole(0, 100),
  keyCache: kind.whole(100, 10_000_000),
  knownKeysMilliseconds: kind.whole(0, 720, 3_600_000),
  usageFlushMilliseconds: kind.whole(1, 60, 1000),
  usageDays: kind.whole(90, 3660),
  usageMonths: kind.whole(3, 1200),
  recentRequests: kind.SWITCH,
  shutdownMilliseconds: kind.whole(1, 300, 1000),
  clientMilliseconds: kind.whole(1, 600, 1000),
  maxConnections: kind.whole(1, 1_000_000),
} satisfies Record<keyof typeof TEXTS, kind.Kind<unknown>>;

/** The values, by the names that the program uses. What a setting says of its empty value is undefined here. */
export type Config = { [Key in keyof typeof KINDS]: ReturnType<(typeof KINDS)[Key]['parse']> };

/** Every setting of the service. docs/settings.md lists the same ones; a test compares the two. */
export const SETTINGS = Object.fromEntries(
  Object.entries(TEXTS).map(([key, text]) => [key, { ...text, ...KINDS[key as keyof Config] }]),
) as { [Key in keyof Config]: Setting<Config[Key]> };

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

import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { OperatorError } from '../../src/process/operator-error.ts';
import { type Config, readConfig, SETTINGS, type Setting } from '../../src/service/config.ts';

/** For every setting, values that it takes, with what they are read as, and values that it refuses. */
const EXAMPLES: { [Key in keyof Config]: { takes: [string, Config[Key]][]; refuses: string[] } } = {
  host: { takes: [['0.0.0.0', '0.0.0.0']], refuses: [] },
  port: {
    takes: [
      ['0', 0],
      ['65535', 65_535],
    ],
    refuses: ['65536', '-1', '3000.5', '3e3', '0x10', ' 3000', 'http'],
  },
  home: { takes: [['elsewhere', resolve('elsewhere')]], refuses: [] },
  publicUrl: {
    takes: [
      ['https://api.example.org', 'https://api.example.org'],
      ['https://example.org/places/', 'https://example.org/places'],
    ],
    refuses: ['example.org', 'ftp://example.org', 'https://example.org/?a=1', 'https://example.org/#a'],
  },
  logLevel: { takes: [['silent', 'silent']], refuses: ['quiet', 'INFO', '30'] },
  logRequests: { takes: [['all', 'all']], refuses: ['some', 'true'] },
  metricsPort: { takes: [['9464', 9464]], refuses: ['65536', 'http'] },
  metricsHost: { takes: [['0.0.0.0', '0.0.0.0']], refuses: [] },
  metricsToken: { takes: [['x'.repeat(32), 'x'.repeat(32)]], refuses: ['x'.repeat(31)] },
  tracesEndpoint: {
    takes: [['http://collector:4318/', 'http://collector:4318']],
    refuses: ['collector:4318', 'grpc://collector:4317'],
  },
  tracesRatio: {
    takes: [
      ['0.25', 0.25],
      ['0', 0],
    ],
    refuses: ['1.1', '-0.1', '50%', '.5'],
  },
  excludedSources: {
    takes: [
      ['b-2025, a-2024,b-2025', ['a-2024', 'b-2025']],
      ['', []],
    ],
    refuses: ['Italy', 'a 2024', 'a-2024;b-2025'],
  },
  corsOrigins: {
    takes: [
      ['https://a.example, http://b.example:8080', ['https://a.example', 'http://b.example:8080']],
      [',', []],
    ],
    refuses: ['*', 'https://a.example/', 'a.example', 'https://a.example,b.example'],
  },
  plans: {
    takes: [
      [
        'standard=5/1s+10/day',
        new Map([
          [
            'standard',
            {
              name: 'standard',
              burst: { name: 'burst', requests: 5, seconds: 1 },
              daily: { name: 'daily', requests: 10, seconds: 86_400 },
            },
          ],
        ]),
      ],
    ],
    refuses: [
      'standard',
      'standard=5/1s',
      'standard=0/1s+10/day',
      'standard=5/0s+10/day',
      'standard=5/1s+0/day',
      'standard=-5/1s+10/day',
      'Standard=5/1s+10/day',
      'bulk=5/1s+10/day',
      'standard=5/1s+10/day,standard=6/1s+10/day',
    ],
  },
  failedAuthenticationPerMinute: { takes: [['1', 1]], refuses: ['0', 'none'] },
  dashboardPerMinute: { takes: [['1', 1]], refuses: ['0', 'none'] },
  mcpAnonymousPerMinute: { takes: [['60', 60]], refuses: ['0', 'on'] },
  trustedProxies: {
    takes: [
      ['0', 0],
      ['1', 1],
      ['10.0.0.0/8, 192.0.2.1,2001:db8::/32', ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32']],
    ],
    refuses: [
      'true',
      'false',
      '33',
      '-1',
      '10.0.0.0/33',
      '10.0.0/8',
      '::1/129',
      'nginx',
      '10.0.0.0/8/8',
      '1.2.3.4/',
    ],
  },
  databaseUrl: {
    takes: [['postgres://lds:hunter2@db.example/lds', 'postgres://lds:hunter2@db.example/lds']],
    refuses: ['db.example', 'mysql://db.example/lds'],
  },
  redisUrl: {
    takes: [['rediss://lds:hunter2@cache.example', 'rediss://lds:hunter2@cache.example']],
    refuses: ['cache.example', 'http://cache.example'],
  },
  keysPerAccount: {
    takes: [
      ['1', 1],
      ['1000', 1000],
    ],
    refuses: ['0', '1001', 'many'],
  },
  smtpUrl: {
    takes: [
      ['smtps://reader:hunter2@mail.example.org', 'smtps://reader:hunter2@mail.example.org'],
      ['smtp://[::1]:2525', 'smtp://[::1]:2525'],
    ],
    refuses: ['mail.example.org', 'https://mail.example.org', 'smtp:'],
  },
  mailFrom: { takes: [['Places <places@example.org>', 'Places <places@example.org>']], refuses: [] },
  secret: { takes: [['s'.repeat(32), 's'.repeat(32)]], refuses: ['s'.repeat(31)] },
  leakSigners: {
    takes: [],
    refuses: ['nowhere.json', resolve('package.json'), resolve('README.md')],
  },
  showsFigures: {
    takes: [
      ['on', true],
      ['off', false],
    ],
    refuses: ['yes', 'ON', '1'],
  },
  sitePerMinute: { takes: [['1', 1]], refuses: ['0', 'many'] },
  privacyUrl: {
    takes: [['https://example.org/page?a=1#b', 'https://example.org/page?a=1#b']],
    refuses: ['example.org', 'javascript:alert(1)'],
  },
  termsUrl: {
    takes: [['https://example.org/page?a=1#b', 'https://example.org/page?a=1#b']],
    refuses: ['example.org', 'javascript:alert(1)'],
  },
  sourceUrl: {
    takes: [['https://example.org/page?a=1#b', 'https://example.org/page?a=1#b']],
    refuses: ['example.org', 'javascript:alert(1)'],
  },
  statusUrl: {
    takes: [['https://example.org/page?a=1#b', 'https://example.org/page?a=1#b']],
    refuses: ['example.org', 'javascript:alert(1)'],
  },
  contactUrl: {
    takes: [['mailto:help@example.org', 'mailto:help@example.org']],
    refuses: ['help@example.org', 'javascript:alert(1)'],
  },
  securityContact: {
    takes: [
      ['mailto:security@example.org', 'mailto:security@example.org'],
      ['https://example.org/report', 'https://example.org/report'],
    ],
    refuses: ['security@example.org', 'http://example.org/report', 'javascript:alert(1)'],
  },
  keepReleases: { takes: [['0', 0]], refuses: ['-1', '101', 'all'] },
  keyCache: { takes: [['5000', 5000]], refuses: ['99', '10000001', 'all'] },
  knownKeysMilliseconds: {
    takes: [
      ['0', 0],
      ['2', 7_200_000],
    ],
    refuses: ['721', '-1', 'never'],
  },
  usageDays: { takes: [['90', 90]], refuses: ['89', '3661', '1y'] },
  usageMonths: { takes: [['12', 12]], refuses: ['2', '1201', '5 years'] },
  recentRequests: {
    takes: [
      ['on', true],
      ['off', false],
    ],
    refuses: ['yes', 'OFF', '0'],
  },
  bodyCacheBytes: { takes: [['4096', 4096 * 1024 * 1024]], refuses: ['0', '4097', '64MB'] },
  usageFlushMilliseconds: { takes: [['1', 1000]], refuses: ['0', '61', '0.5'] },
  databaseConnections: {
    takes: [['2', 2]],
    refuses: ['1', '101', 'many'],
  },
  workers: {
    takes: [
      ['1', 1],
      ['8', 8],
      ['auto', availableParallelism()],
    ],
    refuses: ['0', '-1', '129', '1.5', 'all'],
  },
  clientMilliseconds: { takes: [['60', 60_000]], refuses: ['0', '601'] },
  maxConnections: { takes: [['500', 500]], refuses: ['0', 'all'] },
  shutdownMilliseconds: { takes: [['300', 300_000]], refuses: ['0', '301', 'never'] },
};

const KEYS = Object.keys(SETTINGS) as (keyof Config)[];

test('by default, the service listens on loopback only, opens nothing to browsers and trusts no proxy', () => {
  const { plans, home, ...config } = readConfig({});
  assert.deepEqual(config, {
    host: '127.0.0.1',
    port: 3000,
    publicUrl: undefined,
    logLevel: 'info',
    logRequests: 'errors',
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
    metricsToken: undefined,
    tracesEndpoint: undefined,
    tracesRatio: 1,
    corsOrigins: [],
    excludedSources: [],
    failedAuthenticationPerMinute: 120,
    dashboardPerMinute: 600,
    mcpAnonymousPerMinute: undefined,
    trustedProxies: 0,
    databaseUrl: undefined,
    redisUrl: undefined,
    databaseConnections: 10,
    workers: 1,
    keysPerAccount: 25,
    smtpUrl: undefined,
    mailFrom: 'Location Data Service <no-reply@localhost>',
    secret: undefined,
    securityContact: undefined,
    leakSigners: undefined,
    showsFigures: true,
    sitePerMinute: 600,
    privacyUrl: undefined,
    termsUrl: undefined,
    contactUrl: undefined,
    sourceUrl: undefined,
    statusUrl: undefined,
    bodyCacheBytes: 32 * 1024 * 1024,
    keepReleases: 2,
    keyCache: 100_000,
    knownKeysMilliseconds: 86_400_000,
    usageFlushMilliseconds: 2000,
    usageDays: 400,
    usageMonths: 60,
    recentRequests: true,
    shutdownMilliseconds: 10_000,
    clientMilliseconds: 30_000,
    maxConnections: 10_000,
  });
  assert.equal(home, resolve('var'));
  assert.deepEqual([...plans.keys()], ['standard', 'bulk']);
});

test('an empty setting counts as not set, so that HOST= does not open the service to the network', () => {
  const empty = Object.fromEntries(Object.values(SETTINGS).map(({ name }) => [name, '']));
  assert.deepEqual(readConfig(empty), readConfig({}));
});

for (const key of KEYS) {
  const { name, type, help, confidential }: Setting<unknown> = SETTINGS[key];
  const { takes, refuses } = EXAMPLES[key];

  test(`${name} accepts the values in its description`, () => {
    assert.notEqual(type, '');
    assert.notEqual(help, '');
    for (const [text, value] of takes) {
      const config: Config = readConfig({ [name]: text });
      assert.deepEqual(config[key], value);
    }
  });

  if (refuses.length > 0) {
    const shown = confidential ? 'and not the value' : 'the value';
    test(`a wrong ${name} is refused in one line that names it, ${shown}, and the values that it accepts`, () => {
      for (const text of refuses) {
        assert.throws(
          () => readConfig({ [name]: text }),
          (error: Error) => {
            assert.ok(error instanceof OperatorError, error.message);
            const value = confidential ? '…' : JSON.stringify(text);
            assert.ok(error.message.startsWith(`${name}=${value} `), error.message);
            assert.ok(error.message.includes(`Expected: ${type}.`), error.message);
            assert.ok(!error.message.includes('\n'));
            return true;
          },
        );
      }
    });
  }
}

test('any environment is either a configuration or refused with one line that says why', () => {
  const environment = fc.dictionary(
    fc.constantFrom(...Object.values(SETTINGS).map(({ name }) => name)),
    fc.string(),
  );
  fc.assert(
    fc.property(environment, (variables) => {
      try {
        readConfig(variables);
      } catch (error) {
        assert.ok(error instanceof OperatorError, String(error));
        assert.ok(!error.message.includes('\n'));
      }
    }),
  );
});

test('a user or password in LDS_PUBLIC_URL is refused, and not repeated in the message', () => {
  for (const user of ['reader:hunter2@', ':hunter2@', 'hunter2@']) {
    assert.throws(
      () => readConfig({ LDS_PUBLIC_URL: `https://${user}example.org` }),
      (error: Error) => /LDS_PUBLIC_URL/.test(error.message) && !error.message.includes('hunter2'),
    );
  }
});

test('no message has the value of a setting that may hold a secret', () => {
  for (const { name, confidential } of Object.values<Setting<unknown>>(SETTINGS)) {
    if (!/SECRET|PASSWORD|TOKEN|API_KEY|SMTP|DATABASE_URL|REDIS/.test(name)) continue;
    assert.ok(confidential, name);
    assert.throws(
      () => readConfig({ [name]: 'hunter2' }),
      (error: Error) => !error.message.includes('hunter2'),
    );
  }
});

test('names of settings are upper case; ours begin with LDS_, and OpenTelemetry’s with OTEL_', () => {
  const names = Object.values(SETTINGS).map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.match(name, /^(HOST|PORT|(LDS|OTEL)_[A-Z]+(_[A-Z]+)*)$/);
});

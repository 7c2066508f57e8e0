/**
 * What grows with the number of keys, accounts and usage: start-up time, memory, look-ups of keys that are not in memory,
 * applying a change, housekeeping, every page of the dashboard, and the lists of the command line.
 *
 *   npm run bench:keys                                            a million keys on SQLite
 *   FILLED=yes …                                                  on the database that an earlier run has filled
 *   KEYS=10000000 DATABASE_URL=postgres://… npm run bench:keys    on an empty database of PostgreSQL, as a superuser
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Kysely } from 'kysely';
import { beginProgram } from '../../scripts/program.mjs';
import { SCOPES } from '../../src/engine/permissions.ts';
import { readConfig } from '../../src/service/config.ts';
import { KeyRing } from '../../src/service/keys/key-ring.ts';
import { type IssuedKey, issueKey, revokeKey } from '../../src/service/keys/lifecycle.ts';
import { Meter } from '../../src/service/keys/meter.ts';
import { quotaRestoration } from '../../src/service/keys/quota-restoration.ts';
import { Limiter } from '../../src/service/limits/limiter.ts';
import { openStore, type Store } from '../../src/service/storage/database.ts';
import { tidy, tidyUsage } from '../../src/service/storage/housekeeping.ts';
import { openPostgresqlStore } from '../../src/service/storage/postgresql.ts';
import type { Database } from '../../src/service/storage/schema.ts';
import { Arena, OUR_SETTINGS, publishedIn, startOurs } from './contenders.ts';
import { pageTimes } from './dashboard-pages.ts';
import { fillStore, keyId } from './filled-store.ts';
import { processorMicroseconds, residentMegabytes } from './load.ts';

const KEYS = Number(process.env.KEYS ?? 1_000_000);
const ACCOUNTS = Number(process.env.ACCOUNTS ?? KEYS / 100);
/** Keys that were used every day, each in two series. */
const USED = Number(process.env.USED ?? 20_000);
const DAYS = Number(process.env.DAYS ?? 365);
const LOOK_UPS = 2000;
const REQUEST = { label: 'measured', plan: 'standard', scopes: SCOPES, headerOnly: false, expiresAt: null };
const { DATABASE_URL, FILLED } = process.env;

beginProgram(import.meta.url);
const arena = new Arena();
try {
  await run(publishedIn(arena));
} finally {
  await arena.end();
}

async function run(home: string): Promise<void> {
  const open = () =>
    DATABASE_URL === undefined
      ? openStore(home, { busyMilliseconds: 5000 })
      : openPostgresqlStore(DATABASE_URL, { statementMilliseconds: 600_000 });
  const store = await open();
  const contents = { accounts: ACCOUNTS, keys: KEYS, used: USED, days: DAYS };
  report('accounts, keys, rows of usage', `${ACCOUNTS}, ${KEYS}, ${USED * DAYS * 2}`);
  if (FILLED === undefined)
    await seconds('filling the store, s', () =>
      store.database
        .connection()
        .execute((connection) => fillStore(connection, contents, DATABASE_URL !== undefined)),
    );
  const issued = await issueOldKeys(store.database);
  await measureParts(store, issued);
  await store.close();

  const settings = {
    LDS_DASHBOARD_PER_MINUTE: '1000000000',
    LDS_KEYS_PER_ACCOUNT: '1000',
    ...(DATABASE_URL === undefined
      ? {}
      : { LDS_DATABASE_URL: DATABASE_URL, LDS_SECRET: 'a secret of more than 32 characters' }),
  };
  // The first start compiles, and publishes the release for all nodes.
  const first = await startOurs(arena, { home, settings });
  first.server.kill('SIGTERM');
  await once(first.server, 'exit');
  const { address, server, secondsToStart } = await startOurs(arena, { home, settings });
  report('start of the service until it is ready, s', secondsToStart.toFixed(2));
  report('its processor time, s', (processorMicroseconds(server.pid) / 1e6).toFixed(2));
  report('memory of the service, MB', residentMegabytes(server.pid));
  const { database, close } = await open();
  await measureLookUps(address, issued);
  for (const [which, key] of [
    ['used every day', keyId(USED - KEYS / ACCOUNTS)],
    ['unused', keyId(KEYS - 1)],
  ] as const) {
    console.log(`\nAn account of ${KEYS / ACCOUNTS} keys, ${which}, ms (p50, p99)\n`);
    await pageTimes(address, database, key, ({ what, times }) => report(what, spread(times)));
  }
  console.log();
  report('memory of the service after all of it, MB', residentMegabytes(server.pid));
  await close();
  for (const what of ['accounts', 'keys'])
    report(`${what} list: s, MB`, await listed(what, { ...OUR_SETTINGS, ...settings, LDS_HOME: home }));
}

/** Made long ago, so that others fill the memory. */
async function issueOldKeys(database: Kysely<Database>): Promise<IssuedKey[]> {
  const issued: IssuedKey[] = [];
  for (let made = 0; made < LOOK_UPS; made++)
    issued.push(await issueKey(database, REQUEST, new Date(Date.UTC(2020, 0, 1) + made)));
  return issued;
}

/** What a process does with its store, here and part by part. */
async function measureParts(store: Store, issued: readonly IssuedKey[]): Promise<void> {
  const { database } = store;
  const config = readConfig({});
  const before = ownMegabytes();
  const limiter = new Limiter(config.plans);
  const ring = new KeyRing(store, Date.now, config.keyCache);
  const quotas = quotaRestoration(store, limiter);
  await seconds('start: keys into memory, s', () => ring.load());
  await seconds('start: quotas of today, s', () => quotas());
  report('keys in memory', ring.size);
  report('memory of both, MB', ownMegabytes() - before);

  const times: number[] = [];
  for (const { token } of issued) {
    const began = performance.now();
    const verification = await ring.verify(token);
    times.push(performance.now() - began);
    if (!('key' in verification)) throw new Error('a key was not found');
  }
  report('look-up of a key that is not in memory, ms (p50, p99)', spread(times));
  const hot = issued.slice(-100);
  const began = performance.now();
  for (let round = 0; round < 10_000; round++) ring.verify(hot[round % 100]?.token ?? '');
  report('look-up of a key in memory, µs', ((performance.now() - began) / 10).toFixed(2));

  const revoked = await issueKey(database, REQUEST);
  await ring.verify(revoked.token);
  await revokeKey(database, revoked.row.id);
  await seconds('applying a revocation, s', () => ring.applyChanges());
  const verification = await ring.verify(revoked.token);
  if (!('rejected' in verification)) throw new Error('a revoked key works');

  const meter = new Meter(database);
  const series = Math.min(USED, 50_000);
  for (let index = 0; index < series; index++) meter.record(keyId(index), 'getCity', '2xx');
  await seconds(`writing the usage of ${series} keys, s`, () => meter.flush());
  await seconds('housekeeping, s', () => tidy(database, Date.now(), { sendsMail: true }));
  await seconds('adding up the usage of one day by month, s', () =>
    tidyUsage(database, Date.now(), { usageDays: DAYS - 2, usageMonths: 60 }),
  );
}

/** Over HTTP, of a service that has none of these keys in memory. */
async function measureLookUps(address: string, issued: readonly IssuedKey[]): Promise<void> {
  for (const what of ['a key that is not in memory', 'the same key again']) {
    const times: number[] = [];
    for (const { token } of issued) {
      const began = performance.now();
      const response = await fetch(`${address}/v1/cities/lisbon`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      await response.arrayBuffer();
      // The key that was revoked above is not among them.
      if (response.status !== 200) throw new Error(`${what}: ${response.status}`);
      times.push(performance.now() - began);
    }
    report(`one city with ${what}, ms (p50, p99)`, spread(times));
  }
}

/** @returns seconds, and the most memory, of `lds WHAT list` */
async function listed(what: string, settings: Record<string, string>): Promise<string> {
  const began = performance.now();
  const child = spawn(process.execPath, ['src/main.ts', what, 'list'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let megabytes = 0;
  const looks = setInterval(() => {
    if (child.exitCode !== null) return;
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
    megabytes = Math.max(megabytes, Math.round(Number(kilobytes ?? 0) / 1024));
  }, 100);
  const [code] = await once(child, 'exit');
  clearInterval(looks);
  if (code !== 0) throw new Error(`${what} list ended with ${code}`);
  return `${((performance.now() - began) / 1000).toFixed(1)}, ${megabytes}`;
}

async function seconds(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  report(what, ((performance.now() - began) / 1000).toFixed(2));
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  return [0.5, 0.99].map((part) => sorted[Math.floor(part * sorted.length)]?.toFixed(2)).join(', ');
}

function report(what: string, value: string | number): void {
  console.log(`| ${what} | ${value} |`);
}

/** Of this process, after a collection of garbage. */
function ownMegabytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return Math.round(process.memoryUsage().rss / 1e6);
}

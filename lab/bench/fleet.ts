/**
 * The load of many nodes on one PostgreSQL and one Valkey: connections, transactions, bytes of the log, messages, processor time,
 * and how long a revocation takes to reach every node.
 *
 * A node here has every part of a real one that talks to either (keys, limits, usage, heartbeats), without HTTP, so that one
 * machine can run a hundred of them.
 *
 *   DATABASE_URL=postgres://… REDIS_URL=redis://… npm run bench:fleet     an empty database, 10, 50 and 100 nodes
 *   NODES=1,100 KEYS=100000 RATE=20 SECONDS_EACH=60 …                   keys in use, requests a second and node, seconds a row
 */

import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { beginProgram } from '../../scripts/program.mjs';
import { SCOPES } from '../../src/engine/permissions.ts';
import { UsageError } from '../../src/process/operator-error.ts';
import { RepeatedTask } from '../../src/process/repeated-task.ts';
import { readConfig } from '../../src/service/config.ts';
import { KeyRing } from '../../src/service/keys/key-ring.ts';
import { type IssuedKey, issueKey, revokeKey } from '../../src/service/keys/lifecycle.ts';
import { Meter } from '../../src/service/keys/meter.ts';
import { RecentRequests } from '../../src/service/keys/recent-requests.ts';
import { Limiter } from '../../src/service/limits/limiter.ts';
import { RedisLedger } from '../../src/service/limits/redis-ledger.ts';
import type { Store } from '../../src/service/storage/database.ts';
import { openPostgresqlStore } from '../../src/service/storage/postgresql.ts';

beginProgram(import.meta.url);
const { DATABASE_URL, REDIS_URL } = process.env;
if (!DATABASE_URL || !REDIS_URL) throw new UsageError('Set DATABASE_URL and REDIS_URL: see --help.');
const FLEETS = (process.env.NODES ?? '10,50,100').split(',').map(Number);
const KEYS = Number(process.env.KEYS ?? 20_000);
const RATE = Number(process.env.RATE ?? 10);
const SECONDS = Number(process.env.SECONDS_EACH ?? 30);
const REVOCATIONS = 20;
const ENDPOINTS = ['getCity', 'getCostOfLiving', 'getQualityOfLife', 'listCities'];
/** The same interval as a server's, in milliseconds. */
const REFRESH = 250;
/** Length of a round of requests, in milliseconds. */
const ROUND = 100;
/** Of Linux, in proc(5). */
const TICKS_PER_SECOND = 100;

const config = readConfig({});
let failures = 0;
const log = {
  info() {},
  warn: console.error,
  error({ err }: { err: Error }, what: string) {
    failures++;
    console.error(`${what}: ${err.message}`);
  },
} as unknown as Logger;

/** The parts of a node that communicate with others. */
interface Node {
  store: Store;
  keys: KeyRing;
  ledger: RedisLedger;
  limiter: Limiter;
  meter: Meter;
  recent: RecentRequests;
  tasks: RepeatedTask[];
  refused: number;
}

const setUp = await openPostgresqlStore(DATABASE_URL, { statementMilliseconds: 600_000 });
const { database } = setUp;
const valkey = await createClient({ url: REDIS_URL }).connect();
const issued = await issueKeys(KEYS + FLEETS.length * REVOCATIONS);
// Autovacuum does this a minute after so many new rows.
await sql`ANALYZE`.execute(database);
const active = issued.slice(0, KEYS).map(({ token }) => token);
const toRevoke = issued.slice(KEYS);

row(
  'nodes',
  'load',
  'connections',
  'transactions/s',
  'WAL kB/s',
  'usage rows/s',
  'Valkey calls/s',
  'processor of PostgreSQL, of Valkey',
  'a revocation reaches all, ms (p50, most)',
);
row(...Array.from({ length: 9 }, () => '---'));
for (const count of FLEETS) {
  const nodes: Node[] = [];
  while (nodes.length < count) nodes.push(await startNode(count));
  await delay(5000);
  row(count, 'none', ...(await measured(SECONDS)), '');
  const load = setInterval(() => nodes.forEach(work), ROUND);
  await delay(2 * config.usageFlushMilliseconds);
  const seen = await measured(SECONDS);
  row(count, `${count * RATE}/s`, ...seen, await revocations(nodes, toRevoke.splice(0, REVOCATIONS)));
  clearInterval(load);
  const refused = nodes.reduce((sum, node) => sum + node.refused, 0);
  if (failures > 0) console.error(`${failures} tasks failed`);
  if (refused > 0) throw new Error(`${refused} requests with good keys were refused`);
  for (const node of nodes) await stopNode(node);
}
await setUp.close();
valkey.destroy();

async function startNode(nodes: number): Promise<Node> {
  const store = await openPostgresqlStore(DATABASE_URL as string);
  const ledger = await RedisLedger.open({ url: REDIS_URL as string, nodes, log });
  const keys = new KeyRing(store, Date.now, config.keyCache);
  await keys.load();
  const limiter = new Limiter(config.plans, { ledger });
  const meter = new Meter(store.database);
  const recent = new RecentRequests(store.database);
  const tasks = [
    new RepeatedTask({
      what: 'loading changed keys',
      everyMilliseconds: REFRESH,
      run: () => keys.refresh(),
      log,
    }),
    new RepeatedTask({
      what: 'writing usage',
      everyMilliseconds: config.usageFlushMilliseconds,
      run: () => meter.flush(),
      log,
    }),
    new RepeatedTask({
      what: 'writing recent requests',
      everyMilliseconds: config.usageFlushMilliseconds,
      run: () => recent.flush(),
      log,
    }),
  ];
  // Nodes start at different times.
  for (const task of tasks) setTimeout(() => task.start(), Math.random() * config.usageFlushMilliseconds);
  return { store, keys, ledger, limiter, meter, recent, tasks, refused: 0 };
}

async function stopNode({ store, ledger, limiter, meter, tasks }: Node): Promise<void> {
  for (const task of tasks) await task.stop();
  await meter.flush();
  await limiter.stop();
  await ledger.stop();
  await store.close();
}

/** The requests of one round, each by a key that somebody uses. */
function work(node: Node): void {
  for (let request = 0; request < (RATE * ROUND) / 1000; request++) void ask(node);
}

async function ask(node: Node): Promise<void> {
  const verification = await node.keys.verify(random(active));
  if (!('key' in verification)) {
    node.refused++;
    return;
  }
  const { key } = verification;
  if (node.limiter.take(key) === undefined) {
    await node.limiter.ready(key);
    node.limiter.take(key);
  }
  const route = random(ENDPOINTS);
  node.meter.record(key.id, route, '2xx');
  const at = performance.now();
  node.recent.record(undefined, {
    keyId: key.id,
    route,
    status: 200,
    problem: undefined,
    startedAt: at,
    endedAt: at,
  });
}

/** Milliseconds from a key's revocation until every node refuses it: median and maximum. */
async function revocations(nodes: readonly Node[], keys: readonly IssuedKey[]): Promise<string> {
  const times: number[] = [];
  for (const {
    token,
    row: { id },
  } of keys) {
    await revokeKey(database, id);
    const began = performance.now();
    while (
      !(await Promise.all(nodes.map(({ keys }) => keys.verify(token)))).every((each) => 'rejected' in each)
    )
      await delay(5);
    times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  return `${Math.round(times[times.length >> 1] ?? 0)}, ${Math.round(times.at(-1) ?? 0)}`;
}

/** The work of both servers in some seconds: the columns of the table. */
async function measured(seconds: number): Promise<(string | number)[]> {
  const before = await counters();
  await delay(seconds * 1000);
  const after = await counters();
  const took = (after.at - before.at) / 1000;
  const rate = (name: keyof typeof after) => (after[name] - before[name]) / took;
  return [
    after.connections,
    Math.round(rate('transactions')),
    Math.round(rate('logBytes') / 1000),
    Math.round(rate('usageRows')),
    Math.round(rate('calls')),
    `${percent(rate('postgresqlSeconds'))}, ${percent(rate('valkeySeconds'))}`,
  ];
}

async function counters() {
  const { rows } = await sql<Record<'connections' | 'transactions' | 'logBytes' | 'usageRows', number>>`
    SELECT (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS connections,
      (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS transactions,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS "logBytes",
      (SELECT n_tup_ins + n_tup_upd FROM pg_stat_user_tables WHERE relname = 'usage_daily') AS "usageRows"`.execute(
    database,
  );
  const { rows: processes } = await sql<{ pid: number }>`SELECT pid FROM pg_stat_activity`.execute(database);
  const stats = await valkey.info('all');
  const number = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(stats)?.[1]);
  const [found] = rows;
  if (found === undefined) throw new Error('no statistics');
  return {
    at: performance.now(),
    ...found,
    postgresqlSeconds: processorSeconds(processes.map(({ pid }) => pid)),
    calls: number('total_commands_processed'),
    valkeySeconds: number('used_cpu_user') + number('used_cpu_sys'),
  };
}

/** Of PostgreSQL on this machine: its running processes and those that have ended. */
function processorSeconds(pids: readonly number[]): number {
  const living = pids.map(statOf);
  const parents = new Set(living.map(({ parent }) => parent));
  const main = [...parents].map(statOf);
  const ticks = [...living.map(({ own }) => own), ...main.map(({ own, ended }) => own + ended)];
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
}

/** From proc(5): the parent, ticks of the process, and of its children that have ended. */
function statOf(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, userEnded = 0, systemEnded = 0] = fields.slice(11);
  return { parent, own: user + system, ended: userEnded + systemEnded };
}

async function issueKeys(count: number): Promise<IssuedKey[]> {
  const request = { plan: 'standard', scopes: SCOPES, headerOnly: false, expiresAt: null };
  const keys: IssuedKey[] = [];
  while (keys.length < count)
    keys.push(
      ...(await Promise.all(
        // A minute apart, so that a node that reads one change does not read all of them.
        Array.from({ length: 100 }, (_, index) =>
          issueKey(
            database,
            { ...request, label: 'fleet' },
            new Date(Date.now() - (count - keys.length - index) * 60_000),
          ),
        ),
      )),
    );
  return keys;
}

function random<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item;
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}

function row(...cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

/** The responses that a customer within their limits gets while another account requests as much as it can. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import type { Orders, Outcome } from './attacker.ts';
import {
  DASHBOARD,
  DOWNLOAD,
  EXPENSIVE_QUERIES,
  NAMES,
  ORDINARY_QUERIES,
  type Places,
  STRANGERS,
  WHOLE_BODY,
} from './expensive-queries.ts';
import { seededRandom } from './seeded-random.ts';

/** Two thirds of the limit of the plan `standard`. */
const VICTIM_REQUESTS_PER_SECOND = 20;
/** After this time, the attackers are running. */
const LEAD_MILLISECONDS = 500;
const ATTACKER = fileURLToPath(new URL('attacker.ts', import.meta.url));

/** The requests of another account, whose plan and keys the caller creates, or of strangers. */
export interface Attack {
  name: string;
  plan: string;
  keys: number;
  /** With a session, it sends requests to the dashboard and needs no key; strangers have none of either. */
  credential: 'key' | 'session' | 'none';
  /** Per key or session; of all strangers together. */
  connections: number;
  /** How many addresses of this machine the connections come from. */
  addresses: number;
  queries: readonly string[];
  obeysLimits: boolean;
}

export interface Measured {
  /** Milliseconds from the moment when a look-up was due until its whole body arrived, for those with a response. */
  p50: number;
  p99: number;
  sent: number;
  /** 429 or 503. */
  refused: number;
  /** Any other status than 200, or none. */
  failed: number;
  /** Per second. */
  attacker: { answered: number; refused: number; failed: number };
}

export interface Arrangement {
  address: string;
  victim: string;
  /** Keys of one account, or the cookie of a session; one empty text for strangers. */
  attackers: readonly string[];
  places: Places;
  seconds: number;
  /** A program and its arguments, before the attacker's own: `taskset -c 1`. */
  launcher?: readonly string[];
}

const ALL = EXPENSIVE_QUERIES.map(({ name }) => name);
const standard = {
  plan: 'standard',
  keys: 1,
  credential: 'key',
  connections: 32,
  addresses: 1,
  queries: ALL,
  obeysLimits: true,
} as const;
const strangers = {
  ...standard,
  keys: 0,
  credential: 'none',
  connections: 64,
  addresses: 20,
  obeysLimits: false,
} as const;

export const ATTACKS: readonly Attack[] = [
  { ...standard, name: 'nobody', keys: 0 },
  { ...standard, name: '1 key, 8 connections', connections: 8 },
  { ...standard, name: '1 key, 32 connections' },
  ...EXPENSIVE_QUERIES.map(({ name }) => ({
    ...standard,
    name: `1 key, 32 connections, ${name}`,
    queries: [name],
  })),
  ...NAMES.map(({ name }) => ({
    ...standard,
    name: `1 key, 32 connections, ${name}`,
    queries: [name],
    obeysLimits: false,
  })),
  { ...standard, name: '1 key, 32 connections, downloads', queries: [DOWNLOAD.name] },
  {
    ...standard,
    name: '1 session, 32 connections, dashboard',
    keys: 0,
    credential: 'session',
    queries: [DASHBOARD.name],
  },
  { ...standard, name: '25 keys, 4 connections each', keys: 25, connections: 4 },
  { ...standard, name: '1 bulk key, 32 connections', plan: 'bulk' },
  { ...standard, name: '25 bulk keys, 4 connections each', plan: 'bulk', keys: 25, connections: 4 },
  { ...standard, name: '1 key, 32 connections, ignores its limits', obeysLimits: false },
  {
    ...standard,
    name: '25 keys, 4 connections each, ignores its limits',
    keys: 25,
    connections: 4,
    obeysLimits: false,
  },
  { ...strangers, name: 'strangers from 20 addresses', queries: STRANGERS.map(({ name }) => name) },
  ...STRANGERS.map(({ name }) => ({
    ...strangers,
    name: `strangers from 20 addresses, ${name}`,
    queries: [name],
  })),
];

export function isNobody({ keys, credential }: Attack): boolean {
  return keys === 0 && credential === 'key';
}

/** Number of the victim's look-ups so far, in all rows: no city is requested twice. */
let lookups = 0;

export async function measure(attack: Attack, arrangement: Arrangement): Promise<Measured> {
  const attacking = isNobody(attack) ? undefined : startAttacker(attack, arrangement);
  try {
    await attacking?.started;
    await delay(LEAD_MILLISECONDS);
    const seen = await look(arrangement);
    const { answered = 0, refused = 0, failed = 0 } = (await attacking?.outcome) ?? {};
    const perSecond = (count: number) => count / arrangement.seconds;
    return {
      ...seen,
      attacker: { answered: perSecond(answered), refused: perSecond(refused), failed: perSecond(failed) },
    };
  } finally {
    attacking?.end();
  }
}

function startAttacker(attack: Attack, arrangement: Arrangement) {
  const { credential, connections, addresses, queries, obeysLimits } = attack;
  const { address, attackers: tokens, seconds, places, launcher = [] } = arrangement;
  const orders: Orders = {
    address,
    tokens,
    credential,
    connections,
    addresses,
    queries,
    obeysLimits,
    seconds,
    seed: lookups,
    places,
  };
  const [program = '', ...args] = [...launcher, process.execPath, ATTACKER];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(orders));
  return {
    started: new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject)),
    outcome: text(child.stdout).then((json): Outcome => JSON.parse(json)),
    end: () => child.kill('SIGKILL'),
  };
}

/** The victim: look-ups sent when they are due, whether or not earlier ones have been answered. */
async function look({ address, victim, places, seconds }: Arrangement) {
  const pool = new Pool(address, { connections: 32, pipelining: 1 });
  const random = seededRandom(lookups + 1);
  const milliseconds: number[] = [];
  const total = seconds * VICTIM_REQUESTS_PER_SECOND;
  let [refused, failed] = [0, 0];
  const lookUp = async (dueAt: number) => {
    const kind = ORDINARY_QUERIES[lookups % ORDINARY_QUERIES.length];
    const path = kind?.path(places, random, lookups++) ?? '';
    try {
      const headers = { authorization: `Bearer ${victim}` };
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
      await body.dump({ limit: WHOLE_BODY });
      if (statusCode === 200) milliseconds.push(performance.now() - dueAt);
      else if (statusCode === 429 || statusCode === 503) refused++;
      else failed++;
    } catch {
      failed++;
    }
  };
  const startedAt = performance.now();
  const underWay: Promise<void>[] = [];
  for (let sent = 0; sent < total; sent++) {
    const dueAt = startedAt + (sent * 1000) / VICTIM_REQUESTS_PER_SECOND;
    await delay(Math.max(0, dueAt - performance.now()));
    underWay.push(lookUp(dueAt));
  }
  await Promise.all(underWay);
  await pool.close();
  milliseconds.sort((one, other) => one - other);
  const percentile = (share: number) => milliseconds[Math.floor(milliseconds.length * share)] ?? Number.NaN;
  return { p50: percentile(0.5), p99: percentile(0.99), sent: total, refused, failed };
}

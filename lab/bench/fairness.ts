/**
 * Whether one account can starve another: the uncached look-ups of a customer within their limits while another
 * account sends the most expensive ones, within its limits or not; and the processor time of each kind of look-up alone.
 *
 *   npm run bench:fairness                  needs taskset
 *   ONLY='25 keys' npm run bench:fairness   rows with this in their name
 */

import { readFileSync } from 'node:fs';
import { median } from 'simple-statistics';
import { Pool } from 'undici';
import { beginProgram } from '../../scripts/program.mjs';
import { openStore } from '../../src/service/storage/database.ts';
import { Arena, type OurService, publishedIn, startOurs } from './contenders.ts';
import {
  EXPENSIVE_QUERIES,
  ORDINARY_QUERIES,
  type Places,
  type QueryKind,
  readPlaces,
  WHOLE_BODY,
} from './expensive-queries.ts';
import { ATTACKS, type Attack, type Measured, measure } from './fair-sharing.ts';
import { keysOfNewAccount } from './keys-of-new-account.ts';
import { LOAD_CORES } from './load.ts';
import { newSession } from './new-session.ts';
import { seededRandom } from './seeded-random.ts';

const ONLY = process.env.ONLY ?? '';
/** Per row; a run takes about three minutes. A burst window lasts ten seconds, so one begins during most rows. */
const SECONDS = Number(process.env.SECONDS ?? 9);
/** Of each kind and content coding. */
const SAMPLES = 30;
/** Sent before, for the compilers. */
const WARM_UP = 15;
const ENCODINGS = ['identity', 'gzip', 'br'];
const UNLIMITED = 'unlimited';
const PLANS = `standard=300/10s+100000/day,bulk=3000/10s+5000000/day,${UNLIMITED}=100000000/10s+100000000000/day`;

beginProgram(import.meta.url);
const arena = new Arena();
try {
  const home = publishedIn(arena);
  const ours = await startOurs(arena, {
    home,
    settings: { LDS_PLANS: PLANS, LDS_FAILED_AUTH_PER_MINUTE: '120' },
  });
  const { database, close } = await openStore(home, { busyMilliseconds: 5000 });
  const account = (plan: string, keys: number) => keysOfNewAccount(database, { plan, keys });
  try {
    const [token = ''] = await account(UNLIMITED, 1);
    const places = await readPlaces(ours.address, token, 8000);
    await printProcessorTimes(ours, token, places);
    await printSharing(ours, places, account);
  } finally {
    await close();
  }
} finally {
  await arena.end();
}

async function printSharing(
  { address, server }: OurService,
  places: Places,
  account: (plan: string, keys: number) => Promise<string[]>,
): Promise<void> {
  console.log(`\nThe victim's look-ups, ms, and the attacker's requests per second, over ${SECONDS} s`);
  console.log('Kept off: how much of the time the server had work while another program had its core');
  console.log('| attacker | p50 | p99 | refused | answered/s | refused/s | kept off |');
  console.log(`|---|${'--:|'.repeat(6)}`);
  for (const attack of ATTACKS.filter(({ name }) => name.includes(ONLY))) {
    // Separate accounts in every row, so that none begins with a used-up limit.
    const [victim = ''] = await account('standard', 1);
    const attackers = await attackersOf(attack, address, account);
    const launcher = ['taskset', '-c', LOAD_CORES];
    const before = mainThread(server.pid);
    const arrangement = { address, victim, attackers, places, seconds: SECONDS, launcher };
    const measured = await measure(attack, arrangement);
    const keptOff = (mainThread(server.pid).waited - before.waited) / 1e9 / SECONDS;
    console.log(sharingRow(attack.name, measured, keptOff));
  }
}

async function attackersOf(
  { credential, plan, keys }: Attack,
  address: string,
  account: (plan: string, keys: number) => Promise<string[]>,
): Promise<string[]> {
  if (credential === 'none') return [''];
  return credential === 'key' ? account(plan, keys) : [await newSession(address)];
}

function sharingRow(name: string, measured: Measured, keptOff: number): string {
  const { p50, p99, sent, refused, failed, attacker } = measured;
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const cells = [
    p50.toFixed(1),
    p99.toFixed(1),
    failed === 0 ? percent(refused / sent) : `${percent(refused / sent)}, ${failed} failed`,
    attacker.answered.toFixed(0),
    attacker.failed === 0
      ? attacker.refused.toFixed(0)
      : `${attacker.refused.toFixed(0)}, ${attacker.failed} failed`,
    percent(keptOff),
  ];
  return `| ${[name, ...cells].join(' | ')} |`;
}

/**
 * Of the thread that responds: while it works for one request, all others wait. Compression and garbage collection in other
 * threads are not included.
 */
async function printProcessorTimes(
  { address, server }: OurService,
  token: string,
  places: Places,
): Promise<void> {
  console.log('Processor time of one uncached look-up on the answering thread, ms: median and longest');
  console.log(`| | ${ENCODINGS.join(' | ')} |\n|---|${'--:|'.repeat(ENCODINGS.length)}`);
  const pool = new Pool(address, { connections: 1 });
  const headers = { authorization: `Bearer ${token}` };
  const random = seededRandom(7);
  for (const kind of [...ORDINARY_QUERIES, ...EXPENSIVE_QUERIES]) {
    let asked = 0;
    const nanoseconds = async (encoding: string) => {
      const before = mainThread(server.pid).ran;
      const path = variant(kind, places, random, asked++);
      const answer = await pool.request({
        path,
        method: 'GET',
        headers: { ...headers, 'accept-encoding': encoding },
      });
      await answer.body.dump({ limit: WHOLE_BODY });
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
      return mainThread(server.pid).ran - before;
    };
    const cells: string[] = [];
    for (const encoding of ENCODINGS) {
      const measured: number[] = [];
      for (let sample = -WARM_UP; sample < SAMPLES; sample++) {
        const used = (await nanoseconds(encoding)) / 1e6;
        if (sample >= 0) measured.push(used);
      }
      cells.push(`${median(measured).toFixed(1)}, ${Math.max(...measured).toFixed(1)}`);
    }
    console.log(`| ${[kind.name, ...cells].join(' | ')} |`);
  }
  await pool.close();
}

/** From the end of the list of places, which the victim of the other table does not reach. */
function variant(kind: QueryKind, places: Places, random: () => number, n: number): string {
  const [cities, countries] = [places.cities.toReversed(), places.countries.toReversed()];
  return kind.path({ ...places, cities, countries }, random, 900 - n);
}

/** Nanoseconds that the main thread of a process, which has the process's id, ran and waited for a processor. */
function mainThread(pid: number | undefined): { ran: number; waited: number } {
  const [ran, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number);
  return { ran: ran ?? Number.NaN, waited: waited ?? Number.NaN };
}

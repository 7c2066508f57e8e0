/**
 * Keeps a server as busy as its keys allow: a separate process, so that measuring does not wait for it. Takes its
 * orders as JSON on standard input and writes the outcomes of its requests to standard output.
 */
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import {
  DASHBOARD,
  DOWNLOAD,
  EXPENSIVE_QUERIES,
  NAMES,
  type Places,
  type QueryKind,
  STRANGERS,
  WHOLE_BODY,
} from './expensive-queries.ts';
import { seededRandom } from './seeded-random.ts';

export interface Orders {
  address: string;
  /** Keys, or cookies of sessions; one empty text for strangers. */
  tokens: readonly string[];
  credential: 'key' | 'session' | 'none';
  /** Per token. */
  connections: number;
  /** How many addresses of this machine the connections come from. */
  addresses: number;
  /** Of EXPENSIVE_QUERIES, DOWNLOAD, DASHBOARD or STRANGERS, in turn. */
  queries: readonly string[];
  /** Whether it waits when its limit is used up, or keeps sending. */
  obeysLimits: boolean;
  seconds: number;
  seed: number;
  places: Places;
}

export interface Outcome {
  answered: number;
  /** 429 or 503; for strangers any error of theirs. */
  refused: number;
  /** Any other status, or none. */
  failed: number;
}

const ENCODINGS = ['br', 'gzip', 'identity'];

if (import.meta.main) {
  const orders: Orders = JSON.parse(await text(process.stdin));
  process.stdout.write(JSON.stringify(await attack(orders)));
}

async function attack(orders: Orders): Promise<Outcome> {
  const outcome: Outcome = { answered: 0, refused: 0, failed: 0 };
  const nextRequest = requests(orders);
  const endsAt = performance.now() + orders.seconds * 1000;
  await Promise.all(orders.tokens.map((token) => useKey(orders, token, nextRequest, endsAt, outcome)));
  return outcome;
}

async function useKey(
  { address, connections, addresses, tokens, credential, obeysLimits }: Orders,
  token: string,
  nextRequest: () => NextRequest,
  endsAt: number,
  outcome: Outcome,
): Promise<void> {
  const pools = poolsOf(address, connections, addresses);
  let startsAgainAt = 0;
  const connection = async (pool: Pool) => {
    while (performance.now() < endsAt) {
      if (obeysLimits && performance.now() < startsAgainAt) {
        await delay(Math.max(1, Math.min(startsAgainAt, endsAt) - performance.now()));
        continue;
      }
      const { path, encoding, form } = nextRequest();
      const headers = {
        ...(credential === 'key' && { authorization: `Bearer ${token}` }),
        ...(credential === 'session' && { cookie: token }),
        'accept-encoding': encoding,
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      };
      try {
        const sent = form === undefined ? { method: 'GET' } : { method: 'POST', body: String(form) };
        const answer = await pool.request({ path, headers, ...sent });
        await answer.body.dump({ limit: WHOLE_BODY });
        if (answer.statusCode === 200) outcome.answered++;
        else if (isRefusal(answer.statusCode, credential)) outcome.refused++;
        else outcome.failed++;
        // All the account's connections may have a request under way that is not counted yet.
        const wait = secondsToWait(String(answer.headers.ratelimit), connections * tokens.length);
        if (wait !== undefined) startsAgainAt = performance.now() + wait * 1000;
      } catch {
        outcome.failed++;
      }
    }
  };
  await Promise.all(
    pools.flatMap(({ pool, connections }) => Array.from({ length: connections }, () => connection(pool))),
  );
  await Promise.all(pools.map(({ pool }) => pool.destroy()));
}

/** One per address: this machine answers to all of 127.0.0.0/8. */
function poolsOf(address: string, connections: number, addresses: number) {
  return Array.from({ length: addresses }, (_, index) => {
    const ofThis = Math.floor((connections + index) / addresses);
    const connect = addresses === 1 ? {} : { localAddress: `127.0.1.${index + 1}` };
    return { pool: new Pool(address, { connections: ofThis, pipelining: 1, connect }), connections: ofThis };
  });
}

function isRefusal(status: number, credential: Orders['credential']): boolean {
  return status === 429 || status === 503 || (credential === 'none' && status >= 400 && status < 500);
}

/** Until the window that has least left is over, when that is not more than what is under way. */
function secondsToWait(rateLimit: string, underWay: number): number | undefined {
  for (const [, remaining, seconds] of rateLimit.matchAll(/;r=(\d+);t=(\d+)/g))
    if (Number(remaining) < underWay) return Number(seconds);
  return undefined;
}

interface NextRequest {
  path: string;
  encoding: string;
  form: URLSearchParams | undefined;
}

function requests({ queries, places, seed }: Orders): () => NextRequest {
  const kinds: QueryKind[] = [...EXPENSIVE_QUERIES, ...NAMES, DOWNLOAD, DASHBOARD, ...STRANGERS].filter(
    ({ name }) => queries.includes(name),
  );
  const random = seededRandom(seed);
  let n = 0;
  return () => {
    const round = Math.floor(n / kinds.length);
    const kind = kinds[n % kinds.length];
    const path = kind?.path(places, random, round) ?? '/v1/countries';
    const form = kind?.form?.(places, random, round);
    const encoding = ENCODINGS[round % ENCODINGS.length] ?? 'identity';
    n++;
    return { path, encoding, form };
  };
}

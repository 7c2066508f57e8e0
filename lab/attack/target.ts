import { openStore, type Store } from '../../src/service/storage/database.ts';
import { type Answer, bearer, type Exchange, exchange } from '../../test/support/http/exchange.ts';
import { atEnd, type Lifetime } from '../../test/support/lifetime.ts';
import { completeHome, createKey, serve } from '../../test/support/processes/lds.ts';

/** The server that is attacked. */
export interface Target {
  address: string;
  /** A key that it knows. */
  token: string;
  /** Of a server that was started for this; undefined for a running one, whose store we must not read. */
  own: { home: string; store: Store } | undefined;
}

/** Large enough for an attack: the fairness table has its own limits. */
const SETTINGS = {
  LDS_PLANS: 'standard=100000000/10s+100000000000/day',
  LDS_FAILED_AUTH_PER_MINUTE: '1000000000',
  LDS_DASHBOARD_PER_MINUTE: '1000000000',
  LDS_LOG_LEVEL: 'error',
};
/** The longest time to wait until a limit resets. */
const PATIENCE_SECONDS = 60;
/** A response that takes longer would delay everybody. */
const ANSWER_MILLISECONDS = 5000;

/** The server named on the command line, or one with a store of its own that ends with the checks. */
export async function attacked(t: Lifetime, settings: Record<string, string> = {}): Promise<Target> {
  const { ATTACK_URL: address, LDS_ATTACK_KEY: token } = process.env;
  if (address !== undefined && token !== undefined) return { address, token, own: undefined };
  const home = await completeHome(t);
  const server = await serve(t, home, { ...SETTINGS, ...settings });
  const store = await openStore(home, { busyMilliseconds: 5000 });
  atEnd(() => store.close(), t);
  return { address: server.address, token: await createKey(home, 'attack'), own: { home, store } };
}

/** With the key. If its limit is used up, waits for the next window. */
export async function ask({ address, token }: Target, path: string, options: Exchange = {}): Promise<Answer> {
  const headers = { ...bearer(token), ...options.headers };
  for (;;) {
    const signal = AbortSignal.timeout(ANSWER_MILLISECONDS);
    const answer = await exchange(address, path, { ...options, headers, signal });
    const seconds = Number(answer.headers['retry-after']);
    if (answer.status !== 429 || !(seconds <= PATIENCE_SECONDS)) return answer;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

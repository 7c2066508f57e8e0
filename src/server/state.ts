import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../service/config.ts';
import { KeyRing } from '../service/keys/key-ring.ts';
import { KnownKeys } from '../service/keys/known-keys.ts';
import { MAX_SERIES, Meter } from '../service/keys/meter.ts';
import { quotaRestoration } from '../service/keys/quota-restoration.ts';
import { RecentRequests } from '../service/keys/recent-requests.ts';
import type { Ledger } from '../service/limits/ledger.ts';
import { Limiter } from '../service/limits/limiter.ts';
import type { Store } from '../service/storage/database.ts';
import { isUnreachable } from '../service/storage/unreachable.ts';

/** What a server keeps in memory of keys and their use. */
export interface State {
  keys: KeyRing;
  limiter: Limiter;
  meter: Meter;
  /** Undefined if recent requests are not kept. */
  recent: RecentRequests | undefined;
}

export interface StateParts {
  config: Config;
  store: Store;
  /** Undefined if this process counts alone. */
  ledger: Ledger | undefined;
}

/** How long a start waits for quotas. With very many keys they are complete some seconds later. */
const RESTORATION_MILLISECONDS = 1000;

/**
 * Loads the state from the store or, while the store is unreachable, from what this node knew last.
 *
 * @param ends is given what writes everything that is not in the store yet, to run at the end
 */
export async function openState(
  { config, store, ledger }: StateParts,
  ends: AsyncDisposableStack,
): Promise<State> {
  const known = config.databaseUrl === undefined ? undefined : new KnownKeys(config);
  const keys = new KeyRing(store, Date.now, config.keyCache, known);
  await keys.begin();
  const limiter = new Limiter(config.plans, ledger && { ledger });
  const restoreQuotas = quotaRestoration(store, limiter);
  const restored = restoreQuotas().catch((error) => {
    // The restoration continues when the store is back, before usage is written.
    if (!isUnreachable(error)) throw error;
  });
  await Promise.race([restored, delay(RESTORATION_MILLISECONDS, undefined, { ref: false })]);
  const meter = new Meter(store.database, Date.now, MAX_SERIES, restoreQuotas);
  const recent = config.recentRequests ? new RecentRequests(store.database) : undefined;
  ends.defer(() => meter.stop());
  // If this fails, only the recent requests of the last seconds are lost.
  ends.defer(() => recent?.flush().catch(() => {}));
  ends.defer(() => limiter.stop());
  return { keys, limiter, meter, recent };
}

import type { Limiter } from '../limits/limiter.ts';
import type { Store } from '../storage/database.ts';
import { allKeys } from '../storage/keys.ts';
import { usageOfDay } from '../storage/usage.ts';
import { toApiKey } from './key.ts';
import { CHARGED_OUTCOMES } from './meter.ts';

/** Charges today's stored usage again, so that a restart gives nobody a new quota. */
export async function restoreQuotas(store: Store, limiter: Limiter): Promise<void> {
  const keys = new Map((await allKeys(store.database)).map((row) => [row.id, toApiKey(row)]));
  const today = new Date().toISOString().slice(0, 10);
  for (const { key_id, outcome, requests } of await usageOfDay(store.database, today)) {
    const key = keys.get(key_id);
    if (key !== undefined && CHARGED_OUTCOMES.includes(outcome)) limiter.restore(key, requests);
  }
}

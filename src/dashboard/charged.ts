import { CHARGED_OUTCOMES } from '../service/keys/meter.ts';
import type { Tables } from '../service/storage/schema.ts';
import { usageAddedUp } from '../service/storage/usage.ts';

/** The requests of a day that count against the daily quota, by key; keys without any are left out. */
export async function chargedOn(
  database: Tables,
  keys: readonly string[],
  day: string,
): Promise<Map<string, number>> {
  const charged = new Map<string, number>();
  // A node whose clock is ahead may have begun the next day.
  for await (const sums of usageAddedUp(database, keys, day, ['key_id', 'day', 'outcome']))
    for (const sum of sums)
      if (sum.day === day && CHARGED_OUTCOMES.includes(sum.outcome))
        charged.set(sum.key_id, sum.requests + (charged.get(sum.key_id) ?? 0));
  return charged;
}

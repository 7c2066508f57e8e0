import { UsageError } from '../process/operator-error.ts';
import { readConfig } from '../service/config.ts';
import type { Store } from '../service/storage/database.ts';
import { openConfiguredStore } from '../service/storage/open.ts';
import { asUnreachable, isUnreachable } from '../service/storage/unreachable.ts';

/** Opens the store of the settings for the length of one command. */
export async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openConfiguredStore(readConfig(process.env), 'command');
  try {
    await work(store);
  } catch (error) {
    throw isUnreachable(error as Error) ? asUnreachable(error as Error) : error;
  } finally {
    await store.close();
  }
}

/** @throws UsageError for a plan that LDS_PLANS does not have */
export function existingPlan(name: string): string {
  const { plans } = readConfig(process.env);
  if (plans.has(name)) return name;
  throw new UsageError(`There is no plan ${name}: LDS_PLANS has ${[...plans.keys()].join(', ')}.`);
}

import { readConfig } from '../config.ts';
import type { Store } from '../storage/database.ts';
import { openConfiguredStore } from '../storage/open.ts';

/** Opens the store of the settings for the length of one command. */
export async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openConfiguredStore(readConfig(process.env), 'command');
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

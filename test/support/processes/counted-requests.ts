import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Requests counted in the store of an LDS_HOME, of all keys, days, endpoints and outcomes. */
export function countedRequests(home: string): number {
  const database = new DatabaseSync(join(home, 'lds.sqlite'), { timeout: 5000 });
  try {
    return Number(database.prepare('SELECT coalesce(sum(requests), 0) AS sum FROM usage_daily').get()?.sum);
  } finally {
    database.close();
  }
}

import { removeUnconfirmed } from './accounts.ts';
import { tidyAgents } from './agents.ts';
import { removeDeletedKeys, removeEndedKeys } from './keys.ts';
import { removeRecentRequests } from './recent-requests.ts';
import type { Tables } from './schema.ts';
import { rollUpUsage } from './usage.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** After this time, every node has seen that a deleted key is revoked. */
const DELETED_KEYS = HOUR;
/** Usage is shown for 90 days, so an ended key is kept until its last day is no longer shown. */
const ENDED_KEYS = 90 * DAY;
/** The longest window of attempts. */
const ATTEMPTS = DAY;
/** Agents that registered, and that nobody has allowed. */
const UNUSED_CLIENTS = DAY;
const ACTIVITY = 400 * DAY;
/** A node that does not know whether a batch was stored sends it again within seconds. */
const USAGE_BATCHES = DAY;
/** Reports that the operator has closed. */
const CLOSED_REPORTS = 400 * DAY;
/** Seven UTC days, today included. */
const RECENT_REQUESTS = 6 * DAY;

/**
 * Removes expired rows. Any number of nodes may do so at once.
 *
 * @param sendsMail without mail nobody can confirm an address: unconfirmed accounts stay
 */
export async function tidy(
  database: Tables,
  now: number,
  { sendsMail }: { sendsMail: boolean },
): Promise<void> {
  const at = (age: number) => new Date(now - age).toISOString();
  await removeDeletedKeys(database, at(DELETED_KEYS));
  await removeEndedKeys(database, at(ENDED_KEYS));
  if (sendsMail) await removeUnconfirmed(database, { confirmBy: at(0) });
  await database.deleteFrom('session').where('expires_at', '<', at(0)).execute();
  await database.deleteFrom('verification').where('expires_at', '<', at(0)).execute();
  await database
    .deleteFrom('attempt')
    .where((row) =>
      row.or([
        row('window_started_at', '<', now - ATTEMPTS),
        // The clock was set back.
        row('window_started_at', '>', now + ATTEMPTS),
      ]),
    )
    .execute();
  await tidyAgents(database, at(0), at(UNUSED_CLIENTS));
  await database.deleteFrom('usage_batch').where('written_at', '<', at(USAGE_BATCHES)).execute();
  await database.deleteFrom('activity').where('at', '<', at(ACTIVITY)).execute();
  await database.deleteFrom('report').where('closed_at', '<', at(CLOSED_REPORTS)).execute();
}

/** Removes recent requests that are too old, or all of them where none are kept. Any number of nodes may do so at once. */
export async function tidyRecentRequests(
  database: Tables,
  now: number,
  { recentRequests }: { recentRequests: boolean },
): Promise<void> {
  const age = recentRequests ? RECENT_REQUESTS : -DAY;
  await removeRecentRequests(database, new Date(now - age).toISOString().slice(0, 10));
}

/** Adds days that are too old to their months, and removes months that are too old. Any number of nodes may do so at once. */
export async function tidyUsage(
  database: Tables,
  now: number,
  { usageDays, usageMonths }: { usageDays: number; usageMonths: number },
): Promise<void> {
  await rollUpUsage(database, new Date(now - usageDays * DAY).toISOString().slice(0, 10));
  await database.deleteFrom('usage_monthly').where('month', '<', monthBefore(now, usageMonths)).execute();
}

function monthBefore(now: number, months: number): string {
  const month = new Date(now);
  month.setUTCMonth(month.getUTCMonth() - months, 1);
  return month.toISOString().slice(0, 7);
}

import { stringify } from 'csv-stringify/sync';
import { OPERATIONS } from '../api/api.ts';
import { stateOf, toApiKey } from '../keys/key.ts';
import type { Limiter } from '../keys/limiter.ts';
import type { Meter } from '../keys/meter.ts';
import type { Store } from '../storage/database.ts';
import { type ApiKeyRow, keysOfAccount } from '../storage/keys.ts';
import { type UsageRow, usageOfKeys } from '../storage/usage.ts';
import { lastDays } from './days.ts';
import { Fault } from './fault.ts';
import type { KeyQuota, Outcome, Outcomes, Usage } from './interface.ts';

export interface UsageReportsParts {
  store: Store;
  meter: Meter;
  limiter: Limiter;
}

export interface UsageQuery {
  /** All of the account's keys together when absent. */
  key?: string | undefined;
  /** How many days back, today included. */
  days: number;
}

/**
 * What the keys of an account were used for: to this moment what this process has counted, and what others have to their last
 * write, a few seconds ago.
 */
export class UsageReports {
  readonly #parts: UsageReportsParts;

  constructor(parts: UsageReportsParts) {
    this.#parts = parts;
  }

  async report(accountId: string, query: UsageQuery): Promise<Usage> {
    const now = Date.now();
    const { keys, rows } = await this.#read(accountId, query, now);
    const byDay = sums(rows, ({ day }) => day);
    const byEndpoint = [...sums(rows, ({ endpoint }) => endpoint)].map(([endpoint, outcomes]) => ({
      endpoint,
      ...pathOf(endpoint),
      ...outcomes,
    }));
    const active = keys.filter((key) => stateOf(toApiKey(key), now) === 'active');
    return {
      days: lastDays(query.days, now).map((day) => ({ day, ...(byDay.get(day) ?? noRequests()) })),
      endpoints: byEndpoint.toSorted((one, other) => total(other) - total(one)),
      quotas: await Promise.all(active.map((key) => this.#quota(key))),
    };
  }

  /** Day, key, endpoint and outcome with their requests, for a spreadsheet. */
  async csv(accountId: string, query: UsageQuery): Promise<string> {
    const { keys, rows } = await this.#read(accountId, query, Date.now());
    const names = new Map(keys.map(({ id, label }) => [id, label]));
    return stringify(
      rows.map(({ day, key_id, endpoint, outcome, requests }) => ({
        day,
        key_id,
        key_name: names.get(key_id) ?? '',
        endpoint,
        outcome,
        requests,
      })),
      {
        header: true,
        columns: ['day', 'key_id', 'key_name', 'endpoint', 'outcome', 'requests'],
        record_delimiter: 'windows',
        // A spreadsheet takes what begins like this for a formula.
        escape_formulas: true,
      },
    );
  }

  async #read(accountId: string, { key, days }: UsageQuery, now: number) {
    const { store, meter } = this.#parts;
    await meter.flush();
    const all = await keysOfAccount(store.database, accountId);
    const keys = key === undefined ? all : all.filter(({ id }) => id === key);
    if (key !== undefined && keys.length === 0) throw new Fault('not_found', 'Your account has no such key.');
    const since = lastDays(days, now)[0] ?? '';
    const rows = await usageOfKeys(
      store.database,
      keys.map(({ id }) => id),
      since,
    );
    return { keys, rows };
  }

  async #quota({ id, plan }: ApiKeyRow): Promise<KeyQuota> {
    const { window, remaining, startedAt } = await this.#parts.limiter.daily(id, plan);
    return {
      key_id: id,
      plan,
      used: window.requests - remaining,
      limit: window.requests,
      resets_at: new Date(startedAt + window.seconds * 1000).toISOString(),
    };
  }
}

/** How people know an operation; what is counted as `other` has no path. */
function pathOf(operationId: string): { path?: string } {
  const operation = OPERATIONS.find((candidate) => candidate.operationId === operationId);
  return operation === undefined ? {} : { path: `GET /v1${operation.path}` };
}

function noRequests(): Outcomes {
  return { '2xx': 0, '304': 0, '4xx': 0, '429': 0, '5xx': 0 };
}

function sums(rows: readonly UsageRow[], by: (row: UsageRow) => string): Map<string, Outcomes> {
  const found = new Map<string, Outcomes>();
  for (const row of rows) {
    const outcomes = found.get(by(row)) ?? noRequests();
    outcomes[row.outcome as Outcome] += row.requests;
    found.set(by(row), outcomes);
  }
  return found;
}

function total(outcomes: Outcomes): number {
  return outcomes['2xx'] + outcomes['304'] + outcomes['4xx'] + outcomes['429'] + outcomes['5xx'];
}

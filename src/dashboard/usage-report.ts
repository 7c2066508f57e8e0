import { stringify } from 'csv-stringify/sync';
import { OPERATIONS } from '../api/api.ts';
import type { Plan } from '../config.ts';
import { lineageOf, stateOf, toApiKey } from '../keys/key.ts';
import { partOf } from '../keys/limiter.ts';
import { CHARGED_OUTCOMES, type Meter } from '../keys/meter.ts';
import type { Store } from '../storage/database.ts';
import { type ApiKeyRow, keysOfAccount } from '../storage/keys.ts';
import { type UsageRow, usageOfKeys } from '../storage/usage.ts';
import { lastDays } from './days.ts';
import { Fault } from './fault.ts';
import type { KeyQuota, Outcome, Outcomes, Usage } from './interface.ts';

const DAY = 86_400_000;

export interface UsageReportsParts {
  store: Store;
  meter: Meter;
  /** Of every account. */
  plan: Plan;
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
    const { all, keys, rows, ofAll } = await this.#read(accountId, query, now);
    const byDay = sums(rows, ({ day }) => day);
    const byEndpoint = [...sums(rows, ({ endpoint }) => endpoint)].map(([endpoint, outcomes]) => ({
      endpoint,
      ...pathOf(endpoint),
      ...outcomes,
    }));
    const charged = chargedOn(lastDays(1, now)[0] ?? '', ofAll);
    return {
      days: lastDays(query.days, now).map((day) => ({ day, ...(byDay.get(day) ?? noRequests()) })),
      endpoints: byEndpoint.toSorted((one, other) => total(other) - total(one)),
      quota: {
        used: sum(all.map(({ id }) => charged.get(id) ?? 0)),
        limit: this.#parts.plan.daily.requests,
        resets_at: new Date(now - (now % DAY) + DAY).toISOString(),
      },
      keys: keysOfInterest(keys, charged, now)
        .map((key) => this.#keyQuota(key, all, charged))
        .toSorted((one, other) => other.used - one.used),
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
    const ids = all.map(({ id }) => id);
    const ofAll = await usageOfKeys(store.database, ids, lastDays(days, now)[0] ?? '');
    const rows = key === undefined ? ofAll : ofAll.filter(({ key_id }) => key_id === key);
    return { all, keys, rows, ofAll };
  }

  #keyQuota(key: ApiKeyRow, all: readonly ApiKeyRow[], charged: ReadonlyMap<string, number>): KeyQuota {
    const { id, share } = key;
    if (share === null) return { key_id: id, used: charged.get(id) ?? 0, share, limit: null };
    const lineage = all.filter((other) => lineageOf(other) === lineageOf(key));
    return {
      key_id: id,
      used: sum(lineage.map((each) => charged.get(each.id) ?? 0)),
      share,
      limit: partOf(this.#parts.plan.daily, share).requests,
    };
  }
}

/** Keys that work, and those that have ended since they were used today, unless a successor's share includes them. */
function keysOfInterest(
  keys: readonly ApiKeyRow[],
  charged: ReadonlyMap<string, number>,
  now: number,
): ApiKeyRow[] {
  const isActive = (key: ApiKeyRow) => stateOf(toApiKey(key), now) === 'active';
  const included = new Set(keys.filter((key) => isActive(key) && key.share !== null).map(lineageOf));
  return keys.filter((key) => isActive(key) || (charged.has(key.id) && !included.has(lineageOf(key))));
}

/** Requests that count against the quota, by key. */
function chargedOn(today: string, rows: readonly UsageRow[]): Map<string, number> {
  const charged = new Map<string, number>();
  for (const { day, key_id, outcome, requests } of rows) {
    if (day === today && CHARGED_OUTCOMES.includes(outcome))
      charged.set(key_id, (charged.get(key_id) ?? 0) + requests);
  }
  return charged;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
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

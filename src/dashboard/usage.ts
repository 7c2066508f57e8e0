import { stringify } from 'csv-stringify/sync';
import { Problem } from '../engine/problems.ts';
import { messageOf } from '../service/accounts/messages.ts';
import { lineageOf, stateOf, toApiKey } from '../service/keys/key.ts';
import { CHARGED_OUTCOMES, type Meter } from '../service/keys/meter.ts';
import { type Limiter, partOf } from '../service/limits/limiter.ts';
import { type Plan, planNamed } from '../service/plan.ts';
import { accountById } from '../service/storage/accounts.ts';
import { type AttemptLimit, countAttempt } from '../service/storage/attempts.ts';
import { type ApiKeyRow, keysOfAccount } from '../service/storage/keys.ts';
import type { Tables } from '../service/storage/schema.ts';
import { type UsageRow, usageAddedUp, usageOf } from '../service/storage/usage.ts';
import { pathOf } from './account-keys.ts';
import { DAY, firstDay, lastDays } from './days.ts';
import type { KeyQuota, Outcome, Outcomes, Usage, UsageQuery } from './interface.ts';
import type { DashboardParts } from './route.ts';

type UsageParts = Pick<DashboardParts, 'store' | 'meter' | 'behindSeconds' | 'plans'>;

/**
 * What the keys of an account were used for. It includes everything that this process has counted, and what the others have
 * written, which they do every few seconds.
 */
export async function usageReport(parts: UsageParts, accountId: string, query: UsageQuery): Promise<Usage> {
  const count = daysOf(query);
  const now = Date.now();
  const { database } = parts.store;
  const { all, keys } = await keysIn(parts, accountId, query);
  const account = await accountById(database, accountId);
  const { daily } = planNamed(parts.plans, account?.plan ?? null);
  const charged = await chargedOn(database, all.map(idOf), firstDay(1, now));
  const byDay = new Map<string, Outcomes>();
  const byEndpoint = new Map<string, Outcomes>();
  const since = firstDay(count, now);
  for await (const sums of usageAddedUp(database, keys.map(idOf), since, ['day', 'endpoint', 'outcome']))
    for (const sum of sums) {
      const outcome = sum.outcome as Outcome;
      byDay.getOrInsertComputed(sum.day, noRequests)[outcome] += sum.requests;
      byEndpoint.getOrInsertComputed(sum.endpoint, noRequests)[outcome] += sum.requests;
    }
  const mostUsed = [...byEndpoint].sort(
    ([id, one], [otherId, other]) =>
      sumOf(Object.values(other)) - sumOf(Object.values(one)) || (id < otherId ? -1 : 1),
  );
  return {
    days: lastDays(count, now).map((day) => ({ day, ...(byDay.get(day) ?? noRequests()) })),
    endpoints: mostUsed.map(([endpoint, outcomes]) => ({ endpoint, ...pathOf(endpoint), ...outcomes })),
    behind_seconds: parts.behindSeconds,
    quota: {
      used: sumOf(charged.values()),
      limit: daily.requests,
      resets_at: new Date(now - (now % DAY) + DAY).toISOString(),
    },
    keys: keyQuotas(keys, all, charged, daily).toSorted((one, other) => other.used - one.used),
  };
}

/** Requests by day, key, endpoint and outcome, for a spreadsheet. It comes in parts. */
export async function usageCsv(
  parts: UsageParts,
  accountId: string,
  query: UsageQuery,
): Promise<AsyncIterable<string>> {
  const { keys } = await keysIn(parts, accountId, query);
  const names = new Map(keys.map(({ id, label }) => [id, label]));
  const whose = query.key === undefined ? { account: accountId } : { key: query.key };
  return csvOf(names, usageOf(parts.store.database, whose, firstDay(daysOf(query), Date.now())));
}

/** How many days back, today included. */
function daysOf({ days = '90' }: UsageQuery): number {
  return Number(days);
}

/** One key, or all keys of the account together. */
async function keysIn({ store, meter }: UsageParts, accountId: string, { key }: UsageQuery) {
  await meter.flush();
  const all = await keysOfAccount(store.database, accountId);
  const keys = key === undefined ? all : all.filter(({ id }) => id === key);
  if (key !== undefined && keys.length === 0) throw new Problem('not_found', 'Your account has no such key.');
  return { all, keys };
}

/** @param all the keys of the account @param charged today's requests that count against the quota, by key */
function keyQuotas(
  keys: readonly ApiKeyRow[],
  all: readonly ApiKeyRow[],
  charged: ReadonlyMap<string, number>,
  daily: Plan['daily'],
): KeyQuota[] {
  const usedBy = ({ id }: ApiKeyRow) => charged.get(id) ?? 0;
  const lines = Map.groupBy(all, lineageOf);
  return keysOfInterest(keys, charged).map((key) => {
    const { id, share, label: name } = key;
    if (share === null) return { key_id: id, name, used: usedBy(key), share, limit: null };
    const used = sumOf((lines.get(lineageOf(key)) ?? []).map(usedBy));
    return { key_id: id, name, used, share, limit: partOf(daily, share).requests };
  });
}

/** Leaves out usage of keys that were created since their names were read. */
async function* csvOf(
  names: ReadonlyMap<string, string>,
  usage: AsyncIterable<UsageRow[]>,
): AsyncGenerator<string> {
  const columns = ['day', 'key_id', 'key_name', 'endpoint', 'outcome', 'requests'];
  const lines = (rows: object[], header: boolean) =>
    stringify(rows, {
      // At the beginning of the file, for Excel, which would break names such as “São Paulo”.
      bom: header,
      header,
      columns,
      record_delimiter: 'windows',
      // So that spreadsheets do not run a key's name as a formula.
      escape_formulas: true,
    });
  yield lines([], true);
  for await (const rows of usage)
    yield lines(
      rows.flatMap((row) => {
        const key_name = names.get(row.key_id);
        return key_name === undefined ? [] : { ...row, key_name };
      }),
      false,
    );
}

/** Active keys, and others that were used today, unless the share of a successor includes them. */
function keysOfInterest(keys: readonly ApiKeyRow[], charged: ReadonlyMap<string, number>): ApiKeyRow[] {
  const now = Date.now();
  const isActive = (key: ApiKeyRow) => stateOf(toApiKey(key), now) === 'active';
  const included = new Set(keys.filter((key) => isActive(key) && key.share !== null).map(lineageOf));
  return keys.filter((key) => isActive(key) || (charged.has(key.id) && !included.has(lineageOf(key))));
}

function idOf({ id }: ApiKeyRow): string {
  return id;
}

function noRequests(): Outcomes {
  return { '2xx': 0, '304': 0, '4xx': 0, '429': 0, '5xx': 0 };
}

/** Of numbers of requests. */
function sumOf(requests: Iterable<number>): number {
  return Iterator.from(requests).reduce((sum, each) => sum + each, 0);
}

/** The requests of a day that count against the daily quota, by key; keys without any are left out. */
async function chargedOn(
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

/** Per cent of the day's quota at which an account gets mail, the highest first. */
const STEPS = [100, 80] as const;

export interface QuotaAlertsParts extends Pick<DashboardParts, 'store' | 'mailer' | 'plans' | 'publicUrl'> {
  limiter: Limiter;
  meter: Meter;
  clock?: () => number;
}

/** The subject names the day, so this only has to be no less than a day. */
const ONCE: AttemptLimit = { attempts: 1, seconds: 86_400 };

/**
 * Tells accounts by mail that 80 or 100 per cent of the day's quota are used: once for each step and day, over all nodes. Each
 * process looks at the accounts that its own limits say are near; the stored usage, which all nodes write, decides.
 */
export class QuotaAlerts {
  readonly #parts: QuotaAlertsParts;
  readonly #clock: () => number;
  /** What needs no further look on that day, as `STEP ACCOUNT`. */
  #settled = { day: '', alerts: new Set<string>() };

  constructor(parts: QuotaAlertsParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? Date.now;
  }

  /** Sends what is due. It costs next to nothing while no account is near its quota. */
  async check(): Promise<void> {
    const { limiter, meter } = this.#parts;
    const near = limiter.nearDailyLimit(Math.min(...STEPS) / 100);
    const [day = ''] = lastDays(1, this.#clock());
    if (day !== this.#settled.day) this.#settled = { day, alerts: new Set() };
    const open = near.filter((holder) => !this.#settled.alerts.has(`100 ${holder}`));
    if (open.length === 0) return;
    await meter.flush();
    for (const holder of open) await this.#checkAccount(holder, day);
  }

  async #checkAccount(id: string, day: string): Promise<void> {
    const { store, plans, mailer, publicUrl } = this.#parts;
    const account = await accountById(store.database, id);
    // Keys from the command line belong to nobody.
    if (account === undefined) {
      this.#settled.alerts.add(`100 ${id}`);
      return;
    }
    const { requests: limit } = planNamed(plans, account.plan).daily;
    const ids = (await keysOfAccount(store.database, id)).map((key) => key.id);
    const used = sumOf((await chargedOn(store.database, ids, day)).values());
    const step = STEPS.find((each) => used >= (limit * each) / 100);
    if (step === undefined || this.#settled.alerts.has(`${step} ${id}`)) return;
    const isFirst = (await countAttempt(store.database, `${step} % of ${day} of ${id}`, ONCE)).allowed;
    // An address that nobody has confirmed may be somebody else's.
    if (isFirst && account.email_verified === 1 && account.quota_alerts !== 0)
      mailer.send(
        messageOf(step < 100 ? 'quotaNear' : 'quotaUsed', account.email, {
          publicUrl,
          step,
          used: used.toLocaleString('en'),
          limit: limit.toLocaleString('en'),
        }),
      );
    this.#settled.alerts.add(`${step} ${id}`);
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { OperatorError } from '../../process/operator-error.ts';
import type { Tables } from '../storage/schema.ts';
import { addUsage, type UsageRow } from '../storage/usage.ts';

/** Classes of responses by which usage is counted. `304` and `429` cost no quota, so each has its own class. */
export type Outcome = '2xx' | '304' | '4xx' | '429' | '5xx';

export function outcomeOf(status: number): Outcome {
  if (status === 304 || status === 429) return `${status}` as Outcome;
  if (status < 400) return '2xx';
  return status < 500 ? '4xx' : '5xx';
}

/** Outcomes that count against the daily quota. */
export const CHARGED_OUTCOMES: readonly string[] = ['2xx', '4xx', '5xx'] satisfies Outcome[];

/** Written in one transaction. */
interface UsageBatch {
  id: string;
  counts: UsageRow[];
  /** When each key was last used. */
  lastUsed: Map<string, string>;
}

/** The most counts in memory, about 100 MB: as many as a hundred thousand active keys have after a day without a store. */
export const MAX_SERIES = 500_000;

/** The command line waits this long for the store, and so do we. */
const LAST_FLUSH_MILLISECONDS = 10_000;

/**
 * Counts requests per key, day, endpoint and outcome in memory, and adds them to the store every few seconds and at shutdown, so
 * that no request waits for it. A failed write loses nothing. A write whose outcome is unknown is repeated under the same id, and
 * counts nothing twice. A crash loses what was counted since the last write.
 */
export class Meter {
  readonly #database: Tables;
  readonly #clock: () => number;
  readonly #maxSeries: number;
  readonly #mayWrite: () => Promise<void>;
  /** By `KEY DAY ENDPOINT OUTCOME`. */
  #counts = new Map<string, number>();
  #lastUsed = new Map<string, number>();
  #day = { start: Number.NaN, name: '' };
  /** A batch that the store refused, or may have stored without confirming it. It is written again before any other. */
  #unwritten: UsageBatch | undefined;
  #writing: Promise<void> = Promise.resolve();
  #lost = 0;
  /** How many of them the log has. */
  #reported = 0;

  /** @param mayWrite resolves when what is counted may be written */
  constructor(
    database: Tables,
    clock: () => number = Date.now,
    maxSeries = MAX_SERIES,
    mayWrite = async () => {},
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#maxSeries = maxSeries;
    this.#mayWrite = mayWrite;
  }

  /** Requests that went uncounted so far, because the store failed for so long that memory for counts ran out. */
  get lost(): number {
    return this.#lost;
  }

  /** Requests that are counted but not written yet. */
  get pending(): number {
    const unwritten = this.#unwritten?.counts.reduce((sum, { requests }) => sum + requests, 0) ?? 0;
    return this.#counts.values().reduce((sum, requests) => sum + requests, unwritten);
  }

  record(keyId: string, endpoint: string, outcome: Outcome): void {
    const now = this.#clock();
    const series = `${keyId} ${this.#dayOf(now)} ${endpoint} ${outcome}`;
    const counted = this.#counts.get(series);
    if (counted !== undefined || this.#counts.size < this.#maxSeries)
      this.#counts.set(series, (counted ?? 0) + 1);
    else this.#lost++;
    this.#lastUsed.set(keyId, now);
  }

  /** Writes what has been counted, after any write that is under way. Rejects when the store refuses. */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write());
    return this.#writing;
  }

  /** As `flush`. Logs requests that could not be counted. */
  async write(log: Pick<Logger, 'error'>): Promise<void> {
    await this.flush();
    const requests = this.#lost - this.#reported;
    this.#reported += requests;
    if (requests > 0)
      log.error({ requests }, 'requests went uncounted: the store could not be written for too long');
  }

  /**
   * The last write, retried for a while: another process may be writing, or the database restarting. Without usage there is
   * nothing to wait for, even if the store was never reached.
   */
  async stop(): Promise<void> {
    const end = performance.now() + LAST_FLUSH_MILLISECONDS;
    while (this.pending > 0)
      try {
        await this.flush();
        return;
      } catch (error) {
        if (performance.now() > end)
          throw new OperatorError(
            `The usage of the last ${this.pending} requests could not be written (${(error as Error).message}) and is lost.`,
          );
        await delay(100);
      }
  }

  async #write(): Promise<void> {
    await this.#mayWrite();
    if (this.#unwritten !== undefined) await this.#writeBatch(this.#unwritten);
    if (this.#counts.size > 0) await this.#writeBatch(this.#takeBatch());
  }

  async #writeBatch(batch: UsageBatch): Promise<void> {
    this.#unwritten = batch;
    const { id, counts, lastUsed } = batch;
    await addUsage(this.#database, counts, lastUsed, id);
    this.#unwritten = undefined;
  }

  #takeBatch(): UsageBatch {
    const batch = {
      id: randomUUID(),
      counts: toRows(this.#counts),
      lastUsed: new Map([...this.#lastUsed].map(([id, at]) => [id, new Date(at).toISOString()])),
    };
    this.#counts = new Map();
    this.#lastUsed = new Map();
    return batch;
  }

  /** The UTC day, formatted once a day instead of once a request. */
  #dayOf(now: number): string {
    const start = now - (now % 86_400_000);
    if (start !== this.#day.start) this.#day = { start, name: new Date(start).toISOString().slice(0, 10) };
    return this.#day.name;
  }
}

function toRows(counts: ReadonlyMap<string, number>): UsageRow[] {
  return [...counts].map(([series, requests]) => {
    const [key_id = '', day = '', endpoint = '', outcome = ''] = series.split(' ');
    return { key_id, day, endpoint, outcome, requests };
  });
}

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
  #counts = new Map<string, Map<string, number>>();
  #series = 0;
  #lastUsed = new Map<string, number>();
  #day = { start: Number.NaN, name: '' };
  /** A batch that the store refused, or may have stored without confirming it. It is written again before any other. */
  #unwritten: UsageBatch | undefined;
  #writing: Promise<void> = Promise.resolve();
  #lost = 0;

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
    const requests = (counts: Iterable<number>) => [...counts].reduce((sum, count) => sum + count, 0);
    const written = requests(this.#unwritten?.counts.map((count) => count.requests) ?? []);
    return written + requests(this.#counts.values().flatMap((ofKey) => ofKey.values()));
  }

  record(keyId: string, endpoint: string, outcome: Outcome): void {
    const now = this.#clock();
    this.#add(keyId, `${this.#dayOf(now)} ${endpoint} ${outcome}`);
    this.#lastUsed.set(keyId, now);
  }

  /** Writes what has been counted, after any write that is under way. Rejects when the store refuses. */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    await this.#mayWrite();
    if (this.#unwritten !== undefined) await this.#writeBatch(this.#unwritten);
    if (this.#series > 0) await this.#writeBatch(this.#takeBatch());
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
    this.#series = 0;
    return batch;
  }

  #add(keyId: string, series: string): void {
    let ofKey = this.#counts.get(keyId);
    if (ofKey === undefined) {
      ofKey = new Map();
      this.#counts.set(keyId, ofKey);
    }
    const counted = ofKey.get(series);
    if (counted !== undefined) ofKey.set(series, counted + 1);
    else if (this.#series < this.#maxSeries) {
      ofKey.set(series, 1);
      this.#series++;
    } else this.#lost++;
  }

  /** The UTC day, formatted once a day instead of once a request. */
  #dayOf(now: number): string {
    const start = now - (now % 86_400_000);
    if (start !== this.#day.start) this.#day = { start, name: new Date(start).toISOString().slice(0, 10) };
    return this.#day.name;
  }
}

function toRows(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): UsageRow[] {
  return [...counts].flatMap(([key_id, series]) =>
    [...series].map(([name, requests]) => {
      const [day = '', endpoint = '', outcome = ''] = name.split(' ');
      return { key_id, day, endpoint, outcome, requests };
    }),
  );
}

/** The command line waits this long for the store, and so do we. */
const LAST_FLUSH_MILLISECONDS = 10_000;

/** Writes the meter's counts to the store, and logs requests that could not be counted. */
export class UsageWriter {
  readonly #meter: Meter;
  readonly #log: Pick<Logger, 'error'>;
  #reported = 0;

  constructor(meter: Meter, log: Pick<Logger, 'error'>) {
    this.#meter = meter;
    this.#log = log;
  }

  async write(): Promise<void> {
    await this.#meter.flush();
    const requests = this.#meter.lost - this.#reported;
    this.#reported += requests;
    if (requests > 0)
      this.#log.error({ requests }, 'requests went uncounted: the store could not be written for too long');
  }

  /**
   * The last write, retried for a while: another process may be writing, or the database restarting. Without usage there is
   * nothing to wait for, even if the store was never reached.
   */
  async stop(): Promise<void> {
    if (this.#meter.pending === 0) return;
    const end = performance.now() + LAST_FLUSH_MILLISECONDS;
    for (;;) {
      try {
        await this.#meter.flush();
        return;
      } catch (error) {
        if (performance.now() > end)
          throw new OperatorError(
            `The usage of the last ${this.#meter.pending} requests could not be written (${(error as Error).message}) and is lost.`,
          );
        await delay(100);
      }
    }
  }
}

import type { Kysely } from 'kysely';
import type { Database } from '../storage/schema.ts';
import { addUsage, type UsageRow } from '../storage/usage.ts';

/** Classes of answers that usage is counted by. `304` and `429` cost no quota and have classes of their own. */
export type Outcome = '2xx' | '304' | '4xx' | '429' | '5xx';

export function outcomeOf(status: number): Outcome {
  if (status === 304 || status === 429) return `${status}` as Outcome;
  if (status < 400) return '2xx';
  return status < 500 ? '4xx' : '5xx';
}

/** Outcomes that count against the daily quota. */
export const CHARGED_OUTCOMES: readonly string[] = ['2xx', '4xx', '5xx'] satisfies Outcome[];

/**
 * Counts requests per key, day, endpoint and outcome in memory, and adds them to the store every few seconds and at
 * shutdown: off the request path. A failed write loses nothing, its counts go into the next one; a crash loses
 * what was counted since the last.
 */
export class Meter {
  readonly #database: Kysely<Database>;
  readonly #clock: () => number;
  #counts = new Map<string, Map<string, number>>();
  #lastUsed = new Map<string, number>();
  #day = { start: Number.NaN, name: '' };
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Kysely<Database>, clock: () => number = Date.now) {
    this.#database = database;
    this.#clock = clock;
  }

  record(keyId: string, endpoint: string, outcome: Outcome): void {
    const now = this.#clock();
    this.#add(keyId, `${this.#dayOf(now)} ${endpoint} ${outcome}`, 1);
    this.#lastUsed.set(keyId, now);
  }

  /** Writes what has been counted. Writes follow one another; rejects when the store refuses. */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    if (this.#counts.size === 0) return;
    const counts = this.#counts;
    const lastUsed = this.#lastUsed;
    this.#counts = new Map();
    this.#lastUsed = new Map();
    try {
      await addUsage(
        this.#database,
        toRows(counts),
        new Map([...lastUsed].map(([id, at]) => [id, new Date(at).toISOString()])),
      );
    } catch (error) {
      for (const [keyId, series] of counts) {
        for (const [name, requests] of series) this.#add(keyId, name, requests);
      }
      for (const [id, at] of lastUsed) if (!this.#lastUsed.has(id)) this.#lastUsed.set(id, at);
      throw error;
    }
  }

  #add(keyId: string, series: string, requests: number): void {
    const ofKey = this.#counts.get(keyId);
    if (ofKey === undefined) this.#counts.set(keyId, new Map([[series, requests]]));
    else ofKey.set(series, (ofKey.get(series) ?? 0) + requests);
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

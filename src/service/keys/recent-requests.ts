import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { inGroups } from '../storage/in-parts.ts';
import {
  RECENT_REQUESTS,
  type RecentRequestsRow,
  type StoredRequest,
  writeRecentRequests,
} from '../storage/recent-requests.ts';
import type { Tables } from '../storage/schema.ts';
import type { RequestRecord } from '../telemetry/request-log.ts';

/** What we keep about a request, as telemetry reports it. */
export type ReportedRequest = Pick<
  RequestRecord,
  'keyId' | 'route' | 'status' | 'problem' | 'startedAt' | 'endedAt'
>;

const HOUR = 3_600_000;
/** A ring takes 3.3 kB, so all of them take 33 MB. */
const MOST_KEYS = 10_000;
const KEYS_AT_ONCE = 100;

/**
 * The newest requests with each key that this process has answered, for the key's owner to see. They are recorded in memory and
 * written every few seconds. A failed write loses nothing; a crash loses the requests after the last write.
 *
 * A key that is unused for an hour leaves memory. While there are too many keys, the requests of further ones are not recorded.
 */
export class RecentRequests {
  readonly #database: Tables;
  readonly #clock: () => number;
  readonly #mostKeys: number;
  readonly #rings = new Map<string, Ring>();
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Tables, clock: () => number = Date.now, mostKeys = MOST_KEYS) {
    this.#database = database;
    this.#clock = clock;
    this.#mostKeys = mostKeys;
  }

  /** For telemetry, which calls it for every response that it records. */
  record(_request: unknown, reported: ReportedRequest): void {
    const { keyId } = reported;
    if (keyId === undefined) return;
    let ring = this.#rings.get(keyId);
    if (ring === undefined) {
      if (this.#rings.size >= this.#mostKeys) return;
      ring = new Ring();
      this.#rings.set(keyId, ring);
    }
    ring.note(this.#clock(), reported);
  }

  /** Writes what has been recorded, after any write that is under way. Rejects when the store refuses. */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    // All nodes lock keys in the same order, to avoid deadlocks.
    const unwritten = [...this.#rings]
      .filter(([, ring]) => ring.hasUnwritten)
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    for (const some of inGroups(unwritten, KEYS_AT_ONCE)) {
      const noted = some.map(([, ring]) => ring.noted);
      const rows = some.flatMap(([keyId, ring]) => ring.unwrittenRows(keyId));
      await writeRecentRequests(this.#database, rows);
      some.forEach(([, ring], index) => {
        ring.written = noted[index] ?? 0;
      });
      await setImmediate();
    }
    const before = this.#clock() - HOUR;
    for (const [keyId, ring] of this.#rings)
      if (!ring.hasUnwritten && ring.lastAt < before) this.#rings.delete(keyId);
  }
}

/** The newest requests of one key. Everything is allocated at the start, so recording a request costs almost nothing. */
class Ring {
  readonly #id = randomUUID();
  readonly #times = new Float64Array(RECENT_REQUESTS);
  readonly #durations = new Float32Array(RECENT_REQUESTS);
  readonly #statuses = new Uint16Array(RECENT_REQUESTS);
  readonly #routes = Array<string>(RECENT_REQUESTS).fill('');
  readonly #problems = Array<string | undefined>(RECENT_REQUESTS).fill(undefined);
  /** How many requests were recorded so far, and how many of them were written. */
  noted = 0;
  written = 0;

  /** @param now when the response was made, in milliseconds since the epoch */
  note(now: number, { route, status, problem, startedAt, endedAt }: ReportedRequest): void {
    const index = this.noted % RECENT_REQUESTS;
    const duration = endedAt - startedAt;
    this.#times[index] = now - duration;
    this.#durations[index] = duration;
    this.#statuses[index] = status;
    this.#routes[index] = route;
    this.#problems[index] = problem;
    this.noted++;
  }

  get hasUnwritten(): boolean {
    return this.noted > this.written;
  }

  get lastAt(): number {
    return this.#times[(this.noted - 1) % RECENT_REQUESTS] ?? 0;
  }

  /** A row for each UTC day with unwritten requests, with everything that the ring has of that day. */
  unwrittenRows(keyId: string): RecentRequestsRow[] {
    const oldest = Math.max(0, this.noted - RECENT_REQUESTS);
    const byDay = new Map<string, StoredRequest[]>();
    const changed = new Set<string>();
    for (let number = oldest; number < this.noted; number++) {
      const request = this.#request(number % RECENT_REQUESTS);
      const day = iso(request[0]).slice(0, 10);
      byDay.getOrInsertComputed(day, () => []).push(request);
      if (number >= this.written) changed.add(day);
    }
    return [...byDay]
      .filter(([day]) => changed.has(day))
      .map(([day, requests]) => ({
        ring: this.#id,
        day,
        key_id: keyId,
        last_at: iso(Math.max(...requests.map(([at]) => at))),
        requests: JSON.stringify(requests),
      }));
  }

  #request(index: number): StoredRequest {
    return [
      Math.trunc(this.#times[index] ?? 0),
      this.#routes[index] ?? '',
      this.#statuses[index] ?? 0,
      this.#problems[index] ?? null,
      Math.round((this.#durations[index] ?? 0) * 100) / 100,
    ];
  }
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

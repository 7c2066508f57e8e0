import type { IncomingMessage } from 'node:http';
import type { RequestLog, RequestRecord } from './request-log.ts';

/** Receives every request after its response has been made. */
export interface RequestObserver {
  record(request: IncomingMessage, record: RequestRecord): void;
}

/** Counts every response, logs it, and passes it on, for example to be traced. */
export class Telemetry implements RequestObserver {
  readonly counts = new ResponseCounts();
  readonly log: RequestLog;
  readonly #others: readonly RequestObserver[];

  constructor(log: RequestLog, others: readonly RequestObserver[]) {
    this.log = log;
    this.#others = others;
  }

  record(request: IncomingMessage, record: RequestRecord): void {
    const { route, status, startedAt, endedAt, problem } = record;
    this.counts.add(route, status, endedAt - startedAt, problem);
    this.log.write(request, record);
    for (const other of this.#others) other.record(request, record);
  }
}

/** Upper bounds of the histogram's buckets, in milliseconds. A cached response takes hundredths of one. */
export const DURATION_BOUNDS: readonly number[] = [
  0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000,
];

/** The responses of one route. */
export interface RouteCounts {
  /** Responses by status. */
  statuses: Map<number, number>;
  /** Responses by duration: how many took longer than one bound and at most the next. The last entry is beyond all bounds. */
  durations: number[];
  /** The duration of all responses together, in milliseconds. */
  milliseconds: number;
}

/** Counts responses. Sums are made only when they are read. */
class ResponseCounts {
  readonly routes = new Map<string, RouteCounts>();
  /** Problem documents by code. */
  readonly problems = new Map<string, number>();

  add(route: string, status: number, milliseconds: number, problem: string | undefined): void {
    const counts = this.routes.get(route) ?? this.#begin(route);
    increment(counts.statuses, status);
    counts.milliseconds += milliseconds;
    let bucket = 0;
    while (milliseconds > (DURATION_BOUNDS[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
    counts.durations[bucket] = (counts.durations[bucket] ?? 0) + 1;
    if (problem !== undefined) increment(this.problems, problem);
  }

  #begin(route: string): RouteCounts {
    const durations = Array<number>(DURATION_BOUNDS.length + 1).fill(0);
    const counts = { statuses: new Map<number, number>(), durations, milliseconds: 0 };
    this.routes.set(route, counts);
    return counts;
  }
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

import type { IncomingMessage } from 'node:http';
import type { RequestLog, RequestRecord } from './request-log.ts';
import { ResponseCounts } from './response-counts.ts';

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

import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { type Log, RequestLog, type RequestRecord } from './request-log.ts';
import { ResponseCounts } from './response-counts.ts';

/** Receives every request after its response has been made. */
export interface RequestObserver {
  record(request: IncomingMessage, record: RequestRecord): void;
}

export interface TelemetryParts {
  log: Log;
  /** Which requests have a line in the log. */
  logs: Config['logRequests'];
  /** Where requests are traced. */
  traces: RequestObserver | undefined;
  /** Keeps the newest requests of each key. */
  recent: RequestObserver | undefined;
}

/** Counts every response, and logs, traces and keeps requests where that is configured. */
export class Telemetry implements RequestObserver {
  readonly counts = new ResponseCounts();
  readonly #log: RequestLog;
  readonly #traces: RequestObserver | undefined;
  readonly #recent: RequestObserver | undefined;

  constructor({ log, logs, traces, recent }: TelemetryParts) {
    this.#log = new RequestLog({ log, logs });
    this.#traces = traces;
    this.#recent = recent;
  }

  record(request: IncomingMessage, record: RequestRecord): void {
    const { route, status, startedAt, endedAt, problem } = record;
    this.counts.add(route, status, endedAt - startedAt, problem);
    this.#log.write(request, record);
    this.#traces?.record(request, record);
    this.#recent?.record(request, record);
  }

  /** Notes that we ended a connection whose client stopped reading. @param record with the bytes that were not sent */
  recordCut(request: IncomingMessage, record: RequestRecord): void {
    this.#log.writeCut(request, record);
  }

  /** Writes what is not in the log yet. */
  stop(): void {
    this.#log.stop();
  }
}

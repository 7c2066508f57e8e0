import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { type Log, RequestLog } from './request-log.ts';
import { ResponseCounts } from './response-counts.ts';

/** How a request ended. It has neither the URL nor the headers, which may hold a key. */
export interface RequestRecord {
  requestId: string;
  /** Undefined where no API key was accepted. */
  keyId: string | undefined;
  /** The operation; outside the API, the declared path: `/dashboard/keys/:id`. */
  route: string;
  status: number;
  /** The code of the problem document that the response is. */
  problem: string | undefined;
  /** By `performance.now()`. */
  startedAt: number;
  endedAt: number;
  /** Length of the body. */
  bytes: number;
  /** Why the response is a 5xx. */
  error?: Error | undefined;
}

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

  /** Writes what is not in the log yet. */
  stop(): void {
    this.#log.stop();
  }
}

import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';

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
  /** When there was a response; undefined where that was at the end, because it was not sent piece by piece. */
  answeredAt?: number | undefined;
  endedAt: number;
  /** Length of the body. */
  bytes: number;
  /** Why the response is a 5xx. */
  error?: Error | undefined;
}

/** How many lines of one kind may be written in a burst. */
const LINES_AT_ONCE = 100;
/** How fast the burst refills: a flood writes about 100 MB per day and kind, whatever its rate. */
const LINES_PER_SECOND = 5;
/** A response that took longer has a line, whatever is logged: an operator looks for the reason. */
const SLOW_MILLISECONDS = 1000;
/** How often the requests without lines of their own are summed up. */
const SUMMARY_MILLISECONDS = 10_000;

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

export interface RequestLogParts {
  log: Log;
  logs: Config['logRequests'];
  /** Milliseconds. */
  clock?: () => number;
}

/**
 * Writes requests to the log. Each error has a line up to a certain rate; beyond it errors are summed up, because anybody can
 * cause any number of them. Each kind has a rate of its own, so that strangers cannot hide what happens to customers, or our own
 * errors. If all requests are logged, the rate does not apply.
 */
export class RequestLog {
  readonly #log: Log;
  readonly #logs: Config['logRequests'];
  readonly #kinds: Record<'strangers' | 'customers' | 'slow' | 'errors', BoundedLines>;

  constructor({ log, logs, clock = () => performance.now() }: RequestLogParts) {
    this.#log = log;
    this.#logs = logs;
    const lines = (level: keyof Log) => new BoundedLines((line, message) => log[level](line, message), clock);
    this.#kinds = {
      strangers: lines('info'),
      customers: lines('info'),
      slow: lines('warn'),
      errors: lines('error'),
    };
  }

  write(request: IncomingMessage, record: RequestRecord): void {
    const { status, error } = record;
    const kind = kindOf(record);
    const wanted = this.#logs === 'all' || (this.#logs === 'errors' && status >= 400) || kind === 'slow';
    if (!wanted && error === undefined) return;
    if (this.#logs !== 'all' && !this.#kinds[kind].admit(record)) return;
    if (error !== undefined) this.#log.error({ err: error, request_id: record.requestId }, 'request failed');
    if (!wanted) return;
    const level = error !== undefined ? 'error' : kind === 'slow' ? 'warn' : 'info';
    this.#log[level](lineOf(request, record), 'answered');
  }

  /** @param record with the bytes that were not sent */
  writeCut(request: IncomingMessage, record: RequestRecord): void {
    if (this.#logs !== 'all' && !this.#kinds[kindOf(record)].admit(record)) return;
    const line = { ...lineOf(request, record), bytes: undefined, unsent_bytes: record.bytes };
    this.#log.info(line, 'disconnected: the client stopped reading for LDS_CLIENT_SECONDS');
  }

  /** Writes the sums that are not written yet. */
  stop(): void {
    for (const lines of Object.values(this.#kinds)) lines.sumUp();
  }
}

/** A 503 of a node that is starting or stopping has no error, because probes and early clients ask until it is over. */
function kindOf({ error, keyId, startedAt, endedAt, answeredAt = endedAt }: RequestRecord) {
  if (error !== undefined) return 'errors';
  if (answeredAt - startedAt >= SLOW_MILLISECONDS) return 'slow';
  return keyId === undefined ? 'strangers' : 'customers';
}

/** Nothing in here is a free choice of the client. */
function lineOf({ method }: IncomingMessage, record: RequestRecord): object {
  const { requestId, keyId, route, status, problem, startedAt, endedAt, bytes } = record;
  const ms = Math.round((endedAt - startedAt) * 1000) / 1000;
  return { request_id: requestId, key_id: keyId, method, route, status, problem, ms, bytes };
}

type Sum = Pick<RequestRecord, 'route' | 'status' | 'problem'> & { requests: number };

/** A token bucket of lines. Requests that find it empty are counted, and one later line has their number. */
class BoundedLines {
  readonly #write: (line: object, message: string) => void;
  readonly #clock: () => number;
  readonly #sums = new Map<string, Sum>();
  #room = LINES_AT_ONCE;
  #refilledAt: number;
  #summary: NodeJS.Timeout | undefined;

  constructor(write: (line: object, message: string) => void, clock: () => number) {
    this.#write = write;
    this.#clock = clock;
    this.#refilledAt = clock();
  }

  /** Whether the request may have its own line; otherwise the next sum includes it. */
  admit({ route, status, problem }: RequestRecord): boolean {
    const now = this.#clock();
    const refill = ((now - this.#refilledAt) / 1000) * LINES_PER_SECOND;
    this.#room = Math.min(LINES_AT_ONCE, this.#room + refill);
    this.#refilledAt = now;
    if (this.#room >= 1) {
      this.#room--;
      return true;
    }
    const name = `${route} ${status} ${problem}`;
    const sum = this.#sums.get(name) ?? { route, status, problem, requests: 0 };
    sum.requests++;
    this.#sums.set(name, sum);
    this.#summary ??= setTimeout(() => this.sumUp(), SUMMARY_MILLISECONDS).unref();
    return false;
  }

  sumUp(): void {
    clearTimeout(this.#summary);
    this.#summary = undefined;
    if (this.#sums.size === 0) return;
    const answers = [...this.#sums.values()];
    this.#sums.clear();
    const requests = answers.reduce((total, sum) => total + sum.requests, 0);
    this.#write({ requests, answers }, 'more were answered, summed up');
  }
}

import type { CachedResponse, ResponseCache } from './cache.ts';
import { type Clock, systemClock } from './clock.ts';
import {
  type Begun,
  type Download,
  type DownloadFormat,
  type DownloadOptions,
  download,
} from './download.ts';
import {
  ConnectionError,
  LocationDataError,
  MalformedResponseError,
  ProblemError,
  problemError,
  problemIn,
  TimeoutError,
  UnexpectedReleaseError,
} from './errors.ts';
import { queryText } from './query.ts';

/** The part of the web's `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Options of one request, which replace the client's. */
export interface RequestOptions {
  /** Cancels the request, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt; for a download, for each piece of it. */
  timeout?: number | undefined;
  /** How many times a request is repeated after a temporary failure. */
  maxRetries?: number | undefined;
}

export interface ConnectionParts {
  /** Without `/v1` and without a slash at its end. */
  baseUrl: string;
  apiKey: string | null;
  fetch: Fetch;
  timeout: number;
  maxRetries: number;
  cache: ResponseCache | undefined;
  expectRelease: string | undefined;
  clock: Clock;
  /** From 0 up to 1. */
  random: () => number;
}

/** @param parts the address and the key; everything else has a default */
export function openConnection(
  parts: Pick<ConnectionParts, 'baseUrl' | 'apiKey'> & {
    [Name in keyof ConnectionParts]?: ConnectionParts[Name] | undefined;
  },
): Connection {
  return new Connection({
    baseUrl: addressOf(parts.baseUrl),
    apiKey: parts.apiKey,
    fetch: parts.fetch ?? ((url, init) => fetch(url, init)),
    timeout: parts.timeout ?? 30_000,
    maxRetries: parts.maxRetries ?? 2,
    cache: parts.cache,
    expectRelease: parts.expectRelease,
    clock: parts.clock ?? systemClock,
    random: parts.random ?? Math.random,
  });
}

/** A response without its data. */
export interface Reply {
  url: string;
  /** 200, also if a 304 confirmed a cached response. */
  status: number;
  headers: Headers;
  /** Whether a 304 confirmed a cached response, which does not count toward your limit. */
  isCached: boolean;
  /** Version of the data release, to cite with the figures. */
  release: string | null;
  requestId: string | null;
}

export interface Answer<Data> {
  data: Data;
  response: Reply;
}

/** A question to the API. */
export interface Call {
  /** Below `/v1`, as in the documentation: `/cities/{city_id}`. */
  path: string;
  /** The place in the path. */
  place?: string;
  /** Its values may be lists and objects. */
  query: object;
  format: string;
}

/** Answers calls: a service, or a file. */
export interface Transport {
  /** @returns the data as values for JSON, as text for any other format */
  ask(call: Call, options?: RequestOptions): Promise<Answer<unknown>>;
  download(format: DownloadFormat, options?: DownloadOptions): Promise<Download>;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
};

/** Headers kept with a body, because a 304 need not repeat them. */
const KEPT_HEADERS = ['content-type', 'content-location', 'link', 'x-excluded-count', 'x-total-count'];
const LONGEST_WAIT_MILLISECONDS = 60_000;
const FIRST_WAIT_MILLISECONDS = 500;
const LONGEST_BACKOFF_MILLISECONDS = 8000;

/** Sends requests to one service: with time-outs, retries, conditions and a key. */
export class Connection implements Transport {
  readonly #parts: ConnectionParts;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  async ask(call: Call, options: RequestOptions = {}): Promise<Answer<unknown>> {
    const { cache } = this.#parts;
    const target = targetOf(call);
    const accept = String(MEDIA_TYPES[call.format]);
    const key = `${accept} ${this.#parts.baseUrl}/v1${target}`;
    const kept = await cache?.get(key);
    return this.persist(options, async (signal) => {
      const response = await this.open(target, { accept, ...condition(kept) }, signal);
      const body = kept !== undefined && response.status === 304 ? kept.body : await bodyOf(response);
      const data = call.format === 'json' ? parsed(body) : body;
      const etag = response.headers.get('etag');
      const answered = replyOf(response, kept);
      if (etag !== null && response.status === 200)
        await cache?.set(key, { etag, body, headers: keptHeaders(response.headers) });
      return { data, response: answered };
    });
  }

  /** @param begun what an earlier download has of the file */
  download(format: DownloadFormat, options: DownloadOptions = {}, begun?: Begun): Promise<Download> {
    return download(this, format, options, begun);
  }

  /**
   * Sends one request, and returns its response if the status is 2xx or 304.
   *
   * @throws ProblemError for any other status @throws ConnectionError @throws UnexpectedReleaseError
   */
  async open(target: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const { baseUrl, apiKey, fetch, expectRelease } = this.#parts;
    const authorization: Record<string, string> =
      apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
    let response: Response;
    try {
      // The key goes to the given address and to no other.
      const init: RequestInit = { headers: { ...headers, ...authorization }, signal, redirect: 'manual' };
      response = await fetch(`${baseUrl}/v1${target}`, init);
    } catch (cause) {
      throw new ConnectionError(`No response from ${baseUrl}.`, { cause });
    }
    if (!response.ok && response.status !== 304)
      throw problemError(response.status, response.headers, problemIn(await bodyOf(response)));
    const release = response.headers.get('x-dataset-release');
    if (expectRelease !== undefined && release !== expectRelease) {
      await response.body?.cancel();
      throw new UnexpectedReleaseError(expectRelease, release);
    }
    return response;
  }

  /** Repeats a temporarily failed attempt after a wait. */
  async persist<Result>(
    options: RequestOptions,
    attempt: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { maxRetries = this.#parts.maxRetries, signal } = options;
    for (let retries = 0; ; retries++) {
      try {
        return await this.#within(options, attempt);
      } catch (error) {
        signal?.throwIfAborted();
        const wait = this.#waitAfter(error, retries);
        if (wait === undefined || retries >= maxRetries) throw error;
        await this.#parts.clock.sleep(wait, signal ?? new AbortController().signal);
        signal?.throwIfAborted();
      }
    }
  }

  /** Passes the work a signal that aborts with the options' signal or when the time is up. */
  async #within<Result>(
    { signal, timeout = this.#parts.timeout }: RequestOptions,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const controller = new AbortController();
    const finished = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort);
    this.#parts.clock.sleep(timeout, finished.signal).then(() => {
      if (!finished.signal.aborted) controller.abort(new TimeoutError(`No response in ${timeout} ms.`));
    });
    try {
      return await work(controller.signal);
    } catch (error) {
      throw controller.signal.aborted ? controller.signal.reason : error;
    } finally {
      finished.abort();
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Milliseconds to wait before the next attempt; undefined if it would fail, too, or should wait for more than a minute. */
  #waitAfter(error: unknown, retries: number): number | undefined {
    const { clock, random } = this.#parts;
    const backoff = Math.min(LONGEST_BACKOFF_MILLISECONDS, FIRST_WAIT_MILLISECONDS * 2 ** retries);
    // Up to half of it at random, so that clients that failed together do not return together.
    const wait = backoff * (1 - random() / 2);
    if (error instanceof ConnectionError) return wait;
    if (!(error instanceof ProblemError) || !mayPass(error.status)) return undefined;
    const asked = retryAfter(error.headers.get('retry-after'), clock.now());
    return asked > LONGEST_WAIT_MILLISECONDS ? undefined : Math.max(asked, wait);
  }
}

/** Path and query below `/v1`. */
function targetOf({ path, place = '', query }: Call): string {
  return path.replace(/\{\w+\}/, () => encodeURIComponent(place)) + queryText(query);
}

function mayPass(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Milliseconds in the header, which has seconds or a date (RFC 9110, section 10.2.3); 0 without it. */
function retryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? 0 : wait;
}

function condition(kept: CachedResponse | undefined): Record<string, string> {
  return kept === undefined ? {} : { 'if-none-match': kept.etag };
}

async function bodyOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw new ConnectionError('The response was cut off.', { cause });
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new MalformedResponseError('The response cannot be read.', { cause });
  }
}

function keptHeaders(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => KEPT_HEADERS.includes(name));
}

function replyOf(response: Response, kept: CachedResponse | undefined): Reply {
  const isCached = response.status === 304;
  const headers = new Headers(isCached ? kept?.headers.map(([name, value]) => [name, value]) : undefined);
  for (const [name, value] of response.headers) headers.set(name, value);
  return {
    url: response.url,
    status: 200,
    headers,
    isCached,
    release: headers.get('x-dataset-release'),
    requestId: headers.get('x-request-id'),
  };
}

/** The address of a service: without `/v1`, and without a slash at its end. */
export function addressOf(baseUrl: string): string {
  if (!/^https?:\/\//.test(baseUrl))
    throw new LocationDataError('baseUrl must be the http or https address of a service.');
  return baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
}

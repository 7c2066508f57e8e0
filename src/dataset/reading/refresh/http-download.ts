import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pRetry from 'p-retry';
import { Agent, type Dispatcher, interceptors, request } from 'undici';
import { OperatorError } from '../../../process/operator-error.ts';
import { faultOfContent } from './content-check.ts';
import type { Format } from './download-catalogue.ts';

export const HTTP_SETTINGS = {
  /** Longest silence: until the connection is made, until the response begins, and within the response. */
  timeoutSeconds: 60,
  /** Longest time for one file, even if data keeps arriving. */
  deadlineSeconds: 900,
  /** How many times a failed attempt is repeated. */
  retries: 3,
  /** The wait before the first retry. It doubles with each retry, and chance adds up to as much again. */
  firstWaitMilliseconds: 1000,
};
export type HttpSettings = typeof HTTP_SETTINGS;

/** Tells a server which version we have. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface Received extends Validators {
  bytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/** Why a file could not be downloaded. `message` is for the operator, without the address. */
export class DownloadFault extends Error {
  override name = 'DownloadFault';
  /** Whether another attempt may succeed. */
  readonly passing: boolean;
  readonly retryAfterSeconds: number;

  constructor(message: string, passing: boolean, retryAfterSeconds = 0) {
    super(message);
    this.passing = passing;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const MAX_REDIRECTIONS = 5;
const PASSING_STATUS = new Set([408, 425, 429, 500, 502, 503, 504]);
const LONGEST_WAIT_SECONDS = 60;
/**
 * Names us, as the Bureau of Labor Statistics requires, in a form without which the Department of Housing and
 * Urban Development responds with a challenge for browsers.
 */
const USER_AGENT = 'Mozilla/5.0 (compatible; location-data-service/1.0)';

type FileToFetch = [
  url: string,
  path: string,
  expected: { format: Format; maxBytes: number },
  known: Validators | undefined,
];

/** Downloads files. A refresh uses a single one, to share connections. */
export class HttpDownloads {
  readonly #settings: HttpSettings;
  readonly #agent: Agent;
  readonly #dispatcher: Dispatcher;

  constructor(settings: HttpSettings) {
    this.#settings = settings;
    const timeout = settings.timeoutSeconds * 1000;
    this.#agent = new Agent({ connect: { timeout }, headersTimeout: timeout, bodyTimeout: timeout });
    this.#dispatcher = this.#agent.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTIONS }));
  }

  /**
   * Downloads the address to `path`, which is complete and of the right kind if this returns; null if it is still the
   * version in `known`. Throws a DownloadFault, and then `path` has no usable file; an OperatorError if `path` cannot be
   * written.
   */
  fetch(...file: FileToFetch): Promise<Received | null> {
    const { retries, firstWaitMilliseconds } = this.#settings;
    return pRetry(() => this.#attempt(...file), {
      retries,
      minTimeout: firstWaitMilliseconds,
      maxTimeout: LONGEST_WAIT_SECONDS * 1000,
      randomize: true,
      shouldRetry: ({ error }) => error instanceof DownloadFault && error.passing,
      onFailedAttempt: async ({ error, retriesLeft }) => {
        if (error instanceof DownloadFault && error.passing && retriesLeft > 0)
          await wait(Math.min(error.retryAfterSeconds, LONGEST_WAIT_SECONDS) * 1000);
      },
    });
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #attempt(...[url, path, { format, maxBytes }, known]: FileToFetch): Promise<Received | null> {
    const progress = { received: 0, expected: null as number | null };
    const signal = AbortSignal.timeout(this.#settings.deadlineSeconds * 1000);
    try {
      const response = await request(url, {
        dispatcher: this.#dispatcher,
        signal,
        headers: { 'user-agent': USER_AGENT, 'accept-encoding': 'identity', ...conditions(known) },
      });
      try {
        if (response.statusCode === 304 && known !== undefined) return null;
        checkAnswer(url, response);
        progress.expected = lengthOf(response.headers);
        if (progress.expected !== null && progress.expected > maxBytes)
          throw tooLarge(progress.expected, maxBytes);
        const sha256 = await write(response.body, path, (bytes) => {
          progress.received += bytes;
          if (progress.received > maxBytes) throw tooLarge(progress.received, maxBytes);
        });
        const fault = await faultOfContent(path, format);
        if (fault !== undefined) throw new DownloadFault(fault, false);
        const { etag, 'last-modified': lastModified }: IncomingHttpHeaders = response.headers;
        const version = { etag: etag ?? null, lastModified: lastModified ?? null };
        return { bytes: progress.received, sha256, ...version };
      } finally {
        // The rest of a useless response is not worth waiting for.
        response.body.on('error', () => {}).destroy();
      }
    } catch (error) {
      throw toFault(error as Error & { code?: string }, this.#settings, progress);
    }
  }
}

function conditions({ etag = null, lastModified = null }: Partial<Validators> = {}) {
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  };
}

function checkAnswer(url: string, { statusCode, headers, context }: Dispatcher.ResponseData): void {
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined)
    throw new DownloadFault(`still redirected after ${MAX_REDIRECTIONS} redirections: a loop?`, false);
  if (statusCode !== 200)
    throw new DownloadFault(
      `the server answered ${statusCode}`,
      PASSING_STATUS.has(statusCode),
      retryAfter(headers),
    );
  const visited = (context as { history?: URL[] } | null)?.history ?? [];
  if (url.startsWith('https:') && visited.some(({ protocol }) => protocol !== 'https:'))
    throw new DownloadFault('redirected from https to an address that anyone can forge', false);
  const encoding = String(headers['content-encoding'] ?? 'identity');
  if (encoding !== 'identity') throw new DownloadFault(`sent in the encoding ${encoding}, unasked`, false);
}

/** Returns the SHA-256 of the written bytes, after they are synced to the disk. */
async function write(
  body: AsyncIterable<Uint8Array>,
  path: string,
  count: (bytes: number) => void,
): Promise<string> {
  const hash = createHash('sha256');
  const file = await onDisk(path, () => open(path, 'w'));
  try {
    for await (const chunk of body) {
      count(chunk.length);
      hash.update(chunk);
      await onDisk(path, () => file.writeFile(chunk));
    }
    await onDisk(path, () => file.sync());
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

/** Distinguishes a full or write-protected disk from network errors. */
async function onDisk<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new OperatorError(`${path} cannot be written: ${(error as Error).message}`);
  }
}

function toFault(
  error: Error & { code?: string },
  { timeoutSeconds, deadlineSeconds }: HttpSettings,
  { received, expected }: { received: number; expected: number | null },
): Error {
  if (error instanceof DownloadFault || error instanceof OperatorError) return error;
  const soFar = expected === null ? `${received} bytes` : `${received} of ${expected} bytes`;
  const noConnection = `no connection within ${timeoutSeconds} s`;
  const unknown = 'the name of the server is not known: is there a network?';
  const broken = `truncated: the connection broke off after ${soFar}`;
  const passing: Readonly<Record<string, string>> = {
    UND_ERR_CONNECT_TIMEOUT: noConnection,
    ETIMEDOUT: noConnection,
    UND_ERR_HEADERS_TIMEOUT: `no answer within ${timeoutSeconds} s`,
    UND_ERR_BODY_TIMEOUT: `nothing more came for ${timeoutSeconds} s, after ${soFar}`,
    ECONNREFUSED: 'the connection was refused',
    ENOTFOUND: unknown,
    EAI_AGAIN: unknown,
    UND_ERR_SOCKET: broken,
    ECONNRESET: broken,
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: broken,
  };
  const fault = passing[error.code ?? ''];
  if (fault !== undefined) return new DownloadFault(fault, true);
  if (error.code === 'UND_ERR_INVALID_ARG')
    return new DownloadFault(`redirected in a loop, or to no address: ${error.message}`, false);
  if (error.name === 'TimeoutError')
    return new DownloadFault(`not done after ${deadlineSeconds} s (${soFar})`, false);
  // Certificates, malformed responses: every error with a code came from the network.
  return typeof error.code === 'string'
    ? new DownloadFault(`${error.message} (${error.code})`, false)
    : error;
}

function tooLarge(bytes: number, maxBytes: number): DownloadFault {
  return new DownloadFault(`too large: ${bytes} bytes, where at most ${maxBytes} are expected`, false);
}

function lengthOf(headers: IncomingHttpHeaders): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

/** The seconds to wait: the header `Retry-After` has seconds, or a date; 0 without the header. */
function retryAfter(headers: IncomingHttpHeaders): number {
  const text = headers['retry-after'] ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

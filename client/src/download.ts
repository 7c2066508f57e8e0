import type { Connection, RequestOptions } from './connection.ts';
import { ConnectionError, DamagedDownloadError } from './errors.ts';
import { queryText } from './query.ts';
import { Sha256 } from './sha256.ts';

/** The files of a release. */
export type DownloadFormat = 'sqlite' | 'data-package' | 'parquet';

export interface DownloadOptions extends RequestOptions {
  /** Version of the data release, if not the current one. */
  release?: string | undefined;
}

/** A file that is being downloaded. */
export interface Download {
  /** Errors at its end if the bytes do not match `sha256`. Resumes after a broken connection. */
  stream: ReadableStream<Uint8Array>;
  /** Size in bytes, if the service states it. */
  bytes: number | null;
  /** In hexadecimal. */
  sha256: string;
  /** Version of the data release. */
  release: string | null;
}

/** What an earlier download has of a file. */
export interface Begun {
  /** Of the whole file, in hexadecimal. */
  sha256: string;
  pieces: AsyncIterable<Uint8Array>;
}

/** Starts to download a file of the release, or goes on where an earlier download has ended. */
export async function download(
  connection: Connection,
  format: DownloadFormat,
  { release, ...options }: DownloadOptions,
  begun?: Begun,
): Promise<Download> {
  const transfer = new Transfer(connection, `/release/${format}${queryText({ release })}`, options);
  if (begun !== undefined) await transfer.goOn(begun);
  const before = transfer.received;
  const { headers } = await transfer.open();
  const size = headers.get('content-length');
  return {
    stream: transfer.stream(),
    bytes: size === null ? null : before + Number(size),
    sha256: transfer.sha256,
    release: headers.get('x-dataset-release'),
  };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** The entity tag of a file is its SHA-256. */
const FILE_TAG = /^"[0-9a-f]{64}"$/;

/** One file, over as many connections as it takes. */
class Transfer {
  readonly #connection: Connection;
  readonly #target: string;
  readonly #options: RequestOptions;
  readonly #hash = new Sha256();
  #received = 0;
  #etag = '';
  #reader: Reader | undefined;
  /** Ends the current response. */
  #controller = new AbortController();

  constructor(connection: Connection, target: string, options: RequestOptions) {
    this.#connection = connection;
    this.#target = target;
    this.#options = options;
  }

  /** Of the file, as the service says. */
  get sha256(): string {
    return this.#etag.replaceAll('"', '');
  }

  /** Bytes. */
  get received(): number {
    return this.#received;
  }

  async goOn({ sha256, pieces }: Begun): Promise<void> {
    this.#etag = `"${sha256}"`;
    for await (const piece of pieces) this.#add(piece);
  }

  /** @throws ProblemError @throws DamagedDownloadError if the file has changed since the start */
  open(): Promise<Response> {
    return this.#connection.persist(this.#options, (signal) => this.#openWithin(signal));
  }

  stream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const bytes = await this.#next();
            if (bytes !== undefined) {
              controller.enqueue(bytes);
              return;
            }
            this.#check();
            controller.close();
          } catch (error) {
            this.#controller.abort(error);
            throw error;
          }
        },
        cancel: (reason) => this.#controller.abort(reason),
      },
      { highWaterMark: 0 },
    );
  }

  /** The next bytes; undefined at the end of the file. */
  #next(): Promise<Uint8Array | undefined> {
    return this.#connection.persist(this.#options, async (signal) => {
      if (this.#reader === undefined) await this.#openWithin(signal);
      const bytes = await this.#read(signal);
      if (bytes === undefined) return undefined;
      this.#add(bytes);
      return bytes;
    });
  }

  #add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#received += bytes.length;
  }

  async #openWithin(signal: AbortSignal): Promise<Response> {
    // The response outlives this attempt, so it gets a signal of its own.
    this.#controller = new AbortController();
    const response = await aborting(this.#controller, signal, () =>
      this.#connection.open(this.#target, this.#headers(), this.#controller.signal),
    );
    const isContinued = this.#received > 0;
    if (isContinued && (response.status !== 206 || response.headers.get('etag') !== this.#etag)) {
      await response.body?.cancel();
      throw new DamagedDownloadError('The file was replaced while it was downloaded: start again.');
    }
    this.#etag = response.headers.get('etag') ?? '';
    if (!FILE_TAG.test(this.#etag)) {
      await response.body?.cancel();
      throw new DamagedDownloadError('The service does not say which hash the file has.');
    }
    this.#reader = response.body?.getReader();
    return response;
  }

  #headers(): Record<string, string> {
    const accept = { accept: '*/*', 'accept-encoding': 'identity' };
    return this.#received === 0
      ? accept
      : { ...accept, range: `bytes=${this.#received}-`, 'if-range': this.#etag };
  }

  async #read(signal: AbortSignal): Promise<Uint8Array | undefined> {
    try {
      const read = await aborting(this.#controller, signal, async () => this.#reader?.read());
      return read?.value;
    } catch (cause) {
      this.#reader = undefined;
      throw new ConnectionError('The download was cut off.', { cause });
    }
  }

  #check(): void {
    const [expected, actual] = [this.sha256, this.#hash.digest()];
    if (actual !== expected)
      throw new DamagedDownloadError(`The file has SHA-256 ${actual} instead of ${expected}.`);
  }
}

/** While the work lasts, aborts the controller when the signal aborts. */
async function aborting<Result>(
  controller: AbortController,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

import { connect, type Socket } from 'node:net';

/** A response as it came over the wire. */
export interface RawResponse {
  status: number;
  /** Status line and field lines as they came, without the empty line; each byte is a character. */
  head: string;
  /** By lower-case name; the values of a repeated header are joined. */
  headers: Map<string, string>;
  body: string;
  /** The bytes of the body. */
  bytes: Buffer;
}

/** Far longer than any response takes. A test that would hang fails instead. */
const PATIENCE_MILLISECONDS = 10_000;

/**
 * A connection on which a test writes bytes that no HTTP client would send. It separates the responses by their length, so that
 * it notices an extra response, an incomplete one, or bytes after the last one.
 */
export class RawConnection {
  readonly #socket: Socket;
  readonly #methods: string[] = [];
  #received = Buffer.alloc(0);
  #ended = false;
  #wake: () => void = () => {};

  /**
   * @param address such as `http://127.0.0.1:3000`
   * @param localAddress the address to connect from, so that one machine can look like several clients
   */
  constructor(address: string, localAddress?: string) {
    const { hostname, port } = new URL(address);
    const client = localAddress === undefined ? {} : { localAddress };
    this.#socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, ...client });
    this.#socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    this.#socket.on('end', () => this.#end());
    this.#socket.on('close', () => this.#end());
    // The server has reset the connection. What came before still counts.
    this.#socket.on('error', () => this.#end());
  }

  /** @param methods of the requests in these bytes, because a response to HEAD has no body; GET where not given */
  write(bytes: string, methods: readonly string[] = []): void {
    this.#methods.push(...methods);
    this.#socket.write(bytes, 'latin1');
  }

  /** Tells the server that no more requests will come, and goes on reading. */
  halfClose(): void {
    this.#socket.end();
  }

  /** The next response; undefined when the server has ended the connection instead. */
  async next(): Promise<RawResponse | undefined> {
    for (;;) {
      const response = this.#take();
      if (response !== undefined) return response;
      if (this.#ended && this.#received.length === 0) return undefined;
      if (this.#ended) throw new Error(`the connection ends within a response: ${this.#start()}`);
      await this.#more();
    }
  }

  /** Every response until the server ends the connection. */
  async rest(): Promise<RawResponse[]> {
    const responses: RawResponse[] = [];
    for (let response = await this.next(); response !== undefined; response = await this.next())
      responses.push(response);
    return responses;
  }

  /** The bytes after the last complete response. */
  get unread(): Buffer {
    return this.#received;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(): RawResponse | undefined {
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return undefined;
    const head = this.#received.subarray(0, headEnd).toString('latin1');
    const [statusLine = '', ...lines] = head.split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    if (Number.isNaN(status)) throw new Error(`no HTTP response: ${this.#start()}`);
    const headers = new Map<string, string>();
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^:]*): (.*)$/.exec(line) ?? [];
      const key = name.toLowerCase();
      const before = headers.get(key);
      headers.set(key, before === undefined ? value : `${before}, ${value}`);
    }
    const withoutBody = this.#methods[0] === 'HEAD' || status < 200 || status === 204 || status === 304;
    const length = withoutBody ? 0 : Number(headers.get('content-length'));
    if (Number.isNaN(length)) throw new Error(`a response without Content-Length: ${this.#start()}`);
    const end = headEnd + 4 + length;
    if (this.#received.length < end) return undefined;
    const bytes = this.#received.subarray(headEnd + 4, end);
    this.#received = this.#received.subarray(end);
    if (status >= 200) this.#methods.shift();
    return { status, head, headers, body: bytes.toString(), bytes };
  }

  async #more(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timeout = setTimeout(
      () => reject(new Error(`neither a response nor the end comes after: ${this.#start()}`)),
      PATIENCE_MILLISECONDS,
    );
    try {
      await promise;
    } finally {
      clearTimeout(timeout);
    }
  }

  #end(): void {
    this.#ended = true;
    this.#wake();
  }

  #start(): string {
    return JSON.stringify(this.#received.subarray(0, 200).toString('latin1'));
  }
}

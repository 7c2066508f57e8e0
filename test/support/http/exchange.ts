import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';

/** A response as it came over the wire: not decompressed, no redirects followed, repeated headers kept. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Names (as sent) and values, alternating. */
  rawHeaders: string[];
  body: Buffer;
  text: string;
}

export interface Exchange {
  method?: string;
  /** Sent unchanged. An array repeats the header. */
  headers?: Record<string, string | string[]>;
  body?: string;
  /** Aborts the request. */
  signal?: AbortSignal;
}

/** Sends one request on its own connection with `node:http`, which, unlike `fetch`, neither adds nor removes a content coding. */
export function exchange(address: string, path: string, options: Exchange = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, signal } = options;
  const { hostname, port } = new URL(address);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request({ hostname, port, path, method, headers, agent: false, signal }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const { statusCode: status = 0, headers, rawHeaders } = response;
      // Decoded only on demand, because the body may be a whole release.
      resolve({
        status,
        headers,
        rawHeaders,
        body: bytes,
        get text() {
          return bytes.toString();
        },
      });
    });
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

/** Sends a request whose 200 response stays in progress until its body is read or destroyed. @param path below /v1 */
export async function beginUnread(address: string, path: string, token: string): Promise<IncomingMessage> {
  const { hostname, port } = new URL(address);
  const sent = request({ hostname, port, path: `/v1${path}`, headers: bearer(token), agent: false });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  response.pause();
  return response;
}

/** Sends bytes that no HTTP client would send, on a connection that the server must close. @returns the first response */
export async function exchangeBytes(address: string, bytes: string | Uint8Array): Promise<Answer> {
  const { hostname, port } = new URL(address);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const received: Buffer[] = [];
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  // A server that refuses a request may close while we are still writing.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
  });
  socket.on('close', () => resolve(Buffer.concat(received)));
  socket.setTimeout(10_000, () => {
    socket.destroy();
    reject(new Error(`the connection stays open after ${JSON.stringify(String(bytes).slice(0, 200))}`));
  });
  return parseAnswer(await promise);
}

function parseAnswer(received: Buffer): Answer {
  const end = received.indexOf('\r\n\r\n');
  assert.ok(end > 0, `no HTTP answer: ${JSON.stringify(received.toString().slice(0, 200))}`);
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const rawHeaders = lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const headers: IncomingHttpHeaders = {};
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers[String(rawHeaders[index]).toLowerCase()] = rawHeaders[index + 1];
  const body = received.subarray(end + 4);
  return { status: Number(statusLine.split(' ')[1]), headers, rawHeaders, body, text: body.toString() };
}

export function bearer(token: string): { Authorization: string } {
  return { Authorization: `Bearer ${token}` };
}

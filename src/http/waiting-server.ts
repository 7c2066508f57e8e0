import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { commonHeaders } from './common-headers.ts';
import { listenAt } from './listening.ts';
import { Problem, problemDocument } from './problems.ts';

const RETRY_AFTER_SECONDS = 5;
/** How long to keep accepting before the server closes, because the kernel resets connections that wait to be accepted. */
const ACCEPT_MILLISECONDS = 50;
const LAST_REQUESTS_MILLISECONDS = 1000;
const NOT_YET = new Problem('unavailable', 'The service is starting and waits for its database.', {
  retry_after: RETRY_AFTER_SECONDS,
});

/** Responds that the service will be ready soon, while the server cannot start yet. */
export class WaitingServer {
  readonly #server: Server;
  readonly port: number;

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async start(config: Config): Promise<WaitingServer> {
    let publicUrl = config.publicUrl ?? '';
    const { clientMilliseconds, maxConnections } = config;
    const options = { requestTimeout: clientMilliseconds, headersTimeout: clientMilliseconds };
    const server = createServer(options, (request, response) => answer(request, response, publicUrl));
    server.maxConnections = maxConnections;
    const address = await listenAt(config, server);
    publicUrl ||= address;
    return new WaitingServer(server);
  }

  /**
   * Frees the port. Requests that have arrived get a response, also those whose connections could not be accepted during the
   * start.
   */
  async stop(): Promise<void> {
    await delay(ACCEPT_MILLISECONDS);
    this.#server.close();
    setTimeout(() => this.#server.closeAllConnections(), LAST_REQUESTS_MILLISECONDS).unref();
  }
}

function answer({ method, url = '' }: IncomingMessage, response: ServerResponse, publicUrl: string): void {
  const [path = ''] = url.split('?', 1);
  const requestId = randomUUID();
  const [status, type, body] =
    path === '/healthz'
      ? [200, 'application/json', { status: 'ok' }]
      : path === '/readyz'
        ? [503, 'application/json', { status: 'unusable', degraded: ['store'] }]
        : [503, 'application/problem+json', problemDocument(NOT_YET, publicUrl, path, requestId)];
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...commonHeaders(requestId, publicUrl),
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'private, no-store',
    ...(status === 503 ? { 'Retry-After': RETRY_AFTER_SECONDS } : {}),
    // The next request should reach the server that replaces this one.
    Connection: 'close',
  });
  response.end(method === 'HEAD' ? undefined : text);
}

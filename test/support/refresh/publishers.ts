import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { strToU8, zipSync } from 'fflate';
import { atEnd } from '../lifetime.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Stands in for the publishers on this machine: a mirror that serves what the tests have published at `/<host>/<path>`. */
export interface Publishers {
  /** The value for `--mirror`. */
  address: string;
  /** Publishes a file under a publisher's own address, with an entity tag; clients that already have it get a 304. */
  publish(url: string, content: string | Uint8Array, type: string): void;
  /** Leaves all responses for an address to `handler`. */
  handle(url: string, handler: Handler): void;
  /** The requests since the last call: address and status. */
  log(): string[];
}

/** The server stops after the file's tests. It responds with what is published when the request arrives. */
export async function startPublishers(): Promise<Publishers> {
  const handlers = new Map<string, Handler>();
  let log: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    response.on('close', () => log.push(`${path} ${response.statusCode}`));
    const handler = handlers.get(path);
    if (handler !== undefined) handler(request, response);
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<html><body>Not Found</body></html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const handle = (url: string, handler: Handler) => {
    const { host, pathname, search } = new URL(url);
    handlers.set(`/${host}${pathname}${search}`, handler);
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handle,
    publish: (url, content, type) => handle(url, fileHandler(Buffer.from(content), type)),
    log() {
      const said = log;
      log = [];
      return said;
    },
  };
}

export function fileHandler(content: Buffer, type: string): Handler {
  const etag = `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`;
  return (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else
      response.writeHead(200, { etag, 'content-type': type, 'content-length': content.length }).end(content);
  };
}

/** @param level 0 stores the members' bytes uncompressed */
export function zip(members: Readonly<Record<string, string | Uint8Array>>, level: 0 | 6 = 6): Uint8Array {
  const bytes = Object.entries(members).map(
    ([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content] as const,
  );
  return zipSync(Object.fromEntries(bytes), { level });
}

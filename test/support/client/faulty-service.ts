import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from '../lifetime.ts';

export type Reaction = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that answers each request with the next of its reactions, and then always with the last one. */
export interface FaultyService {
  url: string;
  requests: IncomingMessage[];
  /** Reacts like this from now on, and forgets earlier requests. */
  react(...reactions: Reaction[]): void;
}

export async function startFaultyService(): Promise<FaultyService> {
  let reactions: Reaction[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const reaction = reactions.length > 1 ? reactions.shift() : reactions[0];
    reaction?.(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    react(...next) {
      reactions = next;
      requests.length = 0;
    },
  };
}

export function json(value: unknown, headers: Record<string, string> = {}, status = 200): Reaction {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };
}

export function problem(status: number, code: string, headers: Record<string, string> = {}): Reaction {
  return json({ title: 'Failure', detail: 'It fails.', status, code, request_id: 'r1' }, headers, status);
}

/** Closes the connection instead of responding. */
export const cut: Reaction = (response) => {
  response.destroy();
};

/** Sends the beginning of a body. Then it closes the connection, or leaves it open and sends nothing more. */
export function partOf(text: string, { closes }: { closes: boolean }): Reaction {
  return (response) => {
    response.writeHead(200, { 'content-length': text.length + 1 });
    response.write(text, () => {
      if (closes) response.destroy();
    });
  };
}

import { Agent, type AgentOptions, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { atEnd } from '../lifetime.ts';

/** What happened to the requests of one load. */
export interface Tally {
  /** Complete responses, by status. */
  answered: Map<number, number>;
  /** Requests that were never sent, because nothing listened any more. */
  refused: number;
  /** Requests that failed in any other way, by error. */
  failed: Map<string, number>;
}

export interface Load {
  tally: Tally;
  /** Sends no more requests. Resolves when all sent ones have ended. */
  stop(): Promise<void>;
}

/** Sends requests. `request` resolves with the status when the whole response has arrived. */
export interface Client {
  request(path: string): Promise<number>;
  close(): Promise<void>;
}

/** A pause for `load`. With it, eight requests at a time make about a hundred and fifty requests per second. */
export const UNHURRIED_MILLISECONDS = 50;

/**
 * Keeps `parallel` requests in progress until it is stopped, until nothing listens any more, or until the test ends.
 *
 * @param pauseMilliseconds after each response, for tests that need requests all the time but not as many as possible: without
 *   pauses the load takes up the whole machine, and what the test waits for takes longer
 */
export function load(
  client: Client,
  parallel: number,
  path: (request: number) => string,
  pauseMilliseconds = 0,
): Load {
  const tally: Tally = { answered: new Map(), refused: 0, failed: new Map() };
  let running = true;
  let requests = 0;
  const worker = async () => {
    while (running) {
      try {
        increment(tally.answered, await client.request(path(requests++)));
        if (pauseMilliseconds > 0) await delay(pauseMilliseconds);
      } catch (error) {
        const { code, syscall, message } = error as NodeJS.ErrnoException;
        if (code === 'ECONNREFUSED' && syscall === 'connect') {
          tally.refused++;
          running = false;
        } else increment(tally.failed, `${code ?? message} ${syscall ?? ''}`);
      }
    }
  };
  const workers = Promise.all(Array.from({ length: parallel }, worker));
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= client.close();
    return closing;
  };
  // Does not wait for answers: the server may never give one.
  atEnd(() => {
    running = false;
    void close();
  });
  return {
    tally,
    async stop() {
      running = false;
      await workers;
      await close();
    },
  };
}

/** undici, on eight connections that are kept open, with `pipelining` requests at a time on each. */
export function undiciClient(address: string, token: string, pipelining: number): Client {
  const pool = new Pool(address, { connections: 8, pipelining });
  return {
    async request(path) {
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers: bearer(token) });
      await body.text();
      return statusCode;
    },
    close: () => pool.close(),
  };
}

/** `node:http`. Its connections are kept open, or opened again for every request, as `options` say. */
export function nodeClient(address: string, token: string, options: AgentOptions): Client {
  const agent = new Agent(options);
  return {
    request: (path) =>
      new Promise((resolve, reject) => {
        const request = get(address + path, { agent, headers: bearer(token) }, (response) => {
          response.resume();
          response.on('error', reject);
          response.on('end', () => resolve(response.statusCode ?? 0));
        });
        request.on('error', reject);
      }),
    close: async () => agent.destroy(),
  };
}

/** The number of all complete responses, whatever their status. */
export function answers({ answered }: Tally): number {
  return [...answered.values()].reduce((sum, count) => sum + count, 0);
}

function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

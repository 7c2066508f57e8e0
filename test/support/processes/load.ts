import { Agent, type AgentOptions, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { atEnd } from '../lifetime.ts';

/** What became of the requests of one load. */
export interface Tally {
  /** Answers that came whole, by status. */
  answered: Map<number, number>;
  /** Requests that were never sent, because nobody listened any more. */
  refused: number;
  /** Requests that failed in any other way, by error. */
  failed: Map<string, number>;
}

export interface Load {
  tally: Tally;
  /** No more requests; resolves when all that were sent have ended. */
  stop(): Promise<void>;
}

/** Sends one request; resolves with the status when its answer has come whole. */
export interface Client {
  request(path: string): Promise<number>;
  close(): Promise<void>;
}

/** For `load`: three hundred requests a second of eight at a time. */
export const UNHURRIED_MILLISECONDS = 25;

/**
 * Keeps `parallel` requests under way until it is stopped, until nobody listens any more, or until the test ends.
 *
 * @param pauseMilliseconds after each answer, where the promise is about requests that arrive all the time and not about how many:
 *   without pauses the load has the machine, and what the test waits for takes the longer
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

/** `node:http`; its connections are kept open or made anew for every request, as `options` say. */
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

/** All answers that came, whatever their status. */
export function answers({ answered }: Tally): number {
  return [...answered.values()].reduce((sum, count) => sum + count, 0);
}

function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Random } from '../bench/seeded-random.ts';
import { type FleetNode, prefixOf } from './fleet.ts';

/** A request that has not ended after this time is given up. */
const PATIENCE_MILLISECONDS = 10_000;

/** The reason of a request that was given up. */
export const NO_ANSWER_IN_TIME = 'no answer in time';

/** A key and its history. Times are from `performance.now()`. */
export interface KnownKey {
  id: string;
  token: string;
  /** When its creation was confirmed. */
  madeAt: number;
  /** When its revocation was first requested; infinite before. */
  revokingAt: number;
  /** When its revocation was confirmed; infinite before. */
  revokedAt: number;
}

/** One request and its outcome. */
export interface Answer {
  key: KnownKey | undefined;
  /** The node that got the request; undefined for the proxy. */
  node: FleetNode | undefined;
  path: string;
  /** The entity tag that was sent along. */
  condition: string | undefined;
  sentAt: number;
  endedAt: number;
  /** 0 without a response. */
  status: number;
  /** Why there was no response, or the code of the problem. */
  reason: string;
  /** Of the process that answered. */
  prefix: string;
  release: string;
  hash: string;
}

/** Where requests are sent: the proxy or a node, over connections that are kept. */
export class Door {
  readonly node: FleetNode | undefined;
  readonly #pool: Pool;
  readonly #onAnswer: (answer: Answer) => void;

  /** @param onAnswer is called with every response */
  constructor(address: string, node: FleetNode | undefined, onAnswer: (answer: Answer) => void) {
    this.node = node;
    this.#onAnswer = onAnswer;
    this.#pool = new Pool(address, { connections: 16, headersTimeout: 0, bodyTimeout: 0 });
  }

  /** @param key undefined for a token that nobody has made */
  async ask(path: string, key: KnownKey | string, condition?: string): Promise<Answer> {
    const answer: Answer = {
      key: typeof key === 'string' ? undefined : key,
      node: this.node,
      path,
      condition,
      sentAt: performance.now(),
      endedAt: Number.POSITIVE_INFINITY,
      status: 0,
      reason: '',
      prefix: '',
      release: '',
      hash: '',
    };
    try {
      const { statusCode, headers, body } = await this.#pool.request({
        path,
        method: 'GET',
        headers: {
          authorization: `Bearer ${typeof key === 'string' ? key : key.token}`,
          'accept-encoding': 'identity',
          ...(condition === undefined ? {} : { 'if-none-match': condition }),
        },
        signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
      });
      const bytes = Buffer.from(await body.arrayBuffer());
      answer.status = statusCode;
      answer.prefix = prefixOf(String(headers['x-request-id'] ?? ''));
      answer.release = String(headers['x-dataset-release'] ?? '');
      answer.hash = hash('sha256', bytes);
      if (statusCode >= 400) answer.reason = problemIn(bytes);
    } catch (error) {
      const { name, code, message } = error as NodeJS.ErrnoException;
      answer.reason = name === 'TimeoutError' ? NO_ANSWER_IN_TIME : (code ?? message);
    }
    answer.endedAt = performance.now();
    this.#onAnswer(answer);
    return answer;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

function problemIn(bytes: Buffer): string {
  try {
    const { code, detail } = JSON.parse(bytes.toString()) as { code: string; detail: string };
    return `${code}: ${detail}`;
  } catch {
    return bytes.toString().slice(0, 100).replaceAll(/\s+/g, ' ');
  }
}

/** Sends requests one after another, each a while after the previous response, until it is stopped. */
export class Client {
  #running = true;
  readonly #done: Promise<void>;

  constructor(pauseMilliseconds: number, request: () => Promise<unknown>) {
    this.#done = this.#run(pauseMilliseconds, request);
  }

  async #run(pauseMilliseconds: number, request: () => Promise<unknown>): Promise<void> {
    while (this.#running) {
      await request();
      await delay(pauseMilliseconds);
    }
  }

  /** Resolves when the last answer has come. */
  async stop(): Promise<void> {
    this.#running = false;
    await this.#done;
  }
}

export function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}

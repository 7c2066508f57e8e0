import { randomUUID } from 'node:crypto';
import { setTimeout as delay, setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { type CommandParser, createClient, defineScript } from '@redis/client';
import type { FastifyBaseLogger } from 'fastify';
import { OperatorError } from '../operator-error.ts';
import type { Ledger, LedgerAnswer, LedgerRequest, LedgerWindow } from './ledger.ts';

/** Whoever asks waits at most this long, and only the first do: from then on nobody asks until it is heard of again. */
const ANSWER_MILLISECONDS = 100;
const CONNECT_MILLISECONDS = 2000;
/** A node says this often that it is there, more often while nothing answers, and is forgotten after a while. */
const HEARTBEAT_MILLISECONDS = 1000;
const PROBE_MILLISECONDS = 250;
const FORGOTTEN_MILLISECONDS = 3500;
/** When one node has heard of the server again, so have all, and told it what they spent. */
const RETURN_MILLISECONDS = 1000;
/** For nodes whose clocks are behind. */
const GRACE_MILLISECONDS = 10_000;

const PREFIX = 'lds:';

/** Of a window: the holding of each node. One step for the server, so that nothing is promised twice. */
const hold = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    local limit, spent, wanted = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
    local holdings = redis.call('HGETALL', KEYS[1])
    local others = 0
    for index = 1, #holdings, 2 do
      if holdings[index] ~= ARGV[1] then others = others + tonumber(holdings[index + 1]) end
    end
    local free = math.max(0, limit - others - spent)
    local granted = math.min(wanted, free)
    redis.call('HSET', KEYS[1], ARGV[1], spent + granted)
    redis.call('PEXPIREAT', KEYS[1], ARGV[5])
    return {spent + granted, free - granted}`,
  parseCommand(
    parser: CommandParser,
    node: string,
    { subject, limit, spent, wanted, endsAt }: LedgerRequest,
  ) {
    parser.pushKey(PREFIX + subject);
    parser.push(node, String(limit), String(spent), String(wanted), String(endsAt + GRACE_MILLISECONDS));
  },
  transformReply: ([held = 0, left = 0]: number[]): LedgerAnswer => ({ held, left }),
});

const begin = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    if redis.call('EXISTS', KEYS[1]) == 0 then
      redis.call('HSET', KEYS[1], 'earlier', ARGV[1])
      redis.call('PEXPIREAT', KEYS[1], ARGV[2])
    end`,
  parseCommand(parser: CommandParser, { subject, endsAt }: LedgerWindow, spent: number) {
    parser.pushKey(PREFIX + subject);
    parser.push(String(spent), String(endsAt + GRACE_MILLISECONDS));
  },
  transformReply: () => undefined,
});

/** The nodes that were heard of lately, by the server's clock. */
const beat = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    redis.call('ZADD', KEYS[1], now, ARGV[1])
    redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ARGV[2])
    return redis.call('ZCARD', KEYS[1])`,
  parseCommand(parser: CommandParser, node: string) {
    parser.pushKey(`${PREFIX}nodes`);
    parser.push(node, String(FORGOTTEN_MILLISECONDS));
  },
  transformReply: (nodes: number) => nodes,
});

export interface RedisLedgerParts {
  /** `redis://USER:PASSWORD@HOST:PORT`; Valkey, or Redis 6.2 or newer. */
  url: string;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** The ledger of nodes on different machines, in Valkey or Redis: one hash a window, which goes with it. */
export class RedisLedger implements Ledger {
  readonly #log: RedisLedgerParts['log'];
  readonly #client;
  readonly #node = randomUUID();
  #heartbeat: NodeJS.Timeout | undefined;
  #stopped = false;
  #state: 'lost' | 'returning' | 'reachable' = 'reachable';
  #returning: NodeJS.Timeout | undefined;
  #tell: Parameters<NonNullable<Ledger['onReturn']>>[0] = async () => {};
  #nodes = 1;
  /** Until when the count of nodes is believed against a smaller one. */
  #completeUntil = 0;

  private constructor({ url, log }: RedisLedgerParts) {
    this.#log = log;
    this.#client = createClient({
      url,
      scripts: { hold, begin, beat },
      disableOfflineQueue: true,
      socket: {
        connectTimeout: CONNECT_MILLISECONDS,
        // Longer silent than a heartbeat takes to be answered: a server that hangs, or a network that swallows.
        socketTimeout: CONNECT_MILLISECONDS,
        reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 500),
      },
    });
    // Whoever asks is told; here it would end the process.
    this.#client.on('error', () => {});
  }

  /** @throws OperatorError when nothing answers at the address */
  static async open(parts: RedisLedgerParts): Promise<RedisLedger> {
    const ledger = new RedisLedger(parts);
    try {
      await within(CONNECT_MILLISECONDS, ledger.#client.connect());
      ledger.#count(await within(CONNECT_MILLISECONDS, ledger.#client.beat(ledger.#node)));
    } catch (error) {
      ledger.#client.destroy();
      throw new OperatorError(
        `LDS_REDIS_URL cannot be used (${(error as Error).message}): see that the server runs, and that user and password are right.`,
      );
    }
    ledger.#beatAfter(HEARTBEAT_MILLISECONDS);
    return ledger;
  }

  get nodes(): number {
    return this.#nodes;
  }

  get reachable(): boolean {
    return this.#state === 'reachable';
  }

  onReturn(tell: (ask: Ledger['ask']) => Promise<void>): void {
    this.#tell = tell;
  }

  async ask(request: LedgerRequest): Promise<LedgerAnswer> {
    if (!this.reachable) throw new Error('the ledger cannot be reached');
    try {
      return await within(ANSWER_MILLISECONDS, this.#client.hold(this.#node, request));
    } catch (error) {
      this.#lost(error as Error);
      throw error;
    }
  }

  async begin(window: LedgerWindow, spent: number): Promise<void> {
    await within(CONNECT_MILLISECONDS, this.#client.begin(window, spent));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#heartbeat);
    clearTimeout(this.#returning);
    await within(ANSWER_MILLISECONDS, this.#client.zRem(`${PREFIX}nodes`, this.#node)).catch(() => {});
    this.#client.destroy();
  }

  #beatAfter(milliseconds: number): void {
    this.#heartbeat = setTimeout(async () => {
      try {
        this.#found(await within(ANSWER_MILLISECONDS, this.#client.beat(this.#node)));
      } catch (error) {
        this.#lost(error as Error);
      }
      if (!this.#stopped)
        this.#beatAfter(this.#state === 'lost' ? PROBE_MILLISECONDS : HEARTBEAT_MILLISECONDS);
    }, milliseconds).unref();
  }

  #lost(error: Error): void {
    if (this.#stopped || this.#state === 'lost') return;
    if (this.#state === 'reachable')
      this.#log.warn(
        { err: error, nodes: this.#nodes },
        'limits are not shared: this node lets its own part pass',
      );
    this.#state = 'lost';
    this.#completeUntil = Number.POSITIVE_INFINITY;
    clearTimeout(this.#returning);
    clearTimeout(this.#heartbeat);
    this.#beatAfter(PROBE_MILLISECONDS);
  }

  #found(nodes: number): void {
    this.#count(nodes);
    if (this.#state !== 'lost') return;
    this.#state = 'returning';
    this.#completeUntil = performance.now() + FORGOTTEN_MILLISECONDS;
    // All at once, and nobody waits for it.
    void this.#tell((request) => within(CONNECT_MILLISECONDS, this.#client.hold(this.#node, request)));
    this.#returning = setTimeout(() => {
      this.#state = 'reachable';
      this.#log.info({ nodes: this.#nodes }, 'limits are shared again');
    }, RETURN_MILLISECONDS).unref();
  }

  /** After an outage the nodes come back one by one; which of them are gone for good shows only after a while. */
  #count(nodes: number): void {
    const now = performance.now();
    if (nodes < this.#nodes && now < this.#completeUntil) return;
    this.#nodes = nodes;
    this.#completeUntil = now + FORGOTTEN_MILLISECONDS;
  }
}

/** Rejects when it takes longer. Time in which this process was busy itself does not count: the answer may lie there. */
async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  const late = new AbortController();
  const timeout = async () => {
    await delay(milliseconds, undefined, { signal: late.signal });
    await turnOfTheLoop();
    throw new Error(`no answer within ${milliseconds} ms`);
  };
  try {
    return await Promise.race([promise, timeout()]);
  } finally {
    late.abort();
  }
}

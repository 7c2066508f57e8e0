import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay, setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { type CommandParser, createClient, defineScript, ErrorReply } from '@redis/client';
import type { FastifyBaseLogger } from 'fastify';
import { OperatorError } from '../../process/operator-error.ts';
import type { Ledger, LedgerAnswer, LedgerRequest, Report, Reported } from './ledger.ts';

/**
 * Requests wait at most this long for the ledger, and only the first ones: then none waits until the ledger answers again.
 * Long enough for a busy machine: a node that gives up spends its own part in addition to what the others are granted.
 */
const ANSWER_MILLISECONDS = 500;
const CONNECT_MILLISECONDS = 2000;
/**
 * A connection that is silent this long, in spite of heartbeats, is replaced: the network may drop what is sent. The driver's own
 * time-out does not notice, because sending resets it too. Far longer than this process can be busy itself, for example when it
 * starts on a busy machine.
 */
const SILENCE_MILLISECONDS = 10_000;
/** A wait is divided into this many pauses. */
const PAUSES = 10;
/**
 * Each node reports its presence this often: more often while nothing answers, and at first, so that nodes that start
 * together know of each other before they serve. A silent node is forgotten after a while.
 */
const HEARTBEAT_MILLISECONDS = 1000;
const FIRST_HEARTBEAT_MILLISECONDS = 25;
const PROBE_MILLISECONDS = 250;
const FORGOTTEN_MILLISECONDS = 3500;
/** Once all nodes have reached the server again, they have this long to report what they spent, then what was spent earlier. */
const RETURN_MILLISECONDS = 1000;
/** Records are kept this long after their window has ended by the clock of a node that asked: another clock may be behind. */
const GRACE_MILLISECONDS = 10_000;

const PREFIX = 'lds:';

/**
 * Records one question. The hash of a window has what each node holds, and as `earlier` what was spent by nodes that hold
 * nothing now. One step for the server, so that nothing is granted twice.
 */
const hold = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: readFileSync(new URL('./hold.lua', import.meta.url), 'utf8'),
  parseCommand(
    parser: CommandParser,
    node: string,
    { subject, limit, earlier, spent, wanted, endsIn }: LedgerRequest,
  ) {
    parser.pushKey(PREFIX + subject);
    parser.push(node, ...[limit, earlier, spent, wanted, endsIn + GRACE_MILLISECONDS].map(String));
  },
  transformReply: ([held = 0, left = 0]: number[]): LedgerAnswer => ({ held, left }),
});

/** Reports this node's presence. Returns how many nodes have reported lately, by the server's clock. */
const beat = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: readFileSync(new URL('./beat.lua', import.meta.url), 'utf8'),
  parseCommand(parser: CommandParser, node: string) {
    parser.pushKey(`${PREFIX}nodes`);
    parser.push(node, String(FORGOTTEN_MILLISECONDS));
  },
  transformReply: (nodes: number) => nodes,
});

export interface RedisLedgerParts {
  /** `redis://USER:PASSWORD@HOST:PORT`; Valkey, or Redis 6.2 or newer. */
  url: string;
  /** How many processes share it, as far as is known without asking it. */
  nodes: number;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** How long a connection may be silent; tests set it, because ten seconds are too long for them. */
  silenceMilliseconds?: number;
}

/** The ledger of nodes on different machines, in Valkey or Redis: one hash per window, which expires with it. */
export class RedisLedger implements Ledger {
  readonly #log: RedisLedgerParts['log'];
  readonly #client;
  readonly #node = randomUUID();
  #heartbeat: NodeJS.Timeout | undefined;
  /** `waiting`: this node has reached the server again, and others have not. */
  #state: 'lost' | 'waiting' | 'returning' | 'reachable' | 'stopped' = 'reachable';
  #returning: NodeJS.Timeout | undefined;
  #report: Report = async () => {};
  readonly #silenceMilliseconds: number;
  /** When the server answered last, or the connection was made. */
  #heardAt = performance.now();
  #nodes: number;
  /** Until when a smaller count of nodes is ignored: nodes that start, or come back, report one by one. */
  #completeUntil = performance.now() + FORGOTTEN_MILLISECONDS;

  private constructor({ url, nodes, log, silenceMilliseconds = SILENCE_MILLISECONDS }: RedisLedgerParts) {
    this.#log = log;
    this.#silenceMilliseconds = silenceMilliseconds;
    this.#nodes = nodes;
    this.#client = createClient({
      url,
      scripts: { hold, beat },
      disableOfflineQueue: true,
      socket: {
        connectTimeout: CONNECT_MILLISECONDS,
        socketTimeout: silenceMilliseconds,
        reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 500),
      },
    });
    // Questions reject by themselves; an error without a listener would end the process.
    this.#client.on('error', () => {});
    this.#client.on('ready', () => {
      this.#heardAt = performance.now();
    });
  }

  /**
   * Also resolves if the server does not answer: then limits are shared as soon as it does.
   *
   * @throws OperatorError when the server refuses us, or the URL is not valid
   */
  static async open(parts: RedisLedgerParts): Promise<RedisLedger> {
    try {
      const ledger = new RedisLedger(parts);
      await ledger.#connect();
      return ledger;
    } catch (error) {
      throw new OperatorError(
        `LDS_REDIS_URL cannot be used (${(error as Error).message}): check its user, password and database.`,
      );
    }
  }

  get nodes(): number {
    return this.#nodes;
  }

  get reachable(): boolean {
    return this.#state === 'reachable';
  }

  onReturn(report: Report): void {
    this.#report = report;
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

  async stop(): Promise<void> {
    this.#state = 'stopped';
    clearTimeout(this.#heartbeat);
    clearTimeout(this.#returning);
    await within(ANSWER_MILLISECONDS, this.#client.zRem(`${PREFIX}nodes`, this.#node)).catch(() => {});
    this.#client.destroy();
  }

  /** The client keeps trying to connect; the first failure says whether that can help. */
  async #connect(): Promise<void> {
    const client = this.#client;
    const failure = new Promise<never>((_, reject) => client.once('error', reject));
    try {
      await within(CONNECT_MILLISECONDS, Promise.race([client.connect(), failure]));
      this.#count(await within(CONNECT_MILLISECONDS, client.beat(this.#node)));
      this.#beatAfter(FIRST_HEARTBEAT_MILLISECONDS);
    } catch (error) {
      if (isRefusal(error)) {
        client.destroy();
        throw error;
      }
      this.#lost(error as Error);
    }
    // Even after a brief interruption: the server may have restarted without its records.
    client.on('error', (error: Error) => this.#lost(error));
  }

  #beatAfter(milliseconds: number): void {
    clearTimeout(this.#heartbeat);
    this.#heartbeat = setTimeout(async () => {
      try {
        this.#found(await within(ANSWER_MILLISECONDS, this.#client.beat(this.#node)));
      } catch (error) {
        this.#lost(error as Error);
        this.#replaceSilent();
      }
      if (this.#state !== 'stopped')
        this.#beatAfter(
          this.#state === 'lost' || this.#state === 'waiting'
            ? PROBE_MILLISECONDS
            : Math.min(2 * milliseconds, HEARTBEAT_MILLISECONDS),
        );
    }, milliseconds).unref();
  }

  #lost(error: Error): void {
    if (this.#state === 'lost' || this.#state === 'stopped') return;
    if (this.#state === 'reachable')
      this.#log.warn(
        { err: error, nodes: this.#nodes },
        'limits are not shared: this node lets its own part pass',
      );
    this.#state = 'lost';
    this.#completeUntil = Number.POSITIVE_INFINITY;
    clearTimeout(this.#returning);
    this.#beatAfter(PROBE_MILLISECONDS);
  }

  /** Connects again if the connection has been silent for too long. */
  #replaceSilent(): void {
    const isSilent = performance.now() - this.#heardAt > this.#silenceMilliseconds;
    if (this.#state === 'stopped' || !this.#client.isReady || !isSilent) return;
    this.#client.destroy();
    this.#client.connect().catch(() => {});
  }

  #found(nodes: number): void {
    this.#heardAt = performance.now();
    const before = this.#state;
    // Another node may still have to find out that its connection is forgotten, and connect again.
    if (before === 'lost')
      this.#completeUntil = this.#heardAt + this.#silenceMilliseconds + CONNECT_MILLISECONDS;
    this.#count(nodes);
    const isComplete = nodes >= this.#nodes;
    if (before !== 'lost' && (before !== 'waiting' || !isComplete)) return;
    this.#state = isComplete ? 'returning' : 'waiting';
    this.#reportAll('spent');
    if (isComplete) this.#return();
  }

  /** All nodes are back and report what they spent, which a server without its records does not know yet. */
  #return(): void {
    this.#returnAfter(() => {
      this.#reportAll('earlier');
      this.#returnAfter(() => {
        this.#state = 'reachable';
        // Requests went on meanwhile. What nodes have spent is recorded before one of them is granted the rest.
        this.#reportAll('spent');
        this.#log.info({ nodes: this.#nodes }, 'limits are shared again');
      });
    });
  }

  /** Reports all windows at once. No request waits for it. */
  #reportAll(what: Reported): void {
    void this.#report(
      (request) => within(CONNECT_MILLISECONDS, this.#client.hold(this.#node, request)),
      what,
    );
  }

  #returnAfter(next: () => void): void {
    this.#returning = setTimeout(next, RETURN_MILLISECONDS).unref();
  }

  #count(nodes: number): void {
    const now = performance.now();
    if (nodes < this.#nodes && now < this.#completeUntil) return;
    this.#nodes = nodes;
    this.#completeUntil = now + FORGOTTEN_MILLISECONDS;
  }
}

/** Whether only another setting can help: the server is not merely starting or temporarily full. */
function isRefusal(error: unknown): boolean {
  return error instanceof ErrorReply && /^(WRONGPASS|NOAUTH|NOPERM|ERR (?!max number))/.test(error.message);
}

/**
 * Rejects when it takes longer. Time in which this process itself is busy does not count: a pause prolonged by that counts as
 * one pause, and the turn of the event loop after it sends what is waiting and reads what has arrived.
 */
async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  const settled = new AbortController();
  const timeout = async () => {
    for (let pause = 0; pause < PAUSES; pause++) {
      await delay(milliseconds / PAUSES, undefined, { signal: settled.signal });
      await turnOfTheLoop();
    }
    throw new Error(`no answer within ${milliseconds} ms`);
  };
  try {
    return await Promise.race([promise, timeout()]);
  } finally {
    settled.abort();
  }
}

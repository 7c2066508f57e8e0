import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { FairQueue } from '../limits/fair-queue.ts';
import { Problem } from './problems.ts';

/** Work begun in one turn of the event loop. Node accepts one connection a turn, so long turns would keep new clients out. */
const TURN_MILLISECONDS = 5;
/** Who has waited longer is refused: the answer would come too late, and those behind would wait longer still. */
const PATIENCE_MILLISECONDS = 250;
/** Anything that takes longer, such as the first request for the OpenAPI document, delays others once and is no overload. */
const HITCH_MILLISECONDS = 25;
/** Requests that wait at once: we could not begin more in time, at a tenth of a millisecond each, and they would fill the memory. */
const MOST_WAITING = 2500;
/**
 * Requests that a connection may send within a turn's time: few need not queue, and with many its client pipelines without a
 * bound. Node parses all that it has read, 64 KiB, before it does anything else, so 2,000 health checks on each of a few
 * connections held up everybody for seconds. A client that waits for its responses sends one at a time.
 */
const MOST_PAST_THE_QUEUE = 16;
const MOST_PIPELINED = 200;
/** So long after the last refusal the node says that it is degraded. */
const PRESENT_MILLISECONDS = 2000;
/** The log has one line for all requests refused in this time. */
const LOG_MILLISECONDS = 5000;

/** The problem for a request that is refused. */
export function overloaded(): Problem {
  const detail = 'More requests come than can be answered just now. Try again in a moment.';
  return new Problem('unavailable', detail, { retry_after: 1 });
}

/** A request, to be worked on or refused. */
export interface Task {
  /** On which it came. */
  connection: Pick<Socket, 'pause' | 'resume'>;
  /** Who asks: the account, or the client's address where there is no valid key. */
  holder: string;
  work(): void;
  refuse(): void;
}

/**
 * Spreads the work of a burst over turns of the event loop, shares it fairly, and refuses what cannot be begun soon. While there
 * is little to do, every task is worked on as it comes. When a turn's time is used up, tasks wait for the next turns. Holders
 * get equal parts of the processor's time, whatever number of requests and connections each of them has, so that nobody's
 * requests keep another's waiting. Between turns connections are accepted, requests are read, and responses that are in memory
 * are sent.
 */
export class Overload {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #clock: () => number;
  readonly #waiting = new FairQueue<{ task: Task; since: number }>();
  /** How many of them came on the same connection. */
  readonly #waitingOn = new Map<Task['connection'], number>();
  /** Requests of a connection in the last few milliseconds. */
  readonly #bursts = new WeakMap<Task['connection'], { since: number; requests: number }>();
  #inTurn = false;
  /** By the clock, when this turn's work is done. */
  #turnEndsAt = 0;
  /** Milliseconds that have passed while there was work, without hitches. */
  #passed = 0;
  #lastAt = 0;
  #refused = 0;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #logged = 0;

  /** @param clock milliseconds, by which time passes */
  constructor(log: Pick<FastifyBaseLogger, 'warn'>, clock = () => performance.now()) {
    this.#log = log;
    this.#clock = clock;
  }

  /** Requests that were refused so far. */
  get refused(): number {
    return this.#refused;
  }

  /** Whether some were refused a moment ago. */
  get isPresent(): boolean {
    return this.#clock() - this.#refusedAt < PRESENT_MILLISECONDS;
  }

  /**
   * To be asked for every request, in order: whether it may be answered past the queue if that costs next to nothing (`pass`), or
   * not (`queue`), is the last that its connection is answered (`last`), or comes after that (`late`) and is left to its client to
   * send again (RFC 9112, section 9.3.2).
   */
  placeOf(connection: Task['connection']): 'pass' | 'queue' | 'last' | 'late' {
    const now = this.#clock();
    let burst = this.#bursts.get(connection);
    if (burst === undefined || (now - burst.since > TURN_MILLISECONDS && burst.requests < MOST_PIPELINED)) {
      burst = { since: now, requests: 0 };
      this.#bursts.set(connection, burst);
    }
    burst.requests++;
    if (burst.requests <= MOST_PAST_THE_QUEUE) return 'pass';
    if (burst.requests < MOST_PIPELINED) return 'queue';
    return burst.requests === MOST_PIPELINED ? 'last' : 'late';
  }

  /** Works on the task: now, or in a turn to come, unless it is refused then. */
  admit(task: Task): void {
    const now = this.#clock();
    if (!this.#inTurn) this.#beginTurn(now);
    this.#pass(now);
    if (this.#waiting.length === 0 && now < this.#turnEndsAt) {
      task.work();
      return;
    }
    this.#wait(task);
    // The holder with the most waiting has to give way, and that may be this one.
    const tooMany = this.#waiting.length > MOST_WAITING ? this.#waiting.takeFromLongest() : undefined;
    if (tooMany !== undefined) this.#leaveAndRefuse(tooMany.task);
  }

  #beginTurn(now: number): void {
    this.#inTurn = true;
    this.#turnEndsAt = now + TURN_MILLISECONDS;
    // Runs when everything that had arrived has been read.
    setImmediate(this.#endTurn);
  }

  readonly #endTurn = (): void => {
    this.#inTurn = false;
    if (this.#waiting.length === 0) return;
    this.#beginTurn(this.#clock());
    this.#workOnWaiting();
  };

  #workOnWaiting(): void {
    this.#pass(this.#clock());
    for (const { task } of this.#waiting.takeOldest((waiting) => this.#isImpatient(waiting)))
      this.#leaveAndRefuse(task);
    while (this.#clock() < this.#turnEndsAt && this.#waiting.serveNext((waiting) => this.#serve(waiting)));
  }

  /** @returns the milliseconds that it took */
  #serve(waiting: { task: Task; since: number }): number {
    const startedAt = this.#clock();
    this.#pass(startedAt);
    if (this.#isImpatient(waiting)) this.#leaveAndRefuse(waiting.task);
    else {
      this.#leave(waiting.task);
      waiting.task.work();
    }
    return this.#clock() - startedAt;
  }

  #isImpatient({ since }: { since: number }): boolean {
    return this.#passed - since > PATIENCE_MILLISECONDS;
  }

  /**
   * Nothing is read meanwhile from where it came. Otherwise a few connections that send on would fill the queue, and Node would
   * take one that its client has closed on its side for one that wants no answer any more.
   */
  #wait(task: Task): void {
    const { connection, holder } = task;
    const waiting = (this.#waitingOn.get(connection) ?? 0) + 1;
    this.#waitingOn.set(connection, waiting);
    this.#waiting.push(holder, { task, since: this.#passed });
    // Not at once: with each request that it reads Node resumes what is paused, and that takes effect in the next tick.
    if (waiting === 1) process.nextTick(() => connection.pause());
  }

  #leave({ connection }: Task): void {
    const waiting = (this.#waitingOn.get(connection) ?? 1) - 1;
    if (waiting > 0) this.#waitingOn.set(connection, waiting);
    else {
      this.#waitingOn.delete(connection);
      connection.resume();
    }
  }

  #leaveAndRefuse(task: Task): void {
    this.#leave(task);
    this.#refuse(task);
  }

  #pass(now: number): void {
    this.#passed += Math.min(now - this.#lastAt, HITCH_MILLISECONDS);
    this.#lastAt = now;
  }

  #refuse(task: Task): void {
    task.refuse();
    const now = this.#clock();
    this.#refused++;
    this.#refusedAt = now;
    if (now - this.#loggedAt < LOG_MILLISECONDS) return;
    this.#log.warn({ requests: this.#refused - this.#logged }, 'overloaded: requests are refused');
    this.#loggedAt = now;
    this.#logged = this.#refused;
  }
}

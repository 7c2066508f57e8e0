import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';

/** Work begun in one turn of the event loop. Node accepts one connection a turn, so long turns would keep new clients out. */
const TURN_MILLISECONDS = 5;
/** Who has waited longer is refused: the answer would come too late, and those behind would wait longer still. */
const PATIENCE_MILLISECONDS = 250;
/** Anything that takes longer, such as the first request for the OpenAPI document, delays others once and is no overload. */
const HITCH_MILLISECONDS = 25;
/** Requests that wait at once: more could not be begun in time, at a tenth of a millisecond each, and would fill the memory. */
const MOST_WAITING = 2500;
/** So long after the last refusal the node says that it is degraded. */
const PRESENT_MILLISECONDS = 2000;
/** The log has one line for all requests refused in this time. */
const LOG_MILLISECONDS = 5000;

/** A request, to be worked on or refused. */
export interface Task {
  /** On which it came. */
  connection: Pick<Socket, 'pause' | 'resume'>;
  work(): void;
  refuse(): void;
}

/**
 * Spreads the work of a burst over turns of the event loop, and refuses what cannot be begun soon. While little is to be done,
 * every task is worked on as it comes. When a turn's time is used up, tasks wait for the next turns, first come, first served;
 * in between, connections are accepted, requests read, and what needs no work is answered.
 */
export class Overload {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #clock: () => number;
  readonly #waiting: { task: Task; since: number }[] = [];
  /** How many of them came on the same connection. */
  readonly #waitingOn = new Map<Task['connection'], number>();
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

  /** Works on the task: now, or in a turn to come, unless it is refused then. */
  admit(task: Task): void {
    const now = this.#clock();
    if (!this.#inTurn) this.#beginTurn(now);
    this.#pass(now);
    if (this.#waiting.length === 0 && now < this.#turnEndsAt) task.work();
    else if (this.#waiting.length < MOST_WAITING) this.#wait(task);
    else this.#refuse(task);
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
    for (let now = this.#clock(); now < this.#turnEndsAt; now = this.#clock()) {
      this.#pass(now);
      const first = this.#next();
      if (first === undefined) return;
      if (this.#passed - first.since > PATIENCE_MILLISECONDS) this.#refuse(first.task);
      else first.task.work();
    }
  }

  /**
   * Nothing is read meanwhile from where it came. Otherwise a few connections that send on would fill the queue, and Node would
   * take one that its client has closed on its side for one that wants no answer any more.
   */
  #wait(task: Task): void {
    const { connection } = task;
    const waiting = (this.#waitingOn.get(connection) ?? 0) + 1;
    this.#waitingOn.set(connection, waiting);
    this.#waiting.push({ task, since: this.#passed });
    // Not at once: with each request that it reads Node resumes what is paused, and that takes effect in the next tick.
    if (waiting === 1) process.nextTick(() => connection.pause());
  }

  #next() {
    const first = this.#waiting.shift();
    if (first === undefined) return undefined;
    const { connection } = first.task;
    const waiting = (this.#waitingOn.get(connection) ?? 1) - 1;
    if (waiting > 0) this.#waitingOn.set(connection, waiting);
    else {
      this.#waitingOn.delete(connection);
      connection.resume();
    }
    return first;
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

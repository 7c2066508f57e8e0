import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { Busy } from '../../engine/problems.ts';
import { type Holder, TwoTierQueue } from '../limits/fair-queue.ts';
import { type Origin, WorkDone } from './work-done.ts';

/**
 * How long we start work in one turn of the event loop. Node accepts one connection per turn, so long turns would keep new
 * clients out.
 */
const TURN_MILLISECONDS = 5;
/**
 * Requests that have waited longer are refused: their responses would come too late, and the requests behind them would wait even
 * longer.
 */
const PATIENCE_MILLISECONDS = 250;
/** A longer time counts as this long: a slow task, such as the first OpenAPI document, delays others once and is no overload. */
const HITCH_MILLISECONDS = 25;
/**
 * The most requests that may wait. At a tenth of a millisecond each, we could not start more in time, and they would fill the
 * memory.
 */
const MOST_WAITING = 2500;
/**
 * How many requests of a connection may pass the queue per turn. A client that waits for its responses sends one at a time; only
 * a client that pipelines without limit sends many. Node parses everything that it has read, 64 KiB, before it does anything
 * else, so 2,000 health checks on each of a few connections blocked all other clients for seconds.
 */
const MOST_PAST_THE_QUEUE = 16;
const MOST_PIPELINED = 200;
/** How long after the last refusal the node reports that it is degraded. */
const PRESENT_MILLISECONDS = 2000;
/** The log gets at most one line about refused requests in this time. */
const LOG_MILLISECONDS = 5000;

/** Requests of a connection in the last few milliseconds: a property of the socket, for the same reason as that of a request (`exchange.ts`). */
const BURST = Symbol('burst');
type Bursting = Task['connection'] & { [BURST]?: { since: number; requests: number } };

/** The problem for a request that is refused. */
export class Overloaded extends Busy {
  constructor() {
    super('The service is overloaded. Try again in a moment.');
  }
}

/** A request to work on or to refuse. */
export interface Task extends Holder {
  /** The connection of the request. */
  connection: Pick<Socket, 'pause' | 'resume'>;
  /** Read when the work is done, because some of it finds out the route. */
  origin: Origin;
  work(): void;
  refuse(): void;
}

/**
 * Spreads the work of a burst over turns of the event loop, shares it fairly, and refuses work that cannot start soon. While
 * there is little to do, tasks run as they arrive. When the time of a turn is used up, tasks wait for the next turns. Holders get
 * equal shares of processor time, however many requests and connections each of them has, so that one holder cannot delay the
 * others. Between turns, connections are accepted, requests are read, and responses that are in memory are sent.
 */
export class Overload {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #clock: () => number;
  readonly #work = new WorkDone(LOG_MILLISECONDS);
  readonly #waiting = new TwoTierQueue<{ task: Task; since: number }>();
  /** The number of waiting requests of a connection. */
  readonly #waitingOn = new Map<Task['connection'], number>();
  #isTurnRunning = false;
  #turn = 0;
  /** The last turn in which a connection was accepted. Its request is read in the next one, before the next connection. */
  #acceptedIn = Number.NEGATIVE_INFINITY;
  /** Milliseconds in which we may only accept connections: as many as work took. */
  #timeToAccept = 0;
  /** When this turn began, or its last work ended. */
  #acceptingSince = 0;
  /** The time at which this turn ends. */
  #turnEndsAt = 0;
  /** Milliseconds that have passed, as requests wait: at most HITCH_MILLISECONDS count between two readings of the clock. */
  #passed = 0;
  #lastAt = 0;
  #refused = 0;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #logged = 0;

  /** @param clock current time in milliseconds */
  constructor(log: Pick<FastifyBaseLogger, 'warn'>, clock = () => performance.now()) {
    this.#log = log;
    this.#clock = clock;
  }

  /** The number of refused requests. */
  get refused(): number {
    return this.#refused;
  }

  /** Milliseconds that requests took in their turns, by route. */
  get worked(): ReadonlyMap<string, number> {
    return this.#work.byRoute;
  }

  /** Whether requests were refused a moment ago. */
  get isPresent(): boolean {
    return this.#clock() - this.#refusedAt < PRESENT_MILLISECONDS;
  }

  /**
   * Must be called for every request, in order. `pass`: the request may pass the queue if its response costs next to nothing.
   * `queue`: it may not. `last`: it is the last request of its connection that gets a response. `late`: it comes after the last
   * one, gets no response, and its client has to send it again (RFC 9112, section 9.3.2).
   */
  positionOf(connection: Bursting): 'pass' | 'queue' | 'last' | 'late' {
    const now = this.#clock();
    connection[BURST] ??= { since: now, requests: 0 };
    const burst = connection[BURST];
    if (now - burst.since > TURN_MILLISECONDS && burst.requests < MOST_PIPELINED) {
      burst.since = now;
      burst.requests = 0;
    }
    burst.requests++;
    if (burst.requests <= MOST_PAST_THE_QUEUE) return 'pass';
    if (burst.requests < MOST_PIPELINED) return 'queue';
    return burst.requests === MOST_PIPELINED ? 'last' : 'late';
  }

  /**
   * Must be called for every new connection. Others may wait behind it, with requests whose turn it is, so no work is done in this
   * turn, as long as that takes no more time than the work.
   */
  noteConnection(): void {
    if (!this.#isTurnRunning) this.#beginTurn(this.#clock());
    this.#acceptedIn = this.#turn;
  }

  /** Runs the task now or in a later turn, or refuses it. */
  schedule(task: Task): void {
    const now = this.#clock();
    if (!this.#isTurnRunning) this.#beginTurn(now);
    this.#advance(now);
    if (this.#waiting.length === 0 && now < this.#turnEndsAt && this.#turn > this.#acceptedIn + 1) {
      // A holder that used much of this turn comes after others in the next.
      this.#waiting.charge(task, this.#workOn(task, now));
      return;
    }
    this.#wait(task);
    // The holder with the most waiting tasks loses one, and that may be this task.
    const tooMany = this.#waiting.length > MOST_WAITING ? this.#waiting.takeFromLongest() : undefined;
    if (tooMany !== undefined) this.#leaveAndRefuse(tooMany.task);
  }

  #beginTurn(now: number): void {
    this.#isTurnRunning = true;
    this.#turn++;
    this.#acceptingSince = now;
    this.#turnEndsAt = now + TURN_MILLISECONDS;
    // Runs after everything that had arrived has been read.
    setImmediate(this.#endTurn);
  }

  readonly #endTurn = (): void => {
    this.#isTurnRunning = false;
    const isAccepting = this.#acceptedIn === this.#turn;
    if (this.#waiting.length === 0) {
      this.#waiting.reset();
      return;
    }
    const now = this.#clock();
    if (isAccepting) this.#timeToAccept -= now - this.#acceptingSince;
    this.#beginTurn(now);
    if (!isAccepting || this.#timeToAccept <= 0) this.#workOnWaiting();
  };

  #workOnWaiting(): void {
    this.#advance(this.#clock());
    for (const { task } of this.#waiting.takeOldest((waiting) => this.#isImpatient(waiting)))
      this.#leaveAndRefuse(task);
    while (this.#clock() < this.#turnEndsAt && this.#waiting.serveNext((waiting) => this.#serve(waiting)));
  }

  /** @returns the milliseconds that it took */
  #serve(waiting: { task: Task; since: number }): number {
    const startedAt = this.#clock();
    this.#advance(startedAt);
    if (this.#isImpatient(waiting)) {
      this.#leaveAndRefuse(waiting.task);
      return this.#clock() - startedAt;
    }
    this.#leave(waiting.task);
    return this.#workOn(waiting.task, startedAt);
  }

  /** @returns the milliseconds that it took */
  #workOn(task: Task, startedAt: number): number {
    task.work();
    const now = this.#clock();
    this.#work.add(task.origin, now - startedAt, now);
    this.#acceptingSince = now;
    this.#timeToAccept = Math.min(this.#timeToAccept + now - startedAt, HITCH_MILLISECONDS);
    return now - startedAt;
  }

  #isImpatient({ since }: { since: number }): boolean {
    return this.#passed - since > PATIENCE_MILLISECONDS;
  }

  /**
   * Queues the task, and stops reading from its connection meanwhile. Otherwise a few connections that keep sending would fill
   * the queue, and Node would treat a connection that its client has half closed as one that wants no response any more.
   */
  #wait(task: Task): void {
    const { connection } = task;
    const waiting = (this.#waitingOn.get(connection) ?? 0) + 1;
    this.#waitingOn.set(connection, waiting);
    this.#waiting.push(task, { task, since: this.#passed });
    // Not at once, because Node resumes a paused connection with each request that it reads, which takes effect in the next tick.
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

  #advance(now: number): void {
    this.#passed += Math.min(now - this.#lastAt, HITCH_MILLISECONDS);
    this.#lastAt = now;
  }

  #refuse(task: Task): void {
    task.refuse();
    const now = this.#clock();
    this.#refused++;
    this.#refusedAt = now;
    if (now - this.#loggedAt < LOG_MILLISECONDS) return;
    const requests = this.#refused - this.#logged;
    this.#log.warn({ requests, busiest: this.#work.busiest() }, 'overloaded: requests are refused');
    this.#loggedAt = now;
    this.#logged = this.#refused;
  }
}

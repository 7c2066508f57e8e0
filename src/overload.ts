import type { FastifyBaseLogger } from 'fastify';

/** Work begun in one turn of the event loop: what comes later in the turn would wait too long, and what comes next longer. */
const TURN_MILLISECONDS = 250;
/** One request that takes longer, such as the first for the OpenAPI document, is no overload: no more of it is counted. */
const REQUEST_MILLISECONDS = 25;
/** So long after the last refusal the node says that it is degraded. */
const PRESENT_MILLISECONDS = 2000;
/** The log has one line for all requests refused in this time. */
const LOG_MILLISECONDS = 5000;

/**
 * Refuses requests when more come than can be answered soon. In one turn of its loop Node works on every request that has
 * arrived, so a turn is as long as the queue, and whoever comes next waits for all of it. Of a turn's requests as many are
 * admitted as keep it short; to refuse the others costs little.
 */
export class Overload {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  #inTurn = false;
  #worked = 0;
  #lastAt = 0;
  #refused = 0;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #logged = 0;

  constructor(log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#log = log;
  }

  /** Requests that were refused so far. */
  get refused(): number {
    return this.#refused;
  }

  /** Whether some were refused a moment ago. */
  get isPresent(): boolean {
    return performance.now() - this.#refusedAt < PRESENT_MILLISECONDS;
  }

  /** @param now by `performance.now()`, at which a request has arrived */
  admits(now: number): boolean {
    if (this.#inTurn) this.#worked += Math.min(now - this.#lastAt, REQUEST_MILLISECONDS);
    else this.#beginTurn();
    this.#lastAt = now;
    return this.#worked < TURN_MILLISECONDS;
  }

  countRefused(now: number): void {
    this.#refused++;
    this.#refusedAt = now;
    if (now - this.#loggedAt < LOG_MILLISECONDS) return;
    this.#log.warn({ requests: this.#refused - this.#logged }, 'overloaded: requests are refused');
    this.#loggedAt = now;
    this.#logged = this.#refused;
  }

  #beginTurn(): void {
    this.#inTurn = true;
    this.#worked = 0;
    // Runs when everything that had arrived has been worked on.
    setImmediate(this.#endTurn);
  }

  readonly #endTurn = (): void => {
    this.#inTurn = false;
  };
}

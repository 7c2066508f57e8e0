import type { Socket } from 'node:net';
import { ClientWindows } from '../limits/client-windows.ts';
import { clientAt, type Trusts } from './client-address.ts';
import { lingerAtEnd } from './linger.ts';

/** How long a refusal is held back. A client that waits for its responses then sends one request per second and connection. */
const HELD_MILLISECONDS = 1000;
/**
 * Refusals are counted in windows of this length, so that many addresses together cannot have a minute's worth of them in the first
 * second of each minute.
 */
const WINDOW_SECONDS = 10;

/** A property of the socket, for the same reason as that of a request (`exchange.ts`). */
const LAST_REFUSAL = Symbol('last refusal');
type Carrier = Socket & { [LAST_REFUSAL]?: true };

export interface RefusalsParts {
  /** How many refusals a client gets at once in a minute: a sixth of them in ten seconds. */
  perMinute: number;
  trusts: Trusts;
}

/**
 * Slows down clients that only earn refusals: a client without a key gets a number of them per minute at once, and each further
 * one a second later, as the last response of its connection. So a flood costs its sender connections and time, and us next to
 * nothing.
 *
 * Only refusals are held back, never anything else that comes from the same address, because many people may share one. And only
 * on connections from the client itself: the connection of a trusted proxy carries the requests of others, and is neither held
 * nor closed because of one client.
 */
export class Refusals {
  readonly #windows: ClientWindows;
  readonly #trusts: Trusts;

  constructor({ perMinute, trusts }: RefusalsParts) {
    this.#windows = new ClientWindows(
      'refusals',
      Math.ceil((perMinute * WINDOW_SECONDS) / 60),
      WINDOW_SECONDS,
    );
    this.#trusts = trusts;
  }

  /** Counts a refusal. @returns whether it has to be held back */
  count({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): boolean {
    if (remoteAddress === '' || this.#trusts(remoteAddress, 0)) return false;
    return this.#windows.refuses(clientAt(remoteAddress)) !== undefined;
  }

  /** Sends the refusal later, as the last response of its connection. The caller makes that response end the connection. */
  hold(socket: Socket, send: () => void): void {
    (socket as Carrier)[LAST_REFUSAL] = true;
    lingerAtEnd(socket);
    setTimeout(send, HELD_MILLISECONDS);
  }

  /** Whether the connection ends with a refusal that was held back: what comes after it gets no response. */
  static isLastOn(socket: Socket): boolean {
    return (socket as Carrier)[LAST_REFUSAL] === true;
  }
}

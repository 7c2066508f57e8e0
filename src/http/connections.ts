import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import net, { type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** So long without a request, and nothing is taken to be on its way to us. */
const QUIET_MILLISECONDS = 250;
/** How long the last requests of a connection are gathered before they are answered. */
const GATHER_MILLISECONDS = 20;
const POLL_MILLISECONDS = 10;

type Exchange = [IncomingMessage, ServerResponse];

/**
 * The open connections of an HTTP server, and how to end them without failing a request. `server.close()` fails some: it
 * destroys kept-alive connections on which a request is on its way to us, and those whose answer is on its way to a
 * slow reader. And an answer that says `Connection: close` leaves those pipelined behind it unanswered.
 */
export class Connections {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #lastRequestAt = 0;
  #refused = 0;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
    });
    server.on('drop', () => this.#refused++);
  }

  /** How many are open. */
  get count(): number {
    return this.#open.size;
  }

  /** How many were closed at once, because so many were open. */
  get refused(): number {
    return this.#refused;
  }

  /**
   * Resolves when no connection is left. While requests come, but for half of the time at most, all goes on as before:
   * a load balancer that looks at /readyz sends them elsewhere meanwhile. Then no connection is accepted any more, and
   * the next answer on each open one is its last. Then the idle ones are closed. What is left at the deadline is cut.
   */
  async end(deadlineMilliseconds: number): Promise<void> {
    const cut = setTimeout(() => this.#server.closeAllConnections(), deadlineMilliseconds);
    this.#server.on('request', () => this.#noteRequest());
    await this.#quiet(deadlineMilliseconds / 2);
    this.#makeNextAnswersTheLast();
    // Connections that wait to be accepted are reset by the kernel. While no answers go out, hardly any come.
    await delay(GATHER_MILLISECONDS / 2);
    // That of `net`, because that of `http` also destroys at once whatever seems idle.
    net.Server.prototype.close.call(this.#server);
    await this.#quiet(deadlineMilliseconds);
    while (this.#open.size > 0) {
      this.#closeIdle();
      await delay(POLL_MILLISECONDS);
    }
    clearTimeout(cut);
  }

  /** Until no request has come for a while, or no connection is left to bring one; at most so long. */
  async #quiet(atMostMilliseconds: number): Promise<void> {
    const end = performance.now() + atMostMilliseconds;
    this.#noteRequest();
    while (performance.now() < Math.min(end, this.#lastRequestAt + QUIET_MILLISECONDS)) {
      if (!this.#server.listening && this.#open.size === 0) return;
      await delay(POLL_MILLISECONDS);
    }
  }

  #noteRequest(): void {
    this.#lastRequestAt = performance.now();
  }

  /**
   * From now on the requests of a connection are gathered for a moment and answered together, the last of them with
   * `Connection: close`. One that comes later still is not begun: that answer tells its sender to send it elsewhere.
   */
  #makeNextAnswersTheLast(): void {
    const listeners = this.#server.listeners('request');
    const gathered = new WeakMap<Socket, Exchange[]>();
    this.#server.removeAllListeners('request');
    this.#server.on('request', (...exchange: Exchange) => {
      const { socket } = exchange[0];
      const others = gathered.get(socket);
      if (others !== undefined) {
        others.push(exchange);
        return;
      }
      const exchanges = [exchange];
      gathered.set(socket, exchanges);
      setTimeout(() => {
        exchanges.at(-1)?.[1].setHeader('Connection', 'close');
        for (const [request, response] of exchanges) {
          for (const listener of listeners) listener.call(this.#server, request, response);
        }
      }, GATHER_MILLISECONDS);
    });
  }

  #closeIdle(): void {
    // Node takes an answer for finished while it is still being written to a slow reader.
    const writing = [...this.#open].some((socket) => socket.writableLength > 0);
    if (!writing) this.#server.closeIdleConnections();
    // Browsers open connections ahead of requests; Node takes one that was never used for busy.
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy();
  }
}

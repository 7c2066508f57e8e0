import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import net, { type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as turnOfTheLoop } from 'node:timers/promises';

/**
 * A look is a pause of this length and a turn of the event loop, which reads and accepts what has come. What is quiet for some
 * looks is over. Time alone does not say so: on a busy machine it passes while this process does not run.
 */
const LOOK_MILLISECONDS = 10;
/** After so many looks without a request, none is taken to be on its way to us. */
const LOOKS_FOR_REQUESTS = 25;
/** After so many looks without a connection, none waits to be accepted. */
const LOOKS_FOR_CONNECTIONS = 3;
/** Where connections come without end, we look no more often before we stop accepting them. */
const MOST_LOOKS_FOR_CONNECTIONS = 50;
/** How long the last requests of a connection are gathered before they are answered. */
const GATHER_MILLISECONDS = 20;

type Exchange = [IncomingMessage, ServerResponse];

/**
 * The open connections of an HTTP server, and how to end them without failing a request. `server.close()` fails some: it
 * destroys kept-alive connections on which a request is on its way to us, and those whose answer is on its way to a
 * slow reader. And an answer that says `Connection: close` leaves those pipelined behind it unanswered.
 */
export class Connections {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
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
    const halfTime = performance.now() + deadlineMilliseconds / 2;
    await this.#quiet('request', LOOKS_FOR_REQUESTS, () => performance.now() > halfTime);
    const closed = Promise.withResolvers<void>();
    this.#makeNextAnswersTheLast(closed.promise);
    // The kernel resets connections that wait to be accepted. Clients that wait for answers open hardly any.
    let looks = 0;
    await this.#quiet('connection', LOOKS_FOR_CONNECTIONS, () => ++looks > MOST_LOOKS_FOR_CONNECTIONS);
    // That of `net`, because that of `http` also destroys at once whatever seems idle.
    net.Server.prototype.close.call(this.#server);
    closed.resolve();
    await this.#quiet('request', LOOKS_FOR_REQUESTS);
    while (this.#open.size > 0) {
      this.#closeIdle();
      await delay(LOOK_MILLISECONDS);
    }
    clearTimeout(cut);
  }

  /** Resolves right after a look: when so many have seen no such event, when no connection is left, or when it takes too long. */
  async #quiet(event: 'request' | 'connection', looks: number, takesTooLong = () => false): Promise<void> {
    let left = looks;
    const startAgain = () => {
      left = looks;
    };
    this.#server.on(event, startAgain);
    while (left > 0 && !takesTooLong() && (this.#server.listening || this.#open.size > 0)) {
      await delay(LOOK_MILLISECONDS);
      left--;
      await turnOfTheLoop();
    }
    this.#server.off(event, startAgain);
  }

  /**
   * From now on the requests of a connection are gathered, at least until nobody listens, and answered together, the last of
   * them with `Connection: close`. One that comes later still is not begun: that answer tells its sender to send it elsewhere.
   */
  #makeNextAnswersTheLast(closed: Promise<void>): void {
    const listeners = this.#server.listeners('request');
    const gathered = new WeakMap<Socket, Exchange[]>();
    this.#server.removeAllListeners('request');
    this.#server.on('request', async (...exchange: Exchange) => {
      const { socket } = exchange[0];
      const others = gathered.get(socket);
      if (others !== undefined) {
        others.push(exchange);
        return;
      }
      const exchanges = [exchange];
      gathered.set(socket, exchanges);
      await Promise.all([delay(GATHER_MILLISECONDS), closed]);
      exchanges.at(-1)?.[1].setHeader('Connection', 'close');
      for (const [request, response] of exchanges) {
        for (const listener of listeners) listener.call(this.#server, request, response);
      }
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

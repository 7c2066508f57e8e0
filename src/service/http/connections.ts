import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import net, { type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as turnOfTheLoop } from 'node:timers/promises';

/**
 * We look for events in rounds: a pause of this length and one turn of the event loop, which reads or accepts what has arrived.
 * Events have stopped when several rounds see none. Elapsed time alone does not show that: on a busy machine time passes while
 * this process does not run.
 */
const LOOK_MILLISECONDS = 10;
/** After this many rounds without a request, we assume that none is on its way. */
const LOOKS_FOR_REQUESTS = 25;
/** After this many rounds without a new connection, we assume that none is waiting to be accepted. */
const LOOKS_FOR_CONNECTIONS = 3;
/** If connections keep coming, we stop accepting them after this many rounds. */
const MOST_LOOKS_FOR_CONNECTIONS = 50;
/** How long we collect the last requests of a connection before we respond. */
const GATHER_MILLISECONDS = 20;

type Pending = [IncomingMessage, ServerResponse];

/** The process that accepts the connections of a server: its own, or for a worker the primary. */
export interface Acceptor {
  /** Resolves after a turn of its event loop, when what it accepted until then has reached the server. */
  turn(): Promise<void>;
  /** Stops listening. What was accepted before reaches the server all the same. */
  close(server: Server): Promise<void>;
}

const THIS_PROCESS: Acceptor = {
  turn: () => turnOfTheLoop(),
  close: async (server) => void server.close(),
};

/**
 * The open connections of an HTTP server, and how to end them without failing a request. `server.close()` alone fails some: it
 * destroys kept-alive connections on which a request is on its way to us, and connections on which a response is on its way to a
 * slow reader. And when a response says `Connection: close`, the requests pipelined behind it get no response.
 */
export class Connections {
  readonly #server: Server;
  readonly #acceptor: Acceptor;
  readonly #open = new Set<Socket>();
  #refused = 0;

  constructor(server: Server, acceptor = THIS_PROCESS) {
    this.#server = server;
    this.#acceptor = acceptor;
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
    });
    server.on('drop', () => this.#refused++);
  }

  /** The number of open connections. */
  get count(): number {
    return this.#open.size;
  }

  /** The number of connections that were closed at once because too many were open. */
  get refused(): number {
    return this.#refused;
  }

  /**
   * Resolves when no connection is left, in four steps. While requests keep coming, but for half of the time at most, we serve as
   * before: /readyz makes a load balancer send them elsewhere. Then the next response on each open connection is its last, and we
   * accept no more connections. Then we close the idle connections. At the deadline we cut those that remain.
   */
  async end(deadlineMilliseconds: number): Promise<void> {
    const cut = setTimeout(() => this.#server.closeAllConnections(), deadlineMilliseconds);
    const halfTime = performance.now() + deadlineMilliseconds / 2;
    await this.#quiet('request', LOOKS_FOR_REQUESTS, () => performance.now() > halfTime);
    const closed = Promise.withResolvers<void>();
    this.#makeNextAnswersTheLast(closed.promise);
    // The kernel resets connections that wait to be accepted. Clients that wait for responses open few new ones.
    let looks = 0;
    await this.#quiet('connection', LOOKS_FOR_CONNECTIONS, () => ++looks > MOST_LOOKS_FOR_CONNECTIONS);
    // The `close` of `http` would also destroy every connection that seems idle.
    Object.assign(this.#server, { close: net.Server.prototype.close });
    await this.#acceptor.close(this.#server);
    // Only now: a client that has its response may open the next connection, which must be refused, not reset.
    closed.resolve();
    await this.#quiet('request', LOOKS_FOR_REQUESTS);
    while (this.#open.size > 0) {
      this.#closeIdle();
      await delay(LOOK_MILLISECONDS);
    }
    clearTimeout(cut);
  }

  /**
   * Resolves at the end of a round: after this many rounds without the event, when no connection is left, or when it takes too
   * long.
   */
  async #quiet(event: 'request' | 'connection', looks: number, takesTooLong = () => false): Promise<void> {
    let left = looks;
    const startAgain = () => {
      left = looks;
    };
    this.#server.on(event, startAgain);
    while (left > 0 && !takesTooLong() && (this.#server.listening || this.#open.size > 0)) {
      await delay(LOOK_MILLISECONDS);
      left--;
      await (event === 'connection' ? this.#acceptor.turn() : turnOfTheLoop());
    }
    this.#server.off(event, startAgain);
  }

  /**
   * From now on we collect the requests of a connection, at least until the server has stopped listening, and respond to them
   * together, with `Connection: close` on the last response. A request that arrives after that is not started: the last response
   * tells its client to send it elsewhere.
   */
  #makeNextAnswersTheLast(closed: Promise<void>): void {
    const listeners = this.#server.listeners('request');
    const gathered = new WeakMap<Socket, Pending[]>();
    this.#server.removeAllListeners('request');
    this.#server.on('request', async (...exchange: Pending) => {
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
    // Node considers a response finished while it is still being written to a slow reader.
    const writing = [...this.#open].some((socket) => socket.writableLength > 0);
    if (!writing) this.#server.closeIdleConnections();
    // Browsers open connections before they have a request, and Node considers a connection that was never used busy.
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy();
  }
}

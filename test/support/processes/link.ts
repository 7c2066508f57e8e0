import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { atEnd, type Lifetime } from '../lifetime.ts';

/**
 * The state of a link:
 * - `open`: passes everything on at once
 * - `slow`: passes everything on, but late
 * - `cut`: ends every connection and accepts none
 * - `held`: passes nothing on for now, like a network that loses packets; what was sent arrives when the link is open again
 * - `deaf`: swallows everything, like a firewall that has forgotten its connections. These never answer again, even when the link
 *   is open again: only new ones do
 */
export type LinkState = 'open' | 'slow' | 'cut' | 'held' | 'deaf';

/** A TCP proxy of our own between a node and a server. */
export class Link {
  readonly #target: number;
  readonly #connections = new Set<Connection>();
  #state: LinkState = 'open';
  #lateBy = 0;
  #port = 0;

  private constructor(target: number) {
    this.#target = target;
  }

  /** @param target port of a server on this machine */
  static async to(target: number, owner?: Lifetime): Promise<Link> {
    const link = new Link(target);
    const server = createServer((near) => link.#accept(near)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    link.#port = (server.address() as { port: number }).port;
    atEnd(() => {
      link.set('cut');
      server.close();
    }, owner);
    return link;
  }

  get port(): number {
    return this.#port;
  }

  /** @param lateBy milliseconds of delay in each direction, for `slow` */
  set(state: LinkState, lateBy = 0): void {
    this.#state = state;
    this.#lateBy = state === 'slow' ? lateBy : 0;
    for (const connection of [...this.#connections]) {
      if (state === 'cut') connection.end();
      if (state === 'deaf') connection.isDeaf = true;
      connection.hold(state === 'held');
    }
  }

  #accept(near: Socket): void {
    if (this.#state === 'cut') {
      near.on('error', () => {});
      near.resetAndDestroy();
      return;
    }
    const connection = new Connection(near, this.#target, () => this.#lateBy);
    this.#connections.add(connection);
    connection.isDeaf = this.#state === 'deaf';
    connection.hold(this.#state === 'held');
    near.on('close', () => this.#connections.delete(connection));
  }
}

class Connection {
  readonly #sockets: readonly [Socket, Socket];
  readonly #lateBy: () => number;
  isDeaf = false;

  constructor(near: Socket, target: number, lateBy: () => number) {
    const far = connect(target, '127.0.0.1');
    this.#lateBy = lateBy;
    this.#sockets = [near, far];
    this.#pass(near, far);
    this.#pass(far, near);
  }

  hold(held: boolean): void {
    for (const socket of this.#sockets) held ? socket.pause() : socket.resume();
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #pass(from: Socket, to: Socket): void {
    from.setNoDelay(true);
    let due = 0;
    from.on('data', (bytes) => {
      if (this.isDeaf) return;
      // Keeps the order in which the bytes came, even if the link has just become faster.
      due = Math.max(due, performance.now() + this.#lateBy());
      const wait = due - performance.now();
      if (wait <= 0) to.write(bytes);
      else setTimeout(() => to.writable && to.write(bytes), wait);
    });
    from.on('error', () => {});
    from.on('close', () => setTimeout(() => to.destroy(), Math.max(0, due - performance.now())));
  }
}

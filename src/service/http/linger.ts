import type { Socket } from 'node:net';

/** How long we keep reading from a connection that we end, so that its client is not cut off while it reads our last response. */
const LINGER_MILLISECONDS = 1000;

/**
 * Makes a connection end in two steps (RFC 9112, section 9.6). Closing it at once, with bytes left to read, would reset it, and
 * the client would lose the part of our last response that it has not read yet. Node also ends connections through `destroySoon`.
 */
export function lingerAtEnd(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end(() => {
      const cut = setTimeout(() => socket.destroy(), LINGER_MILLISECONDS);
      socket.once('close', () => clearTimeout(cut));
    });
  };
}

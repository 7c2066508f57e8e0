import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** On this channel, Node publishes each request that a server of this process has read, before anything responds to it. */
const READ = 'http.server.request.start';
/** The codes with which `fetch` fails if its connection ends before a response. */
const ENDED = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/**
 * `fetch` from a server in this process. When a test computes for so long that neither side notices the time, such a server ends
 * its idle connection at the moment at which the next request is sent. A client sends the request again (RFC 9112, section
 * 9.3.1), and so do we, but only if the server has not read it: ending a connection during a request is a fault.
 */
export async function fetchHere(url: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(url);
  let wasRead = false;
  const note = (message: unknown) => {
    wasRead ||= (message as { request: IncomingMessage }).request.url === pathname + search;
  };
  subscribe(READ, note);
  try {
    return await fetch(url, init);
  } catch (error) {
    const { code = '' } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (wasRead || !ENDED.includes(code)) throw error;
    return await fetch(url, init);
  } finally {
    unsubscribe(READ, note);
  }
}

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from './problems.ts';

/** As Node gives it: `HPE_INVALID_METHOD` and others of its parser, `ERR_HTTP_REQUEST_TIMEOUT`, `ECONNRESET`. */
export type ParseError = NodeJS.ErrnoException & {
  /** What was being read, and how far it made sense. */
  rawPacket?: Buffer;
  bytesParsed?: number;
};

export interface ParseErrorParts {
  maxHeaderBytes: number;
  /** The whole response with this problem, which ends its connection. */
  responseText(problem: Problem): string;
  /** The same for a request that was taken up, and whose body broke off or makes no sense. */
  respond(problem: Problem, response: ServerResponse): void;
}

/** The response that a connection began last; those before it are sent before it. */
const LATEST = Symbol('latest response');
type Carrier = Socket & { [LATEST]?: ServerResponse };

/** How long a connection that we end is still read from, so that its client is not cut off while it reads our last response. */
const LINGER_MILLISECONDS = 1000;
/** A request line of HTTP/1.x with any method (RFC 9112, section 3). */
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.\d\r?$/;

/**
 * Answers what is no HTTP request, or never becomes a whole one: once, after everything that was asked on its connection before
 * has been answered. Then the connection ends. What a client sends behind `Connection: close` is not answered at all.
 */
export class ParseErrors {
  readonly #parts: ParseErrorParts;
  /** Whatever else comes on them is left unread. */
  readonly #over = new WeakSet<Socket>();

  constructor(parts: ParseErrorParts) {
    this.#parts = parts;
  }

  /** Has to hear of every request. */
  note(response: ServerResponse): void {
    (response.req.socket as Carrier)[LATEST] = response;
  }

  answer(error: ParseError, socket: Socket): void {
    // A connection that was opened ahead of a request, and not used, is closed without a word.
    if (error.code === 'ECONNRESET' || socket.bytesRead === 0) socket.destroy();
    else if (error.code === 'HPE_CLOSED_CONNECTION') lingerAtEnd(socket);
    else this.refuse(problemOf(error, this.#parts.maxHeaderBytes), socket);
  }

  /** Answers what was read of the connection last with this problem. */
  refuse(problem: Problem, socket: Socket): void {
    if (this.#over.has(socket)) return;
    this.#over.add(socket);
    lingerAtEnd(socket);
    const latest = (socket as Carrier)[LATEST];
    const isBody = latest !== undefined && !latest.req.complete;
    if (isBody && !latest.headersSent) {
      this.#parts.respond(problem, latest);
      return;
    }
    const end = () => {
      if (!socket.writable) return;
      // A request whose body goes wrong after it was answered is not answered twice.
      if (!isBody) socket.write(this.#parts.responseText(problem));
      socket.destroySoon();
    };
    if (latest === undefined || latest.closed) end();
    else latest.once('close', end);
  }
}

/**
 * Ends a connection in two steps (RFC 9112, section 9.6): to close it while there is more to read would reset it, and the client
 * would lose what it has not read yet of our last response. Node ends a connection through this method too.
 */
export function lingerAtEnd(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end(() => {
      const cut = setTimeout(() => socket.destroy(), LINGER_MILLISECONDS);
      socket.once('close', () => clearTimeout(cut));
    });
  };
}

function problemOf(error: ParseError, maxHeaderBytes: number): Problem {
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return new Problem(
      'headers_too_large',
      `Request line and headers together have more than ${maxHeaderBytes} bytes.`,
    );
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem('request_timeout', 'The request was not complete in time.');
  if (error.code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(lineOf(error))) return unknownMethod();
  return new Problem('malformed_request', 'The bytes received are no HTTP request.');
}

export function unknownMethod(): Problem {
  return new Problem('not_implemented', 'The service knows no such method.');
}

/** The line in which it went wrong, where all of it was read at once. */
function lineOf({ rawPacket, bytesParsed = 0 }: ParseError): string {
  if (rawPacket === undefined) return '';
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1;
  const end = rawPacket.indexOf('\n', start);
  return end < 0 ? '' : rawPacket.subarray(start, end).toString('latin1');
}

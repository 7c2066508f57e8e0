import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../../engine/problems.ts';
import { lingerAtEnd } from './linger.ts';
import type { Refusals } from './refusals.ts';

/** An error from Node: `HPE_INVALID_METHOD` and others of its parser, `ERR_HTTP_REQUEST_TIMEOUT`, `ECONNRESET`. */
export type ParseError = NodeJS.ErrnoException & {
  /** The bytes that were being read; `bytesParsed` says how many of them were valid. */
  rawPacket?: Buffer;
  bytesParsed?: number;
};

export interface ParseErrorParts {
  maxHeaderBytes: number;
  /** The complete response with this problem, which ends its connection. */
  responseText(problem: Problem): string;
  refusals: Refusals;
  /** Responds to a request that was accepted, and whose body was cut off or is invalid. */
  respond(problem: Problem, response: ServerResponse): void;
}

/** The latest response on a connection; those before it are sent first. */
const LATEST = Symbol('latest response');
type Carrier = Socket & { [LATEST]?: ServerResponse };

/** A request line of HTTP/1.x with any method (RFC 9112, section 3). */
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.\d\r?$/;
/** The same with a path as people type it, which the parser refused: with spaces, or letters outside ASCII. */
const UNENCODED = /^[A-Z]+ \/.* HTTP\/1\.\d\r?$/;

/**
 * Responds to bytes that are no HTTP request, or that never become a complete one: once, after the responses to all earlier
 * requests on the connection. Then the connection ends. Bytes after `Connection: close` get no response.
 */
export class ParseErrors {
  readonly #parts: ParseErrorParts;
  /** Connections that have ended: further bytes are ignored. */
  readonly #over = new WeakSet<Socket>();

  constructor(parts: ParseErrorParts) {
    this.#parts = parts;
  }

  /** Must be called for every request that gets a response. */
  note(response: ServerResponse): void {
    (response.req.socket as Carrier)[LATEST] = response;
  }

  answer(error: ParseError, socket: Socket): void {
    // A connection on which nothing was sent is closed without a response.
    if (error.code === 'ECONNRESET' || socket.bytesRead === 0) socket.destroy();
    else if (error.code === 'HPE_CLOSED_CONNECTION') lingerAtEnd(socket);
    else this.refuse(problemOf(error, this.#parts.maxHeaderBytes), socket);
  }

  /** Responds with this problem to the bytes that were read last. */
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
      // A request with an invalid body gets no second response.
      if (!isBody) socket.write(this.#parts.responseText(problem));
      socket.destroySoon();
    };
    const { refusals } = this.#parts;
    const endInTime = () => (refusals.count(socket) ? refusals.hold(socket, end) : end());
    if (latest === undefined || latest.closed) endInTime();
    else latest.once('close', endInTime);
  }
}

function problemOf(error: ParseError, maxHeaderBytes: number): Problem {
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return new Problem(
      'headers_too_large',
      `Request line and headers together have more than ${maxHeaderBytes} bytes.`,
    );
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem('request_timeout', 'The request did not arrive in time.');
  if (error.code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(lineOf(error))) return unknownMethod();
  if (UNENCODED.test(lineOf(error)))
    return new Problem(
      'malformed_request',
      'The path or query has a character that must be percent-encoded; with curl, use --get --data-urlencode.',
    );
  return new Problem('malformed_request', 'The received bytes are not an HTTP request.');
}

export function unknownMethod(): Problem {
  return new Problem(
    'not_implemented',
    'The service does not implement this method: send GET, in upper case.',
  );
}

/** The line with the error, if the parser received all of it in one piece. */
function lineOf({ rawPacket, bytesParsed = 0 }: ParseError): string {
  if (rawPacket === undefined) return '';
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1;
  const end = rawPacket.indexOf('\n', start);
  return end < 0 ? '' : rawPacket.subarray(start, end).toString('latin1');
}

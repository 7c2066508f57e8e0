import type { ServerResponse } from 'node:http';
import { STATUS_CODES, validateHeaderName, validateHeaderValue } from '../../process/node-http.ts';

/** How long a connection without a request stays open: longer than proxies keep theirs. */
export const KEEP_ALIVE_SECONDS = 72;

/** The last field lines of every response on a connection that stays open, with the empty line after them. */
const LAST_LINES = inOnePiece(`Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n\r\n`);
/** Status lines by status. */
export const STATUS_LINES: string[] = [];
for (const [status, reason] of Object.entries(STATUS_CODES))
  STATUS_LINES[Number(status)] = inOnePiece(`HTTP/1.1 ${status} ${reason}\r\n`);

/**
 * Starts a response with its status and field lines. If there is a body, they must include `Content-Length`.
 *
 * Node's own `writeHead` takes names and values, and checks and joins them for every response: a fifth of the cost of a look-up
 * (docs/performance.md). Here they are lines already, and are placed where `writeHead` would have placed them. Node's `writeHead`
 * still handles everything but the usual response on a connection that stays open, and decides how the connection ends.
 *
 * @param text the body, if it is sent with the head: one character per byte
 * @throws Error for a response that was started before
 */
export function writeHead(response: ServerResponse, status: number, headerLines: string, text = ''): void {
  if (!goesOn(response)) {
    response.writeHead(status, fieldsOf(headerLines));
    if (text !== '') response.write(text, 'latin1');
    return;
  }
  response.statusCode = status;
  (response as unknown as { _header: string })._header =
    `${STATUS_LINES[status]}${headerLines}${dateLine()}${LAST_LINES}${text}`;
}

/**
 * A field line of a response (RFC 9112, section 5), with its line end. Lines that many responses share are made once.
 *
 * @throws TypeError for a name or a value that HTTP does not allow
 */
export function fieldLine(name: string, value: string | number): string {
  const text = String(value);
  validateHeaderName(name);
  validateHeaderValue(name, text);
  return inOnePiece(`${name}: ${text}\r\n`);
}

/**
 * The same lines as one flat string. V8 keeps a joined string as a tree of its parts, and Node walks the tree each time that it
 * sends them.
 */
export function inOnePiece(headerLines: string): string {
  return Buffer.from(headerLines, 'latin1').toString('latin1');
}

/** Whether the response has not been started, its connection stays open, and no header says otherwise. */
function goesOn(response: ServerResponse): boolean {
  return (
    response.shouldKeepAlive &&
    response.req.httpVersion === '1.1' &&
    response.getHeaderNames().length === 0 &&
    !response.headersSent
  );
}

/** Names and values, alternating. */
function fieldsOf(headerLines: string): string[] {
  return headerLines
    .split('\r\n')
    .slice(0, -1)
    .flatMap((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
}

let dateSecond = Number.NaN;
let dateText = '';

/** The `Date` line, made at most once per second. */
function dateLine(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = fieldLine('Date', new Date(second * 1000).toUTCString());
  }
  return dateText;
}

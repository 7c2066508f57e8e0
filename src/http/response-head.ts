import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';

/** How long a connection without a request is kept: longer than proxies keep theirs. */
export const KEEP_ALIVE_SECONDS = 72;

/** Of every answer on a connection that goes on, with the empty line after them. */
const LAST_LINES = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n\r\n`;
/** By status. */
export const STATUS_LINES: string[] = [];
for (const [status, reason] of Object.entries(STATUS_CODES))
  STATUS_LINES[Number(status)] = `HTTP/1.1 ${status} ${reason}\r\n`;

/**
 * Begins an answer with its status and its field lines. Where it has a body, `Content-Length` must be among them.
 *
 * Node's own `writeHead` takes names and values, and checks and joins them for every answer anew: a fifth of what a look-up
 * costs (docs/performance.md). Here they are lines already, and are put where `writeHead` would have put them. Everything but
 * the usual answer on a connection that goes on is left to it, which also decides how the connection ends.
 *
 * @throws Error for an answer that was begun before
 */
export function writeHead(response: ServerResponse, status: number, lines: string): void {
  if (!goesOn(response)) {
    response.writeHead(status, fieldsOf(lines));
    return;
  }
  response.statusCode = status;
  (response as unknown as { _header: string })._header =
    `${STATUS_LINES[status]}${lines}${dateLine()}${LAST_LINES}`;
}

/**
 * A field line of an answer (RFC 9112, section 5), with its end. Lines that many answers have in common are made once.
 *
 * @throws TypeError for a name or a value that HTTP does not allow
 */
export function fieldLine(name: string, value: string | number): string {
  const text = String(value);
  validateHeaderName(name);
  validateHeaderValue(name, text);
  return `${name}: ${text}\r\n`;
}

/** Whether the connection outlives the answer, nobody has set a header to say otherwise, and the answer is not begun yet. */
function goesOn(response: ServerResponse): boolean {
  return (
    response.shouldKeepAlive &&
    response.req.httpVersion === '1.1' &&
    response.getHeaderNames().length === 0 &&
    !response.headersSent
  );
}

/** Names and values in turn. */
function fieldsOf(lines: string): string[] {
  return lines
    .split('\r\n')
    .slice(0, -1)
    .flatMap((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
}

let dateSecond = Number.NaN;
let dateText = '';

/** Made once a second. */
function dateLine(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = fieldLine('Date', new Date(second * 1000).toUTCString());
  }
  return dateText;
}

import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { Problem } from '../../engine/problems.ts';

/** Why a message is refused, and whether its connection must end because the length of its body is unknown. */
class MessageProblem extends Problem {
  readonly endsConnection: boolean;

  constructor(code: 'malformed_request' | 'not_implemented', detail: string, endsConnection = false) {
    super(code, detail);
    this.endsConnection = endsConnection;
  }
}

/**
 * Checks a message against RFC 9112 before anything acts on it, and normalises it for all later steps: the target starts with a
 * slash, `Host` is the requested host, and there is a `Content-Type` only with a body.
 */
export function messageProblem(request: IncomingMessage): MessageProblem | undefined {
  const { headers } = request;
  if (headers['transfer-encoding'] !== undefined) {
    const problem = codingProblem(headers['transfer-encoding'], request.httpVersion);
    if (problem !== undefined) return problem;
  } else if (headers['content-type'] !== undefined && Number(headers['content-length'] ?? 0) === 0) {
    // Without a body, the type describes nothing. Fastify would wait for a body of this type, but Node creates no stream for it.
    delete headers['content-type'];
  }
  return hostProblem(request) ?? targetProblem(request);
}

/**
 * RFC 9112, section 6.1: a body whose last coding is not chunked has no known length, and chunked is the only coding that we
 * support.
 */
function codingProblem(transferEncoding: string, httpVersion: string): MessageProblem | undefined {
  if (httpVersion === '1.0')
    return unreadable('malformed_request', 'HTTP/1.0 has no Transfer-Encoding header.');
  const codings = transferEncoding.split(',').map((coding) => coding.trim().toLowerCase());
  if (codings.indexOf('chunked') !== codings.length - 1)
    return unreadable('malformed_request', 'Transfer-Encoding must end with "chunked" and contain it once.');
  if (codings.length === 1) return undefined;
  return unreadable('not_implemented', 'The only supported transfer coding is "chunked".');
}

function unreadable(code: 'malformed_request' | 'not_implemented', detail: string): MessageProblem {
  return new MessageProblem(code, detail, true);
}

/** RFC 9112, section 3.2: of two hosts, a proxy between us and the client may have used the other one. */
function hostProblem(request: IncomingMessage): MessageProblem | undefined {
  const { host } = request.headers;
  if (host === undefined)
    return request.httpVersion === '1.1'
      ? malformed('An HTTP/1.1 request must have a Host header.')
      : undefined;
  if (headerValues(request, 'host').length > 1) return malformed('A request must have only one Host header.');
  return isAuthority(host) ? undefined : malformed('The Host header is not a valid host.');
}

/** RFC 9112, section 3.2: a target may be a complete URL, whose host takes precedence over the header. */
function targetProblem(request: IncomingMessage): MessageProblem | undefined {
  const { url = '' } = request;
  if (url.startsWith('/')) return undefined;
  if (url === '*' && request.method === 'OPTIONS') {
    request.url = '/';
    return undefined;
  }
  const [, authority = '', target = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  if (authority === '' || authority.startsWith(':') || !isAuthority(authority))
    return malformed('The request target is neither a path nor an http or https URL.');
  request.headers.host = authority;
  request.url = target.startsWith('/') ? target : `/${target}`;
  return undefined;
}

/** Most requests of a process name the same host, so the last valid one is remembered. */
let lastAuthority = '';

/**
 * A host with or without a port, but without a user (RFC 3986, section 3.2). Empty is allowed, because the URL may have had no
 * host.
 */
function isAuthority(text: string): boolean {
  if (text === lastAuthority) return true;
  const [, address, name] =
    /^(?:\[([^\]]*)\]|((?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*))(?::\d*)?$/i.exec(text) ?? [];
  const isOne = address === undefined ? name !== undefined : isIPv6(address) && !address.includes('%');
  if (isOne) lastAuthority = text;
  return isOne;
}

function malformed(detail: string): MessageProblem {
  return new MessageProblem('malformed_request', detail);
}

/** Every value of a header that a request may have only once. Node keeps the first in `headers`, and all in `rawHeaders`. */
export function headerValues(
  { headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  name: 'authorization' | 'host',
): string[] {
  const kept = headers[name];
  if (kept === undefined) return [];
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [candidate, value] = [rawHeaders[index], rawHeaders[index + 1]];
    if (candidate?.length === name.length && value !== undefined && candidate.toLowerCase() === name)
      values.push(value);
  }
  // A request that was not parsed by Node may have no raw headers.
  return values.length > 0 ? values : [kept];
}

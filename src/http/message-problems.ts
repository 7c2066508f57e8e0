import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { headerLines } from './header-lines.ts';
import { Problem } from './problems.ts';

/** Why a message is refused, and whether its connection has to end because nobody can say how long its body is. */
class MessageProblem extends Problem {
  readonly endsConnection: boolean;

  constructor(code: 'malformed_request' | 'not_implemented', detail: string, endsConnection = false) {
    super(code, detail);
    this.endsConnection = endsConnection;
  }
}

/**
 * Checks a message against RFC 9112 before anything acts on it, and brings it into the form that everything behind relies on: its
 * target begins with a slash, its `Host` is the host that was asked, and a `Content-Type` belongs to a body.
 */
export function messageProblem(request: IncomingMessage): MessageProblem | undefined {
  const { headers } = request;
  if (headers['transfer-encoding'] !== undefined) {
    const problem = codingProblem(headers['transfer-encoding'], request.httpVersion);
    if (problem !== undefined) return problem;
  } else if (headers['content-type'] !== undefined && Number(headers['content-length'] ?? 0) === 0) {
    // It describes nothing. Fastify would wait for a body of this type, of which Node makes no stream.
    delete headers['content-type'];
  }
  return hostProblem(request) ?? targetProblem(request);
}

/** RFC 9112, section 6.1: what is not chunked at its end has no length that we know, and of codings we know that one alone. */
function codingProblem(transferEncoding: string, httpVersion: string): MessageProblem | undefined {
  if (httpVersion === '1.0')
    return unreadable('malformed_request', 'HTTP/1.0 has no header Transfer-Encoding.');
  const codings = transferEncoding.split(',').map((coding) => coding.trim().toLowerCase());
  if (codings.indexOf('chunked') !== codings.length - 1)
    return unreadable('malformed_request', 'Transfer-Encoding must end with "chunked", and name it once.');
  if (codings.length === 1) return undefined;
  return unreadable('not_implemented', 'The only transfer coding that we read is "chunked".');
}

function unreadable(code: 'malformed_request' | 'not_implemented', detail: string): MessageProblem {
  return new MessageProblem(code, detail, true);
}

/** RFC 9112, section 3.2: a machine between us and the client may have taken another one of two hosts for the true one. */
function hostProblem(request: IncomingMessage): MessageProblem | undefined {
  const { host } = request.headers;
  if (host === undefined)
    return request.httpVersion === '1.1'
      ? malformed('A request of HTTP/1.1 carries the header Host.')
      : undefined;
  if (headerLines(request, 'host').length > 1) return malformed('A request carries the header Host once.');
  return isAuthority(host) ? undefined : malformed('The header Host names no host.');
}

/** RFC 9112, section 3.2: a target may be a whole URL, whose host counts and not that of the header. */
function targetProblem(request: IncomingMessage): MessageProblem | undefined {
  const { url = '' } = request;
  if (url.startsWith('/')) return undefined;
  if (url === '*' && request.method === 'OPTIONS') {
    request.url = '/';
    return undefined;
  }
  const [, authority = '', target = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  if (authority === '' || authority.startsWith(':') || !isAuthority(authority))
    return malformed('The target of the request is neither a path nor a URL of http or https.');
  request.headers.host = authority;
  request.url = target.startsWith('/') ? target : `/${target}`;
  return undefined;
}

/** Most requests of a process name the same host. */
let lastAuthority = '';

/** A host with or without a port, and no user (RFC 3986, section 3.2). Empty is allowed: the URL may have had no host. */
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

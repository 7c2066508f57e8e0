import assert from 'node:assert/strict';
import type { ApiProblemCode } from '../../../src/engine/problems.ts';
import { RawConnection } from './raw-connection.ts';

/** A response that must come back. */
export interface ExpectedResponse {
  /** If it is not given, any status below 500 will do. */
  status?: number;
  /** The code of the problem document, if the response must be one. */
  code?: ApiProblemCode;
}

/** Bytes to send on a new connection, and all responses that must come back, in order. */
export interface RawRequest {
  /** What the test checks, as its title. */
  promise: string;
  bytes: string;
  /** The methods of the requests in the bytes. Needed if one is HEAD, because its response has no body. */
  methods?: string[];
  responses: ExpectedResponse[];
  /** Whether the server ends the connection after the responses. If not, it must answer another request on it. */
  ends: boolean;
}

/** Sends the bytes and asserts that exactly the expected responses come back: no extra one, none missing, and none cut short. */
export async function assertAnswered(
  address: string,
  { bytes, methods, responses, ends }: RawRequest,
): Promise<void> {
  const connection = new RawConnection(address);
  try {
    connection.write(bytes, methods);
    for (const [index, expected] of responses.entries()) {
      const response = await connection.next();
      assert.ok(
        response !== undefined,
        `the connection ends after ${index} of ${responses.length} responses`,
      );
      const { status, body } = response;
      const seen = `response ${index + 1} of ${responses.length}: ${status} ${body.slice(0, 300)}`;
      if (expected.status === undefined) assert.ok(status < 500, seen);
      else assert.equal(status, expected.status, seen);
      if (expected.code !== undefined)
        assert.equal((JSON.parse(body) as { code: string }).code, expected.code, seen);
    }
    // This response must be the last one: an extra response would come before it.
    if (!ends) connection.write(request('GET', '/healthz', 'Host: localhost', 'Connection: close'), ['GET']);
    const last = (await connection.rest()).map(({ status, body }) => `${status} ${body}`);
    assert.deepEqual(last, ends ? [] : ['200 {"status":"ok"}']);
  } finally {
    connection.close();
  }
}

const OK: ExpectedResponse = { status: 200 };
const MALFORMED: ExpectedResponse = { status: 400, code: 'malformed_request' };
const NOT_IMPLEMENTED: ExpectedResponse = { status: 501, code: 'not_implemented' };
const GARBAGE = 'no request at all\r\n\r\n';
/** The 200th request within a few milliseconds ends its connection (src/service/http/overload.ts), and those after it get no response. */
const SENT_AHEAD = 199;

/**
 * Requests that no HTTP client would send, for any running service. RFC 9112 leaves no choice in how to answer them.
 *
 * @param token a key that may read places
 */
export function rawRequests(token: string): RawRequest[] {
  const look = (target: string, ...lines: string[]) =>
    request('GET', target, 'Host: localhost', `Authorization: Bearer ${token}`, ...lines);
  const lisbon = look('/v1/cities/lisbon');
  return [
    ...pipelines(look, lisbon),
    ...lengths(lisbon),
    ...PATHS.flatMap(hosts),
    ...targets(look),
    ...methods(lisbon),
    ...contentTypes(),
  ];
}

function pipelines(look: (target: string, ...lines: string[]) => string, lisbon: string): RawRequest[] {
  const page = request('GET', '/guides', 'Host: localhost');
  const fresh = look(`/v1/cities?limit=9&min_population=${Math.floor(Math.random() * 1e6)}`);
  const close = look('/v1/cities/lisbon', 'Connection: close');
  return [
    {
      promise: 'requests before garbage are answered in order, then the garbage, and the connection ends',
      bytes: lisbon + page + fresh + look('/v1/cities/nowhere') + GARBAGE,
      responses: [OK, OK, OK, { status: 404, code: 'city_not_found' }, MALFORMED],
      ends: true,
    },
    {
      promise: 'a request before garbage whose answer has to be waited for is answered first',
      bytes: request('GET', '/dashboard/session', 'Host: localhost') + lisbon + GARBAGE,
      responses: [OK, OK, MALFORMED],
      ends: true,
    },
    {
      promise:
        'as many requests as a client may send ahead are all answered, and then the garbage behind them',
      bytes: lisbon.repeat(SENT_AHEAD) + GARBAGE,
      responses: [...Array.from({ length: SENT_AHEAD }, () => OK), MALFORMED],
      ends: true,
    },
    {
      promise: 'garbage is answered once, however much of it comes',
      bytes: GARBAGE.repeat(5000),
      responses: [MALFORMED],
      ends: true,
    },
    {
      promise: 'requests behind "Connection: close" are not answered, and those before it are',
      bytes: lisbon + page + close + lisbon + page,
      responses: [OK, OK, OK],
      ends: true,
    },
    {
      promise: 'a long answer before "Connection: close" is whole, although much more was sent behind it',
      bytes: look('/v1/cities', 'Connection: close') + lisbon.repeat(20_000),
      responses: [OK],
      ends: true,
    },
    {
      promise: 'garbage behind "Connection: close" is not answered',
      bytes: close + GARBAGE,
      responses: [OK],
      ends: true,
    },
    {
      promise: 'what follows a request of HTTP/1.0 is not answered',
      bytes: `GET /healthz HTTP/1.0\r\n\r\n${lisbon}`,
      responses: [OK],
      ends: true,
    },
    {
      promise: 'HEAD and GET on one connection keep their order and their bodies apart',
      bytes: request('HEAD', '/healthz', 'Host: localhost') + lisbon + lisbon,
      methods: ['HEAD', 'GET', 'GET'],
      responses: [OK, OK, OK],
      ends: false,
    },
    {
      promise: 'a long response behind another one is whole although its request expects "100 Continue"',
      bytes: look('/v1/cities/nowhere') + look('/v1/countries', 'Expect: 100-continue') + lisbon,
      responses: [{ status: 404, code: 'city_not_found' }, OK, OK],
      ends: false,
    },
  ];
}

/** Requests whose body has no clear length. */
function lengths(lisbon: string): RawRequest[] {
  const coded = (coding: string, target = '/healthz', body = '0\r\n\r\n') =>
    request('GET', target, 'Host: localhost', `Transfer-Encoding: ${coding}`) + body;
  const once = (promise: string, bytes: string, response: ExpectedResponse): RawRequest => ({
    promise,
    bytes,
    responses: [response],
    ends: true,
  });
  return [
    ...['xchunked', 'identity', 'chunked, gzip', 'chunked, chunked', 'chunked;q=1', '"chunked"', ''].map(
      (coding) => once(`Transfer-Encoding: ${coding} has one answer`, coded(coding) + lisbon, MALFORMED),
    ),
    ...['/v1/cities/lisbon', '/guides', '/v1/nothing'].map((target) =>
      once(`Transfer-Encoding: xchunked has one answer at ${target}`, coded('xchunked', target), MALFORMED),
    ),
    once(
      'a method that is not offered with Transfer-Encoding: xchunked has one answer',
      `POST /v1/countries HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      MALFORMED,
    ),
    once(
      'a transfer coding that we do not read has one answer',
      coded('gzip, chunked') + lisbon,
      NOT_IMPLEMENTED,
    ),
    once(
      'two lines of Transfer-Encoding count as one list',
      `${request(
        'GET',
        '/healthz',
        'Host: localhost',
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: chunked',
      )}0\r\n\r\n`,
      MALFORMED,
    ),
    once(
      'Transfer-Encoding in HTTP/1.0 has one answer',
      'GET /healthz HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      MALFORMED,
    ),
    once(
      'Transfer-Encoding and Content-Length together have one answer',
      `${request('GET', '/healthz', 'Host: localhost', 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n${lisbon}`,
      MALFORMED,
    ),
    ...['5\r\nContent-Length: 6', '+5', '-1', '0x5', '5, 6', '99999999999999999999'].map((length) =>
      once(
        `Content-Length: ${length.replace('\r\n', ' and ')} has one answer`,
        `${request('POST', '/healthz', 'Host: localhost', `Content-Length: ${length}`)}hello`,
        MALFORMED,
      ),
    ),
    {
      promise: 'a chunked body is read to its end, and the next request is answered',
      bytes: coded('Chunked', '/healthz', '5\r\nhello\r\n0\r\n\r\n') + lisbon,
      responses: [OK, OK],
      ends: false,
    },
    once(
      'a body that breaks its framing after its request was answered is not answered again',
      'POST /v1/countries HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n',
      { status: 401, code: 'missing_credentials' },
    ),
    {
      promise: 'a body that breaks its framing is answered once, after the requests before it',
      bytes: `${lisbon}POST /dashboard/found-key HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n`,
      responses: [OK, MALFORMED],
      ends: true,
    },
  ];
}

const PATHS = [
  '/v1/countries/portugal',
  '/v1/openapi.json',
  '/guides',
  '/',
  '/healthz',
  '/readyz',
  '/nothing',
  '/dashboard/session',
];

const NO_HOSTS = [
  'a b',
  'a/b',
  '[::1',
  '::1',
  '[1.2.3.4]',
  '[fe80::1%25eth0]',
  'user@localhost',
  'localhost:port',
  'localhost:1:2',
  'http://localhost',
  'localhost?',
  'localhost#',
  '<script>',
  'a\\b',
  '%zz',
  'm\u00fcnchen',
];

/** The rules for the Host header (RFC 9112, section 3.2), at one path. */
function hosts(path: string): RawRequest[] {
  const without = `GET ${path} HTTP/1.1\r\n`;
  return [
    { promise: `${path} without Host is refused`, bytes: `${without}\r\n` },
    {
      promise: `${path} with two hosts is refused`,
      bytes: `${without}Host: localhost\r\nHost: example.org\r\n\r\n`,
    },
    {
      promise: `${path} with one host twice is refused`,
      bytes: `${without}Host: localhost\r\nhost: localhost\r\n\r\n`,
    },
    ...NO_HOSTS.map((host) => ({
      promise: `${path} with Host: ${host} is refused`,
      bytes: `${without}Host: ${host}\r\n\r\n`,
    })),
  ].map((one) => ({ ...one, responses: [MALFORMED], ends: false }));
}

function targets(look: (target: string, ...lines: string[]) => string): RawRequest[] {
  const good = [
    'localhost:80',
    'localhost:',
    '',
    '127.0.0.1:3000',
    '[::1]',
    '[2001:db8::1]:8080',
    'a_b.example',
    'EXAMPLE.ORG',
    'x%2Dy',
    "a!$&'()*+,;=b",
  ];
  return [
    ...good.map((host) => ({
      promise: `Host: ${host} is a host`,
      bytes: request('GET', '/healthz', `Host: ${host}`),
      responses: [OK],
      ends: false,
    })),
    ...['http://localhost', 'HTTP://LOCALHOST:80', 'https://elsewhere.example', 'http://[::1]:3000'].map(
      (origin) => ({
        promise: `the target may be a whole URL of ${origin}`,
        bytes: request('GET', `${origin}/healthz`, 'Host: localhost') + look(`${origin}/v1/cities/lisbon`),
        responses: [OK, OK],
        ends: false,
      }),
    ),
    ...[
      'http://user@localhost/healthz',
      'http:///healthz',
      'http://:80/healthz',
      'http://a%20b%/healthz',
      'ftp://localhost/healthz',
      'localhost:80',
      '*',
    ].map((target) => ({
      promise: `the target ${target} is refused`,
      bytes: request('GET', target, 'Host: localhost'),
      responses: [MALFORMED],
      ends: target === 'localhost:80',
    })),
    {
      promise: 'a whole URL as the target does not replace Host',
      bytes:
        request('GET', 'http://localhost/healthz') + request('GET', 'http://localhost/healthz', 'Host: a b'),
      responses: [MALFORMED, MALFORMED],
      ends: false,
    },
  ];
}

function methods(lisbon: string): RawRequest[] {
  return [
    ...['FETCH', 'get', 'GETS', 'M-CUSTOM', 'X'].map((method) => ({
      promise: `the method ${method}, which nobody knows, is not implemented`,
      bytes: lisbon + request(method, '/v1/countries', 'Host: localhost') + lisbon,
      responses: [OK, NOT_IMPLEMENTED],
      ends: true,
    })),
    {
      promise: 'a tunnel is not implemented',
      bytes: lisbon + request('CONNECT', 'localhost:80', 'Host: localhost:80') + lisbon,
      responses: [OK, NOT_IMPLEMENTED],
      ends: true,
    },
    ...['G@T', '\u0000', '\u0016\u0003\u0001\u0000', 'GET\u0000'].map((method) => ({
      promise: `${JSON.stringify(method)} is no method`,
      bytes: request(method, '/v1/countries', 'Host: localhost'),
      responses: [MALFORMED],
      ends: true,
    })),
    {
      promise: 'the preface of HTTP/2 is refused',
      bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      responses: [MALFORMED],
      ends: true,
    },
  ];
}

/** Requests with a Content-Type, but without a body. */
function contentTypes(): RawRequest[] {
  const type = 'Content-Type: application/json';
  return ['/v1/countries', ...PATHS, '/assets/nothing', '/dashboard/found-key'].flatMap((path) =>
    ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({
      promise: `${method} ${path} with a Content-Type and no body is answered at once`,
      bytes:
        request(method, path, 'Host: localhost', type) +
        request(method, path, 'Host: localhost', type, 'Content-Length: 0') +
        request(method, path, 'Host: localhost'),
      methods: [method, method, method],
      responses: [{}, {}, {}],
      ends: false,
    })),
  );
}

function request(method: string, target: string, ...lines: string[]): string {
  return [`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

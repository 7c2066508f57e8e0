import { METHODS } from 'node:http';
import fc from 'fast-check';
import { callsWith, knownValues, spoilt } from '../attack/documented-calls.ts';
import { atTheEdge, brokenEncoding, invalid, oversized, unicode, valid } from '../attack/parameter-values.ts';
import type { OpenApi } from '../test/support/api/documented-api.ts';
import { bearer, exchange } from '../test/support/http/exchange.ts';
import { rawRequests } from '../test/support/http/raw-requests.ts';
import {
  authorization,
  host,
  line,
  ORIGIN,
  method as usualMethod,
  version as usualVersion,
} from '../test/support/http/request-arbitraries.ts';
import { type Build, KINDS } from './builds.ts';

/** One message, with names in braces for values that are known when it is sent (test/support/http/request-arbitraries.ts). */
export interface GeneratedRequest {
  /** Of the key that replaces `{token}`. */
  kind: string;
  method: string;
  target: string;
  bytes: string;
}

/** The messages sent on one connection. */
export interface GeneratedConnection {
  requests: GeneratedRequest[];
  /** Each request waits for the response to the one before. Otherwise all are sent at once. */
  inTurn: boolean;
  /** The client says at the end that it will send no more. */
  halfClosed: boolean;
}

/** Every connection of the property, made from what the reference serves. */
export async function generatedConnections(reference: Build): Promise<fc.Arbitrary<GeneratedConnection>> {
  const request = requests(fc.oneof(...(await targets(reference))));
  const connection = (list: fc.Arbitrary<Message[]>, always = false) =>
    fc.tuple(list, fc.boolean(), fc.boolean()).map(([messages, inTurn, halfClosed]) => {
      // Behind other requests, a server may find such a message before or after it handles them.
      const broken = messages.find((message) => !message.isWhole);
      if (broken !== undefined) return { requests: [broken], inTurn: false, halfClosed: true };
      return { requests: messages, inTurn: inTurn || always, halfClosed };
    });
  const repeated = fc
    .tuple(request, fc.integer({ min: 2, max: 4 }))
    .map(([message, times]) => Array.from({ length: times }, () => message));
  const turned = fc
    .tuple(request, fc.shuffledSubarray(['HEAD', 'GET', 'OPTIONS', 'POST', 'GET'], { minLength: 2 }))
    .map(([message, methods]) =>
      methods.map((method) => ({ ...message, method, bytes: message.bytes.replace(message.method, method) })),
    );
  const guesses = fc
    .tuple(
      request,
      fc.integer({ min: 7, max: 11 }),
      fc.constantFrom('Bearer {other}x', 'Basic e30=', 'Bearer lds_live_x'),
    )
    .map(([message, times, value]) => {
      const bytes = message.bytes.replace(/^authorization:.*$/im, `Authorization: ${value}`);
      return [...Array.from({ length: times }, () => ({ ...message, bytes })), message];
    });
  const overTheLimit = fc
    .tuple(request, fc.constantFrom('few-1', 'few-2', 'few-3', 'scarce'), fc.integer({ min: 4, max: 8 }))
    .map(([message, kind, times]) => Array.from({ length: times }, () => ({ ...message, kind })));
  return fc.oneof(
    { weight: 8, arbitrary: connection(fc.array(request, { minLength: 1, maxLength: 4 })) },
    { weight: 4, arbitrary: connection(fc.array(conditional, { minLength: 1, maxLength: 6 })) },
    { weight: 3, arbitrary: connection(repeated) },
    { weight: 2, arbitrary: connection(turned) },
    { weight: 1, arbitrary: connection(guesses, true) },
    { weight: 1, arbitrary: connection(overTheLimit, true) },
  );
}

/** A server is free in the order in which it works on more than these. */
const MOST_AT_ONCE = 16;

/** The messages of the tests of raw bytes, each on its own connection. */
export function rawConnections(): GeneratedConnection[] {
  return rawRequests('{token}')
    .filter(({ responses }) => responses.length <= MOST_AT_ONCE)
    .map(({ bytes, methods = [] }) => ({
      requests: [
        { kind: 'standard', method: methods[0] ?? 'GET', target: targetOf(bytes), bytes },
        // No bytes, but responses.
        ...methods
          .slice(1)
          .map((method) => ({ kind: 'standard', method, target: targetOf(bytes), bytes: '' })),
      ],
      inTurn: false,
      // Some of them end the connection, or announce a body that never arrives.
      halfClosed: false,
    }));
}

function targetOf(bytes: string): string {
  return /^\S+ (\S+)/.exec(bytes)?.[1] ?? '';
}

/** Paths whose entity tags requests name. */
export const TAGGED_TARGETS = [
  '/v1/countries',
  '/v1/countries?limit=20',
  '/v1/countries/portugal',
  '/v1/countries/PT',
  '/v1/cities?country=portugal&limit=5',
  '/v1/cities?q=lisb',
  '/v1/cities?near=38.72,-9.14&radius_km=50',
  '/v1/cities/lisbon',
  '/v1/cities/geonames:2267057',
  '/v1/cities/new-york-city',
  '/v1/data/cost-of-living/lisbon',
  '/v1/data/cost-of-living/lisbon?reference=porto',
  '/v1/data/cost-of-living?cities=lisbon,porto',
  '/v1/data/quality-of-life/lisbon',
  '/v1/data/quality-of-life?cities=lisbon,porto,madrid',
  '/v1/release',
  '/v1/openapi.json',
  '/docs',
  '/docs/errors',
  '/docs/style.css',
  '/',
  '/keys',
];
/** Files, which are too large to be sent a thousand times. */
export const DOWNLOAD_TARGETS = ['/v1/release/sqlite', '/v1/release/data-package'];

const API_TARGETS = [
  ...TAGGED_TARGETS.filter((target) => target.startsWith('/v1/')),
  '/v1/countries/PRT',
  '/v1/countries/portugol',
  '/v1/countries/old-andorra',
  '/v1/countries/lost-land',
  '/v1/countries/Côte',
  '/v1/countries/',
  '/v1/cities',
  '/v1/cities?',
  '/v1/cities?&',
  '/v1/cities/LISBON',
  '/v1/cities/lisboa',
  '/v1/cities/springfield',
  '/v1/cities/nowhere',
  '/v1/cities/old-lisbon',
  '/v1/cities/lost-city',
  '/v1/cities/geonames:1',
  '/v1/cities/lisbon/more',
  '/v1/cities?country=old-andorra',
  '/v1/cities?country=nowhere&limit=0',
  '/v1/cities?limit=3&limit=4',
  '/v1/cities?limit',
  '/v1/cities?limit=&q=',
  '/v1/cities?cursor=abc',
  '/v1/cities?nonsense=1&more=2',
  '/v1/cities?q=s%C3%A3o&limit=2',
  '/v1/cities?q=s\u00c3\u00a3o',
  '/v1/cities?q=a+b&limit=2',
  '/v1/cities?near=lisbon',
  '/v1/cities?near=38.72,-9.14&near=1,1',
  '/v1/data/cost-of-living/old-lisbon',
  '/v1/data/cost-of-living/lisbon?reference=old-lisbon',
  '/v1/data/cost-of-living?cities=lisbon',
  '/v1/data/cost-of-living?cities=lisbon,lisbon',
  '/v1/data/cost-of-living?cities=lisbon,nowhere,springfield',
  '/v1/data/cost-of-living',
  '/v1/data/quality-of-life',
  '/v1/data',
  '/v1',
  '/v1/',
  '/v1?a=b',
  '/v1/nothing',
  '/v1/openapi.json?a=b',
  '/v1/openapi.json/',
  '/v1/release/',
  '/v1/release/zip',
];

const OTHER_TARGETS = [
  '/',
  '/?a=b',
  '/sign-in',
  '/keys',
  '/keys/',
  '/nothing',
  '/a/b/c',
  '/assets/',
  '/assets/nothing.js',
  '/favicon.ico',
  '/docs',
  '/docs/',
  '/docs/errors',
  '/docs/using-the-api',
  '/docs/nothing',
  '/docs/errors/more',
  '/docs/reference.js',
  '/docs/style.css',
  '/docs/scalar.js',
  '/healthz',
  '/healthz?a=b',
  '/healthz/',
  '/readyz',
  '/metrics',
  '/dashboard',
  '/dashboard/session',
  '/dashboard/keys',
  '/dashboard/keys/none',
  '/dashboard/example',
  '/dashboard/found-key',
  '/dashboard/auth/sign-in/email',
  '/dashboard/nothing',
  '/.well-known/security.txt',
  '/v2/cities',
  '/V1/cities',
  '/v1x',
];

const NUMBERS = [
  '5',
  '05',
  '5.0',
  '5e0',
  '+5',
  '%35',
  '0x5',
  '',
  '%205',
  '5%20',
  '-0',
  '0',
  '201',
  '1e400',
  'NaN',
  '%D9%A5',
  '9'.repeat(40),
];

/** By weight, as fast-check's `oneof` takes them. */
async function targets(reference: Build): Promise<{ weight: number; arbitrary: fc.Arbitrary<string> }[]> {
  const headers = bearer(reference.tokens.get('standard') ?? '');
  const read = async (path: string) => (await exchange(reference.address, path, { headers })).text;
  const { paths } = JSON.parse(await read('/v1/openapi.json')) as OpenApi;
  const known = await knownValues(read);
  const [, cursor = ''] =
    /"next_cursor":"([^"]+)"|cursor=([\w%-]+)/.exec(await read('/v1/cities?limit=3')) ?? [];
  const documented = Object.entries(paths).flatMap(([path, { get }]) => {
    if (DOWNLOAD_TARGETS.includes(`/v1${path}`)) return [];
    const operation = { path, parameters: get.parameters ?? [], known };
    const ordinary = callsWith(operation);
    const strange = [atTheEdge, invalid, unicode, brokenEncoding, oversized].flatMap((values) =>
      operation.parameters.flatMap((parameter) => {
        const hostile = values(parameter, known);
        return hostile === undefined ? [] : [callsWith(operation, parameter, hostile)];
      }),
    );
    const typical = operation.parameters.flatMap((parameter) => {
      const usual = valid(parameter, known);
      return usual === undefined ? [] : [callsWith(operation, parameter, usual)];
    });
    return [ordinary, ...typical, ...strange, ...spoilt(ordinary, operation)];
  });
  const api = fc.constantFrom(...API_TARGETS);
  const fixed = fc.oneof(
    { weight: 3, arbitrary: api },
    { weight: 1, arbitrary: fc.constantFrom(...OTHER_TARGETS) },
  );
  const numbers = fc
    .tuple(
      fc.constantFrom('limit', 'min_population', 'radius_km', 'cursor'),
      fc.constantFrom(...NUMBERS, cursor),
    )
    .map(([name, value]) => `/v1/cities?near=38.72,-9.14&${name}=${value}`);
  return [
    { weight: 6, arbitrary: fc.constantFrom(...TAGGED_TARGETS) },
    { weight: 6, arbitrary: api },
    { weight: 3, arbitrary: fc.constantFrom(...OTHER_TARGETS) },
    { weight: 6, arbitrary: fc.oneof(...documented) },
    { weight: 1, arbitrary: numbers },
    { weight: 4, arbitrary: fc.tuple(fixed, changes).map(([target, change]) => change(target)) },
    { weight: 1, arbitrary: fc.constantFrom(...DOWNLOAD_TARGETS) },
  ];
}

/** Other spellings of a target, valid and invalid. */
const changes: fc.Arbitrary<(target: string) => string> = fc.oneof(
  fc.bigInt({ min: 1n, max: 2n ** 40n }).map((mask) => (target: string) => encoded(target, mask)),
  fc
    .constantFrom(
      '/',
      '//',
      '/.',
      '/..',
      '/../v1/countries',
      '?',
      '&',
      '#',
      '#a',
      ';a=b',
      '%',
      '%00',
      '%2F',
      '%zz',
      '%C0%AF',
      '%FF',
      '%20',
      '\u00e9',
      '"',
      '<',
      '|',
      '^',
      '\\',
      '{}',
      '*',
    )
    .map((suffix) => (target: string) => target + suffix),
  fc
    .constantFrom(
      '?api_key={token}',
      '&api_key={token}',
      '?api_key=',
      '?api_key={token}&api_key={token}',
      '?api_key={other}',
      '?API_KEY={token}',
      '?api%5Fkey={token}',
      '?api_key=%6Cds_live_x',
      '?%FF=1',
      '?a=%C0%AF',
      '?constructor=1',
      '?__proto__=1',
      '?a[]=1',
      '?limit=1',
    )
    .map((query) => (target: string) => target + query),
  fc
    .constantFrom(
      'http://localhost',
      'HTTP://EXAMPLE.org:80',
      'https://lds.example',
      'http://user@localhost',
      'http://',
      'ftp://localhost',
      '/.',
      '//',
      '/%2e',
      '/v1/..',
      'localhost:80',
      '',
    )
    .map((prefix) => (target: string) => prefix + target),
  fc.constantFrom<(target: string) => string>(
    (target) => target.toUpperCase(),
    (target) => target.replace('/v1/', '/v1//'),
    (target) => target.replace('/v1/', '/v1%2F'),
    (target) => target.replace('/v1/', '/./v1/'),
    (target) => target.replace('/v1/', '/%76%31/'),
    (target) => target.slice(1),
    () => '*',
    () => '?',
  ),
  // The longest URL under /v1 has 4096 characters.
  fc.tuple(fc.constantFrom(4095, 4096, 4097, 9000), fc.constantFrom('?q=', '/', '%', '&', '?limit=')).map(
    ([length, separator]) =>
      (target: string) =>
        (target + separator).padEnd(length, 'a'),
  ),
);

/** With some letters in percent-encoding: the bits of the mask say which. */
function encoded(target: string, mask: bigint): string {
  let bits = mask;
  return target.replace(/[a-z]/gi, (letter) => {
    const isEncoded = (bits & 1n) === 1n;
    bits >>= 1n;
    return isEncoded ? `%${letter.charCodeAt(0).toString(16)}` : letter;
  });
}

interface Message extends GeneratedRequest {
  /** The server knows where it ends, so a response comes without any more bytes. */
  isWhole: boolean;
}

interface Payload {
  lines: readonly string[];
  body: string;
  isWhole: boolean;
}

function requests(target: fc.Arbitrary<string>): fc.Arbitrary<Message> {
  return fc
    .record({
      kind,
      method,
      target,
      protocol,
      host: fc.oneof({ weight: 12, arbitrary: host }, { weight: 1, arbitrary: unusualHosts }),
      credentials,
      lines: fc.array(fc.oneof({ weight: 3, arbitrary: line }, { weight: 2, arbitrary: moreLines }), {
        maxLength: 3,
      }),
      range,
      payload,
    })
    .map((parts) => {
      const { kind, method, protocol, host, credentials, payload } = parts;
      const target = withQuery(parts.target, credentials.query);
      const isDownload = DOWNLOAD_TARGETS.some((path) => target.startsWith(path));
      const lines = [
        ...host,
        ...credentials.lines,
        ...(isDownload ? smallPart(parts.lines, parts.range, target) : parts.lines),
        ...payload.lines,
      ];
      const bytes = [`${method} ${target} ${protocol}`, ...lines, '', payload.body].join('\r\n');
      return { kind, method, target, bytes, isWhole: payload.isWhole };
    });
}

/** Valid requests with valid keys, most of which name an entity tag: within the limits, over them, in each coding. */
const conditional: fc.Arbitrary<Message> = fc
  .record({
    kind: fc.constantFrom('standard', 'used-up', 'brief', 'scarce', 'shared', 'few-1', 'few-2', 'few-3'),
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
    target: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...TAGGED_TARGETS) },
      { weight: 1, arbitrary: fc.constantFrom(...DOWNLOAD_TARGETS) },
    ),
    coding: fc.constantFrom('', 'gzip', 'br'),
    condition: fc.constantFrom(
      'If-None-Match: {etag}',
      'If-None-Match: {gzip}',
      'If-None-Match: "other", W/{br}, {etag}',
      'If-None-Match: *',
      'If-None-Match: "other"',
      'If-Match: {etag}',
      'If-Match: "other"\r\nIf-None-Match: {etag}',
      'If-Unmodified-Since: {modified}',
      'If-Modified-Since: {modified}',
      '',
    ),
    part: fc.constantFrom('100-199', '{last}-', '{size}-', '{last}-{size}', '-1', '-0'),
    inUrl: fc.integer({ min: 0, max: 9 }).map((number) => number === 9),
  })
  .map(({ kind, method, target, coding, condition, part, inUrl }) => {
    const lines = [
      'Host: localhost',
      ...(inUrl ? [] : ['Authorization: Bearer {token}']),
      ...(coding === '' ? [] : [`Accept-Encoding: ${coding}`]),
      ...(condition === '' ? [] : [condition]),
      ...(DOWNLOAD_TARGETS.includes(target) ? [`Range: bytes=${part}`] : []),
    ];
    const asked = inUrl ? withQuery(target, 'api_key={token}') : target;
    const bytes = [`${method} ${asked} HTTP/1.1`, ...lines, '', ''].join('\r\n');
    return { kind, method, target, bytes, isWhole: true };
  });

/** Only a part of a file of 100 MB; sometimes all of the smaller one. */
function smallPart(lines: readonly string[], range: string, target: string): string[] {
  const isLarge = target.startsWith('/v1/release/sqlite');
  const kept = lines.filter((text) => !/^(range|if-range):/i.test(text) || !isLarge);
  return [
    ...kept,
    isLarge && !/^bytes=(\d+-\d+|\{\w+\}-(\{\w+\})?)$/.test(range) ? 'Range: bytes=0-9' : `Range: ${range}`,
  ];
}

function withQuery(target: string, query: string): string {
  if (query === '') return target;
  return `${target}${target.includes('?') ? '&' : '?'}${query}`;
}

const kind = fc.oneof(
  { weight: 5, arbitrary: fc.constant('standard') },
  { weight: 2, arbitrary: fc.constantFrom(...KINDS.filter((name) => !name.startsWith('few'))) },
);

const method = fc.oneof(
  { weight: 6, arbitrary: usualMethod },
  { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...METHODS, 'FETCH', 'Get', 'G@T', 'GETS', ''),
  },
);

const protocol = fc.oneof(
  { weight: 30, arbitrary: usualVersion.map((version) => `HTTP/${version}`) },
  { weight: 1, arbitrary: fc.constantFrom('HTTP/1.2', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', 'HTTP/1.1 ', '') },
);

const unusualHosts = fc.constantFrom(
  ['Host: EXAMPLE.ORG:80'],
  ['Host: [::1]:3000'],
  ['Host: a b'],
  ['Host: user@localhost'],
  ['Host: localhost:port'],
  ['host: localhost', 'HOST: localhost'],
  ['Host:\tlocalhost\t'],
);

const credentials = fc.oneof(
  { weight: 12, arbitrary: authorization.map((lines) => ({ lines, query: '' })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        authorization,
        fc.constantFrom(
          'api_key={token}',
          'api_key=',
          'api_key',
          'api_key={other}x',
          'api%5Fkey={token}',
          'api_key={token}&api_key={token}',
        ),
      )
      .map(([lines, query]) => ({ lines, query })),
  },
  { weight: 2, arbitrary: fc.constant({ lines: [] as string[], query: 'api_key={token}' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        'Bearer {token} {token}',
        'Bearer "{token}"',
        'Bearer {token}, Bearer {other}',
        'Bearer{token}',
        '',
        '  Bearer {token}  ',
        'Bearer \u00ff',
        `Bearer ${'a'.repeat(8000)}`,
        'Digest username="a"',
      )
      .map((value) => ({ lines: [`Authorization: ${value}`], query: '' })),
  },
);

/** Requests that the API's own tests of repeated requests do not send. */
const moreLines = fc.oneof(
  fc
    .constantFrom(
      'keep-alive',
      'close',
      'Close, keep-alive',
      'upgrade',
      'Upgrade, HTTP2-Settings',
      'x-other',
      '',
      'TE',
    )
    .map((value) => `Connection: ${value}`),
  fc
    .constantFrom(
      'text/html,application/xhtml+xml,*/*;q=0.8',
      'text/css',
      'application/zip',
      '*/*;q=0',
      'a'.repeat(600),
      'application/json;q=2',
      '"',
    )
    .map((value) => `Accept: ${value}`),
  fc
    .constantFrom(
      'gzip, deflate, br, zstd',
      'br;q=0, *',
      'GZIP',
      'x-gzip',
      'identity',
      'gzip;q=0.001',
      'br;q=1.5',
      `${'a,'.repeat(300)}br`,
    )
    .map((value) => `Accept-Encoding: ${value}`),
  fc
    .constantFrom('{etag}, {gzip}, {br}', '"a" "b"', `"${'a'.repeat(2000)}"`, 'w/{etag}', '"*"', '*, {etag}')
    .map((value) => `If-None-Match: ${value}`),
  fc.constantFrom('*', 'W/{etag}', '"other", {etag}', '{gzip}', '').map((value) => `If-Match: ${value}`),
  fc
    .constantFrom(
      '{modified}',
      'Fri, 20 Nov 2026 00:00:00 GMT',
      'tomorrow',
      '0',
      'Friday, 20-Nov-26 00:00:00 GMT',
    )
    .chain((value) =>
      fc
        .constantFrom('If-Unmodified-Since', 'If-Modified-Since', 'If-Range')
        .map((name) => `${name}: ${value}`),
    ),
  fc
    .constantFrom(ORIGIN, 'https://other.example.org', 'null', '*', '', `${ORIGIN}/`, ORIGIN.toUpperCase())
    .map((value) => `Origin: ${value}`),
  fc
    .constantFrom('GET', 'DELETE', '', 'x y')
    .map(
      (value) =>
        `Origin: ${ORIGIN}\r\nAccess-Control-Request-Method: ${value}\r\nAccess-Control-Request-Headers: authorization`,
    ),
  fc.constantFrom(
    'Expect: 100-continue',
    'Expect: 100-Continue, other',
    'TE: trailers',
    'TE: gzip',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    'Trailer: X-A',
    'X-Forwarded-For: 203.0.113.7, {client}',
    'X-Forwarded-For: {client}x',
    'X-Forwarded-Proto: https',
    'X-Forwarded-Host: elsewhere.example.org',
    'Forwarded: for=192.0.2.60;proto=http',
    'X-Request-Id: mine',
    'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'Cache-Control: no-cache, no-store, only-if-cached',
    'Pragma: no-cache',
    'Accept-Language: pt',
    'Accept-Charset: utf-16',
    'Max-Forwards: 0',
    'Prefer: return=minimal',
    'Sec-Fetch-Site: cross-site',
    'Origin: http://lds.example:3000\r\nSec-Fetch-Site: same-origin',
    'Proxy-Authorization: Bearer {token}',
    'X-API-Key: {token}',
    'Content-Encoding: gzip',
    `X-Long: ${'a'.repeat(8000)}`,
    `X-Longer: ${'a'.repeat(20_000)}`,
    Array.from({ length: 300 }, (_, index) => `X-${index}: a`).join('\r\n'),
    'X-Folded: a\r\n b',
    'X-Bytes: \u0080\u00ff',
    'X-Zero: \u0000',
    'X-Space : a',
    ': a',
    'no colon',
    'Keep-Alive: timeout=1',
  ),
);

const range = fc.oneof(
  fc.tuple(fc.nat(7_000_000), fc.nat(2000)).map(([first, length]) => `bytes=${first}-${first + length}`),
  fc.constantFrom(
    'bytes=0-0',
    'bytes=-10',
    'bytes=6412900-',
    'bytes=99999999999-',
    'bytes={size}-',
    'bytes={last}-',
    'bytes={last}-{size}',
    'bytes=0-99999',
    'bytes=5-2',
    'BYTES=0-9',
    'bytes=-0',
    'bytes=0-0,2-2',
    'lines=1-2',
    'bytes=a-b',
    '',
  ),
);

const nothing: Payload = { lines: [], body: '', isWhole: true };
const payload: fc.Arbitrary<Payload> = fc.oneof(
  { weight: 30, arbitrary: fc.constant(nothing) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      sized('{}', 'application/json'),
      sized('{"email":"a","password":1}', 'application/json'),
      sized('{', 'application/json'),
      sized('a=b', 'application/x-www-form-urlencoded'),
      sized('<a/>', 'text/xml'),
      sized('hello', undefined),
      sized('a'.repeat(70_000), 'application/json'),
      { lines: ['Transfer-Encoding: chunked'], body: '0\r\n\r\n', isWhole: true },
      {
        lines: ['Transfer-Encoding: chunked', 'Content-Type: application/json'],
        body: '2\r\n{}\r\n0\r\n\r\n',
        isWhole: true,
      },
      {
        lines: ['Transfer-Encoding: Chunked'],
        body: '5;a=b\r\nhello\r\n0\r\nX-Trailer: a\r\n\r\n',
        isWhole: true,
      },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { lines: ['Content-Length: 9'], body: 'hello', isWhole: false },
      { lines: ['Content-Length: +5'], body: 'hello', isWhole: false },
      { lines: ['Content-Length: 5, 5'], body: 'hello', isWhole: false },
      { lines: ['Content-Length: 5', 'Content-Length: 6'], body: 'hello', isWhole: false },
      { lines: ['Content-Length: 0'], body: 'hello', isWhole: false },
      { lines: ['Content-Length: 5', 'Transfer-Encoding: chunked'], body: '0\r\n\r\n', isWhole: false },
      { lines: ['Transfer-Encoding: chunked'], body: 'no length\r\n', isWhole: false },
      { lines: ['Transfer-Encoding: chunked'], body: '5\r\nhel', isWhole: false },
      { lines: ['Transfer-Encoding: gzip, chunked'], body: '0\r\n\r\n', isWhole: false },
      { lines: ['Transfer-Encoding: gzip'], body: 'a', isWhole: false },
      { lines: ['Transfer-Encoding: identity'], body: '', isWhole: false },
    ),
  },
);

function sized(body: string, type: string | undefined): Payload {
  const lines = type === undefined ? [] : [`Content-Type: ${type}`];
  return { lines: [...lines, `Content-Length: ${body.length}`], body, isWhole: true };
}

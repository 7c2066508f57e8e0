import fc from 'fast-check';

/*
 * Parts of generated requests. Where a value is known only when the request is sent, its name is in braces: `{token}`, the
 * key that the request is sent with; `{other}`, another valid key; `{client}`, an address; `{etag}`, `{gzip}` and `{br}`, the
 * entity tags of what is asked for in each coding.
 */

/** The origin whose scripts may use the services under test (CORS). */
export const ORIGIN = 'https://app.example.org';

/** Any character, or half of a surrogate pair. `unit: 'binary'` takes a second to list all of them, and keeps 100 megabytes. */
export const character = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

const unusualAuthorization = fc.constantFrom(
  ['authorization: bEARER \t {token}'],
  ['Authorization: Bearer {token}', 'Authorization: Bearer {token}'],
  ['Authorization: Bearer {token}', 'Authorization: Bearer {other}'],
  ['Authorization: Basic {token}'],
  ['Authorization: Bearer {token}x'],
  ['Authorization: Bearer'],
  ['Authorization: {token}'],
  ['Authorization: Bearer lds_live_tooShort'],
  [],
);
export const authorization = fc.oneof(
  { weight: 3, arbitrary: fc.constant(['Authorization: Bearer {token}']) },
  { weight: 1, arbitrary: unusualAuthorization },
);

export const host = fc.oneof(
  { weight: 8, arbitrary: fc.constant(['Host: localhost']) },
  { weight: 1, arbitrary: fc.constantFrom([], ['Host: localhost', 'Host: example.org'], ['Host:']) },
);

/** A header that changes the response, or looks as if it might. */
export const line = fc.oneof(
  fc
    .constantFrom(
      '',
      '*/*',
      'application/json',
      'text/html',
      'application/*;q=0.1',
      'application/json;q=0',
      'application/json; charset=utf-8',
      'application/json;version="1,0";q=0',
      'application/problem+json',
      'application/problem+json, */*;q=0',
      ',',
    )
    .map((value) => `Accept: ${value}`),
  fc
    .constantFrom(
      '',
      'gzip',
      'br',
      'gzip, br',
      'gzip;q=0.5, br;q=0.1',
      '*;q=0',
      'identity;q=0',
      'zstd',
      'deflate',
    )
    .map((value) => `Accept-Encoding: ${value}`),
  fc
    .constantFrom('{etag}', '"other", {etag}', 'W/{etag}', '*', '"other"', '', '{gzip}', '{br}')
    .map((value) => `If-None-Match: ${value}`),
  fc.constantFrom(
    `Origin: ${ORIGIN}`,
    'Origin: https://elsewhere.example.org',
    'Range: bytes=0-9',
    'If-Range: {etag}',
    'If-Modified-Since: Fri, 20 Nov 2099 00:00:00 GMT',
    'If-Match: {etag}',
    'If-Match: "other"',
    'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
    'If-Unmodified-Since: Fri, 20 Nov 2099 00:00:00 GMT',
    'Accept-Version: 2.0.0',
    'X-Forwarded-For: {client}',
    'X-HTTP-Method-Override: DELETE',
    'Content-Type: application/json',
    'Content-Length: 0',
    'Expect: nothing',
    'Upgrade: websocket',
    'Cookie: a=b',
    'api_key: {token}',
  ),
);

export const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant('GET') },
  { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'DELETE', 'get') },
);

export const version = fc.oneof(
  { weight: 8, arbitrary: fc.constant('1.1') },
  { weight: 1, arbitrary: fc.constant('1.0') },
);

/** Replaces the names in braces by their values. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

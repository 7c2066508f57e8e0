import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdsUpNobody, LONGEST_BLOCK_MILLISECONDS } from '../../support/event-loop.ts';
import { bearer, exchange } from '../../support/http/exchange.ts';
import { startSmallService } from '../../support/small-service.ts';

const service = await startSmallService({ LDS_TRUST_PROXY: '10.0.0.0/8,127.0.0.0/8,::1' });
const { address } = service.server;
const { token } = await service.key();

/** A little below the longest head that a request may have. */
const LONGEST_VALUE = 15_000;

/** Headers that we read, with values that drive a parser to its limits. */
const VALUES: Record<string, string[]> = {
  Accept: [';\\"', ';"', ';', 'a/b,', 'a/b;q=0.1,', '*/*;a="b",', '; ;  q ', ';q="', '\\'],
  'Accept-Encoding': ['gzip,', 'gzip;q=0.5,', 'a;', '*,', ' ,', 'br;q=1.0;'],
  Authorization: ['Bearer ', 'Bearer\t', ' ', 'a', 'Basic a'],
  'If-None-Match': ['"a",', 'W/"a",', '"', 'W/', ' ,'],
  'If-Match': ['"a",', 'W/"a",', '"', ' ,'],
  'If-Modified-Since': ['Fri, 20 Nov 2026 00:00:00 GMT', '0', ' '],
  'If-Range': ['"a",', '"'],
  Range: ['bytes=0-0,', '0', 'bytes=', '-'],
  Origin: ['http://a', ':', '/'],
  'X-Forwarded-For': ['10.0.0.1,', '::ffff:', '1', ':', ',', '%'],
  Traceparent: ['00-', '0', '-'],
  Cookie: ['a=b; ', ';', '=', '%41'],
};

let asked = 0;

for (const [name, units] of Object.entries(VALUES))
  test(`no value of ${name} blocks other clients for ${LONGEST_BLOCK_MILLISECONDS} ms`, async () => {
    for (const unit of units) {
      for (const path of ['/v1/cities/lisbon', '/v1/release/sqlite', '/v1/nowhere', '/', '/docs'])
        for (const key of [bearer(token), {}])
          await holdsUpNobody(`${name}: ${unit}… of ${path}`, async () => {
            // A different value each time, because parsed values may be remembered.
            const value = `${unit.repeat(LONGEST_VALUE / unit.length)}${asked++}`;
            const { status, text } = await exchange(address, path, {
              method: 'HEAD',
              headers: { ...key, [name]: value },
            });
            return new Response(text, { status: Math.max(200, status) });
          });
    }
  });

test('an Accept or Accept-Encoding that is too long is ignored', async () => {
  const refusing = (length: number) => `text/html${', text/plain'.repeat(length)}`;
  const ask = (headers: Record<string, string>) =>
    exchange(address, '/v1/cities/lisbon', { headers: { ...bearer(token), ...headers } });
  assert.equal((await ask({ Accept: refusing(1) })).status, 406);
  assert.equal((await ask({ Accept: refusing(500) })).status, 200);
  const encoded = await ask({ 'Accept-Encoding': `br${', x'.repeat(500)}` });
  assert.deepEqual([encoded.status, encoded.headers['content-encoding']], [200, undefined]);
});

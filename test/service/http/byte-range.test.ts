import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { requestedRange } from '../../../src/service/http/byte-range.ts';

const ETAG = '"abc"';
const ask = (range: string, bytes = 1000, ifRange?: string) =>
  requestedRange({ range, ...(ifRange === undefined ? {} : { 'if-range': ifRange }) }, bytes, ETAG);

test('ranges are parsed as RFC 9110 requires', () => {
  assert.deepEqual(ask('bytes=0-0'), { first: 0, last: 0 });
  assert.deepEqual(ask('bytes=0-499'), { first: 0, last: 499 });
  assert.deepEqual(ask('bytes=500-'), { first: 500, last: 999 });
  assert.deepEqual(ask('bytes=-1'), { first: 999, last: 999 });
  assert.deepEqual(ask('BYTES=999-999'), { first: 999, last: 999 });
});

test('a range that ends beyond the file stops at its end, and one that starts beyond it is unsatisfiable', () => {
  assert.deepEqual(ask('bytes=900-1000000'), { first: 900, last: 999 });
  assert.deepEqual(ask('bytes=-5000'), { first: 0, last: 999 });
  assert.equal(ask('bytes=1000-'), 'unsatisfiable');
  assert.equal(ask(`bytes=${'9'.repeat(400)}-`), 'unsatisfiable');
  assert.equal(ask('bytes=-0'), 'unsatisfiable');
});

test('several ranges, other units and invalid ranges get the whole file', () => {
  for (const range of [
    'bytes=0-1,5-6',
    'bytes=5-4',
    'bytes=-',
    'bytes=',
    'bytes',
    '',
    'lines=0-1',
    'bytes=a-b',
    'bytes=0x1-2',
    'bytes = 0-1',
    'bytes=-1-2',
    'bytes=1.5-2',
  ])
    assert.equal(ask(range), undefined, range);
  assert.equal(requestedRange({}, 1000, ETAG), undefined);
});

test('If-Range with another tag, a weak one or a date gets the whole file, so that two versions are never mixed', () => {
  assert.deepEqual(ask('bytes=1-2', 1000, ETAG), { first: 1, last: 2 });
  for (const ifRange of ['"other"', `W/${ETAG}`, 'Fri, 20 Nov 2026 00:00:00 GMT', '', '*'])
    assert.equal(ask('bytes=1-2', 1000, ifRange), undefined, ifRange);
});

test('every Range header gives the whole file, a part within it, or unsatisfiable', () => {
  const number = fc.oneof(fc.nat(2000).map(String), fc.constantFrom('', '0', '00', '9'.repeat(30)));
  const header = fc.oneof(
    fc.tuple(number, number).map(([from, to]) => `bytes=${from}-${to}`),
    fc.string({ maxLength: 20 }),
  );
  fc.assert(
    fc.property(header, fc.integer({ min: 1, max: 1500 }), (range, bytes) => {
      const asked = ask(range, bytes);
      if (asked === undefined || asked === 'unsatisfiable') return;
      const { first, last } = asked;
      assert.ok(Number.isSafeInteger(first) && Number.isSafeInteger(last));
      assert.ok(first >= 0 && first <= last && last < bytes);
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lasting, Remainders } from '../../compare/differences.ts';
import type { RawResponse } from '../support/http/raw-connection.ts';

test('limits that a slow server read seconds before it wrote the head are no difference, and limits of another time are', () => {
  // The day ends in 6,363 seconds.
  const date = 'Mon, 23 Nov 2026 22:13:57 GMT';
  const limitsOf = (seconds: number, tookSeconds: number) =>
    lasting(response(date, seconds), new Remainders(), tookSeconds);
  const atOnce = limitsOf(6363, 0.01);
  assert.deepEqual(limitsOf(6367, 5), atOnce);
  assert.deepEqual(limitsOf(6366, 5), atOnce);
  assert.notDeepEqual(limitsOf(6367, 0.01), atOnce);
  assert.notDeepEqual(limitsOf(6363 - 60, 5), atOnce);
});

function response(date: string, seconds: number): RawResponse {
  const fields = {
    'RateLimit-Policy': '"daily";q=100;w=86400',
    RateLimit: `"daily";r=99;t=${seconds}`,
    'X-RateLimit-Limit': '100',
    'X-RateLimit-Remaining': '99',
    'X-RateLimit-Reset': String(Date.parse('2026-11-24') / 1000),
    Date: date,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return {
    status: 200,
    head: ['HTTP/1.1 200 OK', ...lines].join('\r\n'),
    headers: new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value])),
    body: '',
    bytes: Buffer.alloc(0),
  };
}

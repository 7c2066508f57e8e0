import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limitExceeded } from '../../../src/service/access/access-control.ts';
import { limitLines } from '../../../src/service/access/limit-headers.ts';
import { Limiter } from '../../../src/service/limits/limiter.ts';
import type { Plan } from '../../../src/service/plan.ts';
import { bearer, exchange } from '../../support/http/exchange.ts';
import { startSmallService } from '../../support/small-service.ts';

/** Plans in which any window may be used up first, or several at once. */
const plan = fc.record({ burst: fc.integer({ min: 1, max: 8 }), daily: fc.integer({ min: 1, max: 8 }) }).map(
  ({ burst, daily }): Plan => ({
    name: 'standard',
    burst: { name: 'burst', requests: burst, seconds: 10 },
    daily: { name: 'daily', requests: daily, seconds: 86_400 },
  }),
);

test('all headers give the same time to wait, whichever windows are used up', () => {
  fc.assert(
    fc.property(
      plan,
      fc.option(fc.integer({ min: 1, max: 100 })),
      fc.nat(4_000_000_000_000),
      fc.integer({ min: 1, max: 12 }),
      (plan, share, now, requests) => {
        const limiter = new Limiter(new Map([['standard', plan]]), { clock: () => now });
        const key = { holder: 'account', lineage: 'key', plan: 'standard', share };
        let state = limiter.take(key);
        for (let request = 1; request < requests; request++) state = limiter.take(key);
        assert.ok(state);
        const said = headersIn(limitLines(state));
        const windows = windowsIn(said);
        const least = Math.min(...windows.map(({ remaining }) => remaining));
        const reset = Math.max(
          ...windows.filter(({ remaining }) => remaining === least).map((window) => window.reset),
        );
        assert.equal(said['X-RateLimit-Remaining'], String(least));
        assert.equal(Math.ceil(Number(said['X-RateLimit-Reset']) - now / 1000), reset);
        assert.ok(
          windows.some(
            (window) => window.reset === reset && String(window.quota) === said['X-RateLimit-Limit'],
          ),
        );
        if (!state.exceeded) return;
        const { extras, detail } = limitExceeded(state);
        assert.equal(extras.retry_after, reset);
        assert.match(detail, new RegExp(`limit of ${said['X-RateLimit-Limit']} requests in \\d+ seconds`));
        assert.match(detail, new RegExp(`Try again in ${reset} seconds\\.$`));
      },
    ),
  );
});

test('when burst and daily quota are used up together, every header gives the reset of the daily quota', async () => {
  const service = await startSmallService({ LDS_PLANS: 'standard=2/10s+2/day' });
  const { token } = await service.key();
  const ask = () => exchange(service.server.address, '/v1/countries/portugal', { headers: bearer(token) });
  for (let request = 0; request < 2; request++) assert.equal((await ask()).status, 200);
  const { status, headers, text } = await ask();
  assert.equal(status, 429);
  const wait = Number(headers['retry-after']);
  const [, day = ''] = /"daily";r=0;t=(\d+)/.exec(String(headers.ratelimit)) ?? [];
  assert.equal(wait, Number(day));
  assert.equal(Number(headers['x-ratelimit-reset']) % 86_400, 0);
  assert.ok(Math.abs(Number(headers['x-ratelimit-reset']) - Date.now() / 1000 - wait) <= 2);
  const problem = JSON.parse(text) as { detail: string; retry_after: number };
  assert.equal(problem.retry_after, wait);
  assert.match(problem.detail, /^The key's daily limit of 2 requests/);
});

test('a 429 names the share of the key or the limit of the account, whichever was exceeded', () => {
  const limiter = new Limiter(
    new Map([
      [
        'standard',
        {
          name: 'standard',
          burst: { name: 'burst', requests: 10, seconds: 10 },
          daily: { name: 'daily', requests: 100, seconds: 86_400 },
        },
      ],
    ]),
    { clock: () => 0 },
  );
  const sharing = { holder: 'account', lineage: 'sharing', plan: 'standard', share: 20 };
  const other = { ...sharing, lineage: 'other', share: null };
  for (let request = 0; request < 2; request++) assert.equal(limiter.take(sharing)?.exceeded, false);
  assert.match(detailOf(limiter.take(sharing)), /^The key's burst limit of 2 requests in 10 seconds /);
  for (let request = 0; request < 8; request++) assert.equal(limiter.take(other)?.exceeded, false);
  assert.match(detailOf(limiter.take(other)), /^The account's burst limit of 10 requests in 10 seconds /);
});

function detailOf(state: ReturnType<Limiter['take']>): string {
  assert.ok(state?.exceeded);
  return limitExceeded(state).detail;
}

function headersIn(lines: string): Record<string, string> {
  return Object.fromEntries(
    lines
      .trim()
      .split('\r\n')
      .map((line) => line.split(': ', 2)),
  );
}

function windowsIn(said: Record<string, string>) {
  const policies = String(said['RateLimit-Policy']).split(', ');
  return String(said.RateLimit)
    .split(', ')
    .map((item, index) => {
      const [, name, remaining, reset] = /^"([a-z-]+)";r=(\d+);t=(\d+)$/.exec(item) ?? [];
      const [, policyName, quota] = /^"([a-z-]+)";q=(\d+);w=\d+$/.exec(policies[index] ?? '') ?? [];
      assert.equal(name, policyName);
      return { remaining: Number(remaining), reset: Number(reset), quota: Number(quota) };
    });
}

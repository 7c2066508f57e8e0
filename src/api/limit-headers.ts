import type { LimitState, WindowState } from '../keys/limiter.ts';

/**
 * The limit's state as answer headers: `RateLimit-Policy` and `RateLimit` (IETF httpapi draft) name both windows;
 * the older `X-RateLimit-*` name the one that would refuse first, its reset in seconds since the epoch.
 *
 * @returns names and values in turn, as `writeHead` takes them
 */
export function limitHeaders({ burst, daily }: LimitState, now: number): string[] {
  const tightest = daily.remaining < burst.remaining ? daily : burst;
  return [
    'RateLimit-Policy',
    `${policy(burst)}, ${policy(daily)}`,
    'RateLimit',
    `${state(burst)}, ${state(daily)}`,
    ...legacyHeaders(tightest, now),
  ];
}

/** As limitHeaders, where only one window is counted. */
export function windowHeaders(window: WindowState, now: number): string[] {
  return ['RateLimit-Policy', policy(window), 'RateLimit', state(window), ...legacyHeaders(window, now)];
}

function legacyHeaders({ window, remaining, resetSeconds }: WindowState, now: number): string[] {
  return [
    'X-RateLimit-Limit',
    String(window.requests),
    'X-RateLimit-Remaining',
    String(remaining),
    'X-RateLimit-Reset',
    String(Math.floor(now / 1000) + resetSeconds),
  ];
}

function policy({ window }: WindowState): string {
  return `"${window.name}";q=${window.requests};w=${window.seconds}`;
}

function state({ window, remaining, resetSeconds }: WindowState): string {
  return `"${window.name}";r=${remaining};t=${resetSeconds}`;
}

import type { LimitWindow } from '../config.ts';
import type { LimitState, WindowState } from '../keys/limiter.ts';

/**
 * The limit's state as answer headers: `RateLimit-Policy` and `RateLimit` (IETF httpapi draft) name both windows;
 * the older `X-RateLimit-*` name the one that would refuse first, its reset in seconds since the epoch.
 *
 * @returns names and values in turn, as `writeHead` takes them
 */
export function limitHeaders({ burst, daily }: LimitState): string[] {
  const tightest = daily.remaining < burst.remaining ? daily : burst;
  return [
    'RateLimit-Policy',
    `${policy(burst)}, ${policy(daily)}`,
    'RateLimit',
    `${state(burst)}, ${state(daily)}`,
    ...legacyHeaders(tightest),
  ];
}

/** As limitHeaders, where only one window is counted. */
export function windowHeaders(window: WindowState): string[] {
  return ['RateLimit-Policy', policy(window), 'RateLimit', state(window), ...legacyHeaders(window)];
}

function legacyHeaders({ window, startedAt, remaining }: WindowState): string[] {
  return [
    'X-RateLimit-Limit',
    String(window.requests),
    'X-RateLimit-Remaining',
    String(remaining),
    'X-RateLimit-Reset',
    String(startedAt / 1000 + window.seconds),
  ];
}

/** Windows come from the settings and stay as they are, so each is put in words once. */
const policies = new WeakMap<LimitWindow, string>();

function policy({ window }: WindowState): string {
  let text = policies.get(window);
  if (text === undefined) {
    text = `"${window.name}";q=${window.requests};w=${window.seconds}`;
    policies.set(window, text);
  }
  return text;
}

function state({ window, remaining, resetSeconds }: WindowState): string {
  return `"${window.name}";r=${remaining};t=${resetSeconds}`;
}

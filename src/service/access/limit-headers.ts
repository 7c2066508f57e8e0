import { inOnePiece } from '../http/response-head.ts';
import type { LimitState } from '../limits/limiter.ts';
import { tightest, type WindowState } from '../limits/window.ts';
import type { LimitWindow } from '../plan.ts';

/**
 * The state of the limits as field lines: `RateLimit-Policy` and `RateLimit` (IETF httpapi draft) list every window that counts.
 * The older `X-RateLimit-*` headers and `Retry-After` describe the tightest window; `X-RateLimit-Reset` is in seconds since the
 * epoch.
 */
export function limitLines({ windows }: Pick<LimitState, 'windows'>): string {
  let policies = '';
  let states = '';
  for (const window of windows) {
    const separator = policies === '' ? '' : ', ';
    policies += separator + policy(window);
    states += separator + state(window);
  }
  return `RateLimit-Policy: ${policies}\r\nRateLimit: ${states}\r\n${legacyLines(tightest(windows))}`;
}

function legacyLines({ window, startedAt, remaining }: WindowState): string {
  const reset = startedAt / 1000 + window.seconds;
  return `X-RateLimit-Limit: ${window.requests}\r\nX-RateLimit-Remaining: ${remaining}\r\nX-RateLimit-Reset: ${reset}\r\n`;
}

/** Windows come from the settings and do not change, so each policy is written once. */
const policies = new WeakMap<LimitWindow, string>();

function policy({ window }: WindowState): string {
  let text = policies.get(window);
  if (text === undefined) {
    text = inOnePiece(`"${window.name}";q=${window.requests};w=${window.seconds}`);
    policies.set(window, text);
  }
  return text;
}

function state({ window, remaining, resetSeconds }: WindowState): string {
  return `"${window.name}";r=${remaining};t=${resetSeconds}`;
}

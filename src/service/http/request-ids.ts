import { randomBytes } from 'node:crypto';

/** Creates values for `X-Request-Id`: a prefix makes them unique across restarts and nodes, a counter makes them cheap. */
export function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let requests = 0;
  return () => `${prefix}-${(++requests).toString(36)}`;
}

import { randomBytes } from 'node:crypto';

/** Makes values for `X-Request-Id`: unique across restarts and nodes by their prefix, cheap by their counter. */
export function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let requests = 0;
  return () => `${prefix}-${(++requests).toString(36)}`;
}

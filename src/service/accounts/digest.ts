import { hash } from 'node:crypto';

/**
 * Hashes an email address, a code or a device id, so that the table of attempts does not contain it, or a password hash, so that
 * a link does not contain it.
 */
export function digest(text: unknown): string {
  return hash('sha256', String(text).toLowerCase(), 'base64url');
}

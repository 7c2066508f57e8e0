import { hash } from 'node:crypto';

/** An e-mail address, a code or a device in the subject of an attempt: the store of attempts need not list them. */
export function digest(text: unknown): string {
  return hash('sha256', String(text).toLowerCase(), 'base64url');
}

import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../process/operator-error.ts';

/** As LDS_SECRET. */
const MIN_SECRET_LENGTH = 32;

/**
 * The installation's own secret, `LDS_HOME/secret`, made when it is not there yet. Without it all sessions end and two-factor
 * secrets cannot be read, so it belongs in a back-up.
 */
export function secretOf(home: string): string {
  const file = join(home, 'secret');
  if (!existsSync(file)) create(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new OperatorError(
      `${file} is damaged: restore it from a back-up, or remove it to have a new one made, which ends all sessions.`,
    );
  }
  return secret;
}

/** Whole or not at all: a file that is there is complete, also for a process that starts at the same time. */
function create(file: string): void {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    // Another process was first: its secret is the one.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}

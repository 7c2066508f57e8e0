import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../process/operator-error.ts';

/** The minimum of LDS_SECRET as well. */
const MIN_SECRET_LENGTH = 32;

/**
 * The installation's own secret in `LDS_HOME/secret`, created if it is missing. Without it all sessions end and two-factor
 * secrets cannot be read, so back it up.
 */
export function secretOf(home: string): string {
  const file = join(home, 'secret');
  if (!existsSync(file)) create(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new OperatorError(
      `${file} is damaged: restore it from a backup, or delete it to create a new one, which ends all sessions.`,
    );
  }
  return secret;
}

/** The file appears at once and complete, also for a process that starts at the same time. */
function create(file: string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
    linkSync(draft, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // If another process was first, its secret counts.
    if (code !== 'EEXIST')
      throw new OperatorError(
        `${file} cannot be written (${code}): make room, or make LDS_HOME writable for this user.`,
      );
  } finally {
    // A full disk leaves a part of it.
    rmSync(draft, { force: true });
  }
}

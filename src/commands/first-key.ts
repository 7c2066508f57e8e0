import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPES } from '../engine/permissions.ts';
import { OperatorError } from '../process/operator-error.ts';
import { KEY_CARE } from '../service/keys/key-care.ts';
import { issueKey } from '../service/keys/lifecycle.ts';
import type { Store } from '../service/storage/database.ts';
import { anyKey } from '../service/storage/keys.ts';

export type FirstKey = NonNullable<Awaited<ReturnType<typeof makeFirstKey>>>;

/**
 * Makes a key if there is none. A terminal shows it. Other output ends up in journals, container logs and files that more
 * people can read, so then the key is written to a file that only this user can read.
 *
 * @returns lines that say what the key is, or where, and what it is, quoted for a shell
 */
export async function makeFirstKey(store: Store, home: string) {
  if (await anyKey(store.database)) return undefined;
  const request = {
    label: 'first key',
    plan: 'standard',
    scopes: SCOPES,
    headerOnly: false,
    expiresAt: null,
  };
  if (process.stdout.isTTY) {
    const { token } = await issueKey(store.database, request);
    return {
      announcement: ['Your first API key (we show it only once):', token, KEY_CARE],
      quoted: token,
    };
  }
  const file = join(home, 'first-key');
  // A key that could not be written is not stored: nobody would ever see it, and no later start would make another.
  await store.database.transaction().execute(async (transaction) => {
    const { token } = await issueKey(transaction, request);
    writePrivate(file, `${token}\n`);
  });
  return {
    announcement: ['Your first API key is in this file, which you can move or remove:', file, KEY_CARE],
    quoted: `"$(cat '${file.replaceAll("'", "'\\''")}')"`,
  };
}

function writePrivate(file: string, text: string): void {
  try {
    // An existing file would keep its permissions.
    rmSync(file, { force: true });
    writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    throw new OperatorError(
      `The first API key cannot be written to ${file} (${(error as NodeJS.ErrnoException).code}), so none was created: make room, or remove what is in its place, and start again.`,
    );
  }
}

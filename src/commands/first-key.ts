import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPES } from '../keys/key.ts';
import { issueKey } from '../keys/lifecycle.ts';
import type { Store } from '../storage/database.ts';
import { anyKey } from '../storage/keys.ts';

/** The API key that a first start makes, and how the operator gets it. */
export interface FirstKey {
  /** Lines that say what the key is, or where. */
  announcement: string[];
  /** The header that carries it, quoted for a shell. */
  header: string;
}

/**
 * Makes a key if there is none. A terminal shows it. Other output ends up in journals, container logs and files that more
 * people can read, so then the key is written to a file that only this user can read.
 */
export async function makeFirstKey(store: Store, home: string): Promise<FirstKey | undefined> {
  if (await anyKey(store.database)) return undefined;
  const request = {
    label: 'first key',
    plan: 'standard',
    scopes: SCOPES,
    headerOnly: false,
    expiresAt: null,
  };
  const { token } = await issueKey(store.database, request);
  if (process.stdout.isTTY)
    return {
      announcement: ['Your first API key (we show it only once):', token],
      header: `'Authorization: Bearer ${token}'`,
    };
  const file = join(home, 'first-key');
  // An existing file would keep its permissions.
  rmSync(file, { force: true });
  writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
  return {
    announcement: ['Your first API key is in this file, which you can move or remove:', file],
    header: `"Authorization: Bearer $(cat '${file.replaceAll("'", "'\\''")}')"`,
  };
}

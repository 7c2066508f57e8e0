import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ReleaseStore } from '../catalogue/release-store.ts';
import type { Config } from '../config.ts';
import { dataHash } from '../dataset/release.ts';
import { SCOPES } from '../keys/key.ts';
import { issueKey } from '../keys/lifecycle.ts';
import { OperatorError } from '../operator-error.ts';
import { progress } from '../progress.ts';
import { type RunningServer, startServer } from '../server.ts';
import { openStore, type Store } from '../storage/database.ts';
import { allKeys } from '../storage/keys.ts';

/** Waiting for another process's write blocks every request, so the server hardly waits and tries again later. */
const BUSY_MILLISECONDS = 100;

/** Starts the server on the newest release, says where to go next, and stops on SIGTERM or SIGINT. */
export async function serve(config: Config, dataDirectory: string): Promise<void> {
  const store = await openStore(config.home, { busyMilliseconds: BUSY_MILLISECONDS });
  try {
    const releases = new ReleaseStore(config.home);
    const release = await currentRelease(releases, dataDirectory, config.home);
    const server = await startServer(config, store, releases, release);
    try {
      process.on('SIGHUP', () => void server.reload());
      const toldToStop = firstOf('SIGTERM', 'SIGINT');
      welcome(server, await firstKey(store));
      await toldToStop;
    } finally {
      await server.stop();
    }
  } finally {
    await store.close();
  }
}

/** A terminal sends an interrupt to npm and to us, and npm passes its own on: the second one changes nothing. */
function firstOf(...signals: NodeJS.Signals[]): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve());
  });
}

/**
 * The release that is published. The bundled data, with the operator's own, is built and published first when no release
 * of it is here yet; an older release that an operator published again stays. A damaged one is for the operator to see.
 */
async function currentRelease(releases: ReleaseStore, dataDirectory: string, home: string): Promise<string> {
  const current = releases.currentName();
  const wanted = dataHash(dataDirectory, home);
  if (current !== undefined && existsSync(join(releases.directory, current))) {
    if (releases.dataHash(current) === wanted) return current;
    const others = releases.names().filter((name) => name !== current);
    if (others.some((name) => isOf(releases, name, wanted))) return current;
  }
  await progress('building the data release', () => runLds('data', 'publish'));
  return releases.currentName() ?? '';
}

function isOf(releases: ReleaseStore, name: string, hash: string): boolean {
  try {
    return releases.dataHash(name) === hash;
  } catch {
    // Damaged, but nobody asks for it.
    return false;
  }
}

/** In a process of its own: a build needs several times the memory of a server, and gives it back only by ending. */
async function runLds(...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [process.argv[1] ?? '', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new OperatorError(said.replace(/^lds: /, '').trim());
}

/** The token of the key that a first start makes; undefined on every later one. */
async function firstKey(store: Store): Promise<string | undefined> {
  if ((await allKeys(store.database)).length > 0) return undefined;
  const request = {
    label: 'first key',
    plan: 'standard',
    scopes: SCOPES,
    headerOnly: false,
    expiresAt: null,
  };
  return (await issueKey(store.database, request)).token;
}

function welcome({ publicUrl, address }: RunningServer, token: string | undefined): void {
  const lines = [
    '',
    `Location Data Service is listening on ${address}`,
    '',
    `  API reference  ${publicUrl}/docs`,
  ];
  if (token !== undefined) lines.push('', '  Your first API key, shown this once:', `  ${token}`);
  lines.push(
    '',
    '  Try it:',
    `  curl -H 'Authorization: Bearer ${token ?? 'YOUR_KEY'}' ${publicUrl}/v1/cities/lisbon`,
    '',
    token === undefined ? '  More keys: npm run --silent lds -- keys create --label NAME' : '',
  );
  process.stdout.write(`${lines.join('\n').trimEnd()}\n\n`);
}

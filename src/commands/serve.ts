import { ReleaseStore } from '../catalogue/release-store.ts';
import type { Config } from '../config.ts';
import { dataHash } from '../dataset/release.ts';
import { SCOPES } from '../keys/key.ts';
import { issueKey, listKeys } from '../keys/lifecycle.ts';
import { progress } from '../progress.ts';
import { type RunningServer, startServer } from '../server.ts';
import { openStore, type Store } from '../storage/database.ts';
import { build, publish } from './data.ts';

/** Waiting for another process's write blocks every request, so the server hardly waits and tries again later. */
const BUSY_MILLISECONDS = 100;

/** Starts the server on the newest release, says where to go next, and stops on SIGTERM or SIGINT. */
export async function serve(config: Config, dataDirectory: string): Promise<void> {
  const store = await openStore(config.home, { busyMilliseconds: BUSY_MILLISECONDS });
  try {
    const releases = new ReleaseStore(config.home);
    const release = await currentRelease(releases, dataDirectory);
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

/** The release that is published; built from the bundled data when there is none, or when that data has changed. */
async function currentRelease(releases: ReleaseStore, dataDirectory: string): Promise<string> {
  const current = releases.currentName();
  if (current !== undefined && releases.manifest(current).data_hash === dataHash(dataDirectory))
    return current;
  return progress('building the data release', async () => {
    const { name } = await build(dataDirectory, releases);
    publish(releases, name);
    return name;
  });
}

/** The token of the key that a first start makes; undefined on every later one. */
async function firstKey(store: Store): Promise<string | undefined> {
  if ((await listKeys(store.database)).length > 0) return undefined;
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

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dataHash } from '../../src/dataset/building/build/data-hash.ts';
import { SCOPES } from '../../src/engine/permissions.ts';
import { ReleaseStore } from '../../src/release/store.ts';
import type { OwnServer } from '../../src/server/server.ts';
import { HASH_COST, type HashCost } from '../../src/service/accounts/passwords.ts';
import { type Config, readConfig } from '../../src/service/config.ts';
import { type IssuedKey, issueKey, type KeyRequest } from '../../src/service/keys/lifecycle.ts';
import { openStore, type Store } from '../../src/service/storage/database.ts';
import { DATA_DIRECTORY, RELEASE_HOME } from './directories.ts';
import { fetchHere } from './http/fetch-here.ts';
import { atEnd } from './lifetime.ts';

const MOST_TRIES = 4;

export interface TestService {
  server: OwnServer;
  store: Store;
  home: string;
  config: Config;
  /** A new key's id and token. */
  key(request?: Partial<KeyRequest>): Promise<{ id: string; token: string }>;
  /**
   * Sends a request to a path below /v1, with the token as bearer token unless it is null. By default it accepts no content
   * coding, because compressing takes most of the time.
   */
  get(path: string, token: string | null, init?: RequestInit): Promise<Response>;
}

export interface ServiceParts {
  /** Opens the store of the service, which is closed with the service. */
  open?(home: string): Promise<Store>;
  /** A release other than that of data/, or none yet. The service takes up what is published in its store afterwards. */
  release?: { store: ReleaseStore; name: string | undefined };
  /** Very low by default, because tests make hundreds of accounts. */
  passwordCost?: HashCost;
}

/** Starts the real server on a free port, with the real release and its own store. It stops with the running test or file. */
export async function startService(
  environment: Record<string, string> = {},
  { open = openAlone, release, passwordCost = { ...HASH_COST, kibibytes: 8, passes: 1 } }: ServiceParts = {},
): Promise<TestService> {
  const home = temporaryDirectory();
  const settings = {
    PORT: '0',
    LDS_LOG_LEVEL: 'silent',
    LDS_FAILED_AUTH_PER_MINUTE: '1000000',
    LDS_DASHBOARD_PER_MINUTE: '1000000',
    LDS_SITE_PER_MINUTE: '1000000',
    // A test that computes in this process, on a busy machine, may not read a response for longer than a client should.
    LDS_CLIENT_SECONDS: '600',
    ...environment,
  };
  const config = readConfig({ ...settings, LDS_HOME: home });
  const store = await open(home);
  const { store: releases, name } = release ?? { store: testReleaseStore(), name: await testRelease() };
  // Loaded only if a test starts a server in its own process, because loading takes longer than most tests.
  const { startServer } = await import('../../src/server/server.ts');
  const server = await startServer({ ...config, passwordCost }, store, releases, name);
  atEnd(async () => {
    await server.stop();
    await store.close();
  });
  return {
    server,
    store,
    home,
    config,
    async key(request = {}) {
      const { token, row } = await issue(store, request);
      return { id: row.id, token };
    },
    async get(path, token, init = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has('Accept-Encoding')) headers.set('Accept-Encoding', 'identity');
      if (token !== null) headers.set('Authorization', `Bearer ${token}`);
      for (let tries = 1; ; tries++) {
        const response = await fetchHere(`${server.address}/v1${path}`, {
          redirect: 'manual',
          ...init,
          headers,
        });
        if (tries === MOST_TRIES || !(await isOverload(response))) return response;
        await delay(1000);
      }
    },
  };
}

/** On a busy machine, this process may stand still for so long that a request that waits in it is refused. */
async function isOverload(response: Response): Promise<boolean> {
  return response.status === 503 && (await response.clone().text()).includes('overloaded');
}

let generous: Promise<TestService> | undefined;

/**
 * The plans of `generousService`. No test uses up the first one; the others allow a key few requests. Every window lasts a day,
 * so that remaining requests only fall during a test: a shorter window could end between two values that a test compares.
 */
const PLANS =
  'standard=1000000/86400s+10000000/day,one=1000000/86400s+1/day,three=1000/86400s+3/day,brief=3/86400s+1000/day';

/**
 * One service of the whole release, shared by all test files of a process that only send it requests: opening one takes a second
 * and a half of processor time. Each test makes its own keys.
 */
export function generousService(): Promise<TestService> {
  generous ??= startService({ LDS_PLANS: PLANS });
  return generous;
}

function openAlone(home: string): Promise<Store> {
  return openStore(home, { busyMilliseconds: 1000 });
}

/** A key with all permissions that does not expire, unless `request` says otherwise. One that has expired was made a second before. */
export function issue(
  store: Store,
  request: Partial<KeyRequest> = {},
  now = new Date(Math.min(Date.now(), (request.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) - 1000)),
): Promise<IssuedKey> {
  const usual = { label: 'test', plan: 'standard', scopes: SCOPES, headerOnly: false, expiresAt: null };
  return issueKey(store.database, { ...usual, ...request }, now);
}

let released: string | undefined;

/**
 * The name of the release of data/ in the store that the tests share. It is built here if `npm test` has not built it. Every call
 * has its own promise, because `node:test` treats what waits for the promise of another test as part of that test.
 */
export async function testRelease(): Promise<string> {
  released ??= await findOrBuildRelease();
  return released;
}

async function findOrBuildRelease(): Promise<string> {
  if (process.env.TEST_RELEASE === 'none')
    throw new Error('scripts/test-runner.ts lists this folder under FOLDERS_WITHOUT_RELEASE');
  const store = testReleaseStore();
  const current = store.currentName();
  if (current !== undefined && store.dataHash(current) === dataHash(DATA_DIRECTORY)) return current;
  const [{ buildRelease }, { makeDownloads }] = await Promise.all([
    import('../../src/dataset/building/build/build-release.ts'),
    import('../../src/dataset/building/build/downloads.ts'),
  ]);
  const { name } = await buildRelease(DATA_DIRECTORY, store);
  await makeDownloads(store, name);
  store.publish(name);
  return name;
}

export function testReleaseStore(): ReleaseStore {
  return new ReleaseStore(RELEASE_HOME);
}

/** An empty directory, removed at the end of the running test or file. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lds-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

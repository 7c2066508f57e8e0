import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { OperatorError } from '../src/process/operator-error.ts';
import { ReleaseStore } from '../src/release/store.ts';
import { exchange } from '../test/support/http/exchange.ts';
import { ORIGIN } from '../test/support/http/request-arbitraries.ts';
import { atEnd, type Lifetime } from '../test/support/lifetime.ts';
import { ldsAlone, serve } from '../test/support/processes/lds.ts';
import { addChangedRelease } from '../test/support/release/changed-release.ts';

/** A running build of the service. */
export interface Build {
  name: 'reference' | 'candidate';
  address: string;
  /** Its keys, by kind. A server that is already running has one. */
  tokens: ReadonlyMap<string, string>;
}

/** Both builds, with the same settings, keys and release. */
export interface Pair {
  /** Of the settings. */
  name: string;
  reference: Build;
  candidate: Build;
}

/** Options of a key on the command line. Each has its own plan, so that limits distinguish keys in responses. */
const KEYS: Readonly<Record<string, { limits: string; options?: string[] }>> = {
  standard: { limits: '100000001/86400s+100000000001/day' },
  other: { limits: '100000002/86400s+100000000002/day' },
  'costs-only': {
    limits: '100000003/86400s+100000000003/day',
    options: ['--scope', 'cost-of-living:read'],
  },
  'header-only': { limits: '100000004/86400s+100000000004/day', options: ['--header-only'] },
  expired: { limits: '100000005/86400s+100000000005/day', options: ['--expires', '2020-01-01'] },
  revoked: { limits: '100000006/86400s+100000000006/day' },
  shared: { limits: '100000007/86400s+3007/day', options: ['--share', '10'] },
  scarce: { limits: '100000008/86400s+150/day' },
  brief: { limits: '1/86400s+100000000009/day' },
  'used-up': { limits: '100000010/86400s+1/day' },
  'few-1': { limits: '11/86400s+100000000011/day' },
  'few-2': { limits: '100000012/86400s+12/day' },
  'few-3': { limits: '13/86400s+100000000013/day' },
};
export const KINDS: readonly string[] = Object.keys(KEYS);

const PLANS = Object.entries(KEYS).map(([kind, { limits }]) => `${kind}=${limits}`);
/** Windows of a day, so that few requests coincide with the end of one. */
const USUAL = {
  LDS_PLANS: PLANS.join(','),
  LDS_FAILED_AUTH_PER_MINUTE: '8',
  // No refusal is held back on the connection of a proxy: which ones are elsewhere depends on the time.
  LDS_TRUST_PROXY: '127.0.0.0/8',
  LDS_DASHBOARD_PER_MINUTE: '100000',
  LDS_LOG_LEVEL: 'error',
};
/** A public address of the same length for both, because it is part of bodies, and so of entity tags. */
const SETTINGS: Readonly<Record<string, Record<string, string>>> = {
  private: { ...USUAL, LDS_PUBLIC_URL: 'http://lds.example:3000' },
  public: {
    ...USUAL,
    LDS_PUBLIC_URL: 'https://lds.example',
    LDS_CORS_ORIGINS: `${ORIGIN},https://other.example.org`,
    LDS_TRUST_PROXY: '1',
    LDS_SECURITY_CONTACT: 'mailto:security@lds.example',
  },
};

/** Kind, id and successor. */
const WITHDRAWN: readonly [kind: string, id: string, successor: string | null][] = [
  ['city', 'old-lisbon', 'lisbon'],
  ['city', 'lost-city', null],
  ['country', 'old-andorra', 'andorra'],
  ['country', 'lost-land', null],
];

/** A build: a checkout to start, or the address of a running server, with a key. */
export type Place = { directory: string } | { address: string; token: string };

/** Starts the checkouts; ends them with the lifetime. */
export async function startPairs(t: Lifetime, reference: Place, candidate: Place): Promise<Pair[]> {
  if ('address' in reference && 'address' in candidate)
    return [await pairOf('yours', running('reference', reference), running('candidate', candidate))];
  if ('address' in reference || 'address' in candidate)
    throw new OperatorError(
      'Give two checkouts or two addresses: of one each there is no key that both know.',
    );
  const { home, tokens } = await preparedHome(t, reference.directory);
  return Promise.all(
    Object.entries(SETTINGS).map(async ([name, settings]) => {
      const started = async (build: Build['name'], { directory }: { directory: string }): Promise<Build> => {
        const own = `${home}-${name}-${build}`;
        atEnd(() => rmSync(own, { recursive: true, force: true }), t);
        copyHome(home, own);
        const { address } = await serve(t, own, settings, { cwd: resolve(directory) });
        return { name: build, address, tokens };
      };
      return pairOf(name, await started('reference', reference), await started('candidate', candidate));
    }),
  );
}

function running(name: Build['name'], { address, token }: { address: string; token: string }): Build {
  return { name, address, tokens: new Map([['standard', token]]) };
}

async function pairOf(name: string, reference: Build, candidate: Build): Promise<Pair> {
  const [one, other] = await Promise.all([releaseOf(reference), releaseOf(candidate)]);
  if (one !== other)
    process.stderr.write(`compare: the releases differ, so most bodies will: ${one} and ${other}\n`);
  return { name, reference, candidate };
}

async function releaseOf({ name, address, tokens }: Build): Promise<string> {
  const headers = { Authorization: `Bearer ${tokens.get('standard')}` };
  const { status, text } = await exchange(address, '/v1/release', { headers });
  if (status !== 200) throw new OperatorError(`The ${name} answers ${status} to its key: ${text}`);
  const { version, content_hash, published_at } = JSON.parse(text) as Record<string, unknown>;
  return `${version} (${content_hash}, published ${published_at})`;
}

/** An LDS_HOME made by the reference's command line: a newer build can migrate it, but an older one cannot read a newer one. */
async function preparedHome(
  t: Lifetime,
  directory: string,
): Promise<{ home: string; tokens: Map<string, string> }> {
  const cwd = resolve(directory);
  const home = mkdtempSync(join(tmpdir(), 'lds-compare-'));
  atEnd(() => rmSync(home, { recursive: true, force: true }), t);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await ldsAlone(home, args, USUAL, { cwd }, t);
    if (code !== 0) throw new OperatorError(`lds ${args.join(' ')} in ${cwd} failed: ${stderr}`);
    return { stdout: stdout.trim(), stderr };
  };
  await provideRelease(home, cwd, () => run('data', 'publish'));
  const tokens = new Map<string, string>();
  for (const [kind, { options = [] }] of Object.entries(KEYS)) {
    const { stdout, stderr } = await run('keys', 'create', '--label', kind, '--plan', kind, ...options);
    tokens.set(kind, stdout);
    if (kind === 'revoked') await run('keys', 'revoke', /^key (\S+) /m.exec(stderr)?.[1] ?? '');
  }
  return { home, tokens };
}

/**
 * The release of the checkout's tests, if they have built one, with added withdrawn places, because the data have none yet.
 */
async function provideRelease(home: string, cwd: string, build: () => Promise<unknown>): Promise<void> {
  const built = join(cwd, 'var/test/releases');
  if (existsSync(join(built, 'current'))) linkReleases(built, join(home, 'releases'));
  else await build();
  const name = addChangedRelease(home, '2026.12.1', (database) => {
    const insert = database.prepare('INSERT INTO retired (kind, id, successor) VALUES (?, ?, ?)');
    for (const place of WITHDRAWN) insert.run(...place);
  });
  new ReleaseStore(home).publish(name);
}

/** Another LDS_HOME with the same keys, which serves the same files. */
function copyHome(home: string, copy: string): void {
  const releases = join(home, 'releases');
  cpSync(home, copy, { recursive: true, filter: (source) => source !== releases });
  linkReleases(releases, join(copy, 'releases'));
}

function linkReleases(releases: string, links: string): void {
  mkdirSync(links);
  cpSync(join(releases, 'current'), join(links, 'current'));
  const name = readFileSync(join(releases, 'current'), 'utf8').trim();
  symlinkSync(join(releases, name), join(links, name));
}

import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { EvaluateOptions } from '../dataset/reading/evaluation/evaluate.ts';
import { makeDirectory } from '../process/make-directory.ts';
import { OperatorError } from '../process/operator-error.ts';
import type { ReleaseStore } from '../release/store.ts';
import { readConfig } from '../service/config.ts';
import { wholeNumber } from './ask/question.ts';
import { registerDiffCommand } from './data-diff.ts';
import { registerImportCommand } from './data-import.ts';
import { registerRefreshCommand, withMorePackages } from './data-refresh.ts';
import { progress } from './progress.ts';

/**
 * `data read | refresh | import | build | publish | downloads | diff | prune | evaluate`: from published files to facts, from
 * facts to a release, from a release to the server.
 */
export function registerDataCommands(program: Command, dataDirectory: string): void {
  const data = program.command('data').description('read published files, build and publish data releases');

  registerRead(data, dataDirectory);
  registerRefreshCommand(data, dataDirectory, home);
  registerImportCommand(data, dataDirectory, home);
  registerPublishing(data, dataDirectory);
  registerDiffCommand(data, releaseStore);
  registerPrune(data);
  registerEvaluate(data, dataDirectory);
}

/** From published files to facts. */
function registerRead(data: Command, dataDirectory: string): void {
  data
    .command('read [steps...]')
    .description('turn published files into the facts in data/; by default, all steps')
    .requiredOption('--from <directory>', 'the directory of the published files, one folder per source')
    .action(async (steps: string[], { from }: { from: string }) => {
      // The readers need packages (CLDR, GeoNames regions) that a server does not need.
      const { readPublished } = await withMorePackages(
        'Reading published files',
        'read',
        () => import('../dataset/reading/read/read.ts'),
      );
      const leftOut = await readPublished(
        from,
        dataDirectory,
        steps,
        ({ step, facts, matched, unmatched }) => {
          const names = `, ${matched} places matched, ${unmatched} not (data/matches/${step}.tsv)`;
          process.stderr.write(`${step}: ${facts} facts${matched + unmatched > 0 ? names : ''}\n`);
        },
      );
      for (const line of leftOut) process.stderr.write(`${line}\n`);
    });
}

/** From facts to a release, and from a release to the server. */
function registerPublishing(data: Command, dataDirectory: string): void {
  data
    .command('build')
    .description('check every fact and build a release without serving it')
    .action(async () => {
      const store = await releaseStore();
      const { name, lines } = await buildInSight(dataDirectory, store, { reuse: false });
      await makeDownloads(store, name);
      say([`built ${name}: ${counts(store.manifest(name).counts)}`, ...lines]);
    });

  data
    .command('publish [release]')
    .description(
      'serve a release, building it first if none is named; a running server switches within a second',
    )
    .option(
      '--replace',
      'build in any case, and publish even if this version was already published here with different content',
      false,
    )
    .option(
      '--without-downloads',
      'serve it before its downloads are built; `data downloads` builds them',
      false,
    )
    .action(async (release: string | undefined, { replace, withoutDownloads }: PublishOptions) => {
      const [store, { withSharedReleases }, { openRelease }] = await Promise.all([
        releaseStore(),
        import('./shared-releases.ts'),
        import('../engine/catalogue/open-release.ts'),
      ]);
      await withSharedReleases(store, async (shared) => {
        if (release !== undefined && !store.names().includes(release)) await shared?.fetch(release);
        if (release !== undefined && !store.names().includes(release))
          throw store.unknown(`release ${release}`);
        const before = store.currentName();
        if (!replace && release === undefined) await refuseOtherFormat(store, dataDirectory);
        const { name, reused, lines } =
          release === undefined
            ? await buildInSight(dataDirectory, store, { reuse: !replace })
            : { name: release, reused: false, lines: [] };
        if (!replace) refuseOtherContent(store, name);
        // Nodes load only releases that have their downloads.
        const whole = !withoutDownloads || shared !== undefined;
        if (whole) await makeDownloads(store, name);
        // Opening it proves that it is intact before any server uses it. A server that waits for its first one opens it itself.
        if (whole || release !== undefined) (await openRelease(store, name)).close();
        await shared?.publish(name);
        await writingTo(store, () => store.publish(name));
        const old = reused ? ', which was built before from this data' : '';
        const how = name === before ? ' again: its content is the same as before' : old;
        say([`published ${name}${how}`, ...lines]);
      });
    });

  data
    .command('downloads')
    .description('make the downloads of the served release that was published without them')
    .action(async () => {
      const store = await releaseStore();
      const name = store.published();
      await makeDownloads(store, name);
      say([`${name} has its downloads`]);
    });
}

function registerPrune(data: Command): void {
  data
    .command('prune')
    .description('remove old releases, but never the served one or its predecessor')
    .requiredOption('--keep <number>', 'how many other releases to keep, newest first', wholeNumber)
    .action(async ({ keep }: { keep: number }) => {
      const [store, { withSharedReleases }] = await Promise.all([
        releaseStore(),
        import('./shared-releases.ts'),
      ]);
      await withSharedReleases(store, async (shared) => {
        await shared?.prune(keep, (name) => process.stderr.write(`removed ${name} from the database\n`));
        for (const name of store.superfluous(keep)) {
          store.remove(name);
          process.stderr.write(`removed ${name}\n`);
        }
      });
    });
}

function registerEvaluate(data: Command, dataDirectory: string): void {
  data
    .command('evaluate')
    .description('measure how well the cost index and the scores predict figures they have not seen')
    .option('--update <page>', 'also write the tables into this page, between their markers')
    .option('--quality', 'evaluate the quality-of-life scores instead of the cost index')
    .option('--budgets', 'compare the budgets of families with official ones instead')
    .option(
      '--gate',
      'compare the published release with what official facts say of it (data/expectations.tsv); fails if a row without an exception is not met',
    )
    .option('--history', 'show how well the history of the index predicts years that were left out instead')
    .option('--well-known', 'show the figures of well-known cities and what they are based on instead')
    .option('--sources', 'show what each source of rents and baskets changes (takes minutes)')
    .option(
      '--intervals',
      'write the necessary widths of rent intervals to data/estimates/rent-intervals.tsv',
    )
    .action(async ({ gate, ...options }: EvaluateOptions & { gate?: true }) => {
      const print = (text: string) => process.stdout.write(text);
      if (gate) {
        const { checkPublished } = await import('./expectations.ts');
        await checkPublished(dataDirectory, await releaseStore(), print);
        return;
      }
      const { evaluateCommand } = await import('../dataset/reading/evaluation/evaluate.ts');
      evaluateCommand(dataDirectory, print, options);
    });
}

interface PublishOptions {
  replace: boolean;
  withoutDownloads: boolean;
}

/** Figures are cited with their version, so one version must never be served with two contents. */
function refuseOtherContent(store: ReleaseStore, name: string): void {
  const current = store.currentName();
  if (current === undefined || current === name || !store.names().includes(current)) return;
  const { version, content_hash } = store.manifest(name);
  const served = store.manifest(current);
  if (served.version !== version || served.content_hash === content_hash) return;
  throw new OperatorError(
    `The release ${version} was already published here with different content. Raise the version in data/release.json, or publish anyway: npm run lds -- data publish --replace`,
  );
}

/** The same for a build that would be refused, before it takes a minute: with another format, a version has other content. */
async function refuseOtherFormat(store: ReleaseStore, dataDirectory: string): Promise<void> {
  const [{ readEdition }, { ownChanges, ownVersion }, { RELEASE_FORMAT }] = await Promise.all([
    import('../dataset/building/build/edition.ts'),
    import('../dataset/building/build/data-hash.ts'),
    import('../release/schema.ts'),
  ]);
  const current = store.currentName();
  const served = current === undefined ? undefined : store.header(current);
  if (served === undefined || served.format === RELEASE_FORMAT) return;
  const { version } = readEdition(dataDirectory);
  const own = readConfig(process.env);
  if (served.version !== (ownChanges(own) === '' ? version : ownVersion(version, own))) return;
  throw new OperatorError(
    `The published release ${served.version} has format ${served.format}, and this program reads ${RELEASE_FORMAT}. Raise the version in data/release.json, or, if nobody has cited the release, publish in its place: npm run lds -- data publish --replace`,
  );
}

/** At a terminal, it says what takes so long. A server that runs the command reads standard error as the reason of a failure. */
function buildInSight(...args: Parameters<typeof build>): ReturnType<typeof build> {
  const work = () => build(...args);
  return process.stderr.isTTY ? progress('building the data release', work) : work();
}

/**
 * Builds a release with the operator's figures, after finishing a refresh of data/ that was interrupted. One build waits for
 * another here, which may be the same.
 *
 * @param reuse whether a sound release that was built from the same data is taken instead
 * @returns its name, whether it was there, and lines that say what the build left out
 * @throws OperatorError when the store cannot be written
 */
async function build(dataDirectory: string, store: ReleaseStore, { reuse }: { reuse: boolean }) {
  const { finishReplacement } = await import('../dataset/reading/refresh/replacement.ts');
  return writingTo(store, async () => {
    // Checked first: a build takes many seconds.
    makeDirectory(store.directory);
    accessSync(store.directory, constants.W_OK | constants.X_OK);
    using _ = await lockBuild(store);
    finishReplacement(dataDirectory);
    const built = reuse ? await builtBefore(dataDirectory, store) : undefined;
    if (built !== undefined) return { name: built, reused: true, lines: [] as string[] };
    const [{ buildRelease }, { leftOutLines }] = await Promise.all([
      import('../dataset/building/build/build-release.ts'),
      import('../dataset/building/scores/regional-figures.ts'),
    ]);
    const { name, leftOut } = await buildRelease(dataDirectory, store, readConfig(process.env));
    return { name, reused: false, lines: leftOutLines(leftOut) };
  });
}

/** How often a build looks whether the one before it has ended. */
const LOOK_MILLISECONDS = 200;

async function lockBuild(store: ReleaseStore): Promise<Disposable> {
  const { lockFile } = await import('../service/storage/home-lock.ts');
  const lock = lockFile(join(store.directory, '.build.lock'));
  if (lock !== undefined) return lock;
  await delay(LOOK_MILLISECONDS);
  return lockBuild(store);
}

/** A sound release that was built from the data as it is now. */
async function builtBefore(dataDirectory: string, store: ReleaseStore): Promise<string | undefined> {
  const [{ dataHash }, { openRelease }] = await Promise.all([
    import('../dataset/building/build/data-hash.ts'),
    import('../engine/catalogue/open-release.ts'),
  ]);
  for (const name of store.builtFrom(dataHash(dataDirectory, readConfig(process.env))))
    try {
      (await openRelease(store, name)).close();
      return name;
    } catch {
      // It is damaged: the build replaces it.
    }
  return undefined;
}

/** Makes the downloads that a release lacks. @throws OperatorError when the store cannot be written */
async function makeDownloads(store: ReleaseStore, name: string): Promise<void> {
  const { makeDownloads: make } = await import('../dataset/building/build/downloads.ts');
  await writingTo(store, () => make(store, name));
}

/** @throws OperatorError when the store cannot be written */
async function writingTo<Result>(store: ReleaseStore, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw orUnwritable(error as NodeJS.ErrnoException, store);
  }
}

/** SQLite, and a write to an open file, do not name the file that failed; but a build writes only the release. */
function orUnwritable(error: NodeJS.ErrnoException, { directory }: ReleaseStore): Error {
  const path = error.path ?? '';
  const unwritable =
    error.code === 'ERR_SQLITE_ERROR' ||
    (error.syscall === 'write' && path === '') ||
    (path !== '' && (path.startsWith(directory) || directory.startsWith(path)));
  return unwritable
    ? new OperatorError(
        `Cannot write a release to ${directory} (${error.message}): make it writable for this user, with space for two releases, or set LDS_HOME to another directory.`,
      )
    : error;
}

async function releaseStore(): Promise<ReleaseStore> {
  const { ReleaseStore } = await import('../release/store.ts');
  return new ReleaseStore(home());
}

function home(): string {
  return readConfig(process.env).home;
}

function say(lines: readonly string[]): void {
  process.stderr.write(lines.map((line) => `${line}\n`).join(''));
}

function counts(byName: Record<string, number>): string {
  return Object.entries(byName)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

import type { Command } from 'commander';
import type { ReleaseStore } from '../catalogue/release-store.ts';
import { readConfig } from '../config.ts';
import { OperatorError } from '../operator-error.ts';

/** `data read | build | publish`: from published files to facts, from facts to a release, from a release to the server. */
export function registerDataCommands(program: Command, dataDirectory: string): void {
  const data = program.command('data').description('read published files, build and publish data releases');

  data
    .command('read [steps...]')
    .description('turn published files into the facts of data/; without steps, all of them')
    .requiredOption('--from <directory>', 'where the published files lie, one folder a source')
    .action(async (steps: string[], { from }: { from: string }) => {
      const { readPublished } = await importReaders();
      await readPublished(from, dataDirectory, steps, ({ step, facts, matched, unmatched }) => {
        process.stderr.write(`${step}: ${facts} facts, ${matched} places matched, ${unmatched} not\n`);
      });
    });

  data
    .command('build')
    .description('check every fact and build the release, without serving it')
    .action(async () => {
      const { name, manifest } = await build(dataDirectory, await releaseStore());
      process.stderr.write(`built ${name}: ${counts(manifest.counts)}\n`);
    });

  data
    .command('publish [release]')
    .description(
      'make a release the one that is served, building it first when none is named; a running server takes it up within a second',
    )
    .action(async (release?: string) => {
      const store = await releaseStore();
      const name = release ?? (await build(dataDirectory, store)).name;
      // Opening proves it whole before any server is told.
      (await store.open(name)).close();
      publish(store, name);
      process.stderr.write(`published ${name}\n`);
    });
}

/** As buildRelease; a store that cannot be written is for the operator to put right. */
export async function build(dataDirectory: string, store: ReleaseStore) {
  const { buildRelease } = await import('../dataset/release.ts');
  try {
    return await buildRelease(dataDirectory, store);
  } catch (error) {
    throw orUnwritable(error as NodeJS.ErrnoException, store);
  }
}

/** As ReleaseStore.publish, likewise. */
export function publish(store: ReleaseStore, name: string): void {
  try {
    store.publish(name);
  } catch (error) {
    throw orUnwritable(error as NodeJS.ErrnoException, store);
  }
}

/** SQLite, which writes the release, does not say which file it means; a build reads none through it. */
function orUnwritable(error: NodeJS.ErrnoException, { directory }: ReleaseStore): Error {
  const unwritable = error.code === 'ERR_SQLITE_ERROR' || error.path?.startsWith(directory) === true;
  return unwritable
    ? new OperatorError(
        `No release can be written to ${directory} (${error.message}): make it writable for this user, with room for a release or two, or set LDS_HOME to another directory.`,
      )
    : error;
}

async function releaseStore(): Promise<ReleaseStore> {
  const { ReleaseStore } = await import('../catalogue/release-store.ts');
  return new ReleaseStore(readConfig(process.env).home);
}

function counts(byName: Record<string, number>): string {
  return Object.entries(byName)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

/** The readers lean on packages (CLDR, GeoNames regions) that a server does not need and `npm start` does not install. */
async function importReaders(): Promise<typeof import('../dataset/read.ts')> {
  try {
    return await import('../dataset/read.ts');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new OperatorError('Reading published files needs the development packages: run `npm ci` first.');
  }
}

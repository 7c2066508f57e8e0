import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseStore } from '../../../src/release/store.ts';
import { dataExcerpt, sharedExcerpt } from '../dataset/data-excerpt.ts';
import { DATA_DIRECTORY, ROOT } from '../directories.ts';
import { draftOf, keep, keptPath } from '../kept.ts';
import { temporaryDirectory } from '../service.ts';

/** File of the data directory → a function that changes its text. */
export type Changes = Readonly<Record<string, (text: string) => string>>;

/**
 * The release of three countries, in a new store unless one is given; `changes` as for dataExcerpt. Without changes, and if the
 * store has published nothing yet, it is a copy of the kept release, which is what a build would make, and has its downloads.
 * Otherwise it is built and has no downloads yet.
 */
export async function smallRelease(
  changes: Changes = {},
  store: ReleaseStore = new ReleaseStore(temporaryDirectory()),
) {
  const isKept = Object.keys(changes).length === 0 && store.currentName() === undefined;
  const { name, manifest } = isKept ? await copyOfShared(store) : await build(dataExcerpt(changes), store);
  return { store, name, manifest, directory: join(store.directory, name), file: store.releaseFile(name) };
}

async function copyOfShared(store: ReleaseStore) {
  const { name, directory } = await sharedSmallRelease();
  cpSync(directory, join(store.directory, name), { recursive: true });
  return { name, manifest: store.manifest(name) };
}

/** A release for reading only, in a store that tests share. */
export interface SharedRelease {
  store: ReleaseStore;
  name: string;
  directory: string;
}

let shared: SharedRelease | undefined;

/** The unchanged release of three countries, for tests that need any release. It is kept until data or program change. */
export async function sharedSmallRelease(): Promise<SharedRelease> {
  shared ??= await keptRelease();
  return shared;
}

async function keptRelease(): Promise<SharedRelease> {
  const data = sharedExcerpt();
  const path = keptPath('small', [data, join(ROOT, 'src/dataset'), join(ROOT, 'src/release')]);
  if (!existsSync(path)) {
    const draft = draftOf(path);
    const store = new ReleaseStore(draft);
    const { name } = await build(data, store);
    const { makeDownloads } = await import('../../../src/dataset/building/build/downloads.ts');
    await makeDownloads(store, name);
    store.publish(name);
    keep(draft, path);
  }
  const store = new ReleaseStore(path);
  const name = store.currentName() ?? '';
  return { store, name, directory: join(store.directory, name) };
}

/** Loads the builder only if something is built. */
async function build(data: string, store: ReleaseStore) {
  const { buildRelease } = await import('../../../src/dataset/building/build/build-release.ts');
  return buildRelease(data, store);
}

/** Builds and publishes one release after another, as an operator does. */
export async function publishInTurn(...editions: readonly Changes[]) {
  const store = new ReleaseStore(temporaryDirectory());
  const names: string[] = [];
  for (const changes of editions) {
    const { name } = await smallRelease(changes, store);
    store.publish(name);
    names.push(name);
  }
  return { store, names };
}

/** Returns a function that changes the rows of a table's text and keeps its header. */
export function rows(change: (rows: string[]) => string[]): (text: string) => string {
  return (text) => {
    const [header = '', ...body] = text.split('\n').slice(0, -1);
    return `${[header, ...change(body)].join('\n')}\n`;
  };
}

/** What data/release.json says about the committed release. */
export const COMMITTED = JSON.parse(readFileSync(join(DATA_DIRECTORY, 'release.json'), 'utf8')) as {
  version: string;
  published: string;
};

export const edition = (version: string) => (text: string) =>
  text.replace(/"version": "[^"]+"/, `"version": "${version}"`);

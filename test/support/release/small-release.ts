import { join } from 'node:path';
import { buildRelease } from '../../../src/dataset/build/build-release.ts';
import { ReleaseStore } from '../../../src/release/store.ts';
import { dataExcerpt } from '../dataset/data-excerpt.ts';
import { temporaryDirectory } from '../service.ts';

/** File of the data directory → what becomes of its text. */
export type Changes = Readonly<Record<string, (text: string) => string>>;

/** The release of three countries, built in a store of its own unless one is given; `changes` as for dataExcerpt. */
export async function smallRelease(
  changes: Changes = {},
  store: ReleaseStore = new ReleaseStore(temporaryDirectory()),
) {
  const { name, manifest } = await buildRelease(dataExcerpt(changes), store);
  return { store, name, manifest, directory: join(store.directory, name), file: store.releaseFile(name) };
}

/** Builds and serves one after another, as an operator does. */
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

/** A table's text with other rows; the header stays. */
export function rows(change: (rows: string[]) => string[]): (text: string) => string {
  return (text) => {
    const [header = '', ...body] = text.split('\n').slice(0, -1);
    return `${[header, ...change(body)].join('\n')}\n`;
  };
}

export const edition = (version: string) => (text: string) =>
  text.replace(/"version": "[^"]+"/, `"version": "${version}"`);

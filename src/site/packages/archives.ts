import { gzipSync, zipSync } from 'fflate';
import { createTar } from 'nanotar';

/** Contents of files by their path in an archive. */
export type Files = ReadonlyMap<string, Uint8Array>;

/**
 * What every file is dated, so that the same code makes the same bytes: the earliest date of ZIP archives, which have local times.
 * fflate compresses, because zlib's output depends on the processor.
 */
const DATED = new Date(1980, 0, 1);
const ENTRY = { mtime: Date.UTC(1980, 0, 1), mode: '644', uid: 0, gid: 0 };
/** Two empty blocks end an archive; the library leaves them out if a record is full. */
const END = Buffer.alloc(1024);

export function zipped(files: Files): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(files), { mtime: DATED }));
}

/** @param folder the one in which all files are, as in packages of npm, Python and R */
export function gzippedTar(folder: string, files: Files): Buffer {
  const entries = [...files].map(([name, data]) => ({ name: `${folder}/${name}`, data }));
  const tar = Buffer.concat([createTar(entries, { attrs: ENTRY }), END]);
  return Buffer.from(gzipSync(tar, { level: 9, mtime: 0 }));
}

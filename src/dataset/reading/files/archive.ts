import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { SourceFileError } from '../../building/files/source-file-error.ts';

/** No published table comes near this; a member that claims more was made to fill the memory. */
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;

/** The one member of a ZIP archive that has this name, or a name of this form. */
export function archiveMember(path: string, name: string | RegExp): Promise<Buffer> {
  const isMeant = (fileName: string) => (typeof name === 'string' ? fileName === name : name.test(fileName));
  const shown = typeof name === 'string' ? name : name.source;
  return withArchive(path, async (archive) => {
    const members: Entry[] = [];
    for await (const entry of archive.eachEntry()) if (isMeant(entry.fileName)) members.push(entry);
    const [member, other] = members;
    if (member === undefined) throw fault(path, `the archive has no member ${shown}`);
    if (other !== undefined)
      throw fault(path, `the archive has several members ${shown}: ${member.fileName}, ${other.fileName}`);
    if (member.uncompressedSize > MAX_UNPACKED_BYTES)
      throw fault(path, `${member.fileName} would unpack to ${member.uncompressedSize} bytes`);
    const bytes = await buffer(await archive.openReadStreamPromise(member));
    if (crc32(bytes) !== member.crc32)
      throw fault(path, `${member.fileName} is damaged: its checksum differs`);
    return bytes;
  });
}

/** Refuses a file without a complete directory of members. The directory is at the end, so a truncated file is refused too. */
export function checkArchive(path: string): Promise<void> {
  return withArchive(path, async (archive) => {
    for await (const _entry of archive.eachEntry());
  });
}

async function withArchive<Result>(
  path: string,
  work: (archive: ZipFile) => Promise<Result>,
): Promise<Result> {
  const bytes = await readFile(path);
  try {
    return await work(await fromBufferPromise(bytes));
  } catch (error) {
    if (error instanceof SourceFileError) throw error;
    throw fault(path, `not a ZIP archive, or damaged: ${(error as Error).message}`);
  }
}

function fault(path: string, text: string): SourceFileError {
  return new SourceFileError(basename(path), 0, '', text);
}

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SourceFileError } from './source-file-error.ts';

/** The bytes of a required file, decompressed if it is a `.gz` file. `file` is its name in messages. */
export function readBytes(path: string, file = path): Buffer {
  try {
    const bytes = readFileSync(path);
    return path.endsWith('.gz') ? unpacked(bytes, file) : bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new SourceFileError(file, 0, '', `there is no such file in ${dirname(path)}`);
  }
}

function unpacked(bytes: Buffer, file: string): Buffer {
  try {
    return gunzipSync(bytes);
  } catch (error) {
    throw new SourceFileError(file, 0, '', `damaged or no gzip file: ${(error as Error).message}`);
  }
}

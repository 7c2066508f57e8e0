import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SourceFileError } from './source-file-error.ts';

/** The bytes of a file that has to be there. `file` is its name in messages. */
export function readBytes(path: string, file = path): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new SourceFileError(file, 0, '', `there is no such file in ${dirname(path)}`);
  }
}

/** The part of yauzl 3 that we use; the package brings no types of its own. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export interface Entry {
    fileName: string;
    /** Bytes; yauzl refuses a member that unpacks to another size. */
    uncompressedSize: number;
    crc32: number;
  }
  export interface ZipFile {
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
  }
  export function fromBufferPromise(buffer: Buffer): Promise<ZipFile>;
}

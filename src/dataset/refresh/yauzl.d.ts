/** What we use of yauzl beyond the declaration in places/yauzl.d.ts, with which this one merges. */
declare module 'yauzl' {
  interface Entry {
    /** Bytes; yauzl refuses a member that unpacks to another size. */
    uncompressedSize: number;
    crc32: number;
  }
}

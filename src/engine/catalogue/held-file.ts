import { closeSync, fstatSync, openSync, read } from 'node:fs';
import { promisify } from 'node:util';
import type { FileProof } from '../../release/manifest.ts';

const CHUNK_BYTES = 256 * 1024;
const readAt = promisify(read);

/**
 * A file that stays open, with one descriptor for all readers. A reader that has begun can finish even when the file is replaced
 * or removed on disk, or closed here: the last reader closes the descriptor.
 */
export class HeldFile {
  readonly proof: FileProof;
  readonly #descriptor: number;
  readonly #writtenAt: number;
  #readers = 0;
  #state: 'open' | 'closing' | 'closed' = 'open';

  /** Throws when there is no such file, or it has another size. */
  constructor(path: string, proof: FileProof) {
    this.proof = proof;
    this.#descriptor = openSync(path, 'r');
    const { size, mtimeMs } = fstatSync(this.#descriptor);
    this.#writtenAt = mtimeMs;
    if (size !== proof.bytes) {
      closeSync(this.#descriptor);
      throw new Error(`${path} has ${size} bytes instead of ${proof.bytes}`);
    }
  }

  /** Streams the bytes from `first` to `last`, both included, no faster than the reader takes them. */
  async *read(first: number, last: number): AsyncGenerator<Buffer, void, void> {
    if (this.#state !== 'open') throw new Error('the file is closed');
    this.#readers++;
    try {
      for (let position = first; position <= last; ) {
        const length = Math.min(CHUNK_BYTES, last + 1 - position);
        const into = Buffer.allocUnsafe(length);
        const { bytesRead, buffer } = await readAt(this.#descriptor, into, 0, length, position);
        if (bytesRead === 0) throw new Error(`the file ends at byte ${position} of ${this.proof.bytes}`);
        yield buffer.subarray(0, bytesRead);
        position += bytesRead;
      }
    } finally {
      this.#readers--;
      this.#closeWhenUnread();
    }
  }

  /**
   * Undefined unless the file was written to after it was opened, which should never happen; then the time and size of the write.
   */
  get rewritten(): string | undefined {
    if (this.#state !== 'open') return undefined;
    const { size, mtimeMs } = fstatSync(this.#descriptor);
    return size === this.proof.bytes && mtimeMs === this.#writtenAt ? undefined : `${mtimeMs} ${size}`;
  }

  close(): void {
    if (this.#state === 'open') this.#state = 'closing';
    this.#closeWhenUnread();
  }

  #closeWhenUnread(): void {
    if (this.#state !== 'closing' || this.#readers > 0) return;
    this.#state = 'closed';
    closeSync(this.#descriptor);
  }
}

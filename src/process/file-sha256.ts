import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** The hash in hexadecimal. */
export async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of filePieces(path)) hash.update(piece);
  return hash.digest('hex');
}

/** A file in pieces. They are read through one buffer, so the next one overwrites each: a stream would leave garbage as large as the file. */
export async function* filePieces(path: string, bytesAtOnce = 1 << 20): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(bytesAtOnce);
  const file = await open(path);
  try {
    for (let position = 0; ; ) {
      const { bytesRead } = await file.read(buffer, 0, bytesAtOnce, position);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}

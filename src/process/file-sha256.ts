import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** The hash in hexadecimal. We read in pieces through one buffer: a stream would leave garbage as large as the file. */
export async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(1 << 20);
  const file = await open(path);
  try {
    for (let position = 0; ; ) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}

import { chmodSync, constants, copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Copies a directory with all that is in it. The owner of the copy may change and remove it even where the original is
 * write-protected: Node's own recursive copy would be so too.
 */
export function copyDirectory(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const [original, copy] = [join(from, name), join(to, name)];
    const stats = statSync(original);
    if (stats.isDirectory()) copyDirectory(original, copy);
    else {
      copyFileSync(original, copy);
      chmodSync(copy, stats.mode | constants.S_IWUSR);
    }
  }
}

import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A package of this service. It is made when somebody first asks for it, with the same bytes on every server, and then kept. */
export class OfferedPackage {
  readonly name: string;
  readonly #make: () => Buffer;
  #made: { bytes: Buffer; sha256: string } | undefined;

  constructor(name: string, make: () => Buffer) {
    this.name = name;
    this.#make = make;
  }

  get bytes(): Buffer {
    return this.#get().bytes;
  }

  /** In hexadecimal digits. */
  get sha256(): string {
    return this.#get().sha256;
  }

  #get(): { bytes: Buffer; sha256: string } {
    if (this.#made === undefined) {
      const bytes = this.#make();
      this.#made = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
    }
    return this.#made;
  }
}

/** The files of a folder of the repository, by their path in it, with slashes on Windows, too. */
export function filesOf(folder: string, pattern: string): Map<string, Buffer> {
  const names = globSync(pattern, { cwd: join(ROOT, folder) }).map((name) => name.replaceAll('\\', '/'));
  return new Map(names.sort().map((name) => [name, readFileSync(join(ROOT, folder, name))]));
}

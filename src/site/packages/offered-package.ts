import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A package of this service. It is made when somebody first asks for it, with the same bytes on every server, and then kept. */
export class OfferedPackage {
  readonly name: string;
  readonly #make: () => Buffer;
  #bytes: Buffer | undefined;

  constructor(name: string, make: () => Buffer) {
    this.name = name;
    this.#make = make;
  }

  get bytes(): Buffer {
    this.#bytes ??= this.#make();
    return this.#bytes;
  }

  /** In hexadecimal digits. */
  get sha256(): string {
    return hash('sha256', this.bytes);
  }
}

/** The files of a folder of the repository, by their path in it, with slashes on Windows, too. */
export function filesOf(folder: string, pattern: string): Map<string, Buffer> {
  const names = globSync(pattern, { cwd: join(ROOT, folder) }).map((name) => name.replaceAll('\\', '/'));
  return new Map(names.sort().map((name) => [name, readFileSync(join(ROOT, folder, name))]));
}

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import Type, { type Static, type TString } from 'typebox';
import { replaceFile, sweepDrafts } from '../../../process/drafts.ts';
import { makeDirectory } from '../../../process/make-directory.ts';
import { OperatorError } from '../../../process/operator-error.ts';
import { Source } from '../../../release/source.ts';
import { FACT_COLUMNS } from '../facts/fact.ts';
import { readBytes } from '../files/file-bytes.ts';
import { parseJsonAs } from '../files/json-shape.ts';

/** One figure of an operator; `line` is its line in the imported file, for messages. */
const Figure = Type.Object({ line: Type.Integer(), ...texts(FACT_COLUMNS) });
export type OverlayFigure = Static<typeof Figure>;

function texts<Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, Type.String()])) as Record<Name, TString>;
}

/** One imported file: its figures, their places resolved to keys, and the sources that they cite. */
const Overlay = Type.Object({
  id: Type.String(),
  /** Name of the imported file. */
  file: Type.String(),
  /** ISO 8601 instant. */
  imported: Type.String(),
  sources: Type.Array(Source),
  figures: Type.Array(Figure),
});
export type Overlay = Static<typeof Overlay>;

/** `LDS_HOME/overlay`: one JSON file per import, replaced or removed as a whole. */
export class OverlayStore {
  readonly #directory: string;

  constructor(home: string) {
    this.#directory = join(home, 'overlay');
  }

  /** All imports, sorted by id. */
  all(): Overlay[] {
    return this.#ids().map((id) => this.#read(id));
  }

  /** Returns whether it replaced an earlier import. */
  save(overlay: Overlay): boolean {
    const path = this.#path(overlay.id);
    const replaces = existsSync(path);
    try {
      makeDirectory(this.#directory);
      sweepDrafts(this.#directory);
      replaceFile(path, `${JSON.stringify(overlay, null, 1)}\n`);
    } catch (error) {
      throw new OperatorError(`${path} cannot be written: ${(error as Error).message}`);
    }
    return replaces;
  }

  remove(id: string): void {
    const known = this.#ids();
    if (!known.includes(id)) {
      const others = known.length === 0 ? 'Nothing has been imported.' : `There are: ${known.join(', ')}.`;
      throw new OperatorError(`There is no import ${id}. ${others}`);
    }
    rmSync(this.#path(id));
  }

  /** Changes if, and only if, an import's id, figures or sources change; '' while there are no imports. */
  hash(): string {
    const ids = this.#ids();
    if (ids.length === 0) return '';
    const hash = createHash('sha256');
    for (const id of ids) {
      const { sources, figures } = this.#read(id);
      hash.update(`${id}\n${JSON.stringify({ sources, figures })}\n`);
    }
    return hash.digest('hex');
  }

  #ids(): string[] {
    if (!existsSync(this.#directory)) return [];
    try {
      return readdirSync(this.#directory)
        .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
        .map((name) => basename(name, '.json'))
        .sort();
    } catch (error) {
      throw new OperatorError(`${this.#directory} cannot be read: ${(error as Error).message}`);
    }
  }

  #read(id: string): Overlay {
    return parseJsonAs(Overlay, this.#path(id), readBytes(this.#path(id)));
  }

  #path(id: string): string {
    return join(this.#directory, `${id}.json`);
  }
}

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { Source } from '../../../release/source.ts';
import { readBytes } from '../files/file-bytes.ts';
import { parseJsonAs } from '../files/json-shape.ts';

/** data/sources.json: what every step of `data read` read from, by the step's name. */
export type SourceCatalogue = Map<string, Source[]>;

const Catalogue = Type.Record(Type.String(), Type.Array(Source));

export function readSourceCatalogue(dataDirectory: string): SourceCatalogue {
  const file = catalogueFile(dataDirectory);
  return new Map(existsSync(file) ? Object.entries(parseJsonAs(Catalogue, file, readBytes(file))) : []);
}

export function writeSourceCatalogue(dataDirectory: string, catalogue: SourceCatalogue): void {
  const sorted = [...catalogue].sort(([left], [right]) => (left < right ? -1 : 1));
  writeFileSync(catalogueFile(dataDirectory), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

export function catalogueFile(dataDirectory: string): string {
  return join(dataDirectory, 'sources.json');
}

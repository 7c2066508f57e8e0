import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import type { SourceRecord } from '../../release/schema.ts';
import { readBytes } from '../read/file-bytes.ts';
import { parseJsonAs } from '../read/json-shape.ts';

/** data/sources.json: what every step of `data read` read from, by the step's name. */
export type SourceCatalogue = Map<string, SourceRecord[]>;

const SAID = Type.String({ minLength: 1 });

/** Who published a figure and on which terms it may be used again: a source without them is refused. */
const Source = Type.Object({
  /** Lower-case: `wb-wdi-2026-07`. One per edition: figures of one source share a vintage. */
  id: SAID,
  publisher: SAID,
  title: SAID,
  /** The publisher's own address, not that of a copy. */
  url: SAID,
  licence: SAID,
  licence_url: Type.Union([SAID, Type.Null()]),
  /** The line that a re-user prints. */
  attribution: SAID,
  /** Date or edition of the published file. */
  vintage: SAID,
});

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

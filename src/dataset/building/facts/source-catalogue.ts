import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { REFRESHED, SOURCE_PROPERTIES, STATED_BY } from '../../../release/source.ts';
import { readBytes } from '../files/file-bytes.ts';
import { parseJsonAs } from '../files/json-shape.ts';

const SAID = Type.String({ pattern: '\\S' });

/** A source of ours, unlike one of an operator, says who states its terms and how it is refreshed. */
const CataloguedSource = Type.Object(
  {
    ...SOURCE_PROPERTIES,
    terms_stated_by: Type.Enum(STATED_BY),
    terms_stated_where: SAID,
    refresh: Type.Enum(REFRESHED),
    refresh_how: SAID,
  },
  { additionalProperties: false },
);
export type CataloguedSource = Static<typeof CataloguedSource>;

/** data/sources.json: what every step of `data read` read from, by the step's name. */
export type SourceCatalogue = Map<string, CataloguedSource[]>;

const Catalogue = Type.Record(Type.String(), Type.Array(CataloguedSource));

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

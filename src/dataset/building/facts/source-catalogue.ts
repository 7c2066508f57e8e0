import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { OperatorError } from '../../../process/operator-error.ts';
import { perhaps, similarNames } from '../../../release/similar-names.ts';
import { REFRESHED, SOURCE_PROPERTIES, STATED_BY } from '../../../release/source.ts';
import { readBytes } from '../files/file-bytes.ts';
import { parseJsonAs } from '../files/json-shape.ts';
import { factsPath } from './fact.ts';

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

/**
 * Whether every source that the operator leaves out has facts of its own: no release can be built without those of the places.
 *
 * @throws OperatorError for the first that has none
 */
export function checkExcludedSources(dataDirectory: string, excluded: readonly string[]): void {
  if (excluded.length === 0) return;
  const steps = new Map(
    [...readSourceCatalogue(dataDirectory)].flatMap(([step, sources]) => sources.map(({ id }) => [id, step])),
  );
  for (const id of excluded) {
    const step = steps.get(id);
    if (step !== undefined && existsSync(factsPath(dataDirectory, step))) continue;
    const problem =
      step === undefined
        ? `which the dataset does not have${perhaps(similarNames(id, [...steps.keys()]))}`
        : 'which describes places: no release can be built without it';
    throw new OperatorError(`LDS_SOURCES_EXCLUDE names a source ${id}, ${problem}.`);
  }
}

export function writeSourceCatalogue(dataDirectory: string, catalogue: SourceCatalogue): void {
  const sorted = [...catalogue].sort(([left], [right]) => (left < right ? -1 : 1));
  writeFileSync(catalogueFile(dataDirectory), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

export function catalogueFile(dataDirectory: string): string {
  return join(dataDirectory, 'sources.json');
}

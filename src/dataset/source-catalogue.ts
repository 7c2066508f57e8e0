import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from './fact.ts';

/** data/sources.json: what every step of `data read` read from, by the step's name. */
export type SourceCatalogue = Map<string, Source[]>;

export function readSourceCatalogue(dataDirectory: string): SourceCatalogue {
  const file = path(dataDirectory);
  if (!existsSync(file)) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Source[]>));
}

export function writeSourceCatalogue(dataDirectory: string, catalogue: SourceCatalogue): void {
  const sorted = [...catalogue].sort(([left], [right]) => (left < right ? -1 : 1));
  writeFileSync(path(dataDirectory), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

function path(dataDirectory: string): string {
  return join(dataDirectory, 'sources.json');
}

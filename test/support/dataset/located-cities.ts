import { join } from 'node:path';
import { readFacts } from '../../../src/dataset/building/facts/fact.ts';
import { readTable } from '../../../src/dataset/building/files/table.ts';
import type { LocatedCity } from '../../../src/dataset/reading/geography/located-cities.ts';
import { DATA_DIRECTORY } from '../directories.ts';

export function committedFacts(reader: string) {
  return readFacts(DATA_DIRECTORY, reader);
}

export function readMatchRows(reader: string) {
  return readTable(join(DATA_DIRECTORY, 'matches', `${reader}.tsv`), ['published', 'place', 'how']);
}

export function city(id: string, longitude: number, latitude: number): LocatedCity {
  return { key: `city/${id}`, longitude, latitude };
}

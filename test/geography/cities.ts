import { join } from 'node:path';
import { readFacts } from '../../src/dataset/facts/fact.ts';
import type { LocatedCity } from '../../src/dataset/geography/geography-reader.ts';
import { openGazetteer } from '../../src/dataset/places/gazetteer.ts';
import { readTable } from '../../src/dataset/read/table.ts';

const dataDirectory = join(import.meta.dirname, '..', '..', 'data');
export const gazetteer = openGazetteer(dataDirectory);

export function committedFacts(reader: string) {
  return readFacts(dataDirectory, reader);
}

export function readMatchRows(reader: string) {
  return readTable(join(dataDirectory, 'matches', `${reader}.tsv`), ['published', 'place', 'how']);
}

export function city(id: string, longitude: number, latitude: number): LocatedCity {
  return { key: `city/${id}`, longitude, latitude };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_DIRECTORY } from '../directories.ts';

/** A publisher's name for one of our places, from data/matches. */
export interface PublishedName {
  published: string;
  how: string;
}

export function publishedNames(reader: string, place: string): PublishedName[] {
  return namesOf(reader).get(place) ?? [];
}

/** All of the publisher's names that are matched to one of our places. */
export function matchedNames(reader: string): string[] {
  return [...namesOf(reader)].flatMap(([place, matched]) =>
    place === '' ? [] : matched.map(({ published }) => published),
  );
}

const names = new Map<string, Map<string, PublishedName[]>>();

function namesOf(reader: string): Map<string, PublishedName[]> {
  const known = names.get(reader);
  if (known !== undefined) return known;
  const lines = readFileSync(join(DATA_DIRECTORY, 'matches', `${reader}.tsv`), 'utf8')
    .trimEnd()
    .split('\n');
  const rows = lines.slice(1).map((line) => {
    const [published = '', place = '', how = ''] = line.split('\t');
    return { place, published, how };
  });
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  names.set(reader, byPlace);
  return byPlace;
}

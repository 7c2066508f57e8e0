import { areaKey, readAreaTable } from '../../building/places/areas.ts';
import type { Match } from './match.ts';

/** The areas whose ids begin with the prefix: publisher's name → our key, `Toronto, Ontario` → `area/ca-cma-toronto`. */
export function areasByName(dataDirectory: string, idPrefix: string): ReadonlyMap<string, string> {
  return new Map(
    readAreaTable(dataDirectory)
      .filter(({ id }) => id.startsWith(idPrefix))
      .map(({ id, name }) => [name, areaKey(id)]),
  );
}

/** The area with a publisher's name, as a match for review; none if no area has the name. */
export function areaMatch(areas: ReadonlyMap<string, string>, published: string): Match[] {
  const place = areas.get(published);
  return place === undefined ? [] : [{ published, place, how: 'name' }];
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type InhabitedArea, readInhabitedAreas } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';
import { NUTS_FILES, readNutsAreas } from './nuts-areas.ts';
import { oecdAreas } from './oecd-areas.ts';

/**
 * The NUTS regions, and the large regions of the OECD, some of which consist of them. `directory` holds the folders of
 * all publishers. A refresh without the files of Europe's regions leaves everything in `data` unchanged.
 */
export function europeanAreas(
  directory: string,
  gazetteer: Gazetteer,
): { areas: InhabitedArea[]; published?: { sources: string[]; matches: Match[] } } {
  if (!NUTS_FILES.every((file) => existsSync(join(directory, file))))
    return { areas: readInhabitedAreas(gazetteer.dataDirectory, (id) => /^(nuts|oecd)-/.test(id)) };
  const { areas, nutsOf, ...published } = readNutsAreas(directory, gazetteer);
  return { areas: [...areas, ...oecdAreas(gazetteer, nutsOf)], published };
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Areas, readAreas } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';
import { NUTS_FILES, readNutsAreas } from './nuts-areas.ts';
import { oecdAreas } from './oecd-areas.ts';

/** The areas from the files of Europe's regions; a refresh without these files leaves everything in `data` unchanged. */
export interface EuropeanAreas extends Areas {
  published: { sources: string[]; matches: Match[] } | undefined;
}

/**
 * The NUTS regions, and the large regions of the OECD, some of which consist of them. `directory` holds the folders of
 * all publishers.
 */
export function europeanAreas(directory: string, gazetteer: Gazetteer): EuropeanAreas {
  if (!NUTS_FILES.every((file) => existsSync(join(directory, file))))
    return committed(gazetteer.dataDirectory);
  const { areas, cities, nutsOf, sources, matches } = readNutsAreas(directory, gazetteer);
  const oecd = oecdAreas(gazetteer, nutsOf);
  return {
    areas: [...areas, ...oecd.areas],
    cities: [...cities, ...oecd.cities],
    published: { sources, matches },
  };
}

function committed(dataDirectory: string): EuropeanAreas {
  const { areas, cities } = readAreas(dataDirectory);
  const isOurs = (id: string) => /^(nuts|oecd)-/.test(id);
  return {
    areas: areas.filter(({ id }) => isOurs(id)),
    cities: cities.filter(({ area }) => isOurs(area)),
    published: undefined,
  };
}

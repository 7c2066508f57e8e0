import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import Type from 'typebox';
import type { Fact } from '../../building/facts/fact.ts';
import { parseJsonAs } from '../../building/files/json-shape.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import type { Match } from '../places/match.ts';
import type { SourceReader } from '../sources/reader.ts';
import { type Coastline, coastline, type Position, type Shore } from './coastline.ts';
import { type LocatedCity, readPackageFile } from './located-cities.ts';

const FILE = 'world-atlas/land-10m.json';

const SOURCE = 'natural-earth-4-1-0';
/** The year in which version 4.1.0 came out. */
const YEAR = '2018';

/** The only sea that the map draws inside the land, without a connection to an ocean. */
const CASPIAN: { name: string; inside: Position } = { name: 'Caspian Sea', inside: [51, 42] };

/**
 * The line is drawn for 1:10 million: harbours and river mouths are up to this far on its wrong side. Farther out, a city
 * is on land that the map leaves out, mostly an island, and the nearest line is the coast of another.
 */
const FARTHEST_OFFSHORE_KM = 3;

/** The distance of every city to the sea. */
export const coastDistance: SourceReader = {
  id: 'coast-distance',
  folder: '',
  sources: [SOURCE],
  read: (_, gazetteer) => distancesToCoast(gazetteer.cities(), coastline(shoresOf(readPackageFile(FILE)))),
};

/**
 * Great-circle kilometres from each city to the coast of an ocean or sea; the note names a sea that is not connected to an ocean.
 * Cities outside the land of the map have no fact, and are listed among the matches with the reason.
 */
export function distancesToCoast(cities: readonly LocatedCity[], coast: Coastline) {
  const facts: Fact[] = [];
  const matches: Match[] = [];
  for (const { key, longitude, latitude } of cities) {
    const { kilometres, sea, onLand } = coast.nearest(longitude, latitude);
    if (!onLand && kilometres > FARTHEST_OFFSHORE_KM) {
      const how = `off the map: ${kilometres.toFixed(1)} km on the sea’s side of its coast`;
      matches.push({ published: key, place: '', how });
      continue;
    }
    // To the kilometre: the map's line is no more precise.
    const value = Math.round(kilometres);
    const fact = { place: key, metric: 'distance_to_coast', period: YEAR, grain: 'city' } as const;
    facts.push({ ...fact, value, unit: 'kilometres', source: SOURCE, note: sea });
  }
  return { facts, matches };
}

/**
 * Every ring of the map's land, from a TopoJSON file: the outer ones bound the ocean, an inner one an enclosed sea. Lakes
 * are not on this map.
 */
export function shoresOf(bytes: Uint8Array): Shore[] {
  const topology = parseJsonAs(LandTopology, FILE, bytes) as unknown as Topology<{
    land: GeometryCollection;
  }>;
  const polygons = feature(topology, topology.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return [geometry.coordinates];
    if (geometry.type === 'MultiPolygon') return geometry.coordinates;
    throw new SourceFileError(FILE, 0, 'objects.land', `a ${geometry.type} among the land`);
  });
  return polygons.flatMap((rings) =>
    rings.map((ring, index) => {
      const line = ring as unknown as Position[];
      return { sea: index === 0 ? '' : nameOfEnclosedSea(line), line };
    }),
  );
}

const LandTopology = Type.Object({
  type: Type.Literal('Topology'),
  objects: Type.Object({ land: Type.Object({ type: Type.Literal('GeometryCollection') }) }),
  arcs: Type.Array(Type.Array(Type.Array(Type.Number(), { minItems: 2 })), { minItems: 1 }),
});

function nameOfEnclosedSea(line: readonly Position[]): string {
  const spans = ([0, 1] as const).every((axis) => {
    const along = line.map((position) => position[axis]);
    return Math.min(...along) < CASPIAN.inside[axis] && CASPIAN.inside[axis] < Math.max(...along);
  });
  if (!spans)
    throw new SourceFileError(FILE, 0, 'objects.land', `an enclosed sea at ${line[0]} that we cannot name`);
  return CASPIAN.name;
}

import { number, recordTable, text, word } from '../files/records.ts';

export const AREA_KINDS = ['metro', 'county', 'region'] as const;

/** Places with published figures that are neither cities nor countries. The table of their cities is three times as long. */
const AREAS = recordTable(
  'places/areas',
  {
    /** Country (except for NUTS and OECD regions), kind of division, and code: `us-cbsa-35620`, `nuts-de300`. */
    id: text,
    kind: word(AREA_KINDS),
    name: text,
    /** ISO 3166-1 alpha-2. */
    country: text,
    /** What the area consists of, and who drew it. */
    definition: text,
  },
  ({ id }) => id,
);
export const { read: readAreaTable } = AREAS;
export type Area = ReturnType<typeof readAreaTable>[number];

/** The cities in each area, to which its figures apply. */
const AREA_CITIES = recordTable('places/area-cities', { area: text, geonamesId: number });
type AreaCity = ReturnType<typeof AREA_CITIES.read>[number];

/** The key under which facts name the area. */
export function areaKey(id: string): string {
  return `area/${id}`;
}

/** The id of a first-level region of GeoNames: `jp-admin1-13`, of code 13 in Japan. */
export function firstLevelAreaId(iso2: string, admin1: string): string {
  return `${iso2}-admin1-${admin1}`.toLowerCase();
}

/** The id of a second-level region: `id-admin2-02-5171`. */
export function secondLevelAreaId(iso2: string, admin1: string, admin2: string): string {
  return `${iso2}-admin2-${admin1}-${admin2}`.toLowerCase();
}

/** The id of the places of one size in a state of Mexico, by GeoNames' code of the state and INEGI's of the size: `mx-size-09-1`. */
export function mexicoSizeAreaId(state: string, size: string): string {
  return `mx-size-${state}-${size}`;
}

/** The id of a statistical region of Europe: `nuts-de300`. */
export function nutsAreaId(code: string): string {
  return `nuts-${code}`.toLowerCase();
}

/** The id of a large region of the OECD: `oecd-jpd`. */
export function oecdAreaId(code: string): string {
  return `oecd-${code}`.toLowerCase();
}

/** Refuses a city in an unknown area. */
export function readAreas(dataDirectory: string) {
  const areas = readAreaTable(dataDirectory);
  const cities = AREA_CITIES.read(dataDirectory);
  const ids = new Set(areas.map(({ id }) => id));
  const stray = cities.findIndex(({ area }) => !ids.has(area));
  if (stray === -1) return { areas, cities };
  throw AREA_CITIES.fault(dataDirectory, stray, 'area', `${cities[stray]?.area} is not in areas.tsv`);
}

/** An area with the cities in it. */
export interface InhabitedArea extends Area {
  cities: readonly Pick<AreaCity, 'geonamesId'>[];
}

/** The ids of all areas: a publisher's area that is not among them has none of our cities. */
export function readAreaIds(dataDirectory: string): Set<string> {
  return new Set(readAreaTable(dataDirectory).map(({ id }) => id));
}

export function writeAreas(dataDirectory: string, areas: readonly InhabitedArea[]): void {
  AREAS.write(dataDirectory, areas);
  const cities = areas.flatMap(({ id, cities: ofArea }) =>
    ofArea.map(({ geonamesId }) => ({ area: id, geonamesId })),
  );
  AREA_CITIES.write(dataDirectory, cities);
}

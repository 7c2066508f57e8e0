import { join } from 'node:path';
import { numberCell } from '../files/number-cell.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import { readTable, writeTable } from '../files/table.ts';

export const AREA_KINDS = ['metro', 'county', 'region'] as const;
type AreaKind = (typeof AREA_KINDS)[number];

/** One row of data/places/areas.tsv: a place with published figures that is neither a city nor a country. */
export interface Area {
  /** Country (except for NUTS and OECD regions), kind of division, and code: `us-cbsa-35620`, `nuts-de300`. */
  id: string;
  kind: AreaKind;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** What the area consists of, and who drew it. */
  definition: string;
}

/** One row of data/places/area-cities.tsv: a city in the area, to which the area's figures apply. */
export interface AreaCity {
  area: string;
  geonamesId: number;
}

export interface Areas {
  areas: Area[];
  cities: AreaCity[];
}

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

const AREA_COLUMNS = ['id', 'kind', 'name', 'country', 'definition'] as const;
const AREA_CITY_COLUMNS = ['area', 'geonames_id'] as const;

/** Refuses a duplicate area, an area of an unknown kind, and a city in an unknown area. */
export function readAreas(dataDirectory: string): Areas {
  const areas = readAreaTable(dataDirectory);
  const ids = new Set(areas.map(({ id }) => id));
  const file = areaCitiesPath(dataDirectory);
  const cities = readTable(file, AREA_CITY_COLUMNS).map((row) => {
    if (!ids.has(row.area))
      throw new SourceFileError(file, row.line, 'area', `${row.area} is not in areas.tsv`);
    return { area: row.area, geonamesId: numberCell(file, row, 'geonames_id') };
  });
  return { areas, cities };
}

/** The ids of all areas: a publisher's area that is not among them has none of our cities. */
export function readAreaIds(dataDirectory: string): Set<string> {
  return new Set(readAreaTable(dataDirectory).map(({ id }) => id));
}

/** The areas without their cities, whose table is three times as long. */
export function readAreaTable(dataDirectory: string): Area[] {
  const file = areasPath(dataDirectory);
  const ids = new Set<string>();
  return readTable(file, AREA_COLUMNS).map(({ line, ...row }): Area => {
    const kind = AREA_KINDS.find((known) => known === row.kind);
    if (kind === undefined) throw new SourceFileError(file, line, 'kind', `unknown: ${row.kind}`);
    if (ids.has(row.id)) throw new SourceFileError(file, line, 'id', `${row.id} is there twice`);
    ids.add(row.id);
    return { ...row, kind };
  });
}

export function writeAreas(dataDirectory: string, { areas, cities }: Areas): void {
  writeTable(
    areasPath(dataDirectory),
    AREA_COLUMNS,
    areas.map((area) => ({ ...area })),
  );
  writeTable(
    areaCitiesPath(dataDirectory),
    AREA_CITY_COLUMNS,
    cities.map(({ area, geonamesId }) => ({ area, geonames_id: String(geonamesId) })),
  );
}

function areasPath(dataDirectory: string): string {
  return join(dataDirectory, 'places', 'areas.tsv');
}

function areaCitiesPath(dataDirectory: string): string {
  return join(dataDirectory, 'places', 'area-cities.tsv');
}

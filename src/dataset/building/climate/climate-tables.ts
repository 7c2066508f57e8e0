import { join } from 'node:path';
import { numberCell } from '../files/number-cell.ts';
import { number, recordTable, text } from '../files/records.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import { readTable, type TableRow, writeTable } from '../files/table.ts';

/* The tables of data/climate, written by `data read` and used by the build. */

/** The elements of a station, by the columns of data/climate/stations.tsv, as their publisher has them. */
export const STATION_ELEMENTS = [
  'temperature_mean',
  'temperature_max',
  'temperature_min',
  'precipitation',
  'wet_days',
  'sunshine',
  'vapour_pressure',
] as const;
export type StationElement = (typeof STATION_ELEMENTS)[number];

/** Twelve values, January first. */
export type Months = readonly number[];

export interface Site {
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
}

/** A weather station and its normals: °C, mm, days, hours, hPa. */
export interface Station extends Site {
  id: string;
  name: string;
  /** Metres above sea level. */
  elevation: number;
  normals: Partial<Record<StationElement, Months>>;
}

/** A point at which a gridded climatology was sampled. */
export interface GridPoint extends Site {
  id: string;
  /** °C: of the year, and of the warmest and the coldest three months. */
  meanTemperature: number;
  warmestQuarter: number;
  coldestQuarter: number;
  /** mm per year. */
  precipitation: number;
}

/** °C between the warmest and the coldest three months. */
export function seasonsOf({ warmestQuarter, coldestQuarter }: GridPoint): number {
  return warmestQuarter - coldestQuarter;
}

/** °C between the warmest and the coldest three months in a row. */
export function seasonsOfMonths(means: Months): number {
  const quarters = means.map(
    (value, month) =>
      (value + (means[(month + 1) % 12] ?? Number.NaN) + (means[(month + 2) % 12] ?? Number.NaN)) / 3,
  );
  return Math.max(...quarters) - Math.min(...quarters);
}

/** Without these bounds, a station near the equator, where seasons hardly differ, could be stretched without limit. */
const [LEAST_STRETCH, MOST_STRETCH] = [0.6, 1.5];

/** The factor for the distance of a station's months from the year's mean, to a thousandth. */
export function stretchFactor(seasonsHere: number, seasonsThere: number): number {
  const factor = seasonsThere > 0 ? seasonsHere / seasonsThere : 1;
  return Math.round(1000 * Math.min(MOST_STRETCH, Math.max(LEAST_STRETCH, factor))) / 1000;
}

/** One row of data/climate/cities.tsv: the Köppen class of a city, and the stations for its climate. */
export interface CityStations {
  geonamesId: number;
  /** `Csb`; '' off the land of the grid. */
  koppen: string;
  /** Ids of stations; '' where none is near enough. */
  temperature: string;
  /** Id of the grid point to whose annual mean the months are adjusted; '' if the station is near enough, or no point is. */
  temperatureLevel: string;
  /** The same point if the months are also stretched to its seasons; otherwise ''. */
  temperatureSeasons: string;
  precipitation: string;
  precipitationLevel: string;
  wetDays: string;
  sunshine: string;
  humidity: string;
}

const STATION_COLUMNS = ['id', 'name', 'latitude', 'longitude', 'elevation', ...STATION_ELEMENTS] as const;
const GRID_POINTS = recordTable<GridPoint>({
  id: text,
  latitude: number,
  longitude: number,
  meanTemperature: number,
  warmestQuarter: number,
  coldestQuarter: number,
  precipitation: number,
});
const CITIES = recordTable<CityStations>({
  geonamesId: number,
  koppen: text,
  temperature: text,
  temperatureLevel: text,
  temperatureSeasons: text,
  precipitation: text,
  precipitationLevel: text,
  wetDays: text,
  sunshine: text,
  humidity: text,
});

export interface ClimateTables {
  stations: readonly Station[];
  points: readonly GridPoint[];
  cities: readonly CityStations[];
}

export function writeClimateTables(dataDirectory: string, { stations, points, cities }: ClimateTables): void {
  writeTable(pathOf(dataDirectory, 'stations'), STATION_COLUMNS, stations.map(stationRow));
  GRID_POINTS.write(pathOf(dataDirectory, 'grid-points'), points);
  CITIES.write(pathOf(dataDirectory, 'cities'), cities);
}

/** Refuses months that are not twelve numbers. */
export function readClimateTables(dataDirectory: string): ClimateTables {
  return {
    stations: readStations(pathOf(dataDirectory, 'stations')),
    points: GRID_POINTS.read(pathOf(dataDirectory, 'grid-points')),
    cities: CITIES.read(pathOf(dataDirectory, 'cities')),
  };
}

function readStations(file: string): Station[] {
  return readTable(file, STATION_COLUMNS).map((row) => {
    const normals: Station['normals'] = {};
    for (const element of STATION_ELEMENTS)
      if (row[element] !== '') normals[element] = toMonths(file, row, element);
    return {
      id: row.id,
      name: row.name,
      latitude: numberCell(file, row, 'latitude'),
      longitude: numberCell(file, row, 'longitude'),
      elevation: numberCell(file, row, 'elevation'),
      normals,
    };
  });
}

function stationRow({ normals, ...station }: Station): TableRow<(typeof STATION_COLUMNS)[number]> {
  const { id, name, latitude, longitude, elevation } = station;
  const months = STATION_ELEMENTS.map((element) => [element, normals[element]?.join(' ') ?? ''] as const);
  return {
    id,
    name,
    latitude: String(latitude),
    longitude: String(longitude),
    elevation: String(elevation),
    ...(Object.fromEntries(months) as Record<StationElement, string>),
  };
}

function toMonths(
  file: string,
  row: TableRow<StationElement> & { line: number },
  element: StationElement,
): Months {
  const months = row[element].split(' ').map(Number);
  if (months.length !== 12 || !months.every(Number.isFinite))
    throw new SourceFileError(file, row.line, element, 'not twelve numbers');
  return months;
}

function pathOf(dataDirectory: string, table: string): string {
  return join(dataDirectory, 'climate', `${table}.tsv`);
}

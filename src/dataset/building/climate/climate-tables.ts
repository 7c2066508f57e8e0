import { type Cell, CellFault, number, recordTable, text, texts } from '../files/records.ts';

/* The tables of data/climate, written by `data read` and used by the build. */

/** Twelve values, January first. */
export type Months = readonly number[];

/** Undefined for an element that is not measured. */
const months: Cell<Months | undefined> = {
  read: (cell) => {
    if (cell === '') return undefined;
    const values = cell.split(' ').map(Number);
    if (values.length !== 12 || !values.every(Number.isFinite)) throw new CellFault('not twelve numbers');
    return values;
  },
  write: (values) => values?.join(' ') ?? '',
};

/** The elements of a station, as their publisher has them: °C, mm, days, hours, hPa. */
const ELEMENTS = {
  temperature_mean: months,
  temperature_max: months,
  temperature_min: months,
  precipitation: months,
  wet_days: months,
  sunshine: months,
  vapour_pressure: months,
};
export type StationElement = keyof typeof ELEMENTS;
export const STATION_ELEMENTS = Object.keys(ELEMENTS) as StationElement[];

export interface Site {
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
}

/** A weather station and its normals. */
export interface Station extends Site {
  id: string;
  name: string;
  /** Metres above sea level. */
  elevation: number;
  normals: { [Element in StationElement]?: Months | undefined };
}

const UNMEASURED = Object.fromEntries(STATION_ELEMENTS.map((element) => [element, undefined])) as Record<
  StationElement,
  undefined
>;

const STATIONS = recordTable('climate/stations', {
  id: text,
  name: text,
  latitude: number,
  longitude: number,
  elevation: number,
  ...ELEMENTS,
});

/** The points at which a gridded climatology was sampled. */
const GRID_POINTS = recordTable('climate/grid-points', {
  id: text,
  latitude: number,
  longitude: number,
  /** °C: of the year, and of the warmest and the coldest three months. */
  meanTemperature: number,
  warmestQuarter: number,
  coldestQuarter: number,
  /** mm per year. */
  precipitation: number,
});
export type GridPoint = ReturnType<typeof GRID_POINTS.read>[number];

/** The Köppen class of each city, and the stations for its climate. */
const CITIES = recordTable('climate/cities', {
  geonamesId: number,
  /** `Csb`; '' off the land of the grid. */
  koppen: text,
  /** Ids of stations; '' where none is near enough. */
  temperature: text,
  /** Id of the grid point to whose annual mean the months are adjusted; '' if the station is near enough, or no point is. */
  temperatureLevel: text,
  /** The same point if the months are also stretched to its seasons; otherwise ''. */
  temperatureSeasons: text,
  ...texts('precipitation', 'precipitationLevel', 'wetDays', 'sunshine', 'humidity'),
});
export type CityStations = ReturnType<typeof CITIES.read>[number];

export interface ClimateTables {
  stations: readonly Station[];
  points: readonly GridPoint[];
  cities: readonly CityStations[];
}

export function writeClimateTables(dataDirectory: string, { stations, points, cities }: ClimateTables): void {
  STATIONS.write(
    dataDirectory,
    stations.map(({ normals, ...station }) => ({ ...station, ...UNMEASURED, ...normals })),
  );
  GRID_POINTS.write(dataDirectory, points);
  CITIES.write(dataDirectory, cities);
}

/** Refuses months that are not twelve numbers. */
export function readClimateTables(dataDirectory: string): ClimateTables {
  const rows = STATIONS.read(dataDirectory);
  return {
    stations: rows.map(({ id, name, latitude, longitude, elevation, ...normals }) => {
      return { id, name, latitude, longitude, elevation, normals };
    }),
    points: GRID_POINTS.read(dataDirectory),
    cities: CITIES.read(dataDirectory),
  };
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

/** Beyond these bounds, a station's months are not those of the city: it is not used. */
const [LEAST_STRETCH, MOST_STRETCH] = [0.6, 1.5];

/** The factor for the distance of a station's months from the year's mean, to a thousandth. */
export function stretchFactor(seasonsHere: number, seasonsThere: number): number {
  return Math.round((1000 * seasonsHere) / seasonsThere) / 1000;
}

export function canStretch(seasonsHere: number, seasonsThere: number): boolean {
  const factor = stretchFactor(seasonsHere, seasonsThere);
  return factor >= LEAST_STRETCH && factor <= MOST_STRETCH;
}

/** The published means, or the middle of maxima and minima if a station has no means between the two. */
export function meanTemperatures({
  temperature_mean: mean,
  temperature_max: max,
  temperature_min: min,
}: Station['normals']): Months | undefined {
  if (max === undefined || min === undefined) return undefined;
  const between = mean?.every(
    (value, month) => value >= (min[month] ?? Number.NaN) && value <= (max[month] ?? Number.NaN),
  );
  if (mean !== undefined && between === true) return mean;
  return max.map((value, month) => Math.round(5 * (value + (min[month] ?? Number.NaN))) / 10);
}

import { toTenth } from './quality-overall.ts';
import type { GroupRecord } from './quality-records.ts';

/*
 * How a release keeps the climate: a row for each weather station, and one for each city that says which stations apply to
 * it and how far its months differ from theirs. The months of a city are computed on request, because they
 * would make the release a fifth larger.
 */

/** Ids of the sources: the stations, the grid to which far stations are adjusted, the classes, and the cities' locations. */
export const CLIMATE_SOURCES = {
  stations: 'wmo-climate-normals-1991-2020',
  grid: 'chelsa-1-1-1979-2013',
  koppen: 'koppen-geiger-beck2023',
  cities: 'geonames-cities',
} as const;

/** The group of the quality of life, the one metric of it that is scored, and the index for people who live there. */
export const CLIMATE_GROUP = 'climate';
export const CLIMATE_INDEX = 'holiday_climate_index';
export const RESIDENT_INDEX = 'resident_climate_index';

/** The thirty years of the normals: ISO 8601. */
export const NORMALS_PERIOD = '1991/2020';

/**
 * The normals that a release has, in the order in which they are shown: the id of the unit, and whether the figure of a year is
 * the sum of the months or their mean.
 */
export const ELEMENT_UNITS = {
  temperature_mean: { unit: 'degrees_celsius', year: 'mean' },
  temperature_max: { unit: 'degrees_celsius', year: 'mean' },
  temperature_min: { unit: 'degrees_celsius', year: 'mean' },
  precipitation: { unit: 'millimetres', year: 'sum' },
  wet_days: { unit: 'days', year: 'sum' },
  sunshine: { unit: 'hours', year: 'sum' },
  relative_humidity: { unit: 'percent', year: 'mean' },
} as const;
export type ClimateElement = keyof typeof ELEMENT_UNITS;
export const CLIMATE_ELEMENTS = Object.keys(ELEMENT_UNITS) as readonly ClimateElement[];

export interface ClimateStationRow {
  id: string;
  name: string;
  latitude: number;
  longitude: number;
  /** Metres above sea level. */
  elevation: number;
  /** JSON, ClimateNormals. */
  normals: string;
}

/** Twelve values of each element that the station has, January first. */
export type ClimateNormals = Partial<Record<ClimateElement, number[]>>;

/** What a city's row says, as JSON. A group of elements is null where no station is near enough. */
export interface CityClimateRecord {
  /** Köppen-Geiger class: `Csb`; null off the land of the grid. */
  koppen: string | null;
  /** For the three temperatures. */
  temperature: StationRecord | null;
  precipitation: StationRecord | null;
  wet_days: StationRecord | null;
  sunshine: StationRecord | null;
  humidity: StationRecord | null;
  index: IndexRecord | null;
  residents: ResidentIndexRecord | null;
}

/** The correction is added to temperatures; it multiplies precipitation. */
export type UnstretchedRecord = [
  station: string,
  kilometres: number,
  /** Metres by which the city is higher. */
  height: number,
  correction: number,
  /** To the point of the grid that the correction comes from; null if it comes from none. */
  kilometresToPoint: number | null,
];

/** For temperatures also a factor for the distance of a month from the year's mean, if the station has other seasons. */
export type StationRecord = UnstretchedRecord | [...UnstretchedRecord, stretch: number];

export interface IndexRecord {
  /** Holiday Climate Index of the twelve months. */
  months: number[];
  /** What cloud cover and humidity were worked out from. */
  cloud: 'sunshine' | 'temperature_range';
  humidity: 'vapour_pressure' | 'temperature_min';
}

export interface ResidentIndexRecord extends Pick<IndexRecord, 'humidity'> {
  /** Climate index for residents of the twelve months. */
  months: number[];
  /** What wet days were worked out from. */
  wet_days: 'station' | 'precipitation';
}

type AnyIndex = Pick<IndexRecord, 'months' | 'humidity'> & Partial<IndexRecord & ResidentIndexRecord>;

/** What an index estimates because no station near the city measures it, in words; empty if nothing. */
export function estimatedFor(index: AnyIndex): string {
  const { cloud, humidity, wetDays } = estimatesOf(index);
  const byTemperature = [...(cloud ? ['cloud cover'] : []), ...(humidity ? ['humidity'] : [])];
  return [
    ...(byTemperature.length > 0
      ? [`${byTemperature.join(' and ')} estimated from the daily maxima and minima of temperature`]
      : []),
    ...(wetDays ? ['wet days estimated from the precipitation'] : []),
  ].join('; ');
}

function estimatesOf({ cloud, humidity, wet_days }: AnyIndex) {
  return {
    cloud: cloud === 'temperature_range',
    humidity: humidity === 'temperature_min',
    wetDays: wet_days === 'precipitation',
  };
}

/** The mean of the months, to a tenth. */
export function yearlyIndex(months: readonly number[]): number {
  return toTenth(months.reduce((sum, value) => sum + value, 0) / months.length);
}

/**
 * Standard deviations of the error of both indices of a year, in points: of another station, and of what was estimated. From
 * stations left out: docs/quality-of-life.md has the table.
 */
const INDEX_ERROR = { station: 2, cloud: 2.4, humidity: 0.8, wetDays: 0 };
const RESIDENT_INDEX_ERROR = { station: 2.9, cloud: 0, humidity: 2.4, wetDays: 1.3 };

/** Kilometres beyond which a station is one of the region rather than of the city. */
export const FAR_STATION = 50;
/** Metres of height from which a station may have another climate than the city. */
export const HIGH_STATION = 300;

/** What a station's figures are of; for an index that is the station of its temperatures. */
export function grainOfStation(station: StationRecord | null): 'city' | 'region' {
  return station !== null && station[1] > FAR_STATION ? 'region' : 'city';
}

/** The score of the climate: the index itself. It is computed on request, because each city has its own climate. */
export function climateScore(index: IndexRecord, of: Pick<CityClimateRecord, 'temperature'>): GroupRecord {
  const { score, grain, grains, country_error, local_error } = indexScore(index, of, INDEX_ERROR);
  const scored = { score, reason: null, value: score, country_error, local_error };
  return {
    ...scored,
    grain,
    grains,
    coverage: { scored: 1, of: 1 },
    indicators: { [CLIMATE_INDEX]: scored },
  };
}

/** The index for residents as a figure of the city, with its error in points. */
export function residentScore(index: ResidentIndexRecord, of: Pick<CityClimateRecord, 'temperature'>) {
  return indexScore(index, of, RESIDENT_INDEX_ERROR);
}

function indexScore(
  index: AnyIndex,
  { temperature }: Pick<CityClimateRecord, 'temperature'>,
  errors: typeof INDEX_ERROR,
) {
  const { cloud, humidity, wetDays } = estimatesOf(index);
  const local_error = Math.hypot(
    errors.station,
    cloud ? errors.cloud : 0,
    humidity ? errors.humidity : 0,
    wetDays ? errors.wetDays : 0,
  );
  const grain = grainOfStation(temperature);
  return { score: yearlyIndex(index.months), grain, grains: { [grain]: 1 }, country_error: 0, local_error };
}

/** The station of an element; the three temperatures share one. */
export function stationOf(record: CityClimateRecord, element: ClimateElement): StationRecord | null {
  if (element === 'relative_humidity') return record.humidity;
  return element.startsWith('temperature_')
    ? record.temperature
    : record[element as 'precipitation' | 'wet_days' | 'sunshine'];
}

/**
 * The months of an element in a city: those of the station, corrected.
 *
 * @param means monthly mean temperatures of the station, for temperatures that are stretched
 */
export function correctedMonths(
  element: ClimateElement,
  months: readonly number[],
  [, , , correction, , stretch = 1]: StationRecord,
  means: readonly number[] = [],
): number[] {
  if (element.startsWith('temperature_')) {
    const year = means.reduce((sum, value) => sum + value, 0) / 12;
    return months.map((value, month) =>
      toTenth(
        value + correction + (stretch === 1 ? 0 : (stretch - 1) * ((means[month] ?? Number.NaN) - year)),
      ),
    );
  }
  return element === 'precipitation'
    ? months.map((value) => toTenth(value * correction))
    : months.map(toTenth);
}

/** The figure of the year, from those of the months. */
export function yearOf(element: ClimateElement, months: readonly number[]): number {
  const sum = months.reduce((total, value) => total + value, 0);
  return toTenth(ELEMENT_UNITS[element].year === 'sum' ? sum : sum / months.length);
}

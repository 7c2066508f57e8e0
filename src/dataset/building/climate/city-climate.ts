import {
  type CityClimateRecord,
  CLIMATE_SOURCES,
  type ClimateNormals,
  type ClimateStationRow,
  correctedMonths,
  type StationRecord,
  type UnstretchedRecord,
} from '../../../release/climate-records.ts';
import { chordKm, surfaceKm, unitVector } from '../estimates/sphere.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import type { CityRow } from '../places/cities.ts';
import { elevationOfTerrain } from '../places/cities.ts';
import {
  type CityStations,
  type GridPoint,
  type Months,
  meanTemperatures,
  readClimateTables,
  type Site,
  type Station,
  seasonsOf,
  seasonsOfMonths,
  stretchFactor,
} from './climate-tables.ts';
import { DAYS, holidayClimateIndex, SHORTEST_DAYLIGHT } from './holiday-climate-index.ts';
import { residentClimateIndex } from './resident-climate-index.ts';
import { daylightHours } from './sunlight.ts';
import { relativeHumidity } from './water-vapour.ts';

/** °C that it gets colder per metre of height: for stations up to 100 km apart, 0.60 per 100 m fits maxima best. */
const LAPSE_RATE = 0.006;

/** Kilometres to a station at which the grid is worth as much as the station; at stations that were left out, both together are nearest. */
const AS_MUCH_AS_GRID = 40;

/** °C by which it was warmer in 1991–2020 than in the years of the grid, 1979–2013: the median of 3,359 stations. */
const WARMING = 0.25;

/**
 * mm per year below which the grid makes drizzle of none, as on the coast of Peru: there the smaller of grid and station is nearer to
 * stations that were left out (root mean square of ln (mm + 5) .34 instead of .45).
 */
const DRIZZLE = 60;

export interface ReleaseClimate {
  stations: ClimateStationRow[];
  /** By city id. */
  cities: Map<string, CityClimateRecord>;
}

/**
 * The climate of every city: its stations, how far it differs from them, and the indices of its months.
 *
 * @param sources those of the release: figures from any other are left out
 */
export function cityClimates(
  dataDirectory: string,
  { cities, gone }: { cities: readonly { id: string; city: CityRow }[]; gone: ReadonlySet<number> },
  sources: { has(id: string): boolean },
): ReleaseClimate {
  const tables = readClimateTables(dataDirectory);
  const stations = new Map(
    (sources.has(CLIMATE_SOURCES.stations) ? tables.stations : []).map((station) => [
      station.id,
      readyStation(station),
    ]),
  );
  const points = new Map(
    (sources.has(CLIMATE_SOURCES.grid) ? tables.points : []).map((point) => [point.id, point]),
  );
  const hasKoppen = sources.has(CLIMATE_SOURCES.koppen);
  const rows = new Map(cities.map((row) => [row.city.geonamesId, row]));
  const records = new Map<string, CityClimateRecord>();
  for (const chosen of tables.cities.filter(({ geonamesId }) => !gone.has(geonamesId))) {
    const row = rows.get(chosen.geonamesId);
    if (row === undefined)
      throw new SourceFileError('climate/cities.tsv', 0, 'geonames_id', `no city ${chosen.geonamesId}`);
    records.set(row.id, recordOf(row.city, chosen, { stations, points }, hasKoppen));
  }
  return { stations: [...stations.values()].map(({ row }) => row), cities: records };
}

/** A station with values derived from its normals. */
type ReadyStation = ReturnType<typeof readyStation>;

/** By their ids. */
interface KnownClimate {
  stations: ReadonlyMap<string, ReadyStation>;
  points: ReadonlyMap<string, GridPoint>;
}

function readyStation({ id, name, latitude, longitude, elevation, normals: published }: Station) {
  const { temperature_max: max, temperature_min: min, vapour_pressure: pressure, sunshine } = published;
  const mean = meanTemperatures(published);
  const normals: ClimateNormals = {};
  if (mean !== undefined && max !== undefined && min !== undefined)
    Object.assign(normals, { temperature_mean: [...mean], temperature_max: max, temperature_min: min });
  for (const element of ['precipitation', 'wet_days', 'sunshine'] as const) {
    const months = published[element];
    if (months !== undefined) normals[element] = [...months];
  }
  if (pressure !== undefined && mean !== undefined)
    normals.relative_humidity = mean.map(
      (celsius, month) => Math.round(10 * relativeHumidity(pressure[month] ?? Number.NaN, celsius)) / 10,
    );
  return {
    latitude,
    longitude,
    elevation,
    normals,
    /** °C: of the year, and between the warmest and the coldest three months; mm per year. */
    meanTemperature: mean === undefined ? Number.NaN : sum(mean) / 12,
    seasons: mean === undefined ? Number.NaN : seasonsOfMonths(mean),
    annualPrecipitation: sum(published.precipitation ?? []),
    /** Per cent of the possible sunshine. */
    sunshineShare: sunshine?.map((hours, month) => shareOfDaylight(latitude, month, hours)),
    row: {
      id,
      name,
      latitude,
      longitude,
      elevation,
      normals: JSON.stringify(normals),
    } satisfies ClimateStationRow,
  };
}

function shareOfDaylight(latitude: number, month: number, hours: number): number {
  const daylight = daylightHours(latitude, month);
  return daylight < SHORTEST_DAYLIGHT
    ? 0
    : Math.min(100, (100 * hours) / ((DAYS[month] ?? Number.NaN) * daylight));
}

function recordOf(
  city: CityRow,
  chosen: CityStations,
  climate: KnownClimate,
  hasKoppen: boolean,
): CityClimateRecord {
  const plain = (id: string) => {
    const station = climate.stations.get(id);
    return station === undefined ? null : stationRecord(id, city, station, 0, null);
  };
  const record: CityClimateRecord = {
    koppen: hasKoppen && chosen.koppen !== '' ? chosen.koppen : null,
    temperature: temperatureRecord(city, chosen, climate),
    precipitation: precipitationRecord(city, chosen, climate),
    wet_days: plain(chosen.wetDays),
    sunshine: plain(chosen.sunshine),
    humidity: plain(chosen.humidity),
    index: null,
    residents: null,
  };
  return { ...record, ...indicesOf(city, record, climate) };
}

function temperatureRecord(
  city: CityRow,
  { temperature: id, temperatureLevel, temperatureSeasons }: CityStations,
  { stations, points }: KnownClimate,
): StationRecord | null {
  const station = stations.get(id);
  if (station === undefined) return null;
  const point = points.get(temperatureLevel);
  if (point === undefined) {
    // Without the grid figure for the correction, a far station cannot be used.
    if (temperatureLevel !== '') return null;
    return stationRecord(id, city, station, -LAPSE_RATE * heightDifference(city, station), null);
  }
  const byHeight = -LAPSE_RATE * heightDifference(city, station);
  const byGrid = point.meanTemperature - station.meanTemperature;
  const moved = towardsGrid(byHeight, byGrid, kilometresBetween(city, station));
  const record = stationRecord(id, city, station, moved, point);
  return temperatureSeasons === '' ? record : [...record, stretchFactor(seasonsOf(point), station.seasons)];
}

/**
 * How far a station's temperatures are moved, in °C: from what the height says towards what the grid says. The more the two contradict
 * each other, the less the grid is worth, above all if it is colder: its point is then on a mountain beside the city, or wrong, as at
 * Guayaquil. From a far station, they may differ more.
 */
export function towardsGrid(byHeight: number, byGrid: number, kilometres: number): number {
  const further = byGrid + WARMING - byHeight;
  const doubt = further < 0 ? 2 + kilometres / 200 : 3 + kilometres / 80;
  return byHeight + (gridShare(kilometres) * further) / (1 + (further / doubt) ** 4);
}

/** What the grid is worth in a city so far from the station. */
function gridShare(kilometres: number): number {
  return kilometres / (kilometres + AS_MUCH_AS_GRID);
}

function precipitationRecord(
  city: CityRow,
  { precipitation: id, precipitationLevel }: CityStations,
  { stations, points }: KnownClimate,
): StationRecord | null {
  const station = stations.get(id);
  if (station === undefined) return null;
  const point = points.get(precipitationLevel);
  if (point === undefined)
    return precipitationLevel === '' ? stationRecord(id, city, station, 1, null) : null;
  return stationRecord(
    id,
    city,
    station,
    rainFactor(point.precipitation, station.annualPrecipitation, kilometresBetween(city, station)),
    point,
  );
}

/**
 * What a station's rain is multiplied by.
 *
 * @param here mm per year in the city by the grid
 * @param there mm per year at the station
 */
export function rainFactor(here: number, there: number, kilometres: number): number {
  // Where it never rains the grid's figure cannot be spread over the months as the station's is.
  if (there === 0) return 1;
  return here < DRIZZLE ? Math.min(1, here / there) : (here / there) ** gridShare(kilometres);
}

function stationRecord(
  id: string,
  city: CityRow,
  station: ReadyStation,
  correction: number,
  point: GridPoint | null,
): UnstretchedRecord {
  return [
    id,
    kilometresBetween(city, station),
    Math.round(heightDifference(city, station)),
    Math.round(correction * 1000) / 1000,
    point === null ? null : kilometresBetween(city, point),
  ];
}

function indicesOf(
  { latitude }: CityRow,
  record: CityClimateRecord,
  { stations }: KnownClimate,
): Pick<CityClimateRecord, 'index' | 'residents'> {
  const { temperature, precipitation } = record;
  const none = { index: null, residents: null };
  if (temperature === null || precipitation === null) return none;
  const { normals } = stations.get(temperature[0]) ?? {};
  const rain = stations.get(precipitation[0])?.normals.precipitation;
  const { temperature_mean: mean, temperature_max: max, temperature_min: min } = normals ?? {};
  if (mean === undefined || max === undefined || min === undefined || rain === undefined) return none;
  const sunshine = stations.get(record.sunshine?.[0] ?? '')?.sunshineShare;
  const inputs = {
    mean: correctedMonths('temperature_mean', mean, temperature, mean),
    max: correctedMonths('temperature_max', max, temperature, mean),
    min: correctedMonths('temperature_min', min, temperature, mean),
    precipitation: correctedMonths('precipitation', rain, precipitation),
    humidity: stations.get(record.humidity?.[0] ?? '')?.normals.relative_humidity,
    wetDays: stations.get(record.wet_days?.[0] ?? '')?.normals.wet_days,
  };
  const humidity = inputs.humidity === undefined ? 'temperature_min' : 'vapour_pressure';
  return {
    index: {
      months: holidayClimateIndex({ ...inputs, latitude, sunshine }),
      cloud: sunshine === undefined ? 'temperature_range' : 'sunshine',
      humidity,
    },
    residents: {
      months: residentClimateIndex(inputs),
      humidity,
      wet_days: inputs.wetDays === undefined ? 'precipitation' : 'station',
    },
  };
}

/** Metres by which the city is higher. */
function heightDifference(city: CityRow, station: ReadyStation): number {
  return elevationOfTerrain(city) - station.elevation;
}

/** To a tenth. */
function kilometresBetween(one: Site, other: Site): number {
  return Math.round(10 * surfaceKm(chordKm(unitVector(one), unitVector(other)))) / 10;
}

function sum(values: Months): number {
  return values.reduce((total, value) => total + value, 0);
}

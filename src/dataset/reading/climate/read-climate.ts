import { join } from 'node:path';
import { CLIMATE_SOURCES } from '../../../release/climate-records.ts';
import {
  type CityStations,
  type GridPoint,
  type Station,
  type StationElement,
  writeClimateTables,
} from '../../building/climate/climate-tables.ts';
import { readFacts } from '../../building/facts/fact.ts';
import { elevationOfTerrain } from '../../building/places/cities.ts';
import type { Gazetteer, GazetteerCity } from '../../building/places/gazetteer.ts';
import { shoresOf } from '../geography/coast-distance.ts';
import { coastline } from '../geography/coastline.ts';
import { readPackageFile } from '../geography/located-cities.ts';
import type { Match } from '../places/match.ts';
import { CHELSA_FOLDER, readChelsaPoints } from './chelsa.ts';
import { KOPPEN_FOLDER, type KoppenGrid, readKoppenGrid } from './koppen-grid.ts';
import {
  type Choice,
  type ClimateSite,
  chooseForTemperature,
  chooseStation,
  chooseWithLevel,
  isInAnotherClimate,
  isNear,
  type LocatedStation,
  pointIndex,
  stationIndex,
} from './station-choice.ts';
import { readWmoStations, WMO_FOLDER } from './wmo-normals.ts';

/** The reader of the cities' distances to the sea; the same map is used for the stations. */
const COAST_FACTS = 'coast-distance';
const COAST_MAP = 'world-atlas/land-10m.json';

/**
 * Reads the published normals, chooses the stations of every city, and writes data/climate: the stations and grid points
 * that some city uses, and which ones each city uses.
 *
 * @returns the ids of the sources, and as matches the stations that were left out and the cities without a station for temperature
 */
export function readClimate(
  directory: string,
  dataDirectory: string,
  gazetteer: Gazetteer,
): { sources: string[]; matches: Match[] } {
  const reviewed = join(dataDirectory, 'readers', 'climate-station-reviews.tsv');
  const { stations, leftOut } = readWmoStations(join(directory, WMO_FOLDER), reviewed);
  const chooser = stationChooser(
    locateStations(stations),
    readChelsaPoints(join(directory, CHELSA_FOLDER)),
    readKoppenGrid(join(directory, KOPPEN_FOLDER)),
    coastDistances(dataDirectory),
  );
  const cities = gazetteer.cities().map((city) => ({ key: city.key, row: chooser.of(city) }));
  writeClimateTables(dataDirectory, {
    cities: cities.map(({ row }) => row),
    stations: [...chooser.used.stations.values()],
    points: [...chooser.used.points.values()],
  });
  const how = 'no station for temperature in reach, or only one in another climate';
  const unknown = cities
    .filter(({ row }) => row.temperature === '')
    .map(({ key }) => ({ published: key, place: '', how }));
  return {
    sources: [CLIMATE_SOURCES.stations, CLIMATE_SOURCES.grid, CLIMATE_SOURCES.koppen],
    matches: [...leftOut, ...unknown],
  };
}

/** Chooses the stations of each city, and records which ones were chosen. */
function stationChooser(
  stations: readonly LocatedStation[],
  grid: readonly GridPoint[],
  koppen: KoppenGrid,
  coast: ReadonlyMap<string, number>,
) {
  const having = (...elements: StationElement[]) =>
    stationIndex(
      stations.filter(({ normals }) => elements.every((element) => normals[element] !== undefined)),
    );
  const ofTemperature = having('temperature_max', 'temperature_min');
  const ofPrecipitation = having('precipitation');
  const ofWetDays = having('wet_days');
  const ofSunshine = having('sunshine');
  const ofHumidity = having('vapour_pressure', 'temperature_max', 'temperature_min');
  const points = pointIndex(grid);
  const used = { stations: new Map<string, Station>(), points: new Map<string, GridPoint>() };
  const keep = <Kept extends { id: string }>(all: Map<string, Kept>, one: Kept | undefined) => {
    if (one !== undefined) all.set(one.id, one);
    return one?.id ?? '';
  };
  const of = (city: GazetteerCity): CityStations => {
    const { key, geonamesId, latitude, longitude } = city;
    const elevation = elevationOfTerrain(city);
    const site = { latitude, longitude, elevation, kilometresToCoast: coast.get(key) ?? 0 };
    // In another climate than the nearest station's, only one that is near still says something.
    const isForeign = isInAnotherClimate(site, ofTemperature, points);
    const suits = (station: LocatedStation) => !isForeign || isNear(site, station);
    const suiting = (choice: Choice | undefined) => (choice && suits(choice.station) ? choice : undefined);
    const keptIf = (station: LocatedStation | undefined) =>
      keep(used.stations, station && suits(station) ? station : undefined);
    const temperature = suiting(chooseForTemperature(site, ofTemperature, points));
    const precipitation = suiting(chooseWithLevel(site, ofPrecipitation, points));
    return {
      geonamesId,
      koppen: koppen(site),
      temperature: keep(used.stations, temperature?.station),
      temperatureLevel: keep(used.points, temperature?.level),
      temperatureSeasons: temperature?.seasons === true ? keep(used.points, temperature.level) : '',
      precipitation: keep(used.stations, precipitation?.station),
      precipitationLevel: keep(used.points, precipitation?.level),
      wetDays: keptIf(chooseStation(site, ofWetDays)),
      sunshine: keptIf(chooseStation(site, ofSunshine)),
      humidity: keptIf(chooseStation(site, ofHumidity)),
    };
  };
  return { of, used };
}

/** By key; the few cities off the land of the map, mostly on small islands, are left to the caller. */
function coastDistances(dataDirectory: string): Map<string, number> {
  return new Map(readFacts(dataDirectory, COAST_FACTS).map(({ place, value }) => [place, Number(value)]));
}

/** Adds how far each station is from the sea, by the map that measures the cities. */
export function locateStations(stations: readonly Station[]): LocatedStation[] {
  const coast = coastline(shoresOf(readPackageFile(COAST_MAP)));
  return stations.map((station): Station & ClimateSite => {
    const { kilometres, onLand } = coast.nearest(station.longitude, station.latitude);
    return { ...station, kilometresToCoast: onLand ? kilometres : 0 };
  });
}

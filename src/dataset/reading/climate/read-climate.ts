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
import { Coastline } from '../geography/coastline.ts';
import { readPackageFile } from '../geography/geography-reader.ts';
import type { Match } from '../places/match.ts';
import { CHELSA_FOLDER, readChelsaPoints } from './chelsa.ts';
import { KOPPEN_FOLDER, type KoppenGrid, readKoppenGrid } from './koppen-grid.ts';
import {
  type Choice,
  type ClimateSite,
  chooseForSunshine,
  chooseForTemperature,
  chooseStation,
  chooseWithLevel,
  isInAnotherClimate,
  isNear,
  type LocatedStation,
  PointIndex,
  PRECIPITATION_REACH,
  StationIndex,
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
  const chooser = new Chooser(
    locateStations(stations),
    readChelsaPoints(join(directory, CHELSA_FOLDER)),
    readKoppenGrid(join(directory, KOPPEN_FOLDER)),
    coastDistances(dataDirectory),
  );
  const cities = gazetteer.cities().map((city) => chooser.of(city));
  writeClimateTables(dataDirectory, { cities: cities.map(({ row }) => row), ...chooser.used });
  const unknown = cities.flatMap(({ key, row }) =>
    row.temperature === ''
      ? {
          published: key,
          place: '',
          how: 'no station for temperature in reach, or only one in another climate',
        }
      : [],
  );
  return {
    sources: [CLIMATE_SOURCES.stations, CLIMATE_SOURCES.grid, CLIMATE_SOURCES.koppen],
    matches: [...leftOut, ...unknown],
  };
}

/** Chooses the stations of each city, and records which ones were chosen. */
class Chooser {
  readonly #temperature: StationIndex;
  readonly #precipitation: StationIndex;
  readonly #wetDays: StationIndex;
  readonly #sunshine: StationIndex;
  readonly #humidity: StationIndex;
  readonly #points: PointIndex;
  readonly #koppen: KoppenGrid;
  readonly #coast: ReadonlyMap<string, number>;
  readonly #stations = new Map<string, Station>();
  readonly #levels = new Map<string, GridPoint>();

  constructor(
    stations: readonly LocatedStation[],
    points: readonly GridPoint[],
    koppen: KoppenGrid,
    coast: ReadonlyMap<string, number>,
  ) {
    const having = (...elements: StationElement[]) =>
      new StationIndex(
        stations.filter(({ normals }) => elements.every((element) => normals[element] !== undefined)),
      );
    this.#temperature = having('temperature_max', 'temperature_min');
    this.#precipitation = having('precipitation');
    this.#wetDays = having('wet_days');
    this.#sunshine = having('sunshine');
    this.#humidity = having('vapour_pressure', 'temperature_max', 'temperature_min');
    this.#points = new PointIndex(points);
    this.#koppen = koppen;
    this.#coast = coast;
  }

  of(city: GazetteerCity): { key: string; row: CityStations } {
    const { key, geonamesId, latitude, longitude } = city;
    const site = {
      latitude,
      longitude,
      elevation: elevationOfTerrain(city),
      kilometresToCoast: this.#coast.get(key) ?? 0,
    };
    // In another climate than the nearest station's, only one that is near still says something.
    const isForeign = isInAnotherClimate(site, this.#temperature, this.#points);
    const suits = (station: LocatedStation | undefined) =>
      station !== undefined && (!isForeign || isNear(site, station));
    const suiting = (choice: Choice | undefined) => (suits(choice?.station) ? choice : undefined);
    const keptIf = (station: LocatedStation | undefined) => (suits(station) ? this.#keep(station) : '');
    const temperature = suiting(chooseForTemperature(site, this.#temperature, this.#points));
    const precipitation = suiting(
      chooseWithLevel(site, this.#precipitation, this.#points, PRECIPITATION_REACH),
    );
    const row: CityStations = {
      geonamesId,
      koppen: this.#koppen(site),
      temperature: this.#keep(temperature?.station),
      temperatureLevel: this.#keepLevel(temperature?.level),
      temperatureSeasons: temperature?.seasons === true ? this.#keepLevel(temperature.level) : '',
      precipitation: this.#keep(precipitation?.station),
      precipitationLevel: this.#keepLevel(precipitation?.level),
      wetDays: keptIf(chooseStation(site, this.#wetDays)),
      sunshine: keptIf(chooseForSunshine(site, this.#sunshine)),
      humidity: keptIf(chooseStation(site, this.#humidity)),
    };
    return { key, row };
  }

  get used(): { stations: Station[]; points: GridPoint[] } {
    return { stations: [...this.#stations.values()], points: [...this.#levels.values()] };
  }

  #keep(station: LocatedStation | undefined): string {
    if (station === undefined) return '';
    this.#stations.set(station.id, station);
    return station.id;
  }

  #keepLevel(point: GridPoint | undefined): string {
    if (point === undefined) return '';
    this.#levels.set(point.id, point);
    return point.id;
  }
}

/** By key; the few cities off the land of the map, mostly on small islands, are left to the caller. */
function coastDistances(dataDirectory: string): Map<string, number> {
  return new Map(readFacts(dataDirectory, COAST_FACTS).map(({ place, value }) => [place, Number(value)]));
}

/** Adds how far each station is from the sea, by the map that measures the cities. */
export function locateStations(stations: readonly Station[]): LocatedStation[] {
  const coastline = new Coastline(shoresOf(readPackageFile(COAST_MAP)));
  return stations.map((station): Station & ClimateSite => {
    const { kilometres, onLand } = coastline.nearest(station.longitude, station.latitude);
    return { ...station, kilometresToCoast: onLand ? kilometres : 0 };
  });
}

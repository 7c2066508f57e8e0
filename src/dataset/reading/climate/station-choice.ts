import { around, distance } from 'geokdbush';
import {
  canStretch,
  type GridPoint,
  meanTemperatures,
  type Site,
  type Station,
  seasonsOf,
  seasonsOfMonths,
} from '../../building/climate/climate-tables.ts';
import { indexOfSites } from '../geography/located-cities.ts';

/**
 * Which station's normals apply to a city, and beyond which distance a gridded climatology is better. The constants were chosen
 * by leaving stations out: docs/quality-of-life.md has the errors.
 */

/** A place whose climate is wanted. */
export interface ClimateSite extends Site {
  /** Metres above sea level. */
  elevation: number;
  kilometresToCoast: number;
}

/** A hundred metres of height count as this many kilometres. */
const KILOMETRES_PER_HUNDRED_METRES = 10;
/** If one is on the coast and the other far inland, that counts as this many kilometres. */
const KILOMETRES_FOR_THE_COAST = 80;
/** Kilometres over which the influence of the sea fades by a factor of e. */
const COASTAL_KILOMETRES = 20;
/** How many of the nearest stations are considered, and up to which distance. */
const CANDIDATES = 60;
const FARTHEST_KILOMETRES = 500;
/** Most sites have their station within one of these, which are searched first because it is so much quicker. */
const FIRST_KILOMETRES = [40, 100, 200];
/** Beyond this, a point of the grid does not describe the city. */
const FARTHEST_POINT_KILOMETRES = 25;

/** How far off a station is in effect, in kilometres: farther with differences in height and in nearness to the coast. */
export function effectiveDistance(site: ClimateSite, station: ClimateSite): number {
  const kilometres = distance(site.longitude, site.latitude, station.longitude, station.latitude);
  const height = (Math.abs(site.elevation - station.elevation) / 100) * KILOMETRES_PER_HUNDRED_METRES;
  const coast = KILOMETRES_FOR_THE_COAST * Math.abs(seaInfluence(site) - seaInfluence(station));
  return kilometres + height + coast;
}

function seaInfluence({ kilometresToCoast }: ClimateSite): number {
  return Math.exp(-Math.max(0, kilometresToCoast) / COASTAL_KILOMETRES);
}

export type LocatedStation = Station & ClimateSite;

interface NearestStation {
  station: LocatedStation;
  effective: number;
}

export type StationIndex = ReturnType<typeof stationIndex>;

/** The stations with a given element, by location. */
export function stationIndex(stations: readonly LocatedStation[]) {
  const index = indexOfSites(stations);
  return {
    /** The station with the smallest effective distance; undefined if none is in reach. */
    nearest(
      site: ClimateSite,
      accepts: (station: LocatedStation) => boolean = () => true,
      farthest = FARTHEST_KILOMETRES,
    ): NearestStation | undefined {
      const isAccepted = (at: number) => stations[at] !== undefined && accepts(stations[at]);
      let nearest: NearestStation | undefined;
      for (const kilometres of [...FIRST_KILOMETRES.filter((first) => first < farthest), farthest]) {
        const found = around(index, site.longitude, site.latitude, CANDIDATES, kilometres, isAccepted);
        nearest = nearestOf(
          found.flatMap((at) => stations[at] ?? []),
          site,
        );
        // Whatever is farther away is farther in effect, too.
        if (found.length === CANDIDATES || (nearest !== undefined && nearest.effective <= kilometres)) break;
      }
      return nearest;
    },
  };
}

function nearestOf(stations: readonly LocatedStation[], site: ClimateSite): NearestStation | undefined {
  let nearest: NearestStation | undefined;
  for (const station of stations) {
    const effective = effectiveDistance(site, station);
    if (nearest === undefined || effective < nearest.effective) nearest = { station, effective };
  }
  return nearest;
}

/** The nearest point of a grid; undefined if none describes the site. */
export type PointIndex = (site: Site) => GridPoint | undefined;

export function pointIndex(points: readonly GridPoint[]): PointIndex {
  const index = indexOfSites(points);
  return ({ longitude, latitude }) =>
    points[around(index, longitude, latitude, 1, FARTHEST_POINT_KILOMETRES)[0] ?? -1];
}

/** The source of an element in a city. */
export interface Choice {
  station: LocatedStation;
  /** The point to whose annual figure the station's months are adjusted. */
  level: GridPoint | undefined;
  /** Whether they are also stretched to its seasons. */
  seasons: boolean;
}

/** From this effective distance, a station with other seasons is not used for a city as it is. */
const NEAR_WITH_OTHER_SEASONS = 100;
/**
 * °C by which the grid's seasons in the city and at the station differ where one of the two is more exposed to the sea than the
 * other. The grid itself is right to 1.1 °C at half of the stations, but errs alike at neighbouring points.
 */
const OTHER_SEASONS = 1.5;

/** Effective kilometres from which a station is moved towards the grid: nearer ones are better alone. */
export const NEAR = 25;
/** Up to which a station is used as it is if no point of the grid describes the city: effective and real kilometres. */
export const FAR_REACH = 300;
const FARTHEST_WITHOUT_GRID = 150;
/**
 * Effective kilometres up to which wet days, sunshine and humidity hold, which the grid does not have: beyond, one station in ten that
 * was left out has a fifth more or less sunshine, and two fifths more or fewer wet days.
 */
export const REACH_OF_OTHERS = 150;

/** The station for an element whose annual figure the grid has. */
export function chooseWithLevel(
  site: ClimateSite,
  stations: StationIndex,
  points: PointIndex,
): Choice | undefined {
  const found = stations.nearest(site);
  if (found === undefined) return undefined;
  const isNearEnough = found.effective <= NEAR;
  const level = isNearEnough ? undefined : points(site);
  const usesFound = isNearEnough || level !== undefined;
  const station = usesFound
    ? found.station
    : inReach(stations.nearest(site, undefined, FARTHEST_WITHOUT_GRID), FAR_REACH);
  return station && { station, level, seasons: false };
}

/** The station for temperature: a distant one, or one with different seasons, is adjusted to the grid. */
export function chooseForTemperature(
  site: ClimateSite,
  stations: StationIndex,
  points: PointIndex,
): Choice | undefined {
  const choice = chooseWithLevel(site, stations, points);
  const other = otherSeasons(site, stations, points);
  if (choice === undefined || other === undefined) return choice;
  return { station: other.station, level: other.here, seasons: true };
}

/**
 * Whether no stretching gives the nearest station the seasons of the site. The months of such stations err half as much again as
 * those of others that were stretched (docs/quality-of-life.md): on the other side of mountains, another month is the wettest.
 */
export function isInAnotherClimate(site: ClimateSite, stations: StationIndex, points: PointIndex): boolean {
  const other = otherSeasons(site, stations, points);
  if (other === undefined) return false;
  const { station, here } = other;
  return !canStretch(seasonsOf(here), seasonsOfMonths(meanTemperatures(station.normals) ?? []));
}

/** The nearest station and the grid at the site, if the station is far and the grid has other seasons there. */
function otherSeasons(
  site: ClimateSite,
  stations: StationIndex,
  points: PointIndex,
): { station: LocatedStation; here: GridPoint } | undefined {
  const found = stations.nearest(site);
  if (found === undefined || found.effective <= NEAR_WITH_OTHER_SEASONS) return undefined;
  const { station } = found;
  const [here, there] = [points(site), points(station)];
  return here !== undefined && there !== undefined && hasOtherSeasons(here, there)
    ? { station, here }
    : undefined;
}

/** Whether a station is so near that its months hold in the city whatever the grid says. */
export function isNear(site: ClimateSite, station: LocatedStation): boolean {
  return effectiveDistance(site, station) <= NEAR_WITH_OTHER_SEASONS;
}

export function hasOtherSeasons(here: GridPoint, there: GridPoint): boolean {
  return Math.abs(seasonsOf(here) - seasonsOf(there)) > OTHER_SEASONS;
}

/** The station for an element that the grid does not have. */
export function chooseStation(site: ClimateSite, stations: StationIndex): LocatedStation | undefined {
  return inReach(stations.nearest(site), REACH_OF_OTHERS);
}

function inReach(found: NearestStation | undefined, reach: number): LocatedStation | undefined {
  return found !== undefined && found.effective <= reach ? found.station : undefined;
}

import { join } from 'node:path';
import { type Area, areaKey, type InhabitedArea } from '../../building/places/areas.ts';
import type { Gazetteer, GazetteerCity } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';
import {
  BEA_FOLDER,
  cbsaId,
  readMetros,
  readNonmetropolitanPortions,
  statePortionId,
} from '../sources/us-bea-rpp.ts';
import { CENSUS_FOLDER, countyId, readCountyRents } from '../sources/us-census-acs-rent.ts';
import {
  destinationId,
  PER_DIEM_FOLDER,
  readDestinations,
  STANDARD_RATE_ID,
} from '../sources/us-gsa-per-diem.ts';
import { fmrAreaId, HUD_FOLDER, type Locality, readLocalities } from '../sources/us-hud-fmr.ts';
import { agreed, usLocalities } from './us-localities.ts';
import { type UsPerDiemDestinations, usPerDiemDestinations } from './us-per-diem-destinations.ts';

/** The territories for which HUD sets rents; in GeoNames each is a country of its own. */
const TERRITORIES = ['AS', 'GU', 'MP', 'PR', 'VI'];
const NONMETROPOLITAN = 'nonmetropolitan';

/**
 * The areas for which federal agencies publish figures, if one of our cities is in them, and which
 * of our cities those are. Everything follows from the county (in New England the town) of a city:
 * HUD's file says which HUD area and metropolitan area it belongs to. A city in several counties, or whose
 * town is unknown, is in an area if all the counties or towns that it may be in are.
 *
 * `directory` holds the folders of all publishers. The matches list how GSA's locations were understood, and
 * the cities that are in no area.
 */
export function readUsAreas(directory: string, gazetteer: Gazetteer) {
  const localities = usLocalities(readLocalities(join(directory, HUD_FOLDER)), gazetteer.dataDirectory);
  const destinations = usPerDiemDestinations(
    readDestinations(join(directory, PER_DIEM_FOLDER)),
    localities,
    gazetteer,
  );
  const divisions: Division[] = [
    fairMarketRentArea,
    counties(join(directory, CENSUS_FOLDER)),
    priceParityAreas(join(directory, BEA_FOLDER)),
    perDiemDestinations(destinations),
  ];

  const areas = new Map<string, InhabitedArea & { cities: GazetteerCity[] }>();
  const unplaced: Match[] = [];
  for (const city of ['US', ...TERRITORIES].flatMap((iso2) => gazetteer.citiesOf(iso2))) {
    const found = divisions
      .map((division) => division(localities.of(city), city))
      .filter((area) => area !== undefined);
    for (const area of found)
      areas
        .getOrInsertComputed(area.id, () => ({ ...area, country: city.country, cities: [] }))
        .cities.push(city);
    if (found.length === 0) {
      const published = `${city.admin1} | ${city.name} | ${city.geonamesId}`;
      unplaced.push({ published, place: '', how: 'neither its county nor its town is known' });
    }
  }

  const keys = new Set([...areas.keys()].map(areaKey));
  // A county may be known but have none of our cities: then its destination is left out.
  const located = destinations.matches.map((match) =>
    match.place === '' || keys.has(match.place)
      ? match
      : { ...match, place: '', how: `${match.how}: no city of ours` },
  );
  return { areas: [...areas.values()], matches: [...located, ...unplaced] };
}

/** How one agency divides the country: the area of a city that may be in these localities. */
type Division = (candidates: readonly Locality[], city: GazetteerCity) => Omit<Area, 'country'> | undefined;

function fairMarketRentArea(candidates: readonly Locality[]): ReturnType<Division> {
  const area = agreed(candidates, (locality) => locality.area);
  const name = candidates.at(-1)?.areaName;
  if (area === undefined || name === undefined) return undefined;
  const kind = area.startsWith('METRO') ? 'metro' : 'region';
  const definition = `Fair Market Rent area ${area} of HUD, fiscal year 2026`;
  return { id: fmrAreaId(area), kind, name, definition };
}

function counties(folder: string): Division {
  const published = new Map(readCountyRents(folder).map(({ code, name }) => [code, name]));
  return (candidates) => {
    const code = agreed(candidates, ({ county }) => county) ?? '';
    const name = published.get(code);
    const definition = `County or its equivalent, FIPS ${code}`;
    return name === undefined ? undefined : { id: countyId(code), kind: 'county', name, definition };
  };
}

/** The BEA's metropolitan areas, and the rest of each state. */
function priceParityAreas(folder: string): Division {
  const metros = readMetros(folder);
  const portions = readNonmetropolitanPortions(folder);
  return (candidates) => {
    const metro = agreed(candidates, metroOf) ?? '';
    const name = metros.get(metro);
    if (name !== undefined) {
      const definition = `Metropolitan statistical area, CBSA ${metro}, as OMB drew it in July 2023`;
      return { id: cbsaId(metro), kind: 'metro', name, definition };
    }
    const portion = `${agreed(candidates, ({ county }) => county.slice(0, 2))}999`;
    const state = portions.get(portion);
    if (metro !== NONMETROPOLITAN || state === undefined) return undefined;
    return {
      id: statePortionId(portion),
      kind: 'region',
      name: `${state}, nonmetropolitan portion`,
      definition: `All counties of ${state} outside metropolitan statistical areas`,
    };
  };
}

function perDiemDestinations(destinations: UsPerDiemDestinations): Division {
  return (candidates, city) => {
    const destination = destinations.of(city, candidates);
    if (destination === undefined) return undefined;
    if (destination === 'standard') {
      return {
        id: STANDARD_RATE_ID,
        kind: 'region',
        name: 'Contiguous United States outside the per diem destinations',
        definition: 'All counties of the contiguous states for which GSA sets no rates of their own',
      };
    }
    return {
      id: destinationId(destination.code),
      kind: 'region',
      name: `${destination.name}, ${destination.state}`,
      definition: `Per diem destination ${destination.code} of GSA: ${destinations.extentOf(destination)}`,
    };
  };
}

/** HUD's code of a metropolitan area, METRO35620MM5600, begins with the CBSA's. */
function metroOf({ area }: Locality): string {
  return area.startsWith('METRO') ? area.slice('METRO'.length, 'METRO'.length + 5) : NONMETROPOLITAN;
}

import { fold } from '../../../release/fold.ts';
import { list, recordTable, text, texts } from '../../building/files/records.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { areaKey } from '../../building/places/areas.ts';
import type { Gazetteer, GazetteerCity } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';
import { type Destination, destinationId, PER_DIEM_FILE } from '../sources/us-gsa-per-diem.ts';
import type { Locality } from '../sources/us-hud-fmr.ts';
import { agreed, type UsLocalities } from './us-localities.ts';

/** GSA sets the rates of the contiguous states, and the Department of Defense those of the others. */
const NOT_CONTIGUOUS = ['AK', 'HI'];

/**
 * Where GSA's destinations are. They consist of counties, sometimes of a city, and sometimes exclude one:
 * `Coconino / Yavapai less the city of Sedona`. In Connecticut they are the counties from before 2022.
 */
export function usPerDiemDestinations(
  destinations: readonly Destination[],
  localities: UsLocalities,
  gazetteer: Gazetteer,
) {
  const { dataDirectory } = gazetteer;
  const byCounty = new Map<string, Destination>();
  const byCity = new Map<number, Destination>();
  const extents = new Map<Destination, string[]>();
  const matches: Match[] = [];
  const { toCounty, countyNamed, countyOf } = perDiemCounties(localities, dataDirectory);
  const cityNamed = (name: string, state: string) => {
    const cities = gazetteer
      .citiesNamed(name, 'US')
      .filter(({ city, how }) => how === 'name' && city.admin1 === state && city.feature !== 'PPLX');
    return cities.length === 1 ? cities[0]?.city : undefined;
  };

  /** One row for each part of each location: the destination's area, and the county or city that was meant. */
  const match = ({ state, name }: Destination, part: string, place: string, how: string) =>
    matches.push({ published: `${state} | ${name} | ${part}`, place, how });
  const claimed = (destination: Destination, part: string, name: string) => {
    extents.getOrInsertComputed(destination, () => []).push(name);
    match(destination, part, areaKey(destinationId(destination.code)), name);
  };
  const claimCounty = (county: ReturnType<typeof toCounty>, destination: Destination, part: string) => {
    const other = byCounty.get(county.key);
    if (other !== undefined) {
      const fault = `${county.name}, ${destination.state}, is in ${other.name} and in ${destination.name}`;
      throw new SourceFileError(PER_DIEM_FILE, 0, '', fault);
    }
    byCounty.set(county.key, destination);
    claimed(destination, part, county.name);
  };
  const claimLocation = (destination: Destination) => {
    const { location, state } = destination;
    const { included, excluded } = parseLocation(location);
    for (const { name, isCity } of included) {
      const county = isCity
        ? countyNamed(`${name} city`, state)
        : (countyNamed(name, state) ?? countyNamed(`${name} County`, state));
      const city = county === undefined ? cityNamed(name, state) : undefined;
      if (county !== undefined) claimCounty(county, destination, name);
      else if (city !== undefined) {
        byCity.set(city.geonamesId, destination);
        claimed(destination, name, city.name);
      } else match(destination, name, '', 'neither a county nor a city of ours');
    }
    // A city's own destination takes precedence over its county's. Each city that is excluded from its county is a destination,
    // alone or with another county.
    for (const name of excluded) match(destination, `without ${name}`, '', 'in another destination');
  };

  const reviewed = new Map(
    REVIEWED_COUNTIES.read(dataDirectory).map((row) => [row.destination, row.counties]),
  );
  for (const destination of destinations) {
    const counties = reviewed.get(destination.code);
    if (counties === undefined) claimLocation(destination);
    else for (const code of counties) claimCounty(countyOf(code), destination, code);
  }
  return {
    /**
     * The destination that contains a city of the contiguous states, `standard` if none does; undefined
     * if that is not known or the city is elsewhere.
     */
    of(city: GazetteerCity, candidates: readonly Locality[]): Destination | 'standard' | undefined {
      if (city.country !== 'US' || NOT_CONTIGUOUS.includes(city.admin1)) return undefined;
      return (
        byCity.get(city.geonamesId) ??
        agreed(candidates, (locality) => byCounty.get(toCounty(locality).key) ?? 'standard')
      );
    },
    /** All counties and cities of the destination: `Bronx County, Kings County`. */
    extentOf: (destination: Destination) => (extents.get(destination) ?? []).join(', '),
    matches,
  };
}
export type UsPerDiemDestinations = ReturnType<typeof usPerDiemDestinations>;

/** The counties of which destinations consist, by their names and codes, and those of localities. */
function perDiemCounties(localities: UsLocalities, dataDirectory: string) {
  const formerCounties = new Map(
    CONNECTICUT_COUNTIES.read(dataDirectory).map((row) => [row.town, row.countyName]),
  );

  /** Keyed by its FIPS code; a former county of Connecticut, which no longer has a code, by its name: `Bronx County`. */
  const toCounty = ({ state, county, countyName, town }: Locality) => {
    if (state !== 'CT') return { key: county, name: countyName };
    const former = `${formerCounties.get(county + town)} County`;
    return { key: `CT ${former}`, name: former };
  };
  const countyNamed = (name: string, state: string) =>
    localities
      .ofState(state)
      .map(toCounty)
      .find((county) => [name, `${name} Parish`].some((each) => fold(county.name) === fold(each)));
  const countyOf = (code: string) => {
    const [locality] = localities.ofCounty(code);
    if (locality === undefined)
      throw new SourceFileError('us-per-diem-counties.tsv', 0, 'counties', `${code} is no county`);
    return toCounty(locality);
  };
  return { toCounty, countyNamed, countyOf };
}

/**
 * The counties and cities of a location as GSA writes it: `Suffolk, city of Cambridge`, `Orleans / Jefferson
 * Parishes`, `City limits of Roanoke`, `Dauphin County excluding Hershey`.
 */
export function parseLocation(location: string): {
  included: { name: string; isCity: boolean }[];
  excluded: string[];
} {
  const [inside = '', ...excluded] = location.split(/ less the city of | excluding /);
  const included = inside.split(/[/,]/).map((text) => {
    const part = text.trim();
    const city = /^city (?:limits )?of (.+)$/i.exec(part)?.[1];
    if (city !== undefined) return { name: city, isCity: true };
    return { name: part.replace(/ (County|Counties|Parish|Parishes)$/, ''), isCity: false };
  });
  return { included, excluded: excluded.map((name) => name.trim()) };
}

/** The county to which a town of Connecticut, by its code of ten digits, belonged before 2022: `Fairfield`. */
const CONNECTICUT_COUNTIES = recordTable(
  'places/us-connecticut-counties',
  texts('town', 'townName', 'countyName'),
);

/** The FIPS codes of the counties of destinations whose location was read by a person. */
const REVIEWED_COUNTIES = recordTable('places/us-per-diem-counties', {
  destination: text,
  counties: list(' '),
  reason: text,
});

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

/** A county, keyed by its FIPS code; a former county of Connecticut, which no longer has a code, by its name. */
interface County {
  key: string;
  /** `Bronx County` */
  name: string;
}

/**
 * Where GSA's destinations are. They consist of counties, sometimes of a city, and sometimes exclude one:
 * `Coconino / Yavapai less the city of Sedona`. In Connecticut they are the counties from before 2022.
 */
export class UsPerDiemDestinations {
  readonly #byCounty = new Map<string, Destination>();
  readonly #byCity = new Map<number, Destination>();
  readonly #extents = new Map<Destination, string[]>();
  readonly #matches: Match[] = [];
  readonly #localities: UsLocalities;
  readonly #gazetteer: Gazetteer;
  readonly #formerCounties: ReadonlyMap<string, string>;

  constructor(destinations: readonly Destination[], localities: UsLocalities, gazetteer: Gazetteer) {
    this.#localities = localities;
    this.#gazetteer = gazetteer;
    this.#formerCounties = readConnecticutCounties(gazetteer.dataDirectory);
    const reviewed = readReviewedCounties(gazetteer.dataDirectory);
    for (const destination of destinations) {
      const counties = reviewed.get(destination.code);
      if (counties === undefined) this.#claimLocation(destination);
      else for (const code of counties) this.#claimCounty(this.#countyOf(code), destination, code);
    }
  }

  /**
   * The destination that contains a city of the contiguous states, `standard` if none does; undefined
   * if that is not known or the city is elsewhere.
   */
  of(city: GazetteerCity, candidates: readonly Locality[]): Destination | 'standard' | undefined {
    if (city.country !== 'US' || NOT_CONTIGUOUS.includes(city.admin1)) return undefined;
    return (
      this.#byCity.get(city.geonamesId) ??
      agreed(candidates, (locality) => this.#byCounty.get(this.#toCounty(locality).key) ?? 'standard')
    );
  }

  /** All counties and cities of the destination: `Bronx County, Kings County`. */
  extentOf(destination: Destination): string {
    return (this.#extents.get(destination) ?? []).join(', ');
  }

  /** One row for each part of each location: the destination's area, and the county or city that was meant. */
  matches(): Match[] {
    return [...this.#matches];
  }

  #claimLocation(destination: Destination): void {
    const { included, excluded } = parseLocation(destination.location);
    for (const { name, isCity } of included) {
      const county = isCity
        ? this.#countyNamed(`${name} city`, destination.state)
        : (this.#countyNamed(name, destination.state) ??
          this.#countyNamed(`${name} County`, destination.state));
      const city = county === undefined ? this.#cityNamed(name, destination.state) : undefined;
      if (county !== undefined) this.#claimCounty(county, destination, name);
      else if (city !== undefined) this.#claimCity(city, destination, name);
      else this.#match(destination, name, '', 'neither a county nor a city of ours');
    }
    // A city's own destination takes precedence over its county's. Each city that is excluded from its county is a destination,
    // alone or with another county.
    for (const name of excluded) this.#match(destination, `without ${name}`, '', 'in another destination');
  }

  #claimCounty(county: County, destination: Destination, part: string): void {
    const other = this.#byCounty.get(county.key);
    if (other !== undefined)
      throw new SourceFileError(
        PER_DIEM_FILE,
        0,
        '',
        `${county.name}, ${destination.state}, is in ${other.name} and in ${destination.name}`,
      );
    this.#byCounty.set(county.key, destination);
    this.#claimed(destination, part, county.name);
  }

  #claimCity(city: GazetteerCity, destination: Destination, part: string): void {
    this.#byCity.set(city.geonamesId, destination);
    this.#claimed(destination, part, city.name);
  }

  #claimed(destination: Destination, part: string, name: string): void {
    this.#extents.set(destination, [...(this.#extents.get(destination) ?? []), name]);
    this.#match(destination, part, areaKey(destinationId(destination.code)), name);
  }

  #match(destination: Destination, part: string, place: string, how: string): void {
    this.#matches.push({ published: `${destination.state} | ${destination.name} | ${part}`, place, how });
  }

  #countyNamed(name: string, state: string): County | undefined {
    const counties = this.#localities.ofState(state).map((locality) => this.#toCounty(locality));
    return counties.find((county) => fold(county.name) === fold(name) || isParish(county.name, name));
  }

  #countyOf(code: string): County {
    const [locality] = this.#localities.ofCounty(code);
    if (locality === undefined)
      throw new SourceFileError('us-per-diem-counties.tsv', 0, 'counties', `${code} is no county`);
    return this.#toCounty(locality);
  }

  #toCounty({ state, county, countyName, town }: Locality): County {
    if (state !== 'CT') return { key: county, name: countyName };
    const former = `${this.#formerCounties.get(county + town)} County`;
    return { key: `CT ${former}`, name: former };
  }

  #cityNamed(name: string, state: string): GazetteerCity | undefined {
    const cities = this.#gazetteer
      .citiesNamed(name, 'US')
      .filter(({ city, how }) => how === 'name' && city.admin1 === state && city.feature !== 'PPLX');
    return cities.length === 1 ? cities[0]?.city : undefined;
  }
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

function isParish(countyName: string, name: string): boolean {
  return fold(countyName) === fold(`${name} Parish`);
}

const CONNECTICUT_COUNTIES = recordTable(
  'places/us-connecticut-counties',
  texts('town', 'townName', 'countyName'),
);

/** Code of a town of Connecticut, ten digits → the county to which it belonged before 2022: `Fairfield`. */
function readConnecticutCounties(dataDirectory: string): Map<string, string> {
  return new Map(CONNECTICUT_COUNTIES.read(dataDirectory).map((row) => [row.town, row.countyName]));
}

const REVIEWED_COUNTIES = recordTable('places/us-per-diem-counties', {
  destination: text,
  counties: list(' '),
  reason: text,
});

/** Number of a destination whose location was read by a person → the FIPS codes of its counties. */
function readReviewedCounties(dataDirectory: string): Map<string, string[]> {
  const rows = REVIEWED_COUNTIES.read(dataDirectory);
  return new Map(rows.map((row) => [row.destination, row.counties]));
}

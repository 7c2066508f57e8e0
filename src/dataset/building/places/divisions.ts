import { fold } from '../../../release/fold.ts';
import { withoutKindOfRegion } from '../../../release/kinds-of-region.ts';
import { placeTable } from './place-table.ts';

/** One row of data/places/divisions.tsv: a second-level division (county, district, regency, ...). */
export interface Division {
  /** ISO 3166-1 alpha-2, or XK. */
  country: string;
  /** GeoNames code of the first-level region. */
  admin1: string;
  /** GeoNames code, unique within the region. */
  admin2: string;
  name: string;
}

/** Where a city lies, by GeoNames codes; '' if GeoNames does not say. */
type Location = Omit<Division, 'name'>;

type CityLocation = Location & { population: number };

const DIVISIONS = placeTable('divisions', ['country', 'admin1', 'admin2', 'name']);

export function writeDivisions(dataDirectory: string, divisions: readonly Division[]): void {
  DIVISIONS.write(
    dataDirectory,
    divisions.map((division) => ({ ...division })),
  );
}

/** The divisions of cities (`divisionsOf`). */
export function readDivisions(dataDirectory: string): Division[] {
  return DIVISIONS.read(dataDirectory);
}

/** The function that gives the names of the divisions that a city lies in or consists of. */
export function namesOfDivisions(
  divisions: readonly Division[],
  cities: readonly CityLocation[],
): (city: CityLocation) => string[] {
  const spanning = spanningCities(cities);
  const byCode = Map.groupBy(divisions, codeOf);
  const byRegion = Map.groupBy(divisions, regionOf);
  return (city) =>
    ((spanning.has(city) ? byRegion.get(regionOf(city)) : byCode.get(codeOf(city))) ?? []).flatMap(
      ({ country, name }) => namesOfDivision(country, name),
    );
}

/** The divisions in which cities lie, and those of a region that consists of one city. */
export function divisionsOf(divisions: readonly Division[], cities: readonly CityLocation[]): Division[] {
  const inhabited = new Set(cities.map(codeOf));
  const spanned = new Set([...spanningCities(cities)].map(regionOf));
  return divisions.filter((division) => inhabited.has(codeOf(division)) || spanned.has(regionOf(division)));
}

/** Cities in no division that have most people of the cities of their region: its divisions are their parts, as in Jakarta. */
function spanningCities(cities: readonly CityLocation[]): Set<CityLocation> {
  const people = new Map<string, number>();
  for (const city of cities) people.set(regionOf(city), (people.get(regionOf(city)) ?? 0) + city.population);
  return new Set(
    cities.filter((city) => city.admin2 === '' && 2 * city.population > (people.get(regionOf(city)) ?? 0)),
  );
}

function regionOf({ country, admin1 }: Pick<Location, 'country' | 'admin1'>): string {
  return `${country}.${admin1}`;
}

function codeOf({ country, admin1, admin2 }: Location): string {
  return `${country}.${admin1}.${admin2}`;
}

/** Beside those of regions; as words of other names, these do not say of what kind a place is. */
const KINDS = new Set('kota kabupaten administrasi landkreis kreis stadt'.split(' '));

const INDONESIAN_DIRECTIONS: Readonly<Record<string, string>> = {
  selatan: 'south',
  utara: 'north',
  timur: 'east',
  barat: 'west',
  pusat: 'central',
  tengah: 'central',
};

/** The name, without its kind, and with an Indonesian direction in English: `Kota Administrasi Jakarta Selatan` is South Jakarta. */
function namesOfDivision(country: string, name: string): string[] {
  const words = withoutKindOfRegion(
    fold(name)
      .split(' ')
      .filter((word) => !KINDS.has(word)),
  );
  const names = [name, words.join(' ')];
  const direction = country === 'ID' ? INDONESIAN_DIRECTIONS[words.at(-1) ?? ''] : undefined;
  if (direction !== undefined) names.push([direction, ...words.slice(0, -1)].join(' '));
  return names;
}

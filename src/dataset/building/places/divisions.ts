import { fold } from '../../../release/fold.ts';
import { withoutKindOfRegion } from '../../../release/kinds-of-region.ts';
import { recordTable, text } from '../files/records.ts';

/** Second-level divisions (counties, districts, regencies, ...): those of cities (`divisionsOf`). */
export const { read: readDivisions, write: writeDivisions } = recordTable('places/divisions', {
  /** ISO 3166-1 alpha-2, or XK. */
  country: text,
  /** GeoNames code of the first-level region. */
  admin1: text,
  /** GeoNames code, unique within the region. */
  admin2: text,
  name: text,
});
export type Division = ReturnType<typeof readDivisions>[number];

/** The divisions that a city is in, as GeoNames codes; '' if GeoNames does not say. */
type Location = Omit<Division, 'name'>;

type CityLocation = Location & { population: number };

/** Returns a function from a city to the names of its divisions: those that it is in, and those that it consists of. */
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

/** The divisions that cities are in, and those of a region that consists of one city. */
export function divisionsOf(divisions: readonly Division[], cities: readonly CityLocation[]): Division[] {
  const inhabited = new Set(cities.map(codeOf));
  const spanned = new Set([...spanningCities(cities)].map(regionOf));
  return divisions.filter((division) => inhabited.has(codeOf(division)) || spanned.has(regionOf(division)));
}

/**
 * Cities that are in no division although they have most of the city people of their region: its divisions are parts of them, as
 * in Jakarta.
 */
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

/** Words for kinds of divisions. Elsewhere in names they mean something else, so they are not among the kinds of regions. */
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

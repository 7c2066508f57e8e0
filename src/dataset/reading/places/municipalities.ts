import { filled, number, recordTable, text, texts, word } from '../../building/files/records.ts';
import type { Gazetteer, GazetteerCity } from '../../building/places/gazetteer.ts';
import { slugOf } from '../../building/places/place-name.ts';

/** A municipality (commune, local authority, council) that a publisher has figures for. */
export interface Municipality {
  /** As `MunicipalDivision.codesOfCities` gives it. */
  code: string;
  /** As published, then other spellings under which the gazetteer may have it. */
  names: readonly [string, ...string[]];
  /** True if no city can be the unit itself, such as a group of councils. */
  isGroup?: boolean;
}

/** How a publisher divides a country into municipalities. */
export interface MunicipalDivision {
  /** ISO 3166-1 alpha-2. The French overseas departments are divided like France, and are countries of ours. */
  countries: readonly string[];
  /** The word for a unit: `Commune`. */
  term: string;
  /** Folder of the published files. */
  folder: string;
  /** The units with a figure, from the files in the folder. */
  municipalities(directory: string, gazetteer: Gazetteer): Municipality[];
  /** Gives the code of the unit in which the gazetteer puts a city; '' if in none. */
  codesOfCities(dataDirectory: string): (city: GazetteerCity) => string;
}

/**
 * The municipalities that contain one of our places, and our places that are in none of them. Codes decide in which
 * municipality a place is, and its name decides whether it is that municipality; reviewed exceptions
 * (data/places/municipality-overrides.tsv) take precedence over both.
 */
export function settleMunicipalities<Unit extends Municipality>(
  gazetteer: Gazetteer,
  { countries, codesOfCities }: Pick<MunicipalDivision, 'countries' | 'codesOfCities'>,
  municipalities: readonly Unit[],
): { settled: (Unit & ReturnType<typeof settle> & { country: string })[]; outside: GazetteerCity[] } {
  const reviews = new Map(REVIEWS.read(gazetteer.dataDirectory).map((row) => [row.geonamesId, row]));
  const codeOf = codesOfCities(gazetteer.dataDirectory);
  const byCode = new Map(municipalities.map((municipality) => [municipality.code, municipality]));
  const outside: GazetteerCity[] = [];
  const settled = countries.flatMap((country) => {
    const placed = Map.groupBy(gazetteer.citiesOf(country), (city) =>
      byCode.get(reviews.get(city.geonamesId)?.municipality ?? codeOf(city)),
    );
    return [...placed].flatMap(([municipality, places]) => {
      if (municipality !== undefined)
        return { ...municipality, country, ...settle(gazetteer, municipality, places, reviews) };
      outside.push(...places);
      return [];
    });
  });
  return { settled, outside };
}

/** `fr-municipality-74010`: the area of the places in a municipality that are not the municipality itself. */
export function municipalityId({ country, code }: { country: string; code: string }): string {
  return slugOf(`${country} municipality ${code}`);
}

/**
 * Gives the publisher's code for a city of a country where GeoNames has other codes. data/readers/municipality-codes.tsv has it
 * by GeoNames' third-level division (`GLA.A1`), or else by the second-level one (`B7`).
 */
export function codesByTable(dataDirectory: string, country: string): (city: GazetteerCity) => string {
  const rows = readMunicipalityCodes(dataDirectory, country);
  const codes = new Map(rows.map(({ geonames, published }) => [geonames, published]));
  return ({ admin2, admin3 }) => codes.get(`${admin2}.${admin3}`) ?? codes.get(admin2) ?? '';
}

/** Names of municipalities in Latin letters, by the publisher's code, from the same table. */
export function namesByTable(dataDirectory: string, country: string): ReadonlyMap<string, string> {
  return new Map(
    readMunicipalityCodes(dataDirectory, country).map(({ published, name }) => [published, name]),
  );
}

const CODES = recordTable('readers/municipality-codes', texts('country', 'geonames', 'published', 'name'));

function readMunicipalityCodes(dataDirectory: string, country: string) {
  return CODES.read(dataDirectory).filter((row) => row.country === country);
}

/**
 * The city that is the municipality, the place with its name, and the other places in it: suburbs, parishes, sections. The
 * municipality's figures are those of their region.
 */
function settle(
  gazetteer: Gazetteer,
  { names, isGroup = false }: Municipality,
  places: readonly GazetteerCity[],
  reviews: ReadonlyMap<number, MunicipalityReview>,
) {
  const candidates = places.filter(({ geonamesId }) => reviews.get(geonamesId)?.is !== 'part');
  const city =
    candidates.find(({ geonamesId }) => reviews.get(geonamesId)?.is === 'whole') ??
    (isGroup ? undefined : bearer(gazetteer, names, candidates));
  return { city, parts: places.filter((place) => place !== city) };
}

/** The place with the municipality's name: as its own name rather than as an alternative, then the largest. */
function bearer(
  gazetteer: Gazetteer,
  names: readonly string[],
  candidates: readonly GazetteerCity[],
): GazetteerCity | undefined {
  const [iso2 = ''] = candidates.map(({ country }) => country);
  const named = names
    .flatMap((name) => gazetteer.citiesNamed(name, iso2))
    .filter(({ city }) => candidates.includes(city));
  return (named.find(({ how }) => how === 'name') ?? named[0])?.city;
}

const REVIEWS = recordTable('places/municipality-overrides', {
  geonamesId: number,
  municipality: text,
  is: word(['', 'whole', 'part']),
  reason: filled,
});
type MunicipalityReview = Omit<ReturnType<typeof REVIEWS.read>[number], 'geonamesId' | 'reason'>;

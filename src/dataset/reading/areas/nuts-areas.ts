import { join } from 'node:path';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { recordTable, text, texts } from '../../building/files/records.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { areaKey, type InhabitedArea, nutsAreaId } from '../../building/places/areas.ts';
import type { Gazetteer, GazetteerCity } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';

/** Below the directory of published files. */
const LOCAL_UNITS = 'eurostat-lau-nuts-2019/geonames_lau_nuts.csv';
/** The names of all regions of the NUTS of 2021. */
const REGIONS = 'eurostat-regional-gdp-physicians/ARDECO-SUVGDP.2021.table.csv.gz';

const SOURCE = 'eurostat-lau-2019';

/** Only the United Kingdom has figures of level 1 that need areas of their own: Germany's level 1 is its states. */
const LEVEL_1_COUNTRY = 'UK';

/** The NUTS region of 2021 that contains each city, at the lowest level known: `DE300`, `UKI`. */
export type NutsOfCities = ReadonlyMap<number, string>;

/**
 * The statistical regions of Europe (NUTS 2021, levels 2 and 3, in the United Kingdom also 1) that contain a city of ours.
 * A city is in the region of its municipality, by Eurostat's table, unless a reviewer has put its GeoNames unit in another
 * region (data/places/nuts-units.tsv). If its municipality was not found, it is in the reviewer's region, or in the one that
 * the cities of its unit whose municipalities were found have in common.
 *
 * `directory` holds the folders of all publishers. The matches list the cities that Eurostat's table does not place.
 */
export function readNutsAreas(directory: string, gazetteer: Gazetteer) {
  const published = readMunicipalities(join(directory, LOCAL_UNITS), gazetteer.dataDirectory);
  const names = readRegionNames(join(directory, REGIONS));
  const reviewed = readReviewedUnits(gazetteer.dataDirectory, names);
  const countries = new Set([
    ...[...published.keys()].flatMap((id) => gazetteer.cityByGeonamesId(id)?.country ?? []),
    ...reviewed.countries,
  ]);
  const cities = [...countries].sort().flatMap((iso2) => gazetteer.citiesOf(iso2));
  const located = cities.map((city) => {
    const [municipality = '', unit = ''] = [published.get(city.geonamesId), reviewed.of(city)];
    // A reviewer's decision takes precedence over Eurostat's municipality, unless both agree; then the narrower one counts.
    const isKnown = municipality !== '' && municipality.startsWith(unit);
    return { city, isKnown, code: isKnown ? municipality : unit };
  });
  const agreedOn = agreedRegions(located.filter(({ isKnown }) => isKnown));

  const members = new Map<string, GazetteerCity[]>();
  const nutsOf = new Map<number, string>();
  const matches: Match[] = [];
  for (const { city, isKnown, code } of located) {
    // A region that the neighbours agree on is taken if nothing is known, or if it is within the reviewer's region.
    const agreed = isKnown ? '' : agreedOn(city);
    const isAgreed = agreed.length > code.length && agreed.startsWith(code);
    const region = isAgreed ? agreed : code;
    const levels = levelsOf(region).filter((level) => names.has(level));
    for (const level of levels) members.getOrInsertComputed(level, () => []).push(city);
    if (levels.length > 0) nutsOf.set(city.geonamesId, region);
    if (!isKnown)
      matches.push(matchOf(city, levels[0], isAgreed ? 'other cities of its unit' : 'reviewed unit'));
  }
  const areas = [...members].map(
    ([level, inside]): InhabitedArea => ({
      id: nutsAreaId(level),
      kind: 'region',
      name: names.get(level) ?? '',
      country: inside.at(-1)?.country ?? '',
      definition: `NUTS 2021, ${level}`,
      cities: inside,
    }),
  );
  return { areas, nutsOf, sources: [SOURCE], matches };
}

/** `DE300` → `DE300`, `DE30`; `UKI45` → `UKI45`, `UKI4`, `UKI` */
function levelsOf(code: string): string[] {
  const shortest = code.startsWith(LEVEL_1_COUNTRY) ? 3 : 4;
  return [5, 4, 3]
    .filter((length) => length <= code.length && length >= shortest)
    .map((length) => code.slice(0, length));
}

function matchOf(city: GazetteerCity, region: string | undefined, how: string): Match {
  const published = `${city.country} | ${city.name} | ${city.geonamesId}`;
  return region === undefined
    ? { published, place: '', how: 'its municipality was not found, and its unit has several regions' }
    : { published, place: areaKey(nutsAreaId(region)), how };
}

/**
 * Returns a function from a city to the narrowest region, of level 2 or 3, that the cities with a known municipality share, in the
 * smallest of its units where they share one; else ''.
 */
function agreedRegions(
  known: readonly { city: GazetteerCity; code: string }[],
): (city: GazetteerCity) => string {
  const codes = new Map<string, string>();
  for (const { city, code } of known)
    for (const unit of unitsOf(city)) codes.set(unit, commonBeginning(codes.get(unit) ?? code, code));
  return (city) =>
    unitsOf(city)
      .map((unit) => codes.get(unit) ?? '')
      .find((code) => code.length >= 4) ?? '';
}

/** The second-level unit, if the city has one, and the first-level one. */
function unitsOf({ country, admin1, admin2 }: GazetteerCity): string[] {
  const units = admin2 === '' ? [] : [`${country}.${admin1}.${admin2}`];
  return admin1 === '' ? units : [...units, `${country}.${admin1}`];
}

function commonBeginning(left: string, right: string): string {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  return left.slice(0, length);
}

/** GeoNames id → the NUTS region of 2021 of the city's municipality, cut where the region of 2016 was divided. */
function readMunicipalities(path: string, dataDirectory: string): Map<number, string> {
  const changes = new Map(NUTS_CHANGES.read(dataDirectory).map((row) => [row.nuts_2016, row.nuts_2021]));
  const { rows } = readPublishedTable(path);
  return new Map(
    rows.map((row) => {
      const code = row.matching('nuts3_2016', /^[A-Z]{2}[0-9A-Z]{2,3}$/, 'a NUTS code');
      return [row.requiredNumber('geonameid'), changes.get(code) ?? code];
    }),
  );
}

function readRegionNames(path: string): Map<string, string> {
  const { rows } = readPublishedTable(path);
  const regions = rows.filter((row) => ['1', '2', '3'].includes(row.required('LEVEL_ID')));
  return new Map(regions.map((row) => [row.required('TERRITORY_ID'), plainText(row.required('NAME_HTML'))]));
}

/** The names are written for web pages. Entities other than `&amp;` are refused: `St&auml;dteregion` would show as it is. */
function plainText(html: string): string {
  if (/&\w+;/.test(html.replaceAll('&amp;', ''))) throw new SourceFileError(REGIONS, 0, 'NAME_HTML', html);
  return html.replaceAll('&amp;', '&');
}

const NUTS_CHANGES = recordTable('places/nuts-changes', { nuts_2016: text, nuts_2021: text });

const NUTS_UNITS = recordTable('places/nuts-units', texts('country', 'admin1', 'admin2', 'nuts'));

/** The units of GeoNames that a reviewer has assigned to a NUTS region. */
function readReviewedUnits(dataDirectory: string, names: ReadonlyMap<string, string>) {
  const rows = NUTS_UNITS.read(dataDirectory);
  for (const [row, { nuts }] of rows.entries())
    if (!names.has(nuts)) throw NUTS_UNITS.fault(dataDirectory, row, 'nuts', `unknown: ${nuts}`);
  const regions = new Map(
    rows.map(({ country, admin1, admin2, nuts }) => [[country, admin1, admin2].join('.'), nuts]),
  );
  return {
    countries: new Set(rows.map(({ country }) => country)),
    of: ({ country, admin1, admin2 }: GazetteerCity): string | undefined =>
      [`${country}.${admin1}.${admin2}`, `${country}.${admin1}.`, `${country}..`]
        .map((unit) => regions.get(unit))
        .find((region) => region !== undefined),
  };
}

import { createHash, type Hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { fold } from '../catalogue/fold.ts';
import {
  type CityDetail,
  type CountryDetail,
  type Observation,
  RELEASE_FORMAT,
  RELEASE_SCHEMA,
} from '../catalogue/release-schema.ts';
import { fileSha256, type ReleaseManifest, type ReleaseStore } from '../catalogue/release-store.ts';
import { cityGeography, type ExchangeRates, populationDensity, type Rate, toUsd } from './derived.ts';
import type { Fact } from './fact.ts';
import { type CheckedFacts, readCheckedFacts } from './facts.ts';
import { areaKey, readAreas } from './places/areas.ts';
import { type City, readCities, readCityNames } from './places/cities.ts';
import { type Country, readCountries } from './places/countries.ts';
import {
  readCountryBorders,
  readCountryCurrencies,
  readCountryLanguages,
  readCountryNames,
  readCountryTimeZones,
  readCurrencies,
  readLanguages,
} from './places/country-details.ts';
import { readRegions } from './places/regions.ts';
import { readRegistry } from './places/registry.ts';

/** Sources of the place tables, by what they give (data/places/field-sources.tsv has them by field). */
const CITY_SOURCE = 'geonames-cities';
const REGION_SOURCE = 'geonames-regions';
const AREA_KM2_SOURCE = 'geonames-countries';
const COUNTRY_SOURCES = ['datahub-country-codes', 'geonames-countries', 'unicode-cldr'];

/**
 * Builds the release of `dataDirectory` in the store, under a name made of version and content. The same facts give
 * the same content hash on every machine. Nothing appears in the store before the release is whole.
 *
 * @returns the release's name, for `publish`
 */
export async function buildRelease(
  dataDirectory: string,
  store: ReleaseStore,
): Promise<{ name: string; manifest: ReleaseManifest }> {
  const { version, published } = JSON.parse(readFileSync(join(dataDirectory, 'release.json'), 'utf8')) as {
    version: string;
    published: string;
  };
  const draft = join(store.directory, `.draft-${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  try {
    const file = join(draft, 'release.sqlite');
    const { contentHash, counts } = writeReleaseFile(file, dataDirectory, version, published);
    const manifest: ReleaseManifest = {
      version,
      content_hash: contentHash,
      file_sha256: await fileSha256(file),
      data_hash: dataHash(dataDirectory),
      published_at: `${published}T00:00:00.000Z`,
      counts,
    };
    writeFileSync(join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const name = `${version}-${contentHash.slice(0, 12)}`;
    rmSync(join(store.directory, name), { recursive: true, force: true });
    renameSync(draft, join(store.directory, name));
    return { name, manifest };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Of every file that a build reads, and of the format it writes: unchanged, a build would give what is there already. */
export function dataHash(dataDirectory: string): string {
  const hash = createHash('sha256').update(`format ${RELEASE_FORMAT}\n`);
  const files = readdirSync(dataDirectory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(`${join(dataDirectory, 'matches')}`));
  for (const path of paths.sort())
    hash.update(`${relative(dataDirectory, path)}\n`).update(readFileSync(path));
  return hash.digest('hex');
}

function writeReleaseFile(
  file: string,
  dataDirectory: string,
  version: string,
  published: string,
): { contentHash: string; counts: Record<string, number> } {
  const places = readPlaceTables(dataDirectory);
  const checked = readCheckedFacts(dataDirectory, places.keys);
  const writer = new ReleaseWriter(file);
  try {
    for (const source of [...checked.sources.values()].sort(byId)) {
      const { id, publisher, title, url, licence, licence_url, attribution, vintage } = source;
      writer.insert('source', { id, publisher, title, url, licence, licence_url, attribution, vintage });
    }
    for (const [id, title] of checked.units) writer.insert('unit', { id, title });
    for (const { id, resource, group, kind, title, unit, per, definition } of checked.metrics.values()) {
      writer.insert('metric', { id, resource, grouping: group, kind, title, unit, per, definition });
    }
    insertCountries(writer, places);
    insertCities(writer, places);
    insertAreas(writer, places);
    insertRetired(writer, dataDirectory);
    const observations = toObservations(checked, places, published.slice(0, 4));
    for (const observation of observations) writer.insert('observation', { ...observation });
    const contentHash = writer.finish({
      version,
      published_at: `${published}T00:00:00.000Z`,
      format: String(RELEASE_FORMAT),
    });
    return {
      contentHash,
      counts: {
        countries: places.countries.length,
        cities: places.cities.length,
        observations: observations.length,
        sources: checked.sources.size,
        metrics: checked.metrics.size,
      },
    };
  } finally {
    writer.close();
  }
}

/** Inserts rows and hashes them on the way, so that the content hash covers just what the release says. */
class ReleaseWriter {
  readonly #database: DatabaseSync;
  readonly #hash: Hash = createHash('sha256');
  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN; ${RELEASE_SCHEMA}`);
  }

  insert(table: string, row: Record<string, SQLInputValue>): void {
    const columns = Object.keys(row);
    const key = `${table} ${columns.join(',')}`;
    let statement = this.#statements.get(key);
    if (statement === undefined) {
      statement = this.#database.prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
      this.#statements.set(key, statement);
    }
    statement.run(...Object.values(row));
    this.#hash.update(`${table}\t${JSON.stringify(row)}\n`);
  }

  finish(header: Record<string, string>): string {
    const contentHash = this.#hash.digest('hex');
    for (const [key, value] of Object.entries({ ...header, content_hash: contentHash })) {
      this.#database.prepare('INSERT INTO release (key, value) VALUES (?, ?)').run(key, value);
    }
    this.#database.exec("INSERT INTO city_name (city_name) VALUES ('optimize'); COMMIT; ANALYZE;");
    return contentHash;
  }

  close(): void {
    this.#database.close();
  }
}

interface PlaceTables {
  countries: {
    id: string;
    country: Country;
    detail: CountryDetail;
    names: string[];
    currency: string | null;
  }[];
  /** By population, largest first: the index is the rank. */
  cities: {
    id: string;
    city: City;
    country: string;
    region: string | null;
    isCapital: boolean;
    names: string[];
  }[];
  areas: ReturnType<typeof readAreas>;
  cityIds: Map<number, string>;
  countryIds: Map<string, string>;
  /** Every key that a fact may be about. */
  keys: Set<string>;
}

function readPlaceTables(dataDirectory: string): PlaceTables {
  const countryIds = activeIds(dataDirectory, 'countries');
  const cityIds = new Map([...activeIds(dataDirectory, 'cities')].map(([key, id]) => [Number(key), id]));
  const countries = assembleCountries(dataDirectory, countryIds, cityIds);
  const capitals = new Set(countries.map(({ detail }) => detail.capital));
  const regions = new Map(
    readRegions(dataDirectory).map(({ country, admin1, name }) => [`${country}.${admin1}`, name]),
  );
  const alternativeNames = readCityNames(dataDirectory);
  const cities = readCities(dataDirectory)
    .map((city) => ({
      id: required(cityIds.get(city.geonamesId), `the city ${city.geonamesId} has no id`),
      city,
      country: required(
        countryIds.get(city.country),
        `the city ${city.geonamesId} lies in ${city.country}, which is no country`,
      ),
      region: regions.get(`${city.country}.${city.admin1}`) ?? null,
      isCapital: capitals.has(cityIds.get(city.geonamesId) ?? ''),
      names: alternativeNames.get(city.geonamesId) ?? [],
    }))
    .sort((left, right) => right.city.population - left.city.population || (left.id < right.id ? -1 : 1));
  const areas = readAreas(dataDirectory);
  const keys = new Set([
    ...countries.map(({ id }) => `country/${id}`),
    ...cities.map(({ id }) => `city/${id}`),
    ...areas.areas.map(({ id }) => areaKey(id)),
  ]);
  return { countries, cities, areas, cityIds, countryIds, keys };
}

function assembleCountries(
  dataDirectory: string,
  ids: Map<string, string>,
  cityIds: Map<number, string>,
): PlaceTables['countries'] {
  const names = Map.groupBy(readCountryNames(dataDirectory), ({ iso2 }) => iso2);
  const languages = Map.groupBy(readCountryLanguages(dataDirectory), ({ iso2 }) => iso2);
  const currencies = Map.groupBy(readCountryCurrencies(dataDirectory), ({ iso2 }) => iso2);
  const borders = readCountryBorders(dataDirectory);
  const timeZones = readCountryTimeZones(dataDirectory);
  const languageNames = new Map(readLanguages(dataDirectory).map(({ language, name }) => [language, name]));
  const currencyNames = new Map(
    readCurrencies(dataDirectory).map((currency) => [currency.currency, currency]),
  );
  return readCountries(dataDirectory)
    .map((country) => {
      const { iso2 } = country;
      const common = (names.get(iso2) ?? []).filter(({ form }) => form === 'common');
      const spoken = (languages.get(iso2) ?? []).toSorted(officialThenSpread);
      const official = new Set(
        spoken.filter(({ status }) => status !== '').map(({ language }) => baseLanguage(language)),
      );
      const byLanguage = (wanted: (language: string) => boolean) =>
        Object.fromEntries(
          common.filter(({ language }) => wanted(language)).map(({ language, name }) => [language, name]),
        );
      const inForce = (currencies.get(iso2) ?? []).toSorted((left, right) => left.rank - right.rank);
      const detail: CountryDetail = {
        official_name: orNull(country.officialName),
        native_names: byLanguage((language) => official.has(baseLanguage(language))),
        translations: byLanguage((language) => !official.has(baseLanguage(language))),
        capital: country.capital === null ? null : (cityIds.get(country.capital) ?? null),
        region: orNull(country.region),
        subregion: orNull(country.subregion),
        intermediate_region: orNull(country.intermediateRegion),
        m49_codes: {
          region: orNull(country.regionCode),
          subregion: orNull(country.subregionCode),
          intermediate_region: orNull(country.intermediateRegionCode),
        },
        area_km2: country.areaKm2,
        languages: spoken.map(({ language, status, speakersPercent }) => ({
          code: language,
          name: languageNames.get(language) ?? language,
          status: orNull(status),
          population_share: Math.round(speakersPercent * 1e6) / 1e8,
        })),
        currencies: inForce.map(({ currency }) => {
          const { name = currency, symbol = currency } = currencyNames.get(currency) ?? {};
          return { code: currency, name, symbol };
        }),
        calling_codes: country.callingCodes,
        top_level_domain: orNull(country.tld),
        borders: (borders.get(iso2) ?? [])
          .map((neighbour) =>
            required(ids.get(neighbour), `${iso2} borders ${neighbour}, which is no country`),
          )
          .sort(),
        time_zones: timeZones.get(iso2) ?? [],
        sources: COUNTRY_SOURCES,
      };
      return {
        id: required(ids.get(iso2), `the country ${iso2} has no id`),
        country,
        detail,
        names: [country.name, country.officialName, ...(names.get(iso2) ?? []).map(({ name }) => name)],
        currency: inForce.length === 1 ? (inForce[0]?.currency ?? null) : null,
      };
    })
    .sort((left, right) => left.country.name.localeCompare(right.country.name, 'en'));
}

function insertCountries(writer: ReleaseWriter, { countries }: PlaceTables): void {
  for (const [position, { id, country, detail, names }] of countries.entries()) {
    writer.insert('country', {
      position,
      id,
      alpha2: country.iso2,
      alpha3: country.iso3,
      numeric: orNull(country.numeric),
      name: country.name,
      names: foldedNames(names),
      detail: JSON.stringify(detail),
    });
  }
}

function insertCities(writer: ReleaseWriter, { cities }: PlaceTables): void {
  for (const [rank, { id, city, country, region, isCapital, names }] of cities.entries()) {
    const detail: CityDetail = {
      ascii_name: city.asciiName,
      alternative_names: names,
      kind: city.feature,
      time_zone: city.timeZone,
      population_record_modified: city.modified,
      region_code: orNull(city.admin1),
      sources: region === null ? [CITY_SOURCE] : [CITY_SOURCE, REGION_SOURCE],
    };
    writer.insert('city', {
      rank,
      id,
      geonames_id: city.geonamesId,
      country,
      name: city.name,
      region,
      latitude: city.latitude,
      longitude: city.longitude,
      population: city.population === 0 ? null : city.population,
      is_capital: isCapital ? 1 : 0,
      detail: JSON.stringify(detail),
    });
    writer.insert('city_name', {
      rowid: rank,
      names: foldedNames([city.name, city.asciiName, id.replaceAll('-', ' '), ...names]),
    });
  }
}

function insertAreas(writer: ReleaseWriter, { areas, cityIds, countryIds }: PlaceTables): void {
  for (const { id, kind, name, country } of areas.areas) {
    writer.insert('area', {
      id,
      kind,
      name,
      country: required(countryIds.get(country), `the area ${id} lies in ${country}`),
    });
  }
  for (const { area, geonamesId } of areas.cities) {
    writer.insert('city_area', {
      city: required(cityIds.get(geonamesId), `the area ${area} has the unknown city ${geonamesId}`),
      area,
    });
  }
}

function insertRetired(writer: ReleaseWriter, dataDirectory: string): void {
  for (const [registry, kind] of [
    ['countries', 'country'],
    ['cities', 'city'],
  ] as const) {
    for (const { id, status, successor } of readRegistry(dataDirectory, registry)) {
      if (status !== 'active') writer.insert('retired', { kind, id, successor: orNull(successor) });
    }
  }
}

type StoredObservation = Observation & { latest: number };

function toObservations(
  { facts, metrics }: CheckedFacts,
  places: PlaceTables,
  year: string,
): StoredObservation[] {
  const rates = exchangeRates(facts);
  const countryOf = countriesByPlace(places);
  const noUsd = { usd: null, usd_rate: null, usd_rate_period: null, usd_rate_source: null };
  const observed = facts.map(
    (fact): Observation => ({
      ...fact,
      method: 'observed',
      ...(metrics.get(fact.metric)?.kind === 'price'
        ? toUsd(fact, required(countryOf(fact.place), `${fact.place} lies in no country`), rates)
        : noUsd),
    }),
  );
  const derived = [
    ...places.cities.flatMap(({ id, city }) =>
      cityGeography(city, year, CITY_SOURCE).map((figure) => ({ ...noUsd, ...figure, place: `city/${id}` })),
    ),
    ...densities(observed, places).map((figure) => ({ ...noUsd, ...figure })),
  ];
  return markLatest([...observed, ...derived]);
}

function densities(observed: readonly Observation[], places: PlaceTables) {
  const areas = new Map(places.countries.map(({ id, detail }) => [`country/${id}`, detail.area_km2]));
  return observed.flatMap((observation) => {
    const area = observation.metric === 'population' ? areas.get(observation.place) : undefined;
    return area
      ? [{ ...populationDensity(observation, area, AREA_KM2_SOURCE), place: observation.place }]
      : [];
  });
}

/** Of each series (a source's figures of one metric for one place) the last period; sorted, so that the hash is stable. */
function markLatest(observations: readonly Observation[]): StoredObservation[] {
  const series = Map.groupBy(
    observations,
    ({ place, metric, source, note }) => `${place}\t${metric}\t${source}\t${note}`,
  );
  return [...series]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, members]) => {
      const ordered = members.toSorted((left, right) => (left.period < right.period ? -1 : 1));
      return ordered.map(
        (
          {
            place,
            metric,
            period,
            source,
            note,
            grain,
            method,
            value,
            unit,
            usd,
            usd_rate,
            usd_rate_period,
            usd_rate_source,
          },
          index,
        ) => ({
          place,
          metric,
          period,
          source,
          note,
          grain,
          method,
          value,
          unit,
          usd,
          usd_rate,
          usd_rate_period,
          usd_rate_source,
          latest: index === ordered.length - 1 ? 1 : 0,
        }),
      );
    });
}

function exchangeRates(facts: readonly Fact[]): ExchangeRates {
  const annual = new Map<string, Map<string, Rate>>();
  const daily = new Map<string, Rate>();
  for (const { place, metric, period, value, source } of facts) {
    const rate = { value, period, source };
    if (metric === 'reference_exchange_rate') daily.set(place.slice('currency/'.length), rate);
    if (metric !== 'official_exchange_rate') continue;
    const years = annual.get(place) ?? new Map<string, Rate>();
    annual.set(place, years.set(period, rate));
  }
  return { annual, daily };
}

function countriesByPlace(
  places: PlaceTables,
): (place: string) => { key: string; currency: string | null } | undefined {
  const byId = new Map(places.countries.map(({ id, currency }) => [id, { key: `country/${id}`, currency }]));
  const byPlace = new Map<string, { key: string; currency: string | null } | undefined>();
  for (const { id } of places.countries) byPlace.set(`country/${id}`, byId.get(id));
  for (const { id, country } of places.cities) byPlace.set(`city/${id}`, byId.get(country));
  for (const { id, country } of places.areas.areas)
    byPlace.set(areaKey(id), byId.get(places.countryIds.get(country) ?? ''));
  return (place) => byPlace.get(place);
}

function activeIds(dataDirectory: string, registry: 'cities' | 'countries'): Map<string, string> {
  return new Map(
    readRegistry(dataDirectory, registry)
      .filter(({ status }) => status === 'active')
      .map(({ key, id }) => [key, id]),
  );
}

function foldedNames(names: readonly string[]): string {
  return `|${[...new Set(names.map(fold))].filter((name) => name !== '').join('|')}|`;
}

function officialThenSpread(
  left: { status: string; speakersPercent: number; language: string },
  right: { status: string; speakersPercent: number; language: string },
): number {
  const order = ['official', 'de_facto_official', 'official_regional', ''];
  return (
    order.indexOf(left.status) - order.indexOf(right.status) ||
    right.speakersPercent - left.speakersPercent ||
    (left.language < right.language ? -1 : 1)
  );
}

function baseLanguage(code: string): string {
  return code.split('-', 1)[0] ?? code;
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

function required<Value>(value: Value | undefined, fault: string): Value {
  if (value === undefined) throw new Error(`data/places: ${fault}`);
  return value;
}

function byId(left: { id: string }, right: { id: string }): number {
  return left.id < right.id ? -1 : 1;
}

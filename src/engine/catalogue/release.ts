import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { distance } from 'fastest-levenshtein';
import { LRUCache } from 'lru-cache';
import { periodEnd } from '../../release/best-figures.ts';
import {
  type CityClimateRecord,
  CLIMATE_GROUP,
  type ClimateNormals,
  climateScore,
} from '../../release/climate-records.ts';
import type { CityCost, CountryCost, Unknown } from '../../release/cost-estimates.ts';
import {
  type CostBases,
  type CostBasisRow,
  type CostRow,
  toCityCost,
  toCostBases,
  toCountryCost,
} from '../../release/cost-records.ts';
import { countryForm } from '../../release/country-form.ts';
import type { DownloadFormat } from '../../release/download-files.ts';
import { fold } from '../../release/fold.ts';
import type { ReleaseChanges } from '../../release/manifest.ts';
import type { MeasureRow } from '../../release/measures.ts';
import type { PackedNames } from '../../release/name-index.ts';
import type {
  GoalpostRecord,
  GroupRecord,
  OverallRecord,
  QualityRecord,
  QualityWeightRecord,
  ScoreError,
} from '../../release/quality-records.ts';
import {
  type CityDetailRecord,
  type CountryDetailRecord,
  type DatedObservation,
  type MetricRecord,
  type Observation,
  RELEASE_FORMAT,
} from '../../release/schema.ts';
import type { SourceRecord } from '../../release/source.ts';
import { CitiesOnSphere } from './cities-on-sphere.ts';
import { CityFinder, type Finding, type FoundCities } from './city-finder.ts';
import { CityProfiles } from './city-profiles.ts';
import { CitySearch } from './city-search.ts';
import type { HeldFile } from './held-file.ts';
import { Measures } from './measures.ts';
import { tolerance } from './misspelled-names.ts';
import { NameIndex } from './name-index.ts';
import { closeAll, openDatabase, type ReleaseFiles, type ServedManifest } from './release-files.ts';
import type { Scope } from './scopes.ts';

export interface Country {
  id: string;
  alpha2: string;
  alpha3: string;
  numeric: string | null;
  name: string;
  /** Folded names, each between two bars: `|portugal|portuguese republic|`. */
  names: string;
  /** Its Wikidata item: `Q45`. */
  wikidata: string | null;
  /** Id of the state that a territory belongs to. */
  part_of: string | null;
  detail: CountryDetailRecord;
}

export interface City {
  /** Position by population, largest first; counted from 0. */
  rank: number;
  id: string;
  geonamesId: number;
  /** Country id. */
  country: string;
  name: string;
  region: string | null;
  latitude: number;
  longitude: number;
  population: number | null;
  isCapital: boolean;
  /** GeoNames feature code: PPLX is a section of a city. */
  kind: string;
}

/** The result of resolving an id in a path. */
export type Resolution<Place> =
  | { kind: 'found'; place: Place; canonical: boolean }
  | { kind: 'retired'; id: string; successor: string | null }
  /** Places that the text may mean, most likely first. */
  | { kind: 'unknown'; candidates: Place[] };

export interface CityFilter {
  country?: string;
  minPopulation?: number;
  /** Any other condition. */
  accepts?: (city: City) => boolean;
  search?: string;
  near?: { latitude: number; longitude: number; radiusKm: number };
}

/** The figures of a source in the release. */
export interface SourceFigures {
  /** Figures of all periods. */
  figures: number;
  /**
   * The period that ends last, of the figures as the source published them or, if there are none, of those computed from it; null
   * if none is dated. Computed figures count only then, because one from two sources has the period of the newer one, and a
   * day's length has that day as its period.
   */
  latest: string | null;
}

export interface CityList {
  cities: readonly City[];
  /** Great-circle kilometres from the given point, one number per city; null when no point is given. */
  distances: readonly number[] | null;
}

/** More than the number of countries. */
const KEPT_COUNTRIES = 300;
/** About 2 KB per city. */
const KEPT_CITIES = 1000;
/** Groups of quality of life, about 1 KB each. */
const KEPT_QUALITY_PARTS = 2000;
/**
 * An open release, which never changes. Places, and the figures that they are found by, are held in memory. Details and other
 * figures are read from the file by key when a response is rendered.
 */
export class Release {
  readonly version: string;
  readonly contentHash: string;
  readonly publishedAt: Date;
  /** What changed since the previous release; null for the first, and if unknown. */
  readonly changes: ReleaseChanges | null;
  readonly countries: readonly Country[];
  /** By population, largest first. */
  readonly cities: readonly City[];
  /** The figures that cities are found and ranked by. */
  readonly measures: Measures;
  readonly sources: ReadonlyMap<string, SourceRecord>;
  readonly metrics: ReadonlyMap<string, MetricRecord>;
  /** By metric. */
  readonly goalposts: ReadonlyMap<string, GoalpostRecord>;
  readonly #costBases: CostBases;
  /** How much each group counts in the overall score; those with 0 are shown and do not count. */
  readonly groupWeights: ReadonlyMap<string, number>;
  /** The groups with a metric that has goalposts. */
  readonly scoredGroups: ReadonlySet<string>;
  readonly #indicatorWeights: ReadonlyMap<string, number>;
  readonly #files: ReleaseFiles;
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #countryByCode = new Map<string, Country>();
  readonly #cityById = new Map<string, City>();
  readonly #cityByGeonamesId = new Map<number, City>();
  readonly #citiesByCountry = new Map<string, City[]>();
  /** Created on first use, because they would slow down the start. */
  #sphere: CitiesOnSphere | undefined;
  #finder: CityFinder | undefined;
  #sourceFigures: ReadonlyMap<string, SourceFigures> | undefined;
  #profiles: CityProfiles | undefined;
  #scopes: ReadonlyMap<string, readonly Scope[]> | undefined;
  /** By id of the state that they belong to. */
  readonly #territories: ReadonlyMap<string | null, readonly Country[]>;
  readonly #search: CitySearch;
  /**
   * Every response about a city uses data of its country, and every comparison uses data of its first and its reference city
   * again and again, so we keep the records that were used last.
   */
  readonly #countryObservations = new LRUCache<Country, readonly Observation[]>({
    max: KEPT_COUNTRIES,
    memoMethod: ({ id }) => this.#statements.observations.all(`country/${id}`) as unknown as Observation[],
  });
  readonly #countryQualities = new LRUCache<Country, QualityRecord>({
    max: KEPT_COUNTRIES,
    memoMethod: ({ id }) => this.#toQualityRecord(this.#statements.quality.get(`country/${id}`)),
  });
  readonly #qualityParts = new LRUCache<number, { grouping: string; record: unknown }>({
    max: KEPT_QUALITY_PARTS,
    memoMethod: (id) => {
      const row = this.#statements.qualityPart.get(id);
      return { grouping: String(row?.grouping), record: JSON.parse(String(row?.record)) as unknown };
    },
  });
  readonly #countryCosts = new LRUCache<Country, CountryCost | Unknown>({
    max: KEPT_COUNTRIES,
    memoMethod: ({ id }) => toCountryCost(this.#costRow(`country/${id}`), this.#costBases),
  });
  readonly #cityCosts = new LRUCache<City, CityCost | Unknown>({
    max: KEPT_CITIES,
    memoMethod: ({ id, country }) =>
      toCityCost(`country/${country}`, this.#costRow(`city/${id}`), this.#costBases),
  });
  #fault: string | undefined;

  /** Takes over the files: they are closed with the release. Throws when this server cannot read them as a release. */
  constructor(files: ReleaseFiles) {
    this.#files = files;
    this.changes = files.changes;
    this.#database = openDatabase(files);
    try {
      this.#database.exec('PRAGMA query_only = 1;');
      const header = readHeader(this.#database);
      this.version = header.version;
      this.contentHash = header.contentHash;
      this.publishedAt = header.publishedAt;
      this.#statements = prepareStatements(this.#database, (fault) => {
        this.#fault = fault;
      });
      this.sources = new Map(
        records<SourceRecord>(this.#database, 'SELECT * FROM source').map((row) => [row.id, row]),
      );
      this.metrics = new Map(
        records<MetricRecord>(this.#database, 'SELECT * FROM metric').map((row) => [row.id, row]),
      );
      this.goalposts = new Map(
        records<GoalpostRecord>(this.#database, 'SELECT * FROM goalpost').map((row) => [row.metric, row]),
      );
      this.#costBases = toCostBases(records<CostBasisRow>(this.#database, 'SELECT * FROM cost_basis'));
      this.scoredGroups = new Set(
        [...this.goalposts.keys()].flatMap((metric) => this.metrics.get(metric)?.grouping ?? []),
      );
      const weights = records<QualityWeightRecord>(this.#database, 'SELECT * FROM quality_weight');
      this.groupWeights = new Map(
        weights.flatMap(({ grouping, metric, weight }) => (metric === '' ? [[grouping, weight]] : [])),
      );
      this.#indicatorWeights = new Map(
        weights.flatMap(({ metric, weight }) => (metric === '' ? [] : [[metric, weight]])),
      );
      this.countries = readCountries(this.#database);
      this.cities = readCities(this.#database);
      this.measures = new Measures(
        records<MeasureRow>(this.#database, 'SELECT * FROM measure'),
        this.cities.length,
      );
      this.#territories = Map.groupBy(this.countries, ({ part_of }) => part_of);
      this.#search = new CitySearch({
        cities: this.cities,
        citiesOf: (country) => this.citiesOf(country),
        names: readNames(this.#database),
        scopes: (name) => this.#withTerritories(this.#scopesNamed(name)),
      });
    } catch (error) {
      this.#database.close();
      closeAll(files);
      throw error;
    }
    for (const country of this.countries) {
      this.#citiesByCountry.set(country.id, []);
      const wikidata = country.wikidata === null ? null : `wikidata:${country.wikidata}`;
      for (const code of [country.id, country.alpha2, country.alpha3, country.numeric, wikidata]) {
        if (code !== null && code !== '') this.#countryByCode.set(code.toLowerCase(), country);
      }
    }
    for (const city of this.cities) {
      this.#cityById.set(city.id, city);
      this.#cityByGeonamesId.set(city.geonamesId, city);
      this.#citiesByCountry.get(city.country)?.push(city);
    }
  }

  get manifest(): ServedManifest {
    return this.#files.manifest;
  }

  /** A file that key holders may download; undefined until it has been made. */
  file(format: DownloadFormat): HeldFile | undefined {
    return this.#files.downloads.get(format);
  }

  /** By canonical id, which must exist: for ids that come from the release itself. */
  country(id: string): Country {
    const country = this.#countryByCode.get(id);
    if (country === undefined) throw new Error(`the release names a country ${id} that it does not have`);
    return country;
  }

  /** By canonical id; undefined when the release has no such city. */
  city(id: string): City | undefined {
    return this.#cityById.get(id);
  }

  /** By source id; sources without figures are absent. Read on first use, because that takes a tenth of a second. */
  get sourceFigures(): ReadonlyMap<string, SourceFigures> {
    this.#sourceFigures ??= figuresBySource(
      this.#statements.figuresBySource.all() as unknown as FiguresOfPeriod[],
    );
    return this.#sourceFigures;
  }

  citiesOf(countryId: string): readonly City[] {
    return this.#citiesByCountry.get(countryId) ?? [];
  }

  /**
   * An id, ISO 3166-1 alpha-2, alpha-3 or numeric, `wikidata:` and the item, or a name that can mean no other country; in any
   * case.
   */
  resolveCountry(text: string): Resolution<Country> {
    const lower = text.toLowerCase();
    const place = this.#countryByCode.get(lower);
    if (place !== undefined) return { kind: 'found', place, canonical: place.id === text };
    const retired = this.#retired('country', lower);
    if (retired !== undefined) return retired;
    const named = this.#countryNamed(fold(text));
    if (named !== undefined) return { kind: 'found', place: named, canonical: false };
    return { kind: 'unknown', candidates: this.#countryCandidates(lower) };
  }

  /**
   * An id, `geonames:` and the GeoNames number, or a name, with its region and country where others have it too; in any case.
   */
  resolveCity(text: string): Resolution<City> {
    return this.#identifiedCity(text) ?? { kind: 'unknown', candidates: this.#search.candidates(text) };
  }

  /** Whether the text means one city. */
  namesCity(text: string): boolean {
    return this.#identifiedCity(text)?.kind === 'found';
  }

  #identifiedCity(text: string): Resolution<City> | undefined {
    const exact = this.#cityById.get(text);
    if (exact !== undefined) return { kind: 'found', place: exact, canonical: true };
    const lower = text.toLowerCase();
    const geonamesId = /^geonames:(\d{1,10})$/.exec(lower)?.[1];
    const alias =
      geonamesId === undefined ? this.#cityById.get(lower) : this.#cityByGeonamesId.get(Number(geonamesId));
    if (alias !== undefined) return { kind: 'found', place: alias, canonical: false };
    const retired = this.#retired('city', lower);
    if (retired !== undefined) return retired;
    const named = this.#search.named(text);
    return named === undefined ? undefined : { kind: 'found', place: named, canonical: false };
  }

  /**
   * Cities that satisfy every given condition, sorted by distance with `near`, or by match quality with `search` (whole name,
   * start of a name, a word in it) and then by prominence, sections of a city after their city. Cities at the same distance, and
   * cities without either, are sorted by population, largest first.
   */
  findCities(filter: CityFilter): CityList {
    const accepts = (city: City) =>
      (filter.country === undefined || city.country === filter.country) &&
      (filter.minPopulation === undefined || (city.population ?? 0) >= filter.minPopulation) &&
      (filter.accepts === undefined || filter.accepts(city));
    if (filter.near !== undefined) {
      const named = filter.search === undefined ? undefined : new Set(this.#search.search(filter.search));
      return this.#citiesNear(
        filter.near,
        (city) => accepts(city) && (named === undefined || named.has(city)),
      );
    }
    if (filter.search !== undefined)
      return { cities: this.#search.search(filter.search).filter(accepts), distances: null };
    const byPopulation = filter.country === undefined ? this.cities : this.citiesOf(filter.country);
    const { minPopulation = 0 } = filter;
    const tooSmall = byPopulation.findIndex(({ population }) => (population ?? 0) < minPopulation);
    const largeEnough = tooSmall === -1 ? byPopulation : byPopulation.slice(0, tooSmall);
    return {
      cities: filter.accepts === undefined ? largeEnough : largeEnough.filter(filter.accepts),
      distances: null,
    };
  }

  /** The cities whose figures match, in the requested order. */
  findByFigures(cities: readonly City[], finding: Finding): FoundCities {
    this.#finder ??= new CityFinder(this.cities, this.measures, this.#nameRanks());
    return this.#finder.find(cities, finding);
  }

  /** The profiles that similar cities are found by. */
  get profiles(): CityProfiles {
    this.#profiles ??= new CityProfiles(this.cities, this.measures);
    return this.#profiles;
  }

  /** First-level regions with this name, code or alias, folded: the country, and the name as cities have it. */
  regionsNamed(folded: string): { country: string; name: string }[] {
    return this.#scopesNamed(folded).flatMap(({ country, region }) =>
      region === '' ? [] : [{ country, name: region }],
    );
  }

  cityDetail(city: City): CityDetailRecord {
    return JSON.parse(String(this.#statements.cityDetail.get(city.rank)?.detail)) as CityDetailRecord;
  }

  /** The latest figures of the city itself and of the metropolitan areas and regions that contain it. */
  cityObservations(city: City): Observation[] {
    return this.#statements.cityObservations.all(city.id, city.id) as unknown as Observation[];
  }

  /** The latest figures of the country. */
  countryObservations(country: Country): readonly Observation[] {
    return this.#countryObservations.memo(country);
  }

  /** The figures of the city itself and of the metropolitan areas and regions that contain it, of all periods. */
  cityHistory(city: City): DatedObservation[] {
    return this.#statements.cityHistory.all(city.id, city.id) as unknown as DatedObservation[];
  }

  /** The figures of the country, of all periods. */
  countryHistory(country: Country): DatedObservation[] {
    return this.#statements.countryHistory.all(`country/${country.id}`) as unknown as DatedObservation[];
  }

  /** The scores of the city: its own if any of its figures is scored, otherwise those of its country; and that of its climate. */
  quality(city: City): QualityRecord {
    const own = this.#statements.quality.get(`city/${city.id}`);
    const record =
      own === undefined
        ? this.#countryQualities.memo(this.country(city.country))
        : this.#toQualityRecord(own);
    const index = this.climate(city)?.index ?? null;
    return index === null
      ? record
      : { ...record, groups: { ...record.groups, [CLIMATE_GROUP]: climateScore(index) } };
  }

  /** The scores of a country as a whole: differences between its cities do not make them less certain. */
  countryQuality(country: Country): QualityRecord {
    const { groups, ...overall } = this.#countryQualities.memo(country);
    const national = <Score extends ScoreError>(score: Score): Score => ({ ...score, local_error: 0 });
    return {
      ...national(overall),
      groups: mapValues(groups, (group) => ({
        ...national(group),
        indicators: mapValues(group.indicators, national),
      })),
    };
  }

  /** How much a metric counts in its group; 0 without goalposts. */
  weightOf(metric: string): number {
    return this.#indicatorWeights.get(metric) ?? 0;
  }

  /** The city's climate; undefined if the release has none. */
  climate(city: City): CityClimateRecord | undefined {
    const row = this.#statements.climate.get(city.id);
    return row === undefined ? undefined : (JSON.parse(String(row.record)) as CityClimateRecord);
  }

  /** A weather station that the climate of a city names. */
  climateStation(id: string): { name: string; normals: ClimateNormals } {
    const row = this.#statements.climateStation.get(id);
    if (row === undefined) throw new Error(`the release names a weather station ${id} that it does not have`);
    return { name: String(row.name), normals: JSON.parse(String(row.normals)) as ClimateNormals };
  }

  /** The latest exchange rates of a currency: units per US dollar. */
  currencyObservations(code: string): Observation[] {
    return this.#statements.observations.all(`currency/${code}`) as unknown as Observation[];
  }

  /** The estimated price level of the city, by category and overall; the reason if there is none. */
  cityCost(city: City): CityCost | Unknown {
    return this.#cityCosts.memo(city);
  }

  /** The estimated price level of a country as a whole, by category and overall; the reason if there is none. */
  countryCost(country: Country): CountryCost | Unknown {
    return this.#countryCosts.memo(country);
  }

  /** The name of the measured place, from the place key of an observation. */
  placeName(place: string): string {
    const [kind = '', id = ''] = place.split('/', 2);
    if (kind === 'city') return this.#cityById.get(id)?.name ?? id;
    if (kind === 'country') return this.country(id).name;
    return String(this.#statements.areaName.get(id)?.name ?? id);
  }

  /** Why the files may differ from those that were checked, in a text that changes with the reason; undefined if they do not. */
  get suspicion(): string | undefined {
    const rewritten = [...this.#files.downloads.values()].map((file) => file.rewritten ?? '');
    return this.#fault ?? (rewritten.some((each) => each !== '') ? rewritten.join() : undefined);
  }

  /** Downloads in progress continue to the end. */
  close(): void {
    this.#database.close();
    closeAll(this.#files);
  }

  #nameRanks(): Uint32Array {
    const rows = this.#statements.nameRanks.all() as { name_rank: number }[];
    return Uint32Array.from(rows, ({ name_rank }) => name_rank);
  }

  #costRow(key: string): CostRow {
    const row = this.#statements.cost.get(key) as unknown as CostRow | undefined;
    if (row === undefined) throw new Error(`the release says nothing of the cost of living in ${key}`);
    return row;
  }

  #toQualityRecord(row: Record<string, unknown> | undefined): QualityRecord {
    const [overall, ...groups] = String(row?.parts)
      .split(' ')
      .map((id) => this.#qualityParts.memo(Number(id)));
    return {
      ...(overall?.record as OverallRecord),
      groups: Object.fromEntries(groups.map(({ grouping, record }) => [grouping, record as GroupRecord])),
    };
  }

  /** The name of a state also covers its territories: people write `San Juan, USA`. */
  #withTerritories(scopes: readonly Scope[]): readonly Scope[] {
    return scopes.flatMap((scope) => {
      const territories = scope.region === '' ? this.#territories.get(scope.country) : undefined;
      return [scope, ...(territories ?? []).map(({ id }) => ({ country: id, region: '' }))];
    });
  }

  /** The countries and regions with this name, folded. */
  #scopesNamed(name: string): readonly Scope[] {
    this.#scopes ??= Map.groupBy(
      records<Scope & { name: string }>(this.#database, 'SELECT name, country, region FROM qualifier'),
      (row) => row.name,
    );
    return (
      this.#scopes.get(name) ??
      this.#scopes.get(countryForm(name))?.filter(({ region }) => region === '') ??
      []
    );
  }

  /**
   * The only country with this as its own or official name; otherwise the only one with it as another name, unless it is also the
   * name of a region, such as England, or part of another country's name, such as Congo or Korea.
   */
  #countryNamed(folded: string): Country | undefined {
    const own = this.countries.filter(({ name, detail: { official_name } }) =>
      [name, official_name ?? ''].some((each) => fold(each) === folded),
    );
    if (own.length === 1) return own[0];
    const named = this.countries.filter(({ names }) => names.includes(`|${folded}|`));
    const [country, other] = named.length > 0 ? named : this.#countriesByForm(folded);
    if (country === undefined || other !== undefined || this.#isRegion(folded)) return undefined;
    const isPartOfAnother = this.countries.some(
      ({ id, name, detail: { official_name } }) =>
        id !== country.id && ` ${fold(name)} | ${fold(official_name ?? '')} `.includes(` ${folded} `),
    );
    return isPartOfAnother ? undefined : country;
  }

  /** Countries with this name in another order or abbreviated. */
  #countriesByForm(folded: string): Country[] {
    return this.#scopesNamed(folded).flatMap(({ country, region }) =>
      region === '' ? [this.country(country)] : [],
    );
  }

  /** Whether this is the name, folded, of a first-level region. */
  #isRegion(name: string): boolean {
    return this.#scopesNamed(name).some(({ region }) => fold(region) === name);
  }

  #citiesNear(near: NonNullable<CityFilter['near']>, accepts: (city: City) => boolean): CityList {
    this.#sphere ??= new CitiesOnSphere(this.cities);
    const neighbours = this.#sphere.around(near, accepts);
    return {
      cities: neighbours.map(({ city }) => city),
      distances: neighbours.map(({ distance }) => distance),
    };
  }

  #retired(kind: 'country' | 'city', id: string): Resolution<never> | undefined {
    const row = this.#statements.retired.get(kind, id) as { successor: string | null } | undefined;
    return row === undefined ? undefined : { kind: 'retired', id, successor: row.successor };
  }

  /**
   * Countries with exactly this name; then those whose own name, any name, or any word in a name starts with it; if there are
   * none, those of whose id it may be a misspelling.
   */
  #countryCandidates(text: string): Country[] {
    const wanted = fold(text);
    if (wanted === '') return [];
    const named = [
      ({ names }: Country) => names.includes(`|${wanted}|`),
      // The country's own name comes first.
      ({ names }: Country) => names.startsWith(`|${wanted}`),
      ({ names }: Country) => names.includes(`|${wanted}`),
      ({ names }: Country) => names.includes(` ${wanted}`),
    ].flatMap((isNamed) => this.countries.filter(isNamed));
    const candidates =
      named.length > 0
        ? named
        : this.countries.filter((country) => distance(country.id, text) <= tolerance(text));
    return [...new Set(candidates)];
  }
}

function mapValues<Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  of: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, of(value)]));
}

interface FiguresOfPeriod {
  /** Ids, separated by spaces. */
  source: string;
  period: string;
  /** 1 for figures as they were published. */
  observed: number;
  figures: number;
}

function figuresBySource(rows: readonly FiguresOfPeriod[]): Map<string, SourceFigures> {
  const bySource = new Map<string, SourceFigures>();
  const published = new Set(
    rows.flatMap(({ source, observed }) => (observed === 1 ? source.split(' ') : [])),
  );
  for (const { source, period, observed, figures } of rows)
    for (const id of source.split(' ')) {
      const { figures: before, latest } = bySource.get(id) ?? { figures: 0, latest: null };
      const counts = period !== '' && (observed === 1 || !published.has(id));
      const isLater = counts && (latest === null || periodEnd(period) > periodEnd(latest));
      bySource.set(id, { figures: before + figures, latest: isLater ? period : latest });
    }
  return bySource;
}

function readHeader(database: DatabaseSync): { version: string; contentHash: string; publishedAt: Date } {
  const rows = records<{ key: string; value: string }>(database, 'SELECT key, value FROM release');
  const header = new Map(rows.map(({ key, value }) => [key, value]));
  const text = (key: string) => {
    const value = header.get(key);
    if (value === undefined) throw new Error(`its header lacks ${key}`);
    return value;
  };
  if (Number(text('format')) !== RELEASE_FORMAT) {
    throw new Error(`it has format ${text('format')}, this server reads format ${RELEASE_FORMAT}`);
  }
  return {
    version: text('version'),
    contentHash: text('content_hash'),
    publishedAt: new Date(text('published_at')),
  };
}

/** SQLite result codes (https://sqlite.org/rescode.html) that mean that the file cannot be read or is damaged. */
const FILE_FAULTS = [10, 11, 14, 26];

type Row = Record<string, SQLOutputValue>;

interface Query {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
}

/** A query that reports failures caused by the file. */
function watched(query: StatementSync, tell: (fault: string) => void): Query {
  const watch = <Result>(run: () => Result): Result => {
    try {
      return run();
    } catch (error) {
      const { errcode = 0, message } = error as Error & { errcode?: number };
      // The lowest byte of an extended code is the primary code.
      if (FILE_FAULTS.includes(errcode & 0xff)) tell(message);
      throw error;
    }
  };
  return {
    get: (...values: SQLInputValue[]) => watch(() => query.get(...values)),
    all: (...values: SQLInputValue[]) => watch(() => query.all(...values)),
  };
}

function prepareStatements(database: DatabaseSync, tell: (fault: string) => void) {
  const prepare = (text: string) => watched(database.prepare(text), tell);
  const columns =
    'place, metric, period, source, note, grain, method, value, unit, standard_error, usd, usd_rate, usd_rate_period, usd_rate_source';
  return {
    nameRanks: prepare('SELECT name_rank FROM city ORDER BY rank'),
    cityDetail: prepare('SELECT detail FROM city WHERE rank = ?'),
    observations: prepare(`SELECT ${columns} FROM observation WHERE place = ? AND latest = 1`),
    cityObservations: prepare(
      `SELECT ${columns}, 0 AS extent FROM observation WHERE place = 'city/' || ? AND latest = 1
       UNION ALL
       SELECT ${columns}, extent FROM city_area JOIN area ON area.id = area
         JOIN observation ON place = 'area/' || area WHERE city = ? AND latest = 1`,
    ),
    countryHistory: prepare(`SELECT ${columns}, latest FROM observation WHERE place = ?`),
    cityHistory: prepare(
      `SELECT ${columns}, latest FROM observation WHERE place = 'city/' || ?
       UNION ALL
       SELECT ${columns}, latest FROM city_area JOIN observation ON place = 'area/' || area WHERE city = ?`,
    ),
    climate: prepare('SELECT record FROM climate WHERE city = ?'),
    climateStation: prepare('SELECT name, normals FROM climate_station WHERE id = ?'),
    quality: prepare('SELECT parts FROM quality WHERE place = ?'),
    qualityPart: prepare('SELECT grouping, record FROM quality_part WHERE id = ?'),
    areaName: prepare('SELECT name FROM area WHERE id = ?'),
    cost: prepare('SELECT * FROM cost WHERE place = ?'),
    figuresBySource: prepare(
      "SELECT source, period, method = 'observed' AS observed, count(*) AS figures FROM observation GROUP BY 1, 2, 3",
    ),
    retired: prepare('SELECT successor FROM retired WHERE kind = ? AND id = ?'),
  } satisfies Record<string, Query>;
}

function readCountries(database: DatabaseSync): Country[] {
  const rows = records<Omit<Country, 'detail'> & { detail: string }>(
    database,
    'SELECT id, alpha2, alpha3, numeric, name, names, wikidata, part_of, detail FROM country ORDER BY position',
  );
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as CountryDetailRecord }));
}

function readNames(database: DatabaseSync): NameIndex {
  const [row] = records<PackedNames>(database, 'SELECT text, starts, cities FROM city_names');
  if (row === undefined) throw new Error('it has no names of cities');
  return new NameIndex(row);
}

type CityRow = [
  rank: number,
  id: string,
  geonamesId: number,
  country: string,
  name: string,
  region: string | null,
  latitude: number,
  longitude: number,
  population: number | null,
  isCapital: number,
  kind: string,
];

function readCities(database: DatabaseSync): City[] {
  const statement = database.prepare(
    'SELECT rank, id, geonames_id, country, name, region, latitude, longitude, population, is_capital, kind FROM city ORDER BY rank',
  );
  // Every start reads all of them, and reading rows as arrays takes half the time.
  statement.setReturnArrays(true);
  const cities: City[] = [];
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<CityRow>) {
    const [rank, id, geonamesId, country, name, region, latitude, longitude, population, isCapital, kind] =
      row;
    cities.push({
      rank,
      id,
      geonamesId,
      country,
      name,
      region,
      latitude,
      longitude,
      population,
      isCapital: isCapital === 1,
      kind,
    });
  }
  return cities;
}

function records<Row>(database: DatabaseSync, query: string): Row[] {
  return database
    .prepare(query)
    .all()
    .map((row) => ({ ...row })) as Row[];
}

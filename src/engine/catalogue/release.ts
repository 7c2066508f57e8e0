import { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import {
  type CityClimateRecord,
  CLIMATE_GROUP,
  type ClimateNormals,
  climateScore,
} from '../../release/climate-records.ts';
import type { CityCost, CountryCost, NoEstimate } from '../../release/cost-estimates.ts';
import {
  type CostBases,
  type CostBasisRow,
  type CostRow,
  toCityCost,
  toCostBases,
  toCountryCost,
} from '../../release/cost-records.ts';
import type { DownloadFormat } from '../../release/download-files.ts';
import { fold, isWritten } from '../../release/fold.ts';
import { type BasketPart, type HomeRents, wholeBaskets } from '../../release/household-budgets.ts';
import type { ReleaseChanges } from '../../release/manifest.ts';
import type {
  GoalpostRecord,
  GroupRecord,
  Overall,
  QualityRecord,
  QualityWeightRecord,
} from '../../release/quality-records.ts';
import type { CityDetailRecord, DatedObservation, MetricRecord, Observation } from '../../release/schema.ts';
import { type SourceRecord, toSourceRecord } from '../../release/source.ts';
import { CitiesOnSphere } from './cities-on-sphere.ts';
import { CityFinder, type Finding, stepsIn } from './city-finder.ts';
import { CityProfiles } from './city-profiles.ts';
import { CitySearch } from './city-search.ts';
import { CountrySearch } from './country-search.ts';
import type { HeldFile } from './held-file.ts';
import { type HeldPlaces, readPlaces } from './held-places.ts';
import { Measures } from './measures.ts';
import { nationalQuality } from './national-quality.ts';
import {
  type City,
  type CityFilter,
  type CityList,
  type Country,
  citiesFrom,
  isCity,
  type Place,
  type Resolution,
} from './place.ts';
import { Qualifiers } from './qualifiers.ts';
import { type IslandRow, Regions } from './regions.ts';
import { closeAll, type ReleaseFiles, type ServedManifest } from './release-files.ts';
import {
  figuresBySource,
  meantBy,
  prepareStatements,
  readHeader,
  readNameOrder,
  readQualifiers,
  records,
  type SourceFigures,
} from './release-rows.ts';
import { atOnce, type Steps } from './steps.ts';

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
  readonly year: number;
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
  /** By household, what it buys. Without a household if the release lacks a part of that: then nobody has a budget. */
  readonly baskets: ReturnType<typeof wholeBaskets>;
  readonly #costBases: CostBases;
  /** How much each group counts in the overall score; those with 0 are shown and do not count. */
  readonly groupWeights: ReadonlyMap<string, number>;
  /** The groups with a metric that has goalposts. */
  readonly scoredGroups: ReadonlySet<string>;
  readonly #indicatorWeights: ReadonlyMap<string, number>;
  readonly #files: ReleaseFiles;
  readonly #database: DatabaseSync;
  readonly #places: HeldPlaces;
  readonly #statements: ReturnType<typeof prepareStatements>;
  /** Created on first use, unless `prepare` has made them. */
  #sphere: CitiesOnSphere | undefined;
  #finder: CityFinder | undefined;
  #sourceFigures: ReadonlyMap<string, SourceFigures> | undefined;
  #profiles: CityProfiles | undefined;
  readonly #qualifiers: Qualifiers;
  readonly regions: Regions;
  /** Cities by what people type. */
  readonly search: CitySearch;
  readonly #countrySearch: CountrySearch;
  /** Every response about a city uses data of its country, and every comparison those of its first and its reference city. */
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
  readonly #countryCosts = new LRUCache<Country, CountryCost | NoEstimate>({
    max: KEPT_COUNTRIES,
    memoMethod: ({ id }) => toCountryCost(this.#costRow(`country/${id}`), this.#costBases),
  });
  readonly #cityCosts = new LRUCache<City, CityCost | NoEstimate>({
    max: KEPT_CITIES,
    memoMethod: ({ id, country }) =>
      toCityCost(`country/${country}`, this.#costRow(`city/${id}`), this.#costBases),
  });
  #fault: string | undefined;

  /** Takes over the files: they are closed with the release. Throws when this server cannot read them as a release. */
  static *open(files: ReleaseFiles): Steps<Release> {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(files.database, { readOnly: true });
      database.exec('PRAGMA query_only = 1;');
      const header = readHeader(database);
      return new Release(files, database, header, yield* readPlaces(database));
    } catch (error) {
      database?.close();
      closeAll(files);
      throw error;
    }
  }

  private constructor(
    files: ReleaseFiles,
    database: DatabaseSync,
    header: ReturnType<typeof readHeader>,
    places: HeldPlaces,
  ) {
    this.#files = files;
    this.#database = database;
    this.#places = places;
    this.changes = files.changes;
    this.version = header.version;
    this.contentHash = header.contentHash;
    this.publishedAt = header.publishedAt;
    this.year = header.publishedAt.getUTCFullYear();
    this.#statements = prepareStatements(database, (fault) => {
      this.#fault = fault;
    });
    const sources = records<SourceRecord>(database, 'SELECT * FROM source').map(toSourceRecord);
    this.sources = new Map(sources.map((row) => [row.id, row]));
    const metrics = records<MetricRecord>(database, 'SELECT * FROM metric');
    this.metrics = new Map(metrics.map((row) => [row.id, row]));
    const goalposts = records<GoalpostRecord>(database, 'SELECT * FROM goalpost');
    this.goalposts = new Map(goalposts.map((row) => [row.metric, row]));
    this.baskets = wholeBaskets(
      records<BasketPart>(database, 'SELECT household, category, usd, sources FROM household_basket'),
    );
    this.#costBases = toCostBases(records<CostBasisRow>(database, 'SELECT * FROM cost_basis'));
    this.scoredGroups = new Set(
      [...this.goalposts.keys()].flatMap((metric) => this.metrics.get(metric)?.grouping ?? []),
    );
    const weights = records<QualityWeightRecord>(database, 'SELECT * FROM quality_weight');
    this.groupWeights = new Map(
      weights.flatMap(({ grouping, metric, weight }) => (metric === '' ? [[grouping, weight]] : [])),
    );
    this.#indicatorWeights = new Map(
      weights.flatMap(({ metric, weight }) => (metric === '' ? [] : [[metric, weight]])),
    );
    const { countries, cities, names } = places;
    this.countries = countries;
    this.cities = cities;
    this.measures = new Measures(places.measures, this.#statements.plainMeasure, cities.length);
    this.#qualifiers = new Qualifiers(countries, () => readQualifiers(database));
    const scopes = (name: string) => this.#qualifiers.named(name);
    this.#countrySearch = new CountrySearch(countries, scopes);
    const citiesOf = (country: string) => this.citiesOf(country);
    const islands = () => records<IslandRow>(database, 'SELECT * FROM island');
    const { areasAfter, citiesOfArea } = this.#statements;
    this.regions = new Regions({ cities, citiesOf, scopes, islands, areasAfter, citiesOfArea });
    const covered = (name: string) => this.#qualifiers.covered(name);
    this.search = new CitySearch({ cities, citiesOf, names, scopes: covered });
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
    const country = this.#places.countryByCode.get(id);
    if (country === undefined) throw new Error(`the release names a country ${id} that it does not have`);
    return country;
  }

  /** The country that a city is in, or the country itself. */
  countryOf(place: Place): Country {
    return isCity(place) ? this.country(place.country) : place;
  }

  /** By canonical id; undefined when the release has no such city. */
  city(id: string): City | undefined {
    return this.#places.cityById.get(id);
  }

  /** By source id; sources without figures are absent. Read on first use. */
  get sourceFigures(): ReadonlyMap<string, SourceFigures> {
    this.#sourceFigures ??= figuresBySource(this.#statements.figuresBySource);
    return this.#sourceFigures;
  }

  citiesOf(countryId: string): readonly City[] {
    return this.#places.citiesByCountry.get(countryId) ?? [];
  }

  /** By id, ISO 3166-1 code, `wikidata:` and the item, or a name that means no other country; in any case. */
  resolveCountry(text: string): Resolution<Country> {
    const lower = text.toLowerCase();
    const place = this.#places.countryByCode.get(lower);
    if (place !== undefined) return { kind: 'found', place, canonical: place.id === text };
    const retired = this.#retired('country', lower);
    if (retired !== undefined) return retired;
    const named = this.#countrySearch.named(fold(text));
    if (named !== undefined) return { kind: 'found', place: named, canonical: false };
    return { kind: 'unknown', candidates: this.#countrySearch.candidates(lower) };
  }

  /** By id, `geonames:` and the number, `iata:` and the code, or name, with its region or country if other cities have it; in any case. */
  resolveCity(text: string): Resolution<City> {
    return this.identifiedCity(text) ?? { kind: 'unknown', candidates: this.search.candidates(text) };
  }

  /** Whether a text that names a city, or none, can be read without a search. */
  isQuicklyRead(text: string): boolean {
    return this.#places.cityById.has(text.toLowerCase()) || this.search.remembers(text);
  }

  /** The same without what a text may mean that names no city: undefined. */
  identifiedCity(text: string): Resolution<City> | undefined {
    const exact = this.#places.cityById.get(text);
    if (exact !== undefined) return { kind: 'found', place: exact, canonical: true };
    const lower = text.toLowerCase();
    const iata = /^iata:([a-z]{3})$/.exec(lower)?.[1];
    if (iata !== undefined) return meantBy(this.#statements.iata.all(iata), this.#places.cityById);
    const geonamesId = Number(/^geonames:(\d{1,10})$/.exec(lower)?.[1]);
    const alias = this.#places.cityById.get(lower) ?? this.#places.cityByGeonamesId.get(geonamesId);
    if (alias !== undefined) return { kind: 'found', place: alias, canonical: false };
    const retired = this.#retired('city', lower);
    const named = retired === undefined ? this.search.reading(text).city : undefined;
    if (named === undefined) return retired;
    const country = this.#places.countryByCode.get(lower)?.id ?? named.country;
    // `ch` is Switzerland, and seldom Chornomorsk.
    if (country !== named.country && this.search.levelOf(text, named) === 'other') return undefined;
    const names = () => [named.name, ...this.detailRecord(named).alternative_names];
    return isWritten(text, names) ? { kind: 'found', place: named, canonical: false } : undefined;
  }

  /**
   * Cities that satisfy every given condition, sorted by distance with `near`, or by match quality with `search` (whole name,
   * start of a name, a word in it) and then by prominence, sections of a city after their city. Cities at the same distance, and
   * cities without either, are sorted by population, largest first.
   */
  findCities({ country, minPopulation = 0, accepts, search, near }: CityFilter): CityList {
    const fits = (city: City) =>
      (country === undefined || city.country === country) &&
      (city.population ?? 0) >= minPopulation &&
      (accepts === undefined || accepts(city));
    const named = search === undefined ? undefined : this.search.search(search).filter(fits);
    if (near !== undefined) {
      const wanted = named && new Set(named);
      this.#sphere ??= new CitiesOnSphere(this.cities);
      const largeEnough = citiesFrom(minPopulation, this.cities);
      const found = this.#sphere.around(near, largeEnough, wanted ? (city) => wanted.has(city) : fits);
      return { cities: found.map(({ city }) => city), distances: found.map(({ distance }) => distance) };
    }
    if (named !== undefined) return { cities: named, distances: null };
    const byPopulation = country === undefined ? this.cities : this.citiesOf(country);
    const largeEnough = byPopulation.slice(0, citiesFrom(minPopulation, byPopulation));
    return { cities: accepts === undefined ? largeEnough : largeEnough.filter(accepts), distances: null };
  }

  /** Makes what the first requests would have to wait for. */
  *prepare(): Steps<void> {
    yield* this.#qualifiers.prepare();
    yield* this.search.prepare();
    yield* this.regions.prepare();
    this.#finder ??= yield* this.#newFinder();
  }

  *#newFinder(): Steps<CityFinder> {
    const order = yield* readNameOrder(this.#database, this.cities.length);
    return new CityFinder(this.cities, this.measures, yield* stepsIn(this.cities, order, ({ name }) => name));
  }

  /** The cities whose figures match, in the requested order. */
  findByFigures(cities: readonly City[], finding: Finding) {
    this.#finder ??= atOnce(this.#newFinder());
    return this.#finder.find(cities, finding);
  }

  /** The profiles that similar cities are found by. */
  get profiles(): CityProfiles {
    this.#profiles ??= new CityProfiles(this.cities, this.measures);
    return this.#profiles;
  }

  detailRecord(city: City): CityDetailRecord {
    return JSON.parse(String(this.#statements.detailRecord.get(city.rank)?.detail)) as CityDetailRecord;
  }

  /** The latest figures of a country, or of a city itself and of the metropolitan areas and regions that contain it. */
  observations(place: Place): readonly Observation[] {
    const { cityObservations, observations } = this.#statements;
    return isCity(place) ? cityObservations.all(place.id) : observations.all(`country/${place.id}`);
  }

  /** The same of all periods. */
  history(place: Place): DatedObservation[] {
    const { cityHistory, countryHistory } = this.#statements;
    return isCity(place) ? cityHistory.all(place.id) : countryHistory.all(`country/${place.id}`);
  }

  /**
   * The scores of a country as a whole, or those of a city: its own if any of its figures is scored, otherwise those of its country;
   * and that of its climate.
   */
  quality(place: Place): QualityRecord {
    const ofCountry = () => this.#countryQualities.memo(this.countryOf(place));
    if (!isCity(place)) return nationalQuality(ofCountry());
    const own = this.#statements.quality.get(`city/${place.id}`);
    const record = own === undefined ? ofCountry() : this.#toQualityRecord(own);
    const climate = this.climate(place);
    if (climate === undefined || climate.index === null) return record;
    return { ...record, groups: { ...record.groups, [CLIMATE_GROUP]: climateScore(climate.index, climate) } };
  }

  /** Official rents of the homes of households, in the city or its area; undefined if no publisher has them for homes of all sizes. */
  homeRents({ id }: City): HomeRents | undefined {
    return this.#statements.homeRents.get(`city/${id}`);
  }

  /** How much a metric counts in its group; 0 without goalposts. */
  weightOf(metric: string): number {
    return this.#indicatorWeights.get(metric) ?? 0;
  }

  /** The city's climate; undefined if the release has none. */
  climate(city: City): CityClimateRecord | undefined {
    const row = this.#statements.climate.get(city.id);
    return row && (JSON.parse(row.record) as CityClimateRecord);
  }

  /** A weather station that the climate of a city names. */
  climateStation(id: string): { name: string; normals: ClimateNormals } {
    const row = this.#statements.climateStation.get(id);
    if (row === undefined) throw new Error(`the release names a weather station ${id} that it does not have`);
    return { name: row.name, normals: JSON.parse(row.normals) as ClimateNormals };
  }

  /** The latest exchange rates of a currency: units per US dollar. */
  currencyObservations(code: string): readonly Observation[] {
    return this.#statements.observations.all(`currency/${code}`);
  }

  /** The estimated price level of the city, by category and overall; the reason if there is none. */
  cityCost(city: City): CityCost | NoEstimate {
    return this.#cityCosts.memo(city);
  }

  /** The estimated price level of a country as a whole, by category and overall; the reason if there is none. */
  countryCost(country: Country): CountryCost | NoEstimate {
    return this.#countryCosts.memo(country);
  }

  /** The name of the measured place, from the place key of an observation. */
  placeName(place: string): string {
    const [kind = '', id = ''] = place.split('/', 2);
    if (kind === 'city') return this.#places.cityById.get(id)?.name ?? id;
    if (kind === 'country') return this.country(id).name;
    return this.#statements.area.get(id)?.name ?? id;
  }

  /** The largest city in an area. */
  mainCityOf(area: string): City | undefined {
    return this.#places.cityById.get(this.#statements.area.get(area)?.main_city ?? '');
  }

  /** Some of the `positions` latest figures of a metric, the highest first; amounts by what they are in US dollars. */
  valuesOf({ first_position: first, positions }: MetricRecord, from: number, to: number): Observation[] {
    const [start, end] = [first + from, first + Math.min(to, positions)];
    return this.#statements.figuresByPosition.all(start, end);
  }

  /** Why the files may have changed since they were checked; undefined if they have not. Another reason gives another text. */
  get suspicion(): string | undefined {
    const rewritten = [...this.#files.downloads.values()].map((file) => file.rewritten ?? '');
    return this.#fault ?? (rewritten.some((each) => each !== '') ? rewritten.join() : undefined);
  }

  /** Downloads in progress continue to the end. */
  close(): void {
    this.#database.close();
    closeAll(this.#files);
  }

  #costRow(key: string): CostRow {
    const row = this.#statements.cost.get(key);
    if (row === undefined) throw new Error(`the release says nothing of the cost of living in ${key}`);
    return row;
  }

  #toQualityRecord(row: Record<string, unknown> | undefined): QualityRecord {
    const [overall, ...groups] = String(row?.parts)
      .split(' ')
      .map((id) => this.#qualityParts.memo(Number(id)));
    return {
      ...(overall?.record as Overall),
      groups: Object.fromEntries(groups.map(({ grouping, record }) => [grouping, record as GroupRecord])),
    };
  }

  #retired(kind: 'country' | 'city', id: string): Resolution<never> | undefined {
    const row = this.#statements.retired.get(kind, id);
    return row && { kind: 'retired', id, successor: row.successor };
  }
}

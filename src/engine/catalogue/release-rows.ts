import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { periodEnd } from '../../release/best-figures.ts';
import type { CostRow } from '../../release/cost-records.ts';
import type { HomeRents } from '../../release/household-budgets.ts';
import { type MeasureColumns, type MeasureRow, toMeasureColumns } from '../../release/measures.ts';
import {
  type CountryDetailRecord,
  type DatedObservation,
  type Observation,
  RELEASE_FORMAT,
} from '../../release/schema.ts';
import { memo } from '../memo.ts';
import { NameIndex } from './name-index.ts';
import type { City, Country, Resolution } from './place.ts';
import type { Qualifier } from './qualifiers.ts';
import { CITIES_AT_ONCE, type Steps } from './steps.ts';

/** An area of the release. */
export interface AreaRow {
  id: string;
  name: string;
  country: string;
  /** How many cities are in it. */
  extent: number;
}

/* What `Release` reads from its file: rows of tables when it is opened, and prepared queries for later. */

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

interface FiguresOfSeries {
  /** Ids, separated by spaces. */
  source: string;
  /** Of those that end last. */
  period: string;
  /** 1 for figures as they were published. */
  observed: number;
  figures: number;
}

/** @param query the statement of this name */
export function figuresBySource(query: Query<FiguresOfSeries>): Map<string, SourceFigures> {
  const rows = query.all();
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

export function readHeader(database: DatabaseSync) {
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

/** More than the number of countries and currencies together. */
const KEPT_COUNTRIES = 500;
/** With about 30 KB each. */
const KEPT_CITIES = 100;
const KEPT_AREAS = 2000;

/** A prepared query of the release. */
export interface Query<Row> {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
}

/** A query that reports failures caused by the file. */
function watched<Row>(query: StatementSync, tell: (fault: string) => void): Query<Row> {
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
    get: (...values) => watch(() => query.get(...values) as Row | undefined),
    all: (...values) => watch(() => query.all(...values) as Row[]),
  };
}

/** A query by one value whose latest rows are kept, because several parts of an answer ask for them. Nobody may change them. */
function kept<Row>(max: number, query: Query<Row>): Query<Row> {
  const rows = new LRUCache<string, Row[]>({ max, memoMethod: (value) => query.all(value) });
  const all = (value?: SQLInputValue) => rows.memo(String(value));
  return { all, get: (value) => all(value)[0] };
}

export function prepareStatements(database: DatabaseSync, tell: (fault: string) => void) {
  const prepare = <Row>(text: string) => watched<Row>(database.prepare(text), tell);
  const columns =
    'place, metric, period, source, note, grain, method, value, unit, standard_error, usd, usd_rate, usd_rate_period, usd_rate_source';
  // The city itself, then the areas that it lies in.
  const aroundCity = `WITH asked(city) AS (SELECT ?) SELECT 'city/' || city AS place, 0 AS extent, '' AS area FROM asked
       UNION ALL SELECT 'area/' || area, extent, area FROM asked JOIN city_area USING (city) JOIN area ON area.id = area`;
  const inOrder = 'ORDER BY area, metric, period, source, note';
  return {
    detailRecord: prepare<{ detail: string }>('SELECT detail FROM city WHERE rank = ?'),
    observations: kept(
      KEPT_COUNTRIES,
      prepare<Observation>(
        `SELECT ${columns} FROM observation WHERE place = ? AND latest = 1 ORDER BY metric, period, source, note`,
      ),
    ),
    cityObservations: kept(
      KEPT_CITIES,
      prepare<Observation>(
        `SELECT ${columns}, extent FROM (${aroundCity}) AS around JOIN observation USING (place) WHERE latest = 1 ${inOrder}`,
      ),
    ),
    countryHistory: prepare<DatedObservation>(
      `SELECT ${columns}, latest FROM observation WHERE place = ? ORDER BY metric, period, source, note`,
    ),
    cityHistory: prepare<DatedObservation>(
      `SELECT ${columns}, latest FROM (${aroundCity}) AS around JOIN observation USING (place) ${inOrder}`,
    ),
    climate: prepare<{ record: string }>('SELECT record FROM climate WHERE city = ?'),
    plainMeasure: prepare<{ value: unknown }>('SELECT value FROM plain_measure WHERE id = ?'),
    climateStation: prepare<{ name: string; normals: string }>(
      'SELECT name, normals FROM climate_station WHERE id = ?',
    ),
    quality: prepare<{ parts: string }>('SELECT parts FROM quality WHERE place = ?'),
    qualityPart: prepare<{ grouping: string; record: string }>(
      'SELECT grouping, record FROM quality_part WHERE id = ?',
    ),
    area: kept(
      KEPT_AREAS,
      prepare<{ name: string; main_city: string | null }>('SELECT name, main_city FROM area WHERE id = ?'),
    ),
    areasAfter: prepare<AreaRow>(
      "SELECT id, name, country, extent FROM area WHERE kind <> 'metro' AND id > ? ORDER BY id LIMIT 250",
    ),
    citiesOfArea: prepare<{ city: string }>(
      'SELECT city FROM city_area JOIN city ON city.id = city WHERE country = ? AND area = ?',
    ),
    cost: prepare<CostRow>('SELECT * FROM cost WHERE place = ?'),
    homeRents: prepare<HomeRents>('SELECT * FROM home_rent WHERE city = ?'),
    figuresBySource: prepare<FiguresOfSeries>(
      "SELECT source, last_period AS period, method = 'observed' AS observed, figures FROM series",
    ),
    figuresByPosition: prepare<Observation>(
      `SELECT ${columns} FROM observation WHERE position >= ? AND position < ? ORDER BY position`,
    ),
    iata: prepare<{ city: string }>('SELECT city FROM iata WHERE code = upper(?)'),
    retired: prepare<{ successor: string | null }>('SELECT successor FROM retired WHERE kind = ? AND id = ?'),
  };
}

export function readCountries(database: DatabaseSync): Country[] {
  const rows = records<Omit<Country, 'detail'> & { detail: string }>(
    database,
    'SELECT id, alpha2, alpha3, numeric, name, names, wikidata, part_of, detail FROM country ORDER BY position',
  );
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as CountryDetailRecord }));
}

/** Ranks of the cities, in the order of their names. */
export function* readNameOrder(database: DatabaseSync, cities: number): Steps<Uint32Array> {
  const ranks = new Uint32Array(cities);
  let rank = 0;
  for (const [position] of arrays<[number]>(database, 'SELECT name_rank FROM city ORDER BY rank')) {
    ranks[position] = rank++;
    if (rank % CITIES_AT_ONCE === 0) yield;
  }
  return ranks;
}

/** Each measure when it is asked for: a row has a megabyte. */
export function* readMeasures(database: DatabaseSync, cities: number): Generator<[string, MeasureColumns]> {
  const rows = database
    .prepare('SELECT * FROM measure')
    .iterate() as Iterable<unknown> as Iterable<MeasureRow>;
  for (const row of rows) yield [row.id, toMeasureColumns(row, cities)];
}

export function* readQualifiers(database: DatabaseSync): Generator<Qualifier> {
  const query = 'SELECT name, country, region FROM qualifier';
  for (const [name, country, region] of arrays<[string, string, string]>(database, query))
    yield { name, country, region };
}

/** Column by column, because each has several megabytes. */
export function* readNames(database: DatabaseSync): Steps<NameIndex> {
  const columns: Uint8Array[] = [];
  for (const column of ['text', 'starts', 'cities']) {
    const row = database.prepare(`SELECT ${column} AS bytes FROM city_names`).get();
    if (!(row?.bytes instanceof Uint8Array)) throw new Error('it has no names of cities');
    columns.push(row.bytes);
    yield;
  }
  const [text, starts, cities] = columns as [Uint8Array, Uint8Array, Uint8Array];
  return new NameIndex({ text, starts, cities });
}

/** By rank, each when it is asked for. */
export function* readCities(database: DatabaseSync): Generator<City> {
  const query =
    'SELECT rank, id, geonames_id, country, name, region, latitude, longitude, population, is_capital, kind, part_of, iata FROM city ORDER BY rank';
  // Many cities share these texts: one object for each saves 10 MB, which the garbage collector would move twice.
  const texts = new Map<string, string>();
  const shared = (text: string) => memo(texts, text, () => text);
  const toCity = (
    rank: number,
    id: string,
    geonamesId: number,
    country: string,
    name: string,
    region: string | null,
    latitude: number,
    longitude: number,
    population: number | null,
    capital: number,
    kind: string,
    partOf: string | null,
    iata: string | null,
  ): City => ({
    rank,
    id,
    geonamesId,
    country: shared(country),
    name,
    region: region === null ? null : shared(region),
    latitude,
    longitude,
    population,
    isCapital: capital === 1,
    kind: shared(kind),
    partOf,
    iata: iata === null ? null : iata.split(' '),
  });
  for (const row of arrays<Parameters<typeof toCity>>(database, query)) yield toCity(...row);
}

/** Rows as arrays, each when it is asked for. Every start reads all of them, and as objects that takes twice the time. */
function arrays<Row extends unknown[]>(database: DatabaseSync, query: string): Iterable<Row> {
  const statement = database.prepare(query);
  statement.setReturnArrays(true);
  return statement.iterate() as Iterable<unknown> as Iterable<Row>;
}

export function records<Row>(database: DatabaseSync, query: string): Row[] {
  return database
    .prepare(query)
    .all()
    .map((row) => ({ ...row })) as Row[];
}

/** The city of a code, if there is only one. */
export function meantBy(
  rows: readonly { city: string }[],
  cities: ReadonlyMap<string, City>,
): Resolution<City> {
  const meant = rows.flatMap(({ city }) => cities.get(city) ?? []);
  const [place] = meant;
  if (place !== undefined && meant.length === 1) return { kind: 'found', place, canonical: false };
  return { kind: 'unknown', candidates: meant.sort((one, other) => one.rank - other.rank) };
}

import { createHash } from 'node:crypto';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { ClimateStationRow } from '../../../release/climate-records.ts';
import { countryForm } from '../../../release/country-form.ts';
import { fold } from '../../../release/fold.ts';
import { withoutKindOfRegion } from '../../../release/kinds-of-region.ts';
import type { MeasureRow } from '../../../release/measures.ts';
import type { PackedNames } from '../../../release/name-index.ts';
import type { PlainRow } from '../../../release/plain-measures.ts';
import type { GoalpostRecord, QualityWeightRecord } from '../../../release/quality-records.ts';
import { RELEASE_INDEXES, RELEASE_SCHEMA } from '../../../release/schema.ts';
import { toSourceRecord } from '../../../release/source.ts';
import type { CheckedFacts } from '../facts/facts.ts';
import type { CostTables } from './cost-tables.ts';
import { releaseFigures } from './release-figures.ts';
import type { ReleaseObservation } from './release-observations.ts';
import type { ReleasePlaces } from './release-places.ts';
import type { ReleaseQuality } from './release-quality.ts';

export interface ReleaseContents extends Omit<CheckedFacts, 'facts'> {
  places: ReleasePlaces;
  cityNames: PackedNames;
  observations: readonly ReleaseObservation[];
  goalposts: readonly GoalpostRecord[];
  weights: readonly QualityWeightRecord[];
  quality: ReleaseQuality;
  climateStations: readonly ClimateStationRow[];
  climates: readonly { city: string; record: string }[];
  qualityMeasures: readonly MeasureRow[];
  plainMeasures: readonly PlainRow[];
  /** Called after everything else has been written, because a thread may still be estimating the costs. */
  costs: () => Promise<CostTables>;
}

/**
 * Writes the SQLite file that release/schema.ts describes. `header` describes the release.
 *
 * @returns the content hash: of all rows, in their order, without the header
 */
export async function writeReleaseFile(
  file: string,
  contents: ReleaseContents,
  header: Readonly<Record<string, string>>,
): Promise<string> {
  const { places, observations, metrics, quality } = contents;
  const writer = releaseWriter(file);
  try {
    for (const source of [...contents.sources.values()].sort(byId))
      writer.insert('source', toSourceRecord(source));
    for (const [id, title] of contents.units) writer.insert('unit', { id, title });
    const { series, positionsOf } = releaseFigures(observations, metrics);
    for (const metric of metrics.values())
      writer.insert('metric', { ...metric, grouping: metric.group, ...positionsOf(metric.id) });
    insertCountries(writer, places);
    insertCities(writer, places);
    writer.insert('city_names', contents.cityNames);
    for (const code of places.iata) writer.insert('iata', code);
    insertQualifiers(writer, places);
    insertIslands(writer, places);
    for (const area of places.areas) writer.insert('area', area);
    for (const membership of places.cityAreas) writer.insert('city_area', membership);
    for (const id of places.retired) writer.insert('retired', id);
    for (const row of series) writer.insert('series', row);
    for (const figure of observations) writer.insert('figure', figure);
    const { estimates, bases, measures, baskets, rents } = await contents.costs();
    for (const estimate of estimates) writer.insert('cost', estimate);
    for (const basis of bases) writer.insert('cost_basis', basis);
    for (const part of baskets) writer.insert('household_basket', part);
    for (const ofCity of rents) writer.insert('home_rent', ofCity);
    for (const goalpost of contents.goalposts) writer.insert('goalpost', goalpost);
    for (const weight of contents.weights) writer.insert('quality_weight', weight);
    for (const [id, { grouping, record }] of quality.parts.entries())
      writer.insert('quality_part', { id, grouping, record: JSON.stringify(record) });
    for (const [place, parts] of quality.places) writer.insert('quality', { place, parts: parts.join(' ') });
    for (const station of contents.climateStations) writer.insert('climate_station', station);
    for (const ofCity of contents.climates) writer.insert('climate', ofCity);
    for (const measure of [...measures, ...contents.qualityMeasures]) writer.insert('measure', measure);
    for (const measure of contents.plainMeasures) writer.insert('plain_measure', measure);
    return writer.finish(header);
  } finally {
    writer.close();
  }
}

function insertCountries(writer: ReleaseWriter, { countries }: ReleasePlaces): void {
  for (const [position, { id, country, detail, names }] of countries.entries()) {
    writer.insert('country', {
      position,
      id,
      alpha2: country.iso2,
      alpha3: country.iso3,
      numeric: country.numeric === '' ? null : country.numeric,
      name: country.name,
      names: `|${foldedEach(names).join('|')}|`,
      wikidata: country.wikidataId === '' ? null : country.wikidataId,
      part_of: countries.find((state) => state.country.iso2 === country.partOf)?.id ?? null,
      detail: JSON.stringify(detail),
    });
  }
}

function insertCities(writer: ReleaseWriter, { cities }: ReleasePlaces): void {
  const shown = cities.map(({ city }) => fold(city.name));
  const nameRanks = ranksByName(
    cities.map(({ city }) => city.name),
    shown,
  );
  for (const [rank, { id, city, country, region, isCapital, partOf, detail }] of cities.entries()) {
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
      kind: city.feature,
      part_of: partOf,
      iata: detail.airports.map(({ code }) => code).join(' ') || null,
      name_rank: nameRanks[rank] ?? rank,
      detail: JSON.stringify(detail),
    });
  }
}

function insertQualifiers(writer: ReleaseWriter, { countries, regions }: ReleasePlaces): void {
  const written = new Set<string>();
  const insert = (names: readonly string[], country: string, region: string) => {
    for (const name of foldedEach(names)) {
      const key = `${name}|${country}|${region}`;
      if (!written.has(key)) writer.insert('qualifier', { name, country, region });
      written.add(key);
    }
  };
  for (const { id, country, names } of countries) {
    const forms = names.map((name) => countryForm(fold(name)));
    insert([...names, ...forms, id, country.iso2, country.iso3], id, '');
  }
  for (const { country, name, names } of regions) {
    const bare = names.map((each) => withoutKindOfRegion(fold(each).split(' ')).join(' '));
    insert([...names, ...bare], country, name);
  }
}

function insertIslands(writer: ReleaseWriter, { islands }: ReleasePlaces): void {
  for (const { names, country, south, north, west, east } of islands)
    for (const name of foldedEach(names))
      writer.insert('island', { name, country, title: names[0] ?? name, south, north, west, east });
}

/** The position of each city in the order of names, by rank. */
function ranksByName(names: readonly string[], folded: readonly string[]): number[] {
  const order = names.map((_, rank) => rank);
  const compare = (left = '', right = '') => (left < right ? -1 : left > right ? 1 : 0);
  order.sort(
    (left, right) =>
      compare(folded[left], folded[right]) || compare(names[left], names[right]) || left - right,
  );
  const ranks: number[] = [];
  for (const [position, rank] of order.entries()) ranks[rank] = position;
  return ranks;
}

function foldedEach(names: readonly string[]): string[] {
  return [...new Set(names.map(fold))].filter((name) => name !== '');
}

/** Large enough for the tables that are not written in the order of their keys. */
const CACHE_KIB = 65_536;

/** In characters: hashing each row by itself would take a tenth of the time of writing a release. */
const HASHED_AT_A_TIME = 2 ** 16;

type ReleaseWriter = ReturnType<typeof releaseWriter>;

/** Inserts rows and hashes them on the way, so that the content hash covers exactly the content of the release. */
function releaseWriter(file: string) {
  const database = new DatabaseSync(file);
  // Nobody reads the file yet, and a build that ends before it is done leaves none.
  database.exec(
    `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
     PRAGMA cache_size = -${CACHE_KIB}; BEGIN; ${RELEASE_SCHEMA}`,
  );
  const hash = createHash('sha256');
  const tables = new Map<string, InsertRow>();
  let unhashed = '';
  const hashRows = () => {
    hash.update(unhashed);
    unhashed = '';
  };
  return {
    /** @param row has every column of the table; what else it has is left out */
    insert(table: string, row: object): void {
      const insertRow = tables.getOrInsertComputed(table, () => insertInto(database, table));
      unhashed += insertRow(row as { [column: string]: SQLInputValue });
      if (unhashed.length > HASHED_AT_A_TIME) hashRows();
    },
    finish(header: Readonly<Record<string, string>>): string {
      hashRows();
      const contentHash = hash.digest('hex');
      for (const [key, value] of Object.entries({ ...header, content_hash: contentHash }))
        database.prepare('INSERT INTO release (key, value) VALUES (?, ?)').run(key, value);
      database.exec(`${RELEASE_INDEXES} COMMIT; ANALYZE;`);
      return contentHash;
    },
    close: () => database.close(),
  };
}

/** Returns what is hashed of the row: the table, and the row as JSON. */
type InsertRow = (row: { readonly [column: string]: SQLInputValue | undefined }) => string;

/** Inserts the rows of one table. */
function insertInto(database: DatabaseSync, table: string): InsertRow {
  const columns = columnsOf(database, table);
  const statement = database.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  /** Names of the columns, as JSON, each after the sign that separates it from the cell before it. */
  const names = columns.map((column, position) => `${position === 0 ? '{' : ','}${JSON.stringify(column)}:`);
  /** The previous row, and name and value, as JSON, of each of its cells: most cells are the same as there. */
  const cells: SQLInputValue[] = columns.map(() => null);
  const texts = names.map((name) => `${name}null`);
  return (row) => {
    let text = `${table}\t`;
    for (let position = 0; position < columns.length; position++) {
      const column = columns[position] ?? '';
      const cell = row[column];
      if (cell === undefined) throw new Error(`a row of ${table} has no ${column}`);
      if (cell !== cells[position]) {
        cells[position] = cell;
        const shown = ArrayBuffer.isView(cell) ? digestOf(cell) : cell;
        texts[position] = names[position] + JSON.stringify(shown);
      }
      text += texts[position];
    }
    statement.run(...cells);
    return `${text}}\n`;
  };
}

/** The columns of a table of the schema. Their order counts for the content hash. */
function columnsOf(database: DatabaseSync, table: string): string[] {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?) ORDER BY cid').all(table);
  const names = columns.map(({ name }) => String(name));
  // In hashes, these two of a figure have always come last.
  const last = table === 'figure' ? ['latest', 'position'] : [];
  return [...names.filter((name) => !last.includes(name)), ...last];
}

/** Written out, the bytes of a column would be a text forty times as long. */
function digestOf(bytes: NodeJS.ArrayBufferView): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function byId(left: { id: string }, right: { id: string }): number {
  return left.id < right.id ? -1 : 1;
}

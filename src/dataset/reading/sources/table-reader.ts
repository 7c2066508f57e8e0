import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Grain } from '../../../release/grain.ts';
import type { Source } from '../../../release/source.ts';
import type { Fact } from '../../building/facts/fact.ts';
import { faultOfPeriod } from '../../building/facts/fact-rules.ts';
import {
  type PublishedRow,
  type PublishedTableOptions,
  readPublishedTable,
} from '../../building/files/published-file.ts';
import { recordTable, texts } from '../../building/files/records.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import type { Gazetteer, GazetteerCity } from '../../building/places/gazetteer.ts';
import { readBinaryWorkbook } from '../files/binary-workbook.ts';
import { readJsonTable } from '../files/json-table.ts';
import type { Match } from '../places/match.ts';
import { codesByTable, type MunicipalDivision } from '../places/municipalities.ts';
import { citedSource } from './citations.ts';
import { columnsOf, isComputed, type MeasuredFigure, measuredIn, readFigures } from './figures.ts';
import { municipalReading, type PublishedMunicipality } from './municipal-reader.ts';
import { checkPlaces, describedPlaces, LEVELS, namingColumns, type PlaceRule } from './place-rules.ts';
import type { SourceReader, SourceReading } from './reader.ts';
import { rowCondition } from './row-conditions.ts';

const TABLES = recordTable('readers/tables', {
  ...texts('reader', 'table', 'folder', 'file', 'sources'),
  ...texts('places', 'named_by', 'required', 'kept', 'period', 'about'),
});
type TableDescription = ReturnType<typeof TABLES.read>[number];

/** What a row of data/readers/tables.tsv cannot say of a table. */
export interface TableRules {
  /** How the file differs from a CSV file that begins with its header. */
  format?: Omit<PublishedTableOptions, 'columns'>;
  /**
   * The rows that have figures, from those that are kept: without some, combined, or with cells that follow from others. Throws
   * `row.fault(…)` for a row that must not be there, and if the table was cut off between two lines.
   */
  rows?(rows: readonly PublishedRow[], gazetteer: Gazetteer, directory: string): readonly PublishedRow[];
  places?: PlaceRule;
  /** The edition that the file states; `sources` of the table is then the id of all its editions. */
  edition?(
    rows: readonly PublishedRow[],
  ): Pick<Source, 'id' | 'vintage'> & Partial<Pick<Source, 'title' | 'attribution'>>;
  /** Another fact in place of one that says something else than it seems. */
  fact?(fact: MeasuredFigure): MeasuredFigure;
  /** How a municipality is named, if not by its code and its name alone. */
  municipality?(row: PublishedRow): Partial<Pick<PublishedMunicipality, 'names' | 'isGroup' | 'isShared'>>;
  /** What is particular to the division into municipalities. */
  division?: Partial<Pick<MunicipalDivision, 'term' | 'codesOfCities' | 'countries'>>;
}

/** By reader, or by reader and table: `finland-rents regions`. */
export type RulesOfTables = Readonly<Record<string, TableRules>>;

/**
 * The readers of the tables in which rows are places (and years), and columns are figures: data/readers/tables.tsv describes
 * the tables, data/readers/figures.tsv their figures. A reader may have several tables.
 */
export function tableReaders(dataDirectory: string, rules: RulesOfTables): SourceReader[] {
  return [...describedTables(dataDirectory, rules).values()].map(readerOf);
}

/** The divisions of the tables whose places are municipalities. */
export function municipalTables(dataDirectory: string, rules: RulesOfTables): MunicipalDivision[] {
  return [...describedTables(dataDirectory, rules).values()].flatMap((tables) => divisionOf(tables) ?? []);
}

function describedTables(dataDirectory: string, rules: RulesOfTables): Map<string, Table[]> {
  const tables = TABLES.read(dataDirectory).map((table, position) => ({
    ...table,
    fault: (column: string, fault: string) => TABLES.fault(dataDirectory, position, column, fault),
    rules: rules[`${table.reader} ${table.table}`.trim()] ?? rules[table.reader] ?? {},
  }));
  return Map.groupBy(tables, ({ reader }) => reader);
}

type Table = TableDescription & { rules: TableRules; fault(column: string, fault: string): Error };

function readerOf(tables: readonly Table[]): SourceReader {
  const division = divisionOf(tables);
  const [{ reader: id, folder, sources, rules }] = tables as [Table];
  return {
    id,
    folder,
    ...(rules.edition === undefined && { sources: sourcesOf(tables) }),
    read(directory, gazetteer) {
      const contents = tables
        .filter((table) => !isOfMunicipalities(table))
        .map((table) => readContent(table, directory, gazetteer));
      const edition = rules.edition?.(contents.flatMap(({ rows }) => rows));
      const municipal = division && [
        municipalReading(gazetteer, division, division.municipalities(directory, gazetteer)),
      ];
      const others = contents.map((content) => readingOf(content, gazetteer, edition?.id));
      return {
        ...together([...(municipal ?? []), ...others]),
        ...(edition !== undefined && {
          sources: [{ ...citedSource(gazetteer.dataDirectory, sources), ...edition }],
        }),
      };
    },
  };
}

/** A table with what it has. */
type TableContent = ReturnType<typeof readContent>;

function readContent(table: Table, directory: string, gazetteer: Gazetteer) {
  const { dataDirectory } = gazetteer;
  const { format, rows: rule } = table.rules;
  checkPlaces(table, dataDirectory);
  if (table.file.endsWith('.xlsx'))
    throw table.fault(
      'file',
      'an .xlsx file needs to be saved as CSV, as `data refresh` does (first sheet), or a SourceReader with workbookSheet',
    );
  const required = rowCondition(table.required, (fault) => table.fault('required', fault));
  const kept = rowCondition(table.kept, (fault) => table.fault('kept', fault));
  const period = /^(=|\{|$)/.test(table.period) ? undefined : faultOfPeriod(table.period);
  if (period !== undefined) throw table.fault('period', period);
  const listed = readFigures(dataDirectory, table);
  const id = `${table.reader} ${table.table}`.trim();
  if (listed.length === 0 && !table.places.startsWith('left out'))
    throw table.fault('reader', `data/readers/figures.tsv has no row of ${id}`);
  const used = [...namingColumns(table), ...required.columns, ...kept.columns, ...columnsOf(listed)];
  const names = [...new Set(used.filter((column) => !isComputed(column)))];
  const rows = pathsOf(directory, table.file).flatMap((path) => {
    const [file = '', pointer] = path.split('#');
    if (pointer !== undefined)
      return readJsonTable(file, pointer, { columns: names, numbers: listed.map(({ column }) => column) });
    if (file.endsWith('.xls')) return readBinaryWorkbook(file, names);
    const delimiter = file.endsWith('.tsv') ? '\t' : ',';
    return readPublishedTable(file, { delimiter, ...format, columns: names }).rows;
  });
  for (const row of rows) required.require(row);
  const chosen = rows.filter((row) => kept.holds(row));
  return { table, rows: rule?.(chosen, gazetteer, directory) ?? chosen, listed };
}

/** A file, or all that have a name such as `*.csv.gz`. */
function pathsOf(directory: string, file: string): string[] {
  const [start = '', end] = file.split('*');
  if (end === undefined) return [join(directory, file)];
  const files = readdirSync(directory).filter((name) => name.startsWith(start) && name.endsWith(end));
  if (files.length === 0) throw new SourceFileError(file, 0, '', `there is no such file in ${directory}`);
  return files.sort().map((name) => join(directory, name));
}

function readingOf(
  { table, rows, listed }: TableContent,
  gazetteer: Gazetteer,
  source = sourceOf(table),
): SourceReading {
  const { reader, rules } = table;
  const placesOf = (rules.places ?? describedPlaces(table))(rows, gazetteer, reader);
  const facts = new Map<string, Fact>();
  const matches: Match[] = [];
  for (const row of rows) {
    const found = placesOf(row);
    for (const { published, place, how } of found) if (how !== '') matches.push({ published, place, how });
    for (const figure of listed) {
      const measured = measuredIn(row, figure, source);
      if (measured === null) continue;
      for (const { place, grain = grainOf(place), note: ofPlace } of found) {
        if (place === '') continue;
        const { note: own, ...rest } = rules.fact?.(measured) ?? measured;
        const fact = { ...rest, place, grain, note: [ofPlace, own].filter(Boolean).join('; ') };
        const { metric, period, note, value } = fact;
        const key = [place, metric, period, note].join('\t');
        const known = facts.get(key);
        if (known !== undefined && known.value !== value)
          throw row.fault(
            figure.column,
            `${value}, where the same figure of ${place} is ${known.value} before`,
          );
        facts.set(key, fact);
      }
    }
  }
  return { facts: [...facts.values()], matches };
}

function grainOf(place: string): Grain {
  if (place.startsWith('city/')) return 'city';
  return place.startsWith('area/') ? 'region' : 'country';
}

/** A code that several tables have is listed once. */
function together(readings: readonly SourceReading[]): SourceReading {
  const matches = readings.flatMap((reading) => reading.matches);
  return {
    facts: readings.flatMap(({ facts }) => facts),
    matches: [...new Map(matches.map((match) => [JSON.stringify(match), match])).values()],
  };
}

function sourcesOf(tables: readonly TableDescription[]): string[] {
  return [...new Set(tables.flatMap(({ sources }) => sources.split(' ')))].filter((source) => source !== '');
}

function sourceOf({ sources }: TableDescription): string {
  return sources.replace(/ .*/, '');
}

const MUNICIPALITIES = 'municipalities ';

function isOfMunicipalities({ places }: TableDescription): boolean {
  return places.startsWith(MUNICIPALITIES);
}

/** The municipalities of the tables that have them, of which the first has precedence; undefined without any. */
function divisionOf(tables: readonly Table[]) {
  const municipal = tables.filter(isOfMunicipalities);
  const [table] = municipal;
  if (table === undefined) return undefined;
  const [country = '', level] = table.places.slice(MUNICIPALITIES.length).split(' ');
  const known = LEVELS.find((each) => each === level);
  return {
    folder: table.folder,
    countries: [country],
    term: 'Municipality',
    codesOfCities: (dataDirectory: string) =>
      known === undefined ? codesByTable(dataDirectory, country) : (city: GazetteerCity) => city[known],
    ...table.rules.division,
    municipalities(directory: string, gazetteer: Gazetteer): PublishedMunicipality[] {
      const all = municipal.flatMap((each) => municipalitiesOf(readContent(each, directory, gazetteer)));
      return [...new Map(all.toReversed().map((one) => [one.code, one])).values()].toReversed();
    },
  };
}

function municipalitiesOf({ table, rows, listed }: TableContent): PublishedMunicipality[] {
  const [codeColumn = '', nameColumn = codeColumn] = namingColumns(table);
  return [...Map.groupBy(rows, (row) => row.required(codeColumn))].flatMap(([code, [first, ...others]]) => {
    if (first === undefined) return [];
    const ofRow = (row: PublishedRow) =>
      listed.flatMap((figure) => measuredIn(row, figure, sourceOf(table)) ?? []);
    const figures = ofRow(first);
    for (const row of others) {
      const more = ofRow(row);
      if (more.some(({ metric }) => figures.some((known) => known.metric === metric)))
        throw row.fault(codeColumn, `${code} is there twice`);
      figures.push(...more);
    }
    if (figures.length === 0) return [];
    return [{ code, names: [first.required(nameColumn)], figures, ...table.rules.municipality?.(first) }];
  });
}

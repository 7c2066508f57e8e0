import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import {
  type PublishedRow,
  type PublishedTableOptions,
  readPublishedTable,
} from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { readTable, type TableRow } from '../../building/files/table.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { MunicipalDivision } from '../places/municipalities.ts';
import { columnNamed, type Figure, figuresOf, readFigures } from './figures.ts';
import { municipalReader } from './municipal-reader.ts';
import {
  citiesByName,
  citiesOfCountries,
  countriesByCode,
  type PlaceRule,
  regionsByName,
} from './place-rules.ts';
import type { SourceReader, SourceReading } from './reader.ts';
import { rowCondition } from './row-conditions.ts';

const COLUMNS = [
  'reader',
  'folder',
  'file',
  'sources',
  'places',
  'named_by',
  'required',
  'kept',
  'period',
  'about',
] as const;
/** A row of the table of tables, which is at `described`. */
type Description = TableRow<(typeof COLUMNS)[number]> & { line: number; described: string };

/** What a row of data/readers/tables.tsv cannot say of a table. */
export interface TableRules {
  /** Columns that the rules use, besides those that the tables name. */
  columns?: readonly string[];
  /** How the file differs from a CSV file that begins with its header. */
  format?: Omit<PublishedTableOptions, 'columns'>;
  /** False for rows that are passed over as if they were not there. A row that must not be there throws `row.fault(…)`. */
  keep?(row: PublishedRow): boolean;
  /** Throws if the table was cut off between two lines. */
  checkComplete?(rows: readonly PublishedRow[]): void;
  places?: PlaceRule;
  /** ISO 8601. */
  period?(row: PublishedRow): string;
  /** The figures of a row, from those that are listed for the table. */
  figures?(row: PublishedRow, listed: readonly Figure[]): readonly Figure[];
  /** What follows from the figures, or is in another file. */
  further?(
    directory: string,
    gazetteer: Gazetteer,
    facts: readonly Fact[],
  ): Pick<SourceReading, 'facts' | 'matches'>;
}

/**
 * The readers of the tables in which rows are places (and years), and columns are figures: data/readers/tables.tsv describes
 * the tables, data/readers/figures.tsv their figures.
 *
 * @param rules by reader
 */
export function tableReaders(
  dataDirectory: string,
  rules: Readonly<Record<string, TableRules>>,
): SourceReader[] {
  return describedTables(dataDirectory).map((table) =>
    table.places.startsWith(MUNICIPALITIES)
      ? municipalTable(table)
      : tableReader(table, rules[table.reader] ?? {}),
  );
}

/** The divisions of the tables whose places are municipalities. */
export function municipalTables(dataDirectory: string): MunicipalDivision[] {
  return describedTables(dataDirectory)
    .filter(({ places }) => places.startsWith(MUNICIPALITIES))
    .map(municipalTable);
}

function describedTables(dataDirectory: string): Description[] {
  const described = join(dataDirectory, 'readers', 'tables.tsv');
  return readTable(described, COLUMNS).map((row) => ({ ...row, described }));
}

const MUNICIPALITIES = 'municipalities ';

function tableReader(table: Description, rules: TableRules): SourceReader {
  const [source = '', ...others] = table.sources.split(' ');
  const placeRule = rules.places ?? placesOf(table);
  const periodOf = rules.period ?? ((row: PublishedRow) => statedPeriod(table, row));
  return {
    id: table.reader,
    folder: table.folder,
    sources: [source, ...others],
    read(directory, gazetteer) {
      const listed = figuresListed(gazetteer.dataDirectory, table);
      const rows = readRows(directory, table, listed, rules);
      const found = placeRule(rows, gazetteer, table.reader);
      const facts = rows.flatMap((row) => {
        const placed = found.of(row);
        const figures = rules.figures?.(row, listed) ?? listed;
        return figuresOf(row, figures, { source, period: periodOf(row) }).flatMap((figure) =>
          placed.map(({ place, grain, note }): Fact => {
            const notes = [note, figure.note].filter(Boolean).join('; ');
            return { ...figure, place, grain, note: notes };
          }),
        );
      });
      const further = rules.further?.(directory, gazetteer, facts);
      return {
        facts: [...facts, ...(further?.facts ?? [])],
        matches: [...found.matches(), ...(further?.matches ?? [])],
      };
    },
  };
}

function municipalTable(table: Description): SourceReader & MunicipalDivision {
  const { reader, folder, sources, places, named_by: column } = table;
  return municipalReader({
    id: reader,
    folder,
    sources: [sources],
    countries: [places.slice(MUNICIPALITIES.length)],
    term: 'Municipality',
    municipalities(directory, dataDirectory) {
      const listed = figuresListed(dataDirectory, table);
      return readRows(directory, table, listed, {}).map((row) => {
        const name = row.required(column);
        const period = statedPeriod(table, row);
        return { code: name, names: [name], figures: figuresOf(row, listed, { source: sources, period }) };
      });
    },
  });
}

function figuresListed(dataDirectory: string, { reader, line, described }: Description): Figure[] {
  const listed = readFigures(dataDirectory, reader);
  if (listed.length > 0) return listed;
  throw new SourceFileError(described, line, 'reader', `data/readers/figures.tsv has no row of ${reader}`);
}

function readRows(
  directory: string,
  table: Description,
  listed: readonly Figure[],
  { columns = [], format, keep = () => true, checkComplete }: TableRules,
): PublishedRow[] {
  const required = rowCondition(table.described, table, 'required');
  const kept = rowCondition(table.described, table, 'kept');
  const { rows } = readPublishedTable(join(directory, table.file), {
    ...format,
    columns: [
      ...namingColumns(table),
      ...required.columns,
      ...kept.columns,
      ...columnNamed(table.period),
      ...listed.flatMap(({ column, error = column, unit, when }) => [
        column,
        error,
        ...columnNamed(unit),
        ...when.columns,
      ]),
      ...columns,
    ],
  });
  checkComplete?.(rows);
  for (const row of rows) required.require(row);
  return rows.filter((row) => kept.holds(row) && keep(row));
}

function namingColumns({ named_by: columns }: Description): string[] {
  return columns.split(BETWEEN).filter((column) => column !== '');
}

/** Between the columns, and between their cells in the label of a place. */
const BETWEEN = ' | ';

/**
 * `regions`; `countries` by a code and perhaps a name; `cities` by a country's code and a name, or by a name in one country,
 * `cities CA`. Without one of these, the rules must say it.
 */
function placesOf(table: Description): PlaceRule {
  const columns = namingColumns(table);
  const [first = '', second = first] = columns;
  const label = (row: PublishedRow) => columns.map((column) => row.required(column)).join(BETWEEN);
  const [kind, iso2] = table.places.split(' ');
  if (kind === 'regions') return regionsByName(label);
  if (kind === 'countries') return countriesByCode(first, second);
  if (kind === 'cities' && iso2 === undefined) return citiesOfCountries(first, second);
  if (kind === 'cities' && iso2 !== undefined)
    return citiesByName((row) => {
      const published = label(row);
      return { published, name: published.replace(/,.*/, ''), iso2 };
    });
  const fault = `${JSON.stringify(table.places)} is none of regions, countries, cities, cities CC, municipalities CC, and src/dataset/reading/sources/table-rules.ts has no other rule`;
  throw new SourceFileError(table.described, table.line, 'places', fault);
}

/** ISO 8601, or after an equals sign the column with the year. */
function statedPeriod({ period }: Description, row: PublishedRow): string {
  const [column] = columnNamed(period);
  return column === undefined ? period : row.year(column);
}

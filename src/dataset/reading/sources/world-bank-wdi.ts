import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import {
  decodeText,
  type PublishedRow,
  parsePublishedTable,
  readPublishedTable,
} from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import type { Match } from '../places/match.ts';
import { type CitedSource, citedSource, citeEdition, longDate } from './citations.ts';
import { countryMatcher } from './country-matches.ts';
import { type Figure, readFigures } from './figures.ts';
import type { SourceReader } from './reader.ts';

/** Older years are kept only for countries that have nothing newer. */
const FIRST_YEAR = 2015;

/**
 * World Development Indicators of the World Bank: one file per indicator, countries down.
 *
 * `Metadata_Country.csv` says which codes are economies (they have a region) and which are aggregates.
 */
export const worldBankWdi: SourceReader = {
  id: 'world-bank-wdi',
  folder: 'worldbank-wdi',
  read(directory, gazetteer) {
    const { dataDirectory } = gazetteer;
    const { economies, aggregates } = readEconomies(directory);
    const matchOf = countryMatcher(
      gazetteer,
      worldBankWdi.id,
      aggregates.map((code) => [code, 'an aggregate of economies']),
    );
    const matches = new Set<Match>();
    const placeOf: PlaceOf = (row, column, name) => {
      const match = matchOf(row, column, name);
      matches.add(match);
      return match.place;
    };
    const indicators = wdiIndicators(dataDirectory);
    const sources: CitedSource[] = [];
    const facts: Fact[] = [];
    const done = new Set<string>();
    const copied = COPIES.map((copy) => ({ ...copy, source: citedSource(dataDirectory, copy.source) }));
    for (const edition of [...latestEditions(directory, dataDirectory), ...copied]) {
      const files = indicatorFiles(directory, edition).filter(({ code }) => !done.has(code));
      for (const file of files) {
        facts.push(...readIndicator(file, edition, { economies, indicators, placeOf }));
        done.add(file.code);
      }
      if (files.length > 0) sources.push(edition.source);
    }
    const missing = [...indicators.keys()].filter((code) => !done.has(code));
    if (missing.length > 0) {
      throw new SourceFileError('worldbank-wdi', 0, '', `no edition has a file of ${missing.join(', ')}`);
    }
    return { sources, facts, matches: [...matches].filter(({ how }) => how !== '') };
  },
};

/** The key of the country whose code a column has; '' for an aggregate. */
type PlaceOf = (row: PublishedRow, column: string, name: string) => string;

/** The edition of the files that were downloaded last, by the heading of the first; none where there are none. */
function latestEditions(directory: string, dataDirectory: string): Edition[] {
  const folder = join(directory, LATEST_FOLDER);
  const base = existsSync(folder) ? readdirSync(folder).sort()[0] : undefined;
  if (base === undefined) return [];
  const name = `${LATEST_FOLDER}/${base}`;
  const vintage = vintageIn(name, readFileSync(join(folder, base)));
  if (vintage === undefined)
    throw new SourceFileError(name, 3, '', 'the line with the date of the edition is missing');
  const source = citeEdition(dataDirectory, 'wb-wdi', {
    id: `wb-wdi-${vintage.slice(0, 'yyyy-mm'.length)}`,
    title: `World Development Indicators, edition of ${longDate(vintage)}`,
    vintage,
  });
  return [{ folder: LATEST_FOLDER, source, shape: WITH_HEADING }];
}

interface IndicatorFile {
  /** Below the folder of the published files: `2026-07/API_SP.POP.TOTL_DS2_….csv`. */
  name: string;
  path: string;
  /** `SP.POP.TOTL` */
  code: string;
}

/** The figures of one country; years without one are absent. `row` is for faults, and has the country's code. */
interface CountrySeries {
  row: PublishedRow;
  codeColumn: string;
  name: string;
  values: Map<number, number>;
}

/** The indicator files of an edition: `API_SP.POP.TOTL_DS2_….csv`, in lists `LP.LPI.OVRL.XQ_2022.csv`. */
function indicatorFiles(directory: string, edition: Edition): IndicatorFile[] {
  const folder = join(directory, edition.folder);
  if (!existsSync(folder)) return [];
  const files = new Map<string, IndicatorFile>();
  for (const base of readdirSync(folder).sort()) {
    if (!base.endsWith('.csv')) continue;
    const name = `${edition.folder}/${base}`;
    const code = /^(?:API_)?([A-Z0-9.]+)_/.exec(base)?.[1];
    if (code === undefined) throw new SourceFileError(name, 0, '', 'the name holds no indicator code');
    const other = files.get(code);
    if (other !== undefined) throw new SourceFileError(name, 0, '', `${code} is also in ${other.name}`);
    if (!GOVERNANCE_CODES.has(code)) files.set(code, { name, code, path: join(folder, base) });
  }
  return [...files.values()];
}

function readIndicator(
  file: IndicatorFile,
  edition: Edition,
  {
    economies,
    indicators,
    placeOf,
  }: { economies: ReadonlySet<string>; indicators: ReadonlyMap<string, Figure>; placeOf: PlaceOf },
): Fact[] {
  const indicator = indicators.get(file.code);
  if (indicator === undefined) throw fileFault(file, 0, '', `no metric is known for ${file.code}`);
  return readSeries(file, edition, economies).flatMap(({ row, codeColumn, name, values }) => {
    const place = placeOf(row, codeColumn, name);
    if (place === '') return [];
    return keptYears(values).map(([year, value]) => ({
      place,
      metric: indicator.metric,
      period: String(year),
      grain: 'country',
      value,
      unit: indicator.unit,
      source: edition.source.id,
      note: '',
    }));
  });
}

function readSeries(
  file: IndicatorFile,
  { shape, source }: Edition,
  economies: ReadonlySet<string>,
): CountrySeries[] {
  const bytes = readFileSync(file.path);
  if (shape.kind === 'list') return readList(file, bytes, shape);
  if (shape.heading) checkHeading(file, bytes, source.vintage);
  const series = readYearsAcross(file, bytes, shape);
  checkComplete(file, series, economies);
  return series;
}

/** Years since FIRST_YEAR; of a country that has none, the latest year it has. */
function keptYears(values: ReadonlyMap<number, number>): [number, number][] {
  const recent = [...values].filter(([year]) => year >= FIRST_YEAR);
  if (recent.length > 0) return recent;
  return [...values].sort(([left], [right]) => right - left).slice(0, 1);
}

function checkHeading(file: IndicatorFile, bytes: Uint8Array, vintage: string): void {
  const date = vintageIn(file.name, bytes);
  if (date === undefined) throw fileFault(file, 3, '', 'the line with the date of the edition is missing');
  if (date !== vintage) throw fileFault(file, 3, '2', `edition of ${date} in the folder of ${vintage}`);
}

/** The third line of a heading reads `"Last Updated Date","2026-07-13",`. */
function vintageIn(file: string, bytes: Uint8Array): string | undefined {
  const line = decodeText(file, bytes).split(/\r?\n/, 3)[2] ?? '';
  return /^"Last Updated Date","(\d{4}-\d{2}-\d{2})",?$/.exec(line)?.[1];
}

function readYearsAcross(file: IndicatorFile, bytes: Uint8Array, shape: YearsAcross): CountrySeries[] {
  const codeColumn = 'Country Code';
  const linesBeforeHeader = shape.heading ? 4 : 0;
  const { header, rows } = parsePublishedTable(file.name, bytes, {
    columns: ['Country Name', codeColumn, 'Indicator Name', 'Indicator Code'],
    linesBeforeHeader,
  });
  const years = yearColumns(file, header, linesBeforeHeader + 1, shape.trailingCell);
  return rows.map((row) => {
    const code = row.required('Indicator Code');
    if (code !== file.code) throw row.fault('Indicator Code', `${code} in a file of ${file.code}`);
    const values = new Map<number, number>();
    for (const year of years) {
      const value = row.number(year);
      if (value !== null) values.set(Number(year), value);
    }
    return { row, codeColumn, name: row.required('Country Name'), values };
  });
}

/** After the four columns of names come consecutive years and, in the Bank's own files, one empty cell. */
function yearColumns(
  file: IndicatorFile,
  header: readonly string[],
  line: number,
  trailingCell: boolean,
): string[] {
  const years = header.slice(4);
  if (trailingCell && years.pop() !== '') {
    throw fileFault(file, line, String(header.length), 'the header does not end in an empty cell');
  }
  const first = Number(years[0]);
  const wrong = years.findIndex((year, index) => !/^\d{4}$/.test(year) || Number(year) !== first + index);
  if (years.length === 0 || wrong >= 0) {
    throw fileFault(file, line, String(5 + Math.max(wrong, 0)), 'not the year that is due here');
  }
  return years;
}

/** The Bank lists every economy in every file, with or without figures: one that is absent was cut off. */
function checkComplete(
  file: IndicatorFile,
  series: readonly CountrySeries[],
  economies: ReadonlySet<string>,
): void {
  const present = new Set(series.map(({ row, codeColumn }) => row.text(codeColumn)));
  const absent = [...economies].filter((code) => !present.has(code));
  if (absent.length > 0) {
    const last = series.at(-1)?.row.line ?? 0;
    throw fileFault(file, last, 'Country Code', `truncated: no line of ${absent.join(', ')}`);
  }
}

function readList(file: IndicatorFile, bytes: Uint8Array, shape: List): CountrySeries[] {
  const valueColumn = shape.valueColumns[file.code];
  if (valueColumn === undefined)
    throw fileFault(file, 0, '', 'the name of its column of values is not known');
  const codeColumn = 'iso3';
  const nameColumn = shape.nameColumn ?? codeColumn;
  const { rows } = parsePublishedTable(file.name, bytes, {
    columns: [codeColumn, nameColumn, 'year', valueColumn],
  });
  const series = new Map<string, CountrySeries>();
  for (const row of rows) {
    const iso3 = row.required(codeColumn);
    const country = series.get(iso3) ?? {
      row,
      codeColumn,
      name: row.required(nameColumn),
      values: new Map(),
    };
    series.set(iso3, country);
    const year = row.year('year');
    if (country.values.has(Number(year))) throw row.fault('year', `${iso3} has the year ${year} twice`);
    country.values.set(Number(year), row.requiredNumber(valueColumn));
  }
  return [...series.values()];
}

/** Codes with a region are economies; those without are aggregates: the world, regions, income groups. */
function readEconomies(directory: string): { economies: Set<string>; aggregates: string[] } {
  const { rows } = readPublishedTable(join(directory, 'metadata', 'Metadata_Country.csv'), {
    columns: ['Country Code', 'Region'],
  });
  const economies = new Set<string>();
  const aggregates: string[] = [];
  for (const row of rows) {
    const code = row.required('Country Code');
    if (row.text('Region') === '') aggregates.push(code);
    else economies.add(code);
  }
  return { economies, aggregates };
}

function fileFault(file: IndicatorFile, line: number, column: string, fault: string): SourceFileError {
  return new SourceFileError(file.name, line, column, fault);
}

/** Our metric for each indicator of the World Bank, by its code. Its page is https://data.worldbank.org/indicator/<code>. */
export function wdiIndicators(dataDirectory: string): ReadonlyMap<string, Figure> {
  const figures = readFigures(dataDirectory, { reader: 'world-bank-wdi', table: '', period: '' });
  return new Map(figures.map((figure) => [figure.column, figure]));
}

/**
 * The governance indicators are left to their own publication (the table world-bank-wgi): the same estimates to the last digit, for
 * eight places more, and with the sixth dimension, which these downloads lack.
 */
export const GOVERNANCE_CODES: ReadonlySet<string> = new Set([
  'CC.EST',
  'GE.EST',
  'PV.EST',
  'RL.EST',
  'RQ.EST',
]);

/** One folder of published files, all of one edition and shape. */
interface Edition {
  folder: string;
  /** If the files have a heading, its date is the source's vintage. */
  source: CitedSource;
  shape: Shape;
}

/** Our copies differ in shape; the shape of each folder is listed below, never guessed. */
type Shape = YearsAcross | List;

/** The Bank's own download: one line per country, years across. Copyists cut some of it off. */
interface YearsAcross {
  kind: 'years across';
  /** Four lines above the table, with the date of the edition. */
  heading: boolean;
  /** Every line, the header's too, ends in an empty cell. */
  trailingCell: boolean;
}

/** One line per country and year; each indicator has its own name for the column of values. */
interface List {
  kind: 'list';
  nameColumn?: string;
  valueColumns: Readonly<Record<string, string>>;
}

/**
 * The folder that `data refresh` writes, with the Bank's own complete downloads. Their headings name their edition, which
 * must be the same in all.
 */
const LATEST_FOLDER = 'latest';

const WITH_HEADING: YearsAcross = { kind: 'years across', heading: true, trailingCell: true };

/** The editions of which we have copies, newest first: if several have an indicator, only the first one here is read. */
const COPIES: readonly { folder: string; source: string; shape: Shape }[] = [
  { folder: '2026-07', source: 'wb-wdi-2026-07', shape: WITH_HEADING },
  { folder: '2026-02', source: 'wb-wdi-2026-02', shape: { ...WITH_HEADING, heading: false } },
  {
    folder: '2025-10',
    source: 'wb-wdi-2025-10',
    shape: { kind: 'list', nameColumn: 'country', valueColumns: { 'VC.IHR.PSRC.P5': 'rate_per_100k' } },
  },
  {
    folder: '2025-07',
    source: 'wb-wdi-2025-07',
    shape: { kind: 'years across', heading: false, trailingCell: false },
  },
  { folder: '2025-06', source: 'wb-wdi-2025-04', shape: WITH_HEADING },
  { folder: '2024-07', source: 'wb-wdi-2024-06', shape: WITH_HEADING },
  {
    folder: 'ddf-extract',
    source: 'wb-wdi-ddf',
    shape: {
      kind: 'list',
      valueColumns: {
        'LP.LPI.OVRL.XQ': 'lpi_overall_1_to_5',
        'SH.STA.TRAF.P5': 'road_deaths_per_100k',
        'SH.UHC.SRVS.CV.XD': 'uhc_service_coverage_index',
      },
    },
  },
];

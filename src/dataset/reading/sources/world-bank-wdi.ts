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
    const reasons = aggregates.map((code) => [code, 'an aggregate of economies'] as const);
    const matchOf = countryMatcher(gazetteer, worldBankWdi.id, reasons);
    const matches = new Set<Match>();
    const indicators = wdiIndicators(dataDirectory);
    const sources: CitedSource[] = [];
    const facts: Fact[] = [];
    const done = new Set<string>();
    const copied = COPIES.map((copy) => ({ ...copy, source: citedSource(dataDirectory, copy.source) }));
    for (const edition of [...latestEditions(directory, dataDirectory), ...copied]) {
      const files = indicatorFiles(directory, edition).filter(({ code }) => !done.has(code));
      for (const file of files) {
        const { metric, unit } = indicators.get(file.code) ?? {};
        if (metric === undefined || unit === undefined)
          throw fileFault(file, 0, '', `no metric is known for ${file.code}`);
        for (const [row, values] of readSeries(file, edition, economies)) {
          const match = matchOf(row, edition.shape.code, row.required(edition.shape.name));
          matches.add(match);
          if (match.place === '') continue;
          const of = { place: match.place, metric, grain: 'country', unit, note: '' } as const;
          for (const [year, value] of keptYears(values))
            facts.push({ ...of, period: String(year), value, source: edition.source.id });
        }
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

/** The edition of the files that were downloaded last, by the heading of the first; none where there are none. */
function latestEditions(directory: string, dataDirectory: string): Edition[] {
  const folder = join(directory, LATEST_FOLDER);
  const base = existsSync(folder) ? readdirSync(folder).sort()[0] : undefined;
  if (base === undefined) return [];
  const name = `${LATEST_FOLDER}/${base}`;
  const vintage = vintageIn(name, readFileSync(join(folder, base)));
  const source = citeEdition(dataDirectory, 'wb-wdi', {
    id: `wb-wdi-${vintage.slice(0, 'yyyy-mm'.length)}`,
    title: `World Development Indicators, edition of ${longDate(vintage)}`,
    vintage,
  });
  return [{ folder: LATEST_FOLDER, source, shape: DOWNLOADED }];
}

interface IndicatorFile {
  /** Below the folder of the published files: `2026-07/API_SP.POP.TOTL_DS2_….csv`. */
  name: string;
  path: string;
  /** `SP.POP.TOTL` */
  code: string;
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

/** The figures of the countries by year, each with a row of its country, which also says where a fault is. */
type Series = [row: PublishedRow, values: Map<number, number>][];

function readSeries(file: IndicatorFile, { shape, source }: Edition, economies: ReadonlySet<string>): Series {
  const bytes = readFileSync(file.path);
  if ('values' in shape) return readList(file, bytes, shape);
  if (shape.heading) {
    const date = vintageIn(file.name, bytes);
    if (date !== source.vintage)
      throw fileFault(file, 3, '2', `edition of ${date} in the folder of ${source.vintage}`);
  }
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

/** The third line of a heading reads `"Last Updated Date","2026-07-13",`. */
function vintageIn(file: string, bytes: Uint8Array): string {
  const line = decodeText(file, bytes).split(/\r?\n/, 3)[2] ?? '';
  const date = /^"Last Updated Date","(\d{4}-\d{2}-\d{2})",?$/.exec(line)?.[1];
  if (date === undefined)
    throw new SourceFileError(file, 3, '', 'the line with the date of the edition is missing');
  return date;
}

function readYearsAcross(file: IndicatorFile, bytes: Uint8Array, shape: YearsAcross): Series {
  const linesBeforeHeader = shape.heading ? 4 : 0;
  const { header, rows } = parsePublishedTable(file.name, bytes, {
    columns: [shape.name, shape.code, 'Indicator Name', 'Indicator Code'],
    linesBeforeHeader,
  });
  const years = yearColumns(file, header, linesBeforeHeader + 1, shape.trailingCell);
  return rows.map((row) => {
    const code = row.required('Indicator Code');
    if (code !== file.code) throw row.fault('Indicator Code', `${code} in a file of ${file.code}`);
    const figures = years.map((year) => [Number(year), row.number(year)] as const);
    return [row, new Map(figures.flatMap(([year, value]) => (value === null ? [] : [[year, value]])))];
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
function checkComplete(file: IndicatorFile, series: Series, economies: ReadonlySet<string>): void {
  const { code } = DOWNLOADED;
  const absent = economies.difference(new Set(series.map(([row]) => row.text(code))));
  if (absent.size === 0) return;
  const last = series.at(-1)?.[0].line ?? 0;
  throw fileFault(file, last, code, `truncated: no line of ${[...absent].join(', ')}`);
}

function readList(file: IndicatorFile, bytes: Uint8Array, { code, name, values }: List): Series {
  const column = values[file.code];
  if (column === undefined) throw fileFault(file, 0, '', 'the name of its column of values is not known');
  const { rows } = parsePublishedTable(file.name, bytes, { columns: [code, name, 'year', column] });
  return [...Map.groupBy(rows, (row) => row.required(code)).values()].flatMap((ofCountry): Series => {
    const [first] = ofCountry;
    const figures = new Map<number, number>();
    for (const row of ofCountry) {
      const year = row.year('year');
      if (figures.has(Number(year))) throw row.fault('year', `${row.text(code)} has the year ${year} twice`);
      figures.set(Number(year), row.requiredNumber(column));
    }
    return first === undefined ? [] : [[first, figures]];
  });
}

/** Codes with a region are economies; those without are aggregates: the world, regions, income groups. */
function readEconomies(directory: string): { economies: Set<string>; aggregates: string[] } {
  const { rows } = readPublishedTable(join(directory, 'metadata', 'Metadata_Country.csv'), {
    columns: ['Country Code', 'Region'],
  });
  const codes = Map.groupBy(rows, (row) => (row.text('Region') === '' ? 'aggregate' : 'economy'));
  const of = (kind: 'aggregate' | 'economy') =>
    (codes.get(kind) ?? []).map((row) => row.required('Country Code'));
  return { economies: new Set(of('economy')), aggregates: of('aggregate') };
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

/** The columns with a country's code and its name. */
interface Columns {
  code: string;
  name: string;
}

/** The Bank's own download: one line per country, years across. Copyists cut some of it off. */
interface YearsAcross extends Columns {
  /** Four lines above the table, with the date of the edition. */
  heading: boolean;
  /** Every line, the header's too, ends in an empty cell. */
  trailingCell: boolean;
}

/** One line per country and year; each indicator has its own name for the column of values. */
interface List extends Columns {
  values: Readonly<Record<string, string>>;
}

/**
 * The folder that `data refresh` writes, with the Bank's own complete downloads. Their headings name their edition, which
 * must be the same in all.
 */
const LATEST_FOLDER = 'latest';

const DOWNLOADED = { code: 'Country Code', name: 'Country Name', heading: true, trailingCell: true };

/** The editions of which we have copies, newest first: if several have an indicator, only the first one here is read. */
const COPIES: readonly { folder: string; source: string; shape: Shape }[] = [
  { folder: '2026-07', source: 'wb-wdi-2026-07', shape: DOWNLOADED },
  { folder: '2026-02', source: 'wb-wdi-2026-02', shape: { ...DOWNLOADED, heading: false } },
  {
    folder: '2025-10',
    source: 'wb-wdi-2025-10',
    shape: { code: 'iso3', name: 'country', values: { 'VC.IHR.PSRC.P5': 'rate_per_100k' } },
  },
  {
    folder: '2025-07',
    source: 'wb-wdi-2025-07',
    shape: { ...DOWNLOADED, heading: false, trailingCell: false },
  },
  { folder: '2025-06', source: 'wb-wdi-2025-04', shape: DOWNLOADED },
  { folder: '2024-07', source: 'wb-wdi-2024-06', shape: DOWNLOADED },
  {
    folder: 'ddf-extract',
    source: 'wb-wdi-ddf',
    shape: {
      code: 'iso3',
      name: 'iso3',
      values: {
        'LP.LPI.OVRL.XQ': 'lpi_overall_1_to_5',
        'SH.STA.TRAF.P5': 'road_deaths_per_100k',
        'SH.UHC.SRVS.CV.XD': 'uhc_service_coverage_index',
      },
    },
  },
];

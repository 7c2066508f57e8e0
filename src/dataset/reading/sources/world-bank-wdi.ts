import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import {
  decodeText,
  type PublishedRow,
  parsePublishedTable,
  readPublishedTable,
} from '../../building/files/published-file.ts';
import { list, recordTable, text, texts, word } from '../../building/files/records.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import type { Match } from '../places/match.ts';
import { type CitedSource, citedSource, longDate } from './citations.ts';
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
    const copied = EDITIONS.read(dataDirectory).map((copy) => ({
      ...copy,
      source: citedSource(dataDirectory, copy.source),
    }));
    for (const edition of [...latestEditions(directory, dataDirectory), ...copied]) {
      const files = indicatorFiles(directory, edition.folder).filter(({ code }) => !done.has(code));
      for (const file of files) {
        const { metric, unit } = indicators.get(file.code) ?? {};
        if (metric === undefined || unit === undefined)
          throw new SourceFileError(file.name, 0, '', `no metric is known for ${file.code}`);
        for (const [row, values] of readSeries(join(directory, file.name), file, edition, economies)) {
          const match = matchOf(row, edition.code, row.required(edition.name));
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
  const source = {
    ...citedSource(dataDirectory, 'wb-wdi'),
    id: `wb-wdi-${vintage.slice(0, 'yyyy-mm'.length)}`,
    title: `World Development Indicators, edition of ${longDate(vintage)}`,
    vintage,
  };
  const columns = { code: 'Country Code', name: 'Country Name', values: [] };
  return [{ folder: LATEST_FOLDER, source, shape: 'download', ...columns }];
}

type IndicatorFile = ReturnType<typeof indicatorFiles>[number];

/**
 * The indicator files of an edition, `API_SP.POP.TOTL_DS2_….csv`, in lists `LP.LPI.OVRL.XQ_2022.csv`: each with its name below the
 * folder of the published files, `2026-07/API_SP.POP.TOTL_DS2_….csv`, and its code, `SP.POP.TOTL`.
 */
function indicatorFiles(directory: string, folder: string) {
  if (!existsSync(join(directory, folder))) return [];
  const files = new Map<string, { name: string; code: string }>();
  for (const base of readdirSync(join(directory, folder)).sort()) {
    if (!base.endsWith('.csv')) continue;
    const name = `${folder}/${base}`;
    const code = /^(?:API_)?([A-Z0-9.]+)_/.exec(base)?.[1];
    if (code === undefined) throw new SourceFileError(name, 0, '', 'the name holds no indicator code');
    const other = files.get(code);
    if (other !== undefined) throw new SourceFileError(name, 0, '', `${code} is also in ${other.name}`);
    if (!GOVERNANCE_CODES.has(code)) files.set(code, { name, code });
  }
  return [...files.values()];
}

/** The figures of the countries by year, each with a row of its country, which also says where a fault is. */
type Series = [row: PublishedRow, values: Map<number, number>][];

function readSeries(
  path: string,
  file: IndicatorFile,
  { source, ...edition }: Edition,
  economies: ReadonlySet<string>,
): Series {
  const bytes = readFileSync(path);
  if (edition.shape === 'list') return readList(file, bytes, edition);
  const date = edition.shape === 'download' ? vintageIn(file.name, bytes) : source.vintage;
  if (date !== source.vintage)
    throw new SourceFileError(file.name, 3, '2', `edition of ${date} in the folder of ${source.vintage}`);
  const series = readYearsAcross(file, bytes, edition);
  // The Bank lists every economy in every file, with or without figures: one that is absent was cut off.
  const absent = economies.difference(new Set(series.map(([row]) => row.text(edition.code))));
  if (absent.size > 0)
    throw series.at(-1)?.[0].fault(edition.code, `truncated: no line of ${[...absent].join(', ')}`);
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

function readYearsAcross(
  { name: file, code }: IndicatorFile,
  bytes: Uint8Array,
  edition: Omit<Edition, 'source'>,
): Series {
  const linesBeforeHeader = edition.shape === 'download' ? 4 : 0;
  const { header, rows } = parsePublishedTable(file, bytes, {
    linesBeforeHeader,
  });
  const wrongHeader = (column: number, fault: string) =>
    new SourceFileError(file, linesBeforeHeader + 1, String(column), fault);
  // After the four columns of names come consecutive years and, in the Bank's own files, one empty cell.
  const years = header.slice(4);
  if (edition.shape !== 'without heading and last cell' && years.pop() !== '')
    throw wrongHeader(header.length, 'the header does not end in an empty cell');
  const first = Number(years[0]);
  const wrong = years.findIndex((year, index) => !/^\d{4}$/.test(year) || Number(year) !== first + index);
  if (years.length === 0 || wrong >= 0)
    throw wrongHeader(5 + Math.max(wrong, 0), 'not the year that is due here');
  return rows.map((row) => {
    const found = row.required('Indicator Code');
    if (found !== code) throw row.fault('Indicator Code', `${found} in a file of ${code}`);
    const figures = years.map((year) => [Number(year), row.number(year)] as const);
    return [row, new Map(figures.flatMap(([year, value]) => (value === null ? [] : [[year, value]])))];
  });
}

/** One line per country and year. */
function readList(file: IndicatorFile, bytes: Uint8Array, edition: Omit<Edition, 'source'>): Series {
  const { code, values } = edition;
  const column = values.find((value) => value.startsWith(`${file.code}=`))?.replace(/^.*=/, '');
  if (column === undefined)
    throw new SourceFileError(file.name, 0, '', 'the name of its column of values is not known');
  const { rows } = parsePublishedTable(file.name, bytes);
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
  const { rows } = readPublishedTable(join(directory, 'metadata', 'Metadata_Country.csv'));
  const codes = Map.groupBy(rows, (row) => (row.text('Region') === '' ? 'aggregate' : 'economy'));
  const of = (kind: 'aggregate' | 'economy') =>
    (codes.get(kind) ?? []).map((row) => row.required('Country Code'));
  return { economies: new Set(of('economy')), aggregates: of('aggregate') };
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

/** Whether the files are the Bank's own downloads, or have lost a part of them, or are lists of countries and years. */
const SHAPES = ['download', 'without heading', 'without heading and last cell', 'list'] as const;

/** The editions of which we have copies, newest first: if several have an indicator, only the first one is read. */
const EDITIONS = recordTable('readers/world-bank-editions', {
  /** One edition in one shape. */
  folder: text,
  /** If the files have a heading, its date is the source's vintage. */
  source: text,
  /** Never guessed. A heading is four lines, with the date of the edition; the last cell of every line is empty. */
  shape: word(SHAPES),
  /** The columns with a country's code and its name. */
  ...texts('code', 'name'),
  /** Of a list: each indicator, and after an equals sign its column. */
  values: list(' '),
});
type Edition = Omit<ReturnType<typeof EDITIONS.read>[number], 'source'> & { source: CitedSource };

/**
 * The folder that `data refresh` writes, with the Bank's own complete downloads. Their headings name their edition, which
 * must be the same in all.
 */
const LATEST_FOLDER = 'latest';

import { type CitedSource, citedSources, citeEdition, longDate } from './citations.ts';
import { type Figure, readFigures } from './figures.ts';

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
export interface Edition {
  folder: string;
  /** If the files have a heading, its date is the source's vintage. */
  source: CitedSource;
  shape: Shape;
}

/** Our copies differ in shape; the shape of each folder is listed below, never guessed. */
type Shape = YearsAcross | List;

/** The Bank's own download: one line per country, years across. Copyists cut some of it off. */
export interface YearsAcross {
  kind: 'years across';
  /** Four lines above the table, with the date of the edition. */
  heading: boolean;
  /** Every line, the header's too, ends in an empty cell. */
  trailingCell: boolean;
}

/** One line per country and year; each indicator has its own name for the column of values. */
export interface List {
  kind: 'list';
  nameColumn?: string;
  valueColumns: Readonly<Record<string, string>>;
}

/**
 * The folder that `data refresh` writes, with the Bank's own complete downloads. Their headings name their edition, which
 * must be the same in all.
 */
export const LATEST_FOLDER = 'latest';

export function latestEdition(dataDirectory: string, vintage: string): Edition {
  const edition = {
    id: `wb-wdi-${vintage.slice(0, 'yyyy-mm'.length)}`,
    title: `World Development Indicators, edition of ${longDate(vintage)}`,
    vintage,
  };
  return {
    folder: LATEST_FOLDER,
    source: citeEdition(dataDirectory, 'wb-wdi', edition),
    shape: WITH_HEADING,
  };
}

/** The editions of which we have copies, newest first: if several have an indicator, only the first one here is read. */
export function copiedEditions(dataDirectory: string): Edition[] {
  const sources = citedSources(
    dataDirectory,
    COPIES.map(({ source }) => source),
  );
  return sources.map((source, position) => ({ ...(COPIES[position] as (typeof COPIES)[number]), source }));
}

const WITH_HEADING: YearsAcross = { kind: 'years across', heading: true, trailingCell: true };

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

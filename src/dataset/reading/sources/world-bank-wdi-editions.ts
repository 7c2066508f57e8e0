/** One folder of published files, all of one edition and shape. */
export interface Edition {
  folder: string;
  source: string;
  title: string;
  /** If the files have a heading, the date in it. */
  vintage: string;
  shape: Shape;
}

/** Our copies differ in shape; the shape of each folder is listed below, never guessed. */
export type Shape = YearsAcross | List;

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

export function latestEdition(vintage: string): Edition {
  const day = new Date(vintage).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return {
    folder: LATEST_FOLDER,
    source: `wb-wdi-${vintage.slice(0, 'yyyy-mm'.length)}`,
    title: `World Development Indicators, edition of ${day}`,
    vintage,
    shape: { kind: 'years across', heading: true, trailingCell: true },
  };
}

/** Newest first: if several editions have an indicator, only the first one here is read. */
export const EDITIONS: readonly Edition[] = [
  {
    folder: '2026-07',
    source: 'wb-wdi-2026-07',
    title: 'World Development Indicators, edition of 13 July 2026',
    vintage: '2026-07-13',
    shape: { kind: 'years across', heading: true, trailingCell: true },
  },
  {
    folder: '2026-02',
    source: 'wb-wdi-2026-02',
    title: 'World Development Indicators, edition of 24 February 2026 (dated from its download number)',
    vintage: '2026-02-24',
    shape: { kind: 'years across', heading: false, trailingCell: true },
  },
  {
    folder: '2025-10',
    source: 'wb-wdi-2025-10',
    title: 'World Development Indicators, homicides from the API on 7 October 2025',
    vintage: '2025-10-07',
    shape: {
      kind: 'list',
      nameColumn: 'country',
      valueColumns: { 'VC.IHR.PSRC.P5': 'rate_per_100k' },
    },
  },
  {
    folder: '2025-07',
    source: 'wb-wdi-2025-07',
    title: 'World Development Indicators, downloads of mid-2025 (the exact date is missing from the copy)',
    vintage: 'mid-2025',
    shape: { kind: 'years across', heading: false, trailingCell: false },
  },
  {
    folder: '2025-06',
    source: 'wb-wdi-2025-04',
    title: 'World Development Indicators, edition of 15 April 2025',
    vintage: '2025-04-15',
    shape: { kind: 'years across', heading: true, trailingCell: true },
  },
  {
    folder: '2024-07',
    source: 'wb-wdi-2024-06',
    title: 'World Development Indicators, edition of 28 June 2024',
    vintage: '2024-06-28',
    shape: { kind: 'years across', heading: true, trailingCell: true },
  },
  {
    folder: 'ddf-extract',
    source: 'wb-wdi-ddf',
    title:
      'World Development Indicators, three series transcribed by hand from the Open Numbers copy; not yet checked against the API',
    vintage: 'Open Numbers DDF, commit 01a34e8',
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

import { posix } from 'node:path';
import { WDI_INDICATORS } from '../sources/world-bank-wdi-indicators.ts';
import type { Conversion } from './conversion.ts';

/** The format of a publisher's file. Content of another format, such as an error page, is refused. */
export type Format = 'zip' | 'workbook' | 'csv' | 'text' | 'json' | 'page';

/** One file at a publisher's own address. */
export interface Download {
  /** Name of the file among those kept between refreshes. */
  id: string;
  url: string;
  format: Format;
  /** About four times its current size: anything larger is not this file. */
  maxBytes: number;
  /** The publisher requires registration. The key is added to the address and used nowhere else. */
  needsKey?: 'census';
}

/** A file that a reader expects, below the directory given to `data read --from`. */
export interface StagedFile {
  /** The step of `data read` that reads it. */
  source: string;
  file: string;
  from: readonly Download[];
  convert: Conversion;
}

const KB = 1024;
const MB = 1024 * KB;

const GEONAMES = 'https://download.geonames.org/export/dump';
const GITHUB = 'https://raw.githubusercontent.com';
const BIG_MAC = `${GITHUB}/TheEconomist/big-mac-data/HEAD`;
const HUMAN_DEVELOPMENT = 'HDR25_Composite_indices_complete_time_series.csv';
const BEA = 'https://apps.bea.gov/regional/zip';
const CENSUS = 'https://api.census.gov/data/2024/acs/acs5?get=NAME,B25064_001E';
const STATE = 'https://allowances.state.gov/Web920';

/** Every file that a refresh can download, in the order of the steps of `data read`. */
export const STAGED_FILES: readonly StagedFile[] = [
  asItIs('places', 'geonames/cities15000.zip', download(`${GEONAMES}/cities15000.zip`, 'zip', 12 * MB)),
  asItIs('places', 'geonames/countryInfo.txt', download(`${GEONAMES}/countryInfo.txt`, 'text', 200 * KB)),
  asItIs('places', 'geonames/admin1CodesASCII.txt', download(`${GEONAMES}/admin1CodesASCII.txt`, 'text', MB)),
  asItIs(
    'places',
    'datahub-country-codes/country-codes.csv',
    download(`${GITHUB}/datasets/country-codes/HEAD/data/country-codes.csv`, 'csv', 600 * KB),
  ),

  ...[...WDI_INDICATORS.keys()].map((code) =>
    member(
      'world-bank-wdi',
      `worldbank-wdi/latest/API_${code}_DS2_en_csv_v2.csv`,
      /^API_.*\.csv$/,
      indicator(code),
    ),
  ),
  member(
    'world-bank-wdi',
    'worldbank-wdi/metadata/Metadata_Country.csv',
    /^Metadata_Country_.*\.csv$/,
    // Every archive contains the same list of economies.
    indicator('SP.POP.TOTL'),
  ),
  {
    source: 'undp-hdr',
    file: `undp-hdr25/${HUMAN_DEVELOPMENT}`,
    from: [download(`https://hdr.undp.org/sites/default/files/2025_HDR/${HUMAN_DEVELOPMENT}`, 'csv', 8 * MB)],
    convert: { kind: 'to UTF-8', published: 'windows-1252' },
  },
  asItIs(
    'big-mac',
    'big-mac-index/big-mac-full-index.csv',
    download(`${BIG_MAC}/output-data/big-mac-full-index.csv`, 'csv', 2 * MB),
  ),
  asItIs(
    'big-mac',
    'big-mac-index/big-mac-source-data-v2.csv',
    download(`${BIG_MAC}/source-data/big-mac-source-data-v2.csv`, 'csv', MB),
  ),
  member(
    'ecb-reference-rates',
    'fx/eurofxref.csv',
    /^eurofxref\.csv$/,
    download('https://www.ecb.europa.eu/stats/eurofxref/eurofxref.zip', 'zip', 50 * KB),
  ),
  {
    source: 'us-state-allowances',
    file: 'us-state-post-allowance/post_allowances.csv',
    from: ['cola', 'hardship', 'danger_pay_all'].map((page) =>
      download(`${STATE}/${page}.asp`, 'page', 3 * MB, `${page}.html`),
    ),
    convert: { kind: 'allowance pages' },
  },
  member(
    'us-bea-rpp',
    'us-bea-rpp/MARPP_MSA_2008_2024.csv',
    /^MARPP_MSA_\d{4}_\d{4}\.csv$/,
    download(`${BEA}/MARPP.zip`, 'zip', 4 * MB),
  ),
  member(
    'us-bea-rpp',
    'us-bea-rpp/PARPP_PORT_2008_2024.csv',
    /^PARPP_PORT_\d{4}_\d{4}\.csv$/,
    download(`${BEA}/PARPP.zip`, 'zip', 4 * MB),
  ),
  {
    source: 'us-hud-fmr',
    file: 'us-hud-fmr-fy2026/FY26_FMRs.csv',
    from: [
      download('https://www.huduser.gov/portal/datasets/fmr/fmr2026/FY26_FMRs.xlsx', 'workbook', 3 * MB),
    ],
    convert: { kind: 'first sheet' },
  },
  censusRents('county', 1 * MB),
  censusRents('place', 10 * MB),
];

/** Where operators can get a publisher's key. */
export const KEY_ADDRESS = { census: 'https://api.census.gov/data/key_signup.html' } as const;

function asItIs(source: string, file: string, download: Download): StagedFile {
  return { source, file, from: [download], convert: { kind: 'as it is' } };
}

/** @param id the name in the address, unless it is another */
function download(url: string, format: Format, maxBytes: number, id = posix.basename(url)): Download {
  return { id, url, format, maxBytes };
}

function member(source: string, file: string, name: RegExp, from: Download): StagedFile {
  return { source, file, from: [from], convert: { kind: 'archive member', name } };
}

/** The World Bank packs each indicator into an archive of its own, with descriptions. */
function indicator(code: string): Download {
  const url = `https://api.worldbank.org/v2/en/indicator/${code}?downloadformat=csv`;
  return download(url, 'zip', 1 * MB, `wdi-${code}.zip`);
}

/** The response has the Bureau's names of the columns; the file has our reader's. */
function censusRents(geography: 'county' | 'place', maxBytes: number): StagedFile {
  const url = `${CENSUS}&for=${geography}:*&in=state:*`;
  const answer = download(url, 'json', maxBytes, `acs5-2024-${geography}.json`);
  return {
    source: 'us-census-acs-rent',
    file: `us-census-acs-rent/acs5_2024_median_gross_rent_${geography}.csv`,
    from: [{ ...answer, needsKey: 'census' }],
    convert: {
      kind: 'census answer',
      columns: {
        name: 'NAME',
        state_fips: 'state',
        [`${geography}_fips`]: geography,
        median_gross_rent_usd_month: 'B25064_001E',
      },
    },
  };
}

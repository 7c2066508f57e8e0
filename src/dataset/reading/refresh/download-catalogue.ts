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
const BEA = 'https://apps.bea.gov/regional/zip';
const CENSUS = 'https://api.census.gov/data/2024/acs/acs5?get=NAME,B25064_001E';
const STATE = 'https://allowances.state.gov/Web920';

const bigMacIndex: Download = {
  id: 'big-mac-full-index.csv',
  url: `${GITHUB}/TheEconomist/big-mac-data/HEAD/output-data/big-mac-full-index.csv`,
  format: 'csv',
  maxBytes: 2 * MB,
};
const bigMacSource: Download = {
  id: 'big-mac-source-data-v2.csv',
  url: `${GITHUB}/TheEconomist/big-mac-data/HEAD/source-data/big-mac-source-data-v2.csv`,
  format: 'csv',
  maxBytes: 1 * MB,
};
const cities: Download = {
  id: 'cities15000.zip',
  url: `${GEONAMES}/cities15000.zip`,
  format: 'zip',
  maxBytes: 12 * MB,
};
const countryInfo: Download = {
  id: 'countryInfo.txt',
  url: `${GEONAMES}/countryInfo.txt`,
  format: 'text',
  maxBytes: 200 * KB,
};
const regions: Download = {
  id: 'admin1CodesASCII.txt',
  url: `${GEONAMES}/admin1CodesASCII.txt`,
  format: 'text',
  maxBytes: 1 * MB,
};
const countryCodes: Download = {
  id: 'country-codes.csv',
  url: `${GITHUB}/datasets/country-codes/HEAD/data/country-codes.csv`,
  format: 'csv',
  maxBytes: 600 * KB,
};
const humanDevelopment: Download = {
  id: 'HDR25_Composite_indices_complete_time_series.csv',
  url: 'https://hdr.undp.org/sites/default/files/2025_HDR/HDR25_Composite_indices_complete_time_series.csv',
  format: 'csv',
  maxBytes: 8 * MB,
};
const euroRates: Download = {
  id: 'eurofxref.zip',
  url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref.zip',
  format: 'zip',
  maxBytes: 50 * KB,
};
const metroParities: Download = {
  id: 'MARPP.zip',
  url: `${BEA}/MARPP.zip`,
  format: 'zip',
  maxBytes: 4 * MB,
};
const portionParities: Download = {
  id: 'PARPP.zip',
  url: `${BEA}/PARPP.zip`,
  format: 'zip',
  maxBytes: 4 * MB,
};
const fairMarketRents: Download = {
  id: 'FY26_FMRs.xlsx',
  url: 'https://www.huduser.gov/portal/datasets/fmr/fmr2026/FY26_FMRs.xlsx',
  format: 'workbook',
  maxBytes: 3 * MB,
};
const countyRents: Download = {
  id: 'acs5-2024-county.json',
  url: `${CENSUS}&for=county:*&in=state:*`,
  format: 'json',
  maxBytes: 1 * MB,
  needsKey: 'census',
};
const placeRents: Download = {
  id: 'acs5-2024-place.json',
  url: `${CENSUS}&for=place:*&in=state:*`,
  format: 'json',
  maxBytes: 10 * MB,
  needsKey: 'census',
};
const [postAllowance, hardshipDifferential, dangerPay] = ['cola', 'hardship', 'danger_pay_all'].map(
  (page): Download => ({ id: `${page}.html`, url: `${STATE}/${page}.asp`, format: 'page', maxBytes: 3 * MB }),
) as [Download, Download, Download];

/** The World Bank packs each indicator into an archive of its own, with descriptions. */
function indicator(code: string): Download {
  return {
    id: `wdi-${code}.zip`,
    url: `https://api.worldbank.org/v2/en/indicator/${code}?downloadformat=csv`,
    format: 'zip',
    maxBytes: 1 * MB,
  };
}

/** Every file that a refresh can download, in the order of the steps of `data read`. */
export const STAGED_FILES: readonly StagedFile[] = [
  asItIs('places', 'geonames/cities15000.zip', cities),
  asItIs('places', 'geonames/countryInfo.txt', countryInfo),
  asItIs('places', 'geonames/admin1CodesASCII.txt', regions),
  asItIs('places', 'datahub-country-codes/country-codes.csv', countryCodes),

  ...[...WDI_INDICATORS.keys()].map((code) => ({
    source: 'world-bank-wdi',
    file: `worldbank-wdi/latest/API_${code}_DS2_en_csv_v2.csv`,
    from: [indicator(code)],
    convert: { kind: 'archive member', name: /^API_.*\.csv$/ } as const,
  })),
  {
    source: 'world-bank-wdi',
    file: 'worldbank-wdi/metadata/Metadata_Country.csv',
    // Every archive contains the same list of economies.
    from: [indicator('SP.POP.TOTL')],
    convert: { kind: 'archive member', name: /^Metadata_Country_.*\.csv$/ },
  },
  {
    source: 'undp-hdr',
    file: 'undp-hdr25/HDR25_Composite_indices_complete_time_series.csv',
    from: [humanDevelopment],
    convert: { kind: 'to UTF-8', published: 'windows-1252' },
  },
  asItIs('big-mac', 'big-mac-index/big-mac-full-index.csv', bigMacIndex),
  asItIs('big-mac', 'big-mac-index/big-mac-source-data-v2.csv', bigMacSource),
  {
    source: 'ecb-reference-rates',
    file: 'fx/eurofxref.csv',
    from: [euroRates],
    convert: { kind: 'archive member', name: /^eurofxref\.csv$/ },
  },
  {
    source: 'us-state-allowances',
    file: 'us-state-post-allowance/post_allowances.csv',
    from: [postAllowance, hardshipDifferential, dangerPay],
    convert: { kind: 'allowance pages' },
  },
  {
    source: 'us-bea-rpp',
    file: 'us-bea-rpp/MARPP_MSA_2008_2024.csv',
    from: [metroParities],
    convert: { kind: 'archive member', name: /^MARPP_MSA_\d{4}_\d{4}\.csv$/ },
  },
  {
    source: 'us-bea-rpp',
    file: 'us-bea-rpp/PARPP_PORT_2008_2024.csv',
    from: [portionParities],
    convert: { kind: 'archive member', name: /^PARPP_PORT_\d{4}_\d{4}\.csv$/ },
  },
  {
    source: 'us-hud-fmr',
    file: 'us-hud-fmr-fy2026/FY26_FMRs.csv',
    from: [fairMarketRents],
    convert: { kind: 'first sheet' },
  },
  {
    source: 'us-census-acs-rent',
    file: 'us-census-acs-rent/acs5_2024_median_gross_rent_county.csv',
    from: [countyRents],
    convert: { kind: 'census answer', columns: censusColumns('county') },
  },
  {
    source: 'us-census-acs-rent',
    file: 'us-census-acs-rent/acs5_2024_median_gross_rent_place.csv',
    from: [placeRents],
    convert: { kind: 'census answer', columns: censusColumns('place') },
  },
];

/** Where operators can get a publisher's key. */
export const KEY_ADDRESS = { census: 'https://api.census.gov/data/key_signup.html' } as const;

function asItIs(source: string, file: string, download: Download): StagedFile {
  return { source, file, from: [download], convert: { kind: 'as it is' } };
}

/** The columns of the Bureau's response, by our reader's names. */
function censusColumns(geography: 'county' | 'place'): Readonly<Record<string, string>> {
  return {
    name: 'NAME',
    state_fips: 'state',
    [`${geography}_fips`]: geography,
    median_gross_rent_usd_month: 'B25064_001E',
  };
}

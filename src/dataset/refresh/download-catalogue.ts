import { WDI_INDICATORS } from '../sources/world-bank-wdi-indicators.ts';
import type { Conversion } from './conversion.ts';

/** What a publisher sends. Decides which content is taken for the file, and which for an error page. */
export type Format = 'zip' | 'workbook' | 'csv' | 'text' | 'json' | 'page';

/** One file at a publisher's own address. */
export interface Download {
  /** Names the file among those kept between two refreshes. */
  id: string;
  url: string;
  format: Format;
  /** About four times the size it has today: beyond that it is something else. */
  maxBytes: number;
  /** The publisher answers only to who has registered. The key goes into the address, and nowhere else. */
  needsKey?: 'census';
}

/** One file as a reader expects it, below the directory that `data read --from` takes. */
export interface StagedFile {
  /** The step of `data read` that reads it. */
  source: string;
  file: string;
  from: readonly Download[];
  convert: Conversion;
}

/** A source whose files a person has to fetch, because no program can do it truly. */
export interface ManualSource {
  source: string;
  address: string;
  why: string;
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

/** The World Bank packs each indicator into an archive of its own, together with what it says about it. */
function indicator(code: string): Download {
  return {
    id: `wdi-${code}.zip`,
    url: `https://api.worldbank.org/v2/en/indicator/${code}?downloadformat=csv`,
    format: 'zip',
    maxBytes: 1 * MB,
  };
}

/** Every file that a refresh can renew, by the order of the steps of `data read`. */
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
    // Every archive holds the same list of economies.
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

export const MANUAL_SOURCES: readonly ManualSource[] = [
  {
    source: 'world-bank-wgi',
    address: 'https://www.worldbank.org/en/publication/worldwide-governance-indicators',
    why: 'the edition of 2025 has another method, scale and codes: a new reader, not a new file',
  },
  {
    source: 'world-bank-icp',
    address: 'https://www.worldbank.org/en/programs/icp/data',
    why: 'a benchmark of 2021, re-based by the copyist: the next round will be another file',
  },
  {
    source: 'oecd-wages',
    address: 'https://data-explorer.oecd.org',
    why: 'a selection made in the data explorer (DSD_EARNINGS@AV_AN_WAGE), in the prices of one year',
  },
  {
    source: 'us-state-per-diem',
    address: 'https://allowances.state.gov/web920/per_diem.asp',
    why: 'answers one country at a time to a form; the whole is a workbook under a new name every month',
  },
  {
    source: 'us-dod-per-diem',
    address: 'https://www.travel.dod.mil/Travel-Transportation-Rates/Per-Diem/Per-Diem-Rate-Lookup/',
    why: 'a workbook under a new name every month',
  },
  {
    source: 'us-gsa-per-diem',
    address: 'https://www.gsa.gov/travel/plan-book/per-diem-rates/per-diem-files',
    why: 'a workbook under a new name every fiscal year',
  },
  {
    source: 'us-bls-wages',
    address: 'https://www.bls.gov/oes/special-requests/oesm25ma.zip',
    why: 'a workbook from which our copy keeps one column',
  },
  {
    source: 'official-city-rents',
    address: 'the publisher’s address that each of its sources names in data/sources.json',
    why: 'a compilation from some thirty publishers',
  },
  {
    source: 'france-rent-map',
    address:
      'https://www.data.gouv.fr/fr/datasets/carte-des-loyers-indicateurs-de-loyers-dannonce-par-commune-en-2025/',
    why: 'four files with a new name every year, which our copy has in one',
  },
  {
    source: 'uk-private-rents',
    address:
      'https://www.ons.gov.uk/economy/inflationandpriceindices/datasets/priceindexofprivaterentsukmonthlypricestatistics',
    why: 'a workbook under a new name every month, of which our copies keep one table in parts',
  },
  {
    source: 'germany-rent-grid',
    address:
      'https://www.destatis.de/static/DE/zensus/gitterdaten/Durchschnittliche_Nettokaltmiete_und_Anzahl_der_Wohnungen.zip',
    why: 'a census of 2022, whose squares our copy has in a denser form',
  },
  {
    source: 'spain-serpavi',
    address: 'https://www.mivau.gob.es/vivienda/alquila-bien-es-tu-derecho/serpavi',
    why: 'a database under a new name every year, from which our copy keeps the medians of flats',
  },
  {
    source: 'italy-omi-rents',
    address:
      'https://www.agenziaentrate.gov.it/portale/web/guest/schede/fabbricatiterreni/omi/banche-dati/quotazioni-immobiliari',
    why: 'quotations by zone behind a login; our copy has the means of municipalities that somebody computed, and those of 2018',
  },
  {
    source: 'portugal-ine-rents',
    address: 'https://www.ine.pt',
    why: 'a selection made in the table of indicator 0012598, transcribed',
  },
  {
    source: 'finland-rents',
    address: 'https://pxdata.stat.fi/PxWeb/pxweb/en/StatFin/StatFin__asvu/statfin_asvu_pxt_15fa.px/',
    why: 'a selection made in the table, transcribed',
  },
  {
    source: 'sweden-scb-rents',
    address: 'https://www.statistikdatabasen.scb.se/pxweb/en/ssd/START__BO__BO0406__BO0406E/BO0406Tab01/',
    why: 'a selection made in the table, transcribed',
  },
  {
    source: 'norway-ssb-rents',
    address: 'https://www.ssb.no/en/statbank/table/09895',
    why: 'a selection made in the table, transcribed',
  },
  {
    source: 'eurostat-city-rents',
    address: 'https://ec.europa.eu/eurostat/databrowser/view/prc_colc_rents/default/table',
    why: 'a selection made in the data browser, whose sheets our copy has as rows',
  },
  {
    source: 'un-public-transport-access',
    address: 'https://unstats.un.org/sdgs/dataportal',
    why: 'published as tables for people; our copy was tidied by 360info in 2024',
  },
  {
    source: 'japan-regional-prices',
    address: 'https://www.e-stat.go.jp/stat-search/files?toukei=00200571',
    why: 'a workbook under a new name every year, transcribed',
  },
  {
    source: 'canada-intercity-prices',
    address: 'https://www150.statcan.gc.ca/t1/tbl1/en/tv.action?pid=1810000301',
    why: 'not published since 2019',
  },
  {
    source: 'austria-purchasing-power-surcharge',
    address: 'https://www.ris.bka.gv.at',
    why: 'an ordinance in the law gazette, transcribed',
  },
  {
    source: 'hong-kong-rents',
    address: 'https://www.rvd.gov.hk/en/publications/property_market_statistics.html',
    why: 'a workbook under a new name every month, transcribed',
  },
  {
    source: 'canada-cmhc-rents',
    address: 'https://www150.statcan.gc.ca/t1/tbl1/en/tv.action?pid=3410013301',
    why: 'a selection from a table of the statistical office, reshaped by the copyist',
  },
  {
    source: 'australia-census-rents',
    address: 'https://www.abs.gov.au/census/find-census-data/datapacks',
    why: 'a census of one year, in a package of many files, joined with their names',
  },
  {
    source: 'new-zealand-rents',
    address: 'https://www.tenancy.govt.nz/about-tenancy-services/data-and-statistics/rental-bond-data/',
    why: 'a table under a new name every month, reshaped by the copyist',
  },
  {
    source: 'saudi-rega-rents',
    address: 'https://open.data.gov.sa',
    why: 'thirteen data sets of the portal, one for each region, not continued after 2024',
  },
  {
    source: 'ilostat',
    address: 'https://ilostat.ilo.org/data/bulk/',
    why: 'its figures in local money have to be looked through for other money: data/readers/ilostat-pay.tsv',
  },
  {
    source: 'imf-weo',
    address: 'https://www.imf.org/external/datamapper/',
    why: 'an edition every half year, in which another year is the first projection',
  },
  {
    source: 'penn-world-table',
    address: 'https://www.rug.nl/ggdc/productivity/pwt/',
    why: 'a workbook under a new name every few years, with another base',
  },
  {
    source: 'oecd-wages-in-national-currency',
    address: 'https://data-explorer.oecd.org',
    why: 'a selection made in the data explorer (DSD_EARNINGS@AV_AN_WAGE)',
  },
  {
    source: 'vat-rates',
    address: 'https://www.npmjs.com/package/sales-tax',
    why: 'a member of a package, under a new number with every edition',
  },
  {
    source: 'compiled-exchange-rates',
    address: 'https://www.npmjs.com/package/@fawazahmed0/currency-api',
    why: 'a package a day; one that is old is as good as none',
  },
  {
    source: 'germany-travel-lump-sums',
    address: 'https://www.bundesfinanzministerium.de',
    why: 'a letter of the Ministry every year, transcribed',
  },
  {
    source: 'oecd-regional-well-being',
    address: 'https://www.oecd.org/en/data/tools/oecd-regional-well-being.html',
    why: 'a workbook from which our copy keeps one sheet; its sheet of years is data/readers/oecd-well-being-years.tsv',
  },
  {
    source: 'aqli-air-quality',
    address: 'https://aqli.epic.uchicago.edu/',
    why: 'the regions of each update have to be tied to ours again',
  },
  {
    source: 'eurostat-regions',
    address: 'https://ec.europa.eu/eurostat/databrowser/view/hlth_rs_physreg',
    why: 'bulk tables of Eurostat and of ARDECO, whose regions follow the NUTS of their day',
  },
  {
    source: 'india-nfhs',
    address: 'https://www.data.gov.in/',
    why: 'a survey of 2019 to 2021: the next one will be another file with other districts',
  },
  {
    source: 'us-epa-air-quality',
    address: 'https://aqs.epa.gov/aqsweb/airdata/download_files.html',
    why: 'an archive under a new name every year',
  },
  {
    source: 'eurostat-city-perception',
    address: 'https://ec.europa.eu/eurostat/web/cities/database',
    why: 'a survey every three or four years, read through an interface whose answers a compiler added up',
  },
  {
    source: 'rosstat-fixed-basket',
    address: 'https://www.fedstat.ru/indicator/31052',
    why: 'a workbook made by a query of the statistical system, turned into rows',
  },
  {
    source: 'uk-regional-prices',
    address:
      'https://www.ons.gov.uk/economy/inflationandpriceindices/articles/relativeregionalconsumerpricelevelsuk/2016',
    why: 'a study of one year, transcribed',
  },
  {
    source: 'mexico-enigh-rents',
    address: 'https://www.inegi.org.mx/programas/enigh/nc/2022/',
    why: 'medians that were computed from the microdata of a survey',
  },
  {
    source: 'brazil-pof-rents',
    address:
      'https://www.ibge.gov.br/estatisticas/sociais/saude/24786-pesquisa-de-orcamentos-familiares-2.html',
    why: 'medians that were computed from the microdata of a survey',
  },
  {
    source: 'indonesia-poverty-lines',
    address: 'https://www.bps.go.id',
    why: 'answered only to who has registered for the web interface, a year at a time',
  },
  {
    source: 'philippines-poverty-thresholds',
    address: 'https://openstat.psa.gov.ph/PXWeb/pxweb/en/DB/DB__1E__FY/0031E3DF020.px/',
    why: 'a selection made in the data base, whose columns change with the year',
  },
  {
    source: 'india-poverty-lines',
    address: 'https://www.niti.gov.in',
    why: 'a press note of 2013, transcribed',
  },
  {
    source: 'vietnam-spatial-index',
    address: 'https://www.gso.gov.vn/en/statistical-data/',
    why: 'a selection made in the data base of the statistical office',
  },
  {
    source: 'argentina-regional-parities',
    address: 'https://www.indec.gob.ar/indec/web/Nivel4-Tema-4-43-149',
    why: 'six figures from a paper, transcribed',
  },
  {
    source: 'wfp-food-prices',
    address: 'https://data.humdata.org/dataset/global-wfp-food-prices',
    why: 'files of several years and countries, of which our copies keep the last months',
  },
  {
    source: 'indonesia-pihps-food',
    address: 'https://www.bi.go.id/hargapangan',
    why: 'answers one commodity and a few days at a time',
  },
  {
    source: 'nigeria-food-prices',
    address: 'https://microdata.nigerianstat.gov.ng/index.php/catalog/162',
    why: 'a workbook under a new name every month, with other names of items from year to year',
  },
  {
    source: 'agglomerations',
    address: 'https://population.un.org/wup/',
    why: 'the newer edition defines cities anew: a new reader, not a new file',
  },
  {
    source: 'climate',
    address:
      'https://www.ncei.noaa.gov/products/wmo-climate-normals, https://chelsa-climate.org and https://www.gloh2o.org/koppen/',
    why: 'normals of thirty years, a grid sampled at weather stations, and a map of classes: no edition for many years',
  },
  {
    source: 'korea-house-rents',
    address: 'http://rt.molit.go.kr',
    why: 'medians that were computed from the contracts of a year',
  },
];

/** Where a key for a publisher is to be had. */
export const KEY_ADDRESS = { census: 'https://api.census.gov/data/key_signup.html' } as const;

function asItIs(source: string, file: string, download: Download): StagedFile {
  return { source, file, from: [download], convert: { kind: 'as it is' } };
}

/** The columns of the Bureau's response, by the names that our reader knows. */
function censusColumns(geography: 'county' | 'place'): Readonly<Record<string, string>> {
  return {
    name: 'NAME',
    state_fips: 'state',
    [`${geography}_fips`]: geography,
    median_gross_rent_usd_month: 'B25064_001E',
  };
}

import { test } from 'node:test';
import type { SourceReader } from '../../../../src/dataset/reading/sources/reader.ts';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  tableReaderNamed,
} from '../../../support/dataset/excerpts.ts';

const usHudFmr = tableReaderNamed('us-hud-fmr');

const usBeaRpp = tableReaderNamed('us-bea-rpp');
const usBlsWages = tableReaderNamed('us-bls-wages');
const usCensusAcsRent = tableReaderNamed('us-census-acs-rent');
const usGsaPerDiem = tableReaderNamed('us-gsa-per-diem');

/** A shortened file as its publisher writes it: header and a few rows, the last of which has `value`. */
interface Sample {
  reader: SourceReader;
  file: string;
  lines: string[];
  /** Line of the last row of figures. */
  lastRow: number;
  /** Column of the figure, as the header names it, and the figure in the last row. */
  column: string;
  value: string;
  /** The other files without which the reader does not start. */
  others: Excerpt;
}

const BEA_FOOTER = ['"Note: x"', '"Last updated: February 19, 2026-- new"'];
const METROS = [
  'GeoFIPS,GeoName,Region,TableName,LineCode,IndustryClassification,Description,Unit,2023,2024',
  ' "00000","United States", ,MARPP,1,"...","RPPs: All items ","Index",100.000,100.000',
  ' "35620","New York, NY-NJ (Metropolitan Statistical Area)", ,MARPP,1,"...","RPPs: All items ","Index",1,112.563',
  ...BEA_FOOTER,
];
const PORTIONS = [
  'GeoFIPS,GeoName,Region,TableName,LineCode,IndustryClassification,Description,Unit,2023,2024',
  ' "01999","Alabama (Nonmetropolitan Portion)",5,PARPP,1,"...","RPPs: All items ","Index",82.616,83.231',
  ...BEA_FOOTER,
];
const COUNTIES = [
  'name,state_fips,county_fips,median_gross_rent_usd_month',
  '"New York County, New York",36,061,2197',
];
const PLACES = [
  'name,state_fips,place_fips,median_gross_rent_usd_month',
  '"New York city, New York",36,51000,1811',
];

const SAMPLES: Sample[] = [
  {
    reader: usHudFmr,
    file: 'FY26_FMRs.csv',
    lines: [
      'stusps,state,hud_area_code,countyname,county_town_name,metro,hud_area_name,fips,pop2023,fmr_0,fmr_1,fmr_2,fmr_3,fmr_4',
      'NY,36,METRO35620MM5600,Bronx County,,1,"New York, NY",3600599999,1,2529,2655,2910,3644,3959',
      'NY,36,METRO35620MM5600,Kings County,,1,"New York, NY",3604799999,2,2529,2655,2910,3644,3959',
    ],
    lastRow: 3,
    column: 'fmr_4',
    value: '3959',
    others: {},
  },
  {
    reader: usBeaRpp,
    file: 'MARPP_MSA_2008_2024.csv',
    lines: METROS,
    lastRow: 3,
    column: '2024',
    value: '112.563',
    others: { 'PARPP_PORT_2008_2024.csv': text(PORTIONS) },
  },
  {
    reader: usBeaRpp,
    file: 'PARPP_PORT_2008_2024.csv',
    lines: PORTIONS,
    lastRow: 2,
    column: '2024',
    value: '83.231',
    others: { 'MARPP_MSA_2008_2024.csv': text(METROS) },
  },
  {
    reader: usCensusAcsRent,
    file: 'acs5_2024_median_gross_rent_place.csv',
    lines: PLACES,
    lastRow: 2,
    column: 'median_gross_rent_usd_month',
    value: '1811',
    others: { 'acs5_2024_median_gross_rent_county.csv': text(COUNTIES) },
  },
  {
    reader: usCensusAcsRent,
    file: 'acs5_2024_median_gross_rent_county.csv',
    lines: COUNTIES,
    lastRow: 2,
    column: 'median_gross_rent_usd_month',
    value: '2197',
    others: { 'acs5_2024_median_gross_rent_place.csv': text(PLACES) },
  },
  {
    reader: usGsaPerDiem,
    file: 'conus_fy2026.csv',
    lines: [
      'ID,STATE,DESTINATION,COUNTY/LOCATION DEFINED,SEASON BEGIN,SEASON END,Effective Date,M&IE,Lodging Rate',
      ',,Standard rate,,,,"October 1, 2025",68,110',
      '266,NY,New York City,Bronx / Kings,October 1,December 31,"October 1, 2025",92,342',
    ],
    lastRow: 3,
    column: 'Lodging Rate',
    value: '342',
    others: {},
  },
  {
    reader: usBlsWages,
    file: 'oews_may2025_median_annual_wage_all_occupations.csv',
    lines: [
      'cbsa,name,median_annual_wage_usd_all_occupations',
      '10180,"Abilene, TX",44340',
      '35620,"New York-Newark-Jersey City, NY-NJ",61430',
    ],
    lastRow: 3,
    column: 'median_annual_wage_usd_all_occupations',
    value: '61430',
    others: {},
  },
];

for (const { reader, file, lines, lastRow, column, value, others } of SAMPLES) {
  const good = text(lines);
  const damaged = (content: string | Uint8Array): Excerpt => ({ ...others, [file]: content });
  const withLastRow = (change: (row: string) => string): string =>
    text(lines.map((row, index) => (index + 1 === lastRow ? change(row) : row)));

  test(`${file}: the published file is read`, () => {
    readExcerpt(reader, damaged(good));
  });
  test(`${file}: a truncated row is refused with its line`, () => {
    const cut = withLastRow((row) => row.slice(0, row.lastIndexOf(',')));
    const cells = String((lines[0] as string).split(',').length - 1);
    assertRefused(reader, damaged(cut), { file, line: lastRow, column: cells, fault: /truncated/ });
  });
  test(`${file}: a figure that is not a number is refused with line and column`, () => {
    const wrong = withLastRow((row) => row.replace(value, 'n/a'));
    assertRefused(reader, damaged(wrong), { file, line: lastRow, column, fault: /not a number/ });
  });
  test(`${file}: a missing figure is refused with line and column`, () => {
    const gone = withLastRow((row) => row.replace(value, ''));
    assertRefused(reader, damaged(gone), { file, line: lastRow, column, fault: /empty/ });
  });
  test(`${file}: bytes that are not UTF-8 are refused with line and byte`, () => {
    const bytes = Buffer.from(
      withLastRow((row) => row.replace(value, '\u00e9')),
      'latin1',
    );
    const byte = (lines[lastRow - 1] as string).indexOf(value) + 1;
    assertRefused(reader, damaged(bytes), {
      file,
      line: lastRow,
      column: `byte ${byte}`,
      fault: /not UTF-8/,
    });
  });
  test(`${file}: a web page instead of the file is refused`, () => {
    const page = '<!DOCTYPE html>\n<html><body>404 Not Found</body></html>\n';
    assertRefused(reader, damaged(page), { file, line: 1, column: '', fault: /web page/ });
  });
  test(`${file}: an empty file is refused`, () => {
    assertRefused(reader, damaged(''), { file, line: 0, column: '', fault: /empty/ });
  });
  // The columns of BEA's years change with every edition; the reader takes the last.
  const named = column === '2024' ? 'LineCode' : column;
  test(`${file}: a missing column is named`, () => {
    const renamed = good.replace(named, 'X');
    assertRefused(reader, damaged(renamed), {
      file,
      line: 1,
      column: named,
      fault: /missing from the header/,
    });
  });
}

test('a BEA table without its footer is refused, because its end may be missing', () => {
  const cut = text(METROS.slice(0, 3));
  assertRefused(
    usBeaRpp,
    { 'MARPP_MSA_2008_2024.csv': cut, 'PARPP_PORT_2008_2024.csv': text(PORTIONS) },
    { file: 'MARPP_MSA_2008_2024.csv', line: 3, column: '', fault: /no "Last updated"/ },
  );
});

test('a category that BEA never published is refused, not treated as another', () => {
  const renumbered = text(METROS).replace(
    'MARPP,1,"...","RPPs: All items ","Index",1,',
    'MARPP,2,"...","RPPs: All items ","Index",1,',
  );
  assertRefused(
    usBeaRpp,
    { 'MARPP_MSA_2008_2024.csv': renumbered, 'PARPP_PORT_2008_2024.csv': text(PORTIONS) },
    { file: 'MARPP_MSA_2008_2024.csv', line: 3, column: 'Description', fault: /unknown category/ },
  );
});

test('counties of one HUD area with different rents are refused, because the area would have two rents', () => {
  const { file, lines } = SAMPLES[0] as Sample;
  const differing = text(lines.map((row, index) => (index === 2 ? row.replace('2910', '2911') : row)));
  assertRefused(
    usHudFmr,
    { [file]: differing },
    { file, line: 3, column: 'fmr_2', fault: /the same figure of .* is 2910 before/ },
  );
});

test('a season that ends before it begins, or has an invalid month, is refused', () => {
  const { file, lines } = SAMPLES.find(({ reader }) => reader === usGsaPerDiem) as Sample;
  const ending = (end: string) => ({
    [file]: text(lines).replace('October 1,December 31', `January 1,${end}`),
  });
  assertRefused(usGsaPerDiem, ending('December 31'), {
    file,
    line: 3,
    column: 'SEASON END',
    fault: /before/,
  });
  assertRefused(usGsaPerDiem, ending('Brumaire 2'), {
    file,
    line: 3,
    column: 'SEASON END',
    fault: /not a month/,
  });
});

test('the Census mark of a suppressed figure is refused, because it is not a rent', () => {
  assertRefused(
    usCensusAcsRent,
    {
      'acs5_2024_median_gross_rent_place.csv': text(PLACES),
      'acs5_2024_median_gross_rent_county.csv': text(COUNTIES).replace('2197', '-666666666'),
    },
    {
      file: 'acs5_2024_median_gross_rent_county.csv',
      line: 2,
      column: 'median_gross_rent_usd_month',
      fault: /suppressed/,
    },
  );
});

function text(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstSheetOf, type SheetRow } from '../../../src/dataset/reading/files/binary-workbook.ts';
import { publishedPath } from '../beside-published-files.ts';
import { COUNTRY_READINGS } from './country-readings.ts';
import { HOMICIDE_READINGS, isCounted, nationalRateOf, shrunken } from './homicide-readings.ts';
import { cell, type Row, rowsWhere, sheetRows } from './published-files.ts';
import { matchedNames, publishedNames } from './published-names.ts';
import type { PublishedFigure, Reading } from './reading.ts';
import { areaCountry, city, countryOf, type ReleasedFigure, split } from './released-figures.ts';

/** How to find regional quality-of-life figures: by the publisher's code or name in data/matches, or by the NUTS code. */

/** Metric → column of the OECD's file, column of the sheet that has the years, and our unit. */
const OECD_COLUMNS: Readonly<Record<string, [column: string, years: string, unit: string]>> = {
  regional_life_expectancy: ['Life expectancy', 'F', 'years'],
  recorded_homicides: ['Homicide rate', 'J', 'per_100000_people'],
  unemployment_rate: ['Unemployment rate', 'D', 'percent_of_labour_force'],
  household_disposable_income: ['Disposable income per capita', 'B', 'usd_ppp_per_person_per_year'],
  upper_secondary_education: ['Population with at least secondary education', 'H', 'percent_of_adults'],
  households_with_broadband: ['Households broadband access', 'L', 'percent_of_households'],
};
const OECD_FOLDER = 'oecd-regional-well-being-2025-10';
const OECD_FILE = `${OECD_FOLDER}/indicator_last.csv`;
const OECD_WORKBOOK = `${OECD_FOLDER}/OECD-Regional-Well-Being-Data-File.xlsx`;
const OECD_YEARS_SHEET = 6;

function oecdRows({ place }: ReleasedFigure): Row[] {
  if (split(place)[0] === 'country')
    return rowsWhere(OECD_FILE, { Country: '', Code: countryOf(place).alpha3 });
  return publishedNames('oecd-regional-well-being', place).flatMap(({ published }) =>
    rowsWhere(OECD_FILE, { Code: published.split(' | ')[0] ?? '' }),
  );
}

/** The last year: the country's row has `2024(00)`, with the first year in brackets. */
function oecdYear(row: Row, column: string): string {
  const country = cell(row, 'Country');
  const [nation] = country === '' ? [row] : rowsWhere(OECD_FILE, { Country: '', Region: country });
  const years = sheetRows(OECD_WORKBOOK, OECD_YEARS_SHEET).find(({ A }) => A === nation?.Code);
  return (years?.[column] ?? '').slice(0, 'yyyy'.length);
}

const AQLI_REGIONS = 'aqli-pm25-2023/gadm1_2023_wide.csv.gz';
const AQLI_COUNTRIES = 'aqli-pm25-2023/gadm0_2023_wide.csv';

const EUROPEAN_FOLDER = 'eurostat-regional-gdp-physicians';
const PHYSICIANS = `${EUROPEAN_FOLDER}/estat_hlth_rs_physreg.tsv.gz`;
const PRODUCTS = `${EUROPEAN_FOLDER}/ARDECO-SUVGDP.2021.table.csv.gz`;

/** `area/nuts-de30` → `DE30`; for a country, the two letters that Eurostat uses. */
function euCode(place: string): string {
  const [kind, id] = split(place);
  if (kind === 'area') return id.replace('nuts-', '').toUpperCase();
  const { alpha2 } = countryOf(place);
  return { GB: 'UK', GR: 'EL' }[alpha2] ?? alpha2;
}

function eurostatRow(file: string, region: string): Row | undefined {
  return rowsWhere(file, { geo: region, unit: 'P_HTHAB' })[0];
}

/** Metric → column, counted from 0, and our unit. */
const NFHS_COLUMNS: Readonly<Record<string, [column: number, unit: string]>> = {
  access_to_electricity: [11, 'percent_of_population'],
  improved_sanitation: [13, 'percent_of_population'],
  clean_cooking_fuel: [14, 'percent_of_households'],
  literacy_women: [18, 'percent_of_women_aged_15_to_49'],
  ten_years_of_schooling_women: [19, 'percent_of_women_aged_15_to_49'],
  births_in_health_facilities: [46, 'percent_of_births'],
};

const NFHS_FILE = 'NFHS_5_India_Districts_Factsheet_Data.xls';
let nfhs: SheetRow[] | undefined;

/** The file is in the format of Excel 97, which none of our packages can read, so this uses the reader's own parser. */
function nfhsRows(): SheetRow[] {
  nfhs ??= firstSheetOf(NFHS_FILE, readFileSync(publishedPath(join('india-nfhs5-districts', NFHS_FILE))));
  return nfhs;
}

function words(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^ | $/g, '')
    .replace(/ +\| +/, ' | ');
}

const PERCEPTION_COLUMNS: Readonly<Record<string, string>> = {
  satisfied_with_city: 'city-satisfaction',
  satisfied_with_life: 'life-satisfaction',
  feel_safe_at_night: 'safety-night',
  find_good_jobs_easy_to_find: 'jobs',
  find_good_housing_easy_to_find: 'housing',
  trust_people_of_city: 'trust',
};

export const REGIONAL_READINGS: Readonly<Record<string, Reading>> = {
  'oecd-regional-well-being-2025-10': (figure) => {
    const [column, years, unit] = OECD_COLUMNS[figure.metric] ?? ['', '', ''];
    const isComplement =
      split(figure.place)[0] === 'country' && figure.metric === 'upper_secondary_education';
    return oecdRows(figure).map((row) => ({
      value: isComplement
        ? Math.round(1000 - 10 * Number(cell(row, column))) / 10
        : Number(cell(row, column)),
      note: isComplement ? '100 minus the published share without it' : '',
      unit,
      period: oecdYear(row, years),
      grain: split(figure.place)[0] === 'country' ? 'country' : 'region',
      cell: `${OECD_FILE}, ${cell(row, 'Code')}, ${column}`,
    }));
  },

  'aqli-2025-08': ({ place }) => {
    const isCountry = split(place)[0] === 'country';
    const rows = isCountry
      ? rowsWhere(AQLI_COUNTRIES, { id: countryOf(place).alpha3 })
      : publishedNames('aqli-air-quality', place).flatMap(({ published }) =>
          rowsWhere(AQLI_REGIONS, { id: published.split(' | ')[2] ?? '' }),
        );
    return rows.map((row) => ({
      value: Number(cell(row, 'pm2023')),
      unit: 'micrograms_per_cubic_metre',
      period: '2023',
      grain: isCountry ? 'country' : 'region',
      cell: `AQLI, ${cell(row, 'id')}, pm2023`,
    }));
  },

  'bps-poverty-lines-2025': ({ place }) => {
    const file = 'indonesia-poverty-lines-2025/garis_kemiskinan_2025.csv';
    return publishedNames('indonesia-poverty-lines', place)
      .flatMap(({ published }) => rowsWhere(file, { bps_code: published.split(' | ')[0] ?? '' }))
      .map((row) => ({
        value: Number(cell(row, 'garis_kemiskinan_rupiah_per_kapita_per_bulan_2025')),
        unit: 'IDR',
        period: '2025',
        grain: 'region',
        cell: `${file}, ${cell(row, 'bps_code')}`,
      }));
  },

  'inei-poverty-lines-2023': ({ place }) => {
    const file = 'peru-poverty-lines-2014-2023/lines_by_domain.csv';
    return publishedNames('peru-poverty-lines', place)
      .flatMap(({ published }) => rowsWhere(file, { domain: published, year: '2023' }))
      .map((row) => ({
        value: Number(cell(row, 'poverty_line_pen_person_month')),
        unit: 'PEN',
        period: '2023',
        grain: 'region',
        note: 'towns of the natural region',
        cell: `${file}, ${cell(row, 'domain')}`,
      }));
  },

  'eurostat-physicians-2024-01': ({ place }) => {
    const region = euCode(place);
    const row = eurostatRow(PHYSICIANS, region);
    const year = ['2022', '2021', '2020', '2019'].find((candidate) => /^\d/.test(row?.[candidate] ?? ''));
    if (row === undefined || year === undefined) return [];
    return [
      {
        value: Number.parseFloat(cell(row, year)),
        unit: 'per_100000_inhabitants',
        period: year,
        grain: split(place)[0] === 'country' ? 'country' : 'region',
        cell: `${PHYSICIANS}, ${region}, ${year}`,
      },
    ];
  },

  'ardeco-2025-01': ({ place }) =>
    rowsWhere(PRODUCTS, { TERRITORY_ID: euCode(place), UNIT: 'PPS' }).map((row) => ({
      value: Number(cell(row, '2021')),
      unit: 'purchasing_power_standards_per_person',
      period: '2021',
      grain: 'region',
      cell: `${PRODUCTS}, ${cell(row, 'TERRITORY_ID')}`,
    })),

  'indonesia-minimum-wages-2026': ({ place }) =>
    publishedNames('indonesia-minimum-wages', place).flatMap(({ published }) => {
      const [regency = '', province = ''] = published.split(' | ');
      return rowsWhere('indonesia-minimum-wages-2026/umk_regencies_2024_2026.csv', { regency, province }).map(
        (row) => ({
          value: Number(cell(row, 'umk_2026')),
          unit: 'IDR',
          period: '2026',
          grain: 'region' as const,
          cell: `umk_2026 of ${published}`,
        }),
      );
    }),

  'india-nfhs-5': ({ place, metric }) => {
    const [column, unit] = NFHS_COLUMNS[metric] ?? [-1, ''];
    return publishedNames('india-nfhs', place).flatMap(({ published }) =>
      nfhsRows()
        .filter((row) => published === words(`${row.get(1)} | ${row.get(0)}`))
        .map((row) => ({
          value: Math.abs(Number(row.get(column))),
          unit,
          period: '2019-06/2021-04',
          grain: 'region' as const,
          cell: `NFHS-5, ${published}, ${column}`,
        })),
    );
  },

  'us-epa-aqi-2024': ({ place, metric }) => {
    const file = 'us-epa-aqi-county/annual_aqi_by_county_2024.csv';
    const column = metric === 'us_days_of_good_air' ? 'Good Days' : 'Median AQI';
    return publishedNames('us-epa-air-quality', place).flatMap(({ published }) => {
      const [State = '', County = ''] = published.split(' | ');
      // Some counties of Alaska have a space after their name.
      const rows = rowsWhere(file, { State }).filter((row) => cell(row, 'County').trim() === County);
      return rows.map((row) => ({
        value: Number(cell(row, column)),
        unit: metric === 'us_days_of_good_air' ? 'days_per_year' : 'us_air_quality_index',
        period: cell(row, 'Year'),
        grain: 'region' as const,
        cell: `${file}, ${published}, ${column}`,
      }));
    });
  },

  'eurostat-urb-percep-2023': ({ place, metric }) => {
    const file = 'eurostat-city-perception/perception_2023.csv';
    return publishedNames('eurostat-city-perception', place).flatMap(({ published }) => {
      const [cc = '', city = ''] = published.split(' | ');
      return rowsWhere(file, { city, cc }).map((row) => ({
        value: Number(cell(row, PERCEPTION_COLUMNS[metric] ?? '')),
        unit: 'percent_of_people_aged_15_and_over',
        period: '2023',
        grain: ['Athina', 'Lisboa', 'Paris', 'Manchester'].includes(city)
          ? ('metro' as const)
          : ('city' as const),
        cell: `${file}, ${published}`,
      }));
    });
  },
};

/** Metric of a national figure that is spread over regions → the regional metric that we use, by source if there are two. */
const SPREAD_BY: Readonly<Record<string, string | Record<string, string>>> = {
  intentional_homicides: 'recorded_homicides',
  physicians: 'practising_physicians',
  pm25_exposure: 'pm25_without_dust_and_sea_salt',
  life_expectancy: 'regional_life_expectancy',
  gni_per_capita_ppp: 'household_disposable_income',
  internet_users: 'households_with_broadband',
  mean_years_of_schooling: {
    'oecd-regional-well-being-2025-10': 'upper_secondary_education',
    'india-nfhs-5': 'ten_years_of_schooling_women',
  },
};

/** What each percentage point of the regional metric adds to the national figure. */
const SLOPES: Readonly<Record<string, number>> = {
  households_with_broadband: 0.43,
  upper_secondary_education: 0.091,
  ten_years_of_schooling_women: 0.108,
};

/** The power of region ÷ country. */
const POWERS: Readonly<Record<string, number>> = { pm25_without_dust_and_sea_salt: 0.55 };

/** The national figure × region ÷ country, or if there is a slope, + slope × (region − country); each from its own file. */
export function spreadReading(figure: ReleasedFigure): PublishedFigure[] {
  const readings = { ...REGIONAL_READINGS, ...HOMICIDE_READINGS };
  const sources = figure.source.split(' ');
  const [nationalSource = ''] = sources.filter((id) => id in COUNTRY_READINGS);
  const [regionalSource = ''] = sources.filter((id) => id in readings);
  const by = SPREAD_BY[figure.metric];
  const metric = typeof by === 'object' ? by[regionalSource] : by;
  if (metric === undefined) return [];
  const [kind, id] = split(figure.place);
  const country = `country/${kind === 'city' ? city(id).country : areaCountry(id)}`;
  const read = (place: string) =>
    readings[regionalSource]?.({ ...figure, place, metric, source: regionalSource }) ?? [];
  const [national] =
    COUNTRY_READINGS[nationalSource]?.({ ...figure, place: country, source: nationalSource }) ?? [];
  const [region] = read(figure.place);
  const [base] =
    metric === 'ten_years_of_schooling_women'
      ? [meanOfDistricts(metric)]
      : regionalSource === 'us-fbi-table8-2022'
        ? nationalRateOf(country, '2022')
        : read(country);
  if (national === undefined || region === undefined || base === undefined) return [];
  const slope = SLOPES[metric];
  const value = isCounted(regionalSource)
    ? shrunken(figure, regionalSource, national.value / base.value, national.value)
    : slope === undefined
      ? national.value * (region.value / base.value) ** (POWERS[metric] ?? 1)
      : Math.min(
          figure.metric === 'internet_users' ? 100 : 50,
          national.value + slope * (region.value - base.value),
        );
  return [
    {
      value,
      unit: national.unit,
      period: region.period,
      grain: region.grain,
      cell: `${national.cell}, by ${region.cell} over ${base.cell}`,
      // We keep four significant digits; a counted rate is shrunk to the region's before that, and here to the rounded one.
      within: Math.abs(value) * (isCounted(regionalSource) ? 1.02e-3 : 5.1e-4),
    },
  ];
}

/** The mean of the districts that are matched to our areas, because the survey's file has no row for the country. */
function meanOfDistricts(metric: string): Pick<PublishedFigure, 'value' | 'cell'> {
  const [column] = NFHS_COLUMNS[metric] ?? [0];
  const ours = new Set(matchedNames('india-nfhs'));
  const values = nfhsRows()
    .filter((row) => ours.has(words(`${row.get(1)} | ${row.get(0)}`)))
    .map((row) => Math.abs(Number(row.get(column))));
  return {
    value: values.reduce((sum, value) => sum + value, 0) / values.length,
    cell: 'mean of the districts',
  };
}

import { COUNTRY_READINGS } from './country-readings.ts';
import { cell, type Row, rowsWhere, sheetRows } from './published-files.ts';
import { publishedNames } from './published-names.ts';
import type { PublishedFigure, Reading } from './reading.ts';
import { areaCountry, countryOf, type ReleasedFigure, split } from './released-figures.ts';

/** Where figures of quality of life of regions stand: by the publisher's codes in data/matches. */

/** Metric → column of the OECD's file, column of its sheet of years, and our unit. */
const OECD_COLUMNS: Readonly<Record<string, [column: string, years: string, unit: string]>> = {
  life_expectancy: ['Life expectancy', 'F', 'years'],
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

/** `2024(00)` beside the country: the last year, and in brackets the first. */
function oecdYear(row: Row, column: string): string {
  const country = cell(row, 'Country');
  const [nation] = country === '' ? [row] : rowsWhere(OECD_FILE, { Country: '', Region: country });
  const years = sheetRows(OECD_WORKBOOK, OECD_YEARS_SHEET).find(({ A }) => A === nation?.Code);
  return (years?.[column] ?? '').slice(0, 'yyyy'.length);
}

const AQLI_REGIONS = 'aqli-pm25-2023/gadm1_2023_wide.csv.gz';
const AQLI_COUNTRIES = 'aqli-pm25-2023/gadm0_2023_wide.csv';

export const REGIONAL_READINGS: Readonly<Record<string, Reading>> = {
  'oecd-regional-well-being-2025-10': (figure) => {
    const [column, years, unit] = OECD_COLUMNS[figure.metric] ?? ['', '', ''];
    return oecdRows(figure).map((row) => ({
      value: Number(cell(row, column)),
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
};

/** Metric of a national figure that is spread over regions → the metric by which they differ. */
const SPREAD_BY: Readonly<Record<string, string>> = {
  intentional_homicides: 'recorded_homicides',
  physicians: 'practising_physicians',
  pm25_exposure: 'pm25_without_dust_and_sea_salt',
};

/** National figure times region by country, each from its own file. */
export function spreadReading(figure: ReleasedFigure): PublishedFigure[] {
  const metric = SPREAD_BY[figure.metric];
  const sources = figure.source.split(' ');
  const [nationalSource = ''] = sources.filter((id) => id in COUNTRY_READINGS);
  const [regionalSource = ''] = sources.filter((id) => id in REGIONAL_READINGS);
  if (metric === undefined) return [];
  const country = `country/${areaCountry(split(figure.place)[1])}`;
  const read = (place: string) =>
    REGIONAL_READINGS[regionalSource]?.({ ...figure, place, metric, source: regionalSource }) ?? [];
  const [national] =
    COUNTRY_READINGS[nationalSource]?.({ ...figure, place: country, source: nationalSource }) ?? [];
  const [region] = read(figure.place);
  const [base] = read(country);
  if (national === undefined || region === undefined || base === undefined) return [];
  const value = (national.value * region.value) / base.value;
  return [
    {
      value,
      unit: national.unit,
      period: region.period,
      grain: region.grain,
      cell: `${national.cell}, by ${region.cell} over ${base.cell}`,
      // Four digits are kept.
      within: Math.abs(value) * 5.1e-4,
    },
  ];
}

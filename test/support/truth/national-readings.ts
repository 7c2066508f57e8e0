import { cell, jsonFile, type Row, rowsWhere } from './published-files.ts';
import { publishedNames } from './published-names.ts';
import type { PublishedFigure, Reading } from './reading.ts';
import { countriesPayingWith, countryOf, split } from './released-figures.ts';

/** How to find national figures outside the World Bank's series: pay, inflation, taxes, exchange rates, travel lump sums. */

const ILO = 'ilostat-2026-07';
/** Metric → file, and the cells that a line of the series must have. */
const PAY: Readonly<Record<string, [file: string, series: Row]>> = {
  minimum_wage: [`${ILO}/EAR_INEE_CUR_NB_A.csv.gz`, { classif1: 'CUR_TYPE_LCU' }],
  average_monthly_earnings: [`${ILO}/EAR_EMTA_SEX_NB_A.csv.gz`, { sex: 'SEX_T' }],
};

const IMF_CODES: Readonly<Record<string, string>> = { XKX: 'UVK', PSE: 'WBG' };
const IMF: Readonly<Record<string, [indicator: string, unit: string]>> = {
  consumer_price_inflation_imf: ['PCPIPCH', 'percent_per_year'],
  gdp_per_capita_imf: ['NGDPDPC', 'current_usd_per_person'],
};
/** Figures of later years are projections. */
const LAST_YEAR_OF_THE_IMF = '2025';

export const NATIONAL_READINGS: Readonly<Record<string, Reading>> = {
  'ilostat-2026-07': (figure) => {
    const { place, metric, unit } = figure;
    const [file, series] = PAY[metric] ?? ['', {}];
    const { alpha3 } = countryOf(place);
    const rows = rowsWhere(file, { ref_area: alpha3 === 'XKX' ? 'KOS' : alpha3, ...series });
    const latest = rows.toSorted((left, right) => (cell(left, 'time') < cell(right, 'time') ? 1 : -1));
    return latest
      .slice(0, 1)
      .map((row) =>
        national(file, Number(cell(row, 'obs_value')), moneyOf(place, unit, row), cell(row, 'time')),
      );
  },

  'imf-weo-2026-04': ({ place, metric }) => {
    const [indicator, unit] = IMF[metric] ?? ['', ''];
    const file = `imf-weo-2026/${indicator}.json`;
    const { values } = jsonFile(file) as { values: Record<string, Record<string, Record<string, number>>> };
    const { alpha3 } = countryOf(place);
    const years = Object.entries(values[indicator]?.[IMF_CODES[alpha3] ?? alpha3] ?? {});
    const [year = '', value = Number.NaN] =
      years
        .filter(([of]) => of <= LAST_YEAR_OF_THE_IMF)
        .sort()
        .at(-1) ?? [];
    return [national(file, value, unit, year)];
  },

  'oecd-average-wages-2025': ({ place }) => {
    const file = 'oecd-average-wages-2025/average-annual-wages_2026-07-12.csv.gz';
    const rows = rowsWhere(file, { REF_AREA: countryOf(place).alpha3, PRICE_BASE: 'V' });
    const [row] = rows.toSorted((a, b) => (cell(a, 'TIME_PERIOD') < cell(b, 'TIME_PERIOD') ? 1 : -1));
    if (row === undefined) return [];
    return [
      national(file, Number(cell(row, 'OBS_VALUE')), cell(row, 'UNIT_MEASURE'), cell(row, 'TIME_PERIOD')),
    ];
  },

  'sales-tax-2-23-0': ({ place }) => {
    const file = 'vat-rates-2026/sales_tax_rates.json';
    const rates = jsonFile(file) as Record<string, { rate: number }>;
    const { rate = Number.NaN } = rates[countryOf(place).alpha2] ?? {};
    return [national(file, rate, 'share_of_price_before_tax', '2026')];
  },

  'currency-api-2026-09-29': ({ place }) => {
    const file = 'fx-all-currencies-2026-09-29/usd.json';
    const { date, usd } = jsonFile(file) as { date: string; usd: Record<string, number> };
    const value = usd[split(place)[1].toLowerCase()] ?? Number.NaN;
    return [national(file, value, 'currency_units_per_usd', date)];
  },

  'germany-bmf-travel-2026': (figure) => {
    const file = 'germany-auslandsreisekosten-2026/pauschbetraege_2023_2026.csv';
    const column = figure.metric.startsWith('meals') ? 'meals_24h_eur' : 'overnight_eur';
    const isCity = split(figure.place)[0] === 'city';
    const rows = isCity
      ? publishedNames('germany-travel-lump-sums', figure.place).flatMap(({ published }) => {
          const [country_iso2 = '', city_de = ''] = published.split(' | ');
          return rowsWhere(file, { country_iso2, city_de, year: '2026' });
        })
      : rowsWhere(file, { country_iso2: countryOf(figure.place).alpha2, city_de: '', year: '2026' });
    const grain = isCity ? ('city' as const) : ('country' as const);
    return rows.map((row) => ({ ...national(file, Number(cell(row, column)), 'EUR', '2026'), grain }));
  },
};

/** The ILO's notes for amounts in euros of ten countries with a currency of their own; 386, between them, is Croatia's euro. */
const NOTE_OF_EUROS = /T30:(38[5-9]|39[0-5])\b/;

/** Other notes only say local currency: that is a currency of the country, or US dollars for Liberia's wage. */
function moneyOf(place: string, unit: string, row: Row): string {
  if (NOTE_OF_EUROS.test(cell(row, 'note_indicator'))) return 'EUR';
  const { id } = countryOf(place);
  const isException = id === 'liberia' && unit === 'USD';
  return countriesPayingWith(unit).includes(id) || isException ? unit : 'other money';
}

function national(file: string, value: number, unit: string, period: string): PublishedFigure {
  return { value, unit, period, grain: 'country', cell: file };
}

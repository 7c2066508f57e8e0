import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { SourceReader } from '../../../../src/dataset/reading/sources/reader.ts';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  tableReaderNamed,
  testDamagedTable,
} from '../../../support/dataset/excerpts.ts';

const compiledExchangeRates = tableReaderNamed('compiled-exchange-rates');
const ilostat = tableReaderNamed('ilostat');
const imfWeo = tableReaderNamed('imf-weo');
const vatRates = tableReaderNamed('vat-rates');

const germanyTravelLumpSums = tableReaderNamed('germany-travel-lump-sums');
const oecdWagesInNationalCurrency = tableReaderNamed('oecd-wages-in-national-currency');
const pennWorldTable = tableReaderNamed('penn-world-table');

function figures(reader: SourceReader, excerpt: Excerpt) {
  return readExcerpt(reader, excerpt).facts.map(({ place, metric, period, value, unit }) => [
    place,
    metric,
    period,
    value,
    unit,
  ]);
}

const lines = (...of: readonly string[]) => `${of.join('\n')}\n`;

const INDICES = 'CPI_XCPI_COI_RT_A.csv.gz';
const MINIMUM = 'EAR_INEE_CUR_NB_A.csv.gz';
const EARNINGS = 'EAR_EMTA_SEX_NB_A.csv.gz';
const indices = lines(
  'ref_area,classif1,time,obs_value',
  'PRT,COI_COICOP_CP11,2014,90',
  'PRT,COI_COICOP_CP02,2024,110',
  'PRT,COI_COICOP_CP11,2024,123.4',
);
const minimum = lines(
  'ref_area,classif1,time,obs_value',
  'PRT,CUR_TYPE_LCU,2024,956.67',
  'PRT,CUR_TYPE_LCU,2025,1015',
  'PRT,CUR_TYPE_PPP,2025,1700',
  'PSE,CUR_TYPE_LCU,2013,1450',
  'LBR,CUR_TYPE_LCU,2024,91',
);
const earnings = lines(
  'ref_area,sex,time,obs_value,obs_status',
  'PRT,SEX_T,2025,1262.156,',
  'ESP,SEX_T,2024,3039.886,',
  'ESP,SEX_F,2024,2700,',
  'MLT,SEX_T,2021,3337.27,U',
  'HRV,SEX_T,2022,9000,',
  'CZE,SEX_T,2024,2378.254,',
);
const ILO = (changed: Partial<Record<string, string>> = {}): Excerpt =>
  Object.fromEntries(
    Object.entries({ [INDICES]: indices, [MINIMUM]: minimum, [EARNINGS]: earnings, ...changed }).map(
      ([file, text]) => [file, gzipSync(text ?? '')],
    ),
  );

test('ILO: indices of our categories since 2015, and the latest gross pay in the money that it is in', () => {
  assert.deepEqual(figures(ilostat, ILO()), [
    ['country/spain', 'average_monthly_earnings', '2024', 3039.886, 'EUR'],
    ['country/czechia', 'average_monthly_earnings', '2024', 2378.254, 'EUR'],
    ['country/portugal', 'minimum_wage', '2025', 1015, 'EUR'],
    ['country/liberia', 'minimum_wage', '2024', 91, 'USD'],
    ['country/portugal', 'consumer_price_index_restaurants', '2024', 123.4, 'index_of_own_base'],
  ]);
});

test('ILO: a figure without a line end, a missing column, an unknown code and an index of 0 are refused', () => {
  assertRefused(ilostat, ILO({ [INDICES]: indices.slice(0, -3) }), {
    file: INDICES,
    line: 4,
    fault: /truncated/,
  });
  assertRefused(ilostat, ILO({ [EARNINGS]: earnings.replace('obs_status', 'status') }), {
    file: EARNINGS,
    line: 1,
    column: 'obs_status',
    fault: /missing/,
  });
  assertRefused(ilostat, ILO({ [MINIMUM]: minimum.replace('LBR', 'QQQ') }), {
    file: MINIMUM,
    line: 6,
    column: 'ref_area',
    fault: /"QQQ"/,
  });
  assertRefused(ilostat, ILO({ [INDICES]: indices.replace('123.4', '0') }), {
    file: INDICES,
    line: 4,
    column: 'obs_value',
    fault: /0 instead of more than 0/,
  });
});

const weo = (values: object) => ({
  'PCPIPCH.json': JSON.stringify({ values: { PCPIPCH: values, '': null } }),
  'NGDPDPC.json': JSON.stringify({ values: { NGDPDPC: { ARG: { 2025: 14_000 } } } }),
});

test('IMF: years up to 2025 are figures, 2026 is a projection that is never shown, and later years are left out', () => {
  const inflation = { 2014: 1, 2025: 41.9, 2026: 16.4, 2027: 9 };
  assert.deepEqual(figures(imfWeo, weo({ ARG: inflation, EURO: inflation, UVK: { 2025: 3.9 } })), [
    ['country/argentina', 'gdp_per_capita_imf', '2025', 14_000, 'current_usd_per_person'],
    ['country/argentina', 'consumer_price_inflation_imf', '2025', 41.9, 'percent_per_year'],
    ['country/argentina', 'projected_consumer_price_inflation', '2026', 16.4, 'percent_per_year'],
    ['country/kosovo', 'consumer_price_inflation_imf', '2025', 3.9, 'percent_per_year'],
  ]);
  assertRefused(imfWeo, weo({ QQQ: inflation }), {
    file: 'PCPIPCH.json',
    line: 0,
    column: '/values/PCPIPCH/QQQ',
    fault: /"QQQ" is neither an ISO 3166-1 code/,
  });
});

const PENN = 'pwt1001_price_levels_2010_2019.csv';
const penn = lines(
  'isocode,country,year,xr,pl_c',
  'TWN,Taiwan,2018,30.2,0.53',
  'TWN,Taiwan,2019,30.93,0.526',
  'PRT,Portugal,2019,0.893,0.77',
);
testDamagedTable(pennWorldTable, { [PENN]: penn }, { name: PENN, file: PENN, headerLine: 1, column: 'pl_c' });

test('Penn World Table: the price level of households in 2019 and the rate behind it', () => {
  assert.deepEqual(figures(pennWorldTable, { [PENN]: penn }).slice(0, 2), [
    ['country/taiwan', 'price_level_of_households_pwt', '2019', 0.526, 'united_states_output_2017_1'],
    ['country/taiwan', 'exchange_rate_pwt', '2019', 30.93, 'local_currency_per_usd'],
  ]);
});

const OECD = 'average-annual-wages_2026-07-12.csv.gz';
const oecd = lines(
  'REF_AREA,Reference area,MEASURE,UNIT_MEASURE,PAY_PERIOD,PRICE_BASE,AGGREGATION_OPERATION,TIME_PERIOD,OBS_VALUE,OBS_STATUS,UNIT_MULT',
  'DEU,Germany,WG,EUR,A,V,MEAN,2025,54839.643,A,0',
  'DEU,Germany,WG,EUR,A,Q,MEAN,2025,54839.643,A,0',
  'DEU,Germany,WG,EUR,A,V,MEAN,2019,42000,A,0',
);

test('OECD: wages are in prices of their year and in national currency; thousands are refused', () => {
  assert.deepEqual(figures(oecdWagesInNationalCurrency, { [OECD]: gzipSync(oecd) }), [
    ['country/germany', 'average_annual_wage_in_national_currency', '2025', 54839.643, 'EUR'],
  ]);
  const thousands = oecd.replace('54839.643,A,0', '54.839,A,3');
  assertRefused(
    oecdWagesInNationalCurrency,
    { [OECD]: gzipSync(thousands) },
    { file: OECD, line: 2, column: 'UNIT_MULT', fault: /3 instead of 0/ },
  );
});

test('value added tax: the figure is the standard rate as a share; a country without such a tax has no figure', () => {
  const rates = { DE: { type: 'vat', rate: 0.19 }, US: { type: 'none', rate: 0, states: {} } };
  const excerpt = (content: object) => ({ 'sales_tax_rates.json': JSON.stringify(content) });
  assert.deepEqual(figures(vatRates, excerpt(rates)), [
    ['country/germany', 'vat_standard_rate', '2026', 0.19, 'share_of_price_before_tax'],
  ]);
  for (const wrong of [{ DE: { type: 'vat', rate: 19 } }, { DE: { type: 'excise', rate: 0.1 } }])
    assert.throws(() => readExcerpt(vatRates, excerpt(wrong)), /instead of/);
  assert.throws(
    () => readExcerpt(vatRates, excerpt({ QQ: { type: 'vat', rate: 0.1 } })),
    /neither an ISO 3166-1 code/,
  );
});

test('compiled rates: only currencies of ISO 4217, without metals, coins and stale rates', () => {
  const usd = { eur: 0.85, doge: 4.1, xau: 0.0003, lbp: 89_500, usd: 1 };
  const excerpt = { 'usd.json': JSON.stringify({ date: '2026-09-29', usd }) };
  assert.deepEqual(figures(compiledExchangeRates, excerpt), [
    ['currency/EUR', 'compiled_exchange_rate', '2026-09-29', 0.85, 'currency_units_per_usd'],
  ]);
  const negative = JSON.stringify({ date: '2026-09-29', usd: { eur: -1 } });
  assert.throws(() => readExcerpt(compiledExchangeRates, { 'usd.json': negative }), /instead of/);
});

const GERMAN = 'pauschbetraege_2023_2026.csv';
const german = lines(
  'year,country_iso2,city_de,meals_24h_eur,meals_8h_eur,overnight_eur,same_as_country',
  '2025,JP,Tokio,50,33,285,',
  '2026,JP,Tokio,50,33,285,',
  '2026,JP,,33,22,141,',
  '2026,CN,Hongkong,83,56,209,',
  '2026,ES,Kanarische Inseln,36,24,103,',
);

test('Germany’s lump sums: this year’s rates for cities, by German name, and for the rest of a country', () => {
  assert.deepEqual(
    figures(germanyTravelLumpSums, { [GERMAN]: german }).filter(([, metric]) =>
      String(metric).startsWith('overnight'),
    ),
    [
      ['city/tokyo', 'overnight_lump_sum_germany', '2026', 285, 'EUR'],
      ['country/japan', 'overnight_lump_sum_germany', '2026', 141, 'EUR'],
      ['city/hong-kong', 'overnight_lump_sum_germany', '2026', 209, 'EUR'],
    ],
  );
  assertRefused(
    germanyTravelLumpSums,
    { [GERMAN]: german.replace('22,141', '22,0') },
    { file: GERMAN, line: 4, column: 'overnight_eur', fault: /0 instead of more than 0/ },
  );
});

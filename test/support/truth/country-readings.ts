import { cell, fileBeginning, geonamesLine, jsonFile, type Row, rowsWhere } from './published-files.ts';
import type { PublishedFigure, Reading } from './reading.ts';
import { countriesPayingWith, countryOf, type ReleasedFigure, split } from './released-figures.ts';

/** How to find figures of countries: mostly by ISO 3166-1 alpha-3 code; in a series, the last period that has a value. */

/** Metric → the World Bank's code, our unit, and words that the Bank's name for the indicator must contain. */
const INDICATORS: Readonly<Record<string, [code: string, unit: string, words: string]>> = {
  access_to_electricity: ['EG.ELC.ACCS.ZS', 'percent_of_population', '(% of population)'],
  adult_literacy: ['SE.ADT.LITR.ZS', 'percent_of_people_aged_15_and_over', 'ages 15 and above'],
  consumer_price_inflation: ['FP.CPI.TOTL.ZG', 'percent_per_year', '(annual %)'],
  employment_rate: ['SL.EMP.TOTL.SP.ZS', 'percent_of_people_aged_15_and_over', 'population ratio, 15+'],
  forest_area: ['AG.LND.FRST.ZS', 'percent_of_land_area', '(% of land area)'],
  gdp_per_capita: ['NY.GDP.PCAP.CD', 'current_usd_per_person', 'GDP per capita (current US$)'],
  gdp_per_capita_ppp: [
    'NY.GDP.PCAP.PP.CD',
    'current_international_dollars_per_person',
    'PPP (current international $)',
  ],
  gdp_per_capita_ppp_constant_2021: [
    'NY.GDP.PCAP.PP.KD',
    'international_dollars_2021_per_person',
    'PPP (constant 2021 international $)',
  ],
  gini_index: ['SI.POV.GINI', 'index_0_to_100', 'Gini'],
  gni_per_capita_atlas: ['NY.GNP.PCAP.CD', 'current_usd_per_person', 'Atlas method (current US$)'],
  health_expenditure: ['SH.XPD.CHEX.GD.ZS', 'percent_of_gdp', '(% of GDP)'],
  health_expenditure_per_capita: ['SH.XPD.CHEX.PC.CD', 'current_usd_per_person', 'per capita (current US$)'],
  infant_mortality: ['SP.DYN.IMRT.IN', 'per_1000_live_births', '(per 1,000 live births)'],
  intentional_homicides: ['VC.IHR.PSRC.P5', 'per_100000_people', ''],
  internet_users: ['IT.NET.USER.ZS', 'percent_of_population', '(% of population)'],
  labour_force_participation: ['SL.TLF.CACT.ZS', 'percent_of_people_aged_15_and_over', 'ages 15+'],
  life_expectancy: ['SP.DYN.LE00.IN', 'years', 'total (years)'],
  logistics_performance_index: ['LP.LPI.OVRL.XQ', 'score_1_to_5', ''],
  official_exchange_rate: ['PA.NUS.FCRF', 'local_currency_per_usd', '(LCU per US$'],
  physicians: ['SH.MED.PHYS.ZS', 'per_1000_people', '(per 1,000 people)'],
  pm25_exposure: ['EN.ATM.PM25.MC.M3', 'micrograms_per_cubic_metre', 'micrograms per cubic meter'],
  population: ['SP.POP.TOTL', 'persons', 'Population, total'],
  population_aged_15_to_64: ['SP.POP.1564.TO.ZS', 'percent_of_population', 'ages 15-64 (% of total'],
  population_aged_65_and_over: ['SP.POP.65UP.TO.ZS', 'percent_of_population', '65 and above (% of total'],
  population_growth: ['SP.POP.GROW', 'percent_per_year', '(annual %)'],
  price_level_ratio: ['PA.NUS.PPPC.RF', 'united_states_1', 'Price level ratio'],
  primary_school_enrolment: ['SE.PRM.ENRR', 'percent_of_official_age_group', 'primary (% gross)'],
  purchasing_power_parity: [
    'PA.NUS.PPP',
    'local_currency_per_international_dollar',
    '(LCU per international $)',
  ],
  renewable_energy_consumption: ['EG.FEC.RNEW.ZS', 'percent_of_final_energy', '(% of total final energy'],
  road_traffic_deaths: ['SH.STA.TRAF.P5', 'per_100000_people', ''],
  safely_managed_sanitation: ['SH.STA.SMSS.ZS', 'percent_of_population', 'safely managed sanitation'],
  secondary_school_enrolment: ['SE.SEC.ENRR', 'percent_of_official_age_group', 'secondary (% gross)'],
  taxes_on_goods_and_services: ['GC.TAX.GSRV.VA.ZS', 'percent_of_value_added', '(% value added'],
  unemployment_rate: ['SL.UEM.TOTL.ZS', 'percent_of_labour_force', '(% of total labor force)'],
  universal_health_coverage_index: ['SH.UHC.SRVS.CV.XD', 'index_0_to_100', ''],
  urban_population: ['SP.URB.TOTL.IN.ZS', 'percent_of_population', '(% of total population)'],
  youth_literacy: ['SE.ADT.1524.LT.ZS', 'percent_of_people_aged_15_to_24', 'ages 15-24'],
};

/** Folder of an edition of the World Development Indicators → the source that cites it; newest first. */
const EDITIONS: Readonly<Record<string, string>> = {
  '2026-07': 'wb-wdi-2026-07',
  '2026-02': 'wb-wdi-2026-02',
  '2025-10': 'wb-wdi-2025-10',
  '2025-07': 'wb-wdi-2025-07',
  '2025-06': 'wb-wdi-2025-04',
  '2024-07': 'wb-wdi-2024-06',
  'ddf-extract': 'wb-wdi-ddf',
};

/** The Worldwide Governance Indicators keep some codes that ISO 3166-1 has withdrawn, and have some of their own. */
const GOVERNANCE_CODES: Readonly<Record<string, string>> = {
  AND: 'ADO',
  COD: 'ZAR',
  PSE: 'WBG',
  ROU: 'ROM',
  TLS: 'TMP',
  XKX: 'KSV',
};
const GOVERNANCE_DIMENSIONS: Readonly<Record<string, string>> = {
  control_of_corruption: 'cc',
  government_effectiveness: 'ge',
  political_stability: 'pv',
  regulatory_quality: 'rq',
  rule_of_law: 'rl',
  voice_and_accountability: 'va',
};

/** Metric → how the names of its columns in the Human Development Report begin, and our unit. */
const HUMAN_DEVELOPMENT: Readonly<Record<string, [column: string, unit: string]>> = {
  adolescent_birth_rate: ['abr', 'per_1000_women_aged_15_to_19'],
  co2_emissions_per_capita: ['co2_prod', 'tonnes_per_person'],
  coefficient_of_human_inequality: ['coef_ineq', 'percent'],
  expected_years_of_schooling: ['eys', 'years'],
  gender_development_index: ['gdi', 'ratio_women_to_men'],
  gender_inequality_index: ['gii', 'index_0_to_1'],
  gni_per_capita_ppp: ['gnipc', 'international_dollars_2021_per_person'],
  human_development_index: ['hdi', 'index_0_to_1'],
  inequality_adjusted_human_development_index: ['ihdi', 'index_0_to_1'],
  labour_force_participation_men: ['lfpr_m', 'percent_of_men_aged_15_and_over'],
  labour_force_participation_women: ['lfpr_f', 'percent_of_women_aged_15_and_over'],
  life_expectancy_hdr: ['le', 'years'],
  material_footprint_per_capita: ['mf', 'tonnes_per_person'],
  maternal_mortality: ['mmr', 'per_100000_live_births'],
  mean_years_of_schooling: ['mys', 'years'],
  planetary_pressures_adjusted_human_development_index: ['phdi', 'index_0_to_1'],
  secondary_education_men: ['se_m', 'percent_of_men_aged_25_and_over'],
  secondary_education_women: ['se_f', 'percent_of_women_aged_25_and_over'],
  women_in_parliament: ['pr_f', 'percent_of_seats'],
};

const HUMAN_DEVELOPMENT_FILE = 'undp-hdr25/HDR25_Composite_indices_complete_time_series.csv';

const GOVERNANCE_FILE = 'worldbank-wgi/wgi_2023_long.csv';

function governanceRows({ place, metric }: Pick<ReleasedFigure, 'place' | 'metric'>) {
  const { alpha3 } = countryOf(place);
  const indicator = GOVERNANCE_DIMENSIONS[metric] ?? '';
  return rowsWhere(GOVERNANCE_FILE, { code: GOVERNANCE_CODES[alpha3] ?? alpha3, indicator });
}

/** The figure's standard error in the publisher's file. Only the Worldwide Governance Indicators have any. */
export function publishedErrors(figure: ReleasedFigure): number[] {
  return figure.source === 'wb-wgi-2024'
    ? governanceRows(figure).map((row) => Number(cell(row, 'stddev')))
    : [];
}

export const COUNTRY_READINGS: Readonly<Record<string, Reading>> = {
  ...Object.fromEntries(Object.values(EDITIONS).map((source) => [source, worldDevelopmentIndicator])),

  'geonames-countries': ({ place }) => {
    const file = 'geonames/countryInfo.txt';
    const POPULATION = 7;
    const value = Number(geonamesLine(file, 0, countryOf(place).alpha2)?.[POPULATION]);
    return [{ value, unit: 'persons', period: '', grain: 'country', cell: `${file}, Population` }];
  },

  'wb-wgi-2024': (figure) =>
    governanceRows(figure).map((row) => ({
      ...national(GOVERNANCE_FILE, row, 'estimate', 'standard_normal_units'),
      period: cell(row, 'year'),
    })),

  'wb-icp-2021': ({ place, metric }) => {
    const { alpha3 } = countryOf(place);
    const file = 'worldbank-icp2021-categories/icp.json';
    const { meta, countries } = jsonFile(file) as {
      meta: { year: number };
      countries: Record<string, Record<string, number>>;
    };
    const category = metric.replace('price_level_', '');
    const value = countries[alpha3]?.[category];
    if (value === undefined) return [];
    const period = String(meta.year);
    return [{ value, unit: 'united_states_100', period, grain: 'country', cell: `${file} ${category}` }];
  },

  'undp-hdr-2025': ({ place, metric }) => {
    const [series, unit] = HUMAN_DEVELOPMENT[metric] ?? ['', ''];
    const rows = rowsWhere(HUMAN_DEVELOPMENT_FILE, { code: countryOf(place).alpha3 });
    return rows.flatMap((row) =>
      latestYear(HUMAN_DEVELOPMENT_FILE, row, unit, new RegExp(`^${series}_(\\d{4})$`)),
    );
  },

  'economist-big-mac-2026-01': (figure) =>
    figure.metric === 'big_mac_price'
      ? latestRow('big-mac-index/big-mac-source-data-v2.csv', figure, 'date', 'local_price', (row) =>
          cell(row, 'currency_code'),
        )
      : figure.metric === 'big_mac_price_in_dollars'
        ? latestRow('big-mac-index/big-mac-full-index.csv', figure, 'date', 'dollar_price', () => 'USD')
        : latestRow(
            'big-mac-index/big-mac-full-index.csv',
            figure,
            'date',
            'USD_raw',
            () => 'share_above_dollar_parity',
          ),

  'oecd-average-wages-2022': (figure) =>
    latestRow('oecd-average-wages-2022/OECD_AV_AN_WAGE.csv', figure, 'TIME_PERIOD', 'OBS_VALUE', (row) =>
      `${cell(row, 'UNIT_MEASURE')}_${cell(row, 'BASE_PER')}_per_year`.toLowerCase(),
    ),

  'ecb-reference-rates-2026-08-21': ({ place }) => {
    const { dataAsOf, conversions } = dailyRates();
    const [, currency] = split(place);
    const value = conversions.USD[currency];
    if (value === undefined) return [];
    const period = dataAsOf.slice(0, 'yyyy-mm-dd'.length);
    return [
      { value, unit: 'currency_units_per_usd', period, grain: 'country', cell: `${DAILY_RATES} ${currency}` },
    ];
  },
};

/**
 * Units of the price's currency per US dollar, as the rate's source publishes them for the rate's day or year. The World Bank
 * has a rate for each country that uses the currency; The Economist publishes the price itself in both currencies.
 */
export function publishedRates(figure: ReleasedFigure): number[] {
  const { place, unit, usd_rate_source, usd_rate_period } = figure;
  if (usd_rate_source === 'ecb-reference-rates-2026-08-21') {
    const { dataAsOf, conversions } = dailyRates();
    return dataAsOf.startsWith(`${usd_rate_period}T`) ? [conversions.USD[unit] ?? Number.NaN] : [];
  }
  if (usd_rate_source === figure.source) {
    const dollars = COUNTRY_READINGS[figure.source]?.({ ...figure, metric: `${figure.metric}_in_dollars` });
    return (dollars ?? [])
      .filter(({ period }) => period === usd_rate_period && place.startsWith('country/'))
      .map(({ value }) => figure.value / value);
  }
  if (usd_rate_source !== 'wb-wdi-2026-02') return [];
  const file = fileBeginning('worldbank-wdi/2026-02', 'API_PA.NUS.FCRF_') ?? '';
  return countriesPayingWith(unit)
    .flatMap((id) => rowsWhere(file, { 'Country Code': countryOf(`country/${id}`).alpha3 }))
    .map((row) => Number(cell(row, String(usd_rate_period)) || Number.NaN));
}

/** Reads only the newest edition that has the indicator, because we never mix editions within an indicator. */
function worldDevelopmentIndicator(figure: ReleasedFigure): PublishedFigure[] {
  const { place, metric, source } = figure;
  const [kind, currency] = split(place);
  if (kind === 'currency') {
    const ofCountries = countriesPayingWith(currency).flatMap((id) =>
      worldDevelopmentIndicator({ ...figure, place: `country/${id}` }),
    );
    // The countries' rates differ by rounding, and some are years behind.
    return ofCountries.filter(({ value, period }) => value === figure.value && period === figure.period);
  }
  const [code, unit, words] = INDICATORS[metric] ?? ['', '', ''];
  const { alpha3 } = countryOf(place);
  for (const [folder, citedAs] of Object.entries(EDITIONS)) {
    const download = fileBeginning(`worldbank-wdi/${folder}`, `API_${code}_`);
    const list = fileBeginning(`worldbank-wdi/${folder}`, `${code}_`);
    const file = download ?? list;
    if (file === undefined) continue;
    if (citedAs !== source) return [];
    if (file === list) return latestOfList(file, alpha3, unit);
    return rowsWhere(file, { 'Country Code': alpha3, 'Indicator Code': code })
      .filter((row) => cell(row, 'Indicator Name').includes(words))
      .flatMap((row) => latestYear(file, row, unit, /^(\d{4})$/));
  }
  return [];
}

/** The list has one row per country and year; the value is in the column that isn't country, year or source. */
function latestOfList(file: string, iso3: string, unit: string): PublishedFigure[] {
  const rows = rowsWhere(file, { iso3 }).toSorted((left, right) => compare(left, right, 'year'));
  return rows.slice(-1).flatMap((row) => {
    const columns = Object.keys(row).filter((name) => !['iso3', 'country', 'year', 'source'].includes(name));
    return columns.map((column) => ({ ...national(file, row, column, unit), period: cell(row, 'year') }));
  });
}

/** The row has one column per year; the last one that isn't empty counts. */
function latestYear(file: string, row: Row, unit: string, column: RegExp): PublishedFigure[] {
  const years = Object.keys(row).filter((name) => column.test(name) && cell(row, name) !== '');
  const last = years.sort().at(-1);
  if (last === undefined) return [];
  return [{ ...national(file, row, last, unit), period: column.exec(last)?.[1] ?? '' }];
}

/** The file has one row per country and day or year; the last one counts. */
function latestRow(
  file: string,
  { place }: ReleasedFigure,
  period: string,
  value: string,
  unitOf: (row: Row) => string,
): PublishedFigure[] {
  const { alpha3 } = countryOf(place);
  const column = file.includes('oecd') ? 'REF_AREA' : 'iso_a3';
  const rows = rowsWhere(file, { [column]: alpha3 }).toSorted((left, right) => compare(left, right, period));
  return rows
    .slice(-1)
    .map((row) => ({ ...national(file, row, value, unitOf(row)), period: cell(row, period) }));
}

const DAILY_RATES = 'fx/ecb_2026-08-21_prebid_latest.json';

function dailyRates() {
  return jsonFile(DAILY_RATES) as { dataAsOf: string; conversions: { USD: Record<string, number> } };
}

function national(file: string, row: Row, column: string, unit: string) {
  const where = `${file}, ${Object.values(row).slice(0, 2).join(' ')}, ${column}`;
  return { value: Number(cell(row, column)), unit, grain: 'country' as const, cell: where };
}

function compare(left: Row, right: Row, column: string): number {
  return cell(left, column) < cell(right, column) ? -1 : 1;
}

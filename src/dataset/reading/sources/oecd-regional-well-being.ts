import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { readTable } from '../../building/files/table.ts';
import { areaKey } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const ID = 'oecd-regional-well-being';
const SOURCE = 'oecd-regional-well-being-2025-10';

interface Indicator {
  column: string;
  metric: string;
  unit: string;
  /** The column of data/readers/oecd-well-being-years.tsv. */
  years: Exclude<keyof Years, 'country'>;
}

const HOMICIDES: Indicator = {
  column: 'Homicide rate',
  metric: 'recorded_homicides',
  unit: 'per_100000_people',
  years: 'homicide',
};

const EDUCATION: Indicator = {
  column: 'Population with at least secondary education',
  metric: 'upper_secondary_education',
  unit: 'percent_of_adults',
  years: 'secondary_education',
};

const LIFE_EXPECTANCY: Indicator = {
  column: 'Life expectancy',
  metric: 'regional_life_expectancy',
  unit: 'years',
  years: 'life_expectancy',
};

const INCOME: Indicator = {
  column: 'Disposable income per capita',
  metric: 'household_disposable_income',
  unit: 'usd_ppp_per_person_per_year',
  years: 'disposable_income',
};

const BROADBAND: Indicator = {
  column: 'Households broadband access',
  metric: 'households_with_broadband',
  unit: 'percent_of_households',
  years: 'broadband',
};

/** Those for which no other source has the national figure with the same definition and of the same year. */
const OF_NATIONS: readonly Indicator[] = [HOMICIDES, LIFE_EXPECTANCY, INCOME, BROADBAND];

const INDICATORS: readonly Indicator[] = [
  HOMICIDES,
  LIFE_EXPECTANCY,
  {
    column: 'Unemployment rate',
    metric: 'unemployment_rate',
    unit: 'percent_of_labour_force',
    years: 'unemployment',
  },
  INCOME,
  EDUCATION,
  BROADBAND,
];

const MISSING = ['..'];

/** Connections of households have changed since: older shares are not shown. */
const OLDEST_BROADBAND = '2020';

/**
 * The OECD's regional well-being: six indicators of each large region (territorial level 2), each of the year that the
 * workbook states for the country. Of countries themselves, it reads only the indicators that regional figures are based on.
 * It leaves out the columns that come from a company's grids or from the Gallup World Poll.
 */
export const oecdRegionalWellBeing: SourceReader = {
  id: ID,
  folder: 'oecd-regional-well-being-2025-10',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const years = readYears(gazetteer.dataDirectory);
    const regions = readRegions(gazetteer.dataDirectory);
    const { rows } = readPublishedTable(join(directory, 'indicator_last.csv'), {
      columns: ['Country', 'Region', 'Code', ...INDICATORS.map(({ column }) => column)],
    });
    const countries = new Map(
      rows.filter(isNational).map((row) => [row.required('Region'), row.required('Code')]),
    );
    const facts: Fact[] = [];
    const matches: Match[] = [];
    for (const row of rows) {
      if (isNational(row)) {
        facts.push(...nationalFacts(row, gazetteer, years));
        continue;
      }
      const code = row.required('Code');
      const region = regions.get(code);
      if (region === undefined) throw row.fault('Code', `${code} is not in oecd-well-being-regions.tsv`);
      const country = countries.get(row.required('Country'));
      if (country === undefined) throw row.fault('Country', 'the country has no row of its own');
      matches.push({
        published: `${code} | ${row.required('Region').replaceAll(/\s+/g, ' ')}`,
        place: region.area === '' ? '' : areaKey(region.area),
        how: region.area === '' ? region.reason : 'code',
      });
      if (region.area === '') continue;
      const place = areaKey(region.area);
      facts.push(
        ...INDICATORS.flatMap((indicator) => fact(row, indicator, place, yearsOf(row, country, years))),
      );
    }
    return { facts, matches };
  },
};

function isNational(row: PublishedRow): boolean {
  return row.text('Country') === '';
}

function nationalFacts(row: PublishedRow, gazetteer: Gazetteer, years: ReadonlyMap<string, Years>): Fact[] {
  const code = row.required('Code');
  const country = gazetteer.countryByCode(code);
  if (country === undefined) throw row.fault('Code', `${code} is no country of ours`);
  const period = yearsOf(row, code, years);
  return [
    ...OF_NATIONS.flatMap((indicator) => fact(row, indicator, country.key, period)),
    ...fact(row, EDUCATION, country.key, period).map(asComplement),
  ];
}

/**
 * In the rows of countries, and only there, the column of education has the share that did not finish upper secondary school:
 * Germany 16.2 with regions from 77 to 93, the Czech Republic 5.7, Mexico 56.1.
 */
function asComplement(education: Fact): Fact {
  return {
    ...education,
    value: Math.round(10 * (100 - education.value)) / 10,
    note: '100 minus the published share without it',
  };
}

function fact(row: PublishedRow, indicator: Indicator, place: string, years: Years): Fact[] {
  const value = row.number(indicator.column, MISSING);
  const period = years[indicator.years];
  if (value === null || period === '' || isLeftOut(row, indicator, value, period)) return [];
  const grain = place.startsWith('country/') ? 'country' : 'region';
  return [
    { place, metric: indicator.metric, period, grain, value, unit: indicator.unit, source: SOURCE, note: '' },
  ];
}

/** The regions of Türkiye in which the earthquake of February 2023 determined the life expectancy of that year. */
const EARTHQUAKE: ReadonlySet<string> = new Set(['TR63', 'TRC1']);

function isLeftOut(row: PublishedRow, { metric }: Indicator, value: number, period: string): boolean {
  if (metric === 'regional_life_expectancy') return EARTHQUAKE.has(row.required('Code'));
  if (metric === 'households_with_broadband') return period < OLDEST_BROADBAND;
  // A rate of 0 is a missing value, as for the Azores.
  return metric === 'unemployment_rate' && value === 0;
}

const YEAR_COLUMNS = [
  'country',
  'disposable_income',
  'unemployment',
  'life_expectancy',
  'secondary_education',
  'homicide',
  'broadband',
] as const;
type Years = Record<(typeof YEAR_COLUMNS)[number], string>;

function yearsOf(row: PublishedRow, country: string, years: ReadonlyMap<string, Years>): Years {
  const found = years.get(country);
  if (found === undefined) throw row.fault('Code', `${country} is not in oecd-well-being-years.tsv`);
  return found;
}

/** The latest year of each indicator by country (ISO 3166-1 alpha-3), as the sheet Reference_year of the workbook has it. */
function readYears(dataDirectory: string): Map<string, Years> {
  const rows = readTable(join(dataDirectory, 'readers', 'oecd-well-being-years.tsv'), YEAR_COLUMNS);
  return new Map(rows.map((row) => [row.country, row]));
}

/** The OECD's code of a region → our area, or why there is none. */
function readRegions(dataDirectory: string): Map<string, { area: string; reason: string }> {
  const file = join(dataDirectory, 'readers', 'oecd-well-being-regions.tsv');
  return new Map(readTable(file, ['code', 'area', 'reason'] as const).map((row) => [row.code, row]));
}

import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { readTable } from '../../building/files/table.ts';
import { areaKey } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';
import { type Figure, figuresOf, readFigures } from './figures.ts';
import type { SourceReader } from './reader.ts';

const ID = 'oecd-regional-well-being';
const SOURCE = 'oecd-regional-well-being-2025-10';

/** Those for which no other source has the national figure with the same definition and of the same year. */
const OF_NATIONS: readonly string[] = [
  'recorded_homicides',
  'regional_life_expectancy',
  'household_disposable_income',
  'households_with_broadband',
];
const EDUCATION = 'upper_secondary_education';

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
    const indicators = readFigures(gazetteer.dataDirectory, ID);
    const regions = readRegions(gazetteer.dataDirectory);
    const { rows } = readPublishedTable(join(directory, 'indicator_last.csv'), {
      columns: ['Country', 'Region', 'Code', ...indicators.map(({ column }) => column)],
    });
    const countries = new Map(
      rows.filter(isNational).map((row) => [row.required('Region'), row.required('Code')]),
    );
    const facts: Fact[] = [];
    const matches: Match[] = [];
    for (const row of rows) {
      if (isNational(row)) {
        facts.push(...nationalFacts(row, gazetteer, years, indicators));
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
      facts.push(...factsOf(row, indicators, place, yearsOf(row, country, years)));
    }
    return { facts, matches };
  },
};

function isNational(row: PublishedRow): boolean {
  return row.text('Country') === '';
}

function nationalFacts(
  row: PublishedRow,
  gazetteer: Gazetteer,
  years: ReadonlyMap<string, Years>,
  indicators: readonly Figure[],
): Fact[] {
  const code = row.required('Code');
  const country = gazetteer.countryByCode(code);
  if (country === undefined) throw row.fault('Code', `${code} is no country of ours`);
  const period = yearsOf(row, code, years);
  const facts = factsOf(row, indicators, country.key, period);
  return [
    ...facts.filter(({ metric }) => OF_NATIONS.includes(metric)),
    ...facts.filter(({ metric }) => metric === EDUCATION).map(asComplement),
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

function factsOf(row: PublishedRow, indicators: readonly Figure[], place: string, years: Years): Fact[] {
  const grain = place.startsWith('country/') ? 'country' : 'region';
  return indicators.flatMap((indicator) => {
    const period = years[indicator.metric] ?? '';
    return figuresOf(row, [indicator], { source: SOURCE, period })
      .map((figure) => ({ ...figure, place, grain }) as const)
      .filter((fact) => period !== '' && !isLeftOut(row, fact));
  });
}

/** The regions of Türkiye in which the earthquake of February 2023 determined the life expectancy of that year. */
const EARTHQUAKE: ReadonlySet<string> = new Set(['TR63', 'TRC1']);

function isLeftOut(row: PublishedRow, { metric, value, period }: Fact): boolean {
  if (metric === 'regional_life_expectancy') return EARTHQUAKE.has(row.required('Code'));
  if (metric === 'households_with_broadband') return period < OLDEST_BROADBAND;
  // A rate of 0 is a missing value, as for the Azores.
  return metric === 'unemployment_rate' && value === 0;
}

const YEAR_COLUMNS = [
  'country',
  'household_disposable_income',
  'unemployment_rate',
  'regional_life_expectancy',
  'upper_secondary_education',
  'recorded_homicides',
  'households_with_broadband',
] as const;
/** By metric. */
type Years = Readonly<Record<string, string>>;

function yearsOf(row: PublishedRow, country: string, years: ReadonlyMap<string, Years>): Years {
  const found = years.get(country);
  if (found === undefined) throw row.fault('Code', `${country} is not in oecd-well-being-years.tsv`);
  return found;
}

/** The latest year of each indicator by country (ISO 3166-1 alpha-3), as the sheet Reference_year of the workbook has it. */
function readYears(dataDirectory: string): Map<string, Years> {
  const rows = readTable(join(dataDirectory, 'readers', 'oecd-well-being-years.tsv'), YEAR_COLUMNS);
  return new Map(rows.map(({ line: _, ...years }) => [years.country, years]));
}

/** The OECD's code of a region → our area, or why there is none. */
function readRegions(dataDirectory: string): Map<string, { area: string; reason: string }> {
  const file = join(dataDirectory, 'readers', 'oecd-well-being-regions.tsv');
  return new Map(readTable(file, ['code', 'area', 'reason'] as const).map((row) => [row.code, row]));
}

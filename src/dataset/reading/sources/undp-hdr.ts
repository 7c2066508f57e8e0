import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedTable, readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { CountryMatches } from './country-matches.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'undp-hdr-2025';
const FILE = 'HDR25_Composite_indices_complete_time_series.csv';
const FIRST_YEAR = 2015;
const LAST_YEAR = 2023;
const LAST_CODE = 'ZZK.WORLD';

/**
 * The publisher's series → our metric and its unit. Left out: ranks and differences that follow from other
 * series, the halves of the gender indices that nobody looks up alone, and population (from the World Bank).
 */
const SERIES: ReadonlyMap<string, { metric: string; unit: string }> = new Map(
  Object.entries({
    hdi: { metric: 'human_development_index', unit: 'index_0_to_1' },
    ihdi: { metric: 'inequality_adjusted_human_development_index', unit: 'index_0_to_1' },
    phdi: { metric: 'planetary_pressures_adjusted_human_development_index', unit: 'index_0_to_1' },
    gdi: { metric: 'gender_development_index', unit: 'ratio_women_to_men' },
    gii: { metric: 'gender_inequality_index', unit: 'index_0_to_1' },
    coef_ineq: { metric: 'coefficient_of_human_inequality', unit: 'percent' },
    le: { metric: 'life_expectancy_hdr', unit: 'years' },
    eys: { metric: 'expected_years_of_schooling', unit: 'years' },
    mys: { metric: 'mean_years_of_schooling', unit: 'years' },
    gnipc: { metric: 'gni_per_capita_ppp', unit: 'international_dollars_2021_per_person' },
    mmr: { metric: 'maternal_mortality', unit: 'per_100000_live_births' },
    abr: { metric: 'adolescent_birth_rate', unit: 'per_1000_women_aged_15_to_19' },
    se_f: { metric: 'secondary_education_women', unit: 'percent_of_women_aged_25_and_over' },
    se_m: { metric: 'secondary_education_men', unit: 'percent_of_men_aged_25_and_over' },
    pr_f: { metric: 'women_in_parliament', unit: 'percent_of_seats' },
    lfpr_f: { metric: 'labour_force_participation_women', unit: 'percent_of_women_aged_15_and_over' },
    lfpr_m: { metric: 'labour_force_participation_men', unit: 'percent_of_men_aged_15_and_over' },
    co2_prod: { metric: 'co2_emissions_per_capita', unit: 'tonnes_per_person' },
    mf: { metric: 'material_footprint_per_capita', unit: 'tonnes_per_person' },
  }),
);

/** Human Development Report 2025, composite indices: one line per country, one column per series and year. */
export const undpHdr: SourceReader = {
  id: 'undp-hdr',
  folder: 'undp-hdr25',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const columns = seriesColumns();
    const table = readPublishedTable(join(directory, FILE), {
      columns: ['country', ...columns.map(({ column }) => column)],
      endsWithoutLineEnd: true,
    });
    const codeColumn = codeColumnOf(table);
    checkEnd(table, codeColumn);
    const groups = table.rows
      .map((row) => row.required(codeColumn))
      .filter((code) => code.startsWith('ZZ'))
      .map((code) => [code, 'a group of countries'] as const);
    const countries = new CountryMatches(gazetteer, { noCountry: Object.fromEntries(groups) });
    const facts: Fact[] = [];
    for (const row of table.rows) {
      const place = countries.placeOf(row, codeColumn, row.required('country'));
      if (place === null) continue;
      for (const { column, metric, unit, period } of columns) {
        const value = row.number(column);
        if (value === null) continue;
        facts.push({ place, metric, period, grain: 'country', value, unit, source: SOURCE, note: '' });
      }
    }
    return { facts, matches: countries.departures() };
  },
};

function seriesColumns(): { column: string; metric: string; unit: string; period: string }[] {
  const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => String(FIRST_YEAR + index));
  return [...SERIES].flatMap(([series, { metric, unit }]) =>
    years.map((period) => ({ column: `${series}_${period}`, metric, unit, period })),
  );
}

/** The publisher calls the column `iso3`; our copy, otherwise unchanged, calls it `code`. */
function codeColumnOf(table: PublishedTable): string {
  const column = ['iso3', 'code'].find((name) => table.header.includes(name));
  if (column === undefined)
    throw new SourceFileError(table.file, 1, 'iso3', 'the column is missing from the header');
  return column;
}

/** The groups of countries come after the countries, the world last: a file cut between lines lacks it. */
function checkEnd(table: PublishedTable, codeColumn: string): void {
  const last = table.rows.at(-1);
  if (last !== undefined && last.text(codeColumn) !== LAST_CODE) {
    throw last.fault(codeColumn, `truncated: the last line is not that of the world, ${LAST_CODE}`);
  }
}

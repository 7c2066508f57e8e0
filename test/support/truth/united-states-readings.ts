import { join } from 'node:path';
import { readTable } from '../../../src/dataset/building/files/table.ts';
import type { Grain } from '../../../src/release/grain.ts';
import { DATA_DIRECTORY } from '../directories.ts';
import { cell, jsonFile, type Row, rowsWhere } from './published-files.ts';
import { publishedNames } from './published-names.ts';
import type { PublishedFigure, Reading } from './reading.ts';
import { city, type ReleasedFigure, split } from './released-figures.ts';

/** How to find figures of the United States: of areas by the code in their id, of cities by the name in data/matches. */

const PARITIES: Readonly<Record<string, string>> = {
  regional_price_parity_all_items: 'All items',
  regional_price_parity_goods: 'Goods',
  regional_price_parity_housing: 'Services: Housing',
  regional_price_parity_other_services: 'Services: Other',
  regional_price_parity_utilities: 'Services: Utilities',
};

const BEDROOMS: Readonly<Record<string, string>> = {
  rent_fair_market_studio: 'fmr_0',
  rent_fair_market_one_bedroom: 'fmr_1',
  rent_fair_market_two_bedroom: 'fmr_2',
  rent_fair_market_three_bedroom: 'fmr_3',
  rent_fair_market_four_bedroom: 'fmr_4',
};

const FISCAL_YEAR_2026 = { from: '2025-10-01', to: '2026-09-30' };

export const UNITED_STATES_READINGS: Readonly<Record<string, Reading>> = {
  'us-bea-rpp-2024': ({ place, metric }) => {
    const [kind, code] = codeOf(place, /^us-(cbsa|state-portion)-(\d{5})$/);
    const isMetro = kind === 'cbsa';
    const file = `us-bea-rpp/${isMetro ? 'MARPP_MSA' : 'PARPP_PORT'}_2008_2024.csv`;
    const rows = rowsWhere(file, { GeoFIPS: code }).filter(
      (row) => cell(row, 'Description').trim() === `RPPs: ${PARITIES[metric]}`,
    );
    return rows.map((row) =>
      published(file, row, '2024', {
        unit: 'united_states_100',
        period: '2024',
        grain: isMetro ? 'metro' : 'region',
        named: cell(row, 'GeoName'),
      }),
    );
  },

  'us-bls-oews-2025-05': ({ place }) => {
    const [, code] = codeOf(place, /^us-(cbsa)-(\d{5})$/);
    const file = 'us-bls-oews-may2025/wages.json';
    const { wages } = jsonFile(file) as { wages: Record<string, Record<string, number>> };
    // 00-0000: all occupations together.
    const value = wages[code]?.['00-0000'];
    if (value === undefined) return [];
    return [{ value, unit: 'usd_per_year', period: '2025-05', grain: 'metro', cell: `${file} ${code}` }];
  },

  /** Typed from two cells of the publisher’s file, which the table names: the file itself is not beside the others. */
  'us-bls-oews-2024-05': ({ metric, period }) => {
    const file = join(DATA_DIRECTORY, 'readers', 'us-bls-national-wages.tsv');
    return readTable(file, ['metric', 'period', 'value', 'read_from'])
      .filter((row) => row.metric === metric && row.period === period)
      .map(({ value, read_from: page }) => ({
        value: Number(value),
        unit: 'usd_per_year',
        period,
        grain: 'country',
        cell: page,
      }));
  },

  'us-hud-fmr-fy2026': ({ place, metric }) => {
    const [, code] = codeOf(place, /^us-(hud)-(\w+)$/);
    const file = 'us-hud-fmr-fy2026/FY26_FMRs.csv';
    return rowsWhere(file, { hud_area_code: code.toUpperCase() }).map((row) =>
      published(file, row, BEDROOMS[metric] ?? '', {
        unit: 'USD',
        period: `${FISCAL_YEAR_2026.from}/${FISCAL_YEAR_2026.to}`,
        grain: cell(row, 'metro') === '1' ? 'metro' : 'region',
        named: cell(row, 'hud_area_name'),
      }),
    );
  },

  'us-census-acs5-2024-rent': (figure) =>
    figure.place.startsWith('city/') ? rentOfPlace(figure) : rentOfCounty(figure),

  'us-gsa-per-diem-fy2026': ({ place, metric, note }) => {
    const [, code] = codeOf(place, /^us-(per-diem)-(\d+|standard)$/);
    const isStandard = code === 'standard';
    const file = 'us-federal-per-diem/conus_fy2026.csv';
    const rows = rowsWhere(file, { ID: isStandard ? '' : code });
    const isMeals = metric === 'meals_per_diem';
    const season = /^season (.*)$/.exec(note)?.[1];
    return rows
      .filter((row) => isMeals || season === undefined || seasonOf(row).monthsAndDays === season)
      .map((row) =>
        published(file, row, isMeals ? 'M&IE' : 'Lodging Rate', {
          unit: 'USD',
          period: isMeals ? `${FISCAL_YEAR_2026.from}/${FISCAL_YEAR_2026.to}` : seasonOf(row).period,
          grain: isStandard ? 'country' : 'region',
          ...(isStandard ? {} : { named: `${cell(row, 'DESTINATION')}, ${cell(row, 'STATE')}` }),
        }),
      );
  },
};

/** Five years of the American Community Survey, pooled. */
const CENSUS = { unit: 'USD', period: '2020-01-01/2024-12-31' };
const CENSUS_RENT = 'median_gross_rent_usd_month';

function rentOfPlace({ place }: ReleasedFigure): PublishedFigure[] {
  const file = 'us-census-acs-rent/acs5_2024_median_gross_rent_place.csv';
  const { region } = city(split(place)[1]);
  return publishedNames('us-census-acs-rent', place).flatMap(({ published: name }) =>
    rowsWhere(file, { name })
      .filter(() => name.endsWith(`, ${region}`))
      .map((row) => published(file, row, CENSUS_RENT, { ...CENSUS, grain: 'city' })),
  );
}

function rentOfCounty({ place }: ReleasedFigure): PublishedFigure[] {
  const file = 'us-census-acs-rent/acs5_2024_median_gross_rent_county.csv';
  const [, fips] = codeOf(place, /^us-(county)-(\d{5})$/);
  const rows = rowsWhere(file, { county_fips: fips.slice(2), state_fips: fips.slice(0, 2) });
  return rows.map((row) =>
    published(file, row, CENSUS_RENT, { ...CENSUS, grain: 'region', named: cell(row, 'name') }),
  );
}

/** The row's season, such as `October 1` to `February 28`, or the whole fiscal year if the row has none. */
function seasonOf(row: Row): { period: string; monthsAndDays: string } {
  const [from, to] = [cell(row, 'SEASON BEGIN'), cell(row, 'SEASON END')].map((day) => {
    if (day === '') return undefined;
    // October to December of the fiscal year 2026 are in 2025.
    const date = new Date(`${day}, ${/^(Oct|Nov|Dec)/.test(day) ? 2025 : 2026} UTC`);
    return date.toISOString().slice(0, 'yyyy-mm-dd'.length);
  });
  const days = [from ?? FISCAL_YEAR_2026.from, to ?? FISCAL_YEAR_2026.to];
  return { period: days.join('/'), monthsAndDays: days.map((day) => day.slice('yyyy-'.length)).join('/') };
}

function published(
  file: string,
  row: Row,
  column: string,
  said: { unit: string; period: string; grain: Grain; named?: string },
): PublishedFigure {
  const where = `${file}, ${Object.values(row).slice(0, 3).join(' ')}, ${column}`;
  return { value: Number(cell(row, column)), cell: where, ...said };
}

function codeOf(place: string, id: RegExp): [kind: string, code: string] {
  const [, kind = '', code = ''] = id.exec(split(place)[1]) ?? [];
  return [kind, code];
}

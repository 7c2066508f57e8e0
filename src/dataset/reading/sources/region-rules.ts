import { join } from 'node:path';
import { sum, weightedMean } from 'simple-statistics';
import { fold } from '../../../release/fold.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { readTable } from '../../building/files/table.ts';
import {
  areaKey,
  firstLevelAreaId,
  mexicoSizeAreaId,
  readAreaIds,
  readAreaTable,
  secondLevelAreaId,
} from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { foodIndices } from './food-index.ts';
import { otherStateCode } from './inegi-states.ts';
import type { FoundPlace } from './place-rules.ts';
import type { RulesOfTables } from './table-reader.ts';
import { usGsaPerDiem } from './us-gsa-per-diem.ts';
import { usHudFmr } from './us-hud-fmr.ts';

/** Below this number of rents or contracts, a median moves by chance. */
const FEWEST_RENTS = 20;
const FEWEST_CONTRACTS = 30;
/** Fewer days of measurements say little about the year. */
const FEWEST_DAYS = 300;

/** The fact sheets put figures from 25 to 49 cases in brackets, which the workbook has turned into a minus. */
const FEW_CASES = 'from 25 to 49 cases only';

/** In the OECD's table. */
const EDUCATED = 'Population with at least secondary education';

/** The publisher's columns of years; older ones are not used. */
const PHYSICIAN_YEARS = ['2022', '2021', '2020', '2019'];

/** Seoul and the cities of its rank, whose districts are directly below them. */
const METROPOLITAN = /(특별시|광역시)$/;
/** The unit of the file. */
const WON = 10_000;

/** The other regions of the mainland, with which the Paris region and Corsica are compared: their gap is 0. */
const COMPARED_WITH = 'province without Corsica';

/** The whole capital has one threshold; its districts, listed below it, are left out. */
const PHILIPPINE_CAPITAL = 'National Capital Region (NCR)';

/** GeoNames has a regency for only one of our places in Jakarta: the others have the line of the province. */
const JAKARTA = { bps: '3100', admin1: '04' };

/** Rules for tables of regions. */
export const REGION_RULES: RulesOfTables = {
  'eurostat-regions physicians': {
    rows: (rows) =>
      rows.flatMap((row) =>
        PHYSICIAN_YEARS.flatMap((year) => {
          const value = flaggedNumber(row, year);
          return value === null ? [] : row.with({ '(year)': year, '(physicians)': value });
        }).slice(0, 1),
      ),
  },
  'france-price-gaps': {
    rows: ([first, ...rows]) =>
      first === undefined ? [] : [first, ...rows, first.with({ territory: COMPARED_WITH, gap_percent: 0 })],
  },
  'india-nfhs': {
    fact: (fact) => (fact.value < 0 ? { ...fact, value: -fact.value, note: FEW_CASES } : fact),
  },
  'indonesia-pihps-food': {
    rows(rows) {
      const days = rows.map((row) => row.date('Date_Param')).sort();
      const indices = foodIndices(
        rows.map((row) => ({
          place: row.required('Province_Name'),
          item: row.required('Commodity_Name'),
          month: row.date('Date_Param').slice(0, 'yyyy-mm'.length),
          price: row.requiredNumber('Price'),
        })),
      );
      const period = `${days[0]}/${days.at(-1)}`;
      return [...indices].flatMap(
        ([name, index]) => rows[0]?.with({ Province_Name: name, '(index)': index, '(period)': period }) ?? [],
      );
    },
  },
  'indonesia-poverty-lines': { places: regencyOf },
  'korea-house-rents': {
    rows(rows) {
      const districts = rows.flatMap((row) => {
        const deposit = row.number('jeonse_10kKRW_m2', ['NA']);
        const contracts = row.number('n_jeonse', ['NA']);
        if (deposit === null || contracts === null) return [];
        return koreanPlaces(row.required('sigungu')).map((place) => ({ row, place, deposit, contracts }));
      });
      return [...Map.groupBy(districts, ({ place }) => place)].flatMap(([place, ofPlace]) => {
        const contracts = ofPlace.map((district) => district.contracts);
        const deposits = ofPlace.map((district) => district.deposit);
        const few = sum(contracts) < FEWEST_CONTRACTS ? 'few contracts' : '';
        const won = Math.round(WON * weightedMean(deposits, contracts));
        return ofPlace[0]?.row.with({ '(place)': place, '(won)': won, '(few)': few }) ?? [];
      });
    },
  },
  'mexico-enigh-rents': {
    places(_, { dataDirectory }) {
      const areas = readAreaIds(dataDirectory);
      return (row) => {
        const state = row.matching('inegi_state', /^\d\d$/, 'a code of two digits');
        const size = row.matching('locality_size', /^[1-4]$/, '1 to 4');
        const area = mexicoSizeAreaId(otherStateCode(state), size);
        const few = row.requiredNumber('n_rent') < FEWEST_RENTS;
        const isUsed = areas.has(area) && !few;
        const how = isUsed ? 'code' : few ? `fewer than ${FEWEST_RENTS} rents` : 'holds no city of ours';
        return [{ published: `${state} | ${size}`, place: isUsed ? areaKey(area) : '', how }];
      };
    },
  },
  'oecd-regional-well-being regions': {
    rows(rows, { dataDirectory }) {
      const years = indicatorYears(dataDirectory);
      const countries = new Map(
        rows
          .filter((row) => row.text('Country') === '')
          .map((row) => [row.required('Region'), row.required('Code')]),
      );
      return rows
        .filter((row) => row.text('Country') !== '')
        .map((row) => {
          const country = countries.get(row.required('Country'));
          if (country === undefined) throw row.fault('Country', 'the country has no row of its own');
          return row.with({ Region: row.required('Region').replaceAll(/\s+/g, ' '), ...years(row, country) });
        });
    },
  },
  'oecd-regional-well-being countries': {
    rows(rows, { dataDirectory }) {
      const years = indicatorYears(dataDirectory);
      return rows.map((row) => {
        // In the rows of countries, and only there, the column has the share that did not finish upper secondary school:
        // Germany 16.2 with regions from 77 to 93, the Czech Republic 5.7, Mexico 56.1.
        const without = row.number(EDUCATED, ['..']);
        const withIt = without === null ? '' : Math.round(10 * (100 - without)) / 10;
        return row.with({ '(with it)': withIt, ...years(row, row.required('Code')) });
      });
    },
  },
  'philippines-poverty-thresholds': {
    format: {
      delimiter: ';',
      linesBeforeHeader: 2,
      endsAt: (firstCell) => firstCell.startsWith('Special Computation'),
    },
    // `....Benguet 1/, b/` is a province, Benguet: names of regions follow two dots, those of provinces four, and marks of
    // footnotes follow the name.
    rows: (rows) =>
      rows.flatMap((row) => {
        const cell = row.required('Geolocation');
        const [, dots, name = ''] = /^(\.*)(.*?)(?: (?:\d|[a-e])\/(?:, (?:\d|[a-e])\/)*)?$/.exec(cell) ?? [];
        const isProvince = dots === '....' && !name.endsWith(' District');
        return isProvince || name === PHILIPPINE_CAPITAL ? row.with({ Geolocation: name }) : [];
      }),
  },
  'us-epa-air-quality': {
    places(_, { dataDirectory }) {
      const counties = countiesByName(dataDirectory);
      return (row) => {
        const area = counties.get(keyOf(row.required('County'), row.required('State')));
        const published = `${row.required('State')} | ${row.required('County')}`;
        const isMeasured = row.requiredNumber('Days with AQI') >= FEWEST_DAYS;
        if (area === undefined)
          return [{ published, place: '', how: 'no county of this name holds a city of ours' }];
        return isMeasured
          ? [{ published, place: areaKey(area), how: 'name' }]
          : [{ published, place: '', how: `measured on less than ${FEWEST_DAYS} days` }];
      };
    },
  },
  'us-bls-wages nation': {
    // Two cells of the publisher's file, typed because the others are of no use to us.
    rows: (_, { dataDirectory }) =>
      readPublishedTable(join(dataDirectory, 'readers', 'us-bls-national-wages.tsv'), {
        delimiter: '\t',
        quotes: false,
      }).rows.map((row) => row.with({ '(metric)': row.text('metric'), '(value)': row.text('value') })),
  },
  'us-gsa-per-diem': usGsaPerDiem,
  'us-hud-fmr': usHudFmr,
};

function regencyOf(_: unknown, gazetteer: Gazetteer): (row: PublishedRow) => FoundPlace[] {
  const areas = readAreaIds(gazetteer.dataDirectory);
  const areaOf = new Map(
    gazetteer
      .citiesOf('ID')
      .filter(({ admin2 }) => admin2 !== '')
      .map(({ admin1, admin2 }) => [admin2, secondLevelAreaId('ID', admin1, admin2)]),
  );
  areaOf.set(JAKARTA.bps, firstLevelAreaId('ID', JAKARTA.admin1));
  return (row) => {
    const code = row.matching('bps_code', /^\d{4}$/, 'a code of four digits');
    const area = areaOf.get(code) ?? '';
    // Other provinces are skipped, because their regencies have their own lines.
    if (code.endsWith('00') && area === '') return [];
    const isOurs = areas.has(area);
    const published = `${code} | ${row.required('nama_wilayah')}`;
    return [
      { published, place: isOurs ? areaKey(area) : '', how: isOurs ? 'code' : 'holds no city of ours' },
    ];
  };
}

/** `경기도 성남시 분당구` is a district of the city `경기도 성남시`; `서울특별시 강남구` one of `서울특별시`. */
function koreanPlaces(sigungu: string): string[] {
  const [province = '', ...rest] = sigungu.split(' ');
  const place = [province, ...rest.slice(0, 1)].join(' ');
  return METROPOLITAN.test(province) ? [place, province] : [place];
}

/** County and state, folded → area. A name that the agency would write alike for two counties is left out. */
function countiesByName(dataDirectory: string): Map<string, string> {
  const counties = readAreaTable(dataDirectory)
    .filter(({ id }) => id.startsWith('us-county-'))
    .map(({ id, name }) => {
      const [county = '', state = ''] = name.split(', ');
      const bare = county.replace(/ (County|Parish|Borough|Census Area|Municipality|Municipio)$/, '');
      return { id, key: keyOf(bare, state) };
    });
  const byKey = Map.groupBy(counties, ({ key }) => key);
  return new Map(counties.flatMap(({ key, id }) => (byKey.get(key)?.length === 1 ? [[key, id]] : [])));
}

/** `Baltimore (City)` and `Baltimore city` are the independent city; `Saint Clair` is St. Clair. */
function keyOf(county: string, state: string): string {
  return `${fold(county).replace(/^saint /, 'st ')} | ${fold(state)}`;
}

/** `221.25b`: a number, with letters for a break, an estimate or another definition; `:` where there is none. */
export function flaggedNumber(row: PublishedRow, year: string): number | null {
  const text = row.required(year);
  if (/^:/.test(text)) return null;
  const [, digits] = /^(\d+(?:\.\d+)?) ?[a-z]*$/.exec(text) ?? [];
  if (digits === undefined) throw row.fault(year, `neither a number nor missing: ${text}`);
  return Number(digits);
}

const INDICATORS = [
  'household_disposable_income',
  'unemployment_rate',
  'regional_life_expectancy',
  'upper_secondary_education',
  'recorded_homicides',
  'households_with_broadband',
] as const;

/** The latest year of each indicator by country (ISO 3166-1 alpha-3), as the sheet Reference_year of the workbook has it. */
function indicatorYears(dataDirectory: string) {
  const file = join(dataDirectory, 'readers', 'oecd-well-being-years.tsv');
  const rows = readTable(file, ['country', ...INDICATORS]);
  const byCountry = new Map(rows.map((row) => [row.country, row]));
  return (row: PublishedRow, country: string): Record<string, string> => {
    const years = byCountry.get(country);
    if (years === undefined) throw row.fault('Code', `${country} is not in oecd-well-being-years.tsv`);
    return Object.fromEntries(INDICATORS.map((indicator) => [`(${indicator})`, years[indicator]]));
  };
}
